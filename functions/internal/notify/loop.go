package notify

import (
	"context"
	"sync"
	"time"

	"fieldpost/engine/match"
)

// Stream is what a store keeps of the images that it accepted, each under a
// number of its own that rises, until it is told that the image is done.
type Stream interface {
	// Next returns the kept image with the lowest number above after, and false
	// when there is none. An image that cannot be read comes as its number, true
	// and an error, so that it holds up no other.
	Next(ctx context.Context, after uint64) (n uint64, i match.Image, ok bool, err error)
	// Done drops an image. It is no error if it was dropped before.
	Done(ctx context.Context, n uint64) error
}

// Loop handles the images of a stream, in order, from the first that is kept,
// and then each as it comes. An image that fails does not hold up the others: it
// is tried again after a pause (pause.go), until its mails are sent, or have
// nothing to tell any more, or are given up, which is reported as *GivenUpError.
// One whose failure is permanent is reported and left in the stream, where the
// next start, perhaps of a better program or with better settings, finds it.
//
// All fields but Report must be set before Run.
type Loop struct {
	Stream Stream
	Handle func(ctx context.Context, i match.Image) error // Notifier.Handle
	Wake   <-chan struct{}                                // gets a value after an image was kept
	Now    func() time.Time
	After  func(time.Duration) <-chan time.Time // time.After
	Report func(err error)                      // gets every failure, to log it; may be nil

	once sync.Once
	asks chan chan struct{}
}

// Run works until ctx ends, and finishes the image that it is at. It may run
// once.
func (l *Loop) Run(ctx context.Context) {
	r := run{Loop: l, waiting: make(map[uint64]pause)}
	var asked []chan struct{}
	for ctx.Err() == nil {
		if r.drain(ctx) {
			for _, answer := range asked {
				close(answer)
			}
			asked = nil
		}
		select {
		case <-ctx.Done():
		case <-l.Wake:
		case answer := <-l.questions():
			asked = append(asked, answer)
		case <-r.alarm():
		}
	}
}

// Settle waits until every image that was kept before the call has been tried,
// or until ctx ends. Those that wait for another try do not count: a mail that
// cannot be sent now holds up no page.
func (l *Loop) Settle(ctx context.Context) error {
	answer := make(chan struct{})
	select {
	case l.questions() <- answer:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-answer:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *Loop) questions() chan chan struct{} {
	l.once.Do(func() { l.asks = make(chan chan struct{}) })
	return l.asks
}

func (l *Loop) report(err error) {
	if l.Report != nil {
		l.Report(err)
	}
}

// run is what one Run knows.
type run struct {
	*Loop
	last    uint64           // every image up to this number was tried
	waiting map[uint64]pause // those of them that are to be tried again
	stream  pause            // of the stream itself, when it did not answer
}

// drain tries the images whose pause is over, and all new ones. It reports
// whether it came to the end of the stream.
func (r *run) drain(ctx context.Context) bool {
	for ctx.Err() == nil {
		more, ended := r.next(ctx)
		// One old image between two new ones: however many hang, none of them
		// waits for more than one.
		if n, ok := r.due(); ok {
			r.retry(ctx, n)
			continue
		}
		if !more {
			return ended
		}
	}
	return false
}

// next tries the first new image. It reports whether there was one, and if not,
// whether that is because the stream has no more.
func (r *run) next(ctx context.Context) (more, ended bool) {
	if r.stream.until.After(r.Now()) {
		return false, false
	}
	n, image, ok, err := r.Stream.Next(ctx, r.last)
	switch {
	case err != nil && !ok:
		r.report(err)
		r.stream = r.stream.longer(r.Now(), streamPause)
		return false, false
	case !ok:
		r.stream = pause{}
		return false, true
	}
	r.stream, r.last = pause{}, n
	if err != nil { // left in the stream, for a program that can read it
		r.report(err)
		return true, false
	}
	r.try(ctx, n, image)
	return true, false
}

// due returns the lowest number whose pause is over.
func (r *run) due() (lowest uint64, ok bool) {
	now := r.Now()
	for n, p := range r.waiting {
		if !p.until.After(now) && (!ok || n < lowest) {
			lowest, ok = n, true
		}
	}
	return lowest, ok
}

// retry reads image n again and tries it.
func (r *run) retry(ctx context.Context, n uint64) {
	found, image, ok, err := r.Stream.Next(ctx, n-1)
	switch {
	case err != nil && ok:
		delete(r.waiting, n)
	case err != nil:
		r.report(err)
		r.waiting[n] = r.waiting[n].longer(r.Now(), mailPause)
	case !ok || found != n:
		delete(r.waiting, n)
	default:
		r.try(ctx, n, image)
	}
}

// try handles image n to its end even if ctx ends meanwhile: a mail that is
// broken off leaves a claim behind.
func (r *run) try(ctx context.Context, n uint64, image match.Image) {
	ctx = context.WithoutCancel(ctx)
	err := r.Handle(ctx, image)
	over := givenUp(err, r.Now(), r.waiting[n].tries+1)
	if err == nil || over != nil {
		if err = r.Stream.Done(ctx, n); err == nil && over != nil {
			r.report(over)
		}
	}
	if err != nil {
		r.report(err)
	}
	if err == nil || Permanent(err) {
		delete(r.waiting, n)
		return
	}
	r.waiting[n] = r.waiting[n].longer(r.Now(), mailPause)
}

// alarm returns a channel for the end of the shortest pause, or nil when none is
// being made.
func (r *run) alarm() <-chan time.Time {
	next := r.stream.until
	for _, p := range r.waiting {
		if next.IsZero() || p.until.Before(next) {
			next = p.until
		}
	}
	if next.IsZero() {
		return nil
	}
	return r.After(next.Sub(r.Now()))
}
