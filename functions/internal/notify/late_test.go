package notify_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"fieldpost/functions/internal/notify"
)

// slow takes a mail after a time.
type slow time.Duration

func (s slow) Send(ctx context.Context, key, _, to string, _ []byte) (string, error) {
	select {
	case <-time.After(time.Duration(s)):
		return key + " " + to, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// A server that hangs would outlive the claim and the function, and a server that
// is not known yet must cost no mail.
func TestLate(t *testing.T) {
	for _, c := range []struct {
		name    string
		sender  notify.Sender // nil: there is none
		id      string
		refused bool
		took    time.Duration
	}{
		{name: "in time", sender: slow(9 * time.Second), id: "k ann@example.org", took: 9 * time.Second},
		{name: "too slow", sender: slow(time.Hour), took: 10 * time.Second},
		{name: "none yet", refused: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				l := notify.Late{Most: 10 * time.Second, Get: func(context.Context) (notify.Sender, error) {
					if c.sender == nil {
						return nil, errors.New("no parameter")
					}
					return c.sender, nil
				}}
				id, err := l.Send(t.Context(), "k", "play@example.org", "ann@example.org", nil)
				refusal, ok := errors.AsType[interface {
					error
					Refused() bool
				}](err)
				if id != c.id || (err == nil) != (c.id != "") || (ok && refusal.Refused()) != c.refused || time.Since(begin) != c.took {
					t.Errorf("%q, %v after %v", id, err, time.Since(begin))
				}
			})
		})
	}
}
