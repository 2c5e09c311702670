package words

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"fieldpost/engine"
)

// translations are the languages that product.md promises beside English, each
// with the messages that are the same in it as in English, and why.
var translations = map[string]struct{ names, words, shapes string }{
	"fr": {
		names:  "army.barrage army.duel army.original time.utc",
		words:  "page.home.code page.step.pause rank.5 rank.8 sign.bomb time.minutes",
		shapes: "last.they.quiet legend.rank mail.sender mail.subject page.game page.ground.stock pieces.at pieces.count time.as_utc time.two",
	},
	"de": {
		names: "army.barrage army.lightning army.original time.utc",
		words: "page.home.code page.step.pause sign.bomb sign.flag sign.spy time.month.11 time.month.4 time.month.8 time.month.9",
		shapes: "cell.other input.of input.of_quoted last.they.quiet legend.rank mail.proof.line mail.sender mail.subject mail.title " +
			"page.game page.ground.stock page.move.title page.play.target page.proof.line page.step.side pieces.at pieces.count pieces.line time.as_utc time.two",
	},
	"nl": {
		names: "army.barrage army.duel army.lightning army.original time.utc",
		words: "page.frame.privacy page.home.code privacy.title rank.4 sign.bomb sign.spy",
		shapes: "cell.other input.of input.of_quoted last.they.quiet legend.rank mail.proof.line mail.sender mail.subject mail.title " +
			"page.game page.ground.stock page.move.title page.play.target page.proof.line page.step.side pieces.at pieces.count pieces.line time.as_utc time.day time.moment time.two",
	},
}

// Without it one message that nobody has translated yet takes a whole language
// away from its readers. What the test prints is what is to be done.
func TestLanguagesAreComplete(t *testing.T) {
	all := files(t)
	if got, want := slices.Sorted(maps.Keys(all)), []string{"de", "en", "fr", "nl"}; !slices.Equal(got, want) {
		t.Errorf("there are files for %q, want %q", got, want)
	}
	for lang, same := range translations {
		excused := strings.Fields(same.names + " " + same.words + " " + same.shapes)
		for _, key := range slices.Sorted(maps.Keys(all["en"])) {
			english, own := all["en"][key], all[lang][key]
			switch equal := maps.Equal(english, own); {
			case own == nil:
				t.Errorf("%s: %q is missing: %q", lang, key, english["other"])
			case equal && !slices.Contains(excused, key):
				t.Errorf("%s: %q is still English: %q", lang, key, english["other"])
			case !equal && slices.Contains(excused, key):
				t.Errorf("%s: %q is excused as the same in English, and is not", lang, key)
			}
			if len(own) > 1 && len(english) == 1 || len(own) == 1 && len(english) > 1 {
				t.Errorf("%s: %q has %d forms, in English %d", lang, key, len(own), len(english))
			}
		}
		for _, key := range excused {
			if all["en"][key] == nil {
				t.Errorf("%s: %q is excused, and is no message", lang, key)
			}
		}
	}
}

// Each plural form that the language asks for is there, and no other. Without it
// the mail with the one number that needs the missing form panics.
func TestPluralForms(t *testing.T) {
	names := map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other"}
	for lang, messages := range files(t) {
		asked := map[string]bool{}
		for n := range engine.StandardMaxPlies + 1 { // nothing here is counted further than plies
			asked[names[plural.Cardinal.MatchPlural(language.Make(lang), n, 0, 0, 0, 0)]] = true
		}
		want := slices.Sorted(maps.Keys(asked))
		for key, forms := range messages {
			if got := slices.Sorted(maps.Keys(forms)); len(got) > 1 && !slices.Equal(got, want) {
				t.Errorf("%s: %q has the forms %q, want %q", lang, key, got, want)
			}
			if got, want := placeholders(map[string]string{"": forms["other"]}), placeholders(forms); !slices.Equal(got, want) {
				t.Errorf("%s: %q names %q in its form other, %q in all", lang, key, got, want)
			}
		}
	}
}

// What a name may be is not known, so nothing before it may hang on its first
// letter, as French "de" and "que" do; and French has a space before some marks,
// at which no line may end. In JSON and in a subject it has none: subjects begin
// alike in all languages, for who sorts his mails by them.
func TestFrench(t *testing.T) {
	elided := regexp.MustCompile(`(?i)(^|[ (])(de|que|le|la|du|ce|lorsque|puisque|qu'|d'|l')\s*\{\{\.(Name|Red|Blue|Winner|Loser|Other|Site|Rank|Ranks|Attacker|Defender|Target)\}\}`)
	loose := regexp.MustCompile(`[^\x{a0}][:;!?»](?:[ )]|$)|« `)
	quoted := regexp.MustCompile(`"[^"]*":?`)
	for key, forms := range files(t)["fr"] {
		for _, text := range forms {
			if elided.MatchString(text) {
				t.Errorf("%q: a word before a name would have to change with it: %s", key, text)
			}
			if bad := loose.FindString(quoted.ReplaceAllString(text, `""`)); bad != "" && !strings.HasPrefix(key, "mail.subject") {
				t.Errorf("%q: %q wants a no-break space: %s", key, bad, text)
			}
		}
	}
}

// Friends play with one another: German and Dutch say du and je, French says vous.
func TestFormOfAddress(t *testing.T) {
	for lang, wrong := range map[string]*regexp.Regexp{
		"fr": regexp.MustCompile(`(?i)(^|[ '])(tu|toi|ton|ta|tes)[ .,]`),
		"de": regexp.MustCompile(`\b(Ihnen|Ihrem|Ihren)\b|en Sie\b`),
		"nl": regexp.MustCompile(`\b([Uu]w|[Uu])\b`),
	} {
		for key, forms := range files(t)[lang] {
			for _, text := range forms {
				if word := wrong.FindString(placeholder.ReplaceAllString(text, "")); word != "" {
					t.Errorf("%s: %q says %q: %s", lang, key, word, text)
				}
			}
		}
	}
}

// Without it a deadline would be told in the order, or the words, of English.
func TestTimesInEachLanguage(t *testing.T) {
	c, _ := english(t)
	at := time.Date(2026, 3, 3, 17, 0, 0, 0, time.UTC)
	first := time.Date(2026, 11, 1, 8, 5, 0, 0, time.UTC)
	for lang, want := range map[string][]string{
		"en": {"Tue 3 March 18:00 CET (UTC+01:00), which is Tue 3 March 17:00 UTC", "Sun 1 November 09:05 CET", "in 2 days 5 hours", "in less than a minute", "This must be from 0.5 to 14 days."},
		"fr": {"mar. 3 mars 18:00 CET (UTC+01:00), soit mar. 3 mars 17:00 UTC", "dim. 1er novembre 09:05 CET", "dans 2 jours 5 heures", "dans moins d'une minute", "Ce doit être de 0,5 à 14 jours."},
		"de": {"Di, 3. März, 18:00 CET (UTC+01:00), das ist Di, 3. März, 17:00 UTC", "So, 1. November, 09:05 CET", "noch 2 Tage 5 Stunden", "noch weniger als eine Minute", "Das müssen 0,5 bis 14 Tage sein."},
		"nl": {"di 3 maart 18:00 CET (UTC+01:00), dat is di 3 maart 17:00 UTC", "zo 1 november 09:05 CET", "over 2 dagen 5 uur", "over minder dan een minuut", "Dit moet van 0,5 tot 14 dagen zijn."},
	} {
		w := c.For(lang)
		got := []string{
			w.When(at, "Europe/Paris"), w.Moment(first, "Europe/Paris"), w.In(at, at.Add(-53*time.Hour)), w.In(at, at),
			w.T("input.pace-limits", Args{"Least": w.decimal(0.5), "Most": w.decimal(14)}),
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
		for d := time.Sunday; d <= time.Saturday; d++ {
			if n := len([]rune(w.T(weekdayKey(d)))); n > 4 {
				t.Errorf("%s: %v is %d letters wide", lang, d, n)
			}
		}
	}
}

// The labels of the buttons are translated, and tell the answers apart.
func TestButtonsDiffer(t *testing.T) {
	c, _ := english(t)
	for _, lang := range c.Languages() {
		w := c.For(lang)
		labels := []string{w.T("page.confirm.button"), w.T("page.join.button"), w.T("page.join.decline"), w.T("page.join.block"), w.T("page.move.button")}
		if slices.Sort(labels); len(slices.Compact(labels)) != 5 {
			t.Errorf("%s: the buttons read %q", lang, labels)
		}
		if how := w.T("page.home.how"); !strings.Contains(how, w.T("page.move.button")) {
			t.Errorf("%s: the home page does not name the button %q: %s", lang, w.T("page.move.button"), how)
		}
	}
}
