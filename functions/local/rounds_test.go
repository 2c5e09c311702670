package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fieldpost/functions/internal/digest"
)

// The rounds of a program that stays up for months must begin at once, go on, and
// neither stop at an error, nor tell what is in it.
func TestRounds(t *testing.T) {
	var log bytes.Buffer
	now := time.Date(2026, 3, 1, 12, 10, 0, 0, time.UTC)
	var waited []string
	ctx, stop := context.WithCancel(t.Context())
	rings := 0
	sweep := func(_ context.Context, at time.Time) (digest.Swept, error) {
		if rings++; !at.Equal(now) {
			t.Errorf("made at %v, and it is %v", at, now)
		}
		if rings == 2 {
			return digest.Swept{}, errors.New("ann@example.org")
		}
		return digest.Swept{}, nil
	}
	w := world{
		after: func(d time.Duration) <-chan time.Time {
			waited = append(waited, d.String())
			if now = now.Add(d); len(waited) == 3 {
				stop()
				return nil
			}
			ring := make(chan time.Time, 1)
			ring <- now
			return ring
		},
	}
	rounds(sweep, func() time.Time { return now }, w, slog.New(slog.NewTextHandler(&log, nil))).run(ctx)
	if got := strings.Join(waited, " "); rings != 3 || got != "5s 1m0s 5s" {
		t.Errorf("%d rounds, it waited for %s", rings, got)
	}
	if text := log.String(); strings.Count(text, "level=WARN") != 1 || strings.Contains(text, "ann") {
		t.Errorf("the log:\n%s", text)
	}
}

// Bob asks for one mail a day: Ann's move is mailed in none, and in the morning he gets
// one, by whose link he plays; none comes on the same day again. From it he ends his
// mails with one press, and from his board he begins them again with another. Without
// it the parts could fit each for itself alone.
func TestAMailOfTheDay(t *testing.T) {
	const blue = "bob@example.org"
	var ahead atomic.Int64
	bell, rung := make(chan time.Time), make(chan struct{}, 1)
	base, _ := within(t, func(w *world) {
		start, after := time.Date(2026, 3, 3, 5, 30, 0, 0, time.UTC), w.after
		w.now = func() time.Time { return start.Add(time.Duration(ahead.Load())) }
		w.after = func(d time.Duration) <-chan time.Time {
			if d != interval {
				return after(d)
			}
			rung <- struct{}{}
			return bell
		}
	})
	<-rung
	round := func(later time.Duration) {
		ahead.Add(int64(later))
		bell <- time.Time{}
		<-rung
	}
	ann, bob := newVisitor(t), newVisitor(t)
	_, list := begin(t, base, 0, ann, bob)
	move, games := newest(t, list, "ann@example.org").Links.Moves["e4-e5"], linked(t, newest(t, list, blue), "player")
	n := len(list)

	bob.must(t, "POST", games, form("do", "preferences", "mail", "daily", "hour", "7", "tz", "UTC", "format", "text", "sure", "1"), 200, "one mail a day about your games, at 07:00")
	ann.must(t, "POST", move, form("do", "play", "sure", "1"), 200, "Your move is played")
	round(0)
	if got := len(mailsOf(t, base)); got != n {
		t.Fatalf("%d mails came at once", got-n)
	}
	round(2 * time.Hour)
	list = waitForMails(t, base, n+1)
	day := newest(t, list, blue)
	if day.Subject != "Stratego: your games today" || day.HTML != "" || !strings.Contains(day.Text, "one game waits for you") {
		t.Fatalf("%q:\n%s", day.Subject, day.Text)
	}
	_, at, _ := strings.Cut(day.Text, "\n"+base+"/b/")
	at, _, _ = strings.Cut(at, "\n")
	board := base + "/b/" + at
	bob.must(t, "GET", board, nil, 200, "Turn 2: your move")
	for range 3 {
		round(time.Hour)
	}
	if got := len(mailsOf(t, base)); got != n+1 {
		t.Errorf("%d mails of one day", got-n)
	}
	round(22 * time.Hour)
	waitForMails(t, base, n+2)

	stop := strings.Trim(day.Headers["List-Unsubscribe"], "<>")
	bob.must(t, "POST", stop, form("List-Unsubscribe", "One-Click"), 200, "You get no mails about your games")
	ann.must(t, "GET", newest(t, list, "ann@example.org").Links.Board, nil, 200, "Bob gets no mails about games")
	round(24 * time.Hour)
	if got := len(mailsOf(t, base)); got != n+2 {
		t.Errorf("%d mails: one came after he wanted none", got-n)
	}
	bob.must(t, "GET", board, nil, 200, "Mail me about my games again")
	bob.must(t, "POST", board, form("do", "resume-mails", "sure", "1"), 200, "You get your daily mail about your games again")
	ann.must(t, "GET", newest(t, list, "ann@example.org").Links.Board, nil, 200, "Turn 2")
}
