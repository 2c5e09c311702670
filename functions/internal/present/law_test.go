package present

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
)

// The secrecy law (rules.md 8): two games with the same public record that are
// equal in what a viewer knows read the same to him, byte for byte. Without it
// a hidden rank could leak through an order, a count or a list of moves.
func TestT13ReadersReadTheSame(t *testing.T) {
	tried := 0
	rapid.Check(t, func(rt *rapid.T) {
		rules := engine.StandardRules(engine.Armies[rapid.IntRange(0, 5).Draw(rt, "army")])
		rules.SilentDefence = rapid.Bool().Draw(rt, "silent defence")
		rules.Memory = rapid.Bool().Draw(rt, "memory")
		rules.Reconquest = rapid.Bool().Draw(rt, "reconquest")
		rules.MovingBombs = rapid.Bool().Draw(rt, "moving bombs")
		rules.MovingFlag = rapid.Bool().Draw(rt, "moving flag")
		rules.ScoutReveal = rapid.Bool().Draw(rt, "scout reveal")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		viewer := rapid.SampledFrom([]engine.Color{engine.Red, engine.Blue}).Draw(rt, "viewer")
		one := begin(t, rules, engine.Both[engine.Setup]{Red: deal(rules, random), Blue: deal(rules, random)})
		one = play(t, one, rapid.IntRange(0, 150).Draw(rt, "plies"), random)
		other, ok := twin(one, viewer, random)
		if !ok || one.Outcome() != engine.Undecided {
			return
		}
		tried++
		lang := rapid.SampledFrom([]string{"en", "fr", "de", "nl"}).Draw(rt, "language")
		a, b := everything(readerIn(t, engine.Look(one, viewer), lang)), everything(readerIn(t, engine.Look(other, viewer), lang))
		if a != b {
			rt.Errorf("%v can tell the two games apart (-one +other):\n%s", viewer, cmp.Diff(a, b))
		}
	})
	if tried < 10 && !testing.Short() { // with -short rapid tries a fifth
		t.Errorf("only %d pairs of games were compared", tried)
	}
}

// twin returns a game with the same record as g in which ranks of viewer's
// opponent are other than in g, where viewer cannot know them. It fails if it
// finds none.
func twin(g engine.Game, viewer engine.Color, random *rand.Rand) (engine.Game, bool) {
	setups, _ := g.Setups()
	record := g.Record()
	for range 40 {
		changed := setups
		s := changed.Of(viewer.Other())
		i, j := random.IntN(len(s)), random.IntN(len(s))
		if s[i] == s[j] || s[i] == engine.NoRank || s[j] == engine.NoRank {
			continue
		}
		s[i], s[j] = s[j], s[i]
		other, ok := replay(g.Rules(), changed, record)
		// The trays lie in the open; who is marked as having rescued as well.
		if ok && cmp.Equal(other.Position().Trays, g.Position().Trays) {
			return other, true
		}
	}
	return engine.Game{}, false
}

// replay plays the moves of record, and reports whether all were legal and were
// named in the same way.
func replay(rules engine.Rules, setups engine.Both[engine.Setup], record []engine.Ply) (engine.Game, bool) {
	g, err := engine.Start(rules, setups)
	if err != nil {
		return g, false
	}
	for _, p := range record {
		next, happened, err := engine.Apply(g, engine.Play(p.Color, p.Move))
		if err != nil || happened.Ply != p {
			return g, false
		}
		g = next
	}
	return g, true
}
