package site

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// T13 for notes: two games that differ in what Blue notes and guesses give Red, who
// watches, and the log identical bytes. Without it Red would learn that he is thought
// of, or what of him.
func TestT13NotesTellNothing(t *testing.T) {
	compared, games := 0, uint64(3)
	for seed := range games {
		lot := rand.New(rand.NewPCG(seed, 63))
		rules := engine.StandardRules([]engine.Army{engine.Barrage, engine.Skirmish, engine.Lightning}[seed])
		rules.Memory = seed == 1
		red, blue := deploy(lot, rules), deploy(lot, rules)
		a, b := newWorld(t), newWorld(t)
		p := pair{t, a, b, a.started(rules, red, blue), b.started(rules, red, blue), engine.Red, 0}
		for range 6 {
			p.note(lot)
			saved := [2]match.Image{a.games.images[p.ma.ID], b.games.images[p.mb.ID]}
			if diff := cmp.Diff(saved[0], saved[1]); diff != "" { // and so the mails, which are made of it
				t.Errorf("the images differ:\n%s", diff)
			}
			view := p.ma.View(engine.Red)
			compared += samePages(t, a, b, p.ma, p.mb, &view)
			p.compare(&view)
			p.ask("to watch", func(w *world, m match.Match) reply {
				return w.browser().ask("GET", w.to(m, engine.Red, link.Watch), nil)
			})
			p.ask("notes of his own", func(w *world, m match.Match) reply { return w.program(m, engine.Red).call("GET", "/notes", "") })
			legal := p.ma.Game.Moves()
			if len(legal) == 0 {
				break
			}
			p.play(legal[lot.IntN(len(legal))].String())
		}
		compared += p.compared
		if diff := cmp.Diff(a.log.String(), b.log.String()); diff != "" {
			t.Errorf("the logs differ:\n%s", diff)
		}
		for _, text := range []string{"secret thought", "guess"} {
			if bytes.Contains(a.log.Bytes(), []byte(text)) {
				t.Errorf("the log says %q", text)
			}
		}
	}
	if compared < int(games)*100 {
		t.Errorf("only %d answers were compared", compared)
	}
}

// note has Blue keep notes and guesses in world a, by page and by program, and none in
// world b; where he is refused, too.
func (p *pair) note(lot *rand.Rand) {
	p.t.Helper()
	at, bob := p.a.to(p.ma, engine.Blue, link.Board), p.a.browser()
	view := p.ma.View(engine.Blue)
	unknown := match.Unknown(&view)
	bob.post(at, noteForm("note", "save", "notes", "a secret thought"))
	bob.post(at, noteForm("note", "save", "notes", strings.Repeat("a secret thought", 200)))
	if len(unknown) == 0 {
		return
	}
	square := unknown[lot.IntN(len(unknown))].String()
	_, page := bob.post(at, noteForm("note", "guess", "at", square, "rank", "M", "ply", "0"))
	if view.Ply == 0 && len(doubts(page)) == 0 {
		p.t.Fatal("nothing is guessed")
	}
	p.a.program(p.ma, engine.Blue).call("PUT", "/notes", asJSON(p.t, map[string]any{
		"text": "another secret thought", "guesses": []any{map[string]any{"square": square, "rank": "F"}},
	})).read(p.t, 200)
}
