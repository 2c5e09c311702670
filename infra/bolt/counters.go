package bolt

import (
	"context"
	"errors"
	"fmt"
	"time"

	bbolt "go.etcd.io/bbolt"
)

// Counters are the store's counters of what is allowed only so often. A use that
// is counted is one transaction; one that is refused writes nothing.
type Counters struct{ store *Store }

// Counters returns the store's counters.
func (s *Store) Counters() Counters { return Counters{s} }

// errSpent ends a transaction that is to write nothing.
var errSpent = errors.New("as many uses as are allowed are counted")

// Take counts one more use of key, unless most were counted already in the
// window in which now lies: then it counts nothing and reports false. Windows are
// as long as window, which must be longer than nothing, and follow one another
// without a gap from 1970 on.
func (c Counters) Take(ctx context.Context, key string, most int, window time.Duration, now time.Time) (bool, error) {
	if window <= 0 {
		return false, fmt.Errorf("uses cannot be counted in windows of %v", window)
	}
	number := now.UnixNano() / int64(window)
	// Up to a second later than the window is over, since ends are whole seconds.
	end := time.Unix(0, (number+1)*int64(window)).Add(time.Second - time.Nanosecond).Truncate(time.Second)
	item := fmt.Appendf(nil, "R#%s#%v#%d", key, window, number)
	err := c.store.update(ctx, func(tx *bbolt.Tx) error {
		now, was := counter{end: end}, time.Time{}
		if value := tx.Bucket(items).Get(item); value != nil {
			var err error
			if now, err = openCounter(value); err != nil {
				return err
			}
			was = now.end
		}
		if most <= 0 || now.used >= uint64(most) {
			return errSpent
		}
		now.used++
		return keep(tx, item, now.value(), was, now.end)
	})
	if errors.Is(err, errSpent) {
		return false, nil
	}
	return err == nil, err
}
