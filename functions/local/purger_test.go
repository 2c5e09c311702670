package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/bolt"
	"fieldpost/infra/link"
	"fieldpost/infra/smtp"
)

// The promise of what is kept how long hangs on this loop: it must begin at once,
// meet the full hours, and neither stop at an error nor log what is in it.
func TestPurger(t *testing.T) {
	var log bytes.Buffer
	now := time.Date(2026, 3, 1, 12, 10, 0, 0, time.UTC)
	var purged, waited []string
	faults := []error{
		nil,
		fmt.Errorf("ann@example.org: %w", &fs.PathError{Op: "write", Path: "/home/ann", Err: errors.New("secret")}),
		errors.Join(&match.CorruptError{What: "a bent one"}, errors.New("secret")),
		errors.Join(errors.New("secret")),
	}
	ctx, stop := context.WithCancel(t.Context())
	w := world{
		now: func() time.Time { return now },
		after: func(d time.Duration) <-chan time.Time {
			waited = append(waited, d.String())
			now = now.Add(d)
			if len(waited) == len(faults) {
				stop()
				return nil
			}
			ring := make(chan time.Time, 1)
			ring <- now
			return ring
		},
	}
	purger(func(_ context.Context, at time.Time) (int, error) {
		purged = append(purged, at.Format(time.TimeOnly))
		return 0, faults[len(purged)-1]
	}, w, slog.New(slog.NewTextHandler(&log, nil))).run(ctx)
	if got := strings.Join(purged, " "); got != "12:10:00 13:00:00 14:00:00 15:00:00" {
		t.Errorf("it worked at %s", got)
	}
	if got := strings.Join(waited, " "); got != "50m0s 1h0m0s 1h0m0s 1h0m0s" {
		t.Errorf("it waited for %s", got)
	}
	text := log.String()
	if strings.Count(text, "level=WARN") != 3 || strings.Contains(text, "secret") || strings.Contains(text, "ann") ||
		!strings.Contains(text, "err=*errors.errorString") || !strings.Contains(text, `err="corrupt image of a game: a bent one"`) {
		t.Errorf("the log:\n%s", text)
	}
}

// Without it nothing would ever be forgotten.
func TestServerPurges(t *testing.T) {
	data := t.TempDir()
	store, err := bolt.Open(filepath.Join(data, "fieldpost.db"))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 1, 12, 10, 0, 0, time.UTC)
	first, second := match.ID{1}, match.ID{2}
	for id, expires := range map[match.ID]time.Time{first: now, second: now.Add(time.Hour)} {
		i := match.Image{ID: id, Version: 1, Index: match.Index{Expires: expires}}
		if err := errors.Join(store.Create(t.Context(), i), store.Done(t.Context(), 1), store.Done(t.Context(), 2)); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}

	var hours atomic.Int64
	waits, hour := make(chan time.Duration), make(chan time.Time)
	_, s := withOptions(t, io.Discard, options{addr: "127.0.0.1:0", data: data, mailFrom: mailboxSender}, func(w *world) {
		w.now = func() time.Time { return now.Add(time.Duration(hours.Load()) * time.Hour) }
		w.after = func(d time.Duration) <-chan time.Time {
			if d < 10*time.Minute {
				return nil // the clock's, the rounds', the queue's
			}
			waits <- d
			return hour
		}
	})
	gone := func(id match.ID) bool {
		_, err := s.store.Load(t.Context(), id, true)
		return errors.Is(err, match.ErrNotFound)
	}
	if d := <-waits; d != 50*time.Minute || !gone(first) || gone(second) {
		t.Errorf("after the start: waits for %v; are they gone: %t, %t", d, gone(first), gone(second))
	}
	hours.Add(1)
	hour <- now
	if <-waits; !gone(second) {
		t.Error("an hour later the second is still there")
	}
}

// A counted request costs a write. On a player's own machine none is counted; by
// a mail server each is, also over a restart: else whoever asks too often would
// only have to wait for one.
func TestRequestsAreCountedInTheStore(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 10, 0, 0, time.UTC)
	still := func(w *world) { w.now = func() time.Time { return now } }
	game := match.ID{1}
	ask := func(t *testing.T, data, base string) int {
		t.Helper()
		keys, err := linkKeys(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/api/games/"+game.String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+keys.Seal(link.Link{Purpose: link.Board, Game: game, Seat: engine.Red, Issued: now}))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		return resp.StatusCode
	}
	const most = 120
	t.Run("with the mailbox", func(t *testing.T) {
		data := t.TempDir()
		base, s := withOptions(t, io.Discard, options{addr: "127.0.0.1:0", data: data, mailFrom: mailboxSender}, still)
		for range most + 1 {
			if status := ask(t, data, base); status != http.StatusNotFound {
				t.Fatal(status)
			}
		}
		if n, err := s.store.Purge(t.Context(), now.Add(time.Hour)); n != 0 || err != nil {
			t.Errorf("%d counters, %v", n, err)
		}
	})
	t.Run("with a mail server", func(t *testing.T) {
		o := options{addr: "127.0.0.1:0", data: t.TempDir(), mailFrom: mailFrom, server: smtp.Server{Host: "127.0.0.1", Port: "25"}}
		t.Run("first run", func(t *testing.T) {
			base, _ := withOptions(t, io.Discard, o, still)
			for range most {
				if status := ask(t, o.data, base); status != http.StatusNotFound {
					t.Fatal(status)
				}
			}
		})
		t.Run("second run", func(t *testing.T) {
			base, _ := withOptions(t, io.Discard, o, still)
			if status := ask(t, o.data, base); status != http.StatusTooManyRequests {
				t.Errorf("one request more is answered %d", status)
			}
		})
	})
}
