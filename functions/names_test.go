package functions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// SES acts in the name of the rule that takes the replies. Under another name it may
// neither put a mail into the bucket nor call inbound, and none arrives; nor does one
// while there is no rule, for which nobody shall have a right.
func TestTemplateNamesTheReceiptRule(t *testing.T) {
	c := readTemplate(t)
	rules := c.of("AWS::SES::ReceiptRule")
	sets := c.of("AWS::SES::ReceiptRuleSet")
	if len(rules) != 1 || len(sets) != 1 {
		t.Fatalf("%d rules in %d sets", len(rules), len(sets))
	}
	set := rules[0].properties["RuleSetName"]
	if set != "${"+sets[0].name+"}" {
		t.Errorf("the rule is in the set %v", set)
	}
	want := fmt.Sprint(arn("ses"), "receipt-rule-set/", set, ":receipt-rule/", rules[0].properties.at("Rule.Name"))

	permission := c.below("Resources.InboundPermission")
	if got := permission.at("Properties.SourceArn"); got != want || permission["Condition"] != "HasReplies" {
		t.Errorf("inbound may be called by %v, want %s", got, want)
	}
	statements, _ := c.at("Resources.BucketPolicy.Properties.PolicyDocument.Statement").([]any)
	found := false
	for _, s := range statements {
		choice, ok := s.(template)["!If"].([]any)
		if !ok {
			if principal := s.(template).at("Principal.Service"); principal != nil {
				t.Errorf("%v has a right even without a rule", principal)
			}
			continue
		}
		found = true
		allowed := choice[1].(template)
		got := []any{choice[0], choice[2], allowed.at("Principal.Service"), allowed["Action"], allowed.below("Condition.ArnEquals")["aws:SourceArn"]}
		if diff := cmp.Diff([]any{"HasReplies", "${AWS::NoValue}", "ses.amazonaws.com", "s3:PutObject", want}, got); diff != "" {
			t.Errorf("the bucket: %s", diff)
		}
	}
	if !found {
		t.Error("SES may put nothing into the bucket")
	}
}

// longest is what the longest name of a stack, and an id, may make of a text.
var longest = strings.NewReplacer("${AWS::StackName}", strings.Repeat("s", 128), "${Id}", strings.Repeat("0", 36), "${SiteName}", strings.Repeat("軍", 40))

// A name that is too long, or of other characters, fails the whole deployment, and
// only for those whose stack or site is called so.
func TestTemplateNamesFit(t *testing.T) {
	c := readTemplate(t)
	for _, n := range []struct {
		kind, property string
		most           int
	}{
		{"AWS::SES::ReceiptRuleSet", "RuleSetName", 64},
		{"AWS::SNS::Topic", "DisplayName", 100},
		{"AWS::Logs::LogGroup", "LogGroupName", 512},
	} {
		for _, r := range c.of(n.kind) {
			text, ok := r.properties[n.property].(string)
			if !ok {
				continue // AWS makes one
			}
			name := longest.Replace(text)
			other := strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' })
			if len(name) > n.most || strings.Contains(name, "${") || other {
				t.Errorf("%s of %s may be %q", n.property, r.name, name)
			}
		}
	}
}
