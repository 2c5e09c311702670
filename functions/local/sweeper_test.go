package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/clock"
	"fieldpost/infra/bolt"
)

// The clock of a program that stays up for months must begin at once, tick, and
// neither stop at an error, nor log it four times a second, nor tell what is in it.
func TestSweeper(t *testing.T) {
	var log bytes.Buffer
	now := time.Date(2026, 3, 1, 12, 10, 0, 0, time.UTC)
	var waited []string
	ctx, stop := context.WithCancel(t.Context())
	sweeps := 0
	sweep := func(_ context.Context, at time.Time) (clock.Swept, error) {
		if sweeps++; !at.Equal(now) {
			t.Errorf("swept at %v, and it is %v", at, now)
		}
		if sweeps == 2 {
			return clock.Swept{Rearmed: 2, Failed: 1}, errors.New("ann@example.org")
		}
		return clock.Swept{}, nil
	}
	w := world{
		now: func() time.Time { return now },
		after: func(d time.Duration) <-chan time.Time {
			waited = append(waited, d.String())
			now = now.Add(d)
			if len(waited) == 4 {
				stop()
				return nil
			}
			ring := make(chan time.Time, 1)
			ring <- now
			return ring
		},
	}
	sweeper(sweep, w, slog.New(slog.NewTextHandler(&log, nil))).run(ctx)
	if got := strings.Join(waited, " "); sweeps != 4 || got != "250ms 1m0s 250ms 250ms" {
		t.Errorf("%d sweeps, it waited for %s", sweeps, got)
	}
	if text := log.String(); strings.Count(text, "level=WARN") != 1 || strings.Contains(text, "ann") ||
		strings.Count(text, "msg=sweep AlarmsSeen=3 AlarmsFailed=1\n") != 1 || strings.Count(text, "\n") != 2 {
		t.Errorf("the log:\n%s", text)
	}
}

// house is a server in this process whose clock is the test's: its sweeper ticks
// when the test says so.
type house struct {
	*server
	base    string
	data    string       // its folder
	ahead   atomic.Int64 // by how much its clock is ahead
	ticks   chan time.Time
	waiting chan struct{} // gets a value after each sweep
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{ticks: make(chan time.Time), waiting: make(chan struct{}, 1)}
	h.data = t.TempDir()
	h.base, h.server = withOptions(t, io.Discard, options{addr: "127.0.0.1:0", data: h.data, mailFrom: mailboxSender}, func(w *world) {
		now := w.now
		w.now = func() time.Time { return now().Add(time.Duration(h.ahead.Load())) }
		after := w.after
		w.after = func(d time.Duration) <-chan time.Time {
			if d != tick {
				return after(d)
			}
			h.waiting <- struct{}{}
			return h.ticks
		}
	})
	<-h.waiting
	return h
}

// pass lets time pass, in which the clock sweeps every half hour, and at its end.
func (h *house) pass(d time.Duration) {
	for ; d > time.Hour/2; d -= time.Hour / 2 {
		h.still(time.Hour / 2)
	}
	h.still(d)
}

// still lets time pass in which the program stands still, and the clock then make a
// sweep.
func (h *house) still(d time.Duration) {
	h.ahead.Add(int64(d))
	h.ticks <- time.Time{}
	<-h.waiting
}

// match returns a stored match, without looking at its deadline.
func (h *house) match(t *testing.T, id match.ID) match.Match {
	t.Helper()
	image, err := h.store.Load(t.Context(), id, true)
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.Open(image)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// settled returns the mails when those of all that was saved lie in the mailbox.
func (h *house) settled(t *testing.T, want int) []post {
	t.Helper()
	waitForMails(t, h.base, want)
	for {
		_, _, owed, err := h.store.Next(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if !owed {
			break
		}
		<-time.After(time.Millisecond)
	}
	list := mailsOf(t, h.base)
	if len(list) != want {
		t.Errorf("%d mails, want %d", len(list), want)
	}
	return list
}

// T3: an invitation, a setup and a move whose time runs out with no visitor end by
// the clock of the running program, and each who is to be told gets one mail.
func TestT3NobodyLooks(t *testing.T) {
	const day = 24 * time.Hour
	t.Run("an invitation", func(t *testing.T) {
		h := newHouse(t)
		game := create(t, h.base, "barrage")
		confirm := newest(t, waitForMails(t, h.base, 1), "ann@example.org").Links.Confirm
		newVisitor(t).must(t, "POST", confirm, form("do", "confirm", "sure", "1"), 200, "confirmed")
		waitForMails(t, h.base, 3)
		h.pass(match.InvitationLife - time.Hour)
		if m := h.match(t, game); m.State != match.Invited {
			t.Fatalf("an hour before: %v", m)
		}
		h.pass(2 * time.Hour)
		list := h.settled(t, 4)
		if m := h.match(t, game); m.State != match.Expired || newest(t, list, "ann@example.org").ID != list[3].ID {
			t.Errorf("%v, and the last mail is not Ann's", m)
		}
		h.pass(time.Hour)
		h.settled(t, 4)
	})
	t.Run("a setup", func(t *testing.T) {
		h := newHouse(t)
		game := create(t, h.base, "barrage")
		ann, bob := newVisitor(t), newVisitor(t)
		ann.must(t, "POST", newest(t, waitForMails(t, h.base, 1), "ann@example.org").Links.Confirm, form("do", "confirm", "sure", "1"), 200, "confirmed")
		bob.must(t, "POST", newest(t, waitForMails(t, h.base, 3), "bob@example.org").Links.Join, form("do", "accept", "sure", "1"), 200, "You are in the game")
		board := newest(t, waitForMails(t, h.base, 5), "bob@example.org").Links.Board
		bob.must(t, "POST", board, form("do", "setup", "submit", "1", "setup", barrage), 200, "Your setup is in")
		h.settled(t, 6)
		h.pass(4 * day)
		h.settled(t, 7) // a reminder to Ann
		h.pass(2*day + 12*time.Hour)
		before := len(h.settled(t, 8)) // another
		h.pass(13 * time.Hour)
		list := h.settled(t, before+2)
		if m := h.match(t, game); m.State != match.Over || list[before].To == list[before+1].To {
			t.Errorf("%v, and mails to %s and %s", m, list[before].To, list[before+1].To)
		}
		h.pass(time.Hour)
		h.settled(t, before+2)
	})
	t.Run("a move", func(t *testing.T) {
		h := newHouse(t)
		game, mails := begin(t, h.base, 0, newVisitor(t), newVisitor(t))
		h.pass(2 * day)
		h.settled(t, len(mails)+1) // a reminder to Ann
		newVisitor(t).must(t, "POST", newest(t, mails, "ann@example.org").Links.Moves["e4-e5"], form("do", "play", "sure", "1"), 200, "")
		before := len(h.settled(t, len(mails)+2))
		m := h.match(t, game)
		h.pass(day + time.Hour) // the alarm of the first turn
		if again := h.match(t, game); again.Version != m.Version || !again.Alarm.Equal(m.Due()) {
			t.Fatalf("version %d after %d, alarm %v, due %v", again.Version, m.Version, again.Alarm, m.Due())
		}
		h.settled(t, before)
		h.pass(day)
		h.settled(t, before+1) // a reminder to Bob
		h.pass(20 * time.Hour)
		before = len(h.settled(t, before+2)) // another
		h.pass(4 * time.Hour)
		list := h.settled(t, before+2)
		if m := h.match(t, game); m.State != match.Over || list[before].To == list[before+1].To {
			t.Errorf("%v, and mails to %s and %s", m, list[before].To, list[before+1].To)
		}
		h.pass(day)
		h.settled(t, before+2)
	})
}

// Two clocks and a player at once over one real store: one outcome, one record of it.
func TestClocksAndAMoveAtOnce(t *testing.T) {
	s, err := bolt.Open(t.TempDir() + "/fieldpost.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for n := range byte(30) {
		id, now := match.ID{1, n}, monday
		a := &app.App{Games: s, Now: func() time.Time { return now }}
		m, err := a.Create(t.Context(), duel(id))
		for _, c := range duelLine(t)[:4] {
			if err == nil {
				m, err = a.Do(t.Context(), id, c)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		now = m.Deadline
		var all sync.WaitGroup
		for range 2 {
			k := &clock.Clock{
				Games: a, Alarms: s, Now: time.Now, Most: 100, Span: time.Minute,
				Report: func(_ match.ID, err error) { t.Error(err) },
			}
			all.Go(func() {
				if _, err := k.Sweep(t.Context(), m.Deadline.Add(time.Second)); err != nil {
					t.Error(err)
				}
			})
		}
		var played match.Match
		all.Go(func() { played, _ = a.Do(t.Context(), id, duelLine(t)[4]) })
		all.Wait()
		image, err := s.Load(t.Context(), id, true)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := match.Open(image)
		if err != nil || stored.Version != m.Version+1 || (stored.State == match.Over) != (played.Game.Ply() == 0) {
			t.Errorf("game %d: version %d after %d, %v; the move is at ply %d, %v", n, stored.Version, m.Version, stored, played.Game.Ply(), err)
		}
		told := 0
		for n, record, ok, err := s.Next(t.Context(), 0); ok || err != nil; n, record, ok, err = s.Next(t.Context(), n) {
			if err != nil {
				t.Fatal(err)
			}
			if record.ID == id && record.Version > m.Version && len(record.Events) > 0 {
				told++
			}
		}
		if told != 1 {
			t.Errorf("game %d: %d records by which mails are owed", n, told)
		}
	}
}

// A program that stood still for longer than an unanswered invitation is kept tells
// its creator first, and forgets it then.
func TestInvitationIsToldBeforeItIsForgotten(t *testing.T) {
	h := newHouse(t)
	game := create(t, h.base, "barrage")
	confirm := newest(t, waitForMails(t, h.base, 1), "ann@example.org").Links.Confirm
	newVisitor(t).must(t, "POST", confirm, form("do", "confirm", "sure", "1"), 200, "confirmed")
	h.settled(t, 3)
	h.ahead.Add(int64(match.UnacceptedLife + time.Hour))
	if _, err := h.store.Purge(t.Context(), time.Now().Add(time.Duration(h.ahead.Load()))); err != nil {
		t.Fatal(err)
	}
	if m := h.match(t, game); m.State != match.Invited {
		t.Errorf("%v", m)
	}
	h.still(0)
	if m := h.match(t, game); m.State != match.Invited {
		t.Errorf("after the outage: %v", m)
	}
	h.settled(t, 3)
	h.pass(match.InvitationLife + time.Hour)
	h.settled(t, 4)
	if m := h.match(t, game); m.State != match.Expired {
		t.Errorf("%v", m)
	}
}
