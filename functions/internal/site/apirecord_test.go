package site

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/records"
)

// Without it the record of a running game would tell a setup, and that of a
// finished one would not be whole.
func TestRecord(t *testing.T) {
	w := newWorld(t)
	early := w.match(engine.StandardRules(engine.Barrage), match.Confirm{})
	resp := w.program(early, engine.Red).call("GET", "/record", "")
	if resp.status != 200 || !strings.HasPrefix(resp.page, "record 1\nrules barrage ") || !strings.HasSuffix(resp.page, "end none\n") {
		t.Errorf("before the game: %d %s", resp.status, resp.page)
	}

	m := w.play(w.playing(), "e4-e5", "j7-j6")
	ann := w.program(m, engine.Red)
	for _, format := range []string{"", "?format=text"} {
		resp = ann.call("GET", "/record"+format, "")
		if resp.status != 200 || resp.header.Get("Content-Type") != "text/plain; charset=utf-8" ||
			!strings.HasSuffix(resp.page, "end none\n1. e4-e5\n2. j7-j6\n") || strings.Contains(resp.page, "blue") {
			t.Errorf("%q: %d %s", format, resp.status, resp.page)
		}
	}
	r := ann.call("GET", "/record?format=json", "").read(t, 200)
	if r["setups"] != nil || r["salts"] != nil || r["outcome"] != nil || !cmp.Equal(r["record"], any([]any{"1. e4-e5", "2. j7-j6"})) {
		t.Errorf("the record is %v", r)
	}
	p := ann.call("GET", "/record?format=xml", "").read(t, 409)
	if !strings.Contains(p["detail"].(string), "would tell both setups") || p["view"] == nil {
		t.Errorf("%v", p)
	}
	p = ann.call("GET", "/record?format=pgn", "").read(t, 400)
	if !strings.Contains(p["detail"].(string), `"pgn"`) {
		t.Errorf("%v", p)
	}

	m = w.play(w.playing(), "a4-a7", "a8-a7", "e4-e5", "a7-a6", "e5-e6", "a6-a5", "e6-e7", "a5-a4",
		"e7-e8", "a4-a3", "e8-e9", "a3-a2", "e9-e10", "a2-a1")
	ann = w.program(m, engine.Red)
	resp = ann.call("GET", "/record", "")
	again, err := records.Read(resp.page)
	if err != nil || !cmp.Equal(again.Record(), m.Game.Record()) {
		t.Errorf("the finished record does not play: %v\n%s", err, resp.page)
	}
	r = ann.call("GET", "/record?format=json", "").read(t, 200)
	both, _ := m.Commitments()
	if !cmp.Equal(r["setups"], any(map[string]any{"red": barrageRed, "blue": barrageBlue})) ||
		!cmp.Equal(r["salts"], any(map[string]any{"red": strings.Repeat("0", 32), "blue": strings.Repeat("0", 32)})) ||
		!cmp.Equal(r["commitments"], any(map[string]any{"red": hexOf(both.Red), "blue": hexOf(both.Blue)})) ||
		r["outcome"] != "blue" || r["reason"] != "flag" {
		t.Errorf("the finished record is %v", r)
	}
	resp = ann.call("GET", "/record?format=xml", "")
	x, err := records.ParseGravon([]byte(resp.page))
	if err != nil || resp.header.Get("Content-Type") != "application/xml" || len(x.Moves) != m.Game.Ply() || x.Players.Red != "Ann" {
		t.Errorf("%d, %v: %s", resp.status, err, resp.page)
	}
	resp = ann.call("GET", "", "")
	view := resp.read(t, 200)
	if view["state"] != "over" || view["outcome"] != "blue" || view["reason"] != "flag" || view["toMove"] != nil ||
		view["version"] != 21.0 || strings.Contains(resp.page, `"rank":null`) {
		t.Errorf("the view is %v", view)
	}
}

// Without it a game that the foreign form cannot hold would be written wrong, or
// be called a failure of ours.
func TestRecordWithoutForeignForm(t *testing.T) {
	w := newWorld(t)
	rules := engine.StandardRules(engine.Skirmish)
	rules.QuietDraw, rules.QuietClaim = 2, 0
	rows := setup(t, engine.Skirmish, "M9332...\n2SBBF...\n........")
	m := w.play(w.started(rules, rows, rows), "a3-a4", "h6-h5")
	p := w.program(m, engine.Blue).call("GET", "/record?format=xml", "").read(t, 422)
	if !strings.Contains(p["detail"].(string), "cannot hold the army of this game") {
		t.Errorf("%v", p)
	}
	w.program(m, engine.Blue).call("GET", "/record?format=json", "").read(t, 200)
}

// A setup of a game that never began was never played, and stays secret. Without
// it who let the time pass would be shown the other's.
func TestRecordOfAGameLostWhileSettingUp(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: setup(t, engine.Barrage, barrageRed)})
	w.now = m.Deadline.Add(time.Second)
	bob := w.program(m, engine.Blue)
	resp := bob.call("GET", "/record?format=json", "")
	if a := resp.read(t, 200); a["setups"] != nil || a["salts"] != nil || a["reason"] != "time" || strings.Contains(resp.page, "22M9S") {
		t.Errorf("the record is %v", a)
	}
	if resp := bob.call("GET", "/record", ""); resp.status != 200 || strings.Contains(resp.page, "22M9S") {
		t.Errorf("the text is %d %s", resp.status, resp.page)
	}
	if v := bob.call("GET", "", "").read(t, 200); v["you"] != "blue" || v["army"] != "barrage" || v["state"] != "over" {
		t.Errorf("the view is %v", v)
	}
}

// Without it a game called off before it began would lose its army and rules.
func TestViewOfAGameCalledOffWhileSettingUp(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
	ann := w.program(m, engine.Red)
	ann.call("POST", "/actions", `{"action":"abort"}`).read(t, 200)
	if v := ann.call("GET", "", "").read(t, 200); v["you"] != "red" || v["army"] != "barrage" || v["state"] != "aborted" || v["toMove"] != nil {
		t.Errorf("the view is %v", v)
	}
}
