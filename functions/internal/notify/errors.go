package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/panics"
)

// DeliveryErrors are what Handle could not do of one image, a mail each. The
// zero value is nothing, and never returned.
type DeliveryErrors []*DeliveryError

func (all DeliveryErrors) Error() string {
	var texts []string
	for _, e := range all {
		texts = append(texts, e.Error())
	}
	return strings.Join(texts, "; ")
}

// Unwrap returns the errors one by one.
func (all DeliveryErrors) Unwrap() []error {
	var list []error
	for _, e := range all {
		list = append(list, e)
	}
	return list
}

// GivenUpError is the end of mails that the sender has not taken in all the time
// that they were tried: nobody will send them any more.
type GivenUpError struct {
	After time.Duration // since they became owed
	Last  DeliveryErrors
}

func (e *GivenUpError) Error() string {
	return fmt.Sprintf("given up after %v: %v", e.After.Round(time.Minute), e.Last)
}

// Unwrap returns how the last try failed.
func (e *GivenUpError) Unwrap() error { return e.Last }

// Permanent reports whether err, of Handle or Post, has nothing in it that could
// go better another time.
func Permanent(err error) bool {
	all, ok := errors.AsType[DeliveryErrors](err)
	if one, alone := errors.AsType[*DeliveryError](err); alone && !ok {
		return one.Permanent
	}
	return ok && !slices.ContainsFunc(all, func(e *DeliveryError) bool { return !e.Permanent })
}

// DeliveryError is a mail that is still owed, or with step "open" an image of
// which nobody knows what it owes. Its text has no address and nothing that a
// provider or a panic said, so that it may be logged.
type DeliveryError struct {
	Game   match.ID    // zero for a mail that belongs to none
	Letter mail.Letter // zero without a game, and with step "open"
	// Step is where it failed: "open", "read", "consent", "claim", "compose",
	// "send", "mark", "call", of a program beside the mail, or "deliver" where a panic
	// hides it.
	Step string
	// Permanent: trying again would fail the same way. Otherwise try again
	// later; a claim that another holds, match.ErrHeld, is such a failure.
	Permanent bool
	Since     time.Time // when the mail became owed; zero where Letter is
	Err       error
}

func (e *DeliveryError) Error() string {
	s := fmt.Sprintf("game %v: %s", e.Game, e.Step)
	switch {
	case e.Letter != mail.Letter{}:
		s = fmt.Sprintf("game %v: %v mail to %v: %s", e.Game, e.Letter.Kind, e.Letter.Seat, e.Step)
	case e.Game == match.ID{}:
		s = "mail of no game: " + e.Step
	}
	return s + " failed: " + class(e.Err)
}

// Unwrap returns the cause, whose text may hold secrets.
func (e *DeliveryError) Unwrap() error { return e.Err }

// What a Sender's error may be.
type (
	refused   interface{ Refused() bool }
	permanent interface{ Permanent() bool }
)

// is reports whether an error in err's chain is a T of which yes holds.
func is[T any](err error, yes func(T) bool) bool {
	var t T
	return errors.As(err, &t) && yes(t)
}

// unreadable reports whether no later try of this program will read what it could
// not: the image of a match or of a player, or a claim.
func unreadable(err error) bool {
	return isA[*match.CorruptError](err) || isA[*match.VersionError](err) ||
		isA[*player.CorruptError](err) || isA[*player.VersionError](err)
}

func isA[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

// class describes an error without its text: by the text of our own, by a
// provider's code, or else by the type of its first cause.
func class(err error) string {
	for _, own := range []error{match.ErrHeld, match.ErrNotFound, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, own) {
			return own.Error()
		}
	}
	if unreadable(err) || isA[*panics.Error](err) {
		return err.Error()
	}
	var coded interface{ Code() string }
	if errors.As(err, &coded) {
		return fmt.Sprintf("%T %s", coded, coded.Code())
	}
	for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
		err = cause
	}
	return fmt.Sprintf("%T", err)
}

// thrown is the failure of a mail of which a panic hides how far it has come.
func thrown(e *panics.Error) *DeliveryError {
	return &DeliveryError{Step: "deliver", Permanent: true, Err: e}
}
