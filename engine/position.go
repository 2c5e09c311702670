package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Position is what stands where at one moment, with nothing of what the
// repetition rules remember. It is the whole truth and never leaves for a
// reader. The zero value is no position.
type Position struct {
	Rules         Rules
	ToMove        Color
	Ply           int // plies played before it
	Quiet         int // plies since the last attack
	Pieces        map[Square]Piece
	Trays         Both[Troops]
	RescuedInTray Both[Troops] // those in the trays that have rescued
	RescuesUsed   Both[int]
}

// StartFrom begins a game from a free position, with empty repetition memory.
// It fails with *RulesError or *PositionError.
func StartFrom(p Position) (Game, error) {
	r, err := p.Rules.Check()
	if err != nil {
		return Game{}, err
	}
	if err := p.check(r); err != nil {
		return Game{}, err
	}
	g := Game{state: state{ruleset: compile(r)}, free: true}
	s := &g.state
	for at, piece := range p.Pieces {
		s.put(at, newPiece(piece))
	}
	s.turn, s.ply, s.quiet = sideOf(p.ToMove), p.Ply, p.Quiet
	for _, c := range []Color{Red, Blue} {
		f := &s.sides[sideOf(c)]
		f.tray, f.marked, f.rescues = *p.Trays.Of(c), *p.RescuedInTray.Of(c), uint8(*p.RescuesUsed.Of(c))
	}
	s.settle(false)
	return g, nil
}

// PositionError says what no position can have.
type PositionError struct{ Fault string }

func (e *PositionError) Error() string { return "no position: " + e.Fault }

func (p Position) check(r Rules) error {
	fault := func(format string, args ...any) error { return &PositionError{fmt.Sprintf(format, args...)} }
	b := r.Army.Board()
	if p.ToMove != Red && p.ToMove != Blue {
		return fault("nobody is to move")
	}
	if p.Ply < 0 || p.Quiet < 0 || p.Ply > MostPlies || p.Quiet > MostPlies {
		return fault("ply %d or quiet %d is out of range", p.Ply, p.Quiet)
	}
	for at, piece := range p.Pieces {
		switch {
		case !b.Holds(at) || b.Lake(at):
			return fault("no piece can stand on %v", at)
		case piece.Color != Red && piece.Color != Blue || piece.Rank == NoRank || piece.Rank >= rankEnd:
			return fault("the piece on %v is none", at)
		}
	}
	for _, c := range []Color{Red, Blue} {
		if n := *p.RescuesUsed.Of(c); n < 0 || n > 2 {
			return fault("%v has used %d rescues", c, n)
		}
		tray, marked := *p.Trays.Of(c), *p.RescuedInTray.Of(c)
		for rank := range rankEnd {
			if marked[rank] > tray[rank] || rank == NoRank && tray[rank] > 0 || tray[rank] > 4*files {
				return fault("%v's tray holds %d of %v, %d of them marked", c, tray[rank], rank, marked[rank])
			}
		}
	}
	return nil
}

// Position returns what stands where now.
func (g Game) Position() Position {
	s := &g.state
	if s.ruleset == nil {
		return Position{}
	}
	p := Position{
		Rules: s.Rules, ToMove: colorOf(s.turn), Ply: s.ply, Quiet: s.quiet,
		Pieces: make(map[Square]Piece),
	}
	for at := Square(1); at < squareEnd; at++ {
		if s.cells[at] != 0 {
			p.Pieces[at] = s.cells[at].piece()
		}
	}
	for _, c := range []Color{Red, Blue} {
		f := &s.sides[sideOf(c)]
		*p.Trays.Of(c), *p.RescuedInTray.Of(c), *p.RescuesUsed.Of(c) = f.tray, f.marked, int(f.rescues)
	}
	return p
}

const positionHeader = "position 1"

// Text returns the canonical text, version 1: a line for the version, the rules,
// who is to move, the counters, the pieces by square (`r5@a4`, with m for moved,
// v for revealed, * for has rescued), and for each side its tray (`5*` has
// rescued) and the rescues used.
func (p Position) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nrules %v\nturn %v\nply %d quiet %d\npieces", positionHeader, p.Rules, p.ToMove, p.Ply, p.Quiet)
	for at := Square(1); at < squareEnd; at++ {
		if piece, ok := p.Pieces[at]; ok {
			fmt.Fprintf(&b, " %s@%v", piece.text(), at)
		}
	}
	for _, c := range []Color{Red, Blue} {
		fmt.Fprintf(&b, "\n%v rescues %d tray", c, *p.RescuesUsed.Of(c))
		tray, marked := *p.Trays.Of(c), *p.RescuedInTray.Of(c)
		for _, rank := range Ranks {
			for i := range tray[rank] {
				b.WriteString(" " + rank.String())
				if i < marked[rank] {
					b.WriteByte('*')
				}
			}
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// ParsePosition reads what Text writes and nothing else. It fails with
// *MalformedError.
func ParsePosition(text string) (Position, error) {
	p, why := parsePosition(text)
	if why == "" {
		if r, err := p.Rules.Check(); err != nil || r != p.Rules {
			why = "the rules are not valid"
		} else if err := p.check(p.Rules); err != nil {
			why = err.Error()
		} else if p.Text() != text {
			why = "it is not in its canonical form"
		}
	}
	if why != "" {
		return Position{}, &MalformedError{What: "position", Text: text, Hint: why}
	}
	return p, nil
}

func parsePosition(text string) (p Position, why string) {
	lines := strings.Split(text, "\n")
	if len(lines) != 8 || lines[0] != positionHeader {
		return p, "it must have 7 lines and begin with \"" + positionHeader + "\""
	}
	rules, ok := strings.CutPrefix(lines[1], "rules ")
	if !ok {
		return p, "the second line is not the rules"
	}
	var err error
	if p.Rules, err = ParseRules(rules); err != nil {
		return p, err.Error()
	}
	turn, _ := strings.CutPrefix(lines[2], "turn ")
	if p.ToMove, err = ParseColor(turn); err != nil {
		return p, err.Error()
	}
	if _, err := fmt.Sscanf(lines[3], "ply %d quiet %d", &p.Ply, &p.Quiet); err != nil {
		return p, "the counters are not numbers"
	}
	p.Pieces = make(map[Square]Piece)
	for i, word := range strings.Fields(lines[4]) {
		if i == 0 {
			continue
		}
		at, piece, ok := parsePlaced(word)
		if !ok {
			return p, fmt.Sprintf("%q is no piece on a square", word)
		}
		p.Pieces[at] = piece
	}
	for i, c := range []Color{Red, Blue} {
		words := strings.Fields(lines[5+i])
		if len(words) < 4 {
			return p, "a tray is missing"
		}
		if *p.RescuesUsed.Of(c), err = strconv.Atoi(words[2]); err != nil {
			return p, "the rescues are no number"
		}
		for _, word := range words[4:] {
			symbol, marked := strings.CutSuffix(word, "*")
			rank, err := ParseRank(symbol)
			if err != nil || p.Trays.Of(c)[rank] > 4*files {
				return p, fmt.Sprintf("%q is no piece in a tray", word)
			}
			p.Trays.Of(c)[rank]++
			if marked {
				p.RescuedInTray.Of(c)[rank]++
			}
		}
	}
	return p, ""
}

func parsePlaced(word string) (Square, Piece, bool) {
	name, where, ok := strings.Cut(word, "@")
	at, err := ParseSquare(where)
	if !ok || err != nil || len(name) < 2 {
		return 0, Piece{}, false
	}
	var p Piece
	switch name[0] {
	case 'r':
		p.Color = Red
	case 'b':
		p.Color = Blue
	}
	if p.Rank, err = ParseRank(name[1:2]); err != nil || p.Color == NoColor {
		return 0, Piece{}, false
	}
	for _, flag := range name[2:] {
		switch flag {
		case 'm':
			p.Moved = true
		case 'v':
			p.Revealed = true
		case '*':
			p.Rescued = true
		}
	}
	return at, p, true
}
