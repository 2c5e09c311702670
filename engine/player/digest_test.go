package player_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"fieldpost/engine/player"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at.UTC()
}

// A mail at the wrong hour, none at all on the night on which clocks change, or two.
func TestWind(t *testing.T) {
	for _, c := range []struct {
		name, zone string
		hour       uint8
		now, last  string
		want       string
	}{
		{"today", "Europe/Amsterdam", 8, "2026-03-03T06:59:59Z", "", "2026-03-03T07:00:00Z"},
		{"not the same moment again", "Europe/Amsterdam", 8, "2026-03-03T07:00:00Z", "", "2026-03-04T07:00:00Z"},
		{"none twice a day", "Europe/Amsterdam", 20, "2026-03-03T08:00:00Z", "2026-03-03T07:00:00Z", "2026-03-04T19:00:00Z"},
		{"at midnight", "UTC", 0, "2026-03-03T23:00:00Z", "", "2026-03-04T00:00:00Z"},
		{"an hour that is missing", "Europe/Amsterdam", 2, "2026-03-28T12:00:00Z", "", "2026-03-29T01:00:00Z"},
		{"the day after it", "Europe/Amsterdam", 2, "2026-03-29T01:00:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"},
		{"an hour that comes twice", "Europe/Amsterdam", 2, "2026-10-24T12:00:00Z", "", "2026-10-25T00:00:00Z"},
		{"not when it comes again", "Europe/Amsterdam", 2, "2026-10-25T00:00:00Z", "", "2026-10-26T01:00:00Z"},
		{"a day without midnight", "Africa/Cairo", 0, "2026-04-23T20:00:00Z", "", "2026-04-23T22:00:00Z"},
		{"beyond the date line", "Pacific/Kiritimati", 8, "2026-03-03T17:00:00Z", "", "2026-03-03T18:00:00Z"},
		{"far in the west", "Pacific/Pago_Pago", 23, "2026-03-03T11:00:00Z", "", "2026-03-04T10:00:00Z"},
		{"three quarters of an hour", "Asia/Kathmandu", 8, "2026-03-03T00:00:00Z", "", "2026-03-03T02:15:00Z"},
		{"half an hour of summer", "Australia/Lord_Howe", 2, "2026-10-03T12:00:00Z", "", "2026-10-03T15:30:00Z"},
	} {
		p := player.Profile{Mode: player.Daily, Prefs: player.Prefs{Hour: player.HourAt(c.hour)}}
		if c.last != "" {
			p = p.Sent(moment(t, c.last))
		}
		if got := p.Wind(moment(t, c.now), zone(t, c.zone)).Alarm; !got.Equal(moment(t, c.want)) {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

// Each day of a year has one mail, whatever the hour, and none is of another day.
func TestOneADay(t *testing.T) {
	for _, name := range []string{"Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "UTC"} {
		z := zone(t, name)
		for hour := range uint8(24) {
			p := player.Profile{Mode: player.Daily, Prefs: player.Prefs{Hour: player.HourAt(hour)}}
			now := time.Date(2026, 1, 1, 0, 0, 0, 0, z).Add(-time.Second)
			for day := range 365 {
				p = p.Wind(now, z)
				if got, want := p.Day(z), time.Date(2026, 1, 1+day, 12, 0, 0, 0, time.UTC).Format(time.DateOnly); got != want {
					t.Fatalf("%s at %d: day %s, want %s", name, hour, got, want)
				}
				now = p.Alarm
				p = p.Sent(now)
			}
		}
	}
}

// An alarm that rings for nobody costs something each day; one that does not ring
// where it should swallows mails.
func TestRescheduled(t *testing.T) {
	daily := player.Profile{Mode: player.Daily, Zone: "UTC", Prefs: player.Prefs{Hour: 8}}.Wind(noon, time.UTC)
	for _, c := range []struct {
		name   string
		change func(player.Profile) player.Profile
		moved  bool
	}{
		{"nothing", func(p player.Profile) player.Profile { return p }, false},
		{"the address", func(p player.Profile) player.Profile { p.Address = "a@b.example"; return p }, false},
		{"the hour", func(p player.Profile) player.Profile { p.Prefs.Hour = 9; return p }, true},
		{"the zone", func(p player.Profile) player.Profile { p.Zone = "Europe/Paris"; return p }, true},
		{"the mode", func(p player.Profile) player.Profile { p, _ = p.SetMode(player.None); return p }, true},
		{"all mails", func(p player.Profile) player.Profile { p, _ = p.SetMode(player.Stopped); return p }, true},
	} {
		late := daily.Alarm.Add(time.Minute) // it has rung, and nobody has looked yet
		got := c.change(daily)
		if got.Mode != player.Daily && !got.Alarm.IsZero() {
			t.Errorf("%s: who gets no mail of the day keeps his alarm", c.name)
		}
		if got.Rescheduled(daily) {
			got = got.Wind(late, time.UTC)
		}
		if moved := !got.Alarm.Equal(daily.Alarm); moved != c.moved {
			t.Errorf("%s: the alarm was moved: %v", c.name, moved)
		}
		if got.Mode != player.Daily && (!got.Alarm.IsZero() || got.Collects() || got.Day(time.UTC) != "") {
			t.Errorf("%s: an alarm all the same", c.name)
		}
	}
	if single := (player.Profile{Zone: "UTC"}); single.Rescheduled(player.Profile{}) {
		t.Error("who gets no mail of the day has no alarm to be moved")
	}
	if !daily.Collects() || (player.Profile{Mode: player.Daily}).Collects() {
		t.Error("what waits for no mail must not wait")
	}
}

// Who takes back "none" wants what he had before.
func TestResume(t *testing.T) {
	for _, c := range []struct {
		name    string
		modes   []player.Mode
		want    player.Mode
		changed bool
	}{
		{"turns", nil, player.Turns, false},
		{"none", []player.Mode{player.None}, player.Turns, true},
		{"none after daily", []player.Mode{player.Daily, player.None}, player.Daily, true},
		{"none after daily after turns", []player.Mode{player.Daily, player.Turns, player.None}, player.Turns, true},
		{"daily", []player.Mode{player.Daily}, player.Daily, false},
		{"stopped", []player.Mode{player.Stopped}, player.Stopped, false},
	} {
		p := player.Profile{}
		for _, m := range c.modes {
			p, _ = p.SetMode(m)
		}
		p, changed := p.Resume()
		if p.Mode != c.want || changed != c.changed || p.Digest.Paused {
			t.Errorf("%s: %v, changed %v, paused %v", c.name, p.Mode, changed, p.Digest.Paused)
		}
	}
	p, _ := player.Profile{}.SetMode(player.Daily)
	if p.Prefs.Hour != player.UsualHour {
		t.Errorf("nobody's hour is %d", p.Prefs.Hour)
	}
	p, _ = player.Profile{Prefs: player.Prefs{Hour: 20}}.SetMode(player.Daily)
	if p.Prefs.Hour != 20 {
		t.Errorf("his hour became %d", p.Prefs.Hour)
	}
}
