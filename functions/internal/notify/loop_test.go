package notify_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/notify"
)

// stream is a stream in memory. Its images are told apart by their versions.
type stream struct {
	mu   sync.Mutex
	kept map[uint64]match.Image
	last uint64
	wake chan struct{}
	next func() error // fails a call of Next
	done func() error

	unreadable uint64 // the number of an image that cannot be read
}

func newStream(images int) *stream {
	s := &stream{kept: make(map[uint64]match.Image), wake: make(chan struct{}, 1)}
	for range images {
		s.add()
	}
	return s
}

// add keeps another image, whose version is its number.
func (s *stream) add() { s.keep(match.Image{ID: match.ID{1}, Version: s.last + 1}) }

// keep keeps an image.
func (s *stream) keep(i match.Image) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	s.kept[s.last] = i
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *stream) Next(_ context.Context, after uint64) (uint64, match.Image, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next != nil {
		if err := s.next(); err != nil {
			return 0, match.Image{}, false, err
		}
	}
	for n := after + 1; n <= s.last; n++ {
		if i, ok := s.kept[n]; ok && n == s.unreadable {
			return n, match.Image{}, true, &match.CorruptError{What: "empty"}
		} else if ok {
			return n, i, true, nil
		}
	}
	return 0, match.Image{}, false, nil
}

func (s *stream) Done(_ context.Context, n uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done != nil {
		if err := s.done(); err != nil {
			return err
		}
	}
	delete(s.kept, n)
	return nil
}

func (s *stream) left() []uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := []uint64{}
	for n := range s.kept {
		left = append(left, n)
	}
	slices.Sort(left)
	return left
}

// clock is a clock that is put forward by hand, within a synctest bubble.
type clock struct {
	mu     sync.Mutex
	now    time.Time
	timers map[chan time.Time]time.Time
}

func newClock() *clock { return &clock{now: monday, timers: make(map[chan time.Time]time.Time)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	timer := make(chan time.Time, 1)
	c.timers[timer] = c.now.Add(d)
	return timer
}

// pass lets d go by once everything is idle, and stops at each timer until what
// it sets off is over.
func (c *clock) pass(d time.Duration) {
	synctest.Wait()
	for end := c.Now().Add(d); c.ring(end); {
		synctest.Wait()
	}
}

// ring sets off the first timer that is due until end, or comes to end.
func (c *clock) ring(end time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	var first chan time.Time
	for timer, at := range c.timers {
		if !at.After(end) && (first == nil || at.Before(c.timers[first])) {
			first = timer
		}
	}
	if first == nil {
		c.now = end
		return false
	}
	c.now = c.timers[first]
	delete(c.timers, first)
	first <- c.now
	return true
}

// diary is a handler that writes down when it was given which image, and fails
// as it is told.
type diary struct {
	mu      sync.Mutex
	clock   *clock
	entries []string
	errs    []error
	fail    func(version uint64) error
}

func (d *diary) handle(_ context.Context, i match.Image) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.entries = append(d.entries, fmt.Sprintf("%v: %d", d.clock.Now().Sub(monday), i.Version))
	if d.fail == nil {
		return nil
	}
	return d.fail(i.Version)
}

func (d *diary) report(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.errs = append(d.errs, err)
}

// take returns the entries and begins anew.
func (d *diary) take() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entries
	d.entries = nil
	return e
}

func newDiary() *diary { return &diary{clock: newClock()} }

// run begins a loop over s, and waits until it is idle. It ends with the test.
func run(t *testing.T, s *stream, d *diary) *notify.Loop {
	return startLoop(t, s, d, d.handle)
}

// startLoop is run with another handler.
func startLoop(t *testing.T, s *stream, d *diary, handle func(context.Context, match.Image) error) *notify.Loop {
	l := &notify.Loop{Stream: s, Handle: handle, Wake: s.wake, Now: d.clock.Now, After: d.clock.After, Report: d.report}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { l.Run(ctx); close(ended) }()
	t.Cleanup(func() { stop(); <-ended })
	synctest.Wait()
	return l
}

func wantEntries(t *testing.T, what string, d *diary, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, d.take()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

var soft = notify.DeliveryErrors{{Step: "send", Err: errDown}}

// TestLoopInOrder: what was kept before the start is handled first, in order,
// and every later image when it comes. A restart would forget mails otherwise.
func TestLoopInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newStream(3), newDiary()
		run(t, s, d)
		wantEntries(t, "at the start", d, "0s: 1", "0s: 2", "0s: 3")
		d.clock.pass(time.Hour)
		s.add()
		s.add()
		synctest.Wait()
		wantEntries(t, "later", d, "1h0m0s: 4", "1h0m0s: 5")
		if left := s.left(); len(left) != 0 || len(d.errs) != 0 {
			t.Errorf("left %v, reported %v", left, d.errs)
		}
	})
}

// TestLoopGoesOn: an image that fails holds up no other, and is tried again
// after longer and longer pauses.
func TestLoopGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newStream(3), newDiary()
		d.fail = func(n uint64) error {
			if n == 2 && d.clock.Now().Before(monday.Add(4*time.Minute)) {
				return soft
			}
			return nil
		}
		run(t, s, d)
		wantEntries(t, "at once", d, "0s: 1", "0s: 2", "0s: 3")
		d.clock.pass(4 * time.Minute)
		wantEntries(t, "in four minutes", d, "1s: 2", "3s: 2", "7s: 2", "15s: 2", "31s: 2", "1m3s: 2", "2m7s: 2")
		s.add()
		synctest.Wait()
		wantEntries(t, "another", d, "4m0s: 4")
		d.clock.pass(time.Hour)
		wantEntries(t, "no more failure", d, "4m15s: 2")
		if left := s.left(); len(left) != 0 || len(d.errs) != 8 {
			t.Errorf("left %v, reported %d times, want 8", left, len(d.errs))
		}
	})
}

// TestLoopPoison: an image that will never go is reported once and kept; the
// next program finds it. It must not be dropped, for a mail is owed, and must
// not be tried for ever.
func TestLoopPoison(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newStream(3), newDiary()
		d.fail = func(n uint64) error {
			if n == 2 {
				return notify.DeliveryErrors{{Step: "open", Permanent: true, Err: &match.VersionError{Version: 9}}}
			}
			return nil
		}
		run(t, s, d)
		d.clock.pass(24 * time.Hour)
		wantEntries(t, "a day", d, "0s: 1", "0s: 2", "0s: 3")
		if left := s.left(); !slices.Equal(left, []uint64{2}) || len(d.errs) != 1 {
			t.Errorf("left %v, reported %d times", left, len(d.errs))
		}
		better := newDiary()
		run(t, s, better)
		wantEntries(t, "the next start", better, "0s: 2")
		if left := s.left(); len(left) != 0 {
			t.Errorf("left %v", left)
		}
	})
}

// TestLoopSettle: a page that waits for its mails gets them, also behind others,
// and does not wait for a mail that cannot be sent now.
func TestLoopSettle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newStream(0), newDiary()
		busy := make(chan struct{})
		d.fail = func(n uint64) error {
			switch n {
			case 1:
				return soft
			case 2:
				<-busy
			}
			return nil
		}
		l := run(t, s, d)
		if err := l.Settle(t.Context()); err != nil {
			t.Errorf("an empty stream: %v", err)
		}
		s.add()
		if err := l.Settle(t.Context()); err != nil {
			t.Errorf("a mail that cannot be sent: %v", err)
		}
		s.add()
		synctest.Wait() // the loop is at image 2
		s.add()
		settled := make(chan error, 1)
		go func() { settled <- l.Settle(t.Context()) }()
		synctest.Wait()
		select {
		case err := <-settled:
			t.Errorf("settled while image 2 is being sent: %v", err)
		default:
		}
		impatient, stop := context.WithTimeout(t.Context(), 2*time.Second)
		defer stop()
		if err := l.Settle(impatient); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after two seconds: %v", err)
		}
		close(busy)
		if err := <-settled; err != nil {
			t.Error(err)
		}
		if left := s.left(); slices.Contains(left, 2) || slices.Contains(left, 3) {
			t.Errorf("settled, and left %v", left)
		}
	})
}

// TestLoopSettleWithoutWake: Settle sees an image whose wake is still on its
// way, as it may be when a page answers.
func TestLoopSettleWithoutWake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newStream(0), newDiary()
		s.wake = make(chan struct{}) // nobody ever hears it
		l := run(t, s, d)
		s.add()
		if err := l.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantEntries(t, "settled", d, "0s: 1")
	})
}

// TestLoopStreamFails: the stream does not answer for a while, or does not take
// what is done. Nothing is lost, and nobody is needed to wake the loop again.
func TestLoopStreamFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newStream(2), newDiary()
		failures := 2
		s.next = func() error {
			if failures--; failures >= 0 {
				return errDown
			}
			return nil
		}
		l := run(t, s, d)
		settled := make(chan error, 1)
		go func() { settled <- l.Settle(t.Context()) }()
		d.clock.pass(2 * time.Second)
		select {
		case err := <-settled:
			t.Errorf("settled while the stream does not answer: %v", err)
		default:
		}
		d.clock.pass(2 * time.Second)
		if err := <-settled; err != nil {
			t.Error(err)
		}
		wantEntries(t, "Next fails twice", d, "3s: 1", "3s: 2")

		refusals := 1
		s.done = func() error {
			if refusals--; refusals >= 0 {
				return errDown
			}
			return nil
		}
		s.add()
		d.clock.pass(time.Minute)
		wantEntries(t, "Done fails once", d, "4s: 3", "5s: 3")
		if left := s.left(); len(left) != 0 || len(d.errs) != 3 {
			t.Errorf("left %v, reported %v", left, d.errs)
		}
	})
}

// TestLoopRetryFails: the stream fails, or has forgotten the image, when an image
// is to be tried again.
func TestLoopRetryFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newStream(1), newDiary()
		d.fail = func(uint64) error { return soft }
		run(t, s, d)
		s.mu.Lock()
		looks := 0
		s.next = func() error {
			if looks++; looks == 1 {
				return nil // for new images, which comes first
			}
			s.next = nil
			return errDown
		}
		s.mu.Unlock()
		d.clock.pass(5 * time.Second)
		wantEntries(t, "one try fell out", d, "0s: 1", "3s: 1")
		if err := s.Done(ctx, 1); err != nil {
			t.Fatal(err)
		}
		d.clock.pass(time.Hour)
		wantEntries(t, "done by another", d)
	})
}

// TestLoopStops: a loop that is told to stop finishes the image that it is at,
// for one broken off leaves a claim that holds the next start up, and takes no
// other.
func TestLoopStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStream(2)
		handling, goOn := make(chan struct{}), make(chan struct{})
		var handled []error
		c := newClock()
		l := &notify.Loop{Stream: s, Wake: s.wake, Now: c.Now, After: c.After, Handle: func(ctx context.Context, _ match.Image) error {
			close(handling)
			<-goOn
			handled = append(handled, ctx.Err())
			return nil
		}}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { l.Run(ctx); close(ended) }()
		<-handling
		stop()
		synctest.Wait()
		select {
		case <-ended:
			t.Error("ended in the middle")
		default:
		}
		close(goOn)
		<-ended
		if left := s.left(); !slices.Equal(left, []uint64{2}) || len(handled) != 1 || handled[0] != nil {
			t.Errorf("left %v, handled %v", left, handled)
		}
		late, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := l.Settle(late); err == nil {
			t.Error("settled by a loop that has stopped")
		}
	})
}

// TestLoopUnreadable: a record that cannot be read is reported, stays, and holds
// up no other. Without it one bad record would stop every mail of the server.
func TestLoopUnreadable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newStream(3), newDiary()
		s.unreadable = 2
		run(t, s, d)
		d.clock.pass(time.Minute)
		wantEntries(t, "the others", d, "0s: 1", "0s: 3")
		if left := s.left(); len(left) != 1 || len(d.errs) != 1 {
			t.Errorf("left %v, reported %v", left, d.errs)
		}
	})
}

// TestLoopNewBetweenOld: of images that wait for another try, however long each
// takes, a new one waits for one at most. Without it a few mails that hang would
// hold up all others.
func TestLoopNewBetweenOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newStream(3), newDiary()
		tries := 0
		d.fail = func(n uint64) error {
			if tries++; tries == 4 { // the first of the second tries
				s.add()
			}
			if n == 4 {
				return nil
			}
			return soft
		}
		run(t, s, d)
		d.clock.pass(time.Second)
		wantEntries(t, "new among old", d, "0s: 1", "0s: 2", "0s: 3", "1s: 1", "1s: 4", "1s: 2", "1s: 3")
	})
}
