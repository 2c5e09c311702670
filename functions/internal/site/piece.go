package site

import (
	"fieldpost/engine"
	"fieldpost/functions/internal/words"
)

// piece is how a piece is drawn (templates/piece.html): Red's tiles are square
// and Blue's round, the reader's own are filled, and a hidden one shows its
// back. The zero value is none.
type piece struct {
	Class string   // "piece red own", "piece blue hidden"
	Art   []string // what is drawn on its tile: a rank's sign, "hidden", "moved", "seen", "beaten"
	Name  string   // of its rank; "" while that is hidden
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

// named adds the name of its rank to a piece, unless it is hidden.
func (p piece) named(w words.Words, rank engine.Rank) piece {
	if rank != engine.NoRank {
		p.Name = w.Rank(rank)
	}
	return p
}

// pieceSign is what stands on the pieces of a rank.
type pieceSign struct {
	ID   string // of the rank, as in records: "M", "S"
	Text string // "10", and "S" or "E"
}

// pieceSigns are those of all ranks, strongest first.
func pieceSigns(w words.Words) []pieceSign {
	var signs []pieceSign
	for _, r := range engine.Ranks {
		signs = append(signs, pieceSign{r.String(), w.Sign(r)})
	}
	return signs
}
