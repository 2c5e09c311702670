package site

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// Without it a program could not offer the choices of a new game.
func TestRules(t *testing.T) {
	a := newWorld(t).browser().ask("GET", base+"/api/rules", nil).read(t, 200)
	armies, ranks := a["armies"].([]any), a["ranks"].([]any)
	if len(armies) != 7 || !cmp.Equal(armies[4], any(map[string]any{
		"name": "skirmish", "pieces": "M 9 3 3 2 2 S B B F", "count": 10.0, "size": 8.0, "setupRows": 3.0,
		"lakes": []any{"c4", "f4", "c5", "f5"},
	})) {
		t.Errorf("the armies are %v", armies)
	}
	if len(ranks) != 12 || !cmp.Equal(ranks[9], any(map[string]any{
		"symbol": "S", "strength": 1.0, "names": map[string]any{"en": "Spy", "fr": "Espion", "de": "Spion", "nl": "Spion"},
	})) || ranks[11].(map[string]any)["strength"] != nil {
		t.Errorf("the ranks are %v", ranks)
	}
	var body map[string]any
	if err := json.Unmarshal(encode(optionsOf(engine.StandardRules(engine.Original))), &body); err != nil {
		t.Fatal(err)
	}
	for name, option := range a["options"].(map[string]any) {
		if usual, ok := body[name]; !ok || usual != option.(map[string]any)["default"] {
			t.Errorf("%s: %v, and the rules of a new game have %v", name, option, usual)
		}
		delete(body, name)
	}
	if len(body) > 0 {
		t.Errorf("not listed: %v", body)
	}
}
