package functions_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/functions/internal/metrics"
)

// namespace is that of the programs' own metrics in the template.
const namespace = "${AWS::StackName}"

// An alarm on a figure that no program makes never comes, and one function with
// another namespace, or none, would make figures of its own, or none.
func TestTemplateWatchesOurMetrics(t *testing.T) {
	c := readTemplate(t)
	for name, f := range c.functions() {
		if got := f.properties.at("Environment.Variables.FIELDPOST_NAMESPACE"); got != namespace {
			t.Errorf("the metrics of %s are in %v", name, got)
		}
		if !strings.Contains(source(t, name), `metrics.Log(os.Stdout, os.Getenv("FIELDPOST_NAMESPACE"))`) {
			t.Errorf("%s logs no metrics", name)
		}
	}
	ours := map[string]string{} // by what it is counted apart
	for _, m := range metrics.All() {
		ours[m.Name] = m.By
	}
	watched := 0
	for _, a := range c.of("AWS::CloudWatch::Alarm") {
		list, _ := a.properties["Metrics"].([]any)
		for _, one := range append(list, template{"MetricStat": template{"Metric": a.properties}}) {
			m := one.(template).below("MetricStat.Metric")
			if m["Namespace"] != namespace {
				continue
			}
			watched++
			by, known := ours[m["MetricName"].(string)]
			if !known {
				t.Errorf("%s watches %v, which nobody counts", a.name, m["MetricName"])
			}
			if d := m.at("Dimensions.0.Name"); d != nil && d != by {
				t.Errorf("%s watches %v by %v, and it is counted by %q", a.name, m["MetricName"], d, by)
			}
		}
	}
	if watched == 0 {
		t.Error("nothing of ours is watched")
	}
}

// Without the moves lent to the mails there would be no value on the very day without
// any mail, and so no alarm; in one half hour alone it would come of the time that a
// mail takes.
func TestSilenceAlarm(t *testing.T) {
	alarm := readTemplate(t).below("Resources.SilenceAlarm.Properties")
	got := map[any]any{}
	for _, m := range alarm["Metrics"].([]any) {
		m := m.(template)
		got[m["Id"]] = m["Expression"]
		if m["Expression"] == nil {
			got[m["Id"]] = m.at("MetricStat.Metric.MetricName").(string) + " " + m.at("MetricStat.Stat").(string) + " " + m.at("MetricStat.Period").(string)
		}
	}
	want := map[any]any{
		"silence": "IF(moves > 0 AND SUM([mails, spared, nought]) < 1, 1, 0)", "nought": "moves * 0",
		"moves": metrics.Moves.Name + " Sum 1800", "mails": metrics.Mails.Name + " Sum 1800", "spared": metrics.Spared.Name + " Sum 1800",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for name, value := range map[string]string{"EvaluationPeriods": "24", "DatapointsToAlarm": "2", "TreatMissingData": "notBreaching"} {
		if alarm[name] != value {
			t.Errorf("%s is %v", name, alarm[name])
		}
	}
}

var (
	variables = regexp.MustCompile(`(?m)^\t(\w+) += Metric\{Name: "(\w+)"`)
	counted   = regexp.MustCompile(`(?:metrics\.)?\b(\w+)\.Count\(`)
	rows      = regexp.MustCompile("(?m)^\\| `(\\w+)` \\|(?: `(\\w+)`)? *\\|")
)

// A metric that is nowhere counted is a figure that nobody ever sees, and one that the
// documents lack is one that nobody understands.
func TestMetricsAreCountedAndTold(t *testing.T) {
	declared, err := os.ReadFile("internal/metrics/metrics.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{} // by variable
	for _, m := range variables.FindAllStringSubmatch(string(declared), -1) {
		names[m[1]] = m[2]
	}
	var all, used, told []string
	for _, m := range metrics.All() {
		all = append(all, strings.TrimSpace(m.Name+" "+m.By))
	}
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	inner, err := filepath.Glob("internal/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, inner...) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range counted.FindAllStringSubmatch(string(text), -1) {
			used = append(used, names[m[1]])
		}
	}
	for _, m := range metrics.All() {
		if !slices.Contains(used, m.Name) {
			t.Errorf("nobody counts %s", m.Name)
		}
	}
	if len(names) != len(all) {
		t.Errorf("%d metrics are declared, and %d listed", len(names), len(all))
	}
	text, err := os.ReadFile("../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| Metric | Counted by | What |")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, m := range rows.FindAllStringSubmatch(table, -1) {
		told = append(told, strings.TrimSpace(m[1]+" "+m[2]))
	}
	slices.Sort(all)
	slices.Sort(told)
	if diff := cmp.Diff(all, told); diff != "" {
		t.Errorf("counted (-) and told in docs/deploy.md (+): %s", diff)
	}
}
