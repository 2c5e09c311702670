package match_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// drawn begins a game from a board: its rows from the tenth down, two letters a
// square, r or b and the piece. Both sides must have the same pieces.
func drawn(t testing.TB, rules engine.Rules, board string) match.Match {
	t.Helper()
	var pieces engine.Both[map[engine.Square]engine.Rank]
	pieces.Red, pieces.Blue = make(map[engine.Square]engine.Rank), make(map[engine.Square]engine.Rank)
	lines := strings.Split(strings.TrimSpace(board), "\n")
	if len(lines) != 10 {
		t.Fatalf("a board of %d rows", len(lines))
	}
	rules.Troops = engine.Troops{}
	for i, line := range lines {
		for j, cell := range strings.Fields(line) {
			if cell == ".." || cell == "~~" {
				continue
			}
			rank, err := engine.ParseRank(cell[1:])
			if err != nil {
				t.Fatal(err)
			}
			if cell[0] == 'r' {
				pieces.Red[engine.At(j+1, 10-i)] = rank
				rules.Troops[rank]++
			} else {
				pieces.Blue[engine.At(j+1, 10-i)] = rank
			}
		}
	}
	m := after(t, created(t, create(rules)), match.Confirm{}, match.Accept{By: blue})
	for _, c := range []engine.Color{red, blue} {
		s, err := m.Rules.SetupFrom(c, *pieces.Of(c))
		if err != nil {
			t.Fatal(err)
		}
		m = after(t, m, match.SetUp{By: c, Setup: s, Sure: true})
	}
	return m
}

// plain is the usual rules, for the pieces of a board.
func plain() engine.Rules { return engine.StandardRules(engine.CustomArmy) }

// twoFronts has Red's general before Blue's lieutenant, a spy before a bomb, and two
// scouts that see each other.
const twoFronts = `
	.. .. .. .. .. .. .. .. .. bF
	.. .. .. .. .. .. .. .. .. ..
	.. .. .. .. .. .. .. .. .. ..
	b5 b9 .. .. bS bB .. .. b2 ..
	.. .. ~~ ~~ .. .. ~~ ~~ .. ..
	.. .. ~~ ~~ .. .. ~~ ~~ .. ..
	r9 r5 .. .. rB rS .. .. r2 ..
	.. .. .. .. .. .. .. .. .. ..
	.. .. .. .. .. .. .. .. .. ..
	rF .. .. .. .. .. .. .. .. ..`

// lined reads lines: steps with commas between, and how a fight must end behind the
// move.
func lined(t testing.TB, texts ...string) []match.Line {
	t.Helper()
	var lines []match.Line
	for _, text := range texts {
		var l match.Line
		for part := range strings.SplitSeq(text, ", ") {
			s, err := stepOf(part)
			if err != nil {
				t.Fatal(err)
			}
			l = append(l, s)
		}
		lines = append(lines, l)
	}
	return lines
}

func stepOf(text string) (match.Step, error) {
	var s match.Step
	for r := engine.Wins; r <= engine.BothLose; r++ {
		if before, found := strings.CutSuffix(text, " "+r.String()); found {
			text, s.Result = before, r
		}
	}
	var err error
	s.Move, err = engine.ParseMove(text)
	return s, err
}

func events(kinds ...any) []match.Event {
	var list []match.Event
	for i := 0; i < len(kinds); i += 2 {
		list = append(list, match.Event{Kind: kinds[i].(match.EventKind), Seat: kinds[i+1].(engine.Color)})
	}
	return list
}

// TestLines is T10: Red saves lines, and Blue moves. Without it an answer could be
// played to a reply that did not happen, or be lost without a word to its owner.
func TestLines(t *testing.T) {
	none := engine.NoColor
	for _, test := range []struct {
		name   string
		board  string
		before string // what was played; Blue is to move then
		lines  []string
		moves  string // what Blue plays, and Red by hand
		events []match.Event
		record string // the plies that Blue's last move has added
		left   []string
		why    match.DropReason
	}{
		{
			"the reply happened", twoFronts, "a4-a5",
			[]string{"a7-a6, a5xa6"},
			"a7-a6",
			events(match.Moved, blue, match.Moved, red, match.LinePlayed, red), "a7-a6, a5xa6 9>5", nil, 0,
		},
		{
			"another reply", twoFronts, "a4-a5",
			[]string{"a7-a6, a5xa6"},
			"b7-b6",
			events(match.Moved, blue, match.LineDropped, red), "b7-b6", nil, match.OtherReply,
		},
		{
			"one of several", twoFronts, "a4-a5",
			[]string{"a7-a6, a5xa6", "b7-b6, a5-a6", "e7-e6, f4-f5"},
			"b7-b6",
			events(match.Moved, blue, match.Moved, red, match.LinePlayed, red), "b7-b6, a5-a6", nil, 0,
		},
		{
			"the fight ended so", twoFronts, "a4-a5",
			[]string{"i7xi4 both, b4-b5"},
			"i7xi4",
			events(match.Moved, blue, match.Moved, red, match.LinePlayed, red), "i7xi4 2=2, b4-b5", nil, 0,
		},
		{
			"the fight ended otherwise", twoFronts, "a4-a5",
			[]string{"i7xi4 wins, b4-b5", "i7xi4 loses, b4-b5"},
			"i7xi4",
			events(match.Moved, blue, match.LineDropped, red), "i7xi4 2=2", nil, match.OtherResult,
		},
		{
			"a run that stops earlier is another reply", twoFronts, "a4-a5",
			[]string{"i7-i5, i4xi5"},
			"i7-i6",
			events(match.Moved, blue, match.LineDropped, red), "i7-i6", nil, match.OtherReply,
		},
		{
			"the answer is not legal any more", twoFronts, "a4-a5, b7-b6, a5-a4, b6-b5, a4-a5",
			[]string{"e7-e6, a5-a4"},
			"e7-e6",
			events(match.Moved, blue, match.LineDropped, red), "e7-e6", nil, match.AnswerIllegal,
		},
		{
			"a line goes on", twoFronts, "a4-a5",
			[]string{"a7-a6, a5xa6 wins, b7-b6, b4-b5", "a7-a6, a5xa6 loses, b7-a7, b4-b5"},
			"a7-a6",
			events(match.Moved, blue, match.Moved, red, match.LinePlayed, red), "a7-a6, a5xa6 9>5",
			[]string{"b7-b6, b4-b5"},
			0,
		},
		{
			"a line goes on and on", twoFronts, "a4-a5",
			[]string{"a7-a6, a5xa6 wins, b7-b6, b4-b5, e7-e6, f4-f5"},
			"a7-a6, b7-b6, e7-e6",
			events(match.Moved, blue, match.Moved, red, match.LinePlayed, red), "e7-e6, f4-f5", nil, 0,
		},
		{
			"the second reply is another", twoFronts, "a4-a5",
			[]string{"a7-a6, a5xa6 wins, b7-b6, b4-b5"},
			"a7-a6, i7-i6",
			events(match.Moved, blue, match.LineDropped, red), "i7-i6", nil, match.OtherReply,
		},
		{
			"the answer's own fight ends otherwise", twoFronts, "a4-a5",
			[]string{"a7-a6, a5xa6 loses, b7-b6, b4-b5"},
			"a7-a6",
			events(match.Moved, blue, match.Moved, red, match.LinePlayed, red, match.LineDropped, red), "a7-a6, a5xa6 9>5", nil, match.OtherResult,
		},
		{
			"the reply ends the game", `
			.. .. .. .. .. .. .. .. .. bF
			.. .. .. .. .. .. .. .. .. ..
			.. .. .. .. .. .. .. .. .. ..
			b2 .. .. .. b9 .. .. .. .. ..
			.. .. ~~ ~~ .. .. ~~ ~~ .. ..
			.. .. ~~ ~~ .. .. ~~ ~~ .. ..
			.. .. .. .. r9 .. .. .. .. r2
			.. .. .. .. .. .. .. .. .. ..
			.. .. .. .. .. .. .. .. .. ..
			rF .. .. .. .. .. .. .. .. ..`, "e4-e5",
			[]string{"a7xa1 wins, e5-e6"},
			"a7xa1",
			events(match.Moved, blue, match.Ended, none), "a7xa1 2>F", nil, 0,
		},
		{
			"the answer ends the game", `
			.. .. .. .. .. .. .. .. .. bF
			.. .. .. .. .. .. .. .. .. ..
			.. .. .. .. .. .. .. .. .. ..
			b2 .. .. .. b9 .. .. .. .. ..
			.. .. ~~ ~~ .. .. ~~ ~~ .. ..
			.. .. ~~ ~~ .. .. ~~ ~~ .. ..
			.. .. .. .. r9 .. .. .. .. r2
			.. .. .. .. .. .. .. .. .. ..
			.. .. .. .. .. .. .. .. .. ..
			rF .. .. .. .. .. .. .. .. ..`, "e4-e5",
			[]string{"a7-a6, j4xj10 wins, a6-a7, e5-e6"},
			"a7-a6",
			events(match.Moved, blue, match.Moved, red, match.LinePlayed, red, match.Ended, none), "a7-a6, j4xj10 2>F", nil, 0,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := drawn(t, plain(), test.board)
			for i, text := range strings.Split(test.before, ", ") {
				m = after(t, m, play(t, []engine.Color{red, blue}[i%2], i, text))
			}
			m = after(t, m, match.SetLines{By: red, Ply: m.Game.Ply(), Lines: lined(t, test.lines...)})
			begun := 0
			for text := range strings.SplitSeq(test.moves, ", ") {
				begun = m.Game.Ply()
				m = after(t, m, play(t, m.Game.ToMove(), begun, text))
			}
			if diff := cmp.Diff(test.events, m.Events); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
			var record []string
			for _, p := range m.Game.Record()[begun:] {
				record = append(record, p.Text())
			}
			if got := strings.Join(record, ", "); got != test.record {
				t.Errorf("played %q, want %q", got, test.record)
			}
			if diff := cmp.Diff(lined(t, test.left...), m.Plans.Red.Lines); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
			if got := m.Plans.Red.Dropped.Why; got != test.why {
				t.Errorf("dropped: %v, want %v", got, test.why)
			}
			if again, err := match.Open(match.Seal(m)); err != nil || !cmp.Equal(again, m, sameMatch) {
				t.Errorf("opened as another: %v", err)
			}
		})
	}
}

// TestLinesOfCaptainsAndRescues: exactly means the captain's way and the rescue too.
func TestLinesOfCaptainsAndRescues(t *testing.T) {
	quick := after(t, created(t, create(engine.StandardRules(engine.Lightning))), match.Confirm{}, match.Accept{By: blue},
		match.SetUp{By: red, Setup: rows(t, "66MF987554/4332222SBB")}, match.SetUp{By: blue, Setup: rows(t, "6.6MF98755/44332222SB/B")},
		play(t, red, 0, "a4-a5"))
	rescue := custom("F M 6 5")
	rescue.Reconquest, rescue.TwoSquares = true, 0
	walk := func(blueRows string) match.Match { // Red's captain on a9, his lieutenant lost on b7
		m := after(t, created(t, create(rescue)), match.Confirm{}, match.Accept{By: blue},
			match.SetUp{By: red, Setup: rows(t, "65......MF")}, match.SetUp{By: blue, Setup: rows(t, blueRows)})
		for i, text := range strings.Fields("b4-b5 j7-j6 b5-b6 j6-j7 b6xb7 j7-j6 a4-a5 j6-j7 a5-a6 j7-j6 a6-a7 j6-j7 a7-a8 j7-j6 a8-a9 j6-j7") {
			m = after(t, m, play(t, []engine.Color{red, blue}[i%2], i, text))
		}
		return m
	}
	weak, strong := walk("M.......6./F........./........../.........5"), walk("5.......6./F........./........../.........M")
	for _, test := range []struct {
		name         string
		m            match.Match
		line, played string
		why          match.DropReason
	}{
		{"the way that was named", quick, "j7-j6-i6, a5-a6", "j7-j6-i6", match.NotDropped},
		{"the other way", quick, "j7-j6-i6, a5-a6", "j7-i7-i6", match.OtherReply},
		{"not so far", quick, "j7-j6-i6, a5-a6", "j7-j6", match.OtherReply},
		{"a captain's two steps are no scout's run", quick, "j7-j5, a5-a6", "j7-j6-j5", match.OtherReply},
		{"the rescue that was named", weak, "a9xa10 +5@c2 wins, j7-j6", "a9xa10 +5@c2", match.NotDropped},
		{"a rescue elsewhere", weak, "a9xa10 +5@c2 wins, j7-j6", "a9xa10 +5@d2", match.OtherReply},
		{"a rescue that was not named", weak, "a9xa10 wins, j7-j6", "a9xa10 +5@c2", match.OtherReply},
		{"no rescue where one was named", weak, "a9xa10 +5@c2 wins, j7-j6", "a9xa10", match.OtherReply},
		{"a wish that lapsed is none", strong, "a9xa10 loses, j7-j6", "a9xa10 +5@c2", match.NotDropped},
	} {
		to := test.m.Game.ToMove()
		m := after(t, test.m, match.SetLines{By: to.Other(), Ply: test.m.Game.Ply(), Lines: lined(t, test.line)},
			play(t, to, test.m.Game.Ply(), test.played))
		if got := m.Plans.Of(to.Other()).Dropped.Why; got != test.why || (m.Game.Ply() == test.m.Game.Ply()+2) != (test.why == match.NotDropped) {
			t.Errorf("%s: dropped %v at ply %d", test.name, got, m.Game.Ply())
		}
		if again, err := match.Open(match.Seal(m)); err != nil || !cmp.Equal(again, m, sameMatch) {
			t.Errorf("%s: opened as another: %v", test.name, err)
		}
	}
	// Saved, with all that a step can have.
	m := after(t, weak, match.SetLines{By: blue, Ply: match.AnyPly, Lines: lined(t, "a9xa10 +5@c2 wins, j7-j6", "a9xa10 loses, j7-j6")})
	if again, err := match.Open(match.Seal(m)); err != nil || !cmp.Equal(again, m, sameMatch) {
		t.Errorf("opened as another: %v", err)
	}
}

// TestLineOffers: who is offered a draw may want to take it, and so no line answers
// him who offers; nor can one be saved then.
func TestLineOffers(t *testing.T) {
	start := after(t, drawn(t, plain(), twoFronts), play(t, red, 0, "a4-a5"))
	line := match.SetLines{By: red, Ply: 1, Lines: lined(t, "a7-a6, a5xa6")}
	saved := after(t, start, line)
	with := play(t, blue, 1, "a7-a6")
	with.OfferDraw = true
	m := after(t, saved, with)
	if diff := cmp.Diff(events(match.Moved, blue, match.DrawOffered, blue, match.LineDropped, red), m.Events); diff != "" || m.Offer != blue {
		t.Errorf("offered with the reply: offer %v, events (-want +got):\n%s", m.Offer, diff)
	}
	if diff := cmp.Diff(match.Plan{Dropped: match.Dropped{Why: match.DrawIsOffered}}, m.Plans.Red); diff != "" {
		t.Error(diff)
	}
	m = after(t, saved, match.OfferDraw{By: blue, Ply: 1})
	if diff := cmp.Diff(events(match.DrawOffered, blue, match.LineDropped, red), m.Events); diff != "" {
		t.Errorf("offered before the reply: events (-want +got):\n%s", diff)
	}
	if _, _, err := match.Decide(m, line, m.Changed); !errors.Is(err, match.ErrOffered) {
		t.Errorf("saved while he offers: %v", err)
	}
	m = after(t, start, match.OfferDraw{By: blue, Ply: 1})
	if diff := cmp.Diff(events(match.DrawOffered, blue), m.Events); diff != "" {
		t.Errorf("without lines: events (-want +got):\n%s", diff)
	}

	// One's own offer is declined by the reply, as ever, and the answer is played.
	m = after(t, saved, match.OfferDraw{By: red, Ply: 1})
	aware := play(t, blue, 1, "a7-a6")
	unaware := aware
	unaware.Unaware = true
	if _, _, err := match.Decide(m, unaware, m.Changed); !errors.Is(err, match.ErrOffered) {
		t.Errorf("a move that knows of no offer: %v", err)
	}
	m = after(t, m, aware)
	if diff := cmp.Diff(events(match.DrawDeclined, blue, match.Moved, blue, match.Moved, red, match.LinePlayed, red), m.Events); diff != "" {
		t.Errorf("one's own offer: events (-want +got):\n%s", diff)
	}
}

// TestLinesVanish: a plan does not outlive its game, nor its owner's own move.
func TestLinesVanish(t *testing.T) {
	saved := after(t, drawn(t, plain(), twoFronts), play(t, red, 0, "a4-a5"), match.SetLines{By: red, Ply: 1, Lines: lined(t, "a7-a6, a5xa6")})
	for name, m := range map[string]match.Match{
		"resigned":  after(t, saved, match.Resign{By: blue, Ply: 1}),
		"aborted":   after(t, saved, match.Abort{By: red, Ply: 1}),
		"timed out": later(t, saved, match.TimeOut{}),
		"taken out": after(t, saved, match.SetLines{By: red, Ply: 1}),
		"moved on":  after(t, saved, play(t, blue, 1, "b7-b6"), play(t, red, 2, "b4-b5")),
	} {
		if !cmp.Equal(m.Plans, engine.Both[match.Plan]{}) {
			t.Errorf("%s: %+v", name, m.Plans)
		}
	}
	if m := after(t, saved, match.RenewLinks{By: red}, match.Publish{By: blue}); len(m.Plans.Red.Lines) != 1 {
		t.Error("other commands touch the lines")
	}
}

// TestSetLines: when lines can be saved, and how they are added to others.
func TestSetLines(t *testing.T) {
	start := drawn(t, plain(), twoFronts)
	m := after(t, start, play(t, red, 0, "a4-a5"))
	set := func(add bool, by engine.Color, ply int, texts ...string) match.SetLines {
		return match.SetLines{By: by, Ply: ply, Lines: lined(t, texts...), Add: add}
	}
	first := set(false, red, 1, "a7-a6, a5xa6")
	for name, test := range map[string]struct {
		m    match.Match
		c    match.Command
		want error
	}{
		"in one's own turn":          {start, set(false, red, 0, "a7-a6, a4-a5"), match.ErrYourTurn},
		"by who is to move":          {m, set(false, blue, 1, "a5-a6, a7xa6"), match.ErrYourTurn},
		"at an old ply":              {m, set(false, red, 0, "a7-a6, a5xa6"), match.ErrStale},
		"at a ply to come":           {m, set(false, red, 2, "a7-a6, a5xa6"), match.ErrStale},
		"twice":                      {after(t, m, first), first, match.ErrRepeated},
		"nothing in nothing's place": {m, set(false, red, 1), match.ErrRepeated},
		"of nobody":                  {m, set(false, engine.NoColor, 1), engine.ErrBadAction},
		"after the end":              {after(t, m, match.Resign{By: blue, Ply: 1}), first, engine.ErrOver},
		"too late":                   {m, first, nil},
	} {
		now := test.m.Changed
		if name == "too late" {
			now, test.want = test.m.Deadline.Add(time.Second), match.ErrLate
		}
		if _, _, err := match.Decide(test.m, test.c, now); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	if m.Shown != after(t, m, first).Shown {
		t.Error("saving raises the version that players are told")
	}
	for _, test := range []struct {
		name       string
		old, added string
		want       []string
	}{
		{"beside another", "a7-a6, a5xa6", "b7-b6, a5-a6", []string{"a7-a6, a5xa6", "b7-b6, a5-a6"}},
		{"another answer takes the old one's place", "a7-a6, a5xa6", "a7-a6, a5-a4", []string{"a7-a6, a5-a4"}},
		{"a longer one holds the old one", "a7-a6, a5xa6", "a7-a6, a5xa6 wins, b7-b6, b4-b5", []string{"a7-a6, a5xa6 wins, b7-b6, b4-b5"}},
		{"a shorter one adds nothing", "a7-a6, a5xa6 wins, b7-b6, b4-b5", "a7-a6, a5xa6", nil},
		{"another branch", "a7-a6, a5xa6 wins, b7-b6, b4-b5", "a7-a6, a5xa6 wins, e7-e6, b4-b5", []string{"a7-a6, a5xa6 wins, b7-b6, b4-b5", "a7-a6, a5xa6 wins, e7-e6, b4-b5"}},
	} {
		before := after(t, m, set(false, red, 1, test.old))
		next, _, err := match.Decide(before, set(true, red, 1, test.added), before.Changed)
		if test.want == nil {
			if !errors.Is(err, match.ErrRepeated) {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		want, err := match.CheckLines(new(m.View(red)), lined(t, test.want...))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, next.Plans.Red.Lines); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestLineFaults: what is wrong with lines is found out when they are saved, as far
// as their owner's view tells.
func TestLineFaults(t *testing.T) {
	quick := engine.StandardRules(engine.Lightning)
	m := after(t, drawn(t, plain(), twoFronts), play(t, red, 0, "a4-a5"))
	fast := after(t, created(t, create(quick)), match.Confirm{}, match.Accept{By: blue},
		match.SetUp{By: red, Setup: rows(t, "66MF987554/4332222SBB")}, match.SetUp{By: blue, Setup: rows(t, "66MF987554/4332222SBB")},
		play(t, red, 0, "a4-a5"))
	for _, test := range []struct {
		name  string
		m     match.Match
		lines []string
		want  string
	}{
		{"no answer", m, []string{"a7-a6"}, "line 1, step 0: no-answer"},
		{"a reply at the end", m, []string{"a7-a6, a5xa6 wins, b7-b6"}, "line 1, step 0: no-answer"},
		{"too long", m, []string{"a7-a6, b4-b5, a6-a7, b5-b4, a7-a6, b4-b5, a6-a7, b5-b4"}, "line 1, step 0: line-too-long"},
		{"too many", m, strings.Split(strings.Repeat("a7-a6, a5xa6;", 9), ";")[:9], "line 0, step 0: too-many-lines"},
		{"two answers", m, []string{"a7-a6, a5xa6", "a7-a6, a5-a4"}, "line 2, step 2: two-answers"},
		{"two answers later on", m, []string{"a7-a6, b4-b5, a6-a7, b5-b6", "a7-a6, b4-b5, a6-a7, b5-b4"}, "line 2, step 4: two-answers"},
		{"a reply of one's own piece", m, []string{"b4-b5, a5-a6"}, `line 1, step 1, "b4-b5": not-yours`},
		{"an answer of the other's piece", m, []string{"a7-a6, b7-b6"}, `line 1, step 2, "b7-b6": not-yours`},
		{"an empty square", m, []string{"a7-a6, a4-b4"}, `line 1, step 2, "a4-b4": empty-square`},
		{"in order", fast, []string{"a7-a6, a5-b5"}, ""},
		{"a bomb of one's own", m, []string{"a7-a6, e4-e5"}, `line 1, step 2, "e4-e5": immovable`},
		{"too far", m, []string{"a7-a6, b4-b6"}, `line 1, step 2, "b4-b6": too-far`},
		{"askew", m, []string{"a7-b6, b4-b5"}, `line 1, step 1, "a7-b6": not-a-line`},
		{"into the lake", m, []string{"b7-b6, i4-i5, b6-c6, i5-i6"}, `line 1, step 3, "b6-c6": lake`},
		{"through a piece", m, []string{"b7-b3 wins, a5-a6"}, `line 1, step 1, "b7-b3": blocked`},
		{"onto one's own", m, []string{"a7-b7, a5-a6"}, `line 1, step 1, "a7-b7": own-piece`},
		{"a fight without its end", m, []string{"i7xi4, a5-a6"}, `line 1, step 1: no-result`},
		{"an answer's fight without its end, and more", m, []string{"a7-a6, a5xa6, b7-b6, b4-b5"}, `line 1, step 2: no-result`},
		{"the end of no fight", m, []string{"a7-a6 wins, a5xa6"}, `line 1, step 1: no-fight`},
		{"the end of no fight, in the last answer", m, []string{"a7-a6, b4-b5 wins"}, `line 1, step 2: no-fight`},
		{"the end of the last fight is not asked", m, []string{"a7-a6, a5xa6 wins"}, ""},
		{"who has fallen moves no more", m, []string{"a7-a6, a5xa6 both, a6-a7, b4-b5"}, `line 1, step 3, "a6-a7": empty-square`},
		{"who has won stands there", m, []string{"a7-a6, a5xa6 wins, b7-b6, a6-a7"}, ""},
		{"what a hidden piece might be", m, []string{"b7-b5, a5-a6"}, ""}, // a scout, for all that Red knows
		{"a captain, where there are none so quick", m, []string{"a7-a6-b6, a5-a6"}, `line 1, step 1, "a7-a6-b6": too-far`},
		{"a captain's turn without its way", fast, []string{"j7-i6, a5-a6"}, `line 1, step 1, "j7-i6": ambiguous-path`},
		{"a captain's turn", fast, []string{"j7-j6-i6, a5-a6"}, ""},
		{"one's own captain's straight way", fast, []string{"j7-j6, b4-b6"}, ""},
		{"three steps at once", fast, []string{"j7-j6-j4, a5-a6"}, `line 1, step 1, "j7-j6-j4": too-far`},
		{"a rescue without such a rule", m, []string{"a7-a6, a5xa6 +5@c2"}, `line 1, step 2, "a5-a6 +5@c2": rescue`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := match.CheckLines(new(test.m.View(red)), lined(t, test.lines...))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// anyLines draws lines of whoever waits, of which most can be played.
func anyLines(t *rapid.T, m match.Match) match.SetLines {
	by := m.Game.ToMove().Other()
	s := match.SetLines{By: by, Ply: m.Game.Ply(), Add: rapid.Bool().Draw(t, "add")}
	for range rapid.IntRange(0, 3).Draw(t, "lines") {
		var l match.Line
		g := m.Game
		for len(l) < 2*rapid.IntRange(1, 3).Draw(t, "half") && g.Outcome() == engine.Undecided {
			move := rapid.SampledFrom(g.Moves()).Draw(t, "step")
			next, happened, err := engine.Apply(g, engine.Play(g.ToMove(), move))
			if err != nil {
				t.Fatal(err)
			}
			step := match.Step{Move: move, Result: happened.Ply.Attack.Result}
			if rapid.IntRange(0, 9).Draw(t, "wrong") == 0 {
				step.Result = engine.Result(rapid.IntRange(0, 3).Draw(t, "result"))
			}
			l, g = append(l, step), next
		}
		s.Lines = append(s.Lines, l)
	}
	return s
}
