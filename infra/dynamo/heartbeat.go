package dynamo

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/match"
)

func heartbeatKey() key { return key{"H#", "H"} }

// LoadHeartbeat returns the heartbeat last stored, by a strong read; the zero one if
// there is none.
func (s *Store) LoadHeartbeat(ctx context.Context) (match.Heartbeat, error) {
	i, err := s.get(ctx, heartbeatKey(), true)
	if errors.Is(err, match.ErrNotFound) {
		return match.Heartbeat{}, nil
	}
	if err != nil {
		return match.Heartbeat{}, err
	}
	r := reader{item: i}
	version, data := r.version(), r.blob("d")
	if r.err != nil {
		return match.Heartbeat{}, r.err
	}
	return match.OpenHeartbeat(version, data)
}

// SaveHeartbeat stores h in place of the version before it, the first one in place of
// nothing, or fails with match.ErrConflict.
func (s *Store) SaveHeartbeat(ctx context.Context, h match.Heartbeat) error {
	if h.Version == 0 {
		return match.ErrConflict
	}
	before := after(h.Version)
	if h.Version == 1 {
		before = absent
	}
	it := item{"v": number(h.Version), "d": blob(match.SealHeartbeat(h))}
	return instead(s.put(ctx, heartbeatKey(), it, before), match.ErrConflict)
}

// LoadPause returns since when the host wants the clocks to stand still, by a strong
// read; zero when he does not. His command writes the item (infra/awscli).
func (s *Store) LoadPause(ctx context.Context) (time.Time, error) {
	i, err := s.get(ctx, key{"H#", "P"}, true)
	if errors.Is(err, match.ErrNotFound) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	r := reader{item: i}
	since := r.time("u")
	if r.err == nil && since.IsZero() {
		r.fault("a pause since never")
	}
	return since, r.err
}
