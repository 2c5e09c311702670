package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// hidden returns where c's pieces stood at the start whose rank nobody has been
// shown and that are still on the board.
func (p played) hidden(c Color) []Square {
	setups, _ := p.Setups()
	board := p.Rules().Army.Board()
	origin := make(map[Square]Square)
	for i, r := range setups.Of(c) {
		if r != NoRank {
			origin[board.HomeSquare(c, i)] = board.HomeSquare(c, i)
		}
	}
	for _, l := range p.Record() {
		if from, ok := origin[l.Move.From]; ok {
			delete(origin, l.Move.From)
			if l.Attack.Result == NoResult || l.Attack.Result == Wins {
				origin[l.Move.To] = from
			}
		} else if l.Attack.Result == Wins || l.Attack.Result == BothLose {
			delete(origin, l.Move.To)
		}
	}
	var list []Square
	for at, from := range origin {
		if piece := p.state.cells[at].piece(); piece.Color == c && !piece.Revealed {
			list = append(list, from)
		}
	}
	slices.Sort(list)
	return list
}

// disguised plays the same moves with the ranks of c's hidden pieces dealt among
// them anew. It fails where that would have shown in the record.
func (p played) disguised(c Color, rng *rand.Rand) (played, bool) {
	setups, _ := p.Setups()
	board := p.Rules().Army.Board()
	at := p.hidden(c)
	if len(at) < 2 {
		return played{}, false
	}
	setup := setups.Of(c)
	swaps := 1 + rng.IntN(3)
	for range swaps {
		i, j := homeIndex(board, c, pick(at, rng)), homeIndex(board, c, pick(at, rng))
		setup[i], setup[j] = setup[j], setup[i]
	}
	before, _ := p.Setups()
	if setups == before {
		return played{}, false
	}
	g, err := Start(p.Rules(), setups)
	if err != nil {
		return played{}, false
	}
	for _, m := range p.moves {
		if g, _, err = Apply(g, Play(g.ToMove(), m)); err != nil {
			return played{}, false
		}
	}
	same := g.Outcome() == p.Outcome() && slices.Equal(g.Record(), p.Record())
	return played{g, p.moves}, same
}

func homeIndex(b *Board, c Color, at Square) int {
	for i := range b.cells() {
		if b.HomeSquare(c, i) == at {
			return i
		}
	}
	panic("not a home square")
}

// told is everything that is in views.
func told(views ...View) string {
	text, err := json.Marshal(views)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// everything is all that the engine ever tells viewer of g: the View, and the
// answer to every move he could try.
func everything(g Game, viewer Color) string {
	var out strings.Builder
	out.WriteString(told(Look(g, viewer)))
	if viewer == g.ToMove() {
		for _, m := range candidates(g) {
			err := g.Legal(Play(viewer, m))
			if r, ok := errors.AsType[*Refusal](err); ok {
				fmt.Fprintln(&out, r, r.Because, r.Paths)
			} else {
				fmt.Fprintln(&out, m, err)
			}
		}
	}
	return out.String()
}

// The law of rules.md 8. Without it a list, a refusal or a rank could tell what
// was never shown.
func TestLawSecrecy(t *testing.T) {
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
			for _, viewer := range []Color{c.Other(), NoColor} {
				if a, b := everything(p.Game, viewer), everything(q.Game, viewer); a != b {
					t.Fatalf("%v can tell the two games apart:\n%s", viewer, cmp.Diff(a, b))
				}
			}
			break
		}
	})
	// With -short rapid tries a fifth.
	if compared == 0 || compared < 20 && !testing.Short() {
		t.Fatalf("only %d pairs of games compared", compared)
	}
	t.Logf("%d pairs of games compared", compared)
}
