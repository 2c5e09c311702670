package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// drawRules draws any rules that Check lets pass, every option free of the
// others and of the army.
func drawRules(t *rapid.T) Rules {
	r := StandardRules(rapid.SampledFrom(Armies[:]).Draw(t, "army"))
	if r.Army == CustomArmy {
		r.Troops = Troops{Flag: 1}
		r.Troops[rapid.IntRange(int(Spy), int(Marshal)).Draw(t, "mover")]++
		for range rapid.IntRange(0, 30).Draw(t, "extra") {
			r.Troops[rapid.IntRange(int(Spy), int(Bomb)).Draw(t, "rank")]++
		}
	}
	r.TwoSquares = rapid.SampledFrom([]int{0, 3, 4, 5}).Draw(t, "twoSquares")
	r.Chase = rapid.SampledFrom([]Chase{ChaseISF, ChaseStrategus, ChaseOff}).Draw(t, "chase")
	for _, o := range r.options() {
		*o.on = rapid.Bool().Draw(t, o.word)
	}
	r.QuietDraw = rapid.SampledFrom([]int{0, 40, 400}).Draw(t, "quietDraw")
	r.QuietClaim = rapid.SampledFrom([]int{0, 20}).Draw(t, "quietClaim")
	r.MaxPlies = rapid.SampledFrom([]int{0, 300, 4000}).Draw(t, "maxPlies")
	checked, err := r.Check()
	if err != nil {
		t.Fatalf("rules that should be fine: %v", err)
	}
	return checked
}

// randomSetup deals r's army at random over the setup rows.
func randomSetup(r Rules, rng *rand.Rand) Setup {
	var s Setup
	pieces := r.Troops.List()
	for i, at := range rng.Perm(r.Army.Board().cells())[:len(pieces)] {
		s[at] = pieces[i]
	}
	return s
}

func randomStart(tb testing.TB, r Rules, rng *rand.Rand) Game {
	tb.Helper()
	g, err := Start(r, Both[Setup]{Red: randomSetup(r, rng), Blue: randomSetup(r, rng)})
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// randomMove picks a legal move, with a rescue now and then where one may be had.
func randomMove(g Game, rng *rand.Rand) Move {
	if r := g.Rescues(); r != nil && rng.IntN(4) > 0 {
		m := pick(r.Moves, rng)
		m.Rescue = Rescue{pick(r.Ranks, rng), pick(r.Squares, rng)}
		return m
	}
	moves := g.Moves()
	// Pressing forward brings fights, rescues and ends into short games.
	if m := pick(moves, rng); rng.IntN(3) == 0 || (m.To > m.From) == (g.ToMove() == Red) {
		return m
	}
	return pick(moves, rng)
}

func pick[T any](list []T, rng *rand.Rand) T { return list[rng.IntN(len(list))] }

// played is a random running or finished game with the moves that made it.
type played struct {
	Game
	moves []Move
}

func (p played) String() string {
	return fmt.Sprintf("%v\n%v%v", p.Rules(), p.Position().Text(), p.moves)
}

func drawGame(t *rapid.T, most int) played { return drawGameOf(t, drawRules(t), most) }

// drawGameOf is drawGame with rules that are given.
func drawGameOf(t *rapid.T, r Rules, most int) played {
	return gameOf(t, r, rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, most).Draw(t, "plies"))
}

// gameOf is the random game of a seed, of so many plies if it does not end before.
func gameOf(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, r Rules, seed uint64, plies int,
) played {
	rng := rand.New(rand.NewPCG(seed, 1))
	g, err := Start(r, Both[Setup]{Red: randomSetup(r, rng), Blue: randomSetup(r, rng)})
	if err != nil {
		t.Fatal(err)
	}
	p := played{Game: g}
	for range plies {
		if p.Outcome() != Undecided {
			break
		}
		m := randomMove(p.Game, rng)
		next, _, err := Apply(p.Game, Play(p.ToMove(), m))
		if err != nil {
			t.Fatalf("generated move refused: %v", err)
		}
		p.Game, p.moves = next, append(p.moves, m)
	}
	return p
}
