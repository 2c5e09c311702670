package mail

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/functions/internal/present"
)

var ownCell = regexp.MustCompile(`>r([^<'!]+)!?</td>`)

// The table of an HTML mail has the reader's own letters on the pieces, the board
// in plain text the one notation that is typed, and the legend of both says how
// they go together.
func TestSignsInMails(t *testing.T) {
	c := composer(t)
	random := rand.New(rand.NewPCG(1, 2))
	rules := engine.StandardRules(engine.Barrage)
	m := begun(t, newMatch(t, rules), deal(rules, random))
	for _, lang := range c.Words.Languages() {
		w := c.Words.For(lang)
		p := compose(t, c, in(m, lang), GameOn, engine.Red)
		shown := map[string]int{}
		for _, cell := range ownCell.FindAllStringSubmatch(p.html, -1) {
			shown[cell[1]]++
		}
		text := strings.Join(strings.Fields(p.text), " ")
		for _, r := range engine.Ranks {
			if got, want := shown[w.Sign(r)], int(rules.Troops[r]); got != want {
				t.Errorf("%s: %d pieces with %q, want %d", lang, got, w.Sign(r), want)
			}
			if rules.Troops[r] == 0 {
				continue
			}
			if !strings.Contains(text, " r"+r.String()+" ") {
				t.Errorf("%s: no r%v on the board in plain text", lang, r)
			}
			legend := w.Sign(r) + " = " + w.Rank(r)
			if w.Sign(r) != r.String() {
				legend += " (" + r.String() + " "
			}
			if !strings.Contains(text, legend) || !strings.Contains(strings.ReplaceAll(p.html, "\u00a0", " "), legend) {
				t.Errorf("%s: the legend has no %q", lang, legend)
			}
		}
	}
}

// A column with "b10!" is no wider than the others: at 360 pixels the table has
// no room to spare.
func TestLongSignsAreNarrow(t *testing.T) {
	w := composer(t).Words.For("fr")
	for sign, c := range map[string]present.Cell{
		"b10!": {Color: engine.Blue, Rank: engine.Marshal, Known: true},
		"r10":  {Color: engine.Red, Rank: engine.Marshal},
		"rD!":  {Color: engine.Red, Rank: engine.Flag, Known: true},
		"b?'":  {Color: engine.Blue, Moved: true},
	} {
		l := look(c, w)
		if narrow := strings.Contains(string(l.Style), "letter-spacing:-1px"); l.Sign != sign || narrow != (len(sign) > 3) {
			t.Errorf("%q in %q, want %q", l.Sign, l.Style, sign)
		}
	}
}
