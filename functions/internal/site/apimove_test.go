package site

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
)

// Without it a move could not be played by the API, or its answer would not say
// what came of it.
func TestPostMove(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	a := ann.call("POST", "/moves", `{"move":"E4 e5","ply":0,"offerDraw":false}`).read(t, 200)
	if view := a["view"].(map[string]any); a["status"] != "played" || view["ply"] != 1.0 || view["toMove"] != "blue" ||
		!cmp.Equal(a["happened"], any(map[string]any{"move": "e4-e5", "text": "e4-e5", "attack": nil})) {
		t.Errorf("the answer is %v", a)
	}
	a = bob.call("POST", "/moves", `{"move":"b7-b4","ply":1}`).read(t, 200)
	if !cmp.Equal(a["happened"], any(map[string]any{
		"move": "b7xb4", "text": "b7xb4 2=2", "attack": map[string]any{"attacker": "2", "defender": "2", "result": "both"},
	})) {
		t.Errorf("it happened %v", a["happened"])
	}
}

// Without it a program would not be told which rule forbids its move, and what
// to do.
func TestMoveRefused(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	for _, c := range []struct {
		name   string
		by     *program
		body   string
		status int
		rule   any
		says   string
	}{
		{"no JSON", ann, `a4-a5`, 400, nil, "The body is no JSON"},
		{"no move", ann, `{"ply":0}`, 400, nil, "move: This is missing."},
		{"no ply", ann, `{"move":"e4-e5"}`, 400, nil, "ply: This is missing."},
		{"half a ply", ann, `{"move":"e4-e5","ply":0.5}`, 400, nil, "ply"},
		{"a ply below nothing", ann, `{"move":"e4-e5","ply":-1}`, 400, nil, "ply -1: This is less than 0."},
		{"no squares", ann, `{"move":"castle","ply":0}`, 400, nil, `"castle" is no move`},
		{"an unknown field", ann, `{"move":"e4-e5","ply":0,"color":"red"}`, 400, nil, `"color"`},
		{"too far", ann, `{"move":"e4-e6","ply":0}`, 422, "too-far", "too far away"},
		{"no piece", ann, `{"move":"e3-e4","ply":0}`, 422, "empty-square", "no piece on e3"},
		{"another's piece", ann, `{"move":"j7-j6","ply":0}`, 422, "not-yours", "not yours"},
		{"a later ply", ann, `{"move":"e4-e5","ply":2}`, 409, nil, "not at the ply"},
		{"out of turn", bob, `{"move":"j7-j6","ply":0}`, 409, nil, "not your turn"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.by.call("POST", "/moves", c.body).read(t, c.status)
			if p["rule"] != c.rule || !strings.Contains(p["detail"].(string), c.says) {
				t.Errorf("rule %v, %q", p["rule"], p["detail"])
			}
			if view, _ := p["view"].(map[string]any); (view != nil) != (c.status == 409) {
				t.Errorf("the view is %v", view)
			}
		})
	}
	if w.stored(m).Version != m.Version {
		t.Error("a refused move was stored")
	}
	m = w.finish(m)
	if p := ann.call("POST", "/moves", asJSON(t, map[string]any{"move": "e4-e5", "ply": m.Game.Ply()})).read(t, 409); !strings.Contains(p["detail"].(string), "is over") || p["view"].(map[string]any)["state"] != "over" {
		t.Errorf("after the end: %v", p)
	}
	early := w.match(engine.StandardRules(engine.Barrage), match.Confirm{})
	if p := w.program(early, engine.Red).call("POST", "/moves", `{"move":"e4-e5","ply":0}`).read(t, 409); p["view"].(map[string]any)["state"] != "invited" {
		t.Errorf("before the game: %v", p)
	}
}

// Without it a repetition or a captain's two ways would be refused and nobody
// could tell why.
func TestRefusalsExplain(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5", "j7-j6", "e5-e4", "j6-j7", "e4-e5", "j7-j6")
	p := w.program(m, engine.Red).call("POST", "/moves", `{"move":"e5-e4","ply":6}`).read(t, 422)
	if p["rule"] != "two-squares" || !cmp.Equal(p["because"], any([]any{"1. e4-e5", "3. e5-e4", "5. e4-e5"})) {
		t.Errorf("%v because %v", p["rule"], p["because"])
	}
	rows := setup(t, engine.Lightning, "6.........\n..........\nM987655443\n32222SBBF.")
	m = w.started(engine.StandardRules(engine.Lightning), rows, rows)
	ann := w.program(m, engine.Red)
	p = ann.call("POST", "/moves", `{"move":"a4-b5","ply":0}`).read(t, 422)
	if p["rule"] != "ambiguous-path" || !cmp.Equal(p["paths"], any([]any{"a4-b4-b5", "a4-a5-b5"})) && !cmp.Equal(p["paths"], any([]any{"a4-a5-b5", "a4-b4-b5"})) {
		t.Errorf("%v, paths %v", p["rule"], p["paths"])
	}
	a := ann.call("POST", "/moves", `{"move":"a4-b4-b5","ply":0}`).read(t, 200)
	if last := a["view"].(map[string]any)["lastMove"].(map[string]any); last["via"] != "b4" || last["text"] != "a4-b4-b5 (6)" {
		t.Errorf("the last move is %v", last)
	}
}

// Under the option memory a move that is sent again later must not tell the
// ranks that its player is to have forgotten.
func TestMemoryInAnswers(t *testing.T) {
	w := newWorld(t)
	rules := engine.StandardRules(engine.Barrage)
	rules.Memory = true
	m := w.started(rules, setup(t, engine.Barrage, barrageRed), setup(t, engine.Barrage, barrageBlue))
	ann := w.program(m, engine.Red)
	attack := func(status string) any {
		a := ann.call("POST", "/moves", `{"move":"a4-a7","ply":0}`).read(t, 200)
		if a["status"] != status {
			t.Errorf("%v, not %s", a["status"], status)
		}
		return a["happened"].(map[string]any)["attack"]
	}
	if got := attack("played"); !cmp.Equal(got, any(map[string]any{"attacker": "2", "defender": "2", "result": "both"})) {
		t.Errorf("the attack is %v", got)
	}
	w.play(w.stored(m), "j7-j6", "e4-e5")
	if got := attack("already played"); !cmp.Equal(got, any(map[string]any{"attacker": nil, "defender": nil, "result": "both"})) {
		t.Errorf("the attack is remembered as %v", got)
	}
}

// Without it a rescue could neither be found nor made by a program.
func TestRescueByAPI(t *testing.T) {
	w := newWorld(t)
	rules := engine.StandardRules(engine.Barrage)
	rules.Reconquest = true
	m := w.started(rules, setup(t, engine.Barrage, barrageRed), setup(t, engine.Barrage, barrageBlue))
	m = w.play(m, "a4-a7", "j7-j6", "e4-e5", "j6-j5", "e5-e6", "j5-j4", "e6-e7", "j4-j3", "e7-e8", "j3-j2", "e8-e9", "j2-i2")
	ann := w.program(m, engine.Red)
	rescue := ann.call("GET", "", "").read(t, 200)["rescue"].(map[string]any)
	if !cmp.Equal(rescue["moves"], any([]any{"e9-e10"})) || !cmp.Equal(rescue["pieces"], any([]any{"2"})) {
		t.Errorf("rescue %v", rescue)
	}
	p := ann.call("POST", "/moves", `{"move":"e9-e10 +9@a4","ply":12}`).read(t, 422)
	if p["rule"] != "rescue" {
		t.Errorf("refused by %v", p["rule"])
	}
	for _, status := range []string{"played", "already played"} {
		a := ann.call("POST", "/moves", `{"move":"e9-e10 +2@a4","ply":12}`).read(t, 200)
		view := a["view"].(map[string]any)
		if a["status"] != status || a["happened"].(map[string]any)["move"] != "e9-e10 +2@a4" ||
			!cmp.Equal(view["rescued"], any([]any{"e10"})) || !cmp.Equal(view["rescuesUsed"], any(map[string]any{"red": 1.0, "blue": 0.0})) {
			t.Errorf("%s: %v", status, a)
		}
	}
}

// meeting is a store whose first two writes wait for each other, so that two
// requests meet in it whatever the scheduler does.
type meeting struct {
	*memory
	waiting atomic.Int32
	both    chan struct{}
}

func (m *meeting) Save(ctx context.Context, i match.Image) error {
	if m.waiting.Add(1) == 2 {
		close(m.both)
	}
	<-m.both
	return m.memory.Save(ctx, i)
}

// T7: of two equal moves sent at once to two instances over one store one is
// played, and both are answered 200; another move at the same ply gets 409 and
// today's board. Without it a client that sends again after a lost answer would
// be told of an error, or would play twice.
func TestT7DoublePostByAPI(t *testing.T) {
	for _, way := range []string{"the API", "the link"} {
		t.Run(way, func(t *testing.T) {
			w := newWorld(t)
			m := w.playing()
			store := &meeting{memory: w.games, both: make(chan struct{})}
			send := func(site http.Handler, move string) reply {
				twin := *w
				twin.site = site
				if way == "the API" {
					return twin.program(m, engine.Red).call("POST", "/moves", `{"move":"`+move+`","ply":0}`)
				}
				return twin.browser().press(w.toMove(m, engine.Red, 0, move), `{"do":"play"}`)
			}
			var both sync.WaitGroup
			var answers [2]reply
			for i := range answers {
				both.Go(func() { answers[i] = send(w.instance(&app.App{Games: store, Now: w.app.Now}), "e4-e5") })
			}
			both.Wait()
			told := map[any]bool{}
			for _, a := range answers {
				told[a.read(t, 200)["status"]] = true
			}
			if !told["played"] || !told["already played"] {
				t.Errorf("they were told %v", told)
			}
			if got := w.stored(m); got.Version != m.Version+1 || got.Game.Ply() != 1 {
				t.Errorf("version %d and ply %d after two requests", got.Version-m.Version, got.Game.Ply())
			}
			p := send(w.site, "d4-e4").read(t, 409)
			if view := p["view"].(map[string]any); view["ply"] != 1.0 || view["toMove"] != "blue" {
				t.Errorf("today's board is %v", view)
			}
			w.play(w.stored(m), "j7-j6", "e5-e6")
			if a := send(w.site, "e4-e5").read(t, 200); a["status"] != "already played" || a["view"].(map[string]any)["ply"] != 3.0 {
				t.Errorf("later: %v", a)
			}
			if v := w.stored(m).Version; v != m.Version+3 {
				t.Errorf("version %d", v-m.Version)
			}
		})
	}
}
