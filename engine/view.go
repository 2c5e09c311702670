package engine

// View is what one viewer may know of a game (rules.md 8), and the only form in
// which a game leaves this package towards a reader. Two games that a viewer
// cannot tell apart give equal Views.
type View struct {
	Viewer Color // NoColor is the public: what both sides know
	Rules  Rules

	Ply     int     // plies played
	ToMove  Color   // NoColor when the game is over
	Outcome Outcome // Undecided while it runs
	Reason  Reason

	Pieces      []Seen       // on the board, by square a1 … j10
	Trays       Both[[]Rank] // lost pieces, strongest first
	RescuesUsed Both[int]
	Rescued     []Square     // pieces on the board that have rescued, by square
	Spent       Both[[]Rank] // lost pieces that have rescued, among those of Trays

	Legal     []Move   // the viewer's legal moves with full paths, by from, to, via; empty unless he is to move
	Rescue    *Rescues // nil unless one of Legal may carry a rescue
	Claimable bool     // the viewer may claim a draw
	Record    []Ply
}

// Seen is a piece as a viewer sees it.
type Seen struct {
	Square   Square
	Color    Color
	Rank     Rank // NoRank when hidden from the viewer
	Moved    bool
	Revealed bool // its rank has been shown to both
}

// Rescues says which legal moves may carry a rescue: each of Moves with any of
// Ranks to any of Squares.
type Rescues struct {
	Moves   []Move
	Ranks   []Rank   // strongest first
	Squares []Square // by square
}

// At returns the piece on s, or the zero Seen.
func (v *View) At(s Square) Seen {
	for _, p := range v.Pieces {
		if p.Square == s {
			return p
		}
	}
	return Seen{}
}

// Text returns m in output spelling: `x` before an attacked square.
func (v *View) Text(m Move) string { return m.text(v.At(m.To).Square != 0) }
