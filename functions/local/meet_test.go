package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/clock"
	"fieldpost/functions/internal/notify"
	"fieldpost/infra/bolt"
	"fieldpost/infra/dynamo/dynamotest"
)

// shelf is a store of matches and their alarms.
type shelf interface {
	app.Games
	clock.Alarms
}

// rendezvous is a store at which two writers wait for one another before their first
// write: each has read what the other has.
type rendezvous struct {
	shelf

	id   match.ID      // of what they write
	come chan struct{} // of room for one: who comes to find it full is the second
	both chan struct{} // closed when nobody is to be waited for
	open func()        // closes it

	mu    sync.Mutex
	saved []match.Image // that the store has taken
}

// meeting returns one; apart: nobody waits.
func meeting(s shelf, id match.ID, apart bool) *rendezvous {
	r := &rendezvous{shelf: s, id: id, come: make(chan struct{}, 1), both: make(chan struct{})}
	r.open = sync.OnceFunc(func() { close(r.both) })
	if apart {
		r.open()
	}
	return r
}

func (r *rendezvous) Save(ctx context.Context, i match.Image) error {
	if i.ID == r.id {
		select {
		case r.come <- struct{}{}:
			<-r.both
		default:
			r.open()
		}
	}
	err := r.shelf.Save(ctx, i)
	if err == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.saved = append(r.saved, i)
	}
	return err
}

// party is one of two who do something at once.
type party struct {
	command match.Command // nil: the clock sweeps
	at      time.Time
}

// act does it in the store.
func (p party) act(t *testing.T, s *rendezvous, id match.ID) {
	defer s.open() // if it has nothing to write
	a := &app.App{Games: s, Now: func() time.Time { return p.at }}
	if p.command != nil {
		_, _ = a.Do(t.Context(), id, p.command) // what it is told is the matter of other tests
		return
	}
	k := &clock.Clock{Games: a, Alarms: s, Now: time.Now, Most: 100, Span: time.Minute, Report: func(_ match.ID, err error) { t.Error(err) }}
	if _, err := k.Sweep(t.Context(), p.at); err != nil {
		t.Error(err)
	}
}

// after is what becomes of m if nobody else is there, with the mails that are owed.
func (p party) after(m match.Match, mails []string) (match.Match, []string) {
	commands := []match.Command{p.command}
	if p.command == nil {
		commands = []match.Command{match.TimeOut{}, match.Remind{}}
	}
	for _, c := range commands {
		if next, _, err := match.Decide(m, c, p.at); err == nil {
			return next, append(mails, owed(next)...)
		}
	}
	return m, mails
}

// owed are the mails of an image.
func owed(m match.Match) (list []string) {
	for _, l := range notify.Letters(m) {
		list = append(list, fmt.Sprintf("%d %v %v", m.Version, l.Kind, l.Seat))
	}
	return list
}

// settled is what is compared of a match: all but its alarm, which is lazy, and its events,
// which the clock drops when it sets that anew.
func settled(m match.Match) []byte { return fmt.Appendf(match.Seal(m).Data, "%d", m.Version) }

// Whatever two do to a match in the same moment, truly at once or one behind the other, and
// over a real store, it becomes what it would be if one of them had been first, and the
// mails that are owed are those of that one order.
func TestTwoAtOnce(t *testing.T) {
	twoAtOnce(t, 12, func(t *testing.T) shelf {
		file, err := bolt.Open(t.TempDir() + "/fieldpost.db")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = file.Close() })
		return file
	})
}

// The same over DynamoDB.
func TestTwoAtOnceOnDynamo(t *testing.T) {
	e := dynamotest.Dynalite(t, os.Getenv("FIELDPOST_DYNALITE"))
	twoAtOnce(t, 4, func(t *testing.T) shelf { return newDesk(t, e, false).store(nil) })
}

func twoAtOnce(t *testing.T, rounds byte, open func(t *testing.T) shelf) {
	line := duelLine(t)
	const red, blue = engine.Red, engine.Blue
	move := line[5] // Blue's
	offer := match.OfferDraw{By: red, Ply: 1}
	rests := match.TakeVacation{By: blue, Days: 3}
	gives := match.GiveTime{By: red, Ply: match.AnyPly}
	plans := match.SetLines{By: red, Ply: 1, Lines: []match.Line{{{Move: move.(match.PlayMove).Move}, {Move: step(t, "a5-a6")}}}}
	sets := match.SetUp{By: blue, Setup: engine.Setup{0: engine.Scout, 9: engine.Flag}}
	for n, test := range []struct {
		name        string
		before      []match.Command // from the confirmation on, an hour apart
		one, other  match.Command   // nil: the clock
		ends, early bool            // both come when the time is over, the player in its last second; or when half of it is
	}{
		{name: "move, time-out", before: line[:5], one: move, ends: true},
		{name: "move, resignation", before: line[:5], one: move, other: match.Resign{By: red, Ply: match.AnyPly}},
		{name: "move, resignation at its ply", before: line[:5], one: move, other: match.Resign{By: red, Ply: 1}},
		{name: "move, one's own resignation", before: line[:5], one: move, other: match.Resign{By: blue, Ply: match.AnyPly}},
		{name: "acceptance, withdrawal", before: line[:1], one: line[1], other: match.Withdraw{By: red}},
		{name: "acceptance, time-out", before: line[:1], one: line[1], ends: true},
		{name: "vacation, time-out", before: line[:5], one: rests, ends: true},
		{name: "vacation while setting up, time-out", before: line[:2], one: rests, ends: true},
		{name: "setup, time-out of both", before: line[:2], one: sets, ends: true},
		{name: "setup, time-out of the other", before: append(slices.Clone(line[:2]), rests), one: match.SetUp{By: red, Setup: sets.Setup}, ends: true},
		{name: "gift, time-out", before: line[:5], one: gives, ends: true},
		{name: "gift, move", before: line[:5], one: gives, other: move},
		{name: "two gifts", before: line[:5], one: gives, other: match.GiveTime{By: red, Ply: 1}},
		{name: "vacation, move", before: line[:5], one: rests, other: move},
		{name: "two vacations", before: line[:5], one: rests, other: match.TakeVacation{By: red, Days: 5}},
		{name: "one vacation twice", before: line[:5], one: rests, other: rests},
		{name: "end of a vacation, move", before: append(slices.Clone(line[:5]), rests), one: match.EndVacation{By: blue}, other: move},
		{name: "acceptance of a draw, move", before: append(slices.Clone(line[:5]), offer), one: match.AcceptDraw{By: blue, Ply: 1}, other: move},
		{name: "refusal of a draw, move", before: append(slices.Clone(line[:5]), offer), one: match.DeclineDraw{By: blue, Ply: 1}, other: move},
		{name: "acceptance of a draw, time-out", before: append(slices.Clone(line[:5]), offer), one: match.AcceptDraw{By: blue, Ply: 1}, ends: true},
		{name: "acceptance of a draw, resignation", before: append(slices.Clone(line[:5]), offer), one: match.AcceptDraw{By: blue, Ply: 1}, other: match.Resign{By: red, Ply: match.AnyPly}},
		{name: "lines, the move that they answer", before: line[:5], one: plans, other: move},
		{name: "lines, time-out", before: line[:5], one: plans, ends: true},
		{name: "a move that a line answers, time-out", before: append(slices.Clone(line[:5]), plans), one: move, ends: true},
		{name: "a move that a line answers, a draw offered", before: append(slices.Clone(line[:5]), plans), one: move, other: offer},
		{name: "resignation, time-out", before: line[:5], one: match.Resign{By: red, Ply: match.AnyPly}, ends: true},
		{name: "two resignations", before: line[:5], one: match.Resign{By: red, Ply: match.AnyPly}, other: match.Resign{By: blue, Ply: match.AnyPly}},
		{name: "move, reminder", before: line[:5], one: move, early: true},
		{name: "vacation, reminder", before: line[:5], one: rests, early: true},
		{name: "gift, reminder", before: line[:5], one: gives, early: true},
		{name: "setup, reminder", before: line[:2], one: sets, early: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := open(t)
			for round := range rounds {
				m, err := match.New(duel(match.ID{1, byte(n), round}), monday)
				for _, c := range test.before {
					if err == nil {
						m, _, err = match.Decide(m, c, m.Changed.Add(time.Hour))
					}
				}
				if err != nil {
					t.Fatal(err)
				}
				one, other := party{test.one, m.Changed.Add(time.Hour)}, party{test.other, m.Changed.Add(time.Hour)}
				switch {
				case test.ends:
					one.at, other.at = m.Deadline, m.Deadline.Add(time.Second)
				case test.early:
					one.at, other.at = m.Due(), m.Due()
				}
				m.Alarm = monday // it has rung
				if err := file.Create(t.Context(), match.Seal(m)); err != nil {
					t.Fatal(err)
				}
				orders := [][2]party{{one, other}, {other, one}}
				s := meeting(file, m.ID, round%4 > 0)
				switch round % 4 {
				case 0, 1:
					var all sync.WaitGroup
					all.Go(func() { one.act(t, s, m.ID) })
					all.Go(func() { other.act(t, s, m.ID) })
					all.Wait()
				default: // each first
					orders = orders[round%2:][:1]
					orders[0][0].act(t, s, m.ID)
					orders[0][1].act(t, s, m.ID)
				}
				if test.other == nil { // a reminder that met another command is left to the next sweep
					other.act(t, s, m.ID)
				}
				image, err := file.Load(t.Context(), m.ID, true)
				if err != nil {
					t.Fatal(err)
				}
				stored, err := match.Open(image)
				if err != nil {
					t.Fatal(err)
				}
				mails := s.mails(t, m)
				fits := false
				for _, order := range orders {
					want, owed := order[0].after(m, nil)
					want, owed = order[1].after(want, owed)
					fits = fits || bytes.Equal(settled(want), settled(stored)) && slices.Equal(owed, mails)
				}
				if !fits {
					t.Errorf("round %d: %v, version %d after %d, until %v; mails %q", round, stored, stored.Version, m.Version, stored.Deadline, mails)
				}
				if due := stored.Due(); due.IsZero() != stored.Alarm.IsZero() || stored.Alarm.After(due) {
					t.Errorf("round %d: alarm %v, due %v", round, stored.Alarm, due)
				}
			}
		})
	}
}

// mails are those that are owed since m: by the store's own stream where it can be read, or
// by what it has taken.
func (r *rendezvous) mails(t *testing.T, m match.Match) (list []string) {
	t.Helper()
	images := r.saved
	if s, ok := r.shelf.(*bolt.Store); ok {
		images = nil
		for n, record, ok, err := s.Next(t.Context(), 0); ok || err != nil; n, record, ok, err = s.Next(t.Context(), n) {
			if err != nil {
				t.Fatal(err)
			}
			images = append(images, record)
		}
	}
	slices.SortStableFunc(images, func(a, b match.Image) int { return cmp.Compare(a.Version, b.Version) })
	for _, i := range images {
		if i.ID != m.ID || i.Version <= m.Version {
			continue
		}
		at, err := match.Open(i)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, owed(at)...)
	}
	return list
}

func step(t *testing.T, text string) engine.Move {
	t.Helper()
	m, err := engine.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
