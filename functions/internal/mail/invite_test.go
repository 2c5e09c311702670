package mail

import (
	"regexp"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// The invitation tells a stranger all that product.md promises him, in both
// parts and in an order in which he asks.
func TestInviteIsComplete(t *testing.T) {
	_, letters := story(t)
	l := letters["invite-blue-message"]
	p := compose(t, composer(t), l.m, l.l.Kind, l.l.Seat)
	for part, text := range map[string]string{"text": p.text, "HTML": p.html} {
		text, at := strings.Join(strings.Fields(text), " "), 0
		for _, what := range []string{
			"Ann (ann@example.org) invites you", "two armies", "higher rank wins", "Whoever captures", "no account",
			"Barrage, with 8 pieces", "3 days for each move", "loses the game", "They stand on the page",
			"accept, decline, or “I do not know this person”", "/j/", "You can accept until", "in 14 days", "Ann has given us your address", "after 30 days", "Not Bob",
		} {
			i := strings.Index(text[at:], what)
			if i < 0 {
				t.Errorf("%s: %q does not come after what should stand before it", part, what)
				continue
			}
			at += i
		}
	}
}

// What the inviter writes is on a page, which the invited may leave unread; a
// mail of his words would be a way to have us mail anything to anybody.
func TestMessageIsInNoMail(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	for _, name := range names {
		l := letters[name]
		if raw := string(raw(t, c, l.m, l.l.Kind, l.l.Seat)); strings.Contains(raw, "xylophonist") {
			t.Errorf("%s holds the message", name)
		}
	}
}

// Until the invited has accepted nobody's time to set up runs. Without this the
// creator would read that the other loses.
func TestNobodyLosesBeforeTheAcceptance(t *testing.T) {
	c := composer(t)
	_, letters := story(t)
	for _, name := range []string{"set-up-red", "set-up-red-vacant", "set-up-red-open", "set-up-red-again", "new-links-red-invited"} {
		l := letters[name]
		text := strings.Join(strings.Fields(compose(t, c, l.m, l.l.Kind, l.l.Seat).text), " ")
		if strings.Contains(text, "loses") || !strings.Contains(text, " stands until ") {
			t.Errorf("%s tells of another deadline than the invitation's:\n%s", name, text)
		}
	}
}

// hole is what words.Name makes of no name, or where one is left out.
var hole = regexp.MustCompile(`(^|\s)\?|\w  \w|– ( |\[)`)

// A vacant seat has no name, and no mail shows that as a hole.
func TestVacantSeatHasAWordForItsPlayer(t *testing.T) {
	c := composer(t)
	for _, open := range []bool{false, true} {
		m := alone(t, engine.StandardRules(engine.Duel), open)
		for k, m := range map[Kind]match.Match{
			Confirm: m, SetUp: m, Expired: timeOut(t, m), NewLinks: do(t, m, match.RenewLinks{By: engine.Red}),
		} {
			p := compose(t, c, m, k, engine.Red)
			if all := p.text + decode(t, p.header.Get("Subject")); hole.MatchString(all) {
				t.Errorf("%v has a hole:\n%s", k, all)
			}
			if from := decode(t, p.header.Get("From")); from != `"Fieldpost" <games@fieldpost.example>` {
				t.Errorf("%v comes from %s", k, from)
			}
			for _, sentence := range strings.Split(strings.Join(strings.Fields(p.text), " "), ". ") {
				if strings.HasPrefix(sentence, "your opponent") {
					t.Errorf("%v: a sentence begins in lower case: %q", k, sentence)
				}
			}
		}
	}
}
