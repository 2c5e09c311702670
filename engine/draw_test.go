package engine_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"fieldpost/engine"
)

// Boards in these tests are drawn as Red sees them, a line a row, the row's
// number first:
//
//	10  .. .. .. .. .. .. .. .. .. bF
//	 4  r5 .. .. .. r3 .. .. .. .. ..
//
// A cell is a color and a rank (`r5`, `bM`; in views `b?` is hidden), `..` an
// empty square or `~~` a lake. Behind a rank stand marks: `*` has rescued, and
// in views `'` has moved, `!` has been revealed. Rows that are not drawn are
// empty but for their lakes.

// drawn reads a board.
func drawn(t testing.TB, b *engine.Board, text string) map[engine.Square]engine.Piece {
	t.Helper()
	pieces := map[engine.Square]engine.Piece{}
	for line := range strings.Lines(text) {
		cells := strings.Fields(line)
		if len(cells) == 0 {
			continue
		}
		row, err := strconv.Atoi(cells[0])
		if err != nil || row < 1 || row > b.Size || len(cells) != b.Size+1 {
			t.Fatalf("drawing: %q is not a row number and %d cells", line, b.Size)
		}
		for i, cell := range cells[1:] {
			s := engine.At(i+1, row)
			if b.Lake(s) != (cell == "~~") {
				t.Fatalf("drawing: %v is %q, but its lake is %v", s, cell, b.Lake(s))
			}
			if cell == ".." || cell == "~~" {
				continue
			}
			pieces[s] = drawnPiece(t, cell)
		}
	}
	return pieces
}

// drawnPiece reads one cell, or one piece of a conformance case: `r5`, `bM*`.
func drawnPiece(t testing.TB, cell string) engine.Piece {
	t.Helper()
	text := strings.TrimRight(cell, "*'!")
	marks := cell[len(text):]
	p := engine.Piece{
		Rescued:  strings.Contains(marks, "*"),
		Moved:    strings.Contains(marks, "'"),
		Revealed: strings.Contains(marks, "!"),
	}
	if len(text) != 2 {
		t.Fatalf("drawing: %q is no cell", cell)
	}
	switch text[0] {
	case 'r':
		p.Color = engine.Red
	case 'b':
		p.Color = engine.Blue
	default:
		t.Fatalf("drawing: %q is neither red nor blue", cell)
	}
	if text[1] != '?' {
		rank, err := engine.ParseRank(text[1:])
		if err != nil {
			t.Fatalf("drawing: %q: %v", cell, err)
		}
		p.Rank = rank
	}
	return p
}

// drawing draws a whole board, so that two can be compared line by line. Marks
// that are not in `marks` are left out.
func drawing(b *engine.Board, pieces map[engine.Square]engine.Piece, marks string) string {
	var out strings.Builder
	for row := b.Size; row >= 1; row-- {
		fmt.Fprintf(&out, "%2d ", row)
		for file := 1; file <= b.Size; file++ {
			s := engine.At(file, row)
			p, ok := pieces[s]
			cell := ".."
			switch {
			case b.Lake(s):
				cell = "~~"
			case ok:
				cell = p.Color.String()[:1] + p.Rank.String() + pieceMarks(p, marks)
			}
			fmt.Fprintf(&out, " %-3s", cell)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func pieceMarks(p engine.Piece, wanted string) string {
	var marks string
	for _, m := range []struct {
		sign string
		has  bool
	}{{"*", p.Rescued}, {"'", p.Moved}, {"!", p.Revealed}} {
		if m.has && strings.Contains(wanted, m.sign) {
			marks += m.sign
		}
	}
	return marks
}

// redraw draws text again in full, to be compared with a drawing.
func redraw(t testing.TB, b *engine.Board, text, marks string) string {
	t.Helper()
	return drawing(b, drawn(t, b, text), marks)
}

// seen draws what a view shows.
func seen(v engine.View, marks string) string {
	pieces := map[engine.Square]engine.Piece{}
	for _, p := range v.Pieces {
		pieces[p.Square] = engine.Piece{Color: p.Color, Rank: p.Rank, Moved: p.Moved, Revealed: p.Revealed}
	}
	for _, s := range v.Rescued {
		p := pieces[s]
		p.Rescued = true
		pieces[s] = p
	}
	return drawing(v.Rules.Army.Board(), pieces, marks)
}

// options reads rules as words on top of the standard ones: an army's name, the
// name of an option, `-scoutReveal`, or `quietClaim=2`.
func options(t testing.TB, words string) engine.Rules {
	t.Helper()
	r := engine.StandardRules(engine.Original)
	for _, word := range strings.Fields(words) {
		if a, err := engine.ParseArmy(word); err == nil {
			r.Army, r.Troops = a, engine.StandardRules(a).Troops
			continue
		}
		name, value, _ := strings.Cut(word, "=")
		on := !strings.HasPrefix(name, "-")
		flags := map[string]*bool{
			"attackerAdvantage": &r.AttackerAdvantage, "explodingBombs": &r.ExplodingBombs,
			"movingBombs": &r.MovingBombs, "movingFlag": &r.MovingFlag, "reconquest": &r.Reconquest,
			"silentDefence": &r.SilentDefence, "scoutReveal": &r.ScoutReveal, "memory": &r.Memory,
		}
		numbers := map[string]*int{
			"twoSquares": &r.TwoSquares, "quietClaim": &r.QuietClaim,
			"quietDraw": &r.QuietDraw, "maxPlies": &r.MaxPlies,
		}
		switch flag, number := flags[strings.TrimPrefix(name, "-")], numbers[name]; {
		case flag != nil && value == "":
			*flag = on
		case number != nil:
			n, err := strconv.Atoi(value)
			if err != nil {
				t.Fatalf("options: %q: %v", word, err)
			}
			*number = n
		case name == "chase":
			c, err := engine.ParseChase(value)
			if err != nil {
				t.Fatalf("options: %v", err)
			}
			r.Chase = c
		default:
			t.Fatalf("options: %q is no option", word)
		}
	}
	r, err := r.Check()
	if err != nil {
		t.Fatalf("options %q: %v", words, err)
	}
	return r
}
