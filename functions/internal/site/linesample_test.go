package site

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/infra/link"
)

// Wherever a player waits, both samples are lines that could be saved on the board as he
// sees it. Without it he would be shown squares on which nothing stands.
func TestSamplesCouldBeSaved(t *testing.T) {
	fights, shown := 0, 0
	for seed := range uint64(12) {
		lot := rand.New(rand.NewPCG(seed, 41))
		armies := []engine.Army{engine.Barrage, engine.Skirmish, engine.Lightning}
		rules := engine.StandardRules(armies[int(seed)%len(armies)])
		rules.Memory, rules.MovingBombs = seed%2 == 0, seed%5 == 0
		g, err := engine.Start(rules, engine.Both[engine.Setup]{Red: deploy(lot, rules), Blue: deploy(lot, rules)})
		if err != nil {
			t.Fatal(err)
		}
		for g.Outcome() == engine.Undecided && g.Ply() < 150 {
			view := engine.Look(g, g.ToMove().Other())
			short, long := samples(&view)
			for _, l := range []match.Line{short, long} {
				kept, err := match.CheckLines(&view, []match.Line{l})
				if err != nil || !cmp.Equal(kept, []match.Line{l}) {
					t.Fatalf("game %d, ply %d: %q could not be saved: %v", seed, g.Ply(), command.WriteLine("en", l), err)
				}
				shown++
			}
			if len(short) != 2 || len(long) < 2 {
				t.Errorf("game %d, ply %d: %d and %d steps", seed, g.Ply(), len(short), len(long))
			}
			if long[len(long)-2].Attack {
				fights++
			}
			legal := g.Moves()
			if g, _, err = engine.Apply(g, engine.Play(g.ToMove(), legal[lot.IntN(len(legal))])); err != nil {
				t.Fatal(err)
			}
		}
	}
	if shown < 500 || fights < 100 {
		t.Errorf("of %d samples %d end with a fight", shown, fights)
	}
}

// The samples are those of one who looks at his own board.
func TestSamples(t *testing.T) {
	seen := func(c engine.Color, r engine.Rank, squares ...string) (list []engine.Seen) {
		for _, text := range squares {
			s, err := engine.ParseSquare(text)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, engine.Seen{Square: s, Color: c, Rank: r})
		}
		return list
	}
	ours := func(squares ...string) []engine.Seen { return seen(engine.Red, engine.Miner, squares...) }
	theirs := func(squares ...string) []engine.Seen { return seen(engine.Blue, engine.NoRank, squares...) }
	for name, c := range map[string]struct {
		pieces      [][]engine.Seen
		short, long string
	}{
		"face to face": {
			[][]engine.Seen{ours("a1", "e4"), theirs("e7", "b9")},
			"if e7-e6 then e4-e5", "if e7-e6 then e4-e5 if e6xe5 loses then e5-e6",
		},
		"in touch":         {[][]engine.Seen{ours("f5"), theirs("f6", "j6")}, "if j6-j5 then f5-e5", "if f6xf5 loses then f5-f6"},
		"far off":          {[][]engine.Seen{ours("a1"), theirs("j10")}, "if j10-j9 then a1-a2", "if j10-j9 then a1-a2 if j9-j10 then a2-a1"},
		"with its back":    {[][]engine.Seen{ours("b3"), theirs("a1", "a2")}, "if a1-b1 then b3-b4", "if a1-b1 then b3-b4 if b1-a1 then b4-b3"},
		"a lake between":   {[][]engine.Seen{ours("c4"), theirs("c7")}, "if c7-d7 then c4-d4", "if c7-d7 then c4-d4 if d7-c7 then d4-c4"},
		"a bomb in front":  {[][]engine.Seen{ours("a3"), theirs("j10"), seen(engine.Blue, engine.Bomb, "b7")}, "if j10-j9 then a3-a4", "if j10-j9 then a3-a4 if j9-j10 then a4-a3"},
		"none that can go": {[][]engine.Seen{ours("a3"), seen(engine.Blue, engine.Flag, "b7")}, "if b7-b6 then a4-a5", "if b5xb4 loses then a4xa5 wins if c6-b6 then a5-a6"},
	} {
		view := engine.View{Viewer: engine.Red, ToMove: engine.Blue, Rules: engine.StandardRules(engine.Barrage)}
		for _, list := range c.pieces {
			view.Pieces = append(view.Pieces, list...)
		}
		short, long := samples(&view)
		if s, l := command.WriteLine("en", short), command.WriteLine("en", long); s != c.short || l != c.long {
			t.Errorf("%s: %q and %q", name, s, l)
		}
	}
}

// What is saved is read back at once, in sentences, above the board.
func TestSavedLineIsReadBack(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5")
	ann, at := w.browser(), w.to(m, engine.Red, link.Board)
	f := form("do", "add-line", "ply", "1", "line", "if j7-j6 then e5-e6 if j6-j5 then e6-e7", "sure", "1")
	for range 2 {
		status, page := ann.post(at, f)
		above, _, _ := strings.Cut(main(page), `<section class="ground"`)
		want(t, status, above, http.StatusOK, "If Bob plays j7 to j6, you play e5 to e6.", "If Bob then plays j6 to j5, you play e6 to e7.", "Saved.")
	}
}
