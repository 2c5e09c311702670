// Package functions_test compares template.yaml, by which the functions are deployed,
// with the programs.
package functions_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/settings"
	"fieldpost/infra/awsenv"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/ses"
	"fieldpost/infra/webhook"
)

// template is template.yaml: mappings, lists and texts. `!Ref X` is the text
// "${X}", `!GetAtt X.Y` is "${X.Y}" and `!Sub` its text, or its first part, so
// that all ways to write a name are one; other functions are a list after their
// tag, {"!If": […]}.
type template map[string]any

// resource is one of its resources.
type resource struct {
	name, kind string
	properties template
	all        template
}

func readTemplate(t *testing.T) template {
	t.Helper()
	text, err := os.ReadFile("../template.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	return plain(t, root.Content[0]).(template)
}

// plain is a node without its form.
func plain(t *testing.T, n *yaml.Node) any {
	t.Helper()
	switch tag := n.Tag; {
	case tag == "!Ref", tag == "!GetAtt":
		return "${" + n.Value + "}"
	case tag == "!Sub" && n.Kind == yaml.ScalarNode:
		return n.Value
	case tag == "!Sub":
		return n.Content[0].Value
	case strings.HasPrefix(tag, "!") && !strings.HasPrefix(tag, "!!"):
		bare := *n
		bare.Tag = ""
		return template{tag: plain(t, &bare)}
	}
	switch n.Kind {
	case yaml.MappingNode:
		m := template{}
		for i := 0; i < len(n.Content); i += 2 {
			m[n.Content[i].Value] = plain(t, n.Content[i+1])
		}
		return m
	case yaml.SequenceNode:
		list := []any{}
		for _, c := range n.Content {
			list = append(list, plain(t, c))
		}
		return list
	case yaml.ScalarNode:
		return n.Value
	}
	t.Fatalf("line %d is none of what a template has", n.Line)
	return nil
}

// at returns what lies on a path of names and numbers: "Rules.0.Prefix"; nil if
// nothing does.
func (c template) at(path string) any {
	var here any = c
	for step := range strings.SplitSeq(path, ".") {
		switch v := here.(type) {
		case template:
			here = v[step]
		case []any:
			var n int
			if _, err := fmt.Sscan(step, &n); err != nil || n >= len(v) {
				return nil
			}
			here = v[n]
		default:
			return nil
		}
	}
	return here
}

// below is at of a mapping; an empty one if there is none.
func (c template) below(path string) template {
	m, _ := c.at(path).(template)
	return m
}

// texts is at of a list of texts, or of one alone.
func (c template) texts(path string) []string { return texts(c.at(path)) }

func texts(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var list []string
		for _, one := range v {
			list = append(list, texts(one)...)
		}
		return list
	}
	return nil
}

// of returns the resources of a kind, by name.
func (c template) of(kind string) []resource {
	var list []resource
	for _, name := range slices.Sorted(maps.Keys(c.below("Resources"))) {
		r := c.below("Resources").below(name)
		if r["Type"] == kind {
			list = append(list, resource{name, kind, r.below("Properties"), r})
		}
	}
	return list
}

// functions are the resources of the functions, by the names of their folders.
func (c template) functions() map[string]resource {
	all := map[string]resource{}
	for _, r := range c.of("AWS::Serverless::Function") {
		all[strings.ToLower(strings.TrimSuffix(r.name, "Function"))] = r
	}
	return all
}

// source returns the text of a program without its tests.
func source(t *testing.T, function string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(function, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	const shared = "sending" // by whom the mails are sent, which three have in common
	if function != shared && strings.Contains(all.String(), `"fieldpost/functions/`+shared+`"`) {
		all.WriteString(source(t, shared))
	}
	return all.String()
}

// A function that is not in the template is never deployed, and one without a
// program, a target of make or a sample event stops the build or the tests of it.
func TestTemplateHasTheFunctions(t *testing.T) {
	all := readTemplate(t).functions()
	folders, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var programs []string
	for _, f := range folders {
		if f.IsDir() && strings.Contains(source(t, f.Name()), `"github.com/aws/aws-lambda-go/lambda"`) {
			programs = append(programs, f.Name())
		}
	}
	if diff := cmp.Diff(programs, slices.Sorted(maps.Keys(all))); diff != "" {
		t.Errorf("programs and functions: %s", diff)
	}
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	built := regexp.MustCompile(`build-%Function,(.*)\)`).FindStringSubmatch(string(makefile))
	if built == nil {
		t.Fatal("the Makefile builds no functions")
	}
	targets := strings.Fields(strings.ToLower(built[1]))
	slices.Sort(targets)
	if diff := cmp.Diff(programs, targets); diff != "" {
		t.Errorf("programs and targets of make: %s", diff)
	}
	for name, f := range all {
		if f.name != strings.ToUpper(name[:1])+name[1:]+"Function" || f.all.at("Metadata.BuildMethod") != "makefile" || f.properties["Role"] == nil {
			t.Errorf("%s is not built by make, or has no role of its own", f.name)
		}
		text, err := os.ReadFile(filepath.Join("..", "events", name+".json"))
		if err != nil || !json.Valid(text) {
			t.Errorf("the sample event of %s: %v", name, err)
		}
	}
	common := readTemplate(t).below("Globals.Function")
	if common["Runtime"] != "provided.al2023" || common["Handler"] != "bootstrap" || !slices.Equal(common.texts("Architectures"), []string{"${Architecture}"}) {
		t.Errorf("all functions have %v", common)
	}
}

// The programs that make builds for SAM must be those of artefacts, whose sizes are
// checked.
func TestBuildsAreOne(t *testing.T) {
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	artefacts, err := os.ReadFile("../.ci/artefacts.go")
	if err != nil {
		t.Fatal(err)
	}
	for flag, quoted := range map[string]string{
		"-tags lambda.norpc": `"-tags", "lambda.norpc"`, "-trimpath": `"-trimpath"`, "-buildvcs=false": `"-buildvcs=false"`,
		"-ldflags='-s -w'": `"-ldflags=-s -w"`, "CGO_ENABLED=0": `"CGO_ENABLED=0"`,
	} {
		if !strings.Contains(string(makefile), flag) || !strings.Contains(string(artefacts), quoted) {
			t.Errorf("%s is not in both", flag)
		}
	}
}

// recorder is an environment that takes down what it is asked for.
type recorder map[string]bool

// answers are what settings.Read takes; of all else it asks in any case.
var answers = map[string]string{
	"FIELDPOST_TABLE": "t", "FIELDPOST_PARAMETERS": "/p", "FIELDPOST_MAIL_FROM": "a@b.example", "AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s",
}

func (r recorder) get(name string) string {
	r[name] = true
	return answers[name]
}

// byLambda are variables that Lambda itself sets, and a template may not.
var byLambda = []string{"AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"}

var (
	getenv = regexp.MustCompile(`os\.Getenv\("(\w+)"\)`)
	config = regexp.MustCompile(`awsenv\.Config\([\w.]+, "(\w+)"\)`)
)

// A variable that the template lacks is a setting that nobody can make, and an
// emulator cannot fill; one that the program does not read is a setting without
// effect.
func TestTemplateHasTheVariables(t *testing.T) {
	for name, f := range readTemplate(t).functions() {
		text, read := source(t, name), recorder{}
		for _, m := range getenv.FindAllStringSubmatch(text, -1) {
			read[m[1]] = true
		}
		if strings.Contains(text, "settings.Read(") {
			s, err := settings.Read(read.get)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(text, ".Host(os.Getenv)") {
				if _, err := s.Host(read.get); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, m := range config.FindAllStringSubmatch(text, -1) {
			if _, err := awsenv.Config(read.get, m[1]).Credentials.Retrieve(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, given := range byLambda {
			delete(read, given)
		}
		variables := f.properties.below("Environment.Variables")
		if diff := cmp.Diff(slices.Sorted(maps.Keys(read)), slices.Sorted(maps.Keys(variables))); diff != "" {
			t.Errorf("%s reads (-) and has (+): %s", name, diff)
		}
		for variable, value := range variables {
			if strings.HasPrefix(variable, "AWS_") && value != "" {
				t.Errorf("%s has %s=%v: it is for emulators alone", name, variable, value)
			}
		}
		if match := variables["FIELDPOST_BASE_URL"]; name == "web" && strings.Contains(fmt.Sprint(match), "${Api}") {
			t.Error("web has the address of its own API: a circle")
		}
	}
}

// A table with other keys fails at the first game, and with other indexes at the
// first list.
func TestTemplateHasTheTable(t *testing.T) {
	tables := readTemplate(t).of("AWS::DynamoDB::Table")
	if len(tables) != 1 {
		t.Fatalf("%d tables", len(tables))
	}
	table, schema := tables[0].properties, dynamo.Schema("", true)
	want, got := template{}, template{}
	text, err := json.Marshal(map[string]any{
		"KeySchema": schema.KeySchema, "AttributeDefinitions": schema.AttributeDefinitions, "BillingMode": schema.BillingMode,
		"GlobalSecondaryIndexes": schema.GlobalSecondaryIndexes, "View": schema.StreamSpecification.StreamViewType,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	text, err = json.Marshal(map[string]any{
		"KeySchema": table["KeySchema"], "AttributeDefinitions": table["AttributeDefinitions"], "BillingMode": table["BillingMode"],
		"GlobalSecondaryIndexes": table["GlobalSecondaryIndexes"], "View": table.at("StreamSpecification.StreamViewType"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	// What the SDK has more is not set.
	unset := cmp.FilterPath(func(p cmp.Path) bool {
		index, ok := p.Last().(cmp.MapIndex)
		return ok && slices.Contains([]string{"NonKeyAttributes", "OnDemandThroughput", "ProvisionedThroughput", "WarmThroughput"}, index.Key().String())
	}, cmp.Ignore())
	if diff := cmp.Diff(want, got, unset); diff != "" {
		t.Errorf("the store's (-) and the template's (+): %s", diff)
	}
	for path, value := range map[string]string{
		"TimeToLiveSpecification.AttributeName": "ttl", "TimeToLiveSpecification.Enabled": "true",
		"PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled": "true", "DeletionProtectionEnabled": "true",
	} {
		if table.at(path) != value {
			t.Errorf("%s is %v", path, table.at(path))
		}
	}
	if tables[0].all["DeletionPolicy"] != "Retain" || tables[0].all["UpdateReplacePolicy"] != "Retain" {
		t.Error("the table goes with the stack")
	}
}

// passes reports whether a filter of a mapping lets an event through.
func passes(filter, event any) bool {
	switch f := filter.(type) {
	case map[string]any:
		e, ok := event.(map[string]any)
		for name, inner := range f {
			ok = ok && passes(inner, e[name])
		}
		return ok
	case []any:
		return slices.Contains(f, event)
	}
	return false
}

// What the filter lets through that notify passes over costs a call; what it holds
// back is a mail that nobody gets.
func TestTemplateFiltersTheStream(t *testing.T) {
	mapping := readTemplate(t).functions()["notify"].properties.below("Events.Games.Properties")
	var filter, sample any
	if err := json.Unmarshal([]byte(mapping.at("FilterCriteria.Filters.0.Pattern").(string)), &filter); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../events/notify.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		old, new string
		passes   bool
	}{
		{"", "", true},
		{`"INSERT"`, `"MODIFY"`, true},
		{`"INSERT"`, `"REMOVE"`, false},
		{`"S": "G"`, `"S": "C#5#red"`, false},
		{`"S": "G"`, `"S": "P"`, false},
	} {
		changed := string(text)
		if c.old != "" {
			changed = strings.ReplaceAll(changed, c.old, c.new)
		}
		if err := json.Unmarshal([]byte(changed), &sample); err != nil {
			t.Fatal(err)
		}
		for _, record := range sample.(map[string]any)["Records"].([]any) {
			if passes(filter, record) != c.passes {
				t.Errorf("with %s it passes: %v", c.new, !c.passes)
			}
		}
	}
	for path, value := range map[string]any{
		"Stream": "${Table.StreamArn}", "StartingPosition": "TRIM_HORIZON", "BisectBatchOnFunctionError": "true",
		"MaximumRetryAttempts": "-1", "MaximumRecordAgeInSeconds": "21600", "FunctionResponseTypes.0": "ReportBatchItemFailures",
		"DestinationConfig.OnFailure.Type": "S3", "DestinationConfig.OnFailure.Destination": "${Bucket.Arn}",
	} {
		if mapping.at(path) != value {
			t.Errorf("%s is %v", path, mapping.at(path))
		}
	}
}

var spanOf = regexp.MustCompile(`(?i)span = (\d+) \* time\.Second`)

// A function that is stopped in the middle of sending leaves a mail of which nobody
// knows; one that outlives its claim may send a mail that another sends, too; and one
// that ends before its calls do cannot even say what failed.
func TestTemplateTimes(t *testing.T) {
	for name, f := range readTemplate(t).functions() {
		least, most := 2*awsenv.Longest, 60*time.Second
		switch name {
		case "web":
			most = 29 * time.Second // the gateway's patience
		case "notify":
			// Two mails of a record; one that is sent and cannot be marked, which is tried
			// three times.
			least, most = max(2*ses.Timeout+5*time.Second, ses.Timeout+3*awsenv.Longest), notify.ClaimLife
		case "webhook":
			// The profile read and written, the call, and the mail that it is off.
			least = 2*awsenv.Longest + webhook.Timeout + ses.Timeout
			if seconds := fmt.Sprint(readTemplate(t).at("Resources.WebhookQueue.Properties.VisibilityTimeout")); seconds != "300" || f.properties["Timeout"] != "50" {
				t.Errorf("a call comes again after %s seconds, %v may be spent on it", seconds, f.properties["Timeout"])
			}
		case "feedback":
			least = 3 * awsenv.Longest // the pepper, a profile read and written
		case "clock":
			spans := spanOf.FindAllStringSubmatch(source(t, name), -1)
			if len(spans) != 2 {
				t.Fatalf("clock has %d spans, not one for the games and one for the mails", len(spans))
			}
			// What was begun in time: a game, and beside it a mail, its claim and its mark.
			for n, last := range []time.Duration{awsenv.Longest, ses.Timeout + 2*awsenv.Longest} {
				seconds, err := strconv.Atoi(spans[n][1])
				if err != nil {
					t.Fatal(err)
				}
				least = max(least, time.Duration(seconds)*time.Second+last)
			}
		}
		var seconds int
		if _, err := fmt.Sscan(fmt.Sprint(f.properties["Timeout"]), &seconds); err != nil {
			t.Fatal(err)
		}
		if d := time.Duration(seconds) * time.Second; d <= least || d >= most {
			t.Errorf("%s has %v, and needs more than %v and less than %v", name, d, least, most)
		}
	}
}
