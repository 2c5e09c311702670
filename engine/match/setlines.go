package match

import (
	"errors"
	"slices"

	"fieldpost/engine"
)

// SetLines saves what By plays at once if his opponent's next moves are those of a
// line, in the place of what he had saved; no lines: nothing. It can be given while
// the opponent is to move, and fails with ErrYourTurn in By's own turn, with
// ErrOffered while the opponent offers a draw, which the answer would decline, and
// with *LineError. Whether the lines are taken, and how they are spelled then,
// follows from By's View alone.
type SetLines struct {
	By    engine.Color
	Ply   int    // how many plies were played when they are to begin, or AnyPly
	Lines []Line // Attack need not be set

	// Add keeps what is saved already, but for lines that go on otherwise from where
	// one of Lines does.
	Add bool
}

// String hides the lines.
func (s SetLines) String() string { return "lines of " + s.By.String() }

// ErrYourTurn means lines from a player who is to move himself.
var ErrYourTurn = errors.New("it is your own turn")

func (s SetLines) decide(m *Match) ([]Event, error) {
	if err := m.playing("save lines", s.By, s.Ply); err != nil {
		return nil, err
	}
	switch {
	case m.Game.ToMove() == s.By:
		return nil, ErrYourTurn
	case m.Offer == s.By.Other():
		return nil, ErrOffered
	}
	plan := m.Plans.Of(s.By)
	view := m.View(s.By)
	lines, err := CheckLines(&view, s.Lines)
	if err != nil {
		return nil, err
	}
	if s.Add {
		if lines = addLines(plan.Lines, lines); len(lines) > MostLines {
			return nil, &LineError{Fault: TooManyLines}
		}
	}
	if slices.EqualFunc(lines, plan.Lines, sameLine) {
		return nil, ErrRepeated
	}
	*plan = Plan{Lines: lines}
	return []Event{{LinesSaved, s.By}}, nil
}

func sameLine(a, b Line) bool { return slices.Equal(a, b) }

// addLines returns old and then lines, without those of old that they contradict.
func addLines(old, lines []Line) []Line {
	kept := slices.DeleteFunc(slices.Clone(old), func(l Line) bool {
		return slices.ContainsFunc(lines, func(k Line) bool { return contradict(l, k) > 0 })
	})
	return shortest(append(kept, lines...))
}

// contradict returns the step, from 1, at which two lines answer the same in two
// ways; 0 if they nowhere do.
func contradict(a, b Line) int {
	for i := range min(len(a), len(b)) {
		own := i%2 == 1
		switch {
		case own && a[i].Move != b[i].Move:
			return i + 1
		case own && (i+1 == len(a) || i+1 == len(b)):
			return 0
		case a[i] != b[i]:
			return 0
		}
	}
	return 0
}

// shortest leaves out every line that another one has within it.
func shortest(lines []Line) []Line {
	var kept []Line
	for i, l := range lines {
		if !slices.ContainsFunc(lines[i+1:], func(k Line) bool { return begins(k, l) }) &&
			!slices.ContainsFunc(kept, func(k Line) bool { return begins(k, l) }) {
			kept = append(kept, l)
		}
	}
	return kept
}

// begins reports whether l is how k begins; of l's last answer the result is not
// named.
func begins(k, l Line) bool {
	last := len(l) - 1
	return len(l) <= len(k) && slices.Equal(l[:last], k[:last]) && l[last].Move == k[last].Move
}
