package engine

import (
	"testing"

	"pgregory.net/rapid"
)

// TestLawShows: a player is warned of exactly the moves after which, without a fight,
// the other sees a rank that he had not seen.
func TestLawShows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 120)
		setups, _ := g.Setups()
		now, err := Start(g.Rules(), setups)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range g.moves {
			mover := now.ToMove()
			view, theirs := Look(now, mover), Look(now, mover.Other())
			next, happened, err := Apply(now, Play(mover, m))
			if err != nil {
				t.Fatal(err)
			}
			quiet := m.Rescue == (Rescue{}) && happened.Ply.Attack == (Attack{})
			want := quiet && theirs.At(m.From).Rank == NoRank && happened.Ply.Shown != NoRank
			if got := view.Shows(m); quiet && got != want {
				t.Fatalf("%v of %v: said %v, is %v", m, view.At(m.From), got, want)
			}
			now = next
		}
	})
}
