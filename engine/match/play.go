package match

import (
	"fmt"
	"time"

	"fieldpost/engine"
)

// AnyPly, in place of a ply, is a command that does not say for which position
// it is meant.
const AnyPly = -1

// playing reports why by cannot give a command at ply, or nil when the game runs
// and is at that ply.
func (m *Match) playing(command string, by engine.Color, ply int) error {
	switch {
	case by != engine.Red && by != engine.Blue:
		return engine.ErrBadAction
	case m.State == Over:
		return engine.ErrOver
	case m.State != Playing:
		return &StateError{command, m.State}
	case ply != AnyPly && ply != m.Game.Ply():
		return stale(ply, m.Game)
	}
	return nil
}

func stale(ply int, g engine.Game) error {
	return fmt.Errorf("%w: ply %d, and the game is at ply %d", ErrStale, ply, g.Ply())
}

// endedBy reports whether an action of by at ply ended the game for reason.
func (m *Match) endedBy(reason engine.Reason, by engine.Color, ply int) bool {
	return by != engine.NoColor && m.Game.Reason() == reason && m.Game.EndedBy() == by && (ply == AnyPly || ply == m.Game.Ply())
}

// end does an action that ends the game.
func (m *Match) end(a engine.Action) ([]Event, error) {
	g, _, err := engine.Apply(m.Game, a)
	if err != nil {
		return nil, err
	}
	m.Game = g
	return m.settle(nil), nil
}

// settle adds Ended to events when the game is over, and closes the match; else
// it gives the side to move its time.
func (m *Match) settle(events []Event) []Event {
	if m.Game.Outcome() == engine.Undecided {
		m.allow(m.Pace.Move)
		return events
	}
	m.State, m.Deadline = Over, time.Time{}
	if m.Game.Reason() != engine.ByAgreement {
		m.Offer = engine.NoColor
	}
	return append(events, Event{Kind: Ended})
}

// Outcome returns how the match ended, both zero while it runs or when it was
// called off. Unlike the game it knows of the match that was lost before the
// game could begin.
func (m Match) Outcome() (engine.Outcome, engine.Reason) {
	switch {
	case m.State != Over:
		return engine.Undecided, engine.NoReason
	case m.Begun():
		return m.Game.Outcome(), m.Game.Reason()
	case m.Seats.Red.Submitted:
		return engine.RedWins, engine.ByTime
	}
	return engine.BlueWins, engine.ByTime
}

// View returns what viewer may know of the match's game (engine.Look). Nobody
// is to move in a match that was called off, and its secrets stay kept; of a
// match that was lost while setting up it says only who has won.
func (m Match) View(viewer engine.Color) engine.View {
	v := engine.Look(m.Game, viewer)
	switch {
	case m.State == Aborted:
		v.ToMove, v.Legal, v.Rescue, v.Claimable = engine.NoColor, nil, nil, false
	case m.State == Over && !m.Begun():
		v.Viewer, v.Rules = viewer, m.Rules
		v.Outcome, v.Reason = m.Outcome()
	}
	return v
}
