package bolt

import (
	"context"
	"encoding/binary"

	"fieldpost/engine/match"

	bbolt "go.etcd.io/bbolt"
)

var heartbeatKey = []byte("H#/H")

// LoadHeartbeat returns the heartbeat last stored; the zero one if there is none.
func (s *Store) LoadHeartbeat(ctx context.Context) (h match.Heartbeat, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		h, err = openHeartbeat(tx.Bucket(items).Get(heartbeatKey))
		return err
	})
	return h, err
}

// SaveHeartbeat stores h in place of the version before it, the first one in place of
// nothing, or fails with match.ErrConflict.
func (s *Store) SaveHeartbeat(ctx context.Context, h match.Heartbeat) error {
	return s.update(ctx, func(tx *bbolt.Tx) error {
		b := tx.Bucket(items)
		stored, err := openHeartbeat(b.Get(heartbeatKey))
		if err != nil {
			return err
		}
		if h.Version == 0 || h.Version != stored.Version+1 {
			return match.ErrConflict
		}
		value := binary.BigEndian.AppendUint64([]byte{form, heartbeatKind}, h.Version)
		return b.Put(heartbeatKey, append(value, match.SealHeartbeat(h)...))
	})
}

// openHeartbeat reads a heartbeat's value; nil is that of none.
func openHeartbeat(value []byte) (match.Heartbeat, error) {
	if value == nil {
		return match.Heartbeat{}, nil
	}
	b, err := open(value, heartbeatKind)
	if err != nil {
		return match.Heartbeat{}, err
	}
	if len(b) < 8 {
		return match.Heartbeat{}, errCut
	}
	return match.OpenHeartbeat(binary.BigEndian.Uint64(b), b[8:])
}
