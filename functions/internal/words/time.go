package words

import (
	"strconv"
	"strings"
	"time"
)

func weekdayKey(d time.Weekday) string { return "time.weekday." + strconv.Itoa(int(d)) }
func monthKey(m time.Month) string     { return "time.month." + strconv.Itoa(int(m)) }

// Span returns how long d is, in one unit or two: "3 days", "2 days 5 hours",
// "36 hours" as "1 day 12 hours", "40 minutes". What is less than its smaller
// unit is left out, so that nobody is promised more than he has.
func (w Words) Span(d time.Duration) string {
	minutes := int(d / time.Minute)
	hours, days := minutes/60, minutes/60/24
	switch {
	case days > 0 && hours%24 > 0:
		return w.T("time.two", Args{"Long": w.N("time.days", days), "Short": w.N("time.hours", hours%24)})
	case days > 0:
		return w.N("time.days", days)
	case hours >= 10 || hours > 0 && minutes%60 == 0:
		return w.N("time.hours", hours)
	case hours > 0:
		return w.T("time.two", Args{"Long": w.N("time.hours", hours), "Short": w.N("time.minutes", minutes%60)})
	}
	return w.N("time.minutes", minutes)
}

// In returns how far at is from now: "in 2 days 5 hours". It must not lie
// before now.
func (w Words) In(at, now time.Time) string {
	left := at.Sub(now)
	if left < time.Minute {
		return w.T("time.in_no_time")
	}
	return w.T("time.in", Args{"Span": w.Span(left)})
}

// Moment returns at in a zone, to the minute, for a line that has little room:
// "Tue 3 March 18:00 CET", or in UTC if the zone is "" or none that is known.
// Seconds are left out, so that nobody is promised more than he has.
func (w Words) Moment(at time.Time, zone string) string {
	local := at.In(Place(zone))
	name, _ := local.Zone()
	switch {
	case local.Location() == time.UTC:
		name = w.T("time.utc")
	case strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "": // a mere offset, as in "-03"
		name = zone
	}
	// French has a word of its own for the first of a month.
	return w.N("time.moment", local.Day(), Args{
		"Weekday": w.T(weekdayKey(local.Weekday())), "Month": w.T(monthKey(local.Month())),
		"Clock": local.Format("15:04"), "Zone": name,
	})
}

// Day returns the day of at in a zone: "Tue 3 March".
func (w Words) Day(at time.Time, zone string) string {
	local := at.In(Place(zone))
	return w.N("time.day", local.Day(), Args{
		"Weekday": w.T(weekdayKey(local.Weekday())), "Month": w.T(monthKey(local.Month())),
	})
}

// When returns at in a zone with its name and offset, and in UTC: "Tue 3 March
// 18:00 CET (UTC+01:00), which is Tue 3 March 17:00 UTC". Of an unknown zone it
// gives UTC alone, and of one that is at UTC just then no second time.
func (w Words) When(at time.Time, zone string) string {
	utc := w.Moment(at, "")
	local := at.In(Place(zone))
	if local.Location() == time.UTC {
		return utc
	}
	if _, offset := local.Zone(); offset == 0 {
		return w.T("time.as_utc", Args{"Local": w.Moment(at, zone)})
	}
	return w.T("time.with_utc", Args{"Local": w.Moment(at, zone), "Offset": local.Format("-07:00"), "UTC": utc})
}

// when is When, or Moment where it is to be brief.
func (w Words) when(at time.Time, zone string, brief bool) string {
	if brief {
		return w.Moment(at, zone)
	}
	return w.When(at, zone)
}

// Place returns the location of a zone, UTC for none and for one that this
// system does not know.
func Place(zone string) *time.Location {
	location, err := time.LoadLocation(zone)
	if err != nil || zone == "Local" {
		return time.UTC
	}
	return location
}
