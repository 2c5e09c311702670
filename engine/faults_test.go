package engine_test

import (
	"errors"
	"fmt"
	"testing"

	"fieldpost/engine"
)

// Without it a new kind of fault would be called by the word of no fault, or by
// that of another, and its reader told nothing.
func TestFaultsHaveWords(t *testing.T) {
	for name, count := range map[string]struct {
		last int
		kind func(n int) (word, text string)
	}{
		"setup": {int(engine.OffGround), func(n int) (string, string) {
			k := engine.SetupFaultKind(n)
			return k.String(), engine.SetupFault{Kind: k, Rank: engine.Spy, Count: 1, Square: 1}.String()
		}},
		"rows": {int(engine.OtherRows), func(n int) (string, string) {
			k := engine.RowsFaultKind(n)
			return k.String(), engine.RowsFault{Kind: k, Symbol: "y"}.String()
		}},
		"rules": {int(engine.ClaimAfterDraw), func(n int) (string, string) {
			k := engine.RulesFaultKind(n)
			return k.String(), engine.RulesFault{Kind: k, Army: engine.Duel}.String()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			none, nothing := count.kind(0)
			seen := map[string]string{none: "no kind"}
			for n := 1; n <= count.last; n++ {
				word, text := count.kind(n)
				if seen[word] != "" || seen[text] != "" || text == nothing {
					t.Errorf("kind %d is %q, %q as another", n, word, text)
				}
				seen[word], seen[text] = fmt.Sprint(n), fmt.Sprint(n)
			}
			if word, _ := count.kind(count.last + 1); word != none {
				t.Errorf("after the last there is %q", word)
			}
		})
	}
}

// TestFaultsInParts: what a translator needs of each fault stands in its parts.
func TestFaultsInParts(t *testing.T) {
	r := options(t, "barrage")
	s, err := engine.ParseSetup(r.Army.Board(), padded("M9322SFBB"))
	if err != nil {
		t.Fatal(err)
	}
	want := engine.SetupFault{Kind: engine.ExtraPieces, Rank: engine.Bomb, Count: 1}
	if refused, ok := errors.AsType[*engine.SetupError](r.CheckSetup(s)); !ok || len(refused.Faults) != 1 || refused.Faults[0] != want {
		t.Errorf("the setup is refused for %+v", refused)
	}
	r.QuietClaim, r.QuietDraw = 401, 400
	_, err = r.Check()
	senseless := engine.RulesFault{Kind: engine.ClaimAfterDraw, N: 401, Most: 400}
	if refused, ok := errors.AsType[*engine.RulesError](err); !ok || len(refused.Faults) != 1 || refused.Faults[0] != senseless {
		t.Errorf("the rules are refused for %+v", refused)
	}
}
