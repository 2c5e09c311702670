package match

import (
	"fmt"
	"time"

	"fieldpost/engine"
)

// Nudge is By's request that the other player move, or set up: that one alone must be
// awaited. It fails with *AwayError while the other is on vacation, whose time does not run.
// It may be given once in 24 hours, and fails with *TooSoonError before.
//
// Source: product.md "Correspondence life".
type Nudge struct{ By engine.Color }

func (n Nudge) decide(m *Match) ([]Event, error) {
	if !m.bothSit(n.By) || !m.Awaits(n.By.Other()) || m.Awaits(n.By) {
		return nil, &StateError{"nudge", m.State}
	}
	if v, there := m.Vacation(n.By.Other(), m.Changed); there && v.Runs(m.Changed) {
		return nil, &AwayError{v.Until}
	}
	if err := m.onceADay(m.Nudged.Of(n.By)); err != nil {
		return nil, err
	}
	return []Event{{Nudged, n.By}}, nil
}

// NudgedSince returns when c, who is awaited, was last nudged since his time began to run;
// zero if he was not, or has muted the other.
func (m Match) NudgedSince(c engine.Color) time.Time {
	at := *m.Nudged.Of(c.Other())
	if at.IsZero() || !m.Awaits(c) || *m.Mutes.Of(c) || at.Before(m.Started()) {
		return time.Time{}
	}
	return at
}

// MailAgain is By's request for the mail of his turn, or of his setup, once more: it must
// be he who is awaited. It may be given once in 24 hours, and fails with *TooSoonError
// before.
//
// Source: product.md "Correspondence life".
type MailAgain struct{ By engine.Color }

func (a MailAgain) decide(m *Match) ([]Event, error) {
	if !m.bothSit(a.By) || !m.Awaits(a.By) {
		return nil, &StateError{"ask for a mail", m.State}
	}
	if err := m.onceADay(m.Asked.Of(a.By)); err != nil {
		return nil, err
	}
	return []Event{{TurnAsked, a.By}}, nil
}

// AwayError says that the other player is on vacation.
type AwayError struct {
	Until time.Time // when his clock runs again
}

func (e *AwayError) Error() string {
	return fmt.Sprintf("the other player is on vacation until %s", e.Until.Format(time.RFC3339))
}

// TooSoonError says that a player has done something already which he may do once a day.
type TooSoonError struct {
	Next time.Time // when he may do it again
}

func (e *TooSoonError) Error() string {
	return fmt.Sprintf("once a day: not before %s", e.Next.Format(time.RFC3339))
}

// onceADay sets last to now, or fails with *TooSoonError.
func (m *Match) onceADay(last *time.Time) error {
	if next := last.Add(day); !last.IsZero() && m.Changed.Before(next) {
		return &TooSoonError{next}
	}
	*last = m.Changed
	return nil
}

// Part 4: four numbers, when red and when blue last nudged the other, and when red and when
// blue last asked for his mail: the seconds from the creation of the match on, and one, or
// 0 for never.

func putAsked(w *writer, m Match) {
	times := []time.Time{m.Nudged.Red, m.Nudged.Blue, m.Asked.Red, m.Asked.Blue}
	if times[0].IsZero() && times[1].IsZero() && times[2].IsZero() && times[3].IsZero() {
		return
	}
	for _, at := range times {
		if at.IsZero() {
			w.number(0)
		} else {
			w.number(uint64(at.Unix()-m.Created.Unix()) + 1)
		}
	}
}

func takeAsked(r *reader, m *Match) {
	for _, at := range []*time.Time{&m.Nudged.Red, &m.Nudged.Blue, &m.Asked.Red, &m.Asked.Blue} {
		if n := r.below(uint64(m.Changed.Unix()-m.Created.Unix()) + 2); n > 0 {
			*at = time.Unix(m.Created.Unix()+int64(n)-1, 0).UTC()
		}
	}
}
