package words

import (
	"testing"
	"time"
)

// TestT4Zones is scenario T4 for the words: a moment in the night in which the
// clocks of Europe change. Without it one of two players would read an hour that
// is not the one at which he loses.
func TestT4Zones(t *testing.T) {
	_, w := english(t)
	before := time.Date(2026, 3, 29, 0, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		at         time.Time
		zone       string
		line, full string
	}{
		{before, "", "Sun 29 March 00:30 UTC", "Sun 29 March 00:30 UTC"},
		{before, "UTC", "Sun 29 March 00:30 UTC", "Sun 29 March 00:30 UTC"},
		{before, "Mars/Base", "Sun 29 March 00:30 UTC", "Sun 29 March 00:30 UTC"},
		{before, "Local", "Sun 29 March 00:30 UTC", "Sun 29 March 00:30 UTC"},
		{before, "Europe/Amsterdam", "Sun 29 March 01:30 CET", "Sun 29 March 01:30 CET (UTC+01:00), which is Sun 29 March 00:30 UTC"},
		{before.Add(time.Hour), "Europe/Amsterdam", "Sun 29 March 03:30 CEST", "Sun 29 March 03:30 CEST (UTC+02:00), which is Sun 29 March 01:30 UTC"},
		{before, "Europe/London", "Sun 29 March 00:30 GMT", "Sun 29 March 00:30 GMT (UTC)"},
		{before.Add(time.Hour), "Europe/London", "Sun 29 March 02:30 BST", "Sun 29 March 02:30 BST (UTC+01:00), which is Sun 29 March 01:30 UTC"},
		{before, "America/New_York", "Sat 28 March 20:30 EDT", "Sat 28 March 20:30 EDT (UTC-04:00), which is Sun 29 March 00:30 UTC"},
		{before, "America/Argentina/Buenos_Aires", "Sat 28 March 21:30 America/Argentina/Buenos_Aires", "Sat 28 March 21:30 America/Argentina/Buenos_Aires (UTC-03:00), which is Sun 29 March 00:30 UTC"},
		{before.Add(59 * time.Second), "Asia/Kolkata", "Sun 29 March 06:00 IST", "Sun 29 March 06:00 IST (UTC+05:30), which is Sun 29 March 00:30 UTC"},
	} {
		if got := w.Moment(c.at, c.zone); got != c.line {
			t.Errorf("%v in %q reads %q, want %q", c.at, c.zone, got, c.line)
		}
		if got := w.When(c.at, c.zone); got != c.full {
			t.Errorf("%v in %q reads %q in full, want %q", c.at, c.zone, got, c.full)
		}
	}
	// One day is 24 hours, whatever the clocks do in it.
	if got := w.In(before.Add(23*time.Hour), before); got != "in 23 hours" {
		t.Errorf("23 hours on it is %q", got)
	}
	if got := w.In(before.Add(24*time.Hour), before); got != "in 1 day" {
		t.Errorf("24 hours on it is %q", got)
	}
}

// TestSpan: never more than there is.
func TestSpan(t *testing.T) {
	_, w := english(t)
	for d, want := range map[time.Duration]string{
		72 * time.Hour:                           "in 3 days",
		53*time.Hour + 59*time.Minute:            "in 2 days 5 hours",
		36 * time.Hour:                           "in 1 day 12 hours",
		24*time.Hour + 59*time.Minute:            "in 1 day",
		24*time.Hour - time.Second:               "in 23 hours",
		12 * time.Hour:                           "in 12 hours",
		9*time.Hour + 59*time.Minute:             "in 9 hours 59 minutes",
		2 * time.Hour:                            "in 2 hours",
		time.Hour + time.Minute + 59*time.Second: "in 1 hour 1 minute",
		time.Hour - time.Second:                  "in 59 minutes",
		time.Minute:                              "in 1 minute",
		time.Minute - 1:                          "in less than a minute",
		0:                                        "in less than a minute",
		14*24*time.Hour + 23*time.Hour + 59*60e9: "in 14 days 23 hours",
	} {
		now := time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)
		if got := w.In(now.Add(d), now); got != want {
			t.Errorf("%v reads %q, want %q", d, got, want)
		}
	}
}
