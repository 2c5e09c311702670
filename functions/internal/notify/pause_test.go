package notify_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
)

const threeDays = 72 * time.Hour

// unsent is a mail that the sender has not taken, owed since a moment.
func unsent(since time.Time, permanent bool) error {
	return notify.DeliveryErrors{{
		Game: match.ID{1}, Letter: mail.Letter{Kind: mail.Over, Seat: 1}, Step: "send", Permanent: permanent, Since: since, Err: refusal{permanent},
	}}
}

// given counts the ends among the reports.
func (d *diary) given() (ends int) {
	for _, err := range d.errs {
		if _, ok := errors.AsType[*notify.GivenUpError](err); ok {
			ends++
		}
	}
	return ends
}

// The whole schedule of a mail that nobody takes. Without it a server that is
// down would be called every second, or a mail be lost in an hour, or tried for
// ever.
func TestScheduleOfThreeDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newStream(1), newDiary()
		d.fail = func(uint64) error { return unsent(monday, false) }
		run(t, s, d)
		d.clock.pass(90 * 24 * time.Hour)

		want := []string{"0s: 1"}
		at := time.Duration(0)
		for _, seconds := range []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512} {
			at += time.Duration(seconds) * time.Second
			want = append(want, fmt.Sprintf("%v: 1", at))
		}
		for at < threeDays {
			at += 15 * time.Minute
			want = append(want, fmt.Sprintf("%v: 1", at))
		}
		if diff := cmp.Diff(want, d.take()); diff != "" {
			t.Errorf("tries (-want +got):\n%s", diff)
		}
		last := d.errs[len(d.errs)-1]
		if d.given() != 1 || len(d.errs) != len(want) || len(s.left()) != 0 {
			t.Errorf("given up %d times, %d reports of %d tries, left %v", d.given(), len(d.errs), len(want), s.left())
		}
		if text := last.Error(); !strings.HasPrefix(text, "given up after 72h2m0s: game ") || !strings.HasSuffix(text, "over mail to red: send failed: notify_test.refusal 550") {
			t.Errorf("the last report is %q", text)
		}
	})
}

// Without it every restart would begin three days anew, or a program that was
// off for four would drop mails at its first try, with the network not up yet.
func TestThreeDaysAcrossRestarts(t *testing.T) {
	for _, c := range []struct {
		name      string
		age       time.Duration // at the restart
		permanent bool
		first     time.Duration // the try with which it ends, after the restart
	}{
		{"young", time.Hour, false, 71*time.Hour + 2*time.Minute + 3*time.Second},
		{"a minute before the end", threeDays - time.Minute, false, 511 * time.Second},
		{"too old", 4 * 24 * time.Hour, false, 511 * time.Second},
		{"too old, and refused for ever", 4 * 24 * time.Hour, true, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, d := newStream(1), newDiary()
				d.fail = func(uint64) error { return unsent(monday.Add(-c.age), c.permanent) }
				run(t, s, d)
				if c.first > 0 {
					d.clock.pass(c.first - time.Millisecond)
					if d.given() != 0 || len(s.left()) != 1 {
						t.Fatal("it was given up too early")
					}
					d.clock.pass(time.Millisecond)
				}
				d.clock.pass(0)
				if d.given() != 1 || len(s.left()) != 0 {
					t.Errorf("given up %d times, left %v; the tries: %q", d.given(), s.left(), d.take())
				}
			})
		})
	}
}

// Without it what was owed to a player before the server went away would be
// lost, though it is back.
func TestOldMailIsSentAtTheFirstTry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s, c := newWorld(), newStream(0), newClock()
		game := line(t)
		s.keep(w.store(game[0])) // owed since monday
		c.now = monday.Add(30 * 24 * time.Hour)
		n := w.notifier()
		n.Postman.Now = c.Now
		d := &diary{clock: c}
		startLoop(t, s, d, n.Handle)
		if diff := cmp.Diff([]string{"confirm to red"}, w.post()); diff != "" || len(s.left()) != 0 || len(d.errs) != 0 {
			t.Errorf("%s\nleft %v, reported %v", diff, s.left(), d.errs)
		}
	})
}

// Only a mail that the sender did not take is ever given up. Without it a store
// that fails, or an image for a newer program, would be taken for one.
func TestWhatIsNeverGivenUp(t *testing.T) {
	long := monday.Add(-30 * 24 * time.Hour)
	for name, failure := range map[string]error{
		"a claim":            notify.DeliveryErrors{{Step: "claim", Since: long, Err: match.ErrHeld}},
		"a mark":             notify.DeliveryErrors{{Step: "mark", Since: long, Err: errDown}},
		"a read":             notify.DeliveryErrors{{Step: "read", Since: long, Err: errDown}},
		"not composed":       notify.DeliveryErrors{{Step: "compose", Permanent: true, Since: long, Err: errDown}},
		"a newer form":       notify.DeliveryErrors{{Step: "open", Permanent: true, Err: &match.VersionError{Version: 9}}},
		"of no known time":   notify.DeliveryErrors{{Step: "send", Err: errDown}},
		"another error":      errDown,
		"one of them is not": notify.DeliveryErrors{{Step: "send", Since: long, Err: errDown}, {Step: "mark", Since: long, Err: errDown}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, d := newStream(1), newDiary()
				d.fail = func(uint64) error { return failure }
				run(t, s, d)
				d.clock.pass(10 * 24 * time.Hour)
				if d.given() != 0 || !slices.Equal(s.left(), []uint64{1}) {
					t.Errorf("given up %d times, left %v", d.given(), s.left())
				}
			})
		})
	}
}

// Without it a mail that is given up while the store does not answer would be
// reported again and again.
func TestGivenUpIsReportedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newStream(1), newDiary()
		d.fail = func(uint64) error { return unsent(monday.Add(-threeDays), true) }
		refusals := 3
		s.done = func() error {
			if refusals--; refusals >= 0 {
				return errDown
			}
			return nil
		}
		run(t, s, d)
		d.clock.pass(time.Hour)
		if d.given() != 1 || len(d.errs) != 4 || len(s.left()) != 0 {
			t.Errorf("given up %d times, reported %v, left %v", d.given(), d.errs, s.left())
		}
	})
}

// The notifier tells the loop since when each mail is owed. Without it nothing
// would ever be given up.
func TestNobodyTakesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s, c := newWorld(), newStream(0), newClock()
		w.fault = func(call string) fault {
			if call == "send" {
				return refused
			}
			return fine
		}
		n := w.notifier()
		n.Postman.Now = c.Now
		d := &diary{clock: c}
		startLoop(t, s, d, n.Handle)
		game := line(t)
		s.keep(w.store(game[1])) // confirmed, an hour after monday
		c.pass(threeDays + time.Hour - time.Second)
		if d.given() != 0 || len(s.left()) != 1 {
			t.Errorf("given up too early")
		}
		c.pass(15 * time.Minute)
		if d.given() != 1 || len(s.left()) != 0 || len(w.sent) != 0 {
			t.Errorf("given up %d times, left %v, sent %q", d.given(), s.left(), w.sent)
		}
	})
}

// The server takes nothing for two days, and the game goes on by other ways.
// Then every mail comes but the turn mails of positions that are left: without
// it a player would be mailed old boards, or not be told how it ended.
func TestOutageOfTwoDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s, c := newWorld(), newStream(0), newClock()
		down := true
		w.fault = func(call string) fault {
			if call == "send" && down {
				return refused
			}
			return fine
		}
		n := w.notifier()
		n.Postman.Now = c.Now
		d := &diary{clock: c}
		startLoop(t, s, d, n.Handle)
		for _, m := range line(t)[4:] { // the game begins, three plies, the end
			c.pass(time.Hour)
			s.keep(w.store(m))
			synctest.Wait()
		}
		c.pass(48 * time.Hour)
		if got := w.post(); len(got) != 0 {
			t.Fatalf("sent while the server is down: %q", got)
		}
		w.mu.Lock()
		down = false
		w.mu.Unlock()
		c.pass(time.Hour)
		want := []string{"game-on to blue", "game-on to red", "over to blue", "over to red"}
		if diff := cmp.Diff(want, w.post()); diff != "" || len(s.left()) != 0 || d.given() != 0 {
			t.Errorf("(-want +got):\n%s\nleft %v, given up %d", diff, s.left(), d.given())
		}
		if len(w.sent) != len(want) {
			t.Errorf("sent %q", w.sent)
		}
	})
}
