package command

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Day is a day of the calendar. The zero value is none.
type Day struct {
	Year  int // 0: not said, the next one
	Month time.Month
	Day   int
}

// The words of a vacation: "vacation from 24 December until 2027-01-03", "vacation 7 days".
var (
	vacationWords = spelling{{"vacation", "holiday"}, {"vacances", "congé"}, {"Urlaub", "Ferien"}, {"vakantie", "verlof"}}
	sinceWords    = spelling{{"from", "from now on", "now"}, {"du", "dès le", "à partir du"}, {"ab", "vom", "ab sofort"}, {"vanaf", "van", "vanaf nu"}}
	nowWords      = spelling{{"from now on", "now"}, {}, {"ab sofort"}, {"vanaf nu"}} // of those
	untilWords    = spelling{{"until", "till", "to"}, {"jusqu'au", "au"}, {"bis", "bis zum"}, {"tot", "tot en met", "t/m"}}
	forWords      = spelling{{"for"}, {"pour", "pendant"}, {"für"}, {"voor"}}
	dayWords      = spelling{{"days", "day"}, {"jours", "jour"}, {"Tage", "Tag"}, {"dagen", "dag"}}
)

// monthNames are those of the four languages, January first.
var monthNames = [12]spelling{
	{{"January"}, {"janvier"}, {"Januar", "Jänner"}, {"januari"}},
	{{"February"}, {"février"}, {"Februar"}, {"februari"}},
	{{"March"}, {"mars"}, {"März", "Maerz"}, {"maart"}},
	{{"April"}, {"avril"}, {"April"}, {"april"}},
	{{"May"}, {"mai"}, {"Mai"}, {"mei"}},
	{{"June"}, {"juin"}, {"Juni"}, {"juni"}},
	{{"July"}, {"juillet"}, {"Juli"}, {"juli"}},
	{{"August"}, {"août"}, {"August"}, {"augustus"}},
	{{"September"}, {"septembre"}, {"September"}, {"september"}},
	{{"October"}, {"octobre"}, {"Oktober"}, {"oktober"}},
	{{"November"}, {"novembre"}, {"November"}, {"november"}},
	{{"December"}, {"décembre"}, {"Dezember"}, {"december"}},
}

var months = func() map[string]time.Month {
	all := make(map[string]time.Month)
	for i, s := range monthNames {
		for name := range s.all {
			all[key(name)] = time.Month(i + 1)
		}
	}
	return all
}()

// vacation reads a line that takes one: from a day on, or now, and until a day, which is
// still of it, or for so many days. A bare word is none: it may be the heading of a letter.
func vacation(line string) Command {
	rest, found := vacationWords.cut(line)
	if !found {
		return Command{}
	}
	c := Command{Kind: Vacation}
	rest = ended(strings.TrimLeft(rest, ": "), "!")
	_, now := nowWords.cut(rest)
	rest, later := sinceWords.cut(rest)
	c.From, rest = day(rest)
	rest = strings.TrimLeft(rest, ", ")
	if last, found := untilWords.cut(rest); found {
		if c.Until, rest = day(last); c.Until == (Day{}) {
			return Command{}
		}
	} else {
		rest, _ = forWords.cut(rest)
		c.Days, rest = days(rest)
		if c.Days == 0 && c.From == (Day{}) && (now || !later) {
			c.Days, rest = bareDays(rest)
		}
	}
	if ended(rest, ".") != "" || c.From == (Day{}) && c.Until == (Day{}) && c.Days == 0 {
		return Command{}
	}
	return c
}

var someDays = regexp.MustCompile(`^([1-9][0-9]{0,3}) ?(\p{L}\S*?)(?:[.]? ?)$`)

// days reads how many days, at the end of a line.
func days(text string) (n int, rest string) {
	m := someDays.FindStringSubmatch(text)
	if m == nil {
		return 0, text
	}
	for word := range dayWords.all {
		if key(m[2]) == key(word) {
			n, _ = strconv.Atoi(m[1])
			return n, ""
		}
	}
	return 0, text
}

var fewDays = regexp.MustCompile(`^([1-9][0-9]?)[.]?$`)

// bareDays reads how many days in a number alone: "vacation 7". One of more digits is a
// year, and behind "from" it is the day of a month.
func bareDays(text string) (n int, rest string) {
	if m := fewDays.FindStringSubmatch(text); m != nil {
		n, _ = strconv.Atoi(m[1])
		return n, ""
	}
	return 0, text
}

// The ways to write a day. One that Americans read otherwise than others, with slashes,
// is none.
var (
	isoDay   = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})(?:$|[ ,.])`)
	plainDay = regexp.MustCompile(`^(\d{1,2})(?:\. ?(\d{1,2})\.(?: ?(\d{4}))?|-(\d{1,2})-(\d{4}))(?:$|[ ,.])`)
	namedDay = regexp.MustCompile(`^(\d{1,2})(?:\.|st|nd|rd|th|er)? (?:of )?(\p{L}+)(?:,? (\d{4}))?(?:$|[ ,.])`)
	thatDay  = regexp.MustCompile(`^(\p{L}+) (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?:$|[ ,.])`)
)

// day reads a day at the beginning of text, or none, and returns what is behind it.
func day(text string) (d Day, rest string) {
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	var m []string
	if m = isoDay.FindStringSubmatch(text); m != nil {
		d = Day{number(m[1]), time.Month(number(m[2])), number(m[3])}
	} else if m = plainDay.FindStringSubmatch(text); m != nil {
		d = Day{number(m[3] + m[5]), time.Month(number(m[2] + m[4])), number(m[1])}
	} else if m = namedDay.FindStringSubmatch(text); m != nil {
		d = Day{number(m[3]), months[key(m[2])], number(m[1])}
	} else if m = thatDay.FindStringSubmatch(text); m != nil {
		d = Day{number(m[3]), months[key(m[1])], number(m[2])}
	}
	if !d.there() || d.Year == 0 && strings.Contains(m[0], "0000") {
		return Day{}, text
	}
	return d, strings.TrimLeft(text[len(m[0]):], " ")
}

// there reports whether the calendar has such a day.
func (d Day) there() bool {
	year := d.Year
	if year == 0 {
		year = 2000 // a leap year
	}
	t := time.Date(year, d.Month, d.Day, 12, 0, 0, 0, time.UTC)
	return d.Month >= 1 && d.Month <= 12 && t.Month() == d.Month && t.Day() == d.Day && (d.Year == 0 || d.Year >= 1000)
}

// In returns the year, month and day of d: of a day without a year the first that is not
// before a moment, in a leap year if only those have it.
func (d Day) In(from time.Time) (year int, month time.Month, day int) {
	year = d.Year
	if year == 0 {
		year = from.Year()
		if _, m, n := from.Date(); m > d.Month || m == d.Month && n > d.Day {
			year++
		}
		for !(Day{year, d.Month, d.Day}).there() {
			year++
		}
	}
	return year, d.Month, d.Day
}
