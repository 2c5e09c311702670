package match_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// TestLaws drives matches by random commands, sensible and senseless, and holds
// after each:
//
//   - Decide leaves its input as it was;
//   - a command that is taken raises the version by one and says what it did,
//     one that is not leaves the match;
//   - a command given twice in a row has its effect once, and is told so;
//   - a move that was made is known again ever after;
//   - no command but the clock's is taken when a deadline has passed, and a time
//     runs exactly while somebody is awaited;
//   - the clock's alarm is never later than it is due, and there while it is due;
//     once it is written it moves to an earlier moment alone, but that a reminder sets
//     it to what is next;
//   - an outage is forgiven once, however often it is told;
//   - Open gives back what Seal was given.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := engine.StandardRules(rapid.SampledFrom(engine.Armies[:6]).Draw(t, "army"))
		for _, on := range []*bool{&r.AttackerAdvantage, &r.MovingBombs, &r.MovingFlag, &r.Reconquest, &r.SilentDefence, &r.Memory} {
			*on = rapid.Bool().Draw(t, "option")
		}
		c := create(r)
		c.Keys = engine.Both[player.Key]{Red: keyOf(ann.Address), Blue: keyOf(bob.Address)}
		if rapid.IntRange(0, 3).Draw(t, "vacant") == 0 {
			c.Players.Blue, c.Keys.Blue = match.Player{}, player.Key{}
			c.Open = rapid.Bool().Draw(t, "open")
		}
		c.Confirmed = rapid.Bool().Draw(t, "confirmed")
		c.Creator = rapid.SampledFrom([]engine.Color{engine.Red, engine.Blue}).Draw(t, "creator")
		if c.Creator == engine.Blue {
			c.Players.Red, c.Players.Blue = c.Players.Blue, c.Players.Red
			c.Keys.Red, c.Keys.Blue = c.Keys.Blue, c.Keys.Red
		}
		m, err := match.New(c, monday)
		if err != nil {
			t.Fatal(err)
		}
		var made []match.PlayMove
		var outages []match.Outage
		stood := m.Created // until when the last of them lasted
		for range rapid.IntRange(1, 60).Draw(t, "commands") {
			command := anyCommand(t, m)
			if rapid.IntRange(0, 7).Draw(t, "an outage") == 0 {
				from := stood
				if m.Changed.After(from) {
					from = m.Changed
				}
				from = from.Add(time.Duration(rapid.IntRange(-5000, 1e5).Draw(t, "until the outage")) * time.Second)
				if from.Before(stood) {
					from = stood
				}
				stood = from.Add(time.Duration(rapid.IntRange(1, 2e5).Draw(t, "of the outage")) * time.Second)
				outages = append(outages, match.Outage{From: from, To: stood})
			}
			m = m.Forgive(outages)
			if again := m.Forgive(outages); !cmp.Equal(again, m, sameMatch) {
				t.Fatalf("forgiven twice: %v, %v", again, cmp.Diff(m, again, sameMatch))
			}
			before := match.Seal(m)
			now := m.Changed.Add(time.Duration(rapid.IntRange(-100, 1e5).Draw(t, "later")) * time.Second)
			if rapid.IntRange(0, 40).Draw(t, "nobody looks") == 0 {
				now = m.Deadline.Add(time.Second)
			}
			next, events, err := match.Decide(m, command, now)
			if _, clock := command.(match.TimeOut); clock != m.Late(now) && err == nil {
				t.Fatalf("%T is taken at %v, and the deadline is %v", command, now, m.Deadline)
			}
			if !cmp.Equal(before, match.Seal(m)) {
				t.Fatalf("%T changed its input", command)
			}
			if err != nil {
				if events != nil || !cmp.Equal(before, match.Seal(next)) {
					t.Fatalf("%T failed with %v and left something", command, err)
				}
				continue
			}
			if next.Version != m.Version+1 || len(events) == 0 || next.Changed.Before(m.Changed) {
				t.Fatalf("%T: version %d after %d, events %v", command, next.Version, m.Version, events)
			}
			switch command.(type) {
			case match.Nudge, match.MailAgain:
				if _, soon := errors.AsType[*match.TooSoonError](second(match.Decide(next, command, now))); !soon {
					t.Fatalf("%+v given twice is taken twice", command)
				}
			case match.Remind:
			default:
				if _, _, err := match.Decide(next, command, now); !errors.Is(err, match.ErrRepeated) {
					t.Fatalf("%+v given twice: %v", command, err)
				}
			}
			if runs := next.State == match.Invited || next.State == match.SettingUp || next.State == match.Playing; runs == next.Deadline.IsZero() {
				t.Fatalf("%T: %v, deadline %v", command, next, next.Deadline)
			}
			_, rung := command.(match.Remind)
			if due := next.Due(); due.IsZero() != next.Alarm.IsZero() || next.Alarm.After(due) || rung && next.Alarm != due || !rung && !m.Alarm.IsZero() && next.Alarm.After(m.Alarm) {
				t.Fatalf("%T: alarm %v, due %v, it was %v", command, next.Alarm, due, m.Alarm)
			}
			if p, ok := command.(match.PlayMove); ok {
				made = append(made, p)
			}
			next.Press = rapid.Uint64().Draw(t, "press")
			again, err := match.Open(match.Seal(next))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(next, again, sameMatch); diff != "" {
				t.Fatalf("Open after Seal (-sealed +opened):\n%s", diff)
			}
			m = again
		}
		for _, p := range made {
			if _, _, err := match.Decide(m, p, m.Changed); !errors.Is(err, match.ErrRepeated) {
				t.Fatalf("%+v is forgotten: %v", p, err)
			}
		}
	})
}

// anyCommand draws a command that fits m four times out of five.
func anyCommand(t *rapid.T, m match.Match) match.Command {
	by := rapid.SampledFrom([]engine.Color{engine.Red, engine.Blue}).Draw(t, "by")
	what := m.State
	if rapid.IntRange(0, 9).Draw(t, "talk") == 0 {
		return anyTalk(t, by)
	}
	if rapid.IntRange(0, 4).Draw(t, "sensible") == 0 {
		what = match.State(rapid.IntRange(1, 5).Draw(t, "as if at"))
	}
	switch what {
	case match.Unconfirmed:
		return match.Confirm{}
	case match.Invited:
		switch rapid.IntRange(0, 13).Draw(t, "before it begins") {
		case 5:
			return match.Leave{By: by}
		case 0:
			return match.Decline{By: by}
		case 1:
			return match.Withdraw{By: by}
		case 2:
			return match.Resend{By: by}
		case 3:
			address := rapid.SampledFrom([]string{"bobby@example.net", "bob@example.net", "nobody", ann.Address}).Draw(t, "address")
			return match.CorrectAddress{By: by, Address: address, Key: keyOf(address)}
		case 4:
			return match.Join{Player: bob, Key: keyOf(bob.Address)}
		}
		if by == m.Creator && rapid.IntRange(0, 2).Draw(t, "draft") == 0 {
			return match.SaveDraft{By: by, Setup: anySetup(t, m.Rules)}
		}
		if by == m.Creator {
			return match.SetUp{By: by, Setup: anySetup(t, m.Rules), Sure: true}
		}
		if m.Vacant() {
			return match.Join{Player: bob, Key: keyOf(bob.Address)}
		}
		return match.Accept{By: by}
	case match.SettingUp:
		if rapid.IntRange(0, 2).Draw(t, "the clock") == 0 {
			return anyOfTheClock(t, m, by)
		}
		if rapid.IntRange(0, 2).Draw(t, "draft") == 0 {
			return match.SaveDraft{By: by, Setup: anySetup(t, m.Rules)}
		}
		return match.SetUp{By: by, Setup: anySetup(t, m.Rules), Sure: rapid.Bool().Draw(t, "sure")}
	}
	ply := rapid.SampledFrom([]int{m.Game.Ply(), m.Game.Ply(), match.AnyPly, m.Game.Ply() - 1}).Draw(t, "ply")
	switch n := rapid.IntRange(0, 60).Draw(t, "what else"); {
	case n == 0:
		return rapid.SampledFrom([]match.Action{match.Resigning, match.AcceptingDraw, match.ClaimingDraw, match.Aborting}).Draw(t, "end").Command(by, ply)
	case n < 8:
		return rapid.SampledFrom([]match.Action{match.OfferingDraw, match.DecliningDraw}).Draw(t, "draw").Command(by, ply)
	case n == 8:
		return match.Leave{By: by}
	case n == 9:
		return match.TimeOut{}
	case n == 10:
		return match.Publish{By: by}
	case n == 11:
		return match.RenewLinks{By: by}
	case n < 18 && n > 12 && m.State == match.Playing:
		return anyLines(t, m)
	case n > 20 && n < 29:
		return anyOfTheClock(t, m, by)
	case n == 30:
		address := rapid.SampledFrom([]string{"annie@example.org", ann.Address, bob.Address, "nobody"}).Draw(t, "address")
		return match.Readdress{By: by, Address: address, Key: keyOf(address)}
	case n == 31 || m.Ended() && n > 31 && n < 50:
		return match.Forget{By: by}
	case n == 12:
		return match.Speak{
			By: by, Lang: rapid.SampledFrom([]string{"", "en", "fr"}).Draw(t, "language"),
			Zone: rapid.SampledFrom([]string{"", "UTC", "Europe/Paris"}).Draw(t, "zone"),
		}
	}
	p := match.PlayMove{By: m.Game.ToMove(), Ply: m.Game.Ply(), OfferDraw: rapid.IntRange(0, 5).Draw(t, "offer") == 0}
	if legal := m.Game.Moves(); len(legal) > 0 {
		p.Move = rapid.SampledFrom(legal).Draw(t, "move")
	}
	if can := m.Game.Rescues(); can != nil && rapid.Bool().Draw(t, "rescue") {
		p.Move = rapid.SampledFrom(can.Moves).Draw(t, "arrival")
		p.Move.Rescue = engine.Rescue{
			Rank:   rapid.SampledFrom(can.Ranks).Draw(t, "rank"),
			Square: rapid.SampledFrom(can.Squares).Draw(t, "square"),
		}
	}
	return p
}

// anyTalk draws what is said or asked beside the game.
func anyTalk(t *rapid.T, by engine.Color) match.Command {
	return rapid.SampledFrom([]match.Command{
		match.Say{By: by, Text: "Well played!"},
		match.Say{By: by, Text: "Thank you,\nBob 🙂"},
		match.Say{By: by},
		match.Mute{By: by, On: true},
		match.Mute{By: by},
		match.Nudge{By: by},
		match.MailAgain{By: by},
	}).Draw(t, "what is said")
}

// anyOfTheClock draws a command that changes until when the time of a player runs, or
// tells him of it.
func anyOfTheClock(t *rapid.T, m match.Match, by engine.Color) match.Command {
	switch rapid.IntRange(0, 5).Draw(t, "of the clock") {
	case 0:
		return match.Remind{}
	case 1:
		return match.EndVacation{By: by, In: anyZone(t)}
	case 2:
		return match.GiveTime{By: by, Ply: match.AnyPly, Given: m.GivenTo(by.Other())}
	}
	v := match.TakeVacation{By: by, Days: rapid.IntRange(-1, 32).Draw(t, "days"), In: anyZone(t)}
	if rapid.Bool().Draw(t, "later") {
		v.From = m.Changed.AddDate(0, 0, rapid.IntRange(-1, 62).Draw(t, "ahead"))
	}
	return v
}

// keyOf returns the key of an address under no pepper.
func keyOf(address string) player.Key { return player.Pepper{}.Key(address) }

// anySetup draws a legal setup.
func anySetup(t *rapid.T, r engine.Rules) engine.Setup {
	b := r.Army.Board()
	squares := make([]engine.Rank, b.Size*b.SetupRows)
	copy(squares, r.Troops.List())
	var s engine.Setup
	copy(s[:], rapid.Permutation(squares).Draw(t, "setup"))
	return s
}
