package site

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// Without it a setup could not be sent by the API, or would be refused without a
// word why.
func TestPutSetup(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	for _, c := range []struct {
		name, body string
		status     int
		says       string
		faults     []any
	}{
		{"no JSON", `rows`, 400, "The body is no JSON", nil},
		{"no rows", `{}`, 400, "setup: This is missing.", nil},
		{"null", `{"setup":null}`, 400, "setup: This is missing.", nil},
		{"not a text", `{"setup":["M"]}`, 400, "setup", nil},
		{"an unknown field", `{"setup":"M","color":"red"}`, 400, `"color"`, nil},
		{"a draft that cannot be read", `{"setup":"QQ","submit":false}`, 422, "cannot be read", []any{`"Q" is no piece: write F, B, S, 2 to 9, M, or . for an empty square.`}},
		{"no symbol", `{"setup":"QQ"}`, 422, "cannot be read", []any{`"Q" is no piece: write F, B, S, 2 to 9, M, or . for an empty square.`}},
		{"nothing", `{"setup":""}`, 422, "cannot be read", []any{"There must be 4 rows of 10 squares, 40 in all, not 0."}},
		{"two faults", `{"setup":"22M9B...../........../........../FB3......."}`, 422, "not yet your army", []any{"Missing: Spy.", "Too many: Bomb."}},
		{"numbered the American way", `{"setup":"9912...../.........../........../SBF8......."}`, 422, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := ann.call("PUT", "/setup", c.body).read(t, c.status)
			if !strings.Contains(p["detail"].(string), c.says) {
				t.Errorf("the detail is %q", p["detail"])
			}
			if c.faults != nil && !cmp.Equal(p["faults"], any(c.faults)) {
				t.Errorf("the faults are %v", p["faults"])
			}
			if c.faults != nil && p["rule"] != "setup" {
				t.Errorf("the rule is %v", p["rule"])
			}
		})
	}
	if v := w.stored(m).Version; v != m.Version {
		t.Fatalf("a refused setup wrote version %d", v)
	}
	send := func(p *program, rows string) reply {
		return p.call("PUT", "/setup", asJSON(t, map[string]any{"setup": rows, "submit": true, "sure": false}))
	}
	for range 2 { // the second one changes nothing
		if view := send(ann, barrageRed).read(t, 200)["view"].(map[string]any); view["state"] != "setup" || view["version"] != 4.0 {
			t.Errorf("after the first setup: %v", view)
		}
	}
	if v := w.stored(m).Version; v != m.Version+1 {
		t.Errorf("two equal setups wrote version %d", v)
	}
	if view := send(bob, barrageBlue).read(t, 200)["view"].(map[string]any); view["state"] != "playing" || view["toMove"] != "red" {
		t.Errorf("after the second setup: %v", view)
	}
	send(ann, barrageRed).read(t, 200)
	for _, rows := range []string{"M922S.....\n..........\n..........\nFB3.......", "QQ"} {
		p := send(ann, rows).read(t, 409)
		if !strings.Contains(p["detail"].(string), "cannot be changed any more") || p["view"].(map[string]any)["state"] != "playing" {
			t.Errorf("too late: %v", p)
		}
	}
}

// Without it a setup with the ranks the other way round would be refused without
// the hint that helps, and one that loses at once would be taken by mistake.
func TestSetupHints(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{})
	american := `{"setup":"9918S...../........../........../FB2......."}`
	p := w.program(m, engine.Red).call("PUT", "/setup", american).read(t, 422)
	if faults := p["faults"].([]any); !strings.Contains(faults[len(faults)-1].(string), "American") {
		t.Errorf("the faults are %v", faults)
	}
	rules := engine.StandardRules(engine.CustomArmy)
	var err error
	if rules.Troops, err = engine.ParseTroops("5 B B F"); err != nil {
		t.Fatal(err)
	}
	m = w.match(rules, match.Confirm{})
	ann := w.program(m, engine.Red)
	rows := "..........\n..........\nB.........\n5BF......."
	p = ann.call("PUT", "/setup", asJSON(t, map[string]any{"setup": rows})).read(t, 422)
	if !cmp.Equal(p["faults"], any([]any{"No piece can move."})) || !strings.Contains(p["detail"].(string), `"sure": true`) || p["rule"] != nil {
		t.Errorf("a setup that blocks its owner: %v", p)
	}
	ann.call("PUT", "/setup", asJSON(t, map[string]any{"setup": rows, "sure": true})).read(t, 200)
}
