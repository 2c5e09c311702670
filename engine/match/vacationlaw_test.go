package match_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// However two players move, rest, come back early and give each other time through
// years of a slow game, and the clock looks whenever its alarm rings:
//
//   - whoever is awaited has exactly the time of the pace and what was given, outside his
//     vacations, counted half an hour at a time by what the test has seen;
//   - nobody's vacation takes more than 30 days of any 365;
//   - no reminder comes in a vacation of who gets it, nor twice for a moment;
//   - the alarm is never too late.
func TestVacationLaws(t *testing.T) {
	const slot = 30 * time.Minute
	rapid.Check(t, func(t *rapid.T) {
		c := create(custom("F 2"))
		c.Pace = match.Pace{Move: time.Duration(rapid.IntRange(24, 14*48).Draw(t, "pace")) * slot, Setup: 7 * 48 * slot}
		c.Rules.TwoSquares, c.Rules.Chase, c.Rules.QuietClaim, c.Rules.QuietDraw = 0, engine.ChaseOff, 0, 0
		m, err := match.New(c, monday)
		if err != nil {
			t.Fatal(err)
		}
		do := func(c match.Command, now time.Time) error {
			next, _, err := match.Decide(m, c, now)
			if err == nil {
				m = next
			}
			return err
		}
		for _, c := range []match.Command{
			match.Confirm{},
			match.Accept{By: blue},
			match.SetUp{By: red, Setup: engine.Setup{0: engine.Scout, 39: engine.Flag}},
			match.SetUp{By: blue, Setup: engine.Setup{0: engine.Scout, 39: engine.Flag}},
		} {
			if err := do(c, monday); err != nil {
				t.Fatal(err)
			}
		}
		now, turn := monday, monday // and when the present turn began
		var seen engine.Both[[]match.Vacation]
		var starts engine.Both[[]time.Time] // of the days that were taken
		away := func(c engine.Color, at time.Time) bool {
			for _, v := range *seen.Of(c) {
				if v.Runs(at) {
					return true
				}
			}
			return false
		}
		for range rapid.IntRange(1, 150).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 500).Draw(t, "slots")) * slot)
			for !m.Due().After(now) && m.State == match.Playing { // the clock was there before
				if m.Alarm.After(m.Due()) {
					t.Fatalf("alarm %v, due %v", m.Alarm, m.Due())
				}
				at := m.Due()
				if m.Late(at) {
					return
				}
				if away(m.Game.ToMove(), at) {
					t.Fatalf("a reminder at %v, in a vacation", at)
				}
				if err := do(match.Remind{}, at); err != nil {
					t.Fatalf("a reminder at %v: %v", at, err)
				}
				if err := do(match.Remind{}, at); !errors.Is(err, match.ErrEarly) {
					t.Fatalf("twice: %v", err)
				}
			}
			by := rapid.SampledFrom([]engine.Color{red, blue}).Draw(t, "by")
			in := anyZone(t)
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0, 1:
				take := match.TakeVacation{By: by, Days: rapid.IntRange(1, 30).Draw(t, "days"), In: in}
				if rapid.Bool().Draw(t, "later") {
					take.From = now.AddDate(0, 0, rapid.IntRange(0, 60).Draw(t, "ahead"))
				}
				if do(take, now) == nil {
					v, there := m.Vacation(by, now)
					if !there {
						t.Fatal("it is not there")
					}
					*seen.Of(by) = append(*seen.Of(by), v)
					for d := range v.Days {
						*starts.Of(by) = append(*starts.Of(by), v.From.Add(time.Duration(d)*48*slot))
					}
				}
			case 2:
				if do(match.EndVacation{By: by, In: in}, now) == nil {
					last := len(*seen.Of(by)) - 1
					v := (*seen.Of(by))[last]
					*seen.Of(by) = (*seen.Of(by))[:last]
					*starts.Of(by) = (*starts.Of(by))[:len(*starts.Of(by))-v.Days]
					if v.From.Before(now) {
						used := int((now.Sub(v.From) + 48*slot - 1) / (48 * slot)) // less an hour in the night of the clocks
						list := *m.Vacations.Of(by)
						if got := list[len(list)-1].Days; got > v.Days || got < used-1 || got > used+1 {
							t.Fatalf("%d days of %v", got, now.Sub(v.From))
						}
						*seen.Of(by) = append(*seen.Of(by), list[len(list)-1])
						for d := range list[len(list)-1].Days {
							*starts.Of(by) = append(*starts.Of(by), v.From.Add(time.Duration(d)*48*slot))
						}
					}
				}
			case 3:
				_ = do(match.GiveTime{By: by, Ply: match.AnyPly, Given: m.GivenTo(by.Other())}, now)
			case 4:
				moves := m.Game.Moves()
				p := match.PlayMove{By: m.Game.ToMove(), Ply: m.Game.Ply(), Move: moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]}
				if do(p, now) == nil {
					turn = now
				}
			}
			if m.State != match.Playing {
				return
			}
			awaited, ran := m.Game.ToMove(), time.Duration(0)
			for at := turn; at.Before(m.Deadline); at = at.Add(slot) {
				if !away(awaited, at) {
					ran += slot
				}
			}
			if want := m.Pace.Move * time.Duration(1+m.Given); ran != want {
				t.Fatalf("from %v until %v %v run, of %v", turn, m.Deadline, ran, want)
			}
			for _, c := range []engine.Color{red, blue} {
				for _, day := range *starts.Of(c) {
					n := 0
					for _, other := range *starts.Of(c) {
						if !other.Before(day) && other.Before(day.Add(match.VacationYear)) {
							n++
						}
					}
					if n > match.MostVacation {
						t.Fatalf("%v has %d days in the year from %v on", c, n, day)
					}
				}
			}
		}
	})
}

// A year of a slow game takes milliseconds: each turn to its last second, each player away
// for a month, and every reminder in its place.
func TestAYear(t *testing.T) {
	c := create(custom("F 2"))
	c.Pace, c.Rules.TwoSquares = match.Pace{Move: match.MostPace, Setup: match.MostPace}, 0
	m := after(t, created(t, c), match.Confirm{}, match.Accept{By: blue},
		match.SetUp{By: red, Setup: rows(t, "2........F")}, match.SetUp{By: blue, Setup: rows(t, "2........F")})
	start, reminders := m.Changed, 0
	for n := 0; m.Changed.Sub(start) < 365*24*time.Hour; n++ {
		if n == 3 || n == 8 {
			m = give(t, m, match.TakeVacation{By: m.Game.ToMove(), Days: 30}, m.Changed)
		}
		for due := m.Due(); !m.Late(due); due = m.Due() {
			m = give(t, m, match.Remind{}, due)
			reminders++
		}
		m = give(t, m, play(t, m.Game.ToMove(), m.Game.Ply(), []string{"a4-a5", "j7-j6", "a5-a4", "j6-j7"}[n%4]), m.Deadline)
	}
	if want := 60*24*time.Hour + time.Duration(m.Game.Ply())*match.MostPace; m.Changed.Sub(start) != want || reminders != 2*m.Game.Ply() {
		t.Errorf("%d turns took %v, want %v; %d reminders", m.Game.Ply(), m.Changed.Sub(start), want, reminders)
	}
}
