package site

import (
	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// over is what is said first of a game that has ended.
type over struct {
	Says  string
	Again *anchor // to another game; nil for who cannot ask for one
}

// result says how the game of view has ended.
func (v *visit) result(view *engine.View) *over {
	o := &over{Says: v.words.Ended(view, v.names)}
	if v.plays() {
		if _, err := match.Rematch(v.match, v.link.Seat, engine.Both[[16]byte]{}); err == nil {
			l := link.Link{Purpose: link.Act, Ply: v.match.Game.Ply(), Action: match.Rematching}
			o.Again = &anchor{v.words.Act(match.Rematching), v.to(l)}
		}
	}
	return o
}
