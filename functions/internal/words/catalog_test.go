package words

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/records"
)

var update = flag.Bool("update", false, "sort the catalog's files")

// english returns the catalog and its English words.
func english(t testing.TB) (*Catalog, Words) {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return c, c.For("en")
}

// files returns each language's messages: key → form → text.
func files(t *testing.T) map[string]map[string]map[string]string {
	t.Helper()
	paths, err := fs.Glob(locales, "locales/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no catalog: %v", err)
	}
	all := map[string]map[string]map[string]string{}
	for _, p := range paths {
		data, err := fs.ReadFile(locales, p)
		if err != nil {
			t.Fatal(err)
		}
		var raw map[string]any
		if err := json.Unmarshal(data, &raw); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		messages := map[string]map[string]string{}
		for key, v := range raw {
			switch v := v.(type) {
			case string:
				messages[key] = map[string]string{"other": v}
			case map[string]any:
				messages[key] = map[string]string{}
				for form, text := range v {
					messages[key][form] = fmt.Sprint(text)
				}
			}
		}
		all[strings.TrimSuffix(filepath.Base(p), ".json")] = messages
	}
	return all
}

var (
	placeholder = regexp.MustCompile(`\{\{\.([A-Z][A-Za-z]*)\}\}`)
	brace       = regexp.MustCompile(`\{\{|\}\}`)
	keyShape    = regexp.MustCompile(`^[a-z][A-Za-z0-9_?-]*(\.[A-Za-z0-9_-]+)+$`)
)

// placeholders returns the names that a message fills in, sorted.
func placeholders(forms map[string]string) []string {
	set := map[string]bool{}
	for _, text := range forms {
		for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
			set[m[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// Without it a merge would leave the files in two orders, a key twice (of which
// JSON keeps one silently), or a message that only fails when it is sent.
func TestFilesAreWellFormed(t *testing.T) {
	for lang := range files(t) {
		path := filepath.Join("locales", lang+".json")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var raw map[string]any
		if err := json.Unmarshal(data, &raw); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(raw); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if !bytes.Equal(data, want.Bytes()) {
			t.Errorf("%s is not sorted by key, each once, with two spaces: run go test with -update", path)
		}
	}
}

func TestMessagesAreWellFormed(t *testing.T) {
	for lang, messages := range files(t) {
		for key, forms := range messages {
			if !keyShape.MatchString(key) {
				t.Errorf("%s: %q is no key: words with dots between", lang, key)
			}
			if _, ok := forms["other"]; !ok {
				t.Errorf("%s: %q lacks the plural form other", lang, key)
			}
			for form, text := range forms {
				if strings.TrimSpace(text) != text || text == "" {
					t.Errorf("%s: %q, %s: empty, or spaces at its ends: part of a sentence?", lang, key, form)
				}
				if brace.MatchString(placeholder.ReplaceAllString(text, "")) {
					t.Errorf("%s: %q, %s: %q holds more than placeholders {{.Name}}", lang, key, form, text)
				}
			}
		}
	}
}

// Without it a translator's slip in a placeholder panics in the mail of the one
// reader of that language.
func TestLanguagesAgreeWithEnglish(t *testing.T) {
	all := files(t)
	for lang, messages := range all {
		for key, forms := range messages {
			english, ok := all["en"][key]
			if !ok {
				t.Errorf("%s: %q is no message of the English file", lang, key)
				continue
			}
			if got, want := placeholders(forms), placeholders(english); !slices.Equal(got, want) {
				t.Errorf("%s: %q has the placeholders %q, in English %q", lang, key, got, want)
			}
		}
	}
}

// derived lists the keys that this package makes of words of the engine.
func derived() []string {
	var keys []string
	for _, r := range engine.Ranks {
		keys = append(keys, rankKey(r))
	}
	for _, a := range engine.Armies {
		keys = append(keys, armyKey(a))
	}
	keys = append(keys, colorKey(engine.Red), colorKey(engine.Blue),
		chaseKey(engine.ChaseStrategus), chaseKey(engine.ChaseOff))
	for r := engine.OffBoard; r <= engine.BadSetup; r++ {
		keys = append(keys, refusalKey(r))
	}
	for r := engine.ByFlag; r <= engine.ByTime; r++ {
		for _, how := range endings(r) {
			keys = append(keys, endedKey(r, how))
		}
	}
	known := shapes[:len(shapes)-1]
	for _, s := range known {
		keys = append(keys, turnKey(s), lastKey("they", s))
	}
	for _, s := range shapes {
		keys = append(keys, lastKey("you", s), lastKey("seen", s))
	}
	for _, limit := range []string{"option.quiet_claim", "option.quiet_draw", "option.max_plies"} {
		keys = append(keys, limit, limit+".off")
	}
	for _, a := range append(slices.Clone(match.Actions), match.GivingTime) {
		keys = append(keys, actKey(a))
	}
	for f := match.VacationNever; f.String() != "none"; f++ {
		keys = append(keys, vacationFaultKey(f))
	}
	for _, p := range match.Problems() {
		keys = append(keys, inputKey(p))
	}
	for k := engine.MissingPieces; k.String() != "none"; k++ {
		keys = append(keys, setupFaultKey(k))
	}
	for k := engine.UnknownSymbol; k.String() != "none"; k++ {
		keys = append(keys, rowsFaultKey(k))
	}
	for k := engine.NoSuchArmy; k.String() != "none"; k++ {
		keys = append(keys, rulesFaultKey(k))
	}
	keys = append(keys, lackKey(records.OtherLack))
	for l := records.LackArmy; l.String() != "other"; l++ {
		keys = append(keys, lackKey(l))
	}
	for d := time.Sunday; d <= time.Saturday; d++ {
		keys = append(keys, weekdayKey(d))
	}
	for m := time.January; m <= time.December; m++ {
		keys = append(keys, monthKey(m))
	}
	for _, teller := range []string{"if", "then"} {
		for r := engine.NoResult; r <= engine.BothLose; r++ {
			keys = append(keys, lineKey(teller, r))
		}
	}
	for r := engine.Wins; r <= engine.BothLose; r++ {
		keys = append(keys, lineOnKey(r))
	}
	for why := match.OtherReply; why.String() != "none"; why++ {
		keys = append(keys, lineDroppedKey(why))
	}
	for _, f := range match.LineFaults() {
		keys = append(keys, lineFaultKey(f))
	}
	return keys
}

// Without it a word that the engine gets one day has no sentence, and the one
// player who meets it gets an error page.
func TestEveryWordOfTheEngineHasAMessage(t *testing.T) {
	messages := files(t)["en"]
	for _, key := range derived() {
		if messages[key] == nil {
			t.Errorf("%q is missing", key)
		}
	}
	if s := (engine.BadSetup + 1).String(); s != "none" {
		t.Errorf("the engine has a rule %q after setup, which derived does not list", s)
	}
	if s := (engine.ByTime + 1).String(); s != "none" {
		t.Errorf("the engine has a reason %q after time, which derived does not list", s)
	}
}

// A half-translated file must lend nothing, or a reader gets a mail in two
// languages.
func TestOnlyCompleteLanguagesAreOffered(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	c, err := LoadFS(fstest.MapFS{
		"locales/en.json": file(`{"a.a": "one {{.X}}", "a.b": {"one": "{{.N}} dog", "other": "{{.N}} dogs"}}`),
		"locales/fr.json": file(`{"a.a": "un {{.X}}", "a.b": {"one": "{{.N}} chien", "other": "{{.N}} chiens"}}`),
		"locales/de.json": file(`{"a.a": "ein {{.X}}"}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c.Languages(), []string{"en", "fr"}; !slices.Equal(got, want) {
		t.Errorf("offered: %q, want %q", got, want)
	}
	for lang, want := range map[string]string{
		"fr": "fr", "fr-CH": "fr", "de": "en", "": "en", "x!": "en", "ja": "en",
		"de-AT,fr;q=0.8,en;q=0.5": "fr", "en-GB": "en",
	} {
		if got := c.For(lang).Lang(); got != want {
			t.Errorf("For(%q) speaks %q, want %q", lang, got, want)
		}
	}
	if got := c.For("fr").T("a.a", Args{"X": 1}); got != "un 1" {
		t.Errorf("French reads %q", got)
	}
	if got := c.For("fr").N("a.b", 0); got != "0 chien" { // French counts zero as one
		t.Errorf("French plural reads %q", got)
	}
	if got := c.For("en").N("a.b", 0); got != "0 dogs" {
		t.Errorf("English plural reads %q", got)
	}
}

func TestLoadRefusesBrokenFiles(t *testing.T) {
	for name, file := range map[string]string{"fr": `{"a.a": "x"}`, "en": `{"a.a": `} {
		if _, err := LoadFS(fstest.MapFS{"locales/" + name + ".json": {Data: []byte(file)}}); err == nil {
			t.Errorf("a catalog of %s alone, %s, loads", name, file)
		}
	}
}

// A mistake must be loud: a mail with "<no value>" in it would go out unseen.
func TestMistakesPanic(t *testing.T) {
	_, w := english(t)
	for name, call := range map[string]func(){
		"unknown key":         func() { w.T("no.such_message") },
		"missing placeholder": func() { w.T("refusal.lake") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call()
		})
	}
}
