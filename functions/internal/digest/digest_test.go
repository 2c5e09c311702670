package digest_test

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	_ "time/tzdata"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/digest"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/players"
)

var (
	ctx     = context.Background()
	noon    = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	annKey  = player.Key{0xa}
	bobKey  = player.Key{0xb, 15: 1} // of another shard
	errDown = errors.New("no answer from ann@example.org")
)

// world is a store of profiles and games, and the post, in memory. Faults are injected
// by the name of a call.
type world struct {
	mu       sync.Mutex
	profiles map[player.Key]player.Image
	games    []match.Image
	claims   map[string]bool // whether it is sent
	mails    []string        // who and which day, each time that one was sent
	days     []mail.Day
	reports  []string
	fault    func(call string) error
	hook     func(call string) // called first, unlocked
	now      time.Time         // for whoever changes a profile
	span     time.Time         // what Now says
}

func newWorld() *world {
	return &world{profiles: map[player.Key]player.Image{}, claims: map[string]bool{}, now: noon, span: noon}
}

func (w *world) rounds() *digest.Rounds {
	return &digest.Rounds{
		People: &players.Players{Profiles: w, Lists: w, Now: func() time.Time { return w.now }},
		Alarms: w, Post: w, Now: func() time.Time { return w.span }, Most: 100, Span: time.Second,
		Report: func(err error) { w.reports = append(w.reports, fmt.Sprintf("%T", err)) },
	}
}

func (w *world) call(name string) error {
	if w.hook != nil {
		w.hook(name)
	}
	w.mu.Lock()
	if w.fault != nil {
		return w.fault(name)
	}
	return nil
}

func (w *world) LoadProfile(_ context.Context, k player.Key) (player.Image, error) {
	err := w.call("load")
	defer w.mu.Unlock()
	i, ok := w.profiles[k]
	if err == nil && !ok {
		err = match.ErrNotFound
	}
	return i, err
}

func (w *world) SaveProfile(_ context.Context, i player.Image) error {
	err := w.call("save")
	defer w.mu.Unlock()
	switch {
	case err != nil:
		return err
	case w.profiles[i.Key].Version != i.Version-1:
		return match.ErrConflict
	}
	w.profiles[i.Key] = i
	return nil
}

func (w *world) OfPlayer(_ context.Context, k player.Key) ([]match.Image, error) {
	err := w.call("games")
	defer w.mu.Unlock()
	var list []match.Image
	for _, i := range w.games {
		if i.Creator == k || i.Opponent == k {
			list = append(list, i)
		}
	}
	if err != nil {
		return nil, err
	}
	return list, nil
}

func (w *world) DueProfiles(_ context.Context, shard int, now time.Time, limit int) (due []player.Key, err error) {
	err = w.call("due")
	defer w.mu.Unlock()
	for k, i := range w.profiles {
		if k.AlarmShard() == shard && !i.Alarm.IsZero() && !i.Alarm.After(now) && len(due) < limit {
			due = append(due, k)
		}
	}
	slices.SortFunc(due, func(a, b player.Key) int { return strings.Compare(hex.EncodeToString(a[:]), hex.EncodeToString(b[:])) })
	return due, err
}

// MailDay sends as a postman does: under a claim.
func (w *world) MailDay(_ context.Context, claim string, to mail.Recipient, day mail.Day, at time.Time) error {
	err := w.call("mail")
	defer w.mu.Unlock()
	if err != nil {
		return err
	}
	sent, held := w.claims[claim]
	switch {
	case sent:
		return nil
	case held:
		return &notify.DeliveryError{Step: "claim", Err: match.ErrHeld}
	}
	w.claims[claim] = true
	_, date, _ := strings.Cut(claim, "/C#digest#")
	date, _, _ = strings.Cut(date, ".")
	w.mails = append(w.mails, to.Address[:3]+" "+date+" "+at.Format("02T15:04"))
	w.days = append(w.days, day)
	return nil
}

// daily makes somebody one who gets one mail a day.
func (w *world) daily(t testing.TB, k player.Key, address, zone string, hour uint8, now time.Time) {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := player.Profile{Key: k}.Seen(address, "en", zone)
	p, _ = p.SetMode(player.Daily)
	p, _ = p.Prefer(player.Prefs{Hour: player.HourAt(hour)})
	w.profiles[k] = player.Seal(p.Wind(now, loc))
}

func (w *world) profile(t testing.TB, k player.Key) player.Profile {
	t.Helper()
	p, err := player.Open(w.profiles[k])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// game stores a game of Ann, who is Red, and Bob, so many commands after its creation.
func (w *world) game(t testing.TB, n byte, pace match.Pace, commands int) match.Match {
	t.Helper()
	r := engine.StandardRules(engine.CustomArmy)
	r.Troops[engine.Flag], r.Troops[engine.Scout] = 1, 1
	m, err := match.New(match.Create{
		ID: match.ID{n, 2, 3, 4, 5, 6, 7, 8}, Creator: engine.Red, Rules: r, Pace: pace,
		Players: engine.Both[match.Player]{
			Red: match.Player{Name: "Ann", Address: "ann@example.org"}, Blue: match.Player{Name: "Bob", Address: "bob@example.net"},
		},
		Keys: engine.Both[player.Key]{Red: annKey, Blue: bobKey},
	}, noon)
	if err != nil {
		t.Fatal(err)
	}
	scouts := engine.Setup{0: engine.Scout, 9: engine.Flag}
	move, err := engine.ParseMove("a4-a5")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []match.Command{
		match.Confirm{},
		match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: scouts},
		match.SetUp{By: engine.Blue, Setup: scouts},
		match.PlayMove{By: engine.Red, Move: move},
	}[:commands] {
		if m, _, err = match.Decide(m, c, noon); err != nil {
			t.Fatal(err)
		}
	}
	w.games = append(w.games, match.Seal(m))
	return m
}

func sweep(t testing.TB, r *digest.Rounds, now time.Time, want digest.Swept) {
	t.Helper()
	if got, err := r.Sweep(ctx, now); got != want || err != nil {
		t.Errorf("at %v: %+v, %v; want %+v", now, got, err, want)
	}
}

const (
	toAnn = 4 // commands after which it is Ann's move
	toBob = 5 // and Bob's
)

// One mail on each day on which something waits, at the hour of its reader, none on the
// others; and a second sweep changes nothing.
func TestOneMailADay(t *testing.T) {
	w := newWorld()
	slow := match.Pace{Move: 14 * 24 * time.Hour, Setup: 7 * 24 * time.Hour}
	w.game(t, 1, slow, toAnn)
	w.daily(t, annKey, "ann@example.org", "Europe/Amsterdam", 8, noon)
	w.daily(t, bobKey, "bob@example.net", "America/New_York", 20, noon)
	r := w.rounds()
	for at := noon; at.Before(noon.Add(72 * time.Hour)); at = at.Add(10 * time.Minute) {
		for range 2 {
			if _, err := r.Sweep(ctx, at); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := []string{"ann 2026-03-03 03T07:00", "ann 2026-03-04 04T07:00", "ann 2026-03-05 05T07:00"}
	if !slices.Equal(w.mails, want) {
		t.Errorf("sent %q, want %q", w.mails, want)
	}
	if p := w.profile(t, bobKey); !p.Alarm.Equal(time.Date(2026, 3, 6, 1, 0, 0, 0, time.UTC)) || !p.Digest.Last.IsZero() {
		t.Errorf("Bob, for whom nothing waits, is looked at %v; his last mail was sent %v", p.Alarm, p.Digest.Last)
	}
	if last := w.days[2].Last; !last.Equal(time.Date(2026, 3, 4, 7, 0, 0, 0, time.UTC)) {
		t.Errorf("the third mail tells what happened since %v", last)
	}
}

// T4: on the night on which clocks change one mail comes, whether the hour is missing or
// comes twice.
func TestT4TheNightOfTheChange(t *testing.T) {
	for _, c := range []struct {
		name, from string
		want       []string
	}{
		{"missing", "2026-03-28T12:00:00Z", []string{"ann 2026-03-29 29T01:00", "ann 2026-03-30 30T00:00"}},
		{"twice", "2026-10-24T12:00:00Z", []string{"ann 2026-10-25 25T00:00", "ann 2026-10-26 26T01:00"}},
	} {
		w := newWorld()
		from, err := time.Parse(time.RFC3339, c.from)
		if err != nil {
			t.Fatal(err)
		}
		w.game(t, 1, match.Pace{Move: 14 * 24 * time.Hour, Setup: 7 * 24 * time.Hour}, toAnn)
		m, err := match.Open(w.games[0])
		if err != nil {
			t.Fatal(err)
		}
		m.Deadline = from.Add(10 * 24 * time.Hour)
		w.games[0] = match.Seal(m)
		w.daily(t, annKey, "ann@example.org", "Europe/Amsterdam", 2, from)
		r := w.rounds()
		for at := from; at.Before(from.Add(48 * time.Hour)); at = at.Add(15 * time.Minute) {
			if _, err := r.Sweep(ctx, at); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(w.mails, c.want) {
			t.Errorf("%s: sent %q, want %q", c.name, w.mails, c.want)
		}
	}
}

// What is a reason for a mail, and what is none.
func TestWhatWaits(t *testing.T) {
	pace, fast := match.StandardPace, match.Pace{Move: 36 * time.Hour, Setup: 7 * 24 * time.Hour}
	for _, c := range []struct {
		name   string
		games  func(t *testing.T, w *world)
		change func(player.Profile) (player.Profile, bool)
		sent   int
		told   int // games in it
	}{
		{"his move", func(t *testing.T, w *world) { w.game(t, 1, pace, toAnn) }, nil, 1, 1},
		{"the other's", func(t *testing.T, w *world) { w.game(t, 1, pace, toBob) }, nil, 0, 0},
		{"no games", func(*testing.T, *world) {}, nil, 0, 0},
		{"both are to set up", func(t *testing.T, w *world) { w.game(t, 1, pace, 2) }, nil, 1, 1},
		{"only the other is", func(t *testing.T, w *world) { w.game(t, 1, pace, 3) }, nil, 0, 0},
		{"an invitation that runs", func(t *testing.T, w *world) { w.game(t, 1, pace, 1) }, nil, 0, 0},
		{"a fast game, which is mailed at once", func(t *testing.T, w *world) { w.game(t, 1, fast, toAnn) }, nil, 0, 0},
		{"a game that is just fast", func(t *testing.T, w *world) {
			w.game(t, 1, match.Pace{Move: 48*time.Hour - time.Minute, Setup: 7 * 24 * time.Hour}, toAnn)
		}, nil, 0, 0},
		{"a game that is just not fast", func(t *testing.T, w *world) {
			w.game(t, 1, match.Pace{Move: 48 * time.Hour, Setup: 48 * time.Hour}, toAnn)
		}, nil, 1, 1},
		{"one of both", func(t *testing.T, w *world) { w.game(t, 1, fast, toAnn); w.game(t, 2, pace, toAnn) }, nil, 1, 2},
		{"mails come back", func(t *testing.T, w *world) { w.game(t, 1, pace, toAnn) }, func(p player.Profile) (player.Profile, bool) { return p.Bounces(noon) }, 0, 0},
		{"a game whose time is over", func(t *testing.T, w *world) {
			w.game(t, 1, match.Pace{Move: 12 * time.Hour, Setup: 12 * time.Hour}, toAnn)
		}, nil, 0, 0},
	} {
		w := newWorld()
		c.games(t, w)
		w.daily(t, annKey, "ann@example.org", "UTC", 8, noon)
		if c.change != nil {
			p, _ := c.change(w.profile(t, annKey))
			w.profiles[annKey] = player.Seal(p)
		}
		at := w.profile(t, annKey).Alarm
		sweep(t, w.rounds(), at, digest.Swept{Sent: c.sent, Idle: 1 - c.sent})
		if len(w.mails) != c.sent || c.sent > 0 && len(w.days[0].Games) != c.told {
			t.Errorf("%s: sent %q, told %+v", c.name, w.mails, w.days)
		}
		if p := w.profile(t, annKey); !p.Alarm.Equal(at.Add(24 * time.Hour)) {
			t.Errorf("%s: the next is due %v", c.name, p.Alarm)
		}
	}
}

// A game whose time was over while nobody made the rounds is the clock's to tell of: a mail
// that calls for a move in it would send its reader to a game that he has lost.
func TestGamesThatAreOverTime(t *testing.T) {
	w := newWorld()
	late, runs := match.Pace{Move: 2 * 24 * time.Hour, Setup: 2 * 24 * time.Hour}, match.StandardPace
	m := w.game(t, 1, late, toAnn)
	w.daily(t, annKey, "ann@example.org", "UTC", 8, m.Deadline)
	at := w.profile(t, annKey).Alarm
	sweep(t, w.rounds(), at, digest.Swept{Idle: 1})
	runs.Move = 14 * 24 * time.Hour
	w.game(t, 2, runs, toAnn)
	at = w.profile(t, annKey).Alarm
	sweep(t, w.rounds(), at, digest.Swept{Sent: 1})
	if len(w.days) != 1 || len(w.days[0].Games) != 1 || w.days[0].Games[0].Match.Pace != runs {
		t.Errorf("sent %q, told %+v", w.mails, w.days)
	}
}

// He travels, or changes his mind and back, and something waits: one mail for each day of
// where he is, none twice, and never more than two days without one.
func TestOneMailADayWhereverHeIs(t *testing.T) {
	const east, west, nepal, chatham = "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "Pacific/Chatham"
	mode := func(m player.Mode) players.Choice { return players.Choice{Mode: &m} }
	hour := func(h uint8) players.Choice { return players.Choice{Hour: &h} }
	type change struct {
		at string
		players.Choice
	}
	for _, c := range []struct {
		name, zone string
		hour       uint8
		changes    []change
		want       []string
	}{
		{
			"over the date line to the west", east, 8,
			[]change{{"03T18:10", players.Choice{Zone: west}}},
			[]string{"2026-03-03 02T18:00", "2026-03-04 03T18:00", "2026-03-04 04T19:00", "2026-03-05 05T19:00"},
		},
		{
			"over it to the east", west, 8,
			[]change{{"03T19:10", players.Choice{Zone: east}}},
			[]string{"2026-03-02 02T19:00", "2026-03-03 03T19:00", "2026-03-05 04T18:00", "2026-03-06 05T18:00"},
		},
		{
			"there and back within an hour", east, 8,
			[]change{{"03T18:10", players.Choice{Zone: west}}, {"03T18:40", players.Choice{Zone: east}}},
			[]string{"2026-03-03 02T18:00", "2026-03-04 03T18:00", "2026-03-05 04T18:00", "2026-03-06 05T18:00"},
		},
		{
			"from quarters of an hour to others", nepal, 0,
			[]change{{"03T18:30", players.Choice{Zone: chatham}}},
			[]string{"2026-03-03 02T18:15", "2026-03-04 03T18:15", "2026-03-05 04T10:15", "2026-03-06 05T10:15"},
		},
		{
			"singly and back, after it", "UTC", 8,
			[]change{{"03T08:10", mode(player.Turns)}, {"03T08:50", mode(player.Daily)}},
			[]string{"2026-03-03 03T08:00", "2026-03-04 04T08:00", "2026-03-05 05T08:00"},
		},
		{
			"none and back, before it", "UTC", 8,
			[]change{{"03T07:10", mode(player.None)}, {"03T07:50", mode(player.Daily)}},
			[]string{"2026-03-03 03T08:00", "2026-03-04 04T08:00", "2026-03-05 05T08:00"},
		},
		{
			"a later hour, after it", "UTC", 0,
			[]change{{"03T00:10", hour(23)}},
			[]string{"2026-03-03 03T00:00", "2026-03-04 04T23:00", "2026-03-05 05T23:00"},
		},
		{
			"midnight, before it", "UTC", 23,
			[]change{{"03T22:50", hour(0)}},
			[]string{"2026-03-02 02T23:00", "2026-03-04 04T00:00", "2026-03-05 05T00:00"},
		},
	} {
		w := newWorld()
		w.game(t, 1, match.Pace{Move: 14 * 24 * time.Hour, Setup: 7 * 24 * time.Hour}, toAnn)
		w.daily(t, annKey, "ann@example.org", c.zone, c.hour, noon)
		r := w.rounds()
		for at := noon; at.Before(time.Date(2026, 3, 6, 0, 0, 0, 0, time.UTC)); at = at.Add(5 * time.Minute) {
			w.now = at
			for _, change := range c.changes {
				if at.Format("02T15:04") == change.at {
					if _, err := r.People.Choose(ctx, annKey, change.Choice); err != nil {
						t.Fatal(err)
					}
				}
			}
			if _, err := r.Sweep(ctx, at); err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		for _, m := range w.mails {
			got = append(got, strings.TrimPrefix(m, "ann "))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: sent %q, want %q", c.name, got, c.want)
		}
	}
}

// Two rounds at once send one mail, wherever they meet, and the alarm is set anew once.
func TestTwoSweepsAtOnce(t *testing.T) {
	for range 20 {
		w := newWorld()
		w.game(t, 1, match.StandardPace, toAnn)
		w.daily(t, annKey, "ann@example.org", "UTC", 8, noon)
		at := w.profile(t, annKey).Alarm
		var all sync.WaitGroup
		for range 4 {
			r := w.rounds()
			all.Go(func() {
				if _, err := r.Sweep(ctx, at); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if p := w.profile(t, annKey); len(w.mails) != 1 || !p.Alarm.Equal(at.Add(24*time.Hour)) || len(w.reports) > 0 {
			t.Fatalf("sent %q, the next is due %v, reports %q", w.mails, p.Alarm, w.reports)
		}
	}
}

// Whatever fails, and wherever it is cut off: the mail comes in the end, and once.
func TestFaults(t *testing.T) {
	refused := &notify.DeliveryError{Step: "send", Err: errDown}
	for _, c := range []struct {
		name string
		call string
		err  error
		want digest.Swept // of the sweep that fails
		sent bool         // in the end
	}{
		{"the alarms", "due", errDown, digest.Swept{Sent: 1}, true},
		{"his profile", "load", errDown, digest.Swept{Failed: 1}, true},
		{"his games", "games", errDown, digest.Swept{Failed: 1}, true},
		{"the mail", "mail", refused, digest.Swept{Failed: 1}, true},
		{"another is at it", "mail", &notify.DeliveryError{Step: "claim", Err: match.ErrHeld}, digest.Swept{Others: 1}, true},
		{"the mail, for ever", "mail", &notify.DeliveryError{Step: "send", Permanent: true, Err: errDown}, digest.Swept{Failed: 1}, false},
		{"the next alarm", "save", errDown, digest.Swept{Failed: 1}, true},
		{"what cannot be read", "load", &player.CorruptError{What: "cut short"}, digest.Swept{Failed: 1}, true},
	} {
		w := newWorld()
		w.game(t, 1, match.StandardPace, toAnn)
		w.daily(t, annKey, "ann@example.org", "UTC", 8, noon)
		at := w.profile(t, annKey).Alarm
		r, once := w.rounds(), true
		w.fault = func(call string) error {
			if call == c.call && once {
				once = false
				return c.err
			}
			return nil
		}
		got, err := r.Sweep(ctx, at)
		if got != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
		for _, text := range w.reports {
			if strings.Contains(text, "@") {
				t.Errorf("%s: reported %q", c.name, text)
			}
		}
		again, err := r.Sweep(ctx, at.Add(time.Second)) // who has failed is left alone for a while
		if c.want.Failed > 0 && (again != digest.Swept{} || err != nil) {
			t.Errorf("%s: at once again: %+v, %v", c.name, again, err)
		}
		for _, later := range []time.Duration{digest.Pause, digest.Rest + time.Minute} {
			if _, err := r.Sweep(ctx, at.Add(later)); err != nil {
				t.Errorf("%s: later: %v", c.name, err)
			}
		}
		if p := w.profile(t, annKey); (len(w.mails) == 1) != c.sent || !p.Alarm.Equal(at.Add(24*time.Hour)) {
			t.Errorf("%s: sent %q, the next is due %v", c.name, w.mails, p.Alarm)
		}
	}
}

// A panic at one person's games is his failure alone.
func TestPanic(t *testing.T) {
	w := newWorld()
	w.game(t, 1, match.StandardPace, 2)
	w.daily(t, annKey, "ann@example.org", "UTC", 8, noon)
	w.daily(t, bobKey, "bob@example.net", "UTC", 8, noon)
	first := true
	w.hook = func(call string) {
		if call == "games" && first {
			first = false
			panic("ann@example.org")
		}
	}
	sweep(t, w.rounds(), w.profile(t, annKey).Alarm, digest.Swept{Sent: 1, Failed: 1})
	if want := []string{"*panics.Error"}; !slices.Equal(w.reports, want) {
		t.Errorf("reported %q", w.reports)
	}
}

// A sweep does so much and no more, and the next goes on behind it.
func TestBounded(t *testing.T) {
	w := newWorld()
	for n := range byte(10) {
		w.daily(t, player.Key{0xa, 15: n}, "ann@example.org", "UTC", 8, noon)
	}
	at := noon.Add(24 * time.Hour)
	r := w.rounds()
	r.Most = 4
	for n, want := range []digest.Swept{{Idle: 4, Left: true}, {Idle: 4, Left: true}, {Idle: 2}, {}} {
		if got, err := r.Sweep(ctx, at); got != want || err != nil {
			t.Errorf("sweep %d: %+v, %v", n, got, err)
		}
	}
	w.daily(t, annKey, "ann@example.org", "UTC", 8, noon)
	r.Most, r.Span = 100, 0
	sweep(t, r, at, digest.Swept{Left: true})
}

// A crowd in one shard keeps nobody of another waiting.
func TestRoundsAreFair(t *testing.T) {
	w := newWorld()
	for n := range byte(20) {
		w.daily(t, player.Key{0xa, n}, "ann@example.org", "UTC", 8, noon)
	}
	last := player.Key{0xb, 15: player.AlarmShards - 1}
	w.daily(t, last, "bob@example.org", "UTC", 8, noon)
	at, r := noon.Add(24*time.Hour), w.rounds()
	r.Most = 4
	sweep(t, r, at, digest.Swept{Idle: 4, Left: true})
	sweep(t, r, at, digest.Swept{Idle: 4, Left: true})
	if !w.profile(t, last).Alarm.After(at) {
		t.Error("Bob waits for all of the first shard")
	}
	// Nor does one that has just enough for a sweep, each time.
	w = newWorld()
	r = w.rounds()
	r.Most = 4
	w.daily(t, last, "bob@example.org", "UTC", 8, noon)
	for range 2 {
		for n := range byte(4) {
			w.daily(t, player.Key{0xa, n}, "ann@example.org", "UTC", 8, noon)
		}
		sweep(t, r, at, digest.Swept{Idle: 4, Left: true})
	}
	if !w.profile(t, last).Alarm.After(at) {
		t.Error("Bob waits for ever")
	}
}

// Who has other wishes by the time that he is looked at gets what he wishes.
func TestWishesChangeMeanwhile(t *testing.T) {
	for _, c := range []struct {
		name  string
		mode  player.Mode
		swept digest.Swept
	}{
		{"none", player.None, digest.Swept{}},
		{"each at once", player.Turns, digest.Swept{}},
	} {
		w := newWorld()
		w.game(t, 1, match.StandardPace, toAnn)
		w.daily(t, annKey, "ann@example.org", "UTC", 8, noon)
		at := w.profile(t, annKey).Alarm
		if _, err := w.rounds().People.SetMode(ctx, annKey, c.mode); err != nil {
			t.Fatal(err)
		}
		sweep(t, w.rounds(), at, c.swept)
		if p := w.profile(t, annKey); len(w.mails) > 0 || !p.Alarm.IsZero() {
			t.Errorf("%s: sent %q, alarm %v", c.name, w.mails, p.Alarm)
		}
	}
	// He chooses another hour between the mail and the next alarm: it stays his.
	w := newWorld()
	w.game(t, 1, match.StandardPace, toAnn)
	w.daily(t, annKey, "ann@example.org", "UTC", 8, noon)
	at := w.profile(t, annKey).Alarm
	w.now = at
	moved := false
	w.hook = func(call string) {
		if call == "mail" && !moved {
			moved = true
			if _, err := w.rounds().People.Choose(ctx, annKey, players.Choice{Hour: new(uint8(20))}); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := w.rounds().Sweep(ctx, at); err != nil {
		t.Error(err)
	}
	evening := time.Date(2026, 3, 3, 20, 0, 0, 0, time.UTC)
	if _, err := w.rounds().Sweep(ctx, evening); err != nil || len(w.mails) != 1 || !w.profile(t, annKey).Alarm.Equal(evening.AddDate(0, 0, 1)) {
		t.Errorf("%v, sent %q, the next at %v: two on one day", err, w.mails, w.profile(t, annKey).Alarm)
	}
}

// A program that ends finishes the mail that it is at, and begins no other.
func TestSweepIsBrokenOff(t *testing.T) {
	w := newWorld()
	w.game(t, 1, match.StandardPace, 2)
	w.daily(t, annKey, "ann@example.org", "UTC", 8, noon)
	w.daily(t, bobKey, "bob@example.net", "UTC", 8, noon)
	going, end := context.WithCancel(ctx)
	w.hook = func(call string) {
		if call == "games" {
			end()
		}
	}
	got, err := w.rounds().Sweep(going, w.profile(t, annKey).Alarm)
	if want := (digest.Swept{Sent: 1}); got != want || !errors.Is(err, context.Canceled) || len(w.mails) != 1 {
		t.Errorf("%+v, %v, sent %q", got, err, w.mails)
	}
}
