package site

import (
	"fieldpost/engine"
)

// piece is how a piece is drawn (templates/piece.html): Red's tiles are square
// and Blue's round, the reader's own are filled, and a hidden one shows its
// back. The zero value is none.
type piece struct {
	Class string   // "piece red own", "piece blue hidden"
	Art   []string // what is drawn on its tile: a rank's sign, "hidden", "moved", "seen"
}

// pieceOf returns a piece of side c; own is one of the reader's side, and NoRank
// one whose rank he does not know.
func pieceOf(c engine.Color, rank engine.Rank, own bool) piece {
	p := piece{Class: "piece " + c.String(), Art: []string{rank.String()}}
	if own {
		p.Class += " own"
	}
	if rank == engine.NoRank {
		p.Class += " hidden"
		p.Art[0] = "hidden"
	}
	return p
}

// pieceSigns are the signs of all ranks, strongest first.
func pieceSigns() []string {
	var signs []string
	for _, r := range engine.Ranks {
		signs = append(signs, r.String())
	}
	return signs
}
