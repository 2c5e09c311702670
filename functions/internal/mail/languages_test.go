package mail

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// in returns m with both players reading lang.
func in(m match.Match, lang string) match.Match {
	m.Seats.Red.Lang, m.Seats.Blue.Lang = lang, lang
	return m
}

// telltale are words that English alone has.
var telltale = regexp.MustCompile(`(?i)\b(the|you|your|and|with)\b`)

// Each mail can be written in each language: whole, as wide as a mail may be,
// and in one thread. Without it a message with the wrong placeholder would cost
// the readers of one language one kind of mail.
func TestEveryMailInEveryLanguage(t *testing.T) {
	c := composer(t)
	langs := c.Words.Languages()
	if want := []string{"en", "de", "fr", "nl"}; !slices.Equal(langs, want) {
		t.Fatalf("mails can be had in %q, want %q", langs, want)
	}
	names, letters := story(t)
	long := strings.Repeat("é", 40) // two runes a letter
	for _, lang := range langs[1:] {
		subjects := map[match.ID]string{}
		for _, name := range names {
			l := letters[name]
			m := in(l.m, lang)
			english, p := compose(t, c, l.m, l.l.Kind, l.l.Seat), compose(t, c, m, l.l.Kind, l.l.Seat)
			if !strings.Contains(p.html, `<html lang="`+lang+`"`) {
				t.Errorf("%s in %s does not say so", name, lang)
			}
			if first, _, _ := strings.Cut(p.text, "\n"); strings.HasPrefix(english.text, first) {
				t.Errorf("%s in %s begins as in English: %q", name, lang, first)
			}
			subject := decode(t, p.header.Get("Subject"))
			switch before := subjects[m.ID]; {
			case l.l.Kind == Confirm:
			case before == "" || strings.Contains(name, "vacant"), strings.Contains(name, "open"):
				subjects[m.ID] = subject
			case subject != before:
				t.Errorf("%s in %s has the subject %q, another mail of the game %q", name, lang, subject, before)
			}
			if !strings.HasPrefix(subject, "Stratego: ") || columnsOf(subject) > columns {
				t.Errorf("%s in %s has the subject %q", name, lang, subject)
			}
			if word := telltale.FindString(p.text); word != "" {
				t.Errorf("%s in %s says %q", name, lang, word)
			}
			narrow(t, c, name+" in "+lang, p.text)
			m.Seats.Red.Name, m.Seats.Blue.Name = long, long
			narrow(t, c, name+" in "+lang+" to somebody of a long name", compose(t, c, m, l.l.Kind, l.l.Seat).text)
		}
		for _, s := range strangers(t) {
			to := eve
			to.Lang = lang
			msg, err := s.compose(c, to, "P#1")
			if err != nil {
				t.Fatal(err)
			}
			p := read(t, msg.Raw)
			if subject := decode(t, p.header.Get("Subject")); subject == s.subject {
				t.Errorf("%s in %s has the English subject %q", s.name, lang, subject)
			}
			narrow(t, c, s.name+" in "+lang, p.text)
		}
	}
}

// narrow checks that no line but that of an address is wider than a mail may be.
func narrow(t *testing.T, c *Composer, what, text string) {
	t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		if n := columnsOf(line); n > columns && !(strings.HasPrefix(line, c.BaseURL) && !strings.Contains(line, " ")) {
			t.Errorf("%s: a line of %d columns: %q", what, n, line)
		}
		if strings.HasSuffix(line, " ") || strings.Contains(line, "\u00a0") {
			t.Errorf("%s: a line with a space that is none of plain text: %q", what, line)
		}
	}
}

// One player's language is not the other's.
func TestEachReadsHisOwnLanguage(t *testing.T) {
	c := composer(t)
	_, letters := story(t)
	m := letters["your-turn-red"].m
	m.Seats.Red.Lang, m.Seats.Blue.Lang = "fr", "de"
	m = do(t, m, match.OfferDraw{By: engine.Blue, Ply: 40})
	if p := compose(t, c, m, DrawOffered, engine.Red); !strings.HasPrefix(p.text, "Bob vous propose la nulle") {
		t.Errorf("Red reads %q", p.text[:60])
	}
	m = do(t, m, match.DeclineDraw{By: engine.Red, Ply: 40})
	if p := compose(t, c, m, DrawDeclined, engine.Blue); !strings.HasPrefix(p.text, "Ann hat dein Remisangebot abgelehnt") {
		t.Errorf("Blue reads %q", p.text[:60])
	}
}

// The three mails that say most, for who reads these languages to look at.
func TestMailsToLookAt(t *testing.T) {
	c := composer(t)
	_, letters := story(t)
	for _, lang := range c.Words.Languages()[1:] {
		for _, name := range []string{"your-turn-red", "invite-blue", "over-red"} {
			l := letters[name]
			p := compose(t, c, in(l.m, lang), l.l.Kind, l.l.Seat)
			var head strings.Builder
			for _, h := range []string{"From", "To", "Subject"} {
				head.WriteString(h + ": " + decode(t, p.header.Get(h)) + "\n")
			}
			golden(t, name+"-"+lang+".txt", head.String()+"\n"+p.text)
		}
	}
}
