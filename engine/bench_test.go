package engine

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkPlayout plays random games of each army from random setups to their
// end, the legal moves of every ply generated with both repetition rules.
func BenchmarkPlayout(b *testing.B) {
	for _, a := range []Army{Original, Lightning, Barrage} {
		b.Run(a.String(), func(b *testing.B) {
			r := StandardRules(a)
			rng := rand.New(rand.NewPCG(1, 2))
			starts := make([]state, 64)
			for i := range starts {
				starts[i] = randomStart(b, r, rng).state
			}
			s := state{recent: make([]hop, 0, 4096)}
			var set moveSet
			plies, seed := 0, uint64(0x9e3779b97f4a7c15)
			b.ReportAllocs()
			b.ResetTimer()
			for i := 0; b.Loop(); i++ {
				recent := s.recent[:0]
				s = starts[i%len(starts)]
				s.recent = recent
				for s.outcome == Undecided {
					s.generate(&set)
					seed ^= seed << 13
					seed ^= seed >> 7
					seed ^= seed << 17
					k := int(seed >> 32 * uint64(set.count) >> 32)
					s.do(set.at(k), Rescue{})
				}
				plies += s.ply
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
			b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
		})
	}
}

// game400 is a running original game of 400 plies.
func game400(b testing.TB) Game {
	b.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for {
		g := randomStart(b, StandardRules(Original), rng)
		for g.Outcome() == Undecided && g.Ply() < 400 {
			next, _, err := Apply(g, Play(g.ToMove(), pick(g.Moves(), rng)))
			if err != nil {
				b.Fatal(err)
			}
			g = next
		}
		if g.Outcome() == Undecided {
			return g
		}
	}
}

// BenchmarkReplay unpacks a stored game of 400 plies: every move judged, played
// and written down again.
func BenchmarkReplay(b *testing.B) {
	data := Pack(game400(b))
	b.ReportMetric(float64(len(data)), "bytes")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Unpack(data); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkView looks at a game of 400 plies as the player to move.
func BenchmarkView(b *testing.B) {
	g := game400(b)
	b.ReportAllocs()
	for b.Loop() {
		_ = Look(g, g.ToMove())
	}
}

// BenchmarkApply plays one move on an immutable game of 400 plies.
func BenchmarkApply(b *testing.B) {
	g := game400(b)
	a := Play(g.ToMove(), g.Moves()[0])
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Apply(g, a); err != nil {
			b.Fatal(err)
		}
	}
}
