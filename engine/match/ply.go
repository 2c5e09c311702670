package match

import (
	"fmt"

	"fieldpost/engine"
)

// AnyPly stands for the ply of a command that does not say for which position it
// is meant.
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
