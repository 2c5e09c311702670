package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/gametime"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
)

const day = 24 * time.Hour

// workshop is a machine whose clock is the test's, and the server on it, which may end
// and start again. The server's own clock sweeps, and its time is kept, once a second.
type workshop struct {
	t     *testing.T
	data  string
	real  atomic.Int64 // how long it runs
	base  string
	off   func()
	ticks map[time.Duration]chan time.Time // by how long it waits
	waits map[time.Duration]chan struct{}
	*server
}

var dawn = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newWorkshop(t *testing.T) *workshop {
	w := &workshop{t: t, data: t.TempDir(), off: func() {}}
	t.Cleanup(func() { w.off() })
	return w
}

func (w *workshop) now() time.Time { return dawn.Add(time.Duration(w.real.Load())) }

// start starts the server.
func (w *workshop) start(speed int) {
	w.t.Helper()
	w.ticks, w.waits = map[time.Duration]chan time.Time{}, map[time.Duration]chan struct{}{}
	for _, d := range []time.Duration{tick, gametime.Lease / 3} {
		w.ticks[d], w.waits[d] = make(chan time.Time), make(chan struct{}, 1)
	}
	ticks, waits := w.ticks, w.waits
	world := system()
	world.stdout, world.stderr, world.env, world.now = io.Discard, io.Discard, func(string) (string, bool) { return "", false }, w.now
	world.after = func(d time.Duration) <-chan time.Time {
		if ticks[d] == nil {
			return time.After(d)
		}
		waits[d] <- struct{}{}
		return ticks[d]
	}
	s, err := open(w.t.Context(), options{addr: "127.0.0.1:0", data: w.data, mailFrom: mailboxSender, speed: speed, quiet: true}, world)
	if err != nil {
		w.t.Fatal(err)
	}
	w.server, w.base = s, s.address
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.serve(ctx) }()
	w.off = func() {
		stop()
		if err := <-served; err != nil {
			w.t.Error(err)
		}
		w.off = func() {}
	}
	<-waits[tick]
	if speed > 1 {
		<-waits[gametime.Lease/3]
	}
}

// run lets so much time pass on the server, second by second.
func (w *workshop) run(d time.Duration) {
	w.t.Helper()
	for ; d > 0; d -= time.Second {
		w.real.Add(int64(time.Second))
		for _, every := range []time.Duration{gametime.Lease / 3, tick} {
			if every == tick || w.time.speed > 1 {
				w.ticks[every] <- time.Time{}
				<-w.waits[every]
			}
		}
	}
}

// still lets time pass while there is no server.
func (w *workshop) still(d time.Duration) { w.real.Add(int64(d)) }

// game is what time it is in the games.
func (w *workshop) game() time.Duration { return w.time.clock.Now().Sub(dawn) }

func (w *workshop) match(id match.ID) match.Match {
	w.t.Helper()
	image, err := w.store.Load(w.t.Context(), id, true)
	if err != nil {
		w.t.Fatal(err)
	}
	m, err := match.Open(image)
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

// The README's "A month in a minute": a game that has begun, and three days for a move
// over in three seconds, nobody looking; both are told. Without it who tries the program
// out would wait for days to see it.
func TestDaysInSeconds(t *testing.T) {
	w := newWorkshop(t)
	w.start(1)
	id, list := begin(t, w.base, 0, newVisitor(t), newVisitor(t))
	before := w.base
	w.off()
	w.start(86400)
	w.run(2 * time.Second)
	if m := w.match(id); m.Ended() {
		t.Fatalf("after two days %v", m)
	}
	page := newVisitor(t).must(t, "GET", strings.Replace(newest(t, list, "ann@example.org").Links.Board, before, w.base, 1), nil, 200, "")
	if !strings.Contains(page, "in 1 day") || !strings.Contains(page, "Wed 4 March 12:00 UTC") {
		t.Errorf("the page of the board does not say that one of three days is left:\n%s", page)
	}
	w.run(2 * time.Second)
	if m := w.match(id); m.State != match.Over || m.Game.Reason() != engine.ByTime {
		t.Fatalf("after four days %v", m)
	}
	for to, says := range map[string]string{"ann@example.org": "You have run out of time", "bob@example.org": "Ann has run out of time"} {
		if date := hears(t, w.base, to, says).Headers["Date"]; !strings.HasPrefix(date, "Thu, 05 Mar 2026") {
			t.Errorf("the mail to %s is of %s", to, date)
		}
	}
}

// hears waits for a mail that says something.
func hears(t *testing.T, base, to, says string) post {
	t.Helper()
	for late := time.After(patience); ; {
		for _, m := range mailsOf(t, base) {
			if m.To == to && strings.Contains(m.HTML, says) {
				return m
			}
		}
		select {
		case <-late:
			t.Fatalf("no mail to %s says %q", to, says)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Ended, started, slower, faster, as the world: the games go on where they were.
func TestSpeedIsKept(t *testing.T) {
	w := newWorkshop(t)
	want := time.Duration(0)
	for _, c := range []struct {
		speed    int
		run, off time.Duration
	}{
		{1, 5 * time.Second, time.Hour},
		{86400, 3 * time.Second, 30 * time.Minute},
		{3600, 2 * time.Second, 0},
		{1, 4 * time.Second, day},
		{86400, time.Second, time.Minute},
		{1, time.Second, 0},
	} {
		w.start(c.speed)
		if got := w.game(); got != want {
			t.Errorf("at speed %d it starts at %v, want %v", c.speed, got, want)
		}
		w.run(c.run)
		if want += c.run * time.Duration(c.speed); w.game() != want {
			t.Errorf("at speed %d it comes to %v, want %v", c.speed, w.game(), want)
		}
		w.off()
		w.still(c.off)
		want += c.off
	}
}

// A server that has only ever had the world's time keeps none.
func TestSpeedOneKeepsNothing(t *testing.T) {
	w := newWorkshop(t)
	w.start(1)
	w.run(3 * time.Second)
	if data, err := w.store.LoadTime(t.Context()); err != nil || data != nil {
		t.Errorf("kept is %v, %v", data, err)
	}
}

// The server is off for less than an hour, which counts, and for more, which is forgiven:
// what stands still is the same by both times, and nobody loses by the speed.
func TestSpeedAndOutages(t *testing.T) {
	for _, c := range []struct {
		name          string
		off, forgiven time.Duration
	}{{"half an hour", 30 * time.Minute, 0}, {"five days", 5 * day, 5 * day}} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkshop(t)
			w.start(86400)
			id, _ := begin(t, w.base, 0, newVisitor(t), newVisitor(t))
			deadline := w.match(id).Deadline
			w.run(time.Second)
			w.off()
			w.still(c.off)
			w.start(86400)
			if got := w.game(); got != day+c.off {
				t.Errorf("it is %v", got)
			}
			games := app.App{Games: w.store, Now: w.time.clock.Now, Outages: gameOutages{&app.Outages{Heart: w.store}, w.time.clock, w.now}}
			m, err := games.Load(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Deadline.Sub(deadline); got < c.forgiven || got > c.forgiven+(time.Second+fastBeat)*86400 {
				t.Errorf("the deadline is put off by %v", got)
			}
			if m.Ended() {
				t.Errorf("%v", m)
			}
		})
	}
}

// What the host's pause was by the world's time, it was by that of the games.
func TestSpeedAndPause(t *testing.T) {
	w := newWorkshop(t)
	w.start(86400)
	id, _ := begin(t, w.base, 0, newVisitor(t), newVisitor(t))
	pause := pauseFile(w.data)
	w.run(time.Second)
	if err := pause.SetPause(t.Context(), w.now()); err != nil {
		t.Fatal(err)
	}
	w.run(10 * time.Second)
	if err := pause.EndPause(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.run(time.Second)
	if m := w.match(id); m.Ended() {
		t.Fatalf("the pause counts: %v", m)
	}
	w.run(4 * time.Second)
	if m := w.match(id); !m.Ended() {
		t.Errorf("the pause lasts: %v", m)
	}
}

// A mail that cannot be sent is given up by the world's time: in that of the games the
// three days would be over at the first try.
func TestMailsAreOwedByTheWorldsTime(t *testing.T) {
	w := newWorkshop(t)
	w.start(86400)
	w.run(2 * time.Second)
	since := w.time.clock.Now()
	handle := owedSince(w.time.clock, func(context.Context, match.Image) error {
		return notify.DeliveryErrors{{Step: "send", Since: since}, {Step: "open"}}
	})
	all, ok := errors.AsType[notify.DeliveryErrors](handle(t.Context(), match.Image{}))
	if !ok || !all[0].Since.Equal(w.now()) || !all[1].Since.IsZero() {
		t.Errorf("owed since %v and %v, and it is %v", all[0].Since, all[1].Since, w.now())
	}
}

// What is counted is counted by the world's time: a day of the games is no new day.
func TestLimitsAreTheWorlds(t *testing.T) {
	w := newWorkshop(t)
	w.start(86400)
	for range 5 {
		create(t, w.base, "barrage")
		w.run(time.Second)
	}
	ask := `{"creator":{"name":"Ann","email":"ann@example.org"},"opponent":{"name":"Bob","email":"bob@example.org"}}`
	resp, err := http.Post(w.base+"/api/games", "application/json", strings.NewReader(ask))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a sixth mail to confirm on one day of the world's: %s", resp.Status)
	}
}

// A call fails by the world's time, and the link in the mail that says so must be young by
// that of the games: else it has expired before it is read.
func TestMailsOfWebhooksBearTheGamesTime(t *testing.T) {
	w := newWorkshop(t)
	w.start(gametime.MostSpeed)
	w.run(3 * time.Second)
	var told time.Time
	tell := tellByGames(w.time.clock, func(_ context.Context, _ string, _ mail.Recipient, at time.Time) error {
		told = at
		return nil
	})
	if err := tell(t.Context(), "", mail.Recipient{}, w.now()); err != nil {
		t.Fatal(err)
	}
	if late := w.time.clock.Now().Sub(told); late < 0 || late > time.Minute {
		t.Errorf("the mail is %v old", late)
	}
}
