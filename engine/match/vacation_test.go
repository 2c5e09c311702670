package match_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// zones are where days have 23 hours, or 25, or begin at one o'clock.
var zones = []string{"UTC", "Europe/Amsterdam", "America/New_York", "America/Santiago", "Asia/Beirut", "Pacific/Apia", "Australia/Lord_Howe"}

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	in, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func anyZone(t *rapid.T) *time.Location {
	return zone(t, rapid.SampledFrom(zones).Draw(t, "zone"))
}

// give gives one command at a moment.
func give(t testing.TB, m match.Match, c match.Command, now time.Time) match.Match {
	t.Helper()
	next, _, err := match.Decide(m, c, now)
	if err != nil {
		t.Fatalf("%T: %v", c, err)
	}
	if again, err := match.Open(match.Seal(next)); err != nil || !cmp.Equal(again, next, sameMatch) {
		t.Fatalf("%T: stored as another: %v", c, err)
	}
	return next
}

// T5: the clock of who is away stands still, and that of the other runs. Without it a
// vacation would cost a game, or stop one for both.
func TestT5Vacation(t *testing.T) {
	m := stages(t)[match.Playing] // Red is awaited
	start := m.Changed
	noon := start.Add(24 * time.Hour)
	away := give(t, m, match.TakeVacation{By: red, Days: 7}, noon)
	if got := away.Deadline.Sub(m.Deadline); got != 7*24*time.Hour || away.Shown != m.Shown+1 {
		t.Errorf("put off by %v, shown %d after %d", got, away.Shown, m.Shown)
	}
	if !cmp.Equal(away.Events, []match.Event{{Kind: match.VacationTaken, Seat: red}}) || away.VacationLeft(red, noon) != 23 || away.VacationLeft(blue, noon) != 30 {
		t.Errorf("%v, %d days left, the other has %d", away.Events, away.VacationLeft(red, noon), away.VacationLeft(blue, noon))
	}
	// A move does not end it, and the other's time runs as ever.
	moved := give(t, away, play(t, red, 2, "a5-a6"), noon.Add(time.Hour))
	if v, there := moved.Vacation(red, moved.Changed); !there || !v.Runs(moved.Changed) || moved.Deadline.Sub(moved.Changed) != match.StandardPace.Move {
		t.Errorf("after a move: away %t, Blue has %v", there, moved.Deadline.Sub(moved.Changed))
	}
	// When it is his turn again while he is away his whole time comes after it.
	back := give(t, moved, play(t, blue, 3, "j6-j5"), noon.Add(48*time.Hour))
	v, _ := back.Vacation(red, back.Changed)
	if !back.Deadline.Equal(v.Until.Add(match.StandardPace.Move)) || !back.Started().Equal(v.Until) {
		t.Errorf("until %v, began %v, back at %v", back.Deadline, back.Started(), v.Until)
	}
	// Ended early the time runs at once, and what has not begun is in the bank again.
	ended := give(t, back, match.EndVacation{By: red}, noon.Add(50*time.Hour))
	if ended.Deadline.Sub(ended.Changed) != match.StandardPace.Move || ended.VacationLeft(red, ended.Changed) != 27 {
		t.Errorf("ended early: %v left, %d days", ended.Deadline.Sub(ended.Changed), ended.VacationLeft(red, ended.Changed))
	}
	if ended.Alarm.After(ended.Due()) {
		t.Errorf("alarm %v, due %v", ended.Alarm, ended.Due())
	}
	if _, _, err := match.Decide(ended, match.EndVacation{By: red}, ended.Changed); !errors.Is(err, match.ErrRepeated) {
		t.Errorf("ended twice: %v", err)
	}
	// One that has not begun is called off whole.
	later := give(t, m, match.TakeVacation{By: red, From: start.AddDate(0, 0, 20), Days: 30}, noon)
	if !later.Deadline.Equal(m.Deadline) || later.VacationLeft(red, noon) != 0 {
		t.Errorf("ahead: until %v, %d days left", later.Deadline, later.VacationLeft(red, noon))
	}
	if off := give(t, later, match.EndVacation{By: red}, noon.Add(time.Hour)); off.VacationLeft(red, noon) != 30 || len(off.Vacations.Red) != 0 {
		t.Errorf("called off: %d days left", off.VacationLeft(red, noon))
	}
}

// A bank of days that is counted by a year of its own, or from the first day of a vacation
// alone, would keep from a player what he has again while he is away.
func TestVacationDaysComeBackWithinOne(t *testing.T) {
	m := stages(t)[match.Playing]
	start := m.Changed
	m = give(t, m, match.TakeVacation{By: red, Days: 20}, start)
	for _, test := range []struct{ day, left int }{
		{0, 10},   // of those that are taken
		{340, 10}, // the eleventh day would still lie within 365 of all of them
		{354, 10}, // as would here
		{355, 30}, // and here the first of them is 365 days old when the eleventh begins, and so on
		{365, 30},
	} {
		if got := m.VacationLeft(red, start.AddDate(0, 0, test.day)); got != test.left {
			t.Errorf("after %d days: %d are left, want %d", test.day, got, test.left)
		}
	}
}

// TestVacationFaults: what cannot be had, and why.
func TestVacationFaults(t *testing.T) {
	m := stages(t)[match.Playing]
	now := m.Changed
	used := give(t, give(t, m, match.TakeVacation{By: red, Days: 28}, now), match.EndVacation{By: red}, now.AddDate(0, 0, 27).Add(time.Second))
	away := give(t, m, match.TakeVacation{By: red, Days: 5}, now)
	days := give(t, away, match.OfferDraw{By: blue, Ply: match.AnyPly}, now.AddDate(0, 0, 2))
	c := create(custom("F 2"))
	c.Pace = match.StandardPace
	c.Pace.NoVacation = true
	without := after(t, created(t, c), match.Confirm{}, match.Accept{By: blue})
	for _, test := range []struct {
		name string
		m    match.Match
		c    match.TakeVacation
		want match.VacationFault
		days int
	}{
		{"a game without", without, match.TakeVacation{By: red, Days: 1}, match.VacationNever, 0},
		{"yesterday", m, match.TakeVacation{By: red, From: now.AddDate(0, 0, -1), Days: 1}, match.VacationPast, 0},
		{"61 days ahead", m, match.TakeVacation{By: red, From: now.AddDate(0, 0, 61), Days: 1}, match.VacationFar, 0},
		{"no days", m, match.TakeVacation{By: red}, match.VacationLength, 0},
		{"31 days", m, match.TakeVacation{By: red, Days: 31}, match.VacationLength, 31},
		{"the same again, days later", days, match.TakeVacation{By: red, Days: 5}, match.VacationTwice, 0},
		{"a second one", away, match.TakeVacation{By: red, Days: 1}, match.VacationTwice, 0},
		{"more than are left", used, match.TakeVacation{By: red, Days: 3}, match.VacationSpent, 2},
		{"as many as are left", used, match.TakeVacation{By: red, Days: 2}, match.NoVacationFault, 0},
		{"60 days ahead", m, match.TakeVacation{By: red, From: now.AddDate(0, 0, 60), Days: 30}, match.NoVacationFault, 0},
		{"of the other", away, match.TakeVacation{By: blue, Days: 30}, match.NoVacationFault, 0},
	} {
		_, _, err := match.Decide(test.m, test.c, test.m.Changed)
		fault, ok := errors.AsType[*match.VacationError](err)
		if test.want == match.NoVacationFault && err != nil || test.want != match.NoVacationFault && (!ok || fault.Fault != test.want || fault.Days != test.days) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
	for state, m := range stages(t) {
		_, _, err := match.Decide(m, match.TakeVacation{By: blue, Days: 1}, m.Changed)
		if sits := state == match.SettingUp || state == match.Playing; sits != (err == nil) {
			t.Errorf("%v: %v", state, err)
		}
	}
}

// T4: a vacation is of whole days where its player lives, also where one has 23 hours
// or begins at one o'clock; the clock is put off by just as much.
func TestT4NightsOfTheClocks(t *testing.T) {
	for _, c := range []struct {
		zone, taken, day string
		days             int
		from, until      string
	}{
		{"Europe/Amsterdam", "2026-03-26T12:00:00Z", "2026-03-28", 2, "2026-03-27T23:00:00Z", "2026-03-29T22:00:00Z"}, // 47 hours
		{"Europe/Amsterdam", "2026-10-23T12:00:00Z", "2026-10-25", 1, "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"}, // 25
		{"America/New_York", "2026-03-06T12:00:00Z", "2026-03-08", 1, "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"},
		{"America/Santiago", "2026-09-04T12:00:00Z", "2026-09-06", 1, "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"}, // it begins at one o'clock
		{"Europe/Amsterdam", "2026-03-28T12:00:00Z", "", 1, "2026-03-28T12:00:00Z", "2026-03-29T11:00:00Z"},
		{"America/Santiago", "2026-09-04T04:00:00Z", "", 2, "2026-09-04T04:00:00Z", "2026-09-06T04:00:00Z"},           // to the first moment of a day without midnight
		{"Europe/Amsterdam", "2026-03-28T01:30:00Z", "", 1, "2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z"},           // from half past two to half past three
		{"Europe/Amsterdam", "2026-03-28T12:00:00Z", "2026-03-28", 1, "2026-03-28T12:00:00Z", "2026-03-29T11:00:00Z"}, // today is now
		{"UTC", "2026-03-28T12:00:00Z", "2026-03-31", 3, "2026-03-31T00:00:00Z", "2026-04-03T00:00:00Z"},
	} {
		moment := func(text string) time.Time {
			at, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}
			return at
		}
		taken, in := moment(c.taken), zone(t, c.zone)
		m, err := match.New(create(custom("F 2")), taken)
		if err != nil {
			t.Fatal(err)
		}
		m = give(t, give(t, m, match.Confirm{}, taken), match.Accept{By: blue}, taken)
		take := match.TakeVacation{By: red, Days: c.days, In: in}
		if c.day != "" {
			if take.From, err = time.ParseInLocation(time.DateOnly, c.day, in); err != nil {
				t.Fatal(err)
			}
			take.From = take.From.Add(9 * time.Hour)
		}
		m = give(t, m, take, taken)
		v, _ := m.Vacation(red, taken)
		if !v.From.Equal(moment(c.from)) || !v.Until.Equal(moment(c.until)) || v.Days != c.days {
			t.Errorf("%s in %s: from %v until %v, %d days", c.day, c.zone, v.From, v.Until, v.Days)
		}
		if got := m.Until(red).Sub(m.Until(blue)); got != v.Until.Sub(v.From) {
			t.Errorf("%s in %s: Red has %v more", c.day, c.zone, got)
		}
	}
}

// T2: a reminder is armed for one deadline, and a vacation makes it another. There is
// none for the first and one for the second, when so much of the time has run.
func TestT2MovedDeadline(t *testing.T) {
	m := stages(t)[match.Playing]
	half := m.Due()
	away := give(t, m, match.TakeVacation{By: red, Days: 2}, half.Add(-time.Hour))
	if _, _, err := match.Decide(away, match.Remind{}, half); !errors.Is(err, match.ErrEarly) {
		t.Errorf("a reminder of the first deadline: %v", err)
	}
	if want := half.Add(48 * time.Hour); !away.Due().Equal(want) {
		t.Errorf("due %v, want %v", away.Due(), want)
	}
	if _, _, err := match.Decide(away, match.TimeOut{}, over(m)); !errors.Is(err, match.ErrEarly) {
		t.Errorf("the end at the first deadline: %v", err)
	}
	reminded := give(t, away, match.Remind{}, away.Due())
	if !cmp.Equal(reminded.Events, []match.Event{{Kind: match.Reminded, Seat: red}}) {
		t.Errorf("%v", reminded.Events)
	}
	// Whoever has just been told of his deadline is not reminded of what has passed.
	given := give(t, m, match.GiveTime{By: blue, Ply: 2}, m.Deadline)
	if _, _, err := match.Decide(given, match.Remind{}, m.Deadline); !errors.Is(err, match.ErrEarly) {
		t.Errorf("a reminder beside the gift: %v", err)
	}
	// Of both moments that lie behind there is one reminder.
	late := give(t, m, match.Remind{}, m.Deadline)
	if len(late.Events) != 1 || late.Reminded != match.MostReminders {
		t.Errorf("%v, %d reminders", late.Events, late.Reminded)
	}
}

// While both set up each has his own time. Who is late loses to whom a vacation has left
// some, whenever the clock looks; with the same time for both nobody has won.
func TestSetupTimesApart(t *testing.T) {
	m := stages(t)[match.SettingUp]
	away := give(t, m, match.TakeVacation{By: blue, Days: 3}, m.Changed.Add(time.Hour))
	if !away.Until(red).Equal(m.Deadline) || away.Until(blue).Sub(m.Deadline) != 72*time.Hour {
		t.Fatalf("Red until %v, Blue until %v", away.Until(red), away.Until(blue))
	}
	for _, wait := range []time.Duration{time.Second, 30 * 24 * time.Hour} {
		end := give(t, away, match.TimeOut{}, m.Deadline.Add(wait))
		outcome, reason := end.Outcome()
		if end.State != match.Over || outcome != engine.BlueWins || reason != engine.ByTime || !cmp.Equal(end.Events, []match.Event{{Kind: match.Ended}}) {
			t.Errorf("after %v: %v, %v by %v, %v", wait, end, outcome, reason, end.Events)
		}
		if v := end.View(red); v.Outcome != engine.BlueWins {
			t.Errorf("Red sees %v", v.Outcome)
		}
	}
	set := match.SetUp{By: red, Setup: rows(t, "2........F")}
	in := give(t, away, set, m.Deadline)
	if in.Late(over(m)) || !in.Deadline.Equal(away.Until(blue)) || in.Apart != (match.Apart{}) {
		t.Errorf("after Red's setup: until %v", in.Deadline)
	}
	end := give(t, in, match.TimeOut{}, over(in))
	if outcome, _ := end.Outcome(); outcome != engine.RedWins {
		t.Errorf("Blue is late: %v", outcome)
	}
	both := give(t, give(t, m, match.TakeVacation{By: blue, Days: 3}, m.Changed), match.TakeVacation{By: red, Days: 3}, m.Changed)
	if both.Apart != (match.Apart{}) {
		t.Errorf("apart, and both until %v", both.Deadline)
	}
	if end := give(t, both, match.TimeOut{}, over(both)); end.State != match.Aborted {
		t.Errorf("both late: %v", end)
	}
	// The same moment, which one has by a vacation and the other by a gift: neither is in time.
	alike := give(t, give(t, m, match.TakeVacation{By: blue, Days: 7}, m.Changed), match.GiveTime{By: blue, Ply: match.AnyPly}, m.Changed)
	if !alike.Until(red).Equal(alike.Until(blue)) || alike.Apart == (match.Apart{}) {
		t.Fatalf("Red until %v, Blue until %v, apart %v", alike.Until(red), alike.Until(blue), alike.Apart)
	}
	if end := give(t, alike, match.TimeOut{}, over(alike)); end.State != match.Aborted {
		t.Errorf("late at the same moment: %v", end)
	}
	// Each is reminded when his own time has run so far.
	first := give(t, away, match.Remind{}, away.Due())
	if !cmp.Equal(first.Events, []match.Event{{Kind: match.Reminded, Seat: red}}) {
		t.Errorf("%v", first.Events)
	}
	second := give(t, first, match.Remind{}, first.Due())
	if !cmp.Equal(second.Events, []match.Event{{Kind: match.Reminded, Seat: red}}) {
		t.Errorf("%v, at nine tenths of Red's time", second.Events)
	}
}

// TestGiveTime: a pace more for who is awaited, in a game and while he sets up.
func TestGiveTime(t *testing.T) {
	m := stages(t)[match.Playing]
	now := m.Changed.Add(time.Hour)
	given := give(t, m, match.GiveTime{By: blue, Ply: 2}, now)
	if given.Deadline.Sub(m.Deadline) != m.Pace.Move || !given.Started().Equal(m.Started()) || given.GivenTo(red) != 1 {
		t.Errorf("put off by %v, began %v, %d gifts", given.Deadline.Sub(m.Deadline), given.Started(), given.GivenTo(red))
	}
	if _, _, err := match.Decide(given, match.GiveTime{By: blue, Ply: 2}, now); !errors.Is(err, match.ErrRepeated) {
		t.Errorf("the same press again: %v", err)
	}
	twice := give(t, given, match.GiveTime{By: blue, Ply: match.AnyPly, Given: 1}, now)
	if twice.Deadline.Sub(m.Deadline) != 2*m.Pace.Move {
		t.Errorf("twice: put off by %v", twice.Deadline.Sub(m.Deadline))
	}
	if moved := give(t, twice, play(t, red, 2, "a5-a6"), now); moved.Given != 0 || moved.Deadline.Sub(now) != m.Pace.Move {
		t.Errorf("the next turn: %d gifts, %v", moved.Given, moved.Deadline.Sub(now))
	}
	setup := stages(t)[match.SettingUp]
	more := give(t, setup, match.GiveTime{By: red, Ply: match.AnyPly}, setup.Changed)
	if more.Until(blue).Sub(setup.Deadline) != setup.Pace.Setup || !more.Until(red).Equal(setup.Deadline) {
		t.Errorf("to set up: until %v, Red until %v", more.Until(blue), more.Until(red))
	}
	for _, test := range []struct {
		name string
		m    match.Match
		c    match.GiveTime
	}{
		{"to who is not awaited", m, match.GiveTime{By: red, Ply: 2}},
		{"at another ply", m, match.GiveTime{By: blue, Ply: 1}},
		{"after more gifts than there were", m, match.GiveTime{By: blue, Ply: 2, Given: 1}},
		{"to who is invited", stages(t)[match.Invited], match.GiveTime{By: red, Ply: match.AnyPly}},
		{"after the end", stages(t)[match.Over], match.GiveTime{By: blue, Ply: match.AnyPly}},
		{"by nobody", m, match.GiveTime{Ply: 2}},
	} {
		if _, _, err := match.Decide(test.m, test.c, test.m.Changed); err == nil || errors.Is(err, match.ErrRepeated) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	most := m
	for n := range match.MostGiven {
		most = give(t, most, match.GiveTime{By: blue, Ply: 2, Given: n}, now)
	}
	if _, _, err := match.Decide(most, match.GiveTime{By: blue, Ply: 2, Given: match.MostGiven}, now); err == nil || errors.Is(err, match.ErrRepeated) {
		t.Error("more than can be given")
	}
}

// An outage in a vacation gives back nothing: no time ran. What lies outside is given
// back once, to whom it was taken from.
func TestOutageInAVacation(t *testing.T) {
	m := stages(t)[match.Playing]
	start := m.Changed
	away := give(t, m, match.TakeVacation{By: red, Days: 2}, start.Add(24*time.Hour)) // hours 24 to 72
	for _, c := range []struct {
		name     string
		from, to int
		want     time.Duration
	}{
		{"within it", 30, 60, 0},
		{"over its beginning", 20, 40, 4 * time.Hour},
		{"over its end", 60, 80, 8 * time.Hour},
		{"over all of it", 20, 80, 12 * time.Hour},
		{"before it", 2, 12, 10 * time.Hour},
	} {
		o := []match.Outage{hours(start, c.from, c.to)}
		got := away.Forgive(o)
		if got.Deadline.Sub(away.Deadline) != c.want || !got.Started().Equal(start) {
			t.Errorf("%s: %v more, began %v", c.name, got.Deadline.Sub(away.Deadline), got.Started())
		}
		if again := got.Forgive(o); !cmp.Equal(again, got, sameMatch) {
			t.Errorf("%s: again %v more", c.name, again.Deadline.Sub(got.Deadline))
		}
	}
	setup := stages(t)[match.SettingUp]
	apart := give(t, setup, match.TakeVacation{By: blue, Days: 2}, setup.Changed)
	got := apart.Forgive([]match.Outage{hours(setup.Changed, 24, 60)})
	if got.Until(red).Sub(apart.Until(red)) != 36*time.Hour || got.Until(blue).Sub(apart.Until(blue)) != 12*time.Hour {
		t.Errorf("Red has %v more, Blue %v", got.Until(red).Sub(apart.Until(red)), got.Until(blue).Sub(apart.Until(blue)))
	}
	far := give(t, setup, match.TakeVacation{By: red, Days: 2}, setup.Changed)
	only := far.Forgive([]match.Outage{hours(setup.Changed, 4, 40)}) // Blue's alone
	if again, err := match.Open(match.Seal(only)); err != nil || !cmp.Equal(again, only, sameMatch) {
		t.Errorf("stored as another: %v", err)
	}
}

// clockSamples are matches of which little but the clocks is special.
func clockSamples(t testing.TB) []match.Match {
	t.Helper()
	m, setup := stages(t)[match.Playing], stages(t)[match.SettingUp]
	away := give(t, give(t, m, match.TakeVacation{By: red, Days: 2}, m.Changed), match.TakeVacation{By: blue, Days: 30}, m.Changed)
	ended := give(t, give(t, away, match.EndVacation{By: red}, m.Changed.Add(30*time.Hour)), match.TakeVacation{By: red, Days: 3}, m.Changed.Add(40*time.Hour))
	given := give(t, m, match.GiveTime{By: blue, Ply: match.AnyPly}, m.Changed)
	apart := give(t, setup, match.GiveTime{By: red, Ply: match.AnyPly}, setup.Changed)
	far := give(t, setup, match.TakeVacation{By: red, Days: 2}, setup.Changed)
	return []match.Match{
		away, ended, given, apart, apart.Forgive([]match.Outage{hours(setup.Changed, 4, 40)}),
		far.Forgive([]match.Outage{hours(setup.Changed, 4, 40)}), give(t, apart, match.TimeOut{}, over(apart)),
	}
}

// Who set up takes with him what an outage had put off: of the other, who was on vacation
// all the while, nothing was.
func TestOutageOfWhoHasSetUp(t *testing.T) {
	m := after(t, created(t, create(custom("F 2"))), match.Confirm{}, match.Accept{By: blue}, match.TakeVacation{By: red, Days: 10})
	outage := []match.Outage{hours(m.Changed, 4, 40)}
	m = after(t, m.Forgive(outage), match.SetUp{By: blue, Setup: rows(t, "2........F")})
	if m.Extended != 0 || !m.Forgiven.IsZero() || !cmp.Equal(m.Forgive(outage), m, sameMatch) {
		t.Errorf("put off by %v, until %v", m.Extended, m.Forgiven)
	}
	if again, err := match.Open(match.Seal(m)); err != nil || !cmp.Equal(again, m, sameMatch) {
		t.Errorf("opened as another: %v, %v", err, cmp.Diff(m, again, sameMatch))
	}
}
