package engine_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// TestMemory is rules.md 8, option memory (000's and 002's advice assumes it): a
// rank shown at ply n is read in views up to ply n+1, and then no more.
func TestMemory(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 8  b3 b9 bB .. .. b7 .. .. .. ..
		 7  r5 r5 r5 .. r2 .. r2 .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`
	for _, tt := range []struct {
		name, rules, played string
		square              string // looked at after each of the plies from the last played on
		fresh, old          string // the record's line before and after it is forgotten
		cell, turned        string // the piece as the public sees it, before and after
	}{
		{"a winner", "", "a7a8", "a8", "a7xa8 5>3", "a7xa8 >", "r5'!", "r?'"},
		{"a defender that stood", "", "b7b8", "b8", "b7xb8 5<9", "b7xb8 <", "b9!", "b?"},
		{"both gone", "explodingBombs", "c7c8", "c8", "c7xc8 5=B", "c7xc8 =", "..", ".."},
		{"a long scout move", "", "e7e4", "e4", "e7-e4 (2)", "e7-e4", "r2'!", "r?'"},
		{"a silent defender", "silentDefence", "b7b8", "b8", "b7xb8 5<?", "b7xb8 <", "b?", "b?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			game := trial{rules: "memory " + tt.rules, board: board}
			g := playAll(t, game.begin(t), tt.played)
			at := square(t, tt.square)
			for i, reply := range []string{"j9j8", "j1j2", "j8j7"} {
				line, cell := tt.fresh, tt.cell
				if i >= 2 {
					line, cell = tt.old, tt.turned
				}
				v := engine.Look(g, engine.NoColor)
				if got := v.Record[0].Text(); got != line {
					t.Errorf("at ply %d the record says %q, want %q", g.Ply(), got, line)
				}
				if got := publicCell(g, at); got != cell {
					t.Errorf("at ply %d the public sees %s on %v, want %s", g.Ply(), got, at, cell)
				}
				g = playAll(t, g, reply)
			}
		})
	}
}

// publicCell draws what the public sees on at, with marks.
func publicCell(g engine.Game, at engine.Square) string {
	v := engine.Look(g, engine.NoColor)
	p := v.At(at)
	if p.Square == 0 {
		return ".."
	}
	return p.Color.String()[:1] + p.Rank.String() + pieceMarks(engine.Piece{Moved: p.Moved, Revealed: p.Revealed}, "'!")
}

// TestMemoryRescue: a returned piece is shown for two plies; the mark of the
// rescuer stays public.
func TestMemoryRescue(t *testing.T) {
	game := trial{rules: "memory reconquest", board: goneBoard, trays: goneTray}
	g := playAll(t, game.begin(t), "e9e10+5@c2")
	for i, reply := range []string{"a10a9", "j1j2", "a9a8"} {
		line, cell := "e9-e10 +5@c2", "r5!"
		if i >= 2 {
			line, cell = "e9-e10 +?@c2", "r?"
		}
		v := engine.Look(g, engine.Blue)
		if got := v.Record[0].Text(); got != line {
			t.Errorf("at ply %d the record says %q, want %q", g.Ply(), got, line)
		}
		if got := publicCell(g, square(t, "c2")); got != cell {
			t.Errorf("at ply %d the public sees %s, want %s", g.Ply(), got, cell)
		}
		if diff := cmp.Diff(squaresOf(t, []string{"e10"}), v.Rescued); diff != "" {
			t.Errorf("at ply %d marked are (-want +got):\n%s", g.Ply(), diff)
		}
		g = playAll(t, g, reply)
	}
}

// TestMemoryKeeps is what the option does not take: one's own ranks, the trays,
// who has moved, and everything when the game is over.
func TestMemoryKeeps(t *testing.T) {
	game := trial{rules: "memory", board: `
		10  .. .. .. .. .. .. .. .. .. bF
		 8  b3 .. .. .. .. .. .. .. .. b4
		 7  r5 .. .. .. .. .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`}
	g := playAll(t, game.begin(t), "a7a8 j8j7 j1j2")
	board := g.Rules().Army.Board()
	for viewer, want := range map[engine.Color]string{
		engine.Red: `
			10  .. .. .. .. .. .. .. .. .. b?
			 8  r5' .. .. .. .. .. .. .. .. ..
			 7  .. .. .. .. .. .. .. .. .. b?'
			 2  .. .. .. .. .. .. .. .. .. r4'
			 1  rF .. .. .. .. .. .. .. .. ..`,
		engine.Blue: `
			10  .. .. .. .. .. .. .. .. .. bF
			 8  r?' .. .. .. .. .. .. .. .. ..
			 7  .. .. .. .. .. .. .. .. .. b4'
			 2  .. .. .. .. .. .. .. .. .. r?'
			 1  r? .. .. .. .. .. .. .. .. ..`,
	} {
		v := engine.Look(g, viewer)
		if diff := cmp.Diff(redraw(t, board, want, "'!"), seen(v, "'!")); diff != "" {
			t.Errorf("%v sees (-want +got):\n%s", viewer, diff)
		}
		if diff := cmp.Diff(engine.Both[[]engine.Rank]{Red: []engine.Rank{}, Blue: []engine.Rank{engine.Miner}}, v.Trays); diff != "" {
			t.Errorf("%v sees trays (-want +got):\n%s", viewer, diff)
		}
	}
	over, _, err := engine.Apply(g, engine.AgreeDraw())
	if err != nil {
		t.Fatal(err)
	}
	v := engine.Look(over, engine.NoColor)
	if got := v.Record[0].Text(); got != "a7xa8 5>3" {
		t.Errorf("when it is over the record says %q", got)
	}
	if text := seen(v, ""); strings.Contains(text, "?") {
		t.Errorf("when it is over the public sees\n%s", text)
	}
}

// TestMemoryAgain: a rank shown anew is read anew, and it goes where its piece
// goes.
func TestMemoryAgain(t *testing.T) {
	game := trial{rules: "memory", board: `
		10  .. .. .. .. .. .. .. .. .. bF
		 8  b3 .. .. .. .. .. .. .. .. b4
		 7  r9 b5 .. .. .. .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`}
	g := playAll(t, game.begin(t), "a7a8")
	for _, step := range []struct{ reply, square, cell string }{
		{"", "a8", "r9'!"},
		{"b7b8", "a8", "r9'!"},
		{"j1j2", "a8", "r?'"},
		{"b8a8", "a8", "r9'!"}, // it beats the lieutenant
		{"a8b8", "b8", "r9'!"},
		{"j8j7", "b8", "r?'"},
	} {
		g = playAll(t, g, step.reply)
		if got := publicCell(g, square(t, step.square)); got != step.cell {
			t.Errorf("at ply %d the public sees %s on %s, want %s", g.Ply(), got, step.square, step.cell)
		}
	}
}
