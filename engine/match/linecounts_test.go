package match_test

import (
	"errors"
	"testing"
	"time"

	"fieldpost/engine/match"
)

// TestLineCountsAsAMove: but for what was said to its owner, a move that a line makes counts
// as one by hand: towards the next offer of a draw, and for the clock of the other, whose
// reminders and nudge are of a turn that is over.
func TestLineCountsAsAMove(t *testing.T) {
	m := after(t, drawn(t, plain(), twoFronts), play(t, red, 0, "a4-a5"), match.OfferDraw{By: red, Ply: 1},
		match.SetLines{By: red, Ply: 1, Lines: lined(t, "e7-e6, f4-f5")}, match.Nudge{By: red})
	half := m.Deadline.Add(-m.Pace.Move / 2)
	m, _, err := match.Decide(m, match.Remind{}, half)
	if err != nil || m.Reminded != 1 || m.NudgedSince(blue).IsZero() {
		t.Fatalf("%v, %d reminders", err, m.Reminded)
	}
	m, _, err = match.Decide(m, play(t, blue, 1, "e7-e6"), half.Add(time.Hour))
	if err != nil || m.Game.Ply() != 3 {
		t.Fatalf("%v, %d plies", err, m.Game.Ply())
	}
	if soon, ok := errors.AsType[*match.OfferError](m.OfferAt(red, 3)); !ok || soon.Moves != 4 {
		t.Errorf("after one move since his offer: %v", soon)
	}
	if m.Reminded != 0 || m.Deadline != m.Changed.Add(m.Pace.Move) || m.Since(blue) != m.Changed {
		t.Errorf("Blue's time began at %v and ends at %v, %d reminders were given", m.Since(blue), m.Deadline, m.Reminded)
	}
	if at := m.NudgedSince(blue); !at.IsZero() {
		t.Errorf("Blue is shown a nudge of the turn before, of %v", at)
	}
	if err := second(match.Decide(m, match.Nudge{By: red}, m.Changed.Add(time.Minute))); err != nil { // a day has passed
		t.Errorf("Red nudges again: %v", err)
	}
}
