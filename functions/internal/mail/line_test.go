package mail

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// ahead returns the next plies of m, as a line of who waits: the first legal moves,
// or, where from is positive, others.
func ahead(t testing.TB, m match.Match, plies, from int) match.Line {
	t.Helper()
	var l match.Line
	for g := m.Game; len(l) < plies && g.Outcome() == engine.Undecided; from = 0 {
		moves := g.Moves()
		next, happened, err := engine.Apply(g, engine.Play(g.ToMove(), moves[from%len(moves)]))
		if err != nil {
			t.Fatal(err)
		}
		l, g = append(l, match.Step{Move: happened.Ply.Move, Result: happened.Ply.Attack.Result}), next
	}
	return l
}

// saved gives m the lines of who waits.
func saved(m match.Match, lines ...match.Line) match.SetLines {
	return match.SetLines{By: m.Game.ToMove().Other(), Ply: m.Game.Ply(), Lines: lines}
}

func plays(m match.Match, s match.Step) match.PlayMove {
	return match.PlayMove{By: m.Game.ToMove(), Ply: m.Game.Ply(), Move: s.Move}
}

// lined adds the mails that come of lines. Red is to move in m.
func lined(t testing.TB, m match.Match, add func(match.Match, Kind, engine.Color, ...string)) {
	t.Helper()
	line := ahead(t, m, 4, 0)
	other := ahead(t, m, 2, 1)
	waits := do(t, m, saved(m, line))
	answered := do(t, waits, plays(m, line[0]))
	add(answered, LinePlayed, engine.Blue)
	add(do(t, waits, match.Say{By: engine.Red, Text: wordsOfBob}, plays(m, line[0])), LinePlayed, engine.Blue, "said")
	add(answered, YourTurn, engine.Red, "answered")
	add(do(t, waits, plays(m, other[0])), YourTurn, engine.Blue, "dropped")
	with := plays(m, line[0])
	with.OfferDraw = true
	add(do(t, waits, with), YourTurn, engine.Blue, "dropped", "offered")
	add(do(t, waits, match.OfferDraw{By: engine.Red, Ply: 40}), DrawOffered, engine.Blue, "dropped")
	add(do(t, waits, match.OfferDraw{By: engine.Blue, Ply: 40}, plays(m, line[0])), LinePlayed, engine.Blue, "declined")
}

// TestDroppedLineSaysWhy: a reader who counted on his line learns why it was not
// played, also by which rule.
func TestDroppedLineSaysWhy(t *testing.T) {
	c := composer(t)
	random := rand.New(rand.NewPCG(1, 2))
	rules := engine.StandardRules(engine.Barrage)
	m := play(t, begun(t, newMatch(t, rules), deal(rules, random)), 6, random)
	line := ahead(t, m, 2, 0)
	m = do(t, m, plays(m, line[0]))
	bomb := engine.Move{}
	for _, p := range m.View(m.Game.ToMove()).Pieces {
		if p.Color == m.Game.ToMove() && p.Rank == engine.Bomb {
			bomb = engine.Move{From: p.Square, To: p.Square + 1}
		}
	}
	reader := m.Game.ToMove()
	for _, test := range []struct {
		dropped match.Dropped
		want    string
	}{
		{match.Dropped{Why: match.OtherReply}, "another move than the ones you named"},
		{match.Dropped{Why: match.OtherResult}, "the fight ended in another way"},
		{match.Dropped{Why: match.DrawIsOffered}, "offers you a draw, and moving on would have declined it"},
		{match.Dropped{Why: match.AnswerIllegal, Answer: bomb}, "your answer " + bomb.String() + " is not legal now. Your piece on " + bomb.From.String() + " is of a kind that never moves."},
	} {
		told := m
		told.Plans.Of(reader).Dropped = test.dropped
		told.Events = append(slices.Clip(told.Events), match.Event{Kind: match.LineDropped, Seat: reader})
		text := strings.Join(strings.Fields(compose(t, c, told, YourTurn, reader).text), " ")
		if !strings.Contains(text, test.want) {
			t.Errorf("%v: the mail does not say %q:\n%s", test.dropped.Why, test.want, text)
		}
	}
	// The fight of one's own answer leaves a line without its rest.
	owner := reader.Other()
	m.Plans.Of(owner).Dropped.Why = match.OtherResult
	m.Events = append(slices.Clip(m.Events), match.Event{Kind: match.LinePlayed, Seat: owner}, match.Event{Kind: match.LineDropped, Seat: owner})
	if text := compose(t, c, m, LinePlayed, owner).text; !strings.Contains(text, "The rest of your line is gone") {
		t.Errorf("the mail does not tell of the rest:\n%s", text)
	}
}

// TestT13LinesInMails: the other's mails are the same bytes whether there are lines
// or not, until one is played; and what its owner is told of it is no more than he
// may know.
func TestT13LinesInMails(t *testing.T) {
	c := answerable(t)
	compared, played := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		rules := engine.StandardRules(engine.Armies[rapid.IntRange(0, 5).Draw(rt, "army")])
		rules.SilentDefence = rapid.Bool().Draw(rt, "silent defence")
		rules.Memory = rapid.Bool().Draw(rt, "memory")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		one := play(t, begun(t, newMatch(t, rules), deal(rules, random)), rapid.IntRange(1, 60).Draw(rt, "plies"), random)
		if one.State != match.Playing {
			return
		}
		mover := one.Game.ToMove()
		owner := mover.Other()
		line := ahead(t, one, 2, random.IntN(50))
		if len(line) < 2 {
			return
		}
		set := saved(one, line)
		waits, _, err := match.Decide(one, set, one.Changed)
		if err != nil {
			rt.Fatal(err)
		}
		ply := one.Game.Ply()
		same := func(kind Kind, commands ...match.Command) {
			a, b := raw(t, c, do(t, one, commands...), kind, mover), raw(t, c, do(t, waits, commands...), kind, mover)
			if !bytes.Equal(a, b) {
				rt.Errorf("%v's mail tells of lines (-without +with):\n%s", mover, cmp.Diff(string(a), string(b)))
			}
		}
		same(YourTurn)
		same(DrawOffered, match.OfferDraw{By: owner, Ply: ply})
		same(DrawDeclined, match.OfferDraw{By: mover, Ply: ply}, match.DeclineDraw{By: owner, Ply: ply})
		same(Over, match.Resign{By: mover, Ply: ply})
		shown := Answer{Seat: mover, At: one.Changed, Says: []string{"So it stands."}, Game: true, Moves: true, Record: true}
		if a, b := answered(t, c, one, shown), answered(t, c, waits, shown); !bytes.Equal(a, b) {
			rt.Errorf("an answer to %v tells of lines (-without +with):\n%s", mover, cmp.Diff(string(a), string(b)))
		}
		compared++

		other, ok := twin(t, one, owner, random)
		if !ok {
			return
		}
		goOn := func(m match.Match) (match.Match, bool) {
			for _, c := range []match.Command{set, plays(m, line[0])} {
				next, _, err := match.Decide(m, c, m.Changed)
				if err != nil {
					return m, false
				}
				m = next
			}
			return m, true
		}
		one, _ = goOn(one)
		if other, ok = goOn(other); !ok { // its mover has another piece there
			return
		}
		if one.State != match.Playing || !cmp.Equal(one.View(owner), other.View(owner)) {
			return
		}
		kind := YourTurn
		if one.Game.ToMove() == mover {
			kind, played = LinePlayed, played+1
		}
		if a, b := raw(t, c, one, kind, owner), raw(t, c, other, kind, owner); !bytes.Equal(a, b) {
			rt.Errorf("%v can tell two games apart (-one +other):\n%s", owner, cmp.Diff(string(a), string(b)))
		}
	})
	if (compared < 20 || played < 5) && !testing.Short() { // with -short rapid tries a fifth
		t.Errorf("%d pairs were compared, %d lines were played", compared, played)
	}
}
