package match

import (
	"time"

	"fieldpost/engine"
)

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
	case m.Seats.Red.Submitted, m.Apart.Seat == engine.Red:
		return engine.RedWins, engine.ByTime
	}
	return engine.BlueWins, engine.ByTime
}
