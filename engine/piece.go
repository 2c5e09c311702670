package engine

import "fmt"

// Piece is a piece as it truly is. The zero value is no piece.
type Piece struct {
	Color    Color
	Rank     Rank
	Moved    bool
	Revealed bool // its rank has been shown
	Rescued  bool // it has brought a lost piece back
}

func newPiece(p Piece) piece {
	if p.Rank == NoRank {
		return 0
	}
	q := piece(p.Rank)
	for _, flag := range []struct {
		on  bool
		bit piece
	}{{p.Color == Blue, blue}, {p.Moved, moved}, {p.Revealed, revealed}, {p.Rescued, marked}} {
		if flag.on {
			q |= flag.bit
		}
	}
	return q
}

func (p piece) piece() Piece {
	if p == 0 {
		return Piece{}
	}
	return Piece{colorOf(p.side()), p.rank(), p&moved != 0, p&revealed != 0, p&marked != 0}
}

// text returns the piece as a position writes it: r5 or bM, then m (moved),
// v (revealed) and * (has rescued) as they apply.
func (p Piece) text() string {
	s := fmt.Sprintf("%c%v", p.Color.String()[0], p.Rank)
	if p.Moved {
		s += "m"
	}
	if p.Revealed {
		s += "v"
	}
	if p.Rescued {
		s += "*"
	}
	return s
}
