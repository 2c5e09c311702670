package match_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// underWay draws a match after a few plies, and returns it with what was played.
func underWay(t *rapid.T) (m match.Match, setups engine.Both[engine.Setup], played []engine.Move) {
	r := engine.StandardRules(rapid.SampledFrom(engine.Armies[:6]).Draw(t, "army"))
	for _, on := range []*bool{&r.AttackerAdvantage, &r.MovingBombs, &r.MovingFlag, &r.Reconquest, &r.SilentDefence, &r.Memory} {
		*on = rapid.Bool().Draw(t, "option")
	}
	setups = engine.Both[engine.Setup]{Red: anySetup(t, r), Blue: anySetup(t, r)}
	m, err := begun(r, setups)
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 80).Draw(t, "plies") {
		if m.State != match.Playing {
			break
		}
		move := rapid.SampledFrom(m.Game.Moves()).Draw(t, "move")
		m = must(t, m, match.PlayMove{By: m.Game.ToMove(), Ply: m.Game.Ply(), Move: move})
		played = append(played, move)
	}
	if m.State != match.Playing {
		t.Skip("over")
	}
	return m, setups, played
}

func begun(r engine.Rules, setups engine.Both[engine.Setup]) (match.Match, error) {
	m, err := match.New(create(r), monday)
	for _, c := range []match.Command{
		match.Confirm{}, match.Accept{By: blue}, match.SetUp{By: red, Setup: setups.Red, Sure: true}, match.SetUp{By: blue, Setup: setups.Blue, Sure: true},
	} {
		if err == nil {
			m, _, err = match.Decide(m, c, m.Changed)
		}
	}
	return m, err
}

func must(t *rapid.T, m match.Match, c match.Command) match.Match {
	next, _, err := match.Decide(m, c, m.Changed)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	return next
}

// TestLineIsAMoveByHand: whatever lines there are, the other's move is taken as if
// there were none. An answer that comes of them is what its player could have pressed
// at once, and all is then as if he had; nothing illegal is ever played, and no more
// than one answer. Whoever holds lines waits for the other.
func TestLineIsAMoveByHand(t *testing.T) {
	answered := 0
	rapid.Check(t, func(t *rapid.T) {
		m, _, _ := underWay(t)
		set := anyLines(t, m)
		saved, _, err := match.Decide(m, set, m.Changed)
		if err != nil {
			saved = m
		}
		if saved.Shown != m.Shown || !saved.Deadline.Equal(m.Deadline) {
			t.Fatalf("saving: version %d after %d", saved.Shown, m.Shown)
		}
		for range 4 {
			if saved.State != match.Playing {
				break
			}
			mover := saved.Game.ToMove()
			p := match.PlayMove{By: mover, Ply: saved.Game.Ply(), OfferDraw: rapid.IntRange(0, 5).Draw(t, "offer") == 0}
			p.Move = rapid.SampledFrom(saved.Game.Moves()).Draw(t, "move")
			if lines := saved.Plans.Of(mover.Other()).Lines; len(lines) > 0 && rapid.IntRange(0, 3).Draw(t, "expected") > 0 {
				p.Move = rapid.SampledFrom(lines).Draw(t, "line")[0].Move
			}
			bare := saved
			bare.Plans = engine.Both[match.Plan]{}
			next, _, err := match.Decide(saved, p, saved.Changed)
			byHand, _, errByHand := match.Decide(bare, p, saved.Changed)
			if (err == nil) != (errByHand == nil) || err != nil && err.Error() != errByHand.Error() {
				t.Fatalf("%v with lines, %v without", err, errByHand)
			}
			if err != nil {
				break
			}
			switch next.Game.Ply() - byHand.Game.Ply() {
			case 0:
			case 1:
				answered++
				answer := next.Game.Record()[next.Game.Ply()-1].Move
				byHand = must(t, byHand, match.PlayMove{By: mover.Other(), Ply: byHand.Game.Ply(), Move: answer, Unaware: true})
			default:
				t.Fatalf("ply %d after %d", next.Game.Ply(), saved.Game.Ply())
			}
			for _, c := range []engine.Color{red, blue} {
				if len(next.Plans.Of(c).Lines) > 0 && next.Game.ToMove() == c {
					t.Fatalf("%v is to move and has lines", c)
				}
			}
			same := next
			same.Plans, same.Events, same.Version = byHand.Plans, byHand.Events, byHand.Version
			if diff := cmp.Diff(byHand, same, sameMatch); diff != "" {
				t.Fatalf("(-by hand +by line):\n%s", diff)
			}
			saved = next
		}
	})
	if answered == 0 && !testing.Short() { // with -short rapid tries a fifth
		t.Error("no line was ever played")
	}
}

// TestLinesTellNothing: two games that are equal in what a player knows take and
// refuse the same lines of his with the same words, and save the same; and the other
// sees the same game whether there are lines or not.
func TestLinesTellNothing(t *testing.T) {
	compared, taken := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		m, setups, played := underWay(t)
		by := m.Game.ToMove().Other()
		other, ok := retold(t, m, setups, played, by)
		if !ok || !cmp.Equal(m.View(by), other.View(by)) {
			return
		}
		compared++
		set := anyLines(t, m)
		for i := range set.Lines { // and what nobody would play
			for j := range set.Lines[i] {
				if rapid.IntRange(0, 9).Draw(t, "astray") == 0 {
					set.Lines[i][j].Move.To = engine.At(rapid.IntRange(1, 10).Draw(t, "file"), rapid.IntRange(1, 10).Draw(t, "row"))
				}
			}
		}
		one, _, errOne := match.Decide(m, set, m.Changed)
		two, _, errTwo := match.Decide(other, set, m.Changed)
		if (errOne == nil) != (errTwo == nil) || errOne != nil && errOne.Error() != errTwo.Error() {
			t.Fatalf("%v, but %v where other pieces are hidden", errOne, errTwo)
		}
		if diff := cmp.Diff(one.Plans, two.Plans); diff != "" {
			t.Fatalf("(-one +other):\n%s", diff)
		}
		if errOne == nil {
			taken++
			for _, viewer := range []engine.Color{by.Other(), engine.NoColor} {
				if !cmp.Equal(m.View(viewer), one.View(viewer)) {
					t.Fatalf("%v sees the lines", viewer)
				}
			}
		}
	})
	if (compared < 5 || taken < 2) && !testing.Short() {
		t.Errorf("%d pairs compared, %d lines taken", compared, taken)
	}
}

// retold is the game m with two pieces changed for one another that viewer has never
// seen and that have never moved, if the same moves can be played then.
func retold(t *rapid.T, m match.Match, setups engine.Both[engine.Setup], played []engine.Move, viewer engine.Color) (match.Match, bool) {
	hidden, board := viewer.Other(), m.Rules.Army.Board()
	view := m.View(viewer)
	var places []int
	for i := range board.Size * board.SetupRows {
		p := view.At(board.HomeSquare(hidden, i))
		if p.Color == hidden && p.Rank == engine.NoRank && !p.Moved {
			places = append(places, i)
		}
	}
	if len(places) < 2 {
		return m, false
	}
	i, j := rapid.SampledFrom(places).Draw(t, "piece"), rapid.SampledFrom(places).Draw(t, "other piece")
	theirs := setups.Of(hidden)
	theirs[i], theirs[j] = theirs[j], theirs[i]
	other, err := begun(m.Rules, setups)
	for _, move := range played {
		if err == nil {
			other, _, err = match.Decide(other, match.PlayMove{By: other.Game.ToMove(), Ply: other.Game.Ply(), Move: move}, m.Changed)
		}
	}
	return other, err == nil && !bytes.Equal(engine.Pack(other.Game), engine.Pack(m.Game))
}
