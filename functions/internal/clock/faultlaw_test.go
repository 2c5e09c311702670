package clock_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/clock"
)

// Two clocks and both players, any of whom comes between any two calls of another, at a
// store of which any call goes wrong in any way: nobody is reminded twice of a moment, no
// version is lost or ends twice, no alarm is too late; and once the store is well again
// one sweep leaves nothing that is due.
func TestFaultLaws(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		// A clock catches what panics, and so what rapid draws by within a call.
		lot := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "lot"), 0))
		s := newStore()
		h := &heart{store: s}
		now := monday
		for n := range byte(3) {
			m := at(t, match.ID{n + 1, 7: n * 5}, 4+int(n)%2, match.Pace{Move: match.LeastPace, Setup: 24 * time.Hour})
			m.Alarm = m.Due()
			s.images[m.ID] = match.Seal(m)
			now = m.Changed
		}
		clocks := []*clock.Clock{living(t, s, h), living(t, s, h)}
		for _, c := range clocks {
			c.Report = func(_ match.ID, err error) {
				if !errors.Is(err, errDown) {
					r.Errorf("%v", err)
				}
			}
			c.Most = rapid.IntRange(1, 4).Draw(r, "most")
		}
		act := func(c *clock.Clock) {
			switch who := lot.IntN(4); who {
			default:
				_, _ = c.Sweep(ctx, now)
			case 1, 2:
				by := []engine.Color{engine.Red, engine.Blue}[who-1]
				id := match.ID{1 + byte(lot.IntN(3))}
				id[7] = (id[0] - 1) * 5
				a := &app.App{Games: s, Now: func() time.Time { return now }, Outages: &app.Outages{Heart: h}}
				commands := []match.Command{
					match.TakeVacation{By: by, Days: 1},
					match.TakeVacation{By: by, Days: 2, From: now.AddDate(0, 0, 1)},
					match.EndVacation{By: by},
					match.GiveTime{By: by, Ply: match.AnyPly, Given: lot.IntN(3)},
				}
				_, _ = a.Do(ctx, id, commands[lot.IntN(len(commands))])
			}
		}
		deep, faulty := false, true
		s.hook = func(string) {
			if faulty && !deep && lot.IntN(10) == 0 {
				deep = true
				act(clocks[1])
				deep = false
			}
		}
		s.fault = func(string) fault {
			if !faulty {
				return fine
			}
			return []fault{failed, persisted, resent, 8: fine}[lot.IntN(9)]
		}
		last := map[match.ID]match.Match{}
		told := map[match.ID]*engine.Both[int]{}
		s.took = func(i match.Image) {
			m, err := match.Open(i)
			if err != nil {
				r.Error(err)
			}
			before, there := last[m.ID]
			last[m.ID] = m
			if told[m.ID] == nil {
				told[m.ID] = &engine.Both[int]{}
			}
			if due := m.Due(); m.Alarm.IsZero() != due.IsZero() || m.Alarm.After(due) {
				r.Errorf("alarm %v, due %v", m.Alarm, due)
			}
			if there && m.Version != before.Version+min(uint64(len(m.Events)), 1) {
				r.Errorf("version %d after %d, %v", m.Version, before.Version, m.Events)
			}
			for _, e := range m.Events {
				switch e.Kind {
				case match.Reminded:
					if *told[m.ID].Of(e.Seat)++; *told[m.ID].Of(e.Seat) > 2 {
						r.Errorf("%v is reminded again: %v", e.Seat, m.Events)
					}
				case match.TimeGiven:
					*told[m.ID].Of(e.Seat.Other()) = 0
				case match.VacationTaken, match.VacationEnded:
					if !before.Until(e.Seat).Equal(m.Until(e.Seat)) {
						*told[m.ID].Of(e.Seat) = 0
					}
				}
			}
		}
		for range rapid.IntRange(1, 60).Draw(r, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 100).Draw(r, "minutes")) * time.Minute)
			act(clocks[0])
		}
		faulty = false
		clocks[0].Most = 100
		for range 100 {
			if _, err := clocks[0].Sweep(ctx, now); err != nil {
				r.Fatal(err)
			}
			for id := range s.images {
				m, err := match.Open(s.images[id])
				if err != nil {
					r.Fatal(err)
				}
				m = m.Forgive(h.h.At(now))
				if m.Late(now) || m.Reminds(now) || !m.Alarm.IsZero() && !m.Alarm.After(now) {
					r.Fatalf("%v is due at %v, alarm %v, at %v", m, m.Due(), m.Alarm, now)
				}
			}
			now = now.Add(55 * time.Minute)
		}
	})
}
