package match_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// However two players and a clock that comes late, twice or not at all drive a match from
// the invitation on, through vacations, gifts and outages, it agrees with the model on
// what is taken, until when each has time, who is reminded and who has lost; and its alarm is
// never later than the model's next moment.
func TestClockModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tenth := func(name string) time.Duration { // half a day to 14 days, in tenths that are slots
			return 10 * slot * time.Duration(rapid.IntRange(5, 134).Draw(t, name))
		}
		c := create(custom("F 2"))
		c.Pace = match.Pace{Move: tenth("pace"), Setup: tenth("setup"), NoVacation: rapid.IntRange(0, 9).Draw(t, "no vacation") == 0}
		c.Rules.TwoSquares, c.Rules.Chase, c.Rules.QuietClaim, c.Rules.QuietDraw = 0, engine.ChaseOff, 0, 0
		c.Confirmed = true
		m, err := match.New(c, monday)
		if err != nil {
			t.Fatal(err)
		}
		w := &model{down: map[int]bool{}}
		for _, c := range bothSeats {
			w.seats.Of(c).in = anyZone(t)
		}
		w.wait(match.Invited, match.InvitationLife, blue)
		var outages []match.Outage
		stands := false    // in an outage that is not over
		ply, lines := 0, 0 // lines: how many plies who waits has saved
		for range rapid.IntRange(20, 150).Draw(t, "steps") {
			pass := rapid.IntRange(0, 400).Draw(t, "slots")
			if rapid.IntRange(0, 3).Draw(t, "on the edge") == 0 {
				edge := slotOf(w.due())
				pass = max(0, edge-w.now+rapid.IntRange(-1, 2).Draw(t, "beside it"))
			}
			if rapid.IntRange(0, 7).Draw(t, "in time") > 0 { // or the game is over soon
				pass = max(0, min(pass, w.end()-w.now))
			}
			if rapid.IntRange(0, 5).Draw(t, "stops or goes") == 0 {
				if stands = !stands; stands {
					outages = append(outages, match.Outage{From: atSlot(w.now), To: atSlot(w.now)})
				}
			}
			for range pass {
				w.down[w.now] = stands
				w.now++
			}
			now := atSlot(w.now)
			if stands {
				outages[len(outages)-1].To = now
			}
			if rapid.IntRange(0, 2).Draw(t, "nobody looks") == 0 {
				m = m.Forgive(outages) // whoever saves it next
			}
			seen := m.Forgive(outages)
			w.agrees(t, seen, now)
			late := w.late()
			do := func(c match.Command, want bool) bool {
				next, _, err := match.Decide(seen, c, now)
				if want != (err == nil) {
					t.Fatalf("at %v %T: %v, want it taken: %v", now, c, err, want)
				}
				if err != nil {
					return false
				}
				if m, err = match.Open(match.Seal(next)); err != nil {
					t.Fatal(err)
				}
				seen = m
				return true
			}
			by := rapid.SampledFrom(bothSeats).Draw(t, "by")
			me, other := w.seats.Of(by), w.seats.Of(by.Other())
			what := rapid.IntRange(0, 9).Draw(t, "what")
			if stands && what < 2 {
				continue // no sweep
			}
			switch what {
			case 0, 1: // a sweep, or one by a row of an index that is behind
				if do(match.TimeOut{}, len(late) > 0) {
					w.lost(t, m, late)
					return
				}
				owes := []match.Event{}
				for _, c := range bothSeats {
					if n := w.owed(c); n > w.seats.Of(c).reminded {
						w.seats.Of(c).reminded = n
						owes = append(owes, match.Event{Kind: match.Reminded, Seat: c})
					}
				}
				if do(match.Remind{}, len(owes) > 0) {
					if !slices.Equal(m.Events, owes) {
						t.Fatalf("reminds %v, want %v", m.Events, owes)
					}
				} else if !m.Alarm.After(now) {
					m = match.Rearm(seen)
				}
			case 2, 3:
				sits := by == red || w.state != match.Invited
				days, ahead := rapid.IntRange(1, 30).Draw(t, "days"), rapid.SampledFrom([]int{0, 0, 1, 3, 20, 60, 61}).Draw(t, "ahead")
				if rapid.Bool().Draw(t, "a short one") {
					days = (days + 5) / 6
				}
				v, from := match.TakeVacation{By: by, Days: days, In: me.in}, w.now
				if ahead > 0 {
					date := me.dateAfter(w.now, ahead)
					from = me.midnight(w.now, date)
					noon, _ := time.ParseInLocation(time.DateOnly+" 15", date+" 12", me.in)
					v.From = noon
				}
				if !do(v, len(late) == 0 && sits && !c.Pace.NoVacation && ahead <= 60 && !me.rests(w.now) && me.room(from, days)) {
					break
				}
				got, _ := m.Vacation(by, now)
				until := slotOf(got.Until)
				end := me.sameHour(from, days)
				if ahead > 0 {
					end = me.midnight(from, me.dateAfter(from, days))
				}
				if slotOf(got.From) != from || until != end {
					t.Fatalf("a vacation %v of %d days, %d ahead, in %v", got, days, ahead, me.in)
				}
				w.moved(by, func(p *timeOf) {
					p.away = append(p.away, stay{from, until})
					for k := range days {
						p.days = append(p.days, from+96*k)
					}
				})
			case 4:
				if !do(match.EndVacation{By: by, In: me.in}, len(late) == 0 && me.rests(w.now)) {
					break
				}
				w.moved(by, func(p *timeOf) {
					last := &p.away[len(p.away)-1]
					taken := 0
					for n := len(p.days) - 1; n >= 0 && p.days[n] >= last.from; n-- {
						taken++
					}
					begun := 0
					for k := range taken {
						if p.sameHour(last.from, k) < w.now {
							begun++
						}
					}
					p.days = p.days[:len(p.days)-taken+begun]
					if last.until = w.now; last.from >= w.now {
						p.away = p.away[:len(p.away)-1]
					}
				})
			case 5:
				if !do(match.GiveTime{By: by, Ply: match.AnyPly, Given: other.given}, len(late) == 0 && w.state != match.Invited && other.awaited && other.given < 20) {
					break
				}
				w.moved(by.Other(), func(p *timeOf) {
					p.given++
					p.total += int(map[match.State]time.Duration{match.SettingUp: c.Pace.Setup, match.Playing: c.Pace.Move}[w.state] / slot)
				})
			case 6: // lines of who waits
				plies := 2 * rapid.IntRange(1, 3).Draw(t, "answers")
				l := match.Line{}
				for k := range plies {
					l = append(l, match.Step{Move: cycle(ply + k)})
				}
				if do(match.SetLines{By: by, Ply: match.AnyPly, Lines: []match.Line{l}}, len(late) == 0 && w.state == match.Playing && !me.awaited && lines != plies) {
					lines = plies
				}
			default: // what the match waits for
				switch w.state {
				case match.Invited:
					if do(match.Accept{By: blue}, len(late) == 0) {
						w.wait(match.SettingUp, c.Pace.Setup, red, blue)
					}
				case match.SettingUp:
					s := match.SetUp{By: by, Setup: engine.Setup{0: engine.Scout, 39: engine.Flag}}
					if !do(s, len(late) == 0 && me.awaited) {
						break
					}
					if me.awaited = false; !other.awaited {
						w.wait(match.Playing, c.Pace.Move, red)
					}
				case match.Playing:
					if !do(match.PlayMove{By: by, Ply: ply, Move: cycle(ply)}, len(late) == 0 && me.awaited) {
						break
					}
					ply++
					next := by.Other()
					if lines > 0 {
						ply, lines, next = ply+1, lines-2, by
					}
					w.wait(match.Playing, c.Pace.Move, next)
				}
			}
			if m.Game.Ply() != ply {
				t.Fatalf("%d plies, want %d", m.Game.Ply(), ply)
			}
			w.agrees(t, m.Forgive(outages), now)
			if again := m.Forgive(outages).Forgive(outages); again.Until(by) != m.Forgive(outages).Until(by) {
				t.Fatal("forgiven twice")
			}
		}
	})
}

// cycle is the only play of two scouts: up and back.
func cycle(ply int) engine.Move {
	m, err := engine.ParseMove([]string{"a4-a5", "j7-j6", "a5-a4", "j6-j7"}[ply%4])
	if err != nil {
		panic(err)
	}
	return m
}
