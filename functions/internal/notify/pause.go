package notify

import (
	"errors"
	"slices"
	"time"
)

// The schedule of what has failed. The first pause is a second, and each is
// twice the one before, up to the longest: a mail is tried 1, 3, 7, 15 … seconds
// after its first try, from the eleventh on every quarter of an hour, and for
// three days in all. These count from the moment at which it became owed, so
// that a restart makes them no longer; but a program that has only just begun to
// try goes on for its ten quick tries, some nine minutes, since it may be the
// first that ever could.
const (
	firstPause  = time.Second
	mailPause   = 15 * time.Minute // the longest
	streamPause = time.Minute      // of a stream that does not answer
	patience    = 72 * time.Hour
	fewestTries = 10
)

// pause is the time until the next try. The zero value is none.
type pause struct {
	tries int
	until time.Time
}

// longer returns the pause after one more failure, at now.
func (p pause) longer(now time.Time, longest time.Duration) pause {
	length := longest
	if doubled := firstPause << min(p.tries, 30); doubled < longest {
		length = doubled
	}
	return pause{p.tries + 1, now.Add(length)}
}

// givenUp returns the end of an image whose try, one of so many, has failed with
// err, or nil if it is not to be given up. Only mails that the sender did not
// take are: the rest is for a program, or a store, that works.
func givenUp(err error, now time.Time, tries int) *GivenUpError {
	all, ok := errors.AsType[DeliveryErrors](err)
	if !ok || slices.ContainsFunc(all, func(e *DeliveryError) bool { return e.Step != "send" }) {
		return nil
	}
	age := now.Sub(all[0].Since) // the mails of an image became owed together
	if all[0].Since.IsZero() || age < patience || tries < fewestTries && !Permanent(err) {
		return nil
	}
	return &GivenUpError{After: age, Last: all}
}
