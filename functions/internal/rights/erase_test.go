package rights

import (
	"errors"
	"slices"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// Each game is left in the way that fits how it stands, also if that changes while it
// is left; and nothing at all is done to who plays and does not say that he gives up.
func TestErase(t *testing.T) {
	accept := match.Accept{By: engine.Blue}
	w := newWorld(t)
	invited, setting := w.game(), w.game(accept)
	ended := w.game(accept, match.Abort{By: engine.Blue, Ply: match.AnyPly})
	if err := w.Erase(t.Context(), ann, false); !errors.Is(err, ErrPlaying) || w.match(ended).Seats.Red.Forgotten {
		t.Errorf("who plays: %v", err)
	}
	w.before = func() { // Bob accepts while his invitation is withdrawn
		w.before = nil
		if _, err := w.Games.DoOn(t.Context(), w.match(invited), accept); err != nil {
			t.Error(err)
		}
	}
	if err := w.Erase(t.Context(), ann, true); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[match.ID]match.State{invited: match.Aborted, setting: match.Aborted, ended: match.Aborted} {
		if m := w.match(id); m.State != want || !m.Seats.Red.Forgotten || m.Seats.Blue.Forgotten {
			t.Errorf("%v, forgotten %t", m.State, m.Seats.Red.Forgotten)
		}
	}
	invitation := w.game()
	if err := w.Erase(t.Context(), bob, false); err != nil { // to be invited is not to play
		t.Fatal(err)
	}
	if m := w.match(invitation); m.State != match.Declined || !m.Seats.Blue.Forgotten {
		t.Errorf("an invitation is %v", m.State)
	}
	if m := w.match(ended); !m.Deserted() {
		t.Error("a game of nobody has somebody")
	}
}

// The other learns by what ended the game that it is for good, so that his mail offers no
// rematch; who leaves is in the same image, and gets no mail of it.
func TestEraseSaysThatItIsForGood(t *testing.T) {
	w := newWorld(t)
	id := w.game(match.Accept{By: engine.Blue})
	var ended []match.Event
	w.saved = func(m match.Match) {
		if ended == nil && m.Ended() {
			ended = m.Events
		}
	}
	if err := w.Erase(t.Context(), ann, true); err != nil {
		t.Fatal(err)
	}
	if want := []match.Event{{Kind: match.CalledOff, Seat: engine.Red}, {Kind: match.Left, Seat: engine.Red}}; !slices.Equal(ended, want) || !w.match(id).Seats.Red.Forgotten {
		t.Errorf("it ended by %v", ended)
	}
}

// A change that waits to be confirmed dies with who has asked for it.
func TestEraseEndsChanges(t *testing.T) {
	w := newWorld(t)
	w.game(match.Accept{By: engine.Blue})
	w.keep(ann, func(p player.Profile) (player.Profile, bool) { return p.Seen("ann@example.org", "", "") })
	id := w.asked()
	if err := w.Erase(t.Context(), ann, true); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Confirm(t.Context(), id, w.now); !errors.Is(err, ErrOver) {
		t.Errorf("%v", err)
	}
	if c := w.changes[id]; c.Stage != match.ChangeEnded || c.Old+c.New != "" {
		t.Errorf("of the change %+v is kept", c)
	}
	if p := w.profile(ann); !p.Blank() || p.Expires().IsZero() {
		t.Errorf("%+v is kept", p)
	}
	if p := w.profile(annie); p.Version != 0 {
		t.Error("somebody is kept at the new address")
	}
}

// Notes that are saved while their writer is forgotten go too: nobody would ever find them
// again.
func TestEraseForgetsLateNotes(t *testing.T) {
	w := newWorld(t)
	game := w.game(match.Accept{By: engine.Blue}, match.Abort{By: engine.Blue, Ply: match.AnyPly})
	saved := 0
	w.before = func() {
		if err := w.SaveNotes(t.Context(), game, engine.Red, match.Notes{Text: "late"}); err != nil {
			t.Error(err)
		}
		saved++
	}
	if err := w.Erase(t.Context(), ann, true); err != nil || saved == 0 {
		t.Fatalf("%v, %d notes", err, saved)
	}
	for seat, n := range w.notes {
		if !n.Empty() {
			t.Errorf("%s has notes", seat)
		}
	}
}

// However often his links were cancelled: those of who is forgotten count no more.
func TestEraseEndsTheLastLinks(t *testing.T) {
	for _, epoch := range []uint8{253, 254, 255} {
		w := newWorld(t)
		w.game()
		w.keep(bob, func(p player.Profile) (player.Profile, bool) {
			p.Epoch = epoch
			return p, true
		})
		if err := w.Erase(t.Context(), bob, false); err != nil {
			t.Fatal(err)
		}
		if w.profile(bob).LinksCount(epoch) {
			t.Errorf("links of epoch %d count", epoch)
		}
	}
}

// Who was only invited has a link to all his games too, and feeds that never end by
// themselves: they must die with whatever else is kept of him, each time.
func TestEraseEndsLinks(t *testing.T) {
	w := newWorld(t)
	for epoch := range uint8(2) {
		w.game()
		if was := w.profile(bob); was.Epoch != epoch {
			t.Fatalf("his links are of epoch %d", was.Epoch)
		}
		if err := w.Erase(t.Context(), bob, false); err != nil {
			t.Fatal(err)
		}
		if p := w.profile(bob); p.Epoch != epoch+1 || !p.Blank() || p.Expires().IsZero() {
			t.Errorf("his links of epoch %d still count, or something is kept until %v", epoch, p.Expires())
		}
	}
}

// Whoever has more games than one call forgets him in must not be told that all is done,
// nor lose the profile by which the rest is found.
func TestTooManyGamesForOneCall(t *testing.T) {
	w := newWorld(t)
	accept := match.Accept{By: engine.Blue}
	w.game(accept)
	more := mostRounds + 3
	w.before = func() { // a new one, as often as he is about to leave his last
		known := 0
		for _, i := range w.games {
			if i.Creator == ann {
				known++
			}
		}
		if known > 1 || more == 0 {
			return
		}
		more--
		again := w.before
		w.before = nil
		w.game(accept)
		w.before = again
	}
	w.keep(ann, func(p player.Profile) (player.Profile, bool) { return p.Seen("ann@example.org", "", "") })
	if err := w.Erase(t.Context(), ann, true); !errors.Is(err, match.ErrConflict) || w.profile(ann).Address == "" {
		t.Errorf("some are left: %v", err)
	}
	if err := w.Erase(t.Context(), ann, true); err != nil || w.profile(ann).Address != "" {
		t.Errorf("asked for again: %v", err)
	}
	for id := range w.games {
		if !w.match(id).Seats.Red.Forgotten {
			t.Errorf("he is not forgotten in %v", id)
		}
	}
}
