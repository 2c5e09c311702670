package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// The page to set up, by its text and by its help, with scripts and without. Without
// it a player could be given an army that he cannot send, or send another than he
// sees.
func TestSetUp(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			t.Parallel()
			g := s.create(t, fmt.Sprintf("setup-%v", scripts), "en").confirm().accept()
			ann, bob := s.tab(t, "en", scripts), s.tab(t, "en", scripts)

			ann.open(g.red.board)
			ann.tick("[name=sure]")
			ann.fill("setup", "setup", redRows)
			ann.press("button[name=submit][value=draft]")
			if rows, in := g.setup(&g.red); rows != redRows || in {
				t.Errorf("after the draft: submitted %v, rows\n%s", in, rows)
			}
			ann.open(g.red.board)
			if rows := ann.rows(); rows != redRows {
				t.Errorf("the draft is shown as\n%s", rows)
			}
			ann.act("setup")
			if rows, in := g.setup(&g.red); rows != redRows || !in {
				t.Errorf("after the submission: submitted %v, rows\n%s", in, rows)
			}

			bob.open(g.blue.board)
			bob.press("button[name=help]")
			proposed := bob.rows()
			if pieces := len(strings.NewReplacer(".", "", "\n", "").Replace(proposed)); pieces != 10 {
				t.Errorf("the help proposes %d pieces, not the duel army's 10:\n%s", pieces, proposed)
			}
			if n := eval[int](bob, `document.querySelectorAll('[data-at]').length`); n != 100 {
				t.Errorf("it is shown on %d squares, not 100", n)
			}
			bob.act("setup")
			if rows, in := g.setup(&g.blue); rows != proposed || !in {
				t.Errorf("after the submission: submitted %v, rows\n%s\nnot\n%s", in, rows, proposed)
			}
		})
	}
}

// rows is the setup that the page's field holds, as the JSON API writes one.
func (b *tab) rows() string {
	b.t.Helper()
	text := eval[string](b, `document.querySelector('[name=setup]').value`)
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToUpper(text), " ", ""), "\r", "")
}

// setup is what the server has of a player's setup.
func (g *game) setup(of *seat) (rows string, submitted bool) {
	g.t.Helper()
	var view struct {
		Setup *struct {
			Rows      string
			Submitted bool
		}
	}
	call(g.t, http.MethodGet, g.s.base+"/api/games/"+g.id, token(of.board), nil, &view)
	if view.Setup == nil {
		return "", false
	}
	return view.Setup.Rows, view.Setup.Submitted
}
