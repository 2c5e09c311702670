package match

import "fieldpost/engine"

// PlayMove is By's move at a ply. A player who presses the same link twice gives
// the same PlayMove twice, and the second time finds it played.
//
// A move is never an answer that its player did not mean: it ends an offer of a
// draw that the opponent has made, but fails with ErrOffered, without playing,
// if the player is Unaware of it, or offers a draw of his own with the move.
//
// Where the opponent has saved an answer to just this move, it is played too (SetLines).
type PlayMove struct {
	By   engine.Color
	Ply  int // how many plies were played before it
	Move engine.Move

	OfferDraw bool // offers a draw with the move, unless that ends the game; fails as OfferDraw does
	Unaware   bool // the player was not shown any offer of a draw
}

func (p PlayMove) decide(m *Match) ([]Event, error) {
	if !m.Begun() {
		return nil, &StateError{"move", m.State}
	}
	if p.Ply != m.Game.Ply() {
		return nil, p.late(m.Game)
	}
	if err := m.playing("move", p.By, p.Ply); err != nil {
		return nil, err
	}
	g, happened, err := engine.Apply(m.Game, engine.Play(p.By, p.Move))
	if err != nil {
		return nil, err
	}
	// What becomes of the move has no say in this: a player could try with an
	// impossible offer what he cannot see.
	if p.OfferDraw {
		if err := m.OfferAt(p.By, p.Ply+1); err != nil {
			return nil, err
		}
	}
	var events []Event
	if m.Offer == p.By.Other() {
		if p.Unaware {
			return nil, ErrOffered
		}
		events = m.decline(p.By)
	}
	m.Game = g
	events = append(events, Event{Moved, p.By})
	if p.OfferDraw && g.Outcome() == engine.Undecided {
		events = append(events, m.offer(p.By)...)
	}
	*m.Plans.Of(p.By), *m.Unread.Of(p.By) = Plan{}, false
	events = append(events, m.answer(p.By.Other(), happened.Ply)...)
	return m.settle(events), nil
}

// late says what a move for another ply than the present one is: made already,
// or stale.
func (p PlayMove) late(g engine.Game) error {
	if record := g.Record(); p.Ply >= 0 && p.Ply < len(record) {
		if made := record[p.Ply]; made.Color == p.By && p.made(made, g) {
			return ErrRepeated
		}
	}
	return stale(p.Ply, g)
}

// made reports whether the move of p is the one that the record has at its ply.
// The record writes every step of a captain, where p may leave the middle out;
// and of a rescue that was wished for with an attack, or with the move that
// ended the game, it has no trace when it lapsed (rules.md 7).
func (p PlayMove) made(ply engine.Ply, g engine.Game) bool {
	asked, done := p.Move, ply.Move
	if asked.Via == 0 {
		asked.Via = done.Via
	}
	last := ply.Number == g.Ply() && g.Outcome() != engine.Undecided
	if done.Rescue == (engine.Rescue{}) && (last || ply.Attack.Result != engine.NoResult) {
		asked.Rescue = engine.Rescue{}
	}
	return asked == done
}
