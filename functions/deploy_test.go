package functions_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"fieldpost/functions/internal/secrets"
)

// named is a name of the template in the first column of a table.
var named = regexp.MustCompile("`([A-Z]\\w+)`")

// tableOf returns the names in the first column of the table of docs/deploy.md whose
// head begins with a word.
func tableOf(t *testing.T, text, head string) []string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "\n| "+head+" |")
	if !ok {
		t.Fatalf("no table of each %s", head)
	}
	rows, _, _ := strings.Cut(rest, "\n\n")
	var names []string
	for row := range strings.SplitSeq(rows, "\n| ") {
		first, _, _ := strings.Cut(row, " | ")
		for _, m := range named.FindAllStringSubmatch(first, -1) {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	return names
}

// A parameter that the guide does not explain is guessed, and one that is not there
// any more is searched for; so it is with what the stack tells and its alarms.
func TestGuideHasTheTemplate(t *testing.T) {
	guide, err := os.ReadFile("../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	c := readTemplate(t)
	alarms := template{}
	for _, a := range c.of("AWS::CloudWatch::Alarm") {
		alarms[a.name] = a
	}
	for head, has := range map[string]template{"Parameter": c.below("Parameters"), "Output": c.below("Outputs"), "Alarm": alarms} {
		if diff := cmp.Diff(slices.Sorted(maps.Keys(has)), tableOf(t, string(guide), head)); diff != "" {
			t.Errorf("%s: the template has (-) and docs/deploy.md (+): %s", head, diff)
		}
	}
}

// What the alarms cost is counted by the figures that they watch.
func TestGuideCountsTheFigures(t *testing.T) {
	guide, err := os.ReadFile("../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	figures := 0
	for _, a := range readTemplate(t).of("AWS::CloudWatch::Alarm") {
		if a.properties["MetricName"] != nil {
			figures++
		}
		metrics, _ := a.properties["Metrics"].([]any)
		for _, m := range metrics {
			if m.(template)["MetricStat"] != nil {
				figures++
			}
		}
	}
	if !strings.Contains(string(guide), fmt.Sprintf("The alarms watch %d figures", figures)) {
		t.Errorf("the alarms watch %d figures", figures)
	}
}

// A secret that the guide leaves behind would stay readable for ever.
func TestGuideDeletesTheSecrets(t *testing.T) {
	guide, err := os.ReadFile("../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	prefix := readTemplate(t).at("Parameters.KeyParameter.Default").(string)
	_, line, _ := strings.Cut(string(guide), "aws ssm delete-parameters --names ")
	line, _, _ = strings.Cut(line, "\n")
	var want []string
	for _, name := range []string{secrets.LinkKeys, secrets.Pepper, secrets.MailKey, secrets.SMTP} {
		want = append(want, prefix+"/"+name)
	}
	if diff := cmp.Diff(want, strings.Fields(line)); diff != "" {
		t.Error(diff)
	}
}

// part returns what docs/deploy.md says under a head.
func part(t *testing.T, head string) string {
	t.Helper()
	guide, err := os.ReadFile("../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(guide), "\n## "+head+"\n")
	if !ok {
		t.Fatalf("nothing about %s", head)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// A stack that is only half stopped would go on beside the restored one: end games,
// and mail players of moves that are gone.
func TestGuideStopsTheOldStack(t *testing.T) {
	stop, _, ok := strings.Cut(part(t, "Restoring from a backup"), "\n2. ")
	if !ok {
		t.Fatal("no second step")
	}
	all := `?ResourceType=='AWS::Lambda::Function'`
	for _, f := range []string{all, "ClockFunction", "NotifyFunction", "put-function-concurrency", "--reserved-concurrent-executions 0"} {
		if !strings.Contains(stop, f) {
			t.Errorf("the first step does not say %s", f)
		}
	}
	if !strings.Contains(part(t, "Restoring from a backup"), "is added to every deadline") {
		t.Error("nobody is told what becomes of the deadlines")
	}
}

// What a guide says of another rule set must work: the template lets SES act in the
// name of one rule alone.
func TestGuideTellsOfAnotherRuleSet(t *testing.T) {
	answers := part(t, "6. Answers by mail")
	for _, want := range []string{":receipt-rule-set/NAME:receipt-rule/replies", ":receipt-rule-set/YOURS:receipt-rule/RULE", "`BucketName`", "`InboundFunctionName`"} {
		if !strings.Contains(answers, want) {
			t.Errorf("it does not say %s", want)
		}
	}
}

// pipeline is the command by which the guide makes table.yaml.
var pipeline = regexp.MustCompile(`(?m)^ *(\{ .*) > table\.yaml$`)

// The template of an import may have nothing but what is imported: a parameter that
// is not given, a condition without its parameter, Globals without their transform
// are errors, which come when a site is down.
func TestGuideImportsTheTable(t *testing.T) {
	found := pipeline.FindStringSubmatch(part(t, "Restoring from a backup"))
	if found == nil {
		t.Fatal("the guide does not make table.yaml")
	}
	command := exec.CommandContext(t.Context(), "sh", "-c", found[1])
	command.Dir = ".."
	text, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil || len(root.Content) == 0 {
		t.Fatalf("%v\n%s", err, text)
	}
	want := template{"Resources": template{"Table": readTemplate(t).at("Resources.Table")}}
	if diff := cmp.Diff(want, plain(t, root.Content[0])); diff != "" {
		t.Error(diff)
	}
	// All that it says must be there without the rest, and outlive the stack.
	if strings.Contains(string(text), "!") || want.at("Resources.Table.DeletionPolicy") != "Retain" {
		t.Errorf("it cannot be imported:\n%s", text)
	}
	if !strings.Contains(part(t, "Restoring from a backup"), "aws ses set-active-receipt-rule-set") {
		t.Error("nobody is told to activate the rule set of the new stack")
	}
}
