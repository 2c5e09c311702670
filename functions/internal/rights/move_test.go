package rights

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// permanentError is a refusal for good.
type permanentError struct{ error }

func (permanentError) Permanent() bool { return true }

// The notice is sent before anything moves: without it whoever has stolen a link
// would need only a mail server that is down, or the link that stops all mails: before he
// asks, before he confirms, or while the games move. Where it can never arrive it holds
// nothing up.
func TestNoticeFirst(t *testing.T) {
	for _, c := range []struct {
		name  string
		mail  error
		mode  player.Mode
		moves bool
		mails []string
	}{
		{"it is sent", nil, player.Turns, true, []string{"moved ann@example.org"}},
		{"no game mails", nil, player.None, true, []string{"moved ann@example.org"}},
		{"no mails at all", nil, player.Stopped, false, nil},
		{"the mail server is down", errDown, player.Turns, false, nil},
		{"the address is dead", permanentError{errDown}, player.Turns, true, nil},
	} {
		w := newWorld(t)
		game := w.game(match.Accept{By: engine.Blue})
		id := w.asked()
		w.keep(ann, func(p player.Profile) (player.Profile, bool) { return p.SetMode(c.mode) })
		w.mail = c.mail
		_, err := w.Confirm(t.Context(), id, w.now)
		if (err == nil) != c.moves || (w.match(game).Seats.Red.Key == annie) != c.moves || !cmp.Equal(w.mails, c.mails) {
			t.Errorf("%s: %v, %q", c.name, err, w.mails)
		}
		if untold := c.mode == player.Stopped; errors.Is(err, ErrUntold) != untold || untold && w.changes[id].Stage != match.ChangeAsked {
			t.Errorf("%s: %v, stage %d", c.name, err, w.changes[id].Stage)
		}
		_, err = w.Ask(t.Context(), ann, annie, "annie@example.net", match.ChangeID{8})
		if c.mode == player.Stopped && !errors.Is(err, ErrUntold) {
			t.Errorf("%s: asked again: %v", c.name, err)
		}
	}
}

// Who stops all mails in the moment in which a change is confirmed does not get by without
// the notice.
func TestNoticeOfWhoStopsMeanwhile(t *testing.T) {
	w := newWorld(t)
	game := w.game(match.Accept{By: engine.Blue})
	w.keep(ann, func(p player.Profile) (player.Profile, bool) { return p.Seen("ann@example.org", "", "") })
	id := w.asked()
	w.fault = func(string) error {
		if w.changes[id].Stage == match.ChangeMoving { // it has begun
			w.fault = nil
			w.keep(ann, func(p player.Profile) (player.Profile, bool) { return p.SetMode(player.Stopped) })
		}
		return nil
	}
	if _, err := w.Confirm(t.Context(), id, w.now); err != nil || w.fault != nil {
		t.Fatal(err)
	}
	if want := []string{"moved ann@example.org"}; !cmp.Equal(w.mails, want) || w.match(game).Seats.Red.Key != annie {
		t.Errorf("mailed %q", w.mails)
	}
}

// A seat whose links cannot be cancelled twice more stays, with its links: it could not come
// back. The links of the profile that is left are cancelled however often that was done.
func TestLinksThatAreSpent(t *testing.T) {
	for epoch, moves := range map[uint8]bool{253: true, 254: false, 255: false} {
		w := newWorld(t)
		game := w.game(match.Accept{By: engine.Blue})
		m := w.match(game)
		m.Seats.Red.Epoch = epoch
		w.games[game] = match.Seal(m)
		w.keep(ann, func(p player.Profile) (player.Profile, bool) {
			p.Epoch = epoch
			return p, true
		})
		id := w.asked()
		c, err := w.Confirm(t.Context(), id, w.now)
		if err != nil || (len(c.Seats) == 1) != moves || (w.match(game).Seats.Red.Key == annie) != moves {
			t.Errorf("epoch %d: %d seats move, %v", epoch, len(c.Seats), err)
		}
		if w.profile(ann).LinksCount(epoch) {
			t.Errorf("epoch %d: who is gone has links that count", epoch)
		}
		if !moves {
			continue
		}
		if _, err := w.Undo(t.Context(), id, w.now); err != nil || w.match(game).Seats.Red.Key != ann {
			t.Errorf("epoch %d: the seat does not come back: %v", epoch, err)
		}
	}
}

// An invitation stays where it was sent: whoever invites would read the new address
// in his own form.
func TestInvitationsStay(t *testing.T) {
	w := newWorld(t)
	game := w.game()
	id, err := w.Ask(t.Context(), bob, annie, "annie@example.net", match.ChangeID{1})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := w.Confirm(t.Context(), id.ID, w.now); err != nil || len(c.Seats) != 0 || w.match(game).Seats.Blue.Key != bob {
		t.Errorf("%d seats, %v", len(c.Seats), err)
	}
}

// Who was blocked must not come back under another address, nor lose the blocks that
// he has set.
func TestBlocksMove(t *testing.T) {
	w := newWorld(t)
	w.game(match.Accept{By: engine.Blue})
	eve := pepper.Key("eve@example.org")
	if err := errors.Join(w.People.Block(t.Context(), eve, ann), w.People.Block(t.Context(), ann, bob)); err != nil {
		t.Fatal(err)
	}
	id := w.asked()
	for range 2 {
		if _, err := w.Confirm(t.Context(), id, w.now); err != nil && !errors.Is(err, match.ErrRepeated) {
			t.Fatal(err)
		}
	}
	for who, want := range map[player.Key][2][]player.Key{
		annie: {{bob}, {eve}}, ann: {{bob}, {eve}}, eve: {{ann, annie}, nil}, bob: {nil, {ann}},
	} {
		if p := w.profile(who); !cmp.Equal(p.Blocked, want[0]) || !cmp.Equal(p.BlockedBy, want[1]) {
			t.Errorf("%d blocked, by %d", len(p.Blocked), len(p.BlockedBy))
		}
	}
}

// Whoever undoes while the seats are still being moved gets them all: what is moved
// after that goes back.
func TestUndoneWhileMoving(t *testing.T) {
	for at := 1; at <= 3; at++ {
		w := newWorld(t)
		var all []match.ID
		for range 3 {
			all = append(all, w.game(match.Accept{By: engine.Blue}))
		}
		id := w.asked()
		saves := 0
		w.before = func() {
			if saves++; saves == at {
				w.before = nil
				if _, err := w.Undo(t.Context(), id, w.now); err != nil {
					t.Error(err)
				}
			}
		}
		if _, err := w.Confirm(t.Context(), id, w.now); !errors.Is(err, ErrOver) {
			t.Errorf("%d: %v", at, err)
		}
		for _, game := range all {
			m := w.match(game)
			if seat := m.Seats.Red; seat.Key != ann || seat.Address != "ann@example.org" {
				t.Errorf("%d: a seat has stayed at %q", at, seat.Address)
			}
			if back := (match.Event{Kind: match.CameBack, Seat: engine.Red}); m.Seats.Red.Epoch > 0 && !slices.Contains(m.Events, back) {
				t.Errorf("%d: its mail does not say that it is back: %v", at, m.Events)
			}
		}
		if w.changes[id].Stage != match.ChangeUndone {
			t.Errorf("%d: stage %d", at, w.changes[id].Stage)
		}
	}
}

// Of what is over, or not there yet, nothing can be confirmed or undone.
func TestChangesEnd(t *testing.T) {
	w := newWorld(t)
	w.game(match.Accept{By: engine.Blue})
	ctx, id := t.Context(), w.asked()
	if _, err := w.Undo(ctx, id, w.now); !errors.Is(err, ErrOver) {
		t.Errorf("undone before it was done: %v", err)
	}
	if _, err := w.Confirm(ctx, match.ChangeID{1}, w.now); !errors.Is(err, ErrOver) {
		t.Errorf("one that is not there: %v", err)
	}
	w.now = w.now.Add(match.ChangeLife)
	if _, err := w.Confirm(ctx, id, w.now); !errors.Is(err, ErrOver) {
		t.Errorf("too late: %v", err)
	}
	id = w.asked()
	if _, err := w.Confirm(ctx, id, w.now); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(match.UndoLife)
	if _, err := w.Undo(ctx, id, w.now); !errors.Is(err, ErrOver) {
		t.Errorf("undone too late: %v", err)
	}
	if p := w.profile(ann); p.Plays || p.Expires().IsZero() {
		t.Errorf("who has moved away is kept until %v", p.Expires())
	}
	if p := w.profile(annie); !p.Plays || !p.Expires().IsZero() {
		t.Errorf("who has come is kept until %v", p.Expires())
	}
	if _, err := w.Ask(ctx, pepper.Key("x"), annie, "annie@example.net", match.ChangeID{2}); !errors.Is(err, ErrNoGames) {
		t.Errorf("of nobody: %v", err)
	}
}

// What an address takes over goes when it is taken back, but for one that was known
// here before.
func TestUndoUnlearns(t *testing.T) {
	for _, known := range []bool{false, true} {
		w := newWorld(t)
		w.game(match.Accept{By: engine.Blue})
		w.keep(ann, func(p player.Profile) (player.Profile, bool) { return p.Block(bob) })
		if known {
			w.keep(annie, func(p player.Profile) (player.Profile, bool) { return p.Seen("annie@example.net", "fr", "") })
		}
		id := w.asked()
		for _, do := range []func() error{
			func() error { _, err := w.Confirm(t.Context(), id, w.now); return err },
			func() error { _, err := w.Undo(t.Context(), id, w.now); return err },
		} {
			if err := do(); err != nil {
				t.Fatal(err)
			}
		}
		if p := w.profile(annie); p.Blank() == known {
			t.Errorf("known before: %t; %q is kept, and %d blocks", known, p.Address, len(p.Blocked))
		}
	}
}

// A link that reads itself as the newer mail ends what is known against the address
// to which the games come back.
func TestUndoReads(t *testing.T) {
	w := newWorld(t)
	w.game(match.Accept{By: engine.Blue})
	w.keep(ann, func(p player.Profile) (player.Profile, bool) { return p.Bounces(w.now) })
	id := w.asked()
	if _, err := w.Confirm(t.Context(), id, w.now); err != nil {
		t.Fatal(err)
	}
	if w.profile(ann).Signs.Health() != player.Bouncing || w.profile(annie).Signs.Health() != player.Well {
		t.Error("health has moved")
	}
	if _, err := w.Undo(t.Context(), id, w.now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if p := w.profile(ann); p.Signs.Health() != player.Well || !p.Plays {
		t.Errorf("%v, plays %t", p.Signs.Health(), p.Plays)
	}
}

// Whoever has moved another's games to an address of his own must not carry them on
// from there while the other can undo that: not by a change of his own that he undoes,
// or goes on with, after them; else the other's undo would find nothing.
func TestNobodyCarriesOn(t *testing.T) {
	eve, third := pepper.Key("eve@example.org"), pepper.Key("third@example.org")
	var w *world
	ask := func(who, to player.Key, address string, id byte) (match.ChangeID, error) {
		c, err := w.Ask(t.Context(), who, to, address, match.ChangeID{id})
		return c.ID, err
	}
	do := func(id match.ChangeID, err error) {
		t.Helper()
		if err == nil {
			_, err = w.Confirm(t.Context(), id, w.now)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	cut := func(id match.ChangeID, err error) { // while it is told
		t.Helper()
		w.mail = errDown
		if err == nil {
			_, err = w.Confirm(t.Context(), id, w.now)
		}
		if w.mail = nil; !errors.Is(err, errDown) {
			t.Fatal(err)
		}
	}
	undo := func(id match.ChangeID) {
		t.Helper()
		if _, err := w.Undo(t.Context(), id, w.now); err != nil {
			t.Fatal(err)
		}
	}
	steal := func() { do(ask(ann, annie, "annie@example.net", 1)) }
	for name, carry := range map[string]func(){
		"at once": steal,
		"after another has come and gone back": func() {
			steal()
			do(ask(eve, annie, "annie@example.net", 2))
			undo(match.ChangeID{2})
		},
		"after one from before has gone back": func() {
			do(ask(eve, annie, "annie@example.net", 2))
			w.now = w.now.Add(match.UndoLife - time.Hour)
			steal()
			undo(match.ChangeID{2})
			w.now = w.now.Add(2 * time.Hour)
		},
		"by one that was half done before": func() {
			cut(ask(annie, third, "third@example.org", 3))
			steal()
			do(match.ChangeID{3}, nil)
		},
		"with one half done that came first": func() {
			id, err := ask(annie, third, "third@example.org", 3)
			cut(ask(ann, annie, "annie@example.net", 1)) // noted with his profile, and told nobody
			do(match.ChangeID{1}, nil)
			if _, late := w.Confirm(t.Context(), id, w.now); err != nil || !errors.Is(late, ErrSuperseded) {
				t.Errorf("%v, then %v", err, late)
			}
		},
		"while it is asked": func() {
			w.taking = func() { // after all that is looked at
				w.taking = nil
				steal()
			}
			if _, err := ask(annie, third, "third@example.org", 3); !errors.Is(err, match.ErrConflict) {
				t.Errorf("%v", err)
			}
		},
	} {
		w = newWorld(t)
		game := w.game(match.Accept{By: engine.Blue})
		for _, who := range []player.Key{eve, annie} { // of each an account and games of his own
			w.keep(who, func(p player.Profile) (player.Profile, bool) { return p.Seen("eve@example.org", "", "") })
		}
		carry()
		if w.match(game).Seats.Red.Key != annie {
			t.Fatalf("%s: nothing is stolen", name)
		}
		id, err := ask(annie, third, "third@example.org", 9)
		if err == nil {
			_, _ = w.Confirm(t.Context(), id, w.now)
		}
		undo(match.ChangeID{1})
		if !errors.Is(err, ErrJustMoved) || w.match(game).Seats.Red.Key != ann {
			t.Errorf("%s: %v; the game came back: %v", name, err, w.match(game).Seats.Red.Key == ann)
		}
	}
}
