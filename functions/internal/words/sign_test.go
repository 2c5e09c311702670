package words

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/engine"
)

// Without it a Drapeau would be an F on the board of a French reader.
func TestSigns(t *testing.T) {
	c, _ := english(t)
	for lang, want := range map[string]string{
		"en": "10 9 8 7 6 5 4 3 2 S B F",
		"fr": "10 9 8 7 6 5 4 3 2 E B D",
		"de": "10 9 8 7 6 5 4 3 2 S B F",
		"nl": "10 9 8 7 6 5 4 3 2 S B V",
	} {
		w := c.For(lang)
		var signs []string
		for _, r := range engine.Ranks {
			signs = append(signs, w.Sign(r))
		}
		if got := strings.Join(signs, " "); got != want {
			t.Errorf("%s: the pieces have %s, want %s", lang, got, want)
		}
		if got := w.Sign(engine.NoRank); got != "?" {
			t.Errorf("%s: a hidden piece has %q", lang, got)
		}
	}
}

// A letter is the first of its rank's name, and what is read on a piece is never
// typed for another one.
func TestSignsAreInitials(t *testing.T) {
	c, _ := english(t)
	for _, lang := range c.Languages() {
		w := c.For(lang)
		for _, r := range []engine.Rank{engine.Spy, engine.Bomb, engine.Flag} {
			if sign := w.Sign(r); sign != string([]rune(w.Rank(r))[:1]) {
				t.Errorf("%s: %q is on the piece %s", lang, sign, w.Rank(r))
			}
		}
		for _, r := range engine.Ranks {
			if typed, err := engine.ParseRank(w.Sign(r)); err == nil && typed != r {
				t.Errorf("%s: what is on the piece %s is typed for %s", lang, w.Rank(r), w.Rank(typed))
			}
			if slices.ContainsFunc(engine.Ranks[:], func(other engine.Rank) bool { return other != r && w.Sign(other) == w.Sign(r) }) {
				t.Errorf("%s: two ranks have the sign %q", lang, w.Sign(r))
			}
		}
	}
}
