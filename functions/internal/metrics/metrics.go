// Package metrics is what this site counts, and how a log line counts it. What is
// counted is an attribute of the line that tells of it, and no second record:
//
//	log.Info("mail out", "game", id, "kind", "your-turn", metrics.Mails.Count(1))
//
// Everywhere that is a number in the line, `Mails=1`. On AWS the log is that of Log,
// whose lines say in CloudWatch's embedded metric format which of their members are
// metrics (emf.go): CloudWatch makes its figures of them, and no program sends any.
//
// A command has one line, whatever the door by which it came (command.go). No line has
// an address, a token, a setup, a rank, a path or a URL.
//
// Source: docs/decisions/0068-lines-and-metrics.md;
// architecture.md "Secrecy by construction", logs.
package metrics

import (
	"log/slog"
	"math"
	"time"
)

// Metric is something that is counted. Each makes a figure of its own, and if By is
// set one more for every value of that attribute.
type Metric struct {
	Name string // of the figure, and of the line's member
	// By is the name of a text attribute of the same line, one of few values. A line
	// without it counts for the whole alone.
	By string
}

// The metrics.
var (
	Moves      = Metric{Name: "Moves"}                    // plies that were played, by whatever door, if-then lines too
	TimeOuts   = Metric{Name: "TimeOuts"}                 // commands that the clock gave since a deadline had passed
	Refusals   = Metric{Name: "Refusals", By: "rule"}     // commands that a rule forbids
	Conflicts  = Metric{Name: "Conflicts"}                // writes that met another's, tried again or not
	StaleLinks = Metric{Name: "StaleLinks", By: "link"}   // openings of links that are used, expired or cancelled
	Mails      = Metric{Name: "Mails", By: "kind"}        // mails that whoever sends them has taken
	Spared     = Metric{Name: "MailsSpared", By: "why"}   // mails owed to who wants none, or with nothing true to tell any more
	Unsent     = Metric{Name: "MailsFailed", By: "step"}  // tries at a mail that came to nothing
	Arrivals   = Metric{Name: "MailsIn", By: "treatment"} // mails that came in, and what became of them
	Bounces    = Metric{Name: "Bounces", By: "class"}     // mails of ours that came back
	Complaints = Metric{Name: "Complaints"}               // mails of ours that somebody complained of
	Swept      = Metric{Name: "AlarmsSeen"}               // matches at which the clock has looked
	Failures   = Metric{Name: "AlarmsFailed"}             // those of them with which nothing could be done
)

// All lists every Metric, for who compares them with the template and the documents.
func All() []Metric {
	return []Metric{
		Moves, TimeOuts, Refusals, Conflicts, StaleLinks, Mails, Spared, Unsent, Arrivals, Bounces, Complaints, Swept, Failures,
	}
}

// Count returns the attribute that counts n of m; none for 0.
func (m Metric) Count(n int) slog.Attr {
	if n == 0 {
		return slog.Attr{}
	}
	return slog.Any(m.Name, count{m, n})
}

// count is the value of an attribute that counts. To any log but Log's it is a number.
type count struct {
	of Metric
	n  int
}

// LogValue is that of slog.LogValuer.
func (c count) LogValue() slog.Value { return slog.IntValue(c.n) }

// Took returns the attribute duration: how long something took, in milliseconds to a
// tenth.
func Took(d time.Duration) slog.Attr {
	return slog.Float64("duration", math.Round(10*float64(d)/float64(time.Millisecond))/10)
}
