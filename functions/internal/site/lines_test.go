package site

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// likely is a line of the viewer of v, as the board lets him think of one: the n-th
// of the other's pieces goes a step, and a piece of his own another.
func likely(v *engine.View, n int) match.Line {
	l := make(match.Line, 2)
	for i, c := range []engine.Color{v.Viewer.Other(), v.Viewer} {
		seen := 0
		for _, p := range v.Pieces {
			if p.Color == c {
				for _, to := range []engine.Square{p.Square + 1, p.Square + 10} {
					if seen++; l[i].Move.From == 0 || seen <= n {
						l[i].Move = engine.Move{From: p.Square, To: to}
					}
				}
			}
		}
	}
	return l
}

func steps(l match.Line) []any {
	list := []any{}
	for _, s := range l {
		list = append(list, map[string]any{"move": s.Move.String()})
	}
	return list
}

// T10: the reply that was expected did not happen, or with another end of a fight, or
// the answer is illegal by now: it is not played, its owner is told, and the other's
// view has no trace. The owner comes from the seat, never from the body.
func TestT10(t *testing.T) {
	for _, test := range []struct {
		name    string
		before  []string // before the lines, which are Ann's
		lines   string
		reply   string
		ply     int // after it
		dropped string
		says    []string // Ann's board
	}{
		{"it happened", []string{"e4-e5"}, `["if j7-j6 then e5-e6"]`, "j7-j6", 3, "", []string{"Turn 4: Bob to move"}},
		{"another reply", []string{"e4-e5"}, `["if j7-j6 then e5-e6"]`, "a7-a6", 2, "other-reply", []string{"Turn 3: your move", "Bob has made another move"}},
		{"a fight as said", []string{"e4-e5"}, `[[{"move":"b7xb4","result":"both"},{"move":"e5-e6"}]]`, "b7-b4", 3, "", []string{"Turn 4: Bob to move"}},
		{"another end of it", []string{"e4-e5"}, `[[{"move":"b7-b4","result":"loses"},{"move":"e5-e6"}]]`, "b7-b4", 2, "other-result", []string{"Turn 3: your move", "the fight ended in another way"}},
		{
			"illegal by now",
			[]string{"e4-e5", "j7-j6", "e5-e4", "j6-j7", "e4-e5"},
			`["if j7-j6 then e5-e4"]`, "j7-j6", 6, "illegal",
			[]string{"Turn 7: your move", "your answer e5-e4 is not legal now"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(t)
			m := w.play(w.started(engine.StandardRules(engine.Barrage), setup(t, engine.Barrage, barrageRed), setup(t, engine.Barrage, lineBlue)), test.before...)
			ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
			looks := func() map[string]string {
				all := map[string]string{}
				for _, below := range []string{"", "/record", "/record?format=json", "/lines"} {
					r := bob.call("GET", below, "")
					all[below] = r.header.Get("ETag") + r.page
				}
				_, all["board"] = w.browser().get(w.to(m, engine.Blue, link.Board))
				_, all["move"] = w.browser().get(w.toMove(m, engine.Blue, m.Game.Ply(), test.reply))
				return all
			}
			before := looks()
			body := `{"ply":` + asJSON(t, m.Game.Ply()) + `,"lines":` + test.lines + `}`
			if got := ann.call("PUT", "/lines", body).read(t, 200); len(got["lines"].([]any)) != 1 {
				t.Fatalf("saved: %v", got)
			}
			if diff := cmp.Diff(before, looks()); diff != "" {
				t.Errorf("Bob sees it (-before +now):\n%s", diff)
			}
			bare := newWorld(t)
			mb := bare.play(bare.started(engine.StandardRules(engine.Barrage), setup(t, engine.Barrage, barrageRed), setup(t, engine.Barrage, lineBlue)), test.before...)
			press := asJSON(t, map[string]any{"move": test.reply, "ply": m.Game.Ply()})
			told, without := bob.call("POST", "/moves", press), bare.program(mb, engine.Blue).call("POST", "/moves", press)
			if test.dropped != "" && told.page != without.page {
				t.Errorf("Bob's answer has a trace (-without +with):\n%s", cmp.Diff(without.page, told.page))
			}
			if answered := told.read(t, 200)["answered"]; (answered != nil) != (test.dropped == "") {
				t.Errorf("Bob is told of an answer: %v", answered)
			}
			if got := w.stored(m).Game.Ply(); got != test.ply {
				t.Errorf("at ply %d, not %d", got, test.ply)
			}
			saved := ann.call("GET", "/lines", "").read(t, 200)
			why := ""
			if d, ok := saved["dropped"].(map[string]any); ok {
				why = d["why"].(string)
				if illegal := why == "illegal"; illegal != (d["rule"] == "two-squares") || illegal != (d["move"] == "e5-e4") {
					t.Errorf("dropped: %v", d)
				}
			}
			if why != test.dropped || len(saved["lines"].([]any)) != 0 {
				t.Errorf("Ann has %v", saved)
			}
			status, page := w.browser().get(w.to(m, engine.Red, link.Board))
			want(t, status, page, 200, test.says...)
			if status, page = w.browser().get(w.to(m, engine.Blue, link.Board)); strings.Contains(page, "not played") {
				t.Errorf("Bob's board tells of it, %d", status)
			}
			if test.dropped != "" { // until her next move
				w.play(w.stored(m), w.stored(m).Game.Moves()[0].String())
				if saved := ann.call("GET", "/lines", "").read(t, 200); saved["dropped"] != nil {
					t.Errorf("still dropped: %v", saved)
				}
			}
		})
	}
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5")
	ann := w.program(m, engine.Red)
	for _, owner := range []string{`"seat":"blue"`, `"by":"blue"`, `"owner":"blue"`, `"color":"blue"`} {
		ann.call("PUT", "/lines", `{"ply":1,"lines":[],`+owner+`}`).read(t, 400)
	}
	if p := w.program(m, engine.Blue).call("PUT", "/lines", `{"ply":1,"lines":["if e5-e6 then j7-j6"]}`).read(t, 409); !strings.Contains(p["detail"].(string), "your own turn") {
		t.Errorf("%v", p)
	}
}

// lineBlue is a setup in which Blue's scout on b7 stands before Red's on b4.
const lineBlue = "S.......22\n.........M\n.........9\nFB3......."

// TestLinesByAPI: what is wrong with lines, and how they read when they are saved.
func TestLinesByAPI(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5")
	ann := w.program(m, engine.Red)
	for _, c := range []struct {
		body   string
		status int
		says   string
		rule   any
		step   any
	}{
		{`{"ply":1}`, 400, "lines: This is missing.", nil, nil},
		{`{"lines":[]}`, 400, "ply: This is missing.", nil, nil},
		{`{"ply":-1,"lines":[]}`, 400, "less than 0", nil, nil},
		{`{"ply":1,"lines":["maybe"]}`, 400, `"maybe" is no line`, nil, nil},
		{`{"ply":1,"lines":[7]}`, 400, "", nil, nil},
		{`{"ply":1,"lines":[null]}`, 422, "ends with a move of your own", nil, nil},
		{`{"ply":1,"lines":[[{"move":"j7"}]]}`, 400, `"j7" is no move`, nil, nil},
		{`{"ply":1,"lines":[[{"move":"j7-j6","result":"draw"},{"move":"e5-e6"}]]}`, 400, `"draw" is no way for a fight to end`, nil, nil},
		{`{"ply":1,"lines":[[{"move":"j7-j6","by":"red"},{"move":"e5-e6"}]]}`, 400, `"by"`, nil, nil},
		{`{"ply":1,"lines":["if j7-j6 then e5-e7"]}`, 422, "You could not answer e5-e7 there. e7 is too far away", "too-far", 2.0},
		{`{"ply":1,"lines":["if e7-e6 then e5-e6"]}`, 422, "As far as you can see, your opponent could not play e7-e6", "empty-square", 1.0},
		{`{"ply":1,"lines":["if b7-b4 then e5-e6"]}`, 422, "b7-b4 attacks a piece. Write after it", nil, 1.0},
		{`{"ply":0,"lines":["if j7-j6 then e5-e6"]}`, 409, "not at the ply", nil, nil},
	} {
		p := ann.call("PUT", "/lines", c.body).read(t, c.status)
		if !strings.Contains(p["detail"].(string), c.says) || p["rule"] != c.rule || p["step"] != c.step {
			t.Errorf("%s: %v", c.body, p)
		}
	}
	if len(w.stored(m).Plans.Red.Lines) != 0 {
		t.Error("something wrong was saved")
	}
	body := `{"ply":1,"lines":[[{"move":"b7 b4","result":"both"},{"move":"e5e6"},{"move":"j7-j6"},{"move":"e6-e7","result":null}],"si S7-j6 alors e5-e6"]}`
	ann.call("PUT", "/lines", body).read(t, 400)
	body = strings.Replace(body, "S7", "j7", 1)
	got := ann.call("PUT", "/lines", body).read(t, 200)
	if diff := cmp.Diff(any(map[string]any{
		"ply": 1.0, "dropped": nil,
		"lines": []any{
			map[string]any{
				"steps": []any{
					map[string]any{"move": "b7xb4", "result": "both"},
					map[string]any{"move": "e5-e6", "result": nil},
					map[string]any{"move": "j7-j6", "result": nil},
					map[string]any{"move": "e6-e7", "result": nil},
				},
				"text": "if b7xb4 both then e5-e6 if j7-j6 then e6-e7",
				"says": []any{"If Bob plays b7xb4 and both pieces are gone then, you play e5 to e6.", "If Bob then plays j7 to j6, you play e6 to e7."},
			},
			map[string]any{
				"steps": []any{map[string]any{"move": "j7-j6", "result": nil}, map[string]any{"move": "e5-e6", "result": nil}},
				"text":  "if j7-j6 then e5-e6", "says": []any{"If Bob plays j7 to j6, you play e5 to e6."},
			},
		},
	}), any(got)); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}
	if again := ann.call("PUT", "/lines", body); again.status != 200 || again.page != ann.call("GET", "/lines", "").page {
		t.Errorf("once more: %d %s", again.status, again.page)
	}
}

// TestLinesOnTheBoard: the form is there while one waits, takes what mails take, shows
// it in words, and takes it out again.
func TestLinesOnTheBoard(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann, at := w.browser(), w.to(m, engine.Red, link.Board)
	status, page := ann.get(at)
	want(t, status, page, 200, "!add-line")
	m = w.play(m, "e4-e5")
	status, page = ann.get(at)
	want(t, status, page, 200, "If … then …", `<details class="lines" id="lines">`, "“if a7-a6 then e5-e6”", "“if a7-a6 then a4-a5 if a6xa5 loses then a5-a6”", `name="ply" value="1"`)
	if strings.Index(page, `id="lines"`) > strings.Index(page, `id="notes"`) {
		t.Error("the notes stand before what may save a day")
	}
	add := func(line string, more ...string) (int, string) {
		return ann.post(at, form(append([]string{"do", "add-line", "ply", "1", "line", line}, more...)...))
	}
	status, page = add("if j7-j6 then e5-e6")
	want(t, status, page, 200, "Nothing has changed. Please tick", `value="if j7-j6 then e5-e6"`)
	status, page = add("if j7-j6 then e5-e6", "sure", "1")
	want(t, status, page, 200, "Saved. Bob does not see it.", "If Bob plays j7 to j6, you play e5 to e6.", `<details class="lines" id="lines" open>`, `name="line" value="if j7-j6 then e5-e6"`)
	status, page = ann.get(at)
	want(t, status, page, 200, `<details class="lines" id="lines">`, "If … then … (1 line saved)")
	status, page = add("wenn a7-a6 dann e5-e6")
	want(t, status, page, 200, "Saved.", "If Bob plays a7 to a6, you play e5 to e6.")
	status, page = add("if j7-j6 then what?")
	want(t, status, page, 422, "could not be read as an if-then line", `value="if j7-j6 then what?"`)
	status, page = add("if j7-j6 then e5-e7")
	want(t, status, page, 422, "You could not answer e5-e7 there", "Nothing was saved; what you had saved before stays.", `value="if j7-j6 then e5-e7"`)
	status, page = ann.post(at, form("do", "add-line", "ply", "5", "line", "if j7-j6 then e5-e6"))
	want(t, status, page, 200, "Nothing was saved: the game has moved on")
	remove := form("do", "remove-line", "ply", "1", "line", "if j7-j6 then e5-e6")
	status, page = ann.post(at, remove)
	want(t, status, page, 200, "Removed. Bob had not seen it.", "!If Bob plays j7 to j6", "If Bob plays a7 to a6")
	status, page = ann.post(at, remove)
	want(t, status, page, 200, "was removed already")

	// From the page of a move the form leads to the board.
	status, page = ann.get(w.toMove(m, engine.Red, 0, "e4-e5"))
	want(t, status, page, 200, `action="`+at+`"`)

	// The one who plays the reply is told at once that it is his turn again.
	bob := w.browser()
	status, page = bob.post(w.toMove(m, engine.Blue, 1, "a7-a6"), form("do", "play", "sure", "1"))
	want(t, status, page, 200, "You played a7-a6.", "Ann has answered already, and it is your turn again.", "Turn 4: your move", "Ann e5-e6", "!if-then")
	status, page = ann.post(at, form("do", "add-line", "ply", "1", "line", "if j7-j6 then e5-e6"))
	want(t, status, page, 200, "Nothing was saved: the game has moved on")

	// While Bob's offer stands there is nothing to save.
	w.give(w.stored(m), match.OfferDraw{By: engine.Blue, Ply: 3})
	status, page = ann.get(at)
	want(t, status, page, 200, "!add-line")
	status, page = ann.post(at, form("do", "add-line", "ply", "3", "line", "if j7-j6 then e6-e7"))
	want(t, status, page, 200, "Bob has offered you a draw")
}

// T13 for lines: whatever Ann has saved, Bob's pages, answers, tags and headers are
// the same bytes as if she had saved nothing.
func TestT13LinesTellNothing(t *testing.T) {
	moves := []string{"e4-e5", "j7-j6", "a4-a5", "a7-a6", "d4-e4"}
	plain, lined := newWorld(t), newWorld(t)
	mp, ml := plain.playing(), lined.playing()
	for n, text := range moves {
		mp, ml = plain.play(mp, text), lined.play(ml, text)
		if ml.Game.ToMove() == engine.Blue {
			reply := "j6-j7"
			if n == 0 {
				reply = "b7-b6"
			}
			body := `{"ply":` + asJSON(t, ml.Game.Ply()) + `,"lines":["if ` + reply + ` then e5-e6"]}`
			if saved := lined.program(ml, engine.Red).call("PUT", "/lines", body).read(t, 200); len(saved["lines"].([]any)) != 1 {
				t.Fatalf("saved: %v", saved)
			}
		}
		ml = lined.stored(ml)
		view := mp.View(engine.Blue)
		same := func(what string, send func(w *world, m match.Match) reply) {
			t.Helper()
			plain.now = plain.now.Add(requestWindow)
			lined.now = plain.now
			a, b := send(plain, mp), send(lined, ml)
			if a.status != b.status || a.page != b.page {
				t.Errorf("%s at ply %d: %s", what, view.Ply, cmp.Diff(a.page, b.page))
			}
			if diff := cmp.Diff(a.header, b.header); diff != "" {
				t.Errorf("%s at ply %d: the headers differ: %s", what, view.Ply, diff)
			}
		}
		for _, below := range []string{"", "/record", "/record?format=json", "/lines"} {
			same("GET "+below, func(w *world, m match.Match) reply { return w.program(m, engine.Blue).call("GET", below, "") })
		}
		same("lines of his own", func(w *world, m match.Match) reply {
			return w.program(m, engine.Blue).call("PUT", "/lines", `{"ply":9,"lines":["if e5-e6 then j6-j5"]}`)
		})
		same("a stale move", func(w *world, m match.Match) reply {
			return w.program(m, engine.Blue).call("POST", "/moves", asJSON(t, map[string]any{"move": "a1-a2", "ply": m.Game.Ply() + 1}))
		})
		same("the board", func(w *world, m match.Match) reply {
			return w.browser().ask(http.MethodGet, w.to(m, engine.Blue, link.Board), nil)
		})
		for _, move := range view.Legal {
			same("a move", func(w *world, m match.Match) reply {
				return w.browser().ask(http.MethodGet, w.toMove(m, engine.Blue, view.Ply, engine.Move{From: move.From, To: move.To}.String()), nil)
			})
		}
		for _, act := range match.Actions {
			same(act.String(), func(w *world, m match.Match) reply {
				return w.browser().ask(http.MethodGet, w.toAct(m, engine.Blue, view.Ply, act), nil)
			})
		}
	}
}

// TestLinesMeetTheMove: Ann saves her line and Bob moves in the same moment, in either
// order and truly at once: it is answered, or not saved, and never half of both.
func TestLinesMeetTheMove(t *testing.T) {
	for _, order := range []string{"lines first", "move first", "at once", "at once", "at once", "at once"} {
		w := newWorld(t)
		m := w.play(w.playing(), "e4-e5")
		ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
		var saved, moved reply
		save := func() { saved = ann.call("PUT", "/lines", `{"ply":1,"lines":["if j7-j6 then e5-e6"]}`) }
		move := func() { moved = bob.call("POST", "/moves", `{"move":"j7-j6","ply":1}`) }
		switch order {
		case "lines first":
			save()
			move()
		case "move first":
			move()
			save()
		default:
			var both sync.WaitGroup
			both.Go(save)
			both.Go(move)
			both.Wait()
		}
		now := w.stored(m)
		if moved.status != 200 {
			t.Fatalf("%s: Bob's move: %d %s", order, moved.status, moved.page)
		}
		switch saved.status {
		case 200:
			if now.Game.Ply() != 3 || !strings.Contains(moved.page, `"answered":{"move":"e5-e6"`) {
				t.Errorf("%s: saved, and ply %d", order, now.Game.Ply())
			}
		case 409:
			if now.Game.Ply() != 2 || !strings.Contains(moved.page, `"answered":null`) {
				t.Errorf("%s: not saved, and ply %d", order, now.Game.Ply())
			}
		default:
			t.Errorf("%s: %d %s", order, saved.status, saved.page)
		}
		if len(now.Plans.Red.Lines) > 0 {
			t.Errorf("%s: lines are left", order)
		}
	}
}
