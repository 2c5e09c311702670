package dynamo

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"fieldpost/engine/match"
)

// unsent holds while the mail of a claim is not sent.
var unsent = condition{expression: "attribute_not_exists(s)"}

// Take claims the mail of key until a moment. It reports sent if the mail has
// been sent already, and fails with match.ErrHeld while another claim is live at
// now. It may fail so with its own claim, when it was stored and the answer was
// lost: then the mail waits until that runs out.
func (s *Store) Take(ctx context.Context, name string, now, until time.Time) (sent bool, err error) {
	k, err := claimKey(name)
	if err != nil {
		return false, err
	}
	free := condition{
		"attribute_not_exists(pk) OR (attribute_not_exists(s) AND u < :now)",
		item{":now": number(nanoseconds(now))},
	}
	err = s.put(ctx, k, claim{until: until}.item(), free)
	if !errors.Is(err, errCondition) {
		return false, err
	}
	// Whose it is tells a read: not every DynamoDB gives the old item back.
	old, err := s.claim(ctx, k)
	if err != nil {
		return false, err
	}
	if old.sent {
		return true, nil
	}
	return false, match.ErrHeld
}

// Mark says that the mail of key is sent. DynamoDB forgets it thirty days after
// until, the moment until which it was claimed.
func (s *Store) Mark(ctx context.Context, name string, until time.Time) error {
	k, err := claimKey(name)
	if err != nil {
		return err
	}
	// Whoever has taken over in the meantime sends what is sent; so his claim
	// counts no more, whatever it says.
	return s.put(ctx, k, claim{until: until, sent: true}.item(), condition{})
}

// Drop gives a claim back. It does nothing to a mail that is sent, or to a key
// that nobody has claimed.
func (s *Store) Drop(ctx context.Context, name string) error {
	k, err := claimKey(name)
	if err != nil {
		return err
	}
	return instead(s.remove(ctx, k, unsent), nil)
}

// claimKey cuts the key of a mail. Claims lie beside the games: no key may reach
// another kind of item.
func claimKey(name string) (key, error) {
	partition, sort, _ := strings.Cut(name, "/")
	if partition == "" || !strings.HasPrefix(sort, "C#") {
		return key{}, fmt.Errorf("%.80q is no key of a claim", name)
	}
	return key{partition, sort}, nil
}

// claim is who may send a mail: nobody but the holder until a moment, and nobody
// again once it is sent.
type claim struct {
	until time.Time
	sent  bool
}

func (c claim) item() item {
	i := item{"u": number(nanoseconds(c.until))}
	setTime(i, "ttl", c.until.Add(match.ClaimLife))
	if c.sent {
		i["s"] = number(1)
	}
	return i
}

// claim reads a claim, and nobody's where there is none.
func (s *Store) claim(ctx context.Context, k key) (claim, error) {
	i, err := s.get(ctx, k, true)
	if errors.Is(err, match.ErrNotFound) {
		return claim{}, nil
	}
	if err != nil {
		return claim{}, err
	}
	r := reader{item: i}
	c := claim{sent: r.number("s", 1) == 1}
	if until := r.number("u", math.MaxInt64); until > 0 {
		c.until = time.Unix(0, int64(until)).UTC()
	}
	return c, r.err
}

func nanoseconds(t time.Time) uint64 { return uint64(max(t.UnixNano(), 0)) }
