package records_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/records"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares got with testdata/name, or writes it there under -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed:\n%s\nwant:\n%s", path, got, want)
	}
}

// conformanceLines returns the lines of a file of the conformance data, which
// lies beside the module and not in it. Without it the test is skipped; on CI it
// fails.
func conformanceLines(t *testing.T, name string) []string {
	t.Helper()
	path := filepath.Join("..", "..", "..", "shared", "conformance", name)
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist) && os.Getenv("CI") != "true":
		t.Skipf("the conformance data is not there: %v", err)
	case err != nil:
		t.Fatalf("conformance data: %v", err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// tester is a *testing.T, *testing.F or *rapid.T.
type tester interface {
	Helper()
	Fatal(args ...any)
}

// randomSetup lays the army of r out anywhere.
func randomSetup(rng *rand.Rand, r engine.Rules) engine.Setup {
	board := r.Army.Board()
	var s engine.Setup
	cells := s[:board.SetupRows*board.Size]
	copy(cells, r.Troops.List())
	rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return s
}

// randomGame plays by r to the end, or to a forced end after most plies.
func randomGame(t tester, rng *rand.Rand, r engine.Rules, most int) engine.Game {
	t.Helper()
	setups := engine.Both[engine.Setup]{Red: randomSetup(rng, r), Blue: randomSetup(rng, r)}
	g, err := engine.Start(r, setups)
	if err != nil {
		t.Fatal(err)
	}
	apply := func(a engine.Action) {
		if g, _, err = engine.Apply(g, a); err != nil {
			t.Fatal(err)
		}
	}
	for g.Outcome() == engine.Undecided && g.Ply() < most {
		moves := g.Moves()
		m := moves[rng.IntN(len(moves))]
		if rescues := g.Rescues(); rescues != nil {
			m = rescues.Moves[rng.IntN(len(rescues.Moves))]
			m.Rescue.Rank = rescues.Ranks[rng.IntN(len(rescues.Ranks))]
			m.Rescue.Square = rescues.Squares[rng.IntN(len(rescues.Squares))]
		}
		apply(engine.Play(g.ToMove(), m))
	}
	if g.Outcome() == engine.Undecided {
		by := []engine.Color{engine.Red, engine.Blue}[rng.IntN(2)]
		ends := []engine.Action{engine.Resign(by), engine.TimeOut(by), engine.AgreeDraw()}
		if engine.Look(g, by).Claimable {
			ends = append(ends, engine.ClaimDraw(by))
		}
		apply(ends[rng.IntN(len(ends))])
	}
	return g
}

// samples are the games of testdata/ARMY.record, each played to its end by the
// rules, with the seed that -update draws it from.
var samples = []struct {
	army engine.Army
	seed uint64
}{{engine.Barrage, 2}, {engine.Duel, 0}, {engine.Lightning, 3}, {engine.Skirmish, 5}}

// sampleGame returns the game of testdata/ARMY.record.
func sampleGame(t tester, army engine.Army) engine.Game {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", army.String()+".record"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := records.Read(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}
