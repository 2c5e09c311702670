package functions_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/functions/internal/secrets"
	"fieldpost/functions/internal/settings"
	"fieldpost/infra/dynamo"
)

// uses are the methods of the store that each function calls. What they ask of
// DynamoDB the test reads from infra/dynamo.
var uses = map[string][]string{
	"web": {
		"Store.Load", "Store.Create", "Store.Save", "Store.Take", "Store.Mark", "Store.Drop", "Store.LoadProfile", "Store.SaveProfile",
		"Store.OfPlayer", "Store.OpenGames", "Store.KeepCandidate", "Store.LoadCandidate", "Store.LoadHeartbeat", "Counters.Take",
		"Store.LoadNotes", "Store.SaveNotes",
		"Store.LoadChange", "Store.SaveChange",
	},
	// Whose mails are wanted a profile alone tells.
	"notify": {"Store.Load", "Store.Take", "Store.Mark", "Store.Drop", "Store.LoadProfile"},
	"clock": {
		"Store.Load", "Store.Save", "Store.Due", "Store.Rearm", "Store.LoadHeartbeat", "Store.SaveHeartbeat", "Store.LoadPause",
		"Store.DueProfiles", "Store.LoadProfile", "Store.SaveProfile", "Store.OfPlayer", "Store.Take", "Store.Mark", "Store.Drop",
	},
	"inbound": {
		"Store.Load", "Store.Create", "Store.Save", "Store.Take", "Store.Mark", "Store.Drop", "Store.LoadProfile", "Store.SaveProfile",
		"Store.OfPlayer", "Store.LoadHeartbeat", "Counters.Take",
	},
	"webhook": {"Store.Take", "Store.Mark", "Store.Drop", "Store.LoadProfile", "Store.SaveProfile"},
	// A complaint of an invitation is known by its game.
	"feedback": {"Store.Load", "Store.LoadProfile", "Store.SaveProfile"},
}

// calls returns what each function and method of infra/dynamo asks of DynamoDB, as
// "Store.Load": GetItem, with all that it calls itself; and each index that it names,
// as "Query creator".
func calls(t *testing.T) map[string]map[string]bool {
	t.Helper()
	files, err := filepath.Glob("../infra/dynamo/*.go")
	if err != nil {
		t.Fatal(err)
	}
	indexes := map[string]bool{}
	for _, x := range dynamo.Schema("", false).GlobalSecondaryIndexes {
		indexes[*x.IndexName] = true
	}
	asks, follows := map[string]map[string]bool{}, map[string][]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			method, ok := d.(*ast.FuncDecl)
			if !ok || method.Recv == nil {
				continue
			}
			name := strings.TrimPrefix(receiver(method), "*") + "." + method.Name.Name
			asks[name] = map[string]bool{}
			ast.Inspect(method, func(n ast.Node) bool {
				if variable, ok := n.(*ast.Ident); ok {
					if index, ok := strings.CutSuffix(variable.Name, "Index"); ok && indexes[index] {
						asks[name]["Query "+index] = true
					}
				}
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if s, ok := call.Fun.(*ast.SelectorExpr); ok {
					if of, ok := s.X.(*ast.SelectorExpr); ok && of.Sel.Name == "client" {
						asks[name][s.Sel.Name] = true
					}
					follows[name] = append(follows[name], "Store."+s.Sel.Name)
				}
				return true
			})
		}
	}
	for range asks { // long enough for all of them to arrive
		for name, others := range follows {
			for _, other := range others {
				maps.Copy(asks[name], asks[other])
			}
		}
	}
	return asks
}

// receiver is the type that a method is of.
func receiver(f *ast.FuncDecl) string {
	switch t := f.Recv.List[0].Type.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		if name, ok := t.X.(*ast.Ident); ok {
			return name.Name
		}
	}
	return ""
}

// statement is one of a role's rights.
type statement struct {
	actions, resources []string
	conditional        bool
}

// rights returns the statements of a function's role.
func (c template) rights(f resource) []statement {
	role := fmt.Sprint(f.properties["Role"])
	var list []statement
	add := func(document template) {
		statements, _ := document["Statement"].([]any)
		for _, s := range statements {
			one := s.(template)
			list = append(list, statement{one.texts("Action"), one.texts("Resource"), one["Condition"] != nil})
		}
	}
	for _, r := range c.of("AWS::IAM::Role") {
		policies, _ := r.properties["Policies"].([]any)
		for _, p := range policies {
			if role == "${"+r.name+".Arn}" {
				add(p.(template).below("PolicyDocument"))
			}
		}
	}
	for _, p := range c.of("AWS::IAM::ManagedPolicy") {
		for _, of := range p.properties.texts("Roles") {
			if role == strings.TrimSuffix(of, "}")+".Arn}" {
				add(p.properties.below("PolicyDocument"))
			}
		}
	}
	return list
}

var secretOf = regexp.MustCompile(`secrets\.(LinkKeys|Pepper|MailKey|SMTP)\b`)

// needed returns what a function needs, an action and what it acts on in a line. queues
// are those that it may be told of, as "${NotifyFailed".
func needed(t *testing.T, name string, f resource, asks map[string]map[string]bool, queues map[string]bool) []string {
	t.Helper()
	need, text := map[string]bool{}, source(t, name)
	log := strings.TrimSuffix(fmt.Sprint(f.properties.at("LoggingConfig.LogGroup")), "}") + ".Arn}"
	need["logs:CreateLogStream "+log], need["logs:PutLogEvents "+log] = true, true

	// For the program.
	if strings.Contains(text, "dynamo.New(") != (uses[name] != nil) {
		t.Errorf("what %s asks of the table is not listed", name)
	}
	for _, method := range uses[name] {
		if len(asks[method]) == 0 {
			t.Errorf("%s is no method that asks DynamoDB", method)
		}
		for call := range asks[method] {
			if index, ok := strings.CutPrefix(call, "Query "); ok {
				need["dynamodb:Query ${Table.Arn}/index/"+index] = true
			} else if call != "Query" { // of an index, each time
				need["dynamodb:"+call+" ${Table.Arn}"] = true
			}
		}
	}
	if strings.Contains(text, "ses.New(") {
		// There is one call, SendEmail of version 2, and SES checks it by what it carries: a
		// simple or a templated message as ses:SendEmail, a whole one (Content.Raw) as
		// ses:SendRawEmail. Source: Service Authorization Reference, "Actions defined by
		// Amazon Simple Email Service v2"; so it is refused, too, where the second lacks.
		for _, of := range []string{"configuration-set/${ConfigurationSet}", "identity/${Domain}", "identity/${MailFrom}", "identity/*"} {
			need["ses:SendEmail "+arn("ses")+of], need["ses:SendRawEmail "+arn("ses")+of] = true, true
		}
	}
	if strings.Contains(text, "sqs.New(") {
		for _, value := range f.properties.below("Environment.Variables") {
			if queue, ok := strings.CutSuffix(fmt.Sprint(value), "}"); ok && queues[queue] {
				need["sqs:SendMessage "+queue+".Arn}"] = true
			}
		}
	}
	if strings.Contains(text, "s3.New(") {
		need["s3:GetObject ${Bucket.Arn}/mail/*"] = true
	}
	names := map[string]string{"LinkKeys": secrets.LinkKeys, "Pepper": secrets.Pepper, "MailKey": secrets.MailKey, "SMTP": secrets.SMTP}
	for _, m := range secretOf.FindAllStringSubmatch(text, -1) {
		need["ssm:GetParameters "+arn("ssm")+"parameter${KeyParameter}/"+names[m[1]]] = true
	}

	// For Lambda, which acts by the function's role.
	events := f.properties.below("Events")
	for event := range events {
		mapping := events.below(event)
		if queue, ok := mapping.at("Properties.Queue").(string); ok && mapping["Type"] == "SQS" {
			for _, action := range []string{"ReceiveMessage", "DeleteMessage", "GetQueueAttributes"} {
				need["sqs:"+action+" "+queue] = true
			}
		}
		if mapping["Type"] != "DynamoDB" {
			continue
		}
		for _, action := range []string{"DescribeStream", "GetRecords", "GetShardIterator"} {
			need["dynamodb:"+action+" ${Table.StreamArn}"] = true
		}
		need["dynamodb:ListStreams ${Table.Arn}/stream/*"] = true
		need["s3:PutObject ${Bucket.Arn}/aws/lambda/*"], need["s3:ListBucket ${Bucket.Arn}"] = true, true
	}
	if to, ok := f.properties.at("EventInvokeConfig.DestinationConfig.OnFailure.Destination").(string); ok {
		need["sqs:SendMessage "+to] = true
	}
	return slices.Sorted(maps.Keys(need))
}

func arn(service string) string {
	return "arn:${AWS::Partition}:" + service + ":${AWS::Region}:${AWS::AccountId}:"
}

// A right too few fails in the cloud alone; one too many is there for whoever gets
// into a function.
func TestTemplateHasTheRights(t *testing.T) {
	c, asks, queues := readTemplate(t), calls(t), map[string]bool{}
	for _, q := range c.of("AWS::SQS::Queue") {
		queues["${"+q.name] = true
	}
	for name, f := range c.functions() {
		has := map[string]bool{}
		for _, s := range c.rights(f) {
			for _, action := range s.actions {
				for _, on := range s.resources {
					has[action+" "+on] = true
				}
			}
		}
		if diff := cmp.Diff(needed(t, name, f, asks, queues), slices.Sorted(maps.Keys(has))); diff != "" {
			t.Errorf("%s needs (-) and has (+): %s", name, diff)
		}
	}
	// A method that nobody is listed for would be one of whose rights nobody thinks.
	var listed []string
	for _, methods := range uses {
		listed = append(listed, methods...)
	}
	for method, asked := range asks {
		_, verb, _ := strings.Cut(method, ".")
		if ast.IsExported(verb) && len(asked) > 0 && !slices.Contains(listed, method) {
			t.Errorf("nobody uses %s", method)
		}
	}
}

// wide are the resources that end in a star, and why none of them can be spelled.
var wide = map[string]string{
	"${Table.Arn}/stream/*":      "a list has no name of one stream",
	"${Bucket.Arn}/aws/lambda/*": "Lambda names the objects",
	"${Bucket.Arn}/mail/*":       "SES names the mails",
	arn("ses") + "identity/*":    "recipients in the sandbox; only from MailFrom",
}

// A star is a right that nobody has looked at.
func TestTemplateHasNoWildcards(t *testing.T) {
	c, seen := readTemplate(t), map[string]bool{}
	for name, f := range c.functions() {
		for _, s := range c.rights(f) {
			for _, action := range s.actions {
				if strings.Contains(action, "*") {
					t.Errorf("%s may %s", name, action)
				}
			}
			for _, on := range s.resources {
				if seen[on] = true; !strings.Contains(on, "*") {
					continue
				}
				if wide[on] == "" || strings.HasSuffix(on, "identity/*") && !s.conditional {
					t.Errorf("%s may %v on %s", name, s.actions, on)
				}
			}
		}
	}
	for on := range wide {
		if !seen[on] {
			t.Errorf("%s is allowed and not there", on)
		}
	}
	if len(c.of("AWS::IAM::Role")) != len(c.functions()) {
		t.Error("two functions share a role, or somebody else has one")
	}
}

// Whatever is kept of players must be unreadable for others, and go.
func TestTemplateKeepsLittle(t *testing.T) {
	c := readTemplate(t)
	logs := c.of("AWS::Logs::LogGroup")
	for _, l := range logs {
		if l.properties["RetentionInDays"] != fmt.Sprint(int(settings.LogKept.Hours())/24) {
			t.Errorf("%s is kept for %v days", l.name, l.properties["RetentionInDays"])
		}
	}
	own := map[any]bool{}
	for name, f := range c.functions() {
		group := f.properties.at("LoggingConfig.LogGroup")
		if group == nil || own[group] {
			t.Errorf("%s has no log of its own", name)
		}
		own[group] = true
	}
	if len(logs) != len(own)+1 {
		t.Errorf("%d logs of %d functions and the API", len(logs), len(own))
	}
	for _, q := range c.of("AWS::SQS::Queue") {
		if q.properties["SqsManagedSseEnabled"] != "true" || q.properties["MessageRetentionPeriod"] != "1209600" {
			t.Errorf("%s: %v", q.name, q.properties)
		}
	}
	bucket := c.of("AWS::S3::Bucket")[0].properties
	for path, value := range map[string]string{
		"BucketEncryption.ServerSideEncryptionConfiguration.0.ServerSideEncryptionByDefault.SSEAlgorithm": "AES256",
		"PublicAccessBlockConfiguration.BlockPublicAcls":                                                  "true",
		"PublicAccessBlockConfiguration.BlockPublicPolicy":                                                "true",
		"PublicAccessBlockConfiguration.IgnorePublicAcls":                                                 "true",
		"PublicAccessBlockConfiguration.RestrictPublicBuckets":                                            "true",
		"LifecycleConfiguration.Rules.0.Prefix":                                                           "mail/",
		"LifecycleConfiguration.Rules.0.ExpirationInDays":                                                 fmt.Sprint(int(settings.MailKept.Hours()) / 24),
		"LifecycleConfiguration.Rules.1.Prefix":                                                           "aws/lambda/",
		"LifecycleConfiguration.Rules.1.ExpirationInDays":                                                 "28",
	} {
		if bucket.at(path) != value {
			t.Errorf("bucket: %s is %v", path, bucket.at(path))
		}
	}
	if set := c.of("AWS::SES::ConfigurationSet")[0].properties.at("SuppressionOptions.SuppressedReasons"); len(set.([]any)) != 0 {
		t.Errorf("SES drops mails by %v", set)
	}
}

// harmless are the variables of the gateway that tell nothing of a player: no path,
// which has a token, and no address.
var harmless = []string{"requestId", "httpMethod", "status", "responseLatency", "responseLength"}

// The access log is the one that no program of ours writes.
func TestTemplateLogsNoPaths(t *testing.T) {
	c := readTemplate(t)
	api := c.of("AWS::Serverless::HttpApi")[0].properties
	format, _ := api.at("AccessLogSettings.Format").(string)
	if !json.Valid([]byte(format)) {
		t.Errorf("lines of the log: %s", format)
	}
	variables := regexp.MustCompile(`\$context\.([\w.]+)`).FindAllStringSubmatch(format, -1)
	for _, v := range variables {
		if !slices.Contains(harmless, v[1]) {
			t.Errorf("the log has %s", v[1])
		}
	}
	if len(variables) != len(harmless) {
		t.Errorf("%d variables", len(variables))
	}
	// One route, so that HEAD and whatever else arrives.
	events := c.functions()["web"].properties.below("Events")
	if api["StageName"] != "$default" || len(events) != 1 || events.at("Everything.Type") != "HttpApi" ||
		!cmp.Equal(events.below("Everything.Properties"), template{"ApiId": "${Api}"}) {
		t.Errorf("stage %v, %v", api["StageName"], events)
	}
	if api.at("DefaultRouteSettings.ThrottlingRateLimit") == nil || api.at("DefaultRouteSettings.ThrottlingBurstLimit") == nil {
		t.Error("nothing holds back a flood")
	}
}

// An alarm that forgets a function or a queue is one that never comes.
func TestTemplateAlarms(t *testing.T) {
	c := readTemplate(t)
	watched := map[string]string{} // a metric and of what: the alarm
	for _, a := range c.of("AWS::CloudWatch::Alarm") {
		if !slices.Equal(a.properties.texts("AlarmActions"), []string{"${Alarms}"}) {
			t.Errorf("%s tells %v", a.name, a.properties["AlarmActions"])
		}
		metrics, _ := a.properties["Metrics"].([]any)
		for _, m := range metrics {
			of := m.(template).below("MetricStat.Metric")
			watched[fmt.Sprint(of["MetricName"], " ", of.at("Dimensions.0.Value"))] = a.name
		}
		watched[fmt.Sprint(a.properties["MetricName"], " ", a.properties.at("Dimensions.0.Value"))] = a.name
	}
	want := []string{
		"IteratorAge ${NotifyFunction}", "Moves <nil>", "Mails <nil>", "MailsSpared <nil>", "Reputation.BounceRate <nil>", "Reputation.ComplaintRate <nil>",
		"ReadThrottleEvents ${Table}", "WriteThrottleEvents ${Table}",
	}
	for _, f := range c.of("AWS::Serverless::Function") {
		want = append(want, "Errors ${"+f.name+"}", "Throttles ${"+f.name+"}")
	}
	worked := map[string]bool{} // the queues that a function empties
	for _, f := range c.functions() {
		for event := range f.properties.below("Events") {
			if queue, ok := f.properties.at("Events." + event + ".Properties.Queue").(string); ok {
				worked[queue] = true
			}
		}
	}
	for _, q := range c.of("AWS::SQS::Queue") {
		metric := "ApproximateNumberOfMessagesVisible"
		if worked["${"+q.name+".Arn}"] {
			metric = "ApproximateAgeOfOldestMessage"
		}
		want = append(want, metric+" ${"+q.name+".QueueName}")
	}
	for _, w := range want {
		if watched[w] == "" {
			t.Errorf("nothing watches %s", w)
		}
	}
}

// Lambda drops what a function puts on the queue that it is called by, the seventeenth
// time. Whoever puts back by design must say so, and no other may: for others it is a
// loop.
func TestTemplateAllowsPuttingBack(t *testing.T) {
	c := readTemplate(t)
	for name, f := range c.functions() {
		own := map[string]bool{}
		for event := range f.properties.below("Events") {
			own[fmt.Sprint(f.properties.at("Events."+event+".Properties.Queue"))] = true
		}
		back := false
		for _, s := range c.rights(f) {
			for _, queue := range s.resources {
				back = back || own[queue] && slices.Contains(s.actions, "sqs:SendMessage")
			}
		}
		if allowed := f.properties["RecursiveLoop"] == "Allow"; allowed != back {
			t.Errorf("%s puts back what it gets: %v; it is allowed to: %v", name, back, allowed)
		}
	}
}
