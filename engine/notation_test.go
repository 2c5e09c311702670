package engine_test

import (
	"errors"
	"strings"
	"testing"

	"fieldpost/engine"
)

// TestMoveSpellings: every way of rules.md 11 to write a move, and how it is
// written back.
func TestMoveSpellings(t *testing.T) {
	for want, texts := range map[string][]string{
		"a4-a5": {
			"a4-a5", "A4-A5", " a4 - a5 ", "a4a5", "a4 a5", "a4–a5", "a4—a5", "a4−a5", "a4->a5", "a4 -> a5", "a4→a5",
			"a4xa5", "a4 X a5", "a4×a5", "a4:a5", "a4>a5", "a4 to a5", "a4  TO  a5", "a4 à a5", "a4 À a5", "a4 a\u0300 a5",
			"a4 a a5", "a4 vers a5", "a4 nach a5", "a4 naar a5",
		},
		"a1-a10":          {"a1a10", "a1-a10"},
		"a10-a1":          {"a10a1", "a10 a1"},
		"j9-j10":          {"k9k10", "K9-j10"},
		"e4-e5-f5":        {"e4-e5-f5", "e4e5f5", "e4-e5xf5", "e4 to e5 to f5", "e4 e5 f5"},
		"g9-g10 +5@c2":    {"g9-g10 +5@c2", "g9g10+5@c2", "g9xg10 + 5 @ C2"},
		"g9-g10 +S@c2":    {"g9-g10 +1@c2", "g9-g10 +s@c2"},
		"g9-g10 +M@c2":    {"g9-g10 +10@c2", "g9-g10 +x@c2", "g9-g10 +M@c2"},
		"g9-g10 +B@c2":    {"g9-g10 +b@c2"}, // refused as a rescue, but no nonsense
		"f8-f9-f10 +4@j1": {"f8f9f10+4@k1"},
	} {
		for _, text := range texts {
			m, err := engine.ParseMove(text)
			if err != nil || m.String() != want {
				t.Errorf("%q reads as %v, %v; want %s", text, m, err, want)
			}
		}
		if m, err := engine.ParseMove(want); err != nil || m.String() != want {
			t.Errorf("%q reads as %v, %v", want, m, err)
		}
	}
}

// TestMoveMalformed: what is no move is refused, with the offending text.
func TestMoveMalformed(t *testing.T) {
	for _, text := range []string{
		"", " ", "a4", "a4-", "-a5", "a4--a5", "a4 > > a5", "a0a1", "a11a10", "a04a5", "a4a05", "l4-l5", "4a-5a",
		"a4toa5", "a4 toa5", "a4to a5", "a4-a5-a6-a7", "a4a5a6a7", "a4 a5 thanks", "pass",
		"a4-a5 +5", "a4-a5 +@c2", "a4-a5 +5@", "a4-a5 +?@c2", "a4-a5 +11@c2", "a4-a5 +5@c2 +5@c3", "a4-a5 5@c2", "a4-a5 +5@c2!",
	} {
		m, err := engine.ParseMove(text)
		malformed, ok := errors.AsType[*engine.MalformedError](err)
		if !ok || m != (engine.Move{}) {
			t.Errorf("%q reads as %v, %v", text, m, err)
			continue
		}
		if malformed.Text != text || malformed.What != "move" || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: the error says %v", text, err)
		}
	}
}
