package engine

import "strings"

// Setup is one side's army on its own rows as its owner sees them: own front
// row first, each row from his left (rules.md 11), so that it does not depend on
// color. 8×8 boards use the first 24. NoRank is an empty square; the zero value
// is nothing placed.
type Setup [4 * files]Rank

// cells returns how many squares of a Setup b uses.
func (b *Board) cells() int { return b.SetupRows * b.Size }

// ParseSetup reads the rows of a setup for b in any spelling of rules.md 11:
// one symbol a square, `.` or `…` empty, rows separated by line breaks or `/` or
// not at all, spaces free. It fails with *MalformedError; whether the army is
// right is CheckSetup's question.
func ParseSetup(b *Board, text string) (Setup, error) {
	var s Setup
	bad := func(f RowsFault) (Setup, error) {
		f.Rows, f.Size = b.SetupRows, b.Size
		return Setup{}, &MalformedError{What: "setup", Text: text, Hint: f.String(), Rows: f}
	}
	at, row, wide, ruled := 0, 1, 0, false
	for rest := strings.ReplaceAll(text, "…", "..."); rest != ""; {
		rank, after, kind := scanCell(rest)
		switch kind {
		case cellBad:
			r := []rune(rest)
			return bad(RowsFault{Kind: UnknownSymbol, Symbol: string(r[:1])})
		case cellBreak:
			if wide > 0 && strings.TrimLeft(after, " \t\r\n/") != "" {
				if wide != b.Size {
					return bad(RowsFault{Kind: RowWidth, Row: row, Got: wide})
				}
				ruled = true
				row++
				wide = 0
			}
		case cellPiece:
			if at == b.cells() {
				return bad(RowsFault{Kind: TooMany})
			}
			s[at] = rank
			at++
			wide++
		}
		rest = after
	}
	if ruled && wide != b.Size {
		return bad(RowsFault{Kind: RowWidth, Row: row, Got: wide})
	}
	if at != b.cells() {
		return bad(RowsFault{Kind: TooFew, Got: at})
	}
	return s, nil
}

type cellKind uint8

const (
	cellBad cellKind = iota
	cellSpace
	cellBreak
	cellPiece
)

// scanCell reads one symbol at the start of text, which is not empty.
func scanCell(text string) (Rank, string, cellKind) {
	switch text[0] {
	case ' ', '\t', '\r':
		return NoRank, text[1:], cellSpace
	case '\n', '/':
		return NoRank, text[1:], cellBreak
	case '.':
		return NoRank, text[1:], cellPiece
	}
	if strings.HasPrefix(text, "10") {
		return Marshal, text[2:], cellPiece
	}
	rank, err := ParseRank(text[:1])
	if err != nil {
		return NoRank, text, cellBad
	}
	return rank, text[1:], cellPiece
}

// Text returns the canonical rows of s on b, a line each, `.` for empty.
func (s Setup) Text(b *Board) string {
	var t strings.Builder
	for i, r := range s[:b.cells()] {
		if i > 0 && i%b.Size == 0 {
			t.WriteByte('\n')
		}
		if r == NoRank {
			t.WriteByte('.')
		} else {
			t.WriteByte(r.Symbol())
		}
	}
	return t.String()
}

// Troops counts the pieces of s.
func (s Setup) Troops() Troops {
	var t Troops
	for _, r := range s {
		if r != NoRank && r < rankEnd {
			t[r]++
		}
	}
	return t
}

// CheckSetup reports whether s is exactly the army of r; if not, *SetupError
// names every fault.
func (r Rules) CheckSetup(s Setup) error {
	return r.checkPieces(s, nil)
}

func (r Rules) checkPieces(s Setup, faults []SetupFault) error {
	for i, rank := range s {
		switch {
		case rank >= rankEnd:
			faults = append(faults, SetupFault{Kind: NoSuchPiece, Rank: rank})
		case rank != NoRank && i >= r.Army.Board().cells():
			faults = append(faults, SetupFault{Kind: OffGround, Rank: rank})
		}
	}
	got := s.Troops()
	for _, rank := range Ranks {
		if short := int(r.Troops[rank]) - int(got[rank]); short > 0 {
			faults = append(faults, SetupFault{Kind: MissingPieces, Rank: rank, Count: short})
		}
	}
	for _, rank := range Ranks {
		if over := int(got[rank]) - int(r.Troops[rank]); over > 0 {
			faults = append(faults, SetupFault{Kind: ExtraPieces, Rank: rank, Count: over})
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return &SetupError{
		Faults:   faults,
		American: american(got) == american(american(r.Troops)) && got[Marshal] == 0,
	}
}

// american returns t with the numbers 1 to 9 turned round, 1 (read as S) being
// the strongest; the spy keeps his letter and so is counted with 1.
func american(t Troops) Troops {
	u := Troops{Bomb: t[Bomb], Flag: t[Flag], Spy: t[Marshal] + t[Spy]}
	for r := Scout; r <= General; r++ {
		u[r] = t[General+Scout-r]
	}
	return u
}

// SetupFrom builds c's setup from pieces on named squares. It fails with
// *SetupError.
func (r Rules) SetupFrom(c Color, pieces map[Square]Rank) (Setup, error) {
	b := r.Army.Board()
	var s Setup
	own := make(map[Square]int, b.cells())
	for i := range b.cells() {
		own[b.HomeSquare(c, i)] = i
	}
	var faults []SetupFault
	for at := Square(1); at < squareEnd; at++ {
		rank, placed := pieces[at]
		if i, ok := own[at]; ok {
			s[i] = rank
		} else if placed {
			faults = append(faults, SetupFault{Kind: NotOwnRow, Square: at})
		}
	}
	if err := r.checkPieces(s, faults); err != nil {
		return Setup{}, err
	}
	return s, nil
}

// Blocked reports whether a legal setup leaves c, Red or Blue, without a move
// while nobody has moved.
func (r Rules) Blocked(c Color, s Setup) bool {
	st := &state{ruleset: compile(r)}
	st.deploy(c, s)
	return !st.couldMove(sideOf(c))
}

// deploy puts s on c's rows.
func (s *state) deploy(c Color, setup Setup) {
	for i, rank := range setup[:s.board.cells()] {
		if rank != NoRank {
			s.put(s.board.HomeSquare(c, i), newPiece(Piece{Color: c, Rank: rank}))
		}
	}
}
