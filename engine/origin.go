package engine

import "slices"

// Origin tells a piece from all others of its game: where and when it came to the
// board. It is known to everybody, for pieces move in sight. The zero value is no
// piece.
type Origin struct {
	Square Square
	Ply    int // 0: it was set up there; else the ply, from 1, with which it was brought back
}

// OriginOf returns the origin of the piece that stands on at after the plies of
// record, which must be those of a game from its setups on, as any viewer sees it: no
// rank counts. It returns the zero Origin if the square was left; whether anything ever
// stood on it a record does not tell.
func OriginOf(record []Ply, at Square) Origin {
	for i, p := range slices.Backward(record) {
		m := p.Move
		switch {
		case at == 0, m.Rescue.Square != at && m.From == at:
			return Origin{}
		case m.Rescue.Square == at:
			return Origin{at, i + 1}
		case m.To != at:
			continue
		}
		switch p.Attack.Result {
		case NoResult, Wins:
			at = m.From
		case BothLose:
			return Origin{}
		}
	}
	return Origin{Square: at}
}
