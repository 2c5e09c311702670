package engine

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// candidates returns moves worth judging: every pair of squares, and from each
// captain every path of two steps.
func candidates(g Game) []Move {
	var all []Move
	for from := Square(1); from < squareEnd; from++ {
		if g.state.cells[from] == 0 {
			continue
		}
		for to := Square(1); to < squareEnd; to++ {
			all = append(all, Move{From: from, To: to})
			for via := neighbours[from].and(neighbours[to]); !via.empty(); {
				all = append(all, Move{From: from, Via: via.pop(), To: to})
			}
		}
	}
	return all
}

// Without it the list of a mail could offer a move that its own link refuses.
func TestLawLegalIffGenerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 200).Game
		legal := g.Moves()
		if g.Outcome() == Undecided && len(legal) == 0 {
			t.Fatal("a running game without a legal move")
		}
		generated := make(map[Move]bool)
		for _, m := range legal {
			generated[m] = true
		}
		ways := func(m Move) (n int) {
			for _, l := range legal {
				if l.From == m.From && l.To == m.To {
					n++
				}
			}
			return n
		}
		for _, m := range candidates(g) {
			err := g.Legal(Play(g.ToMove(), m))
			want := generated[m] || m.Via == 0 && ways(m) == 1
			if (err == nil) != want {
				t.Fatalf("%v: Legal says %v, generated %v\n%v", m, err, want, g.Position().Text())
			}
			if !want && m.To%7 != 0 {
				continue // Apply copies the game: try it on the legal and some of the rest
			}
			if _, _, applied := Apply(g, Play(g.ToMove(), m)); (applied == nil) != want {
				t.Fatalf("%v: Apply says %v, generated %v", m, applied, want)
			}
			var r *Refusal
			if errors.As(err, &r) && r.Rule == AmbiguousPath && len(r.Paths) != ways(m) {
				t.Fatalf("%v: %d paths, want %d", m, len(r.Paths), ways(m))
			}
		}
		if rescues := g.Rescues(); rescues != nil {
			for _, m := range append(rescues.Moves, legal[0]) {
				for rank := range rankEnd + 1 {
					for at := range squareEnd + 1 {
						m.Rescue = Rescue{rank, at}
						plain := m
						plain.Rescue = Rescue{}
						want := m.Rescue == Rescue{} || slices.Contains(rescues.Moves, plain) &&
							slices.Contains(rescues.Ranks, rank) && slices.Contains(rescues.Squares, at)
						if err := g.Legal(Play(g.ToMove(), m)); (err == nil) != want {
							t.Fatalf("%v: Legal says %v, rescues %+v", m, err, rescues)
						}
					}
				}
			}
		}
	})
}

// Every rescue marks one piece, and the mark follows it into the tray and back.
// Without it a piece could rescue twice.
func TestLawMarksConserved(t *testing.T) {
	counted := func(g Game) (v View, marks Both[int]) {
		v = Look(g, NoColor)
		for _, c := range []Color{Red, Blue} {
			*marks.Of(c) = len(*v.Spent.Of(c))
		}
		for _, at := range v.Rescued {
			*marks.Of(v.At(at).Color)++
		}
		return v, marks
	}
	rapid.Check(t, func(t *rapid.T) {
		r := drawRules(t)
		r.Reconquest = true
		if v, marks := counted(drawGameOf(t, r, 300).Game); marks != v.RescuesUsed {
			t.Fatalf("marks %v, rescues %v", marks, v.RescuesUsed)
		}
	})
	// The drawn games may have no rescue; these have, always the same.
	rescues, r := 0, StandardRules(Barrage)
	r.Reconquest = true
	for seed := range uint64(100) {
		v, marks := counted(gameOf(t, r, seed, 300).Game)
		if marks != v.RescuesUsed {
			t.Fatalf("seed %d: marks %v, rescues %v", seed, marks, v.RescuesUsed)
		}
		rescues += marks.Red + marks.Blue
	}
	if rescues == 0 {
		t.Error("nothing was rescued: the law was not tried")
	}
}

// Without it a piece could vanish between board and tray.
func TestLawPiecesConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawGame(t, 300).Position()
		for _, c := range []Color{Red, Blue} {
			have := *p.Trays.Of(c)
			for _, piece := range p.Pieces {
				if piece.Color == c {
					have[piece.Rank]++
				}
			}
			if have != p.Rules.Troops {
				t.Fatalf("%v has %v, began with %v", c, have, p.Rules.Troops)
			}
		}
	})
}

// Without it Apply could change the game it was given, or depend on more than
// game and action.
func TestLawReplayEqualsSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 200)
		setups, _ := g.Setups()
		again, err := Start(g.Rules(), setups)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range g.moves {
			before, views := again.Position().Text(), ""
			if i%16 == 0 {
				views = told(looks(again)...)
			}
			next, happened, err := Apply(again, Play(again.ToMove(), m))
			if err != nil {
				t.Fatal(err)
			}
			// A second child of the same parent must not disturb the first.
			if other := again.Moves()[0]; other != m {
				if _, _, err := Apply(again, Play(again.ToMove(), other)); err != nil {
					t.Fatal(err)
				}
			}
			if again.Position().Text() != before || i%16 == 0 && told(looks(again)...) != views {
				t.Fatal("Apply changed the game it was given")
			}
			if last := next.Record()[len(next.Record())-1]; happened.Ply != last {
				t.Fatalf("happened %v, recorded %v", happened.Ply, last)
			}
			again = next
		}
		if d := cmp.Diff(looks(again), looks(g.Game)); d != "" {
			t.Fatal(d)
		}
	})
}

func looks(g Game) []View { return []View{Look(g, NoColor), Look(g, Red), Look(g, Blue)} }

// Without it a stored game could come back as another.
func TestLawPackUnpack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 300).Game
		if g.Outcome() == Undecided {
			by := rapid.SampledFrom([]Color{Red, Blue}).Draw(t, "by")
			a := rapid.SampledFrom([]Action{{}, Resign(by), AgreeDraw(), ClaimDraw(by), TimeOut(by)}).Draw(t, "end")
			if next, _, err := Apply(g, a); err == nil {
				g = next
			}
		}
		data := Pack(g)
		back, err := Unpack(data)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(Pack(back), data) {
			t.Fatal("packs otherwise")
		}
		if d := cmp.Diff(looks(back), looks(g)); d != "" {
			t.Fatal(d)
		}
		if back.Position().Text() != g.Position().Text() {
			t.Fatal("another position")
		}
	})
}

// Without it text would not be canonical.
func TestLawTextRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 200)
		for _, m := range g.moves {
			if back, err := ParseMove(m.String()); err != nil || back != m {
				t.Fatalf("%v reads back as %v, %v", m, back, err)
			}
		}
		setups, _ := g.Setups()
		board := g.Rules().Army.Board()
		if back, err := ParseSetup(board, setups.Red.Text(board)); err != nil || back != setups.Red {
			t.Fatalf("%q reads back as %v, %v", setups.Red.Text(board), back, err)
		}
		if back, err := ParseRules(g.Rules().String()); err != nil || back != g.Rules() {
			t.Fatalf("%q reads back as %v, %v", g.Rules(), back, err)
		}
		p := g.Position()
		back, err := ParsePosition(p.Text())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(p, back); d != "" {
			t.Fatal(d)
		}
		if g.Outcome() == Undecided {
			free, err := StartFrom(back)
			if err != nil {
				t.Fatal(err)
			}
			if free.Position().Text() != p.Text() {
				t.Fatal("a game from the text stands otherwise")
			}
		}
	})
}
