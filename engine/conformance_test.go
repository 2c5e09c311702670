package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/engine"
)

// conformanceFile reads a file of the conformance data, which lies beside the
// module and not in it. Without it the test is skipped; on CI it fails.
func conformanceFile(t testing.TB, name string) []byte {
	t.Helper()
	root := "."
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if abs, _ := filepath.Abs(root); abs == string(filepath.Separator) {
			t.Fatal("no go.mod above the test")
		}
		root = filepath.Join("..", root)
	}
	path := filepath.Join(root, "..", "shared", "conformance", name)
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist) && os.Getenv("CI") != "true":
		t.Skipf("the conformance data is not there: %v", err)
	case err != nil:
		t.Fatalf("conformance data: %v", err)
	}
	return data
}

// vector is one case. Every member and every kind of value must be known here:
// a case that this test does not wholly understand fails.
type vector struct {
	Name, Pieces, Turn, Note, Army string
	Options                        vectorOptions
	TwoSquareLimit                 *int
	Trays                          map[string][]string
	RescuesUsed                    map[string]int
	Rescued                        []string
	Moves                          []string
	Queries                        []struct{ Move, Expect string }
	Action, Expect                 json.RawMessage
	Result                         string // of the moves, without an action
}

type vectorOptions struct {
	TwoSquares, QuietClaim, QuietDraw, MaxPlies    *int
	Chase                                          *string
	AttackerAdvantage, ExplodingBombs, MovingBombs bool
	MovingFlag, Reconquest, SilentDefence, Memory  bool
	ScoutReveal                                    *bool
}

// vectorAction is an action that is no move.
type vectorAction struct{ Kind, Input, Viewer string }

func strictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

func TestConformanceVectors(t *testing.T)  { testVectors(t, "vectors.json", 26) }
func TestConformanceVariants(t *testing.T) { testVectors(t, "variant-vectors.json", 80) }

func testVectors(t *testing.T, file string, atLeast int) {
	var cases []json.RawMessage
	if err := json.Unmarshal(conformanceFile(t, file), &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < atLeast {
		t.Fatalf("%d cases, want at least %d", len(cases), atLeast)
	}
	for i, data := range cases {
		var v vector
		if err := strictly(data, &v); err != nil {
			t.Errorf("case %d: not understood: %v", i, err)
			continue
		}
		t.Run(v.Name, func(t *testing.T) { v.run(t) })
	}
}

func (v *vector) run(t *testing.T) {
	tested := false
	if len(v.Queries) > 0 {
		tested = true
		v.query(t, v.play(t))
	}
	if v.Result != "" {
		tested = true
		checkResult(t, v.play(t), v.Result)
	}
	var move string
	if v.Action != nil && json.Unmarshal(v.Action, &move) == nil {
		tested = true
		v.move(t, v.play(t), move)
	} else if v.Action != nil {
		tested = true
		v.act(t)
	}
	if !tested {
		t.Error("the case asks nothing that is understood")
	}
}

func (v *vector) rules(t *testing.T) engine.Rules {
	army := engine.Original
	if v.Army != "" && v.Army != "position" {
		a, err := engine.ParseArmy(v.Army)
		if err != nil {
			t.Fatal(err)
		}
		army = a
	}
	r, o := engine.StandardRules(army), v.Options
	r.AttackerAdvantage, r.ExplodingBombs, r.MovingBombs = o.AttackerAdvantage, o.ExplodingBombs, o.MovingBombs
	r.MovingFlag, r.Reconquest, r.SilentDefence, r.Memory = o.MovingFlag, o.Reconquest, o.SilentDefence, o.Memory
	set(&r.TwoSquares, v.TwoSquareLimit)
	set(&r.TwoSquares, o.TwoSquares)
	set(&r.QuietClaim, o.QuietClaim)
	set(&r.QuietDraw, o.QuietDraw)
	set(&r.MaxPlies, o.MaxPlies)
	set(&r.ScoutReveal, o.ScoutReveal)
	if o.Chase != nil {
		c, err := engine.ParseChase(*o.Chase)
		if err != nil {
			t.Fatal(err)
		}
		r.Chase = c
	}
	r, err := r.Check()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

func (v *vector) color(t *testing.T) engine.Color {
	return map[string]engine.Color{"r": engine.Red, "b": engine.Blue}[oneOf(t, v.Turn, "r", "b")]
}

func oneOf(t *testing.T, got string, known ...string) string {
	t.Helper()
	if !slices.Contains(known, got) {
		t.Fatalf("%q is not understood: %q", got, known)
	}
	return got
}

// play returns the game after the moves already played.
func (v *vector) play(t *testing.T) engine.Game {
	t.Helper()
	p := engine.Position{Rules: v.rules(t), Pieces: vectorPieces(t, v.Pieces), ToMove: v.color(t)}
	for side, symbols := range v.Trays {
		c := color(t, side)
		*p.Trays.Of(c), *p.RescuedInTray.Of(c) = tray(t, symbols)
	}
	for side, n := range v.RescuesUsed {
		*p.RescuesUsed.Of(color(t, side)) = n
	}
	for _, text := range v.Rescued {
		s := square(t, text)
		piece, ok := p.Pieces[s]
		if !ok {
			t.Fatalf("nothing has rescued on %v", s)
		}
		piece.Rescued = true
		p.Pieces[s] = piece
	}
	g, err := engine.StartFrom(p)
	if err != nil {
		t.Fatalf("start: %v", err)
	}
	for _, m := range v.Moves {
		g = playAll(t, g, strings.ReplaceAll(m, " ", ""))
	}
	return g
}

func vectorPieces(t *testing.T, text string) map[engine.Square]engine.Piece {
	t.Helper()
	pieces := map[engine.Square]engine.Piece{}
	for _, word := range strings.Fields(text) {
		cell, at, _ := strings.Cut(word, "@")
		s := square(t, at)
		if _, twice := pieces[s]; twice {
			t.Fatalf("two pieces on %v", s)
		}
		pieces[s] = drawnPiece(t, cell)
	}
	return pieces
}

func square(t *testing.T, text string) engine.Square {
	t.Helper()
	s, err := engine.ParseSquare(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func color(t *testing.T, side string) engine.Color {
	t.Helper()
	c, err := engine.ParseColor(side)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (v *vector) query(t *testing.T, g engine.Game) {
	for _, q := range v.Queries {
		want := strings.TrimPrefix(q.Expect, "illegal:")
		if q.Expect != "legal" && want == q.Expect {
			t.Errorf("%s: %q is not understood", q.Move, q.Expect)
			continue
		}
		m, err := engine.ParseMove(q.Move)
		got := "malformed"
		if err == nil {
			got = verdict(t, g, m)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", q.Move, got, want)
		}
	}
}
