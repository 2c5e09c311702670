package notify_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/panics"
)

// TestT1Duplicates is scenario T1: the same record three times, to one process
// and to a second one, long after and at once: one mail for each recipient.
func TestT1Duplicates(t *testing.T) {
	for _, m := range line(t) {
		w := newWorld()
		image := w.store(m)
		n := w.notifier()
		for _, n := range []*notify.Notifier{n, n, w.notifier()} {
			if err := n.Handle(ctx, image); err != nil {
				t.Fatal(err)
			}
			w.pass(time.Hour)
		}
		var want []string
		for _, l := range notify.Letters(m) {
			want = append(want, notify.Key(image, l))
		}
		if diff := cmp.Diff(want, w.sent); diff != "" {
			t.Errorf("%v after %v (-want +sent):\n%s", m, m.Events, diff)
		}
	}
}

// TestT1TwoDeliveriesAtOnce: a second delivery comes while the first is sending.
// It is told to come again, and then finds the mail sent.
func TestT1TwoDeliveriesAtOnce(t *testing.T) {
	w := newWorld()
	image := w.store(line(t)[5])
	sending, goOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	w.hook = func(call string) {
		if call == "send" {
			once.Do(func() { close(sending); <-goOn })
		}
	}
	first := make(chan error)
	go func() { first <- w.notifier().Handle(ctx, image) }()
	<-sending
	second := w.notifier()
	err := second.Handle(ctx, image)
	if !errors.Is(err, match.ErrHeld) || notify.Permanent(err) {
		t.Errorf("while the first is sending: %v", err)
	}
	close(goOn)
	if err := <-first; err != nil {
		t.Errorf("the first: %v", err)
	}
	if err := second.Handle(ctx, image); err != nil {
		t.Errorf("the second, again: %v", err)
	}
	if len(w.sent) != 1 {
		t.Errorf("sent %q", w.sent)
	}
}

// TestT1RestartInTheMiddle: the process dies at each call in turn. The next one
// waits until the claim has run out and sends; a mail that the dead one had sent
// but not marked lies in the mailbox once.
func TestT1RestartInTheMiddle(t *testing.T) {
	image := match.Seal(line(t)[5])
	for _, call := range []string{"read", "take", "compose", "send", "mark"} {
		for _, late := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, done: %v", call, late), func(t *testing.T) {
				w := newWorld()
				w.stored = image
				died := make(chan struct{})
				w.hook = func(c string) {
					if c == call {
						if late {
							w.carryOut(call, image)
						}
						close(died)
						select {} // the process is no more
					}
				}
				n := w.notifier()
				go func() { _ = n.Handle(ctx, image) }()
				<-died
				w.hook = nil
				restarted := w.notifier()
				err := restarted.Handle(ctx, image)
				for tries := 0; err != nil; tries++ {
					if !errors.Is(err, match.ErrHeld) || tries > 1 {
						t.Fatal(err)
					}
					w.pass(notify.ClaimLife + time.Second)
					err = restarted.Handle(ctx, image)
				}
				if got := w.post(); len(got) != 1 {
					t.Errorf("in the mailbox: %q", got)
				}
				if again := len(w.sent); again > 1 && (call != "send" && call != "mark") {
					t.Errorf("sent %d times", again)
				}
			})
		}
	}
}

// carryOut does what a call would have done, for a process that dies before it
// learns of it.
func (w *world) carryOut(call string, image match.Image) {
	key := "G#" + image.ID.String() + "/C#6#blue"
	w.mu.Lock()
	defer w.mu.Unlock()
	switch call {
	case "take":
		w.claims[key] = &claim{until: w.now.Add(notify.ClaimLife)}
	case "send":
		w.mails[key] = "your-turn to blue"
		w.sent = append(w.sent, key)
	case "mark":
		w.claims[key].sent = true
	}
}

// TestFaults lets each call go wrong in each way, and gives the image again, a
// minute and a half later, until there is no failure: every mail lies in the
// mailbox, and was accepted once, or twice under one key where the sender itself
// lost its answer.
func TestFaults(t *testing.T) {
	game := line(t)
	for i, m := range append(game, rematch(t, game[7])) {
		for k := range 12 {
			for _, f := range []fault{failed, persisted, refused, behind} {
				t.Run(fmt.Sprintf("image %d, call %d %s", i+1, k, f), func(t *testing.T) {
					w := newWorld()
					image := w.store(m)
					calls, hit := 0, ""
					w.fault = func(call string) fault {
						if calls++; calls-1 == k && call != "compose" && (f != behind || call == "read") {
							hit = call
							return f
						}
						return fine
					}
					n := w.notifier()
					err := n.Handle(ctx, image)
					for tries := 0; err != nil; tries++ {
						if notify.Permanent(err) || tries > 2 {
							t.Fatal(err)
						}
						w.pass(90 * time.Second)
						err = n.Handle(ctx, image)
					}
					want := len(notify.Letters(m))
					if got := w.post(); len(got) != want {
						t.Errorf("in the mailbox: %q, want %d", got, want)
					}
					if hit == "send" && f == persisted {
						want++
					}
					if len(w.sent) != want {
						t.Errorf("accepted %d times, want %d (fault at %q)", len(w.sent), want, hit)
					}
				})
			}
		}
	}
}

// TestReadsBehind: where eventual reads are behind all the time, no mail is lost,
// neither of a game that was stored a moment ago nor of a later turn, and what has
// passed is dropped for all that.
func TestReadsBehind(t *testing.T) {
	game := line(t)
	for _, test := range []struct {
		name     string
		old, now match.Match
		sent     int
		reads    int
	}{
		{"an invitation to a new game", rematch(t, game[7]), rematch(t, game[7]), 2, 2},
		{"a turn at its time", game[5], game[5], 1, 2},
		{"a turn, one ply later", game[5], game[6], 0, 2},
		{"a turn, at the end", game[5], game[7], 0, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld()
			w.store(test.now)
			w.fault = func(call string) fault {
				if call == "read" {
					return behind
				}
				return fine
			}
			err := w.notifier().Handle(ctx, match.Seal(test.old))
			if err != nil || len(w.sent) != test.sent || w.count("read") != test.reads {
				t.Errorf("%v, sent %q after %d reads", err, w.sent, w.count("read"))
			}
		})
	}
}

// TestDroppingFails: a mail is neither sent nor dropped while the read that must
// confirm it fails.
func TestDroppingFails(t *testing.T) {
	game, reads := line(t), 0
	w := newWorld()
	w.store(game[7])
	w.fault = func(call string) fault {
		if reads++; call == "read" && reads == 2 {
			return failed
		}
		return fine
	}
	n := w.notifier()
	err := n.Handle(ctx, match.Seal(game[5]))
	var f *notify.DeliveryError
	if !errors.As(err, &f) || f.Step != "read" || f.Permanent || len(w.sent) != 0 {
		t.Errorf("%v, sent %q", err, w.sent)
	}
	if err := n.Handle(ctx, match.Seal(game[5])); err != nil || len(w.sent) != 0 {
		t.Errorf("then %v, sent %q", err, w.sent)
	}
}

// TestMarkFails: a mail was sent, and the mark fails for a long time. While the
// process lives it does not send again, not even when the claim has run out.
func TestMarkFails(t *testing.T) {
	w := newWorld()
	image := w.store(line(t)[5])
	w.fault = func(call string) fault {
		if call == "mark" {
			return failed
		}
		return fine
	}
	n := w.notifier()
	for range 4 {
		if err := n.Handle(ctx, image); err == nil || notify.Permanent(err) {
			t.Fatalf("error %v, want one to try again after", err)
		}
		w.pass(time.Hour)
	}
	w.fault = nil
	if err := n.Handle(ctx, image); err != nil {
		t.Fatal(err)
	}
	if err := w.notifier().Handle(ctx, image); err != nil {
		t.Fatal(err)
	}
	if len(w.sent) != 1 {
		t.Errorf("sent %q", w.sent)
	}
}

// TestMarkFailsTwice: a mark that fails is tried again at once, before the
// process can die with a mail sent and not marked.
func TestMarkFailsTwice(t *testing.T) {
	w := newWorld()
	failures := 2
	w.fault = func(call string) fault {
		if call == "mark" && failures > 0 {
			failures--
			return failed
		}
		return fine
	}
	if err := w.notifier().Handle(ctx, w.store(line(t)[5])); err != nil {
		t.Error(err)
	}
}

// TestClaims: a definite refusal gives the claim back, so that the next try need
// not wait; after an unknown outcome it stays, so that nobody sends a second
// time while the first may still be on its way.
func TestClaims(t *testing.T) {
	for _, test := range []struct {
		call      string
		fault     fault
		step      string
		permanent bool
		held      bool
	}{
		{"read", failed, "read", false, false},
		{"take", failed, "claim", false, false},
		{"compose", failed, "compose", true, false},
		{"compose", persisted, "compose", true, false}, // a panic
		{"send", refused, "send", false, false},
		{"send", hopeless, "send", true, false},
		{"send", failed, "send", false, true},
		{"send", persisted, "send", false, true},
	} {
		t.Run(test.call+" "+string(test.fault), func(t *testing.T) {
			w := newWorld()
			image := w.store(line(t)[5])
			w.fault = func(call string) fault {
				if call == test.call {
					return test.fault
				}
				return fine
			}
			n := w.notifier()
			err := n.Handle(ctx, image)
			var f *notify.DeliveryError
			if !errors.As(err, &f) || f.Step != test.step || f.Permanent != test.permanent || notify.Permanent(err) != test.permanent {
				t.Errorf("error %v, permanent: %v", err, notify.Permanent(err))
			}
			if err != nil && strings.Contains(err.Error(), "example.org") {
				t.Errorf("the failure tells an address: %v", err)
			}
			w.fault = nil
			if err := n.Handle(ctx, image); errors.Is(err, match.ErrHeld) != test.held {
				t.Errorf("at once again: %v", err)
			}
		})
	}
}

// TestPanicOfSender: a panic in the sending is one mail's failure, and nobody
// knows whether it was accepted.
func TestPanicOfSender(t *testing.T) {
	w := newWorld()
	image := w.store(line(t)[4])
	w.hook = func(call string) {
		if call == "send" {
			panic(errDown)
		}
	}
	err := w.notifier().Handle(ctx, image)
	var p *panics.Error
	if !errors.As(err, &p) || p.Type != "*errors.errorString" || !strings.Contains(p.Stack, "Send") || !notify.Permanent(err) {
		t.Errorf("error %v", err)
	}
	if w.count("send") != 0 || w.count("take") != 2 {
		t.Errorf("the other seat's mail was not tried: %q", w.calls)
	}
	if len(w.claims) != 2 {
		t.Errorf("%d claims are kept, want 2", len(w.claims))
	}
}

// TestMovedOn: a turn mail that comes late is dropped when its ply has passed or
// the game is over, and every other mail is sent however late.
func TestMovedOn(t *testing.T) {
	game := line(t)
	for _, test := range []struct {
		name string
		old  int // index of the image that comes late
		now  int // what the store holds by then
		sent int
	}{
		{"turn, at its time", 5, 5, 1},
		{"turn, one ply later", 5, 6, 0},
		{"turn, two plies later and over", 5, 7, 0},
		{"turn, read behind", 6, 5, 1},
		{"game on, at the end", 4, 7, 2},
		{"over", 7, 7, 2},
		{"confirm, at the end", 0, 7, 1},
		{"waiting, when both are in", 3, 4, 1},
		{"invitation, after the acceptance", 1, 2, 1}, // the creator's set-up mail
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld()
			w.store(game[test.now])
			if err := w.notifier().Handle(ctx, match.Seal(game[test.old])); err != nil {
				t.Fatal(err)
			}
			if len(w.sent) != test.sent {
				t.Errorf("sent %q, want %d", w.sent, test.sent)
			}
		})
	}
	offered := after(t, game[5], match.OfferDraw{By: engine.Red, Ply: 1})[0]
	declined := after(t, offered, match.DeclineDraw{By: engine.Blue, Ply: 1})[0]
	resent := after(t, game[1], match.Resend{By: engine.Red})[0]
	nudged, asked := after(t, game[5], match.Nudge{By: engine.Red})[0], after(t, game[5], match.MailAgain{By: engine.Blue})[0]
	unset, ready := after(t, game[3], match.Nudge{By: engine.Red})[0], after(t, game[2], match.MailAgain{By: engine.Red})[0]
	said := after(t, game[5], match.Say{By: engine.Red, Text: "Hello"})[0]
	elsewhere := after(t, game[1], match.CorrectAddress{By: engine.Red, Address: "bob@example.com"}, match.CorrectAddress{By: engine.Red, Address: "bob@example.org"})
	for _, test := range []struct {
		name string
		old  match.Match
		now  match.Match
		sent int
	}{
		{"turn, an offer since", game[5], offered, 1},
		{"turn, resigned since", game[5], after(t, game[5], match.Resign{By: engine.Red, Ply: 1})[0], 0},
		{"turn, called off since", game[5], after(t, game[5], match.Abort{By: engine.Red, Ply: 1})[0], 0},
		{"turn, out of time since", game[5], timeOut(t, game[5]), 0},
		{"turn, his links renewed since", game[5], after(t, game[5], match.RenewLinks{By: engine.Blue})[0], 0},
		{"turn, the other's links renewed since", game[5], after(t, game[5], match.RenewLinks{By: engine.Red})[0], 1},
		{"invitation, resent since", resent, after(t, resent, match.Resend{By: engine.Red})[0], 1},
		{"invitation, set up since", resent, after(t, resent, match.SetUp{By: engine.Red, Setup: engine.Setup{0: engine.Scout, 9: engine.Flag}})[0], 1},
		{"invitation, withdrawn since", resent, after(t, resent, match.Withdraw{By: engine.Red})[0], 0},
		{"invitation, declined since", resent, after(t, resent, match.Decline{By: engine.Blue})[0], 0},
		{"invitation, lapsed since", resent, timeOut(t, resent), 0},
		{"invitation, sent elsewhere since", resent, after(t, resent, match.CorrectAddress{By: engine.Red, Address: "bob@example.com"})[0], 0},
		{"invitation, at the new address", elsewhere[0], elsewhere[0], 1},
		{"invitation, sent elsewhere again", elsewhere[0], elsewhere[1], 0},
		{"new links, and newer ones since", after(t, game[5], match.RenewLinks{By: engine.Blue})[0], after(t, game[5], match.RenewLinks{By: engine.Blue}, match.RenewLinks{By: engine.Blue})[1], 1},
		{"offer, his links renewed since", offered, after(t, offered, match.RenewLinks{By: engine.Blue})[0], 0},
		{"offer, at its time", offered, offered, 1},
		{"offer, declined since", offered, declined, 0},
		{"offer, accepted since", offered, after(t, offered, match.AcceptDraw{By: engine.Blue, Ply: 1})[0], 0},
		{"offer, the other moved since", offered, after(t, offered, move(t, engine.Blue, 1, "j7-j6"))[0], 0},
		{"declined, two plies later", declined, after(t, declined, move(t, engine.Blue, 1, "j7-j6"), move(t, engine.Red, 2, "a5-a6"))[1], 1},
		{"nudge, at its time", nudged, nudged, 1},
		{"nudge, a message since", nudged, after(t, nudged, match.Say{By: engine.Blue, Text: "Soon"})[0], 1},
		{"nudge, moved since", nudged, after(t, nudged, move(t, engine.Blue, 1, "j7-j6"))[0], 0},
		{"nudge, resigned since", nudged, after(t, nudged, match.Resign{By: engine.Blue, Ply: 1})[0], 0},
		{"nudge to set up, at its time", unset, unset, 1},
		{"nudge to set up, begun since", unset, after(t, unset, match.SetUp{By: engine.Blue, Setup: engine.Setup{1: engine.Scout, 8: engine.Flag}})[0], 0},
		{"turn again, at its time", asked, asked, 1},
		{"turn again, moved since", asked, after(t, asked, move(t, engine.Blue, 1, "j7-j6"))[0], 0},
		{"setup again, set up since", ready, after(t, ready, match.SetUp{By: engine.Red, Setup: engine.Setup{1: engine.Scout, 8: engine.Flag}})[0], 0},
		{"setup again, the other set up since", ready, after(t, ready, match.SetUp{By: engine.Blue, Setup: engine.Setup{1: engine.Scout, 8: engine.Flag}})[0], 1},
		{"message, over since", said, after(t, said, match.Resign{By: engine.Blue, Ply: 1})[0], 1},
		{"message, muted since", said, after(t, said, match.Mute{By: engine.Blue, On: true})[0], 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld()
			w.store(test.now)
			if err := w.notifier().Handle(ctx, match.Seal(test.old)); err != nil || len(w.sent) != test.sent {
				t.Errorf("sent %q, %v, want %d", w.sent, err, test.sent)
			}
		})
	}
	t.Run("turn, the game is gone", func(t *testing.T) {
		w := newWorld()
		if err := w.notifier().Handle(ctx, match.Seal(game[5])); err != nil || len(w.sent) != 0 {
			t.Errorf("sent %q, %v", w.sent, err)
		}
	})
}

// TestDeadAddress: two mails are owed and one address is dead. The other player
// gets his, once, and the failure is one that no further try will mend.
func TestDeadAddress(t *testing.T) {
	for _, dead := range []string{"ann@example.org", "bob@example.net"} {
		w := newWorld()
		w.dead = dead
		image := w.store(line(t)[7])
		n := w.notifier()
		for range 3 {
			if err := n.Handle(ctx, image); !notify.Permanent(err) {
				t.Errorf("error %v, want a permanent one", err)
			}
		}
		if len(w.sent) != 1 || len(w.post()) != 1 {
			t.Errorf("%s is dead: sent %q", dead, w.post())
		}
	}
}

// TestBadImage: what cannot be opened is a permanent failure that names the game
// and nothing else.
func TestBadImage(t *testing.T) {
	image := match.Seal(line(t)[5])
	newer, broken := image, image
	newer.Data = append([]byte{99}, image.Data[1:]...)
	broken.Data = image.Data[:20]
	for _, i := range []match.Image{newer, broken} {
		w := newWorld()
		err := w.notifier().Handle(ctx, i)
		var f *notify.DeliveryError
		if !errors.As(err, &f) || !notify.Permanent(err) || f.Game != image.ID || len(w.calls) != 0 {
			t.Errorf("error %v, calls %q", err, w.calls)
		}
	}
}

// TestPermanent: one failure that may pass makes the whole image worth another
// try.
func TestPermanent(t *testing.T) {
	hard, soft := &notify.DeliveryError{Permanent: true, Err: errDown}, &notify.DeliveryError{Err: errDown}
	for _, test := range []struct {
		name string
		err  error
		want bool
	}{
		{"hard", notify.DeliveryErrors{hard}, true},
		{"soft", notify.DeliveryErrors{soft}, false},
		{"hard and soft", notify.DeliveryErrors{hard, soft}, false},
		{"hard twice", notify.DeliveryErrors{hard, hard}, true},
		{"of the store", errDown, false},
		{"one alone, hard", hard, true},
		{"one alone, soft", soft, false},
		{"none", nil, false},
	} {
		if got := notify.Permanent(test.err); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestFailureText holds what a log line says of a failure. The causes hold an
// address each, as those of providers do.
func TestFailureText(t *testing.T) {
	letter := mail.Letter{Kind: mail.YourTurn, Seat: engine.Blue}
	for _, test := range []struct {
		failure notify.DeliveryError
		want    string
	}{
		{notify.DeliveryError{Game: match.ID{1}, Letter: letter, Step: "send", Err: refusal{}}, "game aeaaaaaaaaaaa: your-turn mail to blue: send failed: notify_test.refusal 550"},
		{notify.DeliveryError{Game: match.ID{1}, Letter: letter, Step: "send", Err: fmt.Errorf("to ann@example.org: %w", errDown)}, "game aeaaaaaaaaaaa: your-turn mail to blue: send failed: *errors.errorString"},
		{notify.DeliveryError{Game: match.ID{1}, Letter: letter, Step: "send", Err: context.DeadlineExceeded}, "game aeaaaaaaaaaaa: your-turn mail to blue: send failed: context deadline exceeded"},
		{notify.DeliveryError{Game: match.ID{1}, Letter: letter, Step: "claim", Err: match.ErrHeld}, "game aeaaaaaaaaaaa: your-turn mail to blue: claim failed: somebody else is at it"},
		{notify.DeliveryError{Game: match.ID{1}, Letter: letter, Step: "deliver", Err: &panics.Error{Type: "string"}}, "game aeaaaaaaaaaaa: your-turn mail to blue: deliver failed: panic with string"},
		{notify.DeliveryError{Game: match.ID{1}, Step: "open", Err: &match.VersionError{Version: 9}}, "game aeaaaaaaaaaaa: open failed: image of a game in form 9, newer than this program"},
		{notify.DeliveryError{Step: "send", Err: refusal{}}, "mail of no game: send failed: notify_test.refusal 550"},
	} {
		if got, want := test.failure.Error(), test.want; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestOtherImages: an image without events, as one that only moves an alarm,
// owes nothing and costs nothing.
func TestOtherImages(t *testing.T) {
	m := line(t)[5]
	m.Events = nil
	w := newWorld()
	if err := w.notifier().Handle(ctx, w.store(m)); err != nil || len(w.calls) != 0 {
		t.Errorf("%v, calls %q", err, w.calls)
	}
}

// TestCopies: a mail whose fate nobody knows is sent again, but not for ever.
// Without it a server that takes mails and never says so would send hundreds.
func TestCopies(t *testing.T) {
	for copies, want := range map[int]int{3: 3, 1: 1, 0: 10} {
		w := newWorld()
		image := w.store(line(t)[5])
		sends := 0
		w.fault = func(call string) fault {
			if call == "send" {
				sends++
				return persisted
			}
			return fine
		}
		n := w.notifier()
		n.Postman.Copies = copies
		var last error
		for range 10 {
			if err := n.Handle(ctx, image); err != nil {
				last = err
			}
			w.pass(notify.ClaimLife + time.Second)
		}
		if sends != want || notify.Permanent(last) != (copies > 0) {
			t.Errorf("with %d copies: sent %d times, and then %v", copies, sends, last)
		}
		if err := w.notifier().Handle(ctx, image); copies > 0 && err != nil {
			t.Errorf("with %d copies: after a restart %v", copies, err)
		}
	}
}
