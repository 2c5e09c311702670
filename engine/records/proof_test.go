package records_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/records"
)

var proof = records.Proof{
	Game: "k7cqcaqdaqcqm",
	Salts: engine.Both[[16]byte]{
		Red:  [16]byte{0x0f, 0x1e, 0x2d, 15: 0xf0},
		Blue: [16]byte{0x00, 0x11, 0x22, 15: 0xff},
	},
}

// promises makes both commitments of a game anew, from the words of the
// specification alone: by the line that players are told to type.
func promises(t tester, p records.Proof, g engine.Game) (both engine.Both[[sha256.Size]byte]) {
	t.Helper()
	setups, ok := g.Setups()
	if !ok {
		t.Fatal("a game without setups")
	}
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		rows := strings.ReplaceAll(setups.Of(c).Text(g.Rules().Army.Board()), "\n", "")
		rows += strings.Repeat(".", 40-len(rows))
		*both.Of(c) = sha256.Sum256(fmt.Appendf(nil, "%s\n%v\n%x\n%s\n", p.Game, c, *p.Salts.Of(c), rows))
	}
	return both
}

// The proof is read for as long as the record is.
func TestProofOfVersion1(t *testing.T) {
	text, err := records.WriteProof(sampleGame(t, engine.Skirmish), proof)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "skirmish-proof.record", text)
}

// Whatever was played, the record proves its setups, and reads as one without a
// proof does.
func TestVerify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGame(t, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), anyRules(t), 60)
		text, err := records.WriteProof(g, proof)
		if err != nil {
			t.Fatal(err)
		}
		promised := promises(t, proof, g)
		if err := records.Verify(text, promised); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		promised.Red, promised.Blue = promised.Blue, promised.Red
		if err := records.Verify(text, promised); err == nil {
			t.Fatal("each side's commitment counts for the other")
		}
		again, err := records.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := records.WriteProof(again, proof); err != nil || back != text {
			t.Fatalf("written again as\n%s\n%v", back, err)
		}
	})
}

// Each case bends one thing of a good record, or of what was promised. Without
// it a setup that was changed after the start would pass.
func TestVerifyRefuses(t *testing.T) {
	g := sampleGame(t, engine.Barrage)
	good, err := records.WriteProof(g, proof)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := records.Write(g)
	if err != nil {
		t.Fatal(err)
	}
	promised := promises(t, proof, g)
	other := promised
	other.Blue[0] ^= 1
	lines := strings.Count(plain, "\n")
	swap := func(old, text string) string {
		t.Helper()
		if strings.Count(good, old) != 1 {
			t.Fatalf("%q is not once in the record", old)
		}
		return strings.Replace(good, old, text, 1)
	}
	broken := func(c engine.Color) error { return &records.BrokenPromiseError{Side: c} }
	for _, c := range []struct {
		name, text string
		promised   engine.Both[[sha256.Size]byte]
		want       error // nil: one of the types of Read
		says       string
	}{
		{"another promise", good, other, broken(engine.Blue), "the setup of blue is not the one that was promised"},
		{"no promise", good, engine.Both[[sha256.Size]byte]{}, broken(engine.Red), "the setup of red"},
		{"another game", swap("game k7", "game k6"), promised, broken(engine.Red), ""},
		{"another salt of Red's", swap("red 0f", "red 0e"), promised, broken(engine.Red), ""},
		{"another salt of Blue's", swap("blue 00", "blue 10"), promised, broken(engine.Blue), ""},
		{"without a proof", plain, promised, records.ErrNoProof, ""},
		{"a game that the setups do not give", swap("\n1. f1-f4 (2)\n", "\n1. e5-e6\n"), promised, nil, "ply 1"},
		{"no id", swap("game k7cqcaqdaqcqm", "game "), promised, nil, fmt.Sprintf("line %d: \"game \" is not the id of a game", lines+1)},
		{"an id of other letters", swap("game k7", "game K7"), promised, nil, "is not the id of a game"},
		{"no salt", swap("salt red", "red"), promised, nil, fmt.Sprintf("line %d", lines+2)},
		{"a short salt", swap("red 0f", "red "), promised, nil, "is not the salt of red: 32 hexadecimal digits"},
		{"a salt in other letters", swap("red 0f", "red 0F"), promised, nil, "canonical"},
		{"Blue's salt is missing", good[:strings.Index(good, "salt blue")], promised, nil, fmt.Sprintf("line %d: \"\" is not the salt of blue", lines+3)},
		{"a line after the end", good + "\n", promised, nil, "canonical"},
		{"no last line feed", strings.TrimSuffix(good, "\n"), promised, nil, "canonical"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := records.Verify(c.text, c.promised)
			if err == nil {
				t.Fatal("it passes")
			}
			promise, _ := errors.AsType[*records.BrokenPromiseError](err)
			wanted, _ := errors.AsType[*records.BrokenPromiseError](c.want)
			switch {
			case promise != nil || wanted != nil:
				if promise == nil || wanted == nil || *promise != *wanted {
					t.Errorf("%v, want %v", err, c.want)
				}
			case c.want != nil && !errors.Is(err, c.want):
				t.Errorf("%v, want %v", err, c.want)
			}
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("%q does not say %q", err, c.says)
			}
		})
	}
}

// A setup that was changed after the start, with a game that fits it, is what
// the commitments are for.
func TestVerifyFindsAnotherSetup(t *testing.T) {
	rules := engine.StandardRules(engine.Barrage)
	rng := rand.New(rand.NewPCG(8, 8))
	was := engine.Both[engine.Setup]{Red: randomSetup(rng, rules), Blue: randomSetup(rng, rules)}
	promised := promises(t, proof, resigned(t, rules, was))
	now := was
	now.Blue = randomSetup(rng, rules)
	text, err := records.WriteProof(resigned(t, rules, now), proof)
	if err != nil {
		t.Fatal(err)
	}
	var promise *records.BrokenPromiseError
	if err := records.Verify(text, promised); !errors.As(err, &promise) || promise.Side != engine.Blue {
		t.Errorf("%v, want Blue's promise broken", err)
	}
}

// resigned is a game that Red gives up at once.
func resigned(t *testing.T, rules engine.Rules, setups engine.Both[engine.Setup]) engine.Game {
	t.Helper()
	g, err := engine.Start(rules, setups)
	if err == nil {
		g, _, err = engine.Apply(g, engine.Resign(engine.Red))
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A proof would open the setups of a running game.
func TestWriteProofKeepsARunningGameSecret(t *testing.T) {
	rules := engine.StandardRules(engine.Barrage)
	rng := rand.New(rand.NewPCG(1, 1))
	g, err := engine.Start(rules, engine.Both[engine.Setup]{Red: randomSetup(rng, rules), Blue: randomSetup(rng, rules)})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := records.WriteProof(g, proof); !errors.Is(err, records.ErrRunning) || text != "" {
		t.Errorf("WriteProof = %q, %v", text, err)
	}
}
