package functions_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

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

// reader reads one parameter: the pattern of the template, and the functions.
type reader struct {
	pattern  *regexp.Regexp
	most     int // characters; 0: any number
	variable string
}

// readers are those of the parameters that both read.
func readers(t *testing.T) map[string]reader {
	t.Helper()
	c, all := readTemplate(t), map[string]reader{}
	variable := map[string]string{"BaseUrl": "FIELDPOST_BASE_URL"} // of a parameter
	for name, value := range c.functions()["web"].properties.below("Environment.Variables") {
		if text, ok := value.(string); ok && strings.HasPrefix(text, "${") {
			variable[strings.Trim(text, "${}")] = name
		}
	}
	for _, name := range []string{"BaseUrl", "SiteName", "Contact", "MailFrom", "KeyParameter"} {
		p := c.below("Parameters." + name)
		text, ok := p["AllowedPattern"].(string)
		if !ok || variable[name] == "" {
			t.Fatalf("%s has the pattern %q and is variable %q", name, text, variable[name])
		}
		r := reader{pattern: regexp.MustCompile(text), variable: variable[name]}
		if most, ok := p["MaxLength"].(string); ok {
			var err error
			if r.most, err = strconv.Atoi(most); err != nil {
				t.Fatal(err)
			}
		}
		all[name] = r
	}
	return all
}

// console reports whether the template takes a value.
func (r reader) console(value string) bool {
	return r.pattern.MatchString(value) && (r.most == 0 || utf8.RuneCountInString(value) <= r.most)
}

// functions returns why no function would start with a value.
func (r reader) functions(value string) error {
	_, err := settings.Read(func(name string) string {
		if name == r.variable {
			return value
		}
		return answers[name]
	})
	return err
}

// samples are values that both read alike.
var samples = []struct {
	parameter, value string
	ok               bool
}{
	{"BaseUrl", "", true},
	{"BaseUrl", "https://fieldpost.example", true},
	{"BaseUrl", "https://fieldpost.example/play/", true},
	{"BaseUrl", "https://fieldpost.example:8443/%7Eplay", true},
	{"BaseUrl", "fieldpost.example", false},
	{"BaseUrl", "https://fieldpost.example?a=b", false},
	{"BaseUrl", "https://me@fieldpost.example", false},
	{"BaseUrl", "https://%zz", false},
	{"BaseUrl", "https://fieldpost.example/%zz", false},
	{"BaseUrl", "https://fieldpost.example:x", false},
	{"SiteName", "Fieldpost", true},
	{"SiteName", "The club's post, Zürich", true},
	{"SiteName", "Η αλληλογραφία, 軍棋 & 🎲", true},
	{"SiteName", strings.Repeat("ü", 40), true},
	{"SiteName", strings.Repeat("ü", 41), false},
	{"SiteName", "club@example", false},
	{"SiteName", `"Club"`, false},
	{"SiteName", "club.example", false},
	{"SiteName", "www. club", false},
	{"SiteName", "tel:4711", false},
	{"SiteName", "a//b", false},
	{"SiteName", "the\u00a0club", false},
	{"SiteName", "the\tclub", false},
	{"SiteName", "the\u202eclub", false},
	{"SiteName", "\u2800", false},
	{"SiteName", "\u0301", false},
	{"Contact", "", true},
	{"Contact", "host@fieldpost.example", true},
	{"Contact", "a.host@Fieldpost.example", true},
	{"Contact", "https://fieldpost.example/contact?a=b", true},
	{"Contact", "http://127.0.0.1:8080", true},
	{"Contact", "me", false},
	{"Contact", "a@münchen.de", false},
	{"Contact", "a..b@c.example", false},
	{"Contact", "https://me@fieldpost.example", false},
	{"Contact", "https://%zz", false},
	{"MailFrom", "play@fieldpost.example", true},
	{"MailFrom", "play+club@mail.fieldpost.example", true},
	{"MailFrom", strings.Repeat("a", 64) + "@fieldpost.example", true},
	{"MailFrom", strings.Repeat("a", 65) + "@fieldpost.example", false},
	{"MailFrom", "a@" + strings.Repeat("b.", 123) + "example", false},
	{"MailFrom", "Play <play@fieldpost.example>", false},
	{"MailFrom", "a..b@c.example", false},
	{"MailFrom", ".a@c.example", false},
	{"MailFrom", "a.@c.example", false},
	{"MailFrom", "a@c..example", false},
	{"MailFrom", "", false},
	{"KeyParameter", "/fieldpost", true},
	{"KeyParameter", "/club/fieldpost", true},
	{"KeyParameter", "fieldpost", false},
	{"KeyParameter", "/fieldpost/", false},
}

// What the console takes the functions must take: else none starts, and the stack
// looks well. What they would refuse it must refuse, too, while somebody is looking.
func TestTemplatePatterns(t *testing.T) {
	all := readers(t)
	for _, s := range samples {
		r := all[s.parameter]
		if taken, err := r.console(s.value), r.functions(s.value); taken != s.ok || s.ok != (err == nil) {
			t.Errorf("%s %q: the template takes it: %v; the functions: %v", s.parameter, s.value, taken, err)
		}
	}
	c := readTemplate(t)
	for parameter, values := range map[string][]string{"CreateMode": {"open", "code", "off"}, "Sender": {"ses", "smtp"}} {
		if got := c.texts("Parameters." + parameter + ".AllowedValues"); !slices.Equal(got, values) {
			t.Errorf("%s is one of %q", parameter, got)
		}
	}
}

// odd are what somebody may type by mistake, or paste without seeing it.
var odd = []string{
	" ", "  ", "\t", "\n", "\u00a0", "\u200b", "\u200d", "\u202e", "\u2028", "\u2800", "\u3164", "\ufeff", "\u0301",
	".", "..", ". ", "www.", "@", "＠", "﹫", `"`, "'", ":", "/", "//", "：", "／", "。", "tel:", "mailto:", "https://", "?", "#", "%", "%zz", "%41",
	"<", ">", "(", ")", ",", ";", "[", "]", "\\", "ü", "軍", "🎲", "é", "-", "_", "+", "=", "$", "{}", strings.Repeat("a", 30), strings.Repeat("b.", 20),
}

// Whatever is typed into a good value, the console must not take what the functions
// refuse.
func TestTemplatePatternsAreAsStrict(t *testing.T) {
	all, taken, refused := readers(t), 0, 0
	for _, s := range samples {
		r, letters := all[s.parameter], []rune(s.value)
		for at := range len(letters) + 1 {
			for _, one := range odd {
				for _, other := range []string{"", ".", " "} {
					value := string(letters[:at]) + one + other + string(letters[at:])
					if !r.console(value) {
						refused++
						continue
					}
					taken++
					if err := r.functions(value); err != nil {
						t.Fatalf("%s %q: the template takes it; the functions: %v", s.parameter, value, err)
					}
				}
			}
		}
	}
	if taken < 1000 || refused < 1000 {
		t.Errorf("only %d were taken, and %d refused", taken, refused)
	}
}
