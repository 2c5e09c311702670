package notify

import (
	"context"
	"time"
)

// Late is a sender that is fetched for each mail, and given only so much time: the
// secrets by which it sends may not be there yet, and may change.
type Late struct {
	// Get returns the sender as it is now. The texts of its errors tell no secret.
	Get func(ctx context.Context) (Sender, error)
	// Most is the time for one mail. If the sender is cut off by it, nobody knows
	// whether it was sent.
	Most time.Duration
}

// Send is that of Sender. Without a sender the mail is refused, for now.
func (l Late) Send(ctx context.Context, key, from, to string, raw []byte) (id string, err error) {
	ctx, cancel := context.WithTimeout(ctx, l.Most)
	defer cancel()
	sender, err := l.Get(ctx)
	if err != nil {
		return "", &absentError{err}
	}
	return sender.Send(ctx, key, from, to, raw)
}

// absentError says why there is nobody to send.
type absentError struct{ err error }

func (e *absentError) Error() string { return "no sender: " + e.err.Error() }

// Code is what the log gets.
func (e *absentError) Code() string { return e.Error() }

// Refused is true: nothing was sent.
func (e *absentError) Refused() bool { return true }

func (e *absentError) Unwrap() error { return e.err }
