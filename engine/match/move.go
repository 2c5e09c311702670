package match

import (
	"fmt"

	"fieldpost/engine"
)

// PlayMove is By's move at a ply. A player who presses the same link twice gives
// the same PlayMove twice, and the second time finds it played.
type PlayMove struct {
	By   engine.Color
	Ply  int // how many plies were played before it
	Move engine.Move
}

func (p PlayMove) decide(m *Match) ([]Event, error) {
	if !m.Begun() {
		return nil, &StateError{"move", m.State}
	}
	if p.Ply != m.Game.Ply() {
		return nil, p.late(m.Game)
	}
	if m.Game.Outcome() != engine.Undecided {
		return nil, engine.ErrOver
	}
	g, _, err := engine.Apply(m.Game, engine.Play(p.By, p.Move))
	if err != nil {
		return nil, err
	}
	m.Game = g
	return m.settle([]Event{{Moved, p.By}}), nil
}

// late says what a move for another ply than the present one is: made already,
// or stale.
func (p PlayMove) late(g engine.Game) error {
	if record := g.Record(); p.Ply >= 0 && p.Ply < len(record) {
		if made := record[p.Ply]; made.Color == p.By && p.made(made, g) {
			return ErrRepeated
		}
	}
	return fmt.Errorf("%w: ply %d, and the game is at ply %d", ErrStale, p.Ply, g.Ply())
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
