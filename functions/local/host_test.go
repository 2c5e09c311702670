package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
)

// host runs host with a clock, and returns what it says.
func host(t *testing.T, now time.Time, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	w := system()
	w.stdout, w.stderr, w.now = &out, &out, func() time.Time { return now }
	w.env = func(string) (string, bool) { return "", false }
	err := run(t.Context(), append([]string{"host"}, args...), w)
	return out.String(), err
}

// The host stops the clocks of a running server and lets them go on, by commands that
// run beside it. Meanwhile moves are made, and no time is over.
func TestHostPause(t *testing.T) {
	const day = 24 * time.Hour
	h := newHouse(t)
	game, mails := begin(t, h.base, 0, newVisitor(t), newVisitor(t))
	h.pass(2 * day)
	now := func() time.Time { return time.Now().Add(time.Duration(h.ahead.Load())) }
	if said, err := host(t, now(), "pause", "-data", h.data); err != nil || !strings.HasPrefix(said, "the clocks are paused since 20") {
		t.Fatalf("%q, %v", said, err)
	}
	h.pass(4 * day)
	deadline := h.match(t, game).Deadline
	newVisitor(t).must(t, "GET", newest(t, mails, "ann@example.org").Links.Board, nil, 200, told)
	if said, err := host(t, now(), "pause", "-data", h.data); err != nil || !strings.HasPrefix(said, "the clocks are paused already, since 20") {
		t.Errorf("again: %q, %v", said, err)
	}
	if said, err := host(t, now(), "resume", "-data", h.data); err != nil || !strings.HasPrefix(said, "the clocks go on; they were paused since 20") {
		t.Fatalf("%q, %v", said, err)
	}
	h.still(0)
	if m := h.match(t, game); m.State != match.Playing || m.Deadline.Sub(deadline).Round(time.Minute) != 4*day {
		t.Errorf("%v until %v, it was %v", m, m.Deadline, deadline)
	}
	h.pass(day - time.Hour)
	if m := h.match(t, game); m.Ended() {
		t.Errorf("an hour too early: %v", m)
	}
	h.pass(2 * time.Hour)
	if m := h.match(t, game); m.State != match.Over {
		t.Errorf("%v", m)
	}
}

// What the command says when there is nothing to do, and what it refuses. It must not
// take a wrong folder for a server that is paused.
func TestHostWords(t *testing.T) {
	data, now := t.TempDir(), time.Date(2026, 3, 1, 11, 0, 0, 5, time.UTC)
	if _, err := host(t, now, "pause", "-data", data); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "no games") {
		t.Errorf("without games: %v", err)
	}
	if err := os.WriteFile(filepath.Join(data, storeName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ what, says string }{
		{"resume", "the clocks are not paused\n"},
		{"pause", "the clocks are paused since 2026-03-01T12:00:00Z\n"},
		{"pause", "the clocks are paused already, since 2026-03-01T12:00:00Z\n"},
		{"resume", "the clocks go on; they were paused since 2026-03-01T12:00:00Z\n"},
		{"resume", "the clocks are not paused\n"},
	} {
		if said, err := host(t, now, c.what, "-data", data); err != nil || said != c.says {
			t.Errorf("%s: %q, %v", c.what, said, err)
		}
		now = now.Add(time.Hour)
	}
	for _, args := range [][]string{nil, {"stop"}, {"-data", data}, {"pause", "now"}, {"pause", "-addr", "x"}} {
		if _, err := host(t, now, args...); !errors.Is(err, errUsage) {
			t.Errorf("%q: %v", args, err)
		}
	}
	if err := os.WriteFile(pauseFile(data).path(), []byte("yes"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"pause", "resume"} {
		if _, err := host(t, now, what, "-data", data); err == nil || !strings.Contains(err.Error(), "holds no moment") {
			t.Errorf("%s with a bent file: %v", what, err)
		}
	}
}

// A site on AWS is paused by an item of its table, which is found by the stack's name.
func TestHostOnAWS(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	var out bytes.Buffer
	w := world{
		stdout: &out, stderr: &out, now: func() time.Time { return now }, env: func(string) (string, bool) { return "", false },
		aws: awsProgram(t, `cd '`+dir+`'
case "$2 $4" in
"list-stack-resources fp") echo '["games"]'
;; "get-item games") cat since 2>&-
;; "put-item games") echo '"1772366400"' > since
;; "delete-item games") rm since
;; *) exit 1
esac
true`),
	}
	for _, what := range []string{"pause", "pause", "resume", "resume"} {
		if err := run(t.Context(), []string{"host", what, "-stack", "fp"}, w); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	want := "the clocks are paused since 2026-03-01T12:00:00Z\nthe clocks are paused already, since 2026-03-01T12:00:00Z\n" +
		"the clocks go on; they were paused since 2026-03-01T12:00:00Z\nthe clocks are not paused\n"
	if out.String() != want {
		t.Errorf("it says\n%s", &out)
	}
	if err := run(t.Context(), []string{"host", "pause", "-stack", "other"}, w); err == nil {
		t.Error("of another stack: no failure")
	}
}
