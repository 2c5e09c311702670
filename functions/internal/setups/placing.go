package setups

import "fieldpost/engine"

// Placing is a setup in the making: its owner chooses a square or a piece of his
// stock, then chooses again. The zero value has nothing placed and nothing
// chosen.
type Placing struct {
	Setup engine.Setup
	Held  Pick
}

// Pick is what is chosen: a square of the setup, or a piece of the stock. The
// zero value is nothing.
type Pick struct {
	Cell int         // the square's place in engine.Setup, from 1; 0: none
	Rank engine.Rank // of a piece of the stock, if it is no square
}

// StepKind is what a press has done.
type StepKind uint8

// The kinds. The zero value is a press that let go of what was chosen.
const (
	LetGo       StepKind = iota
	ChoseSquare          // an empty one
	ChosePlaced          // a square with a piece on it
	ChoseStock
	Placed   // a piece of the stock came to a square
	Replaced // the same, and what stood there went to the stock
	Moved    // a piece came to another square, which was empty
	Swapped  // two pieces changed places
	TakenOff // a piece went to the stock
	NoneLeft // no such piece is in the stock: nothing was done
)

// Step is what a press has done, and to which pieces.
type Step struct {
	Kind  StepKind
	Piece engine.Rank // that was chosen or placed
	Other engine.Rank // that stood there before
	Cell  int         // where Piece is now, from 1
	From  int         // where it came from, and Other went
}

// Left returns how many pieces of a rank r's army has beside those on the
// squares; less than 0 when there are too many.
func (p *Placing) Left(r engine.Rules, rank engine.Rank) int {
	return int(r.Troops[rank]) - int(p.Setup.Troops()[rank])
}

// Press chooses what is pressed, or does with what was chosen before what the
// press says: on a second square both change places; a piece of the stock comes
// to the square, whichever was chosen first, and what stood there goes back. A
// piece of the stock stays chosen while there are more of it, and a second press
// on the same thing lets go. Squares must be of the setup, and pieces of the army.
func (p *Placing) Press(r engine.Rules, on Pick) Step {
	held := p.Held
	p.Held = Pick{}
	switch {
	case on == held || on == Pick{}:
		return Step{Kind: LetGo}
	case on.Cell == 0 && held.Cell == 0:
		return p.choose(r, on)
	case on.Cell == 0:
		return p.put(r, on.Rank, held.Cell)
	case held.Cell == 0 && held.Rank != engine.NoRank:
		step := p.put(r, held.Rank, on.Cell)
		if p.Left(r, held.Rank) > 0 {
			p.Held = held
		}
		return step
	case held.Cell == 0, p.at(held.Cell) == engine.NoRank && p.at(on.Cell) == engine.NoRank:
		return p.choose(r, on)
	}
	from, to := held.Cell, on.Cell
	if p.at(from) == engine.NoRank {
		from, to = to, from
	}
	step := Step{Kind: Swapped, Piece: p.at(from), Other: p.at(to), Cell: to, From: from}
	if step.Other == engine.NoRank {
		step.Kind = Moved
	}
	p.Setup[from-1], p.Setup[to-1] = step.Other, step.Piece
	return step
}

// TakeOff puts the piece on the chosen square back to the stock.
func (p *Placing) TakeOff() Step {
	held := p.Held
	p.Held = Pick{}
	if held.Cell == 0 || p.at(held.Cell) == engine.NoRank {
		return Step{Kind: LetGo}
	}
	step := Step{Kind: TakenOff, Piece: p.at(held.Cell), From: held.Cell}
	p.Setup[held.Cell-1] = engine.NoRank
	return step
}

func (p *Placing) at(cell int) engine.Rank { return p.Setup[cell-1] }

func (p *Placing) choose(r engine.Rules, on Pick) Step {
	switch {
	case on.Cell == 0 && p.Left(r, on.Rank) <= 0:
		return Step{Kind: NoneLeft, Piece: on.Rank}
	case on.Cell == 0:
		p.Held = on
		return Step{Kind: ChoseStock, Piece: on.Rank}
	}
	p.Held = on
	if p.at(on.Cell) == engine.NoRank {
		return Step{Kind: ChoseSquare, Cell: on.Cell}
	}
	return Step{Kind: ChosePlaced, Piece: p.at(on.Cell), Cell: on.Cell}
}

// put brings a piece of the stock to a square. One of the rank that stands there
// is as good as another.
func (p *Placing) put(r engine.Rules, rank engine.Rank, cell int) Step {
	step := Step{Kind: Placed, Piece: rank, Other: p.at(cell), Cell: cell}
	switch {
	case step.Other != rank && p.Left(r, rank) <= 0:
		return Step{Kind: NoneLeft, Piece: rank}
	case step.Other != rank && step.Other != engine.NoRank:
		step.Kind = Replaced
	}
	p.Setup[cell-1] = rank
	return step
}
