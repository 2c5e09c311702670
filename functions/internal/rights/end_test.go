package rights

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// What Ann has that must not outlive her.
var traces = []string{"ann@example.org", "annie@example.net", "Ann", "Europe/Rome", "hooks.example", "My plan is", "Hello Bob"}

// stored is everything that is kept, as the stores keep it.
func (w *world) stored() string {
	w.t.Helper()
	var list []string
	for _, i := range w.games {
		list = append(list, string(i.Data)+string(i.Creator[:])+string(i.Opponent[:]))
	}
	for _, i := range w.profiles {
		list = append(list, string(i.Data))
	}
	for _, c := range w.changes {
		list = append(list, string(match.SealAddressChange(c)))
	}
	for _, n := range w.notes {
		list = append(list, string(match.SealNotes(n)))
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

// left is what is still kept of Ann.
func (w *world) left() (found []string) {
	all := w.stored()
	for _, trace := range traces {
		if strings.Contains(all, trace) {
			found = append(found, trace)
		}
	}
	return found
}

// settled is Ann with all that can be kept of her: a game that is over, in which she has
// written, and one that runs; preferences, a webhook, blocks.
func settled(t *testing.T) (w *world, over, running match.ID) {
	w = newWorld(t)
	accept := match.Accept{By: engine.Blue}
	over = w.game(accept, match.Say{By: engine.Red, Text: "Hello Bob"}, match.Abort{By: engine.Blue, Ply: match.AnyPly})
	running = w.game(accept)
	notes, err := match.Notes{}.Write("My plan is")
	if err == nil {
		err = w.SaveNotes(t.Context(), running, engine.Red, notes)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.keep(ann, func(p player.Profile) (player.Profile, bool) {
		p, _ = p.Seen("ann@example.org", "fr", "Europe/Rome")
		p, _ = p.SetWebhook("https://hooks.example/ann", [32]byte{1})
		p, _ = p.SetMode(player.Daily)
		p, _ = p.Block(pepper.Key("eve@example.org"))
		return p.Use(w.now, true)
	})
	return w, over, running
}

// However far a change has come, whoever has himself forgotten at its end or, before it
// was confirmed or after it was undone, at its beginning, leaves no byte behind, and
// nobody undoes or confirms it afterwards, nor is mailed.
func TestNothingIsLeft(t *testing.T) {
	steps := map[string]func(*world, match.ChangeID) error{
		"confirm": func(w *world, id match.ChangeID) error { _, err := w.Confirm(w.t.Context(), id, w.now); return err },
		"undo":    func(w *world, id match.ChangeID) error { _, err := w.Undo(w.t.Context(), id, w.now); return err },
	}
	for _, c := range []struct {
		name  string
		steps []string
		who   player.Key
	}{
		{"no change", nil, ann},
		{"one is asked for", []string{"ask"}, ann},
		{"two are", []string{"ask", "ask"}, ann},
		{"it is confirmed", []string{"ask", "confirm"}, annie},
		{"it is undone", []string{"ask", "confirm", "undo"}, ann},
	} {
		w, over, running := settled(t)
		var id match.ChangeID
		for _, step := range c.steps {
			if step == "ask" {
				id = w.asked()
			} else if err := steps[step](w, id); err != nil {
				t.Fatal(err)
			}
		}
		if found := w.left(); len(found) < len(traces)-1 {
			t.Fatalf("%s: only %q is there to be forgotten", c.name, found)
		}
		if err := w.Erase(t.Context(), c.who, false); !errors.Is(err, ErrPlaying) || len(w.left()) < len(traces)-1 {
			t.Errorf("%s: who plays: %v", c.name, err)
		}
		for range 2 {
			if err := w.Erase(t.Context(), c.who, true); err != nil {
				t.Fatal(err)
			}
		}
		if found := w.left(); len(found) > 0 {
			t.Errorf("%s: %q is left", c.name, found)
		}
		for _, id := range []match.ID{over, running} {
			if m := w.match(id); !m.Seats.Red.Forgotten || m.Seats.Blue.Name != "Bob" {
				t.Errorf("%s: the seats are %+v", c.name, m.Seats)
			}
		}
		mails, all := slices.Clone(w.mails), w.stored()
		for name, step := range steps {
			if err := step(w, id); !errors.Is(err, ErrOver) {
				t.Errorf("%s, then %s: %v", c.name, name, err)
			}
		}
		if !slices.Equal(w.mails, mails) || w.stored() != all {
			t.Errorf("%s: afterwards something was done, mails %q", c.name, w.mails)
		}
		for _, key := range []player.Key{ann, annie} {
			if p := w.profile(key); !p.Blank() || p.Version > 0 && p.Expires().IsZero() {
				t.Errorf("%s: a profile is kept until %v: %+v", c.name, p.Expires(), p)
			}
		}
	}
}

// A word against mails outlives the address under which it was said, and what was begun
// anew there is not taken for what was left.
func TestEraseTheAddressBefore(t *testing.T) {
	nothing := func(*world) {}
	for name, c := range map[string]struct {
		before, after func(*world) // the change is confirmed
		kept          bool         // the address before is
		mode          player.Mode
	}{
		"left": {nothing, nothing, false, player.Turns},
		"no mails": {func(w *world) {
			w.keep(ann, func(p player.Profile) (player.Profile, bool) { return p.SetMode(player.None) })
		}, nothing, false, player.None},
		"a game of its own": {nothing, func(w *world) {
			w.game(match.Accept{By: engine.Blue})
			w.keep(ann, func(p player.Profile) (player.Profile, bool) { return p.Use(w.now, true) })
		}, true, player.Daily},
	} {
		w, _, _ := settled(t)
		c.before(w)
		id := w.asked()
		if _, err := w.Confirm(t.Context(), id, w.now); err != nil {
			t.Fatal(err)
		}
		c.after(w)
		if err := w.Erase(t.Context(), annie, true); err != nil {
			t.Fatal(err)
		}
		if p := w.profile(ann); p.Blank() == c.kept || p.Mode != c.mode || p.Epoch == 0 {
			t.Errorf("%s: %+v", name, p)
		}
		if _, err := w.Undo(t.Context(), id, w.now); !errors.Is(err, ErrOver) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An address that a change has left is kept just as long as it can be undone, and one
// that is used again as any other.
func TestLeftAddressFades(t *testing.T) {
	w, _, _ := settled(t)
	id := w.asked()
	if _, err := w.Confirm(t.Context(), id, w.now); err != nil {
		t.Fatal(err)
	}
	end := w.changes[id].Expires()
	if p := w.profile(ann); !p.Fades().Equal(end) || p.Address == "" || !p.Alarm.IsZero() || !w.profiles[ann].Alarm.Equal(end) {
		t.Errorf("it fades at %v, not %v", p.Fades(), end)
	}
	if err := w.People.Complained(t.Context(), ann, w.now.Add(time.Hour)); err != nil || !w.profile(ann).Fades().Equal(end) {
		t.Errorf("a complaint keeps the address: %v", err)
	}
	again := w.profiles[ann]
	w.now = end.Add(-time.Second)
	if err := w.People.Fade(t.Context(), ann); err != nil || w.profile(ann).Address == "" {
		t.Errorf("too soon: %v", err)
	}
	w.now = end
	if err := w.People.Fade(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	if p := w.profile(ann); p.Address != "" || p.Webhook != (player.Webhook{}) || p.Signs.Health() != player.Unwanted || !p.Blocks(pepper.Key("eve@example.org")) || p.Epoch == 0 {
		t.Errorf("it has faded to %+v", p)
	}
	w.profiles[ann] = again
	w.keep(ann, func(p player.Profile) (player.Profile, bool) { return p.Seen("", "nl", "") })
	if p := w.profile(ann); !p.Left.IsZero() || p.Fades().Equal(end) || !p.Collects() {
		t.Errorf("used again, it fades at %v", p.Fades())
	}
	if _, err := w.Undo(t.Context(), id, w.now); !errors.Is(err, ErrOver) {
		t.Error(err)
	}
}

var w0 = time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC)

// Nothing that was Ann's stays with an address that has lost her games again, above all
// no webhook, and what was its own has never changed.
func TestUndoTakesAway(t *testing.T) {
	for name, before := range map[string]func(player.Profile) (player.Profile, bool){
		"nothing known":     nil,
		"known, not chosen": func(p player.Profile) (player.Profile, bool) { return p.Bounces(w0.Add(-time.Hour)) },
		"own choices": func(p player.Profile) (player.Profile, bool) {
			p, _ = p.SetMode(player.None)
			return p.Seen("annie@example.net", "de", "")
		},
	} {
		w, _, _ := settled(t)
		eve := pepper.Key("eve@example.org")
		if err := w.People.Block(t.Context(), eve, ann); err != nil {
			t.Fatal(err)
		}
		if before != nil {
			w.keep(annie, before)
		}
		was := w.profile(annie)
		id := w.asked()
		if _, err := w.Confirm(t.Context(), id, w.now); err != nil {
			t.Fatal(err)
		}
		came := w.profile(annie)
		if own := name == "own choices"; own == (came.Webhook.URL != "") || own == (came.Mode == player.Daily) || !came.Blocks(eve) || len(came.BlockedBy) != 1 || !w.profile(eve).Blocks(annie) {
			t.Errorf("%s: there came %+v", name, came)
		}
		w.game(match.Accept{By: engine.Blue})
		w.mails = nil
		for range 2 {
			if _, err := w.Undo(t.Context(), id, w.now); err != nil && !errors.Is(err, match.ErrRepeated) {
				t.Fatal(err)
			}
		}
		if !slices.Equal(w.mails, []string{"undone annie@example.net"}) {
			t.Errorf("%s: mails %q", name, w.mails)
		}
		p := w.profile(annie)
		if p.Address != was.Address || p.Lang != was.Lang || p.Zone != was.Zone || p.Mode != was.Mode || p.Prefs != was.Prefs || p.Webhook != was.Webhook ||
			len(p.Blocked) > 0 || len(p.BlockedBy) > 0 || !p.Alarm.IsZero() || p.Plays {
			t.Errorf("%s: %+v is left", name, p)
		}
		if w.profile(eve).Blocks(annie) || !w.profile(eve).Blocks(ann) || strings.Contains(string(w.profiles[annie].Data), "hooks.example") {
			t.Errorf("%s: too much or too little is gone", name)
		}
		if p := w.profile(ann); !p.Plays || p.Webhook.URL == "" || !p.Left.IsZero() || !p.Collects() {
			t.Errorf("%s: who has come back has %+v", name, p)
		}
	}
}

// Whoever has himself forgotten while he asks for another address has asked for nothing.
func TestAskMeetsErase(t *testing.T) {
	w, _, _ := settled(t)
	w.fault = func(what string) error {
		if what != "profile" {
			return nil
		}
		w.fault = nil
		return w.Erase(t.Context(), ann, true)
	}
	if _, err := w.Ask(t.Context(), ann, annie, "annie@example.net", match.ChangeID{5}); !errors.Is(err, ErrNoGames) {
		t.Error(err)
	}
	if found := w.left(); len(found) > 0 || w.changes[match.ChangeID{5}].Stage != match.ChangeEnded {
		t.Errorf("%q is left", found)
	}
}

// An address that knows of as many changes as it may takes part in no other: one that it
// did not know of would not end with it.
func TestTooManyChanges(t *testing.T) {
	w, _, _ := settled(t)
	full := func(p player.Profile) (player.Profile, bool) {
		for n := byte(1); n <= player.MostChanges; n++ {
			p, _ = p.Changing([8]byte{200, n}, w.now.Add(time.Hour))
		}
		return p, true
	}
	id := w.asked()
	w.keep(annie, full)
	if _, err := w.Confirm(t.Context(), id, w.now); !errors.Is(err, ErrJustMoved) || w.changes[id].Stage != match.ChangeAsked {
		t.Errorf("confirmed: %v", err)
	}
	w.now = w.now.Add(time.Hour) // the others are over
	if _, err := w.Confirm(t.Context(), id, w.now); err != nil || !w.profile(annie).Knows(id) || w.profile(annie).Webhook.URL == "" {
		t.Errorf("when there is room again: %v", err)
	}
	w.keep(ann, full)
	other := match.ChangeID{5}
	if _, err := w.Ask(t.Context(), ann, bob, "bob@example.org", other); !errors.Is(err, ErrJustMoved) {
		t.Errorf("asked for: %v", err)
	}
	w.now = w.now.Add(time.Hour)
	if _, err := w.Ask(t.Context(), ann, bob, "bob@example.org", other); err != nil || w.profile(ann).LastChange() != other {
		t.Errorf("asked for when there is room again: %v", err)
	}
}

// An address that is filled up just as a change begins to bring games there gets none: the
// change goes on when there is room, or ends with whoever has himself forgotten before.
func TestFilledUpMeanwhile(t *testing.T) {
	w, id, running := filledUp(t)
	w.now = w.now.Add(time.Hour)
	if _, err := w.Confirm(t.Context(), id, w.now); err != nil || !w.profile(annie).Knows(id) || w.match(running).Seats.Red.Key != annie {
		t.Errorf("when there is room again: %v", err)
	}
	w, id, _ = filledUp(t)
	if err := w.Erase(t.Context(), ann, true); err != nil || len(w.left()) > 0 || w.changes[id].Stage != match.ChangeEnded {
		t.Errorf("forgotten: %v, %q is left", err, w.left())
	}
}

func filledUp(t *testing.T) (w *world, id match.ChangeID, running match.ID) {
	w, _, running = settled(t)
	id = w.asked()
	w.fault = func(what string) error {
		if what == "change" { // its first write, behind the look at what there is room for
			w.fault = nil
			w.keep(annie, func(p player.Profile) (player.Profile, bool) {
				for n := byte(1); n <= player.MostChanges; n++ {
					p, _ = p.Changing([8]byte{200, n}, w.now.Add(time.Hour))
				}
				return p, true
			})
		}
		return nil
	}
	if _, err := w.Confirm(t.Context(), id, w.now); !errors.Is(err, ErrJustMoved) || w.match(running).Seats.Red.Key != ann {
		t.Errorf("confirmed: %v", err)
	}
	return w, id, running
}
