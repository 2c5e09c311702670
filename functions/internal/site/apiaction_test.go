package site

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// Without it an action that nobody knows, or half of one, would look done.
func TestActionsAreRefused(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann := w.program(m, engine.Red)
	for _, action := range []string{"accept", "decline", "resend", "correct-address", "withdraw", "rematch"} { // the game runs
		ann.call("POST", "/actions", `{"action":"`+action+`"}`).read(t, 409)
	}
	for _, body := range []string{``, `{}`, `{"action":"explode"}`, `{"action":"resign","who":"bob"}`, `{"action":"accept-draw"}`, `{"action":"claim-draw"}`, `{"action":"resign","email":"x@example.org"}`, `{"action":"resign","ply":-1}`} {
		ann.call("POST", "/actions", body, func(r *http.Request) { setBody(r, body) }).read(t, 400)
	}
	if w.stored(m).Version != m.Version {
		t.Error("something was done")
	}
}

// Without it a program could play, and not offer a draw, answer one, give up or
// call off; or would learn of it only when the other has moved.
func TestActionsByAPI(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps func(t *testing.T, ann, bob *program) map[string]any
		state string
		ends  string // outcome and reason
	}{
		{"a draw offered and accepted", func(t *testing.T, ann, bob *program) map[string]any {
			ann.call("POST", "/actions", `{"action":"offer-draw"}`).read(t, 200)
			if v := bob.call("GET", "", "").read(t, 200); v["drawOffer"] != "red" {
				t.Errorf("Bob sees the offer of %v", v["drawOffer"])
			}
			bob.call("POST", "/actions", `{"action":"accept-draw","ply":1}`).read(t, 409)
			a := bob.call("POST", "/actions", `{"action":"accept-draw","ply":0}`).read(t, 200)
			return bob.again(t, `{"action":"accept-draw","ply":0}`, a)
		}, "over", "draw agreed"},
		{"a draw offered with a move, and declined", func(t *testing.T, ann, bob *program) map[string]any {
			ann.call("POST", "/moves", `{"move":"e4-e5","ply":0,"offerDraw":true}`).read(t, 200)
			a := bob.call("POST", "/actions", `{"action":"decline-draw","ply":1}`).read(t, 200)
			ann.call("POST", "/actions", `{"action":"offer-draw"}`).read(t, 409) // not before five more moves
			return a["view"].(map[string]any)
		}, "playing", "<nil> <nil>"},
		{"nothing to claim", func(t *testing.T, ann, bob *program) map[string]any {
			bob.call("POST", "/actions", `{"action":"claim-draw","ply":0}`).read(t, 409)
			return ann.call("GET", "", "").read(t, 200)
		}, "playing", "<nil> <nil>"},
		{"resigned", func(t *testing.T, ann, bob *program) map[string]any {
			a := ann.call("POST", "/actions", `{"action":"resign"}`).read(t, 200)
			bob.call("POST", "/actions", `{"action":"resign"}`).read(t, 409)
			return ann.again(t, `{"action":"resign"}`, a)
		}, "over", "blue resigned"},
		{"called off", func(t *testing.T, _, bob *program) map[string]any {
			return bob.again(t, `{"action":"abort"}`, bob.call("POST", "/actions", `{"action":"abort"}`).read(t, 200))
		}, "aborted", "<nil> <nil>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			m := w.playing()
			v := c.steps(t, w.program(m, engine.Red), w.program(m, engine.Blue))
			if got := fmt.Sprint(v["outcome"], " ", v["reason"]); v["state"] != c.state || got != c.ends {
				t.Errorf("the game is %v and ends %q, want %v and %q", v["state"], got, c.state, c.ends)
			}
			if ended := c.state != "playing"; (v["deadline"] == nil) != ended || ended && v["toMove"] != nil {
				t.Errorf("deadline %v, to move %v", v["deadline"], v["toMove"])
			}
		})
	}
}

// again gives an action once more: it is answered as before, and does nothing.
func (p *program) again(t *testing.T, body string, before map[string]any) map[string]any {
	t.Helper()
	a := p.call("POST", "/actions", body).read(t, 200)
	if fmt.Sprint(a) != fmt.Sprint(before) {
		t.Errorf("%s is answered %v, and then %v", body, before, a)
	}
	return a["view"].(map[string]any)
}

// Without it a program could follow the links of a mail to a move, and not to an
// action.
func TestActionLinksByAPI(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	b := w.browser()
	at := w.toAct(m, engine.Red, 0, match.OfferingDraw)
	b.press(at, `{"do":"resign"}`).read(t, 400)
	for range 2 {
		if v := b.press(at, `{"do":"offer-draw"}`).read(t, 200)["view"].(map[string]any); v["drawOffer"] != "red" || v["you"] != "red" {
			t.Errorf("the view is %v", v)
		}
	}
	if got := w.stored(m).Version; got != m.Version+1 {
		t.Errorf("two presses wrote %d versions", got-m.Version)
	}
	b.press(w.toAct(m, engine.Blue, 0, match.AcceptingDraw), `{"do":"accept-draw"}`).read(t, 200)
	b.press(w.toAct(m, engine.Blue, 0, match.Resigning), `{"do":"resign"}`).read(t, 409)
}

// Without it the reason of a refusal would be that of another.
func TestWhyAnActionIsRefused(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5", "j7-j6", "e5-e6")
	ann := w.program(m, engine.Red)
	for _, c := range []struct{ body, says string }{
		{`{"action":"abort"}`, "cannot be done at this point of the game"},
		{`{"action":"accept-draw","ply":1}`, "nothing was done"},
	} {
		if p := ann.call("POST", "/actions", c.body).read(t, 409); !strings.Contains(p["detail"].(string), c.says) {
			t.Errorf("%s: %v", c.body, p["detail"])
		}
	}
	m = w.playing()
	ann = w.program(m, engine.Red)
	ann.call("POST", "/actions", `{"action":"abort"}`).read(t, 200)
	if p := ann.call("POST", "/actions", `{"action":"resign"}`).read(t, 409); !strings.Contains(p["detail"].(string), "has ended") {
		t.Errorf("after the end: %v", p["detail"])
	}
}
