package engine

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var viewers = []Color{Red, Blue, NoColor}

// Without it a look back would show a board that nobody ever saw.
func TestLawRecallIsWhatWasSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 200)
		setups, _ := g.Setups()
		then, err := Start(g.Rules(), setups)
		if err != nil {
			t.Fatal(err)
		}
		forgets := g.Rules().Memory && g.Outcome() == Undecided
		for n := 0; ; n++ {
			for _, viewer := range viewers {
				was := Look(then, viewer)
				if forgets && n < g.Ply() {
					was = was.turnedDown(g.Ply() - 2)
				}
				back, ok := Recall(g.Game, viewer, n)
				if !reflect.DeepEqual(was, back) || !ok {
					t.Fatalf("%v after ply %d of %d: %v (-was +recalled)\n%s", viewer, n, g.Ply(), ok, cmp.Diff(was, back))
				}
			}
			if n == len(g.moves) {
				break
			}
			if then, _, err = Apply(then, Play(then.ToMove(), g.moves[n])); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// turnedDown is v as a memory game recalls it whose plies up to index since are
// forgotten. Only the last ply of v can be younger.
func (v View) turnedDown(since int) View {
	var fresh squares
	if n := len(v.Record); n > 0 && n > since {
		g := Game{plies: v.Record[n-1:]}
		fresh = g.fresh(0)
	}
	for i, p := range v.Pieces {
		if !fresh.has(p.Square) {
			v.Pieces[i].Revealed = false
			if p.Color != v.Viewer {
				v.Pieces[i].Rank = NoRank
			}
		}
	}
	for i := range v.Record[:min(max(0, since), len(v.Record))] {
		v.Record[i] = v.Record[i].forgotten()
	}
	return v
}

// The law of rules.md 8 for every ply that was played: who cannot tell two games
// apart can tell no board of theirs apart. Without it a look back would tell
// what the board hides today.
func TestLawRecallSecrecy(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawGame(t, 150)
		if p.Outcome() != Undecided {
			return
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "swap"), 2))
		for range 10 {
			c := []Color{Red, Blue}[rng.IntN(2)]
			q, ok := p.disguised(c, rng)
			if !ok {
				continue
			}
			compared++
			for n := range p.Ply() + 1 {
				for _, viewer := range []Color{c.Other(), NoColor} {
					a, _ := Recall(p.Game, viewer, n)
					b, _ := Recall(q.Game, viewer, n)
					if !reflect.DeepEqual(a, b) {
						t.Fatalf("%v can tell the two games apart after ply %d of %d:\n%s", viewer, n, p.Ply(), cmp.Diff(a, b))
					}
				}
			}
			break
		}
	})
	if compared == 0 || compared < 20 && !testing.Short() {
		t.Fatalf("only %d pairs of games compared", compared)
	}
}

// Nothing is revealed while the game runs, and afterwards every rank of every
// ply, the silent defenders' in the record too.
func TestLawReveal(t *testing.T) {
	over := 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 100).Game
		if g.Outcome() == Undecided {
			for n := range g.Ply() + 1 {
				if v, ok := Reveal(g, NoColor, n); ok || told(v) != told(View{}) {
					t.Fatalf("ply %d of a running game is revealed", n)
				}
			}
			var err error
			if g, _, err = Apply(g, Resign(Red)); err != nil {
				t.Fatal(err)
			}
		}
		over++
		end := Look(g, NoColor)
		for n := range g.Ply() + 1 {
			then, _ := g.after(n)
			truth := then.Position()
			for _, viewer := range viewers {
				v, ok := Reveal(g, viewer, n)
				if !ok || v.Viewer != viewer || v.Ply != n || len(v.Pieces) != len(truth.Pieces) {
					t.Fatalf("%v, ply %d: %v, ply %d with %d pieces", viewer, n, ok, v.Ply, len(v.Pieces))
				}
				for _, p := range v.Pieces {
					if truth.Pieces[p.Square].Rank != p.Rank {
						t.Fatalf("%v, ply %d: %v on %v, want %v", viewer, n, p.Rank, p.Square, truth.Pieces[p.Square].Rank)
					}
				}
				if !slices.Equal(end.Record[:n], v.Record) {
					t.Fatalf("%v, ply %d: the record is\n%s", viewer, n, cmp.Diff(end.Record[:n], v.Record))
				}
			}
		}
	})
	if over == 0 && !testing.Short() { // with -short rapid tries a fifth
		t.Fatal("no game was over")
	}
}

// A recalled board under the option memory: while the game runs it has forgotten
// what today's has; when it is over it is as it was then (rules.md 8).
func TestRecallMemory(t *testing.T) {
	r := StandardRules(Skirmish)
	r.Memory = true
	g := randomStart(t, r, rand.New(rand.NewPCG(5, 6)))
	fights := 0
	for g.Outcome() == Undecided && fights < 3 {
		moves := g.Moves()
		best := moves[g.Ply()%len(moves)]
		for _, m := range moves {
			if v := Look(g, g.ToMove()); v.At(m.To).Square != 0 {
				best = m
			}
		}
		next, happened, err := Apply(g, Play(g.ToMove(), best))
		if err != nil {
			t.Fatal(err)
		}
		if g = next; happened.Ply.Attack.Result != NoResult {
			fights++
		}
	}
	shown := func(v View) (n int) {
		for _, p := range v.Pieces {
			if p.Rank != NoRank {
				n++
			}
		}
		return n
	}
	over, _, err := Apply(g, AgreeDraw())
	if err != nil {
		t.Fatal(err)
	}
	for n := range g.Ply() {
		now, _ := Recall(g, NoColor, n)
		if n < g.Ply()-1 && shown(now) > 0 {
			t.Errorf("after ply %d of %d the board still shows %d ranks", n, g.Ply(), shown(now))
		}
		for _, p := range now.Record[:max(0, min(n, g.Ply()-2))] {
			if p.Attack.Attacker != NoRank || p.Attack.Defender != NoRank {
				t.Errorf("after ply %d of %d the record says %v", n, g.Ply(), p)
			}
		}
		later, _ := Recall(over, NoColor, n)
		was, _ := g.after(n)
		if d := cmp.Diff(Look(was, NoColor), later); d != "" {
			t.Errorf("when it is over, after ply %d (-was +recalled)\n%s", n, d)
		}
	}
}

// Without it a number in an address could break the server.
func TestRecallOfNoPly(t *testing.T) {
	g := randomStart(t, StandardRules(Barrage), rand.New(rand.NewPCG(1, 1)))
	free, err := StartFrom(g.Position())
	if err != nil {
		t.Fatal(err)
	}
	if free, _, err = Apply(free, Play(Red, free.Moves()[0])); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		g   Game
		ply int
		ok  bool
	}{
		"the start":                     {g, 0, true},
		"before the start":              {g, -1, false},
		"beyond the end":                {g, 1, false},
		"no game":                       {Game{}, 0, false},
		"a free position, now":          {free, 1, true},
		"a free position, at its start": {free, 0, false},
	} {
		if _, ok := Recall(c.g, Red, c.ply); ok != c.ok {
			t.Errorf("%s: %v, want %v", name, ok, c.ok)
		}
		if _, ok := Reveal(c.g, Red, c.ply); ok {
			t.Errorf("%s: revealed, and still running", name)
		}
	}
}

// BenchmarkRecall looks back at every ply of a game of 400, one after the other.
func BenchmarkRecall(b *testing.B) {
	g := game400(b)
	b.ReportAllocs()
	for b.Loop() {
		for n := range g.Ply() + 1 {
			if _, ok := Recall(g, Red, n); !ok {
				b.Fatal(n)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*(g.Ply()+1)), "µs/ply")
}
