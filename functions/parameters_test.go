package functions_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/settings"
)

// A parameter that says nothing of itself, or takes whatever is typed, is found
// wrong by the first player instead of by the console.
func TestTemplateParameters(t *testing.T) {
	all := readTemplate(t).below("Parameters")
	shown := readTemplate(t).at("Metadata.AWS::CloudFormation::Interface.ParameterGroups").([]any)
	var grouped []string
	for _, g := range shown {
		grouped = append(grouped, g.(template).texts("Parameters")...)
	}
	for name := range all {
		p := all.below(name)
		if p["Description"] == nil || p["AllowedPattern"] == nil && p["AllowedValues"] == nil && p["MaxValue"] == nil && p["MaxLength"] == nil {
			t.Errorf("%s: %v", name, p)
		}
		if p["AllowedPattern"] != nil && p["ConstraintDescription"] == nil {
			t.Errorf("%s does not say what it must be like", name)
		}
		if !slices.Contains(grouped, name) {
			t.Errorf("%s is in no group", name)
		}
	}
	if len(grouped) != len(all) {
		t.Errorf("%d parameters in groups, %d in all", len(grouped), len(all))
	}
	if all.at("CreateCode.NoEcho") != "true" {
		t.Error("the console shows the code")
	}
}

// What the console takes the functions must take: else none starts, and the stack
// looks well.
func TestTemplatePatterns(t *testing.T) {
	c := readTemplate(t)
	variable := map[string]string{} // of a parameter
	for name, value := range c.functions()["web"].properties.below("Environment.Variables") {
		if text, ok := value.(string); ok && strings.HasPrefix(text, "${") {
			variable[strings.Trim(text, "${}")] = name
		}
	}
	variable["BaseUrl"] = "FIELDPOST_BASE_URL"
	for _, p := range []struct {
		parameter, value string
		ok               bool
	}{
		{"BaseUrl", "", true},
		{"BaseUrl", "https://fieldpost.example", true},
		{"BaseUrl", "https://fieldpost.example/play/", true},
		{"BaseUrl", "fieldpost.example", false},
		{"BaseUrl", "https://fieldpost.example?a=b", false},
		{"BaseUrl", "https://me@fieldpost.example", false},
		{"SiteName", "Fieldpost", true},
		{"SiteName", "The club's post, Zürich", true},
		{"SiteName", "club@example", false},
		{"SiteName", `"Club"`, false},
		{"Contact", "", true},
		{"Contact", "host@fieldpost.example", true},
		{"Contact", "https://fieldpost.example/contact", true},
		{"Contact", "me", false},
		{"MailFrom", "play@fieldpost.example", true},
		{"MailFrom", "play+club@mail.fieldpost.example", true},
		{"MailFrom", "Play <play@fieldpost.example>", false},
		{"MailFrom", "", false},
		{"KeyParameter", "/fieldpost", true},
		{"KeyParameter", "/club/fieldpost", true},
		{"KeyParameter", "fieldpost", false},
		{"KeyParameter", "/fieldpost/", false},
	} {
		pattern, ok := c.at("Parameters." + p.parameter + ".AllowedPattern").(string)
		if !ok || variable[p.parameter] == "" {
			t.Fatalf("%s has the pattern %q and is variable %q", p.parameter, pattern, variable[p.parameter])
		}
		_, err := settings.Read(func(name string) string {
			if name == variable[p.parameter] {
				return p.value
			}
			return answers[name]
		})
		if taken := regexp.MustCompile(pattern).MatchString(p.value); taken != p.ok || p.ok != (err == nil) {
			t.Errorf("%s %q: the template takes it: %v; the functions: %v", p.parameter, p.value, taken, err)
		}
	}
	for parameter, values := range map[string][]string{"CreateMode": {"open", "code", "off"}, "Sender": {"ses", "smtp"}} {
		if got := c.texts("Parameters." + parameter + ".AllowedValues"); !slices.Equal(got, values) {
			t.Errorf("%s is one of %q", parameter, got)
		}
	}
}

// The alarm of moves without mails counts lines of web's log: written otherwise,
// there would be none, and never an alarm.
func TestTemplateCountsMoves(t *testing.T) {
	filter := readTemplate(t).of("AWS::Logs::MetricFilter")[0].properties
	want := fmt.Sprintf(`{ $.msg = "command" && $.kind = "%T" && $.outcome = "done" }`, match.PlayMove{})
	if filter["FilterPattern"] != want || filter["LogGroupName"] != "${WebLog}" {
		t.Errorf("counted are %v of %v", filter["FilterPattern"], filter["LogGroupName"])
	}
	// Without a 0 for what is no move, and without it lent to the mails, there would be
	// no value on the very day without any mail, and so no alarm.
	if got := fmt.Sprint(filter.at("MetricTransformations.0.DefaultValue")); got != "0" {
		t.Errorf("a line that is no move counts %s", got)
	}
	metrics := readTemplate(t).below("Resources.SilenceAlarm.Properties")["Metrics"].([]any)
	expressions := map[any]any{}
	for _, m := range metrics {
		if e := m.(template)["Expression"]; e != nil {
			expressions[m.(template)["Id"]] = e
		}
	}
	shall := map[any]any{"silence": "IF(moves > 0 AND SUM([mails, nought]) < 1, 1, 0)", "nought": "moves * 0"}
	if diff := cmp.Diff(shall, expressions); diff != "" {
		t.Error(diff)
	}
	text, err := os.ReadFile("internal/site/behind.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`Log.Info("command"`, `"kind", fmt.Sprintf("%T", c)`, `"outcome", outcome(err)`, `return "done"`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("the log has no %s any more", part)
		}
	}
}
