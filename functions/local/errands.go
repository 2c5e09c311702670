package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"fieldpost/functions/internal/notify"
)

// errands are what is done behind the answers to requests: the mails that belong
// to no stored match. One that fails is tried again for some hours, while the
// program runs; who asked for it can ask again.
type errands struct {
	after func(time.Duration) <-chan time.Time
	ended chan struct{} // closed when the program ends
	wg    sync.WaitGroup
}

// pauses are those between the tries of an errand.
var pauses = []time.Duration{5 * time.Second, time.Minute, 10 * time.Minute, time.Hour, 3 * time.Hour}

// add does something now, and again after each pause until it does not fail, or
// never will succeed.
func (e *errands) add(do func(context.Context) error) {
	e.wg.Go(func() {
		for _, pause := range append([]time.Duration{0}, pauses...) {
			if pause > 0 {
				select {
				case <-e.ended:
					return
				case <-e.after(pause):
				}
			}
			if err := do(context.Background()); err == nil || hopeless(err) {
				return
			}
		}
	})
}

// hopeless reports whether to try again is of no use.
func hopeless(err error) bool {
	var p interface{ Permanent() bool }
	return notify.Permanent(err) || errors.As(err, &p) && p.Permanent()
}

// end waits for what is being done, and gives up what waits for its next try.
func (e *errands) end() {
	close(e.ended)
	e.wg.Wait()
}
