package feed

import (
	"strings"
	"time"
	"unicode/utf8"
)

// most is how many bytes a line of a calendar has, without its end (RFC 5545, 3.1).
const most = 75

// Calendar returns f as a calendar: an event without length, at the last moment that
// counts, for each entry with a deadline. A game has one event at a time, which moves
// with its deadline. There is no alarm: the reader's calendar has its own.
func Calendar(f Feed) []byte {
	var c calendar
	c.line("BEGIN", "VCALENDAR")
	c.line("VERSION", "2.0")
	c.line("PRODID", "-//Fieldpost//Feed 1//EN")
	c.line("CALSCALE", "GREGORIAN")
	c.text("NAME", f.Title) // RFC 7986, and what calendars read that know it not
	c.text("X-WR-CALNAME", f.Title)
	c.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
	c.line("X-PUBLISHED-TTL", "PT1H")
	for _, e := range f.Entries {
		if e.Until.IsZero() {
			continue
		}
		c.line("BEGIN", "VEVENT")
		c.line("UID", e.Game+"@fieldpost")
		c.line("DTSTAMP", moment(e.Since))
		c.line("DTSTART", moment(e.Until))
		c.text("SUMMARY", e.Title)
		c.text("DESCRIPTION", strings.Join(e.Text, "\n"))
		c.line("URL", f.Home)
		c.line("CLASS", "PRIVATE")
		c.line("TRANSP", "TRANSPARENT") // nobody is busy because of it
		c.line("END", "VEVENT")
	}
	c.line("END", "VCALENDAR")
	return []byte(c.String())
}

func moment(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

type calendar struct{ strings.Builder }

// escapes are those of a text (RFC 5545, 3.3.11). What else a line must not have is
// dropped.
var escapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`)

func (c *calendar) text(name, value string) {
	value = strings.ToValidUTF8(value, "")
	value = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, value)
	c.line(name, escapes.Replace(value))
}

// line writes a property, folded between characters.
func (c *calendar) line(name, value string) {
	rest, room := name+":"+value, most
	for len(rest) > room {
		end := room
		for !utf8.RuneStart(rest[end]) {
			end--
		}
		c.WriteString(rest[:end])
		c.WriteString("\r\n ")
		rest, room = rest[end:], most-1
	}
	c.WriteString(rest)
	c.WriteString("\r\n")
}
