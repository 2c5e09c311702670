package engine

import (
	"fmt"
	"strings"
)

// Move is what a player asks for: from where to where, for a Lightning captain
// the square between, and the piece he wishes to rescue on arrival. Via may
// stay zero where only one way is legal; moves that the engine gives out always
// have it when there is one.
type Move struct {
	From, Via, To Square
	Rescue        Rescue
}

// Rescue is the wish to bring back a lost piece (rules.md 7, reconquest). The
// zero value is no wish.
type Rescue struct {
	Rank   Rank
	Square Square
}

// String returns the canonical text before the board is known: `a4-a5`,
// `e4-e5-f5`, `g9-g10 +5@c2`.
func (m Move) String() string { return m.text(false) }

func (m Move) text(attack bool) string {
	var b strings.Builder
	b.WriteString(m.From.String())
	if m.Via != 0 {
		b.WriteString("-" + m.Via.String())
	}
	if attack {
		b.WriteByte('x')
	} else {
		b.WriteByte('-')
	}
	b.WriteString(m.To.String())
	if m.Rescue != (Rescue{}) {
		b.WriteString(" " + m.Rescue.String())
	}
	return b.String()
}

// String returns `+5@c2`.
func (r Rescue) String() string { return fmt.Sprintf("+%v@%v", r.Rank, r.Square) }

// separators between two squares, longest first; words need a space on either
// side (rules.md 11).
var (
	separatorMarks = []string{"->", "-", "–", "—", "−", "→", "x", "X", "×", ":", ">"}
	separatorWords = []string{"to", "à", "a", "vers", "nach", "naar"}
)

// MalformedError is text that does not parse.
type MalformedError struct {
	What string // "move", "setup", …
	Text string // the offending text
	Hint string // what would be read; may be empty

	Rows RowsFault // of a setup, why its rows cannot be read
}

func (e *MalformedError) Error() string {
	s := fmt.Sprintf("%q is no %s", shorten(e.Text), e.What)
	if e.Hint != "" {
		s += ": " + e.Hint
	}
	return s
}

func shorten(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// ParseMove reads a move in any spelling of rules.md 11. It knows no board: the
// move may still be refused. It fails with *MalformedError.
func ParseMove(text string) (Move, error) {
	bad := &MalformedError{What: "move", Text: text, Hint: "two squares, as in a4-a5"}
	rest := strings.TrimSpace(strings.NewReplacer("a\u0300", "à", "A\u0300", "À").Replace(text))
	var m Move
	squares := []*Square{&m.From, &m.Via, &m.To}
	n := 0
	for ; n < len(squares); n++ {
		if n > 0 {
			rest = skipSeparator(rest)
		}
		s, after := scanSquare(rest)
		if s == 0 {
			return Move{}, bad
		}
		*squares[n], rest = s, after
		if t := strings.TrimLeft(rest, " \t"); t == "" || t[0] == '+' {
			break
		}
	}
	switch n {
	case 0, 3:
		return Move{}, bad
	case 1:
		m.Via, m.To = 0, m.Via
	}
	rest = strings.TrimLeft(rest, " \t")
	if rest == "" {
		return m, nil
	}
	piece, square, found := strings.Cut(rest[1:], "@")
	if !found {
		return Move{}, bad
	}
	rank, err := ParseRank(strings.TrimSpace(piece))
	if err != nil {
		return Move{}, bad
	}
	where, err := ParseSquare(strings.TrimSpace(square))
	if err != nil {
		return Move{}, bad
	}
	m.Rescue = Rescue{rank, where}
	return m, nil
}

// skipSeparator drops what stands between two squares. Spaces alone separate.
func skipSeparator(s string) string {
	t := strings.TrimLeft(s, " \t")
	if len(t) < len(s) {
		for _, w := range separatorWords {
			if len(t) > len(w) && strings.EqualFold(t[:len(w)], w) {
				if u := strings.TrimLeft(t[len(w):], " \t"); len(u) < len(t)-len(w) {
					return u
				}
			}
		}
	}
	for _, w := range separatorMarks {
		if u, ok := strings.CutPrefix(t, w); ok {
			return strings.TrimLeft(u, " \t")
		}
	}
	return t
}
