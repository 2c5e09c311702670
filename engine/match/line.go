package match

import (
	"slices"

	"fieldpost/engine"
)

// Line is what a player will play if the game goes on in one way: a reply of the
// opponent's, his own answer, perhaps the next reply, and so on. It ends with an
// answer.
//
// Source: product.md "Correspondence life", "If-then lines".
type Line []Step

// Step is one ply of a line.
type Step struct {
	Move engine.Move // with the square between, where a captain takes two steps

	// Attack says that the move goes onto a piece. Result is then how that fight must
	// end for who attacks: it is NoResult for a move to an empty square, and in the
	// last answer of a line, behind which nothing hangs on it.
	Attack bool
	Result engine.Result
}

// Text returns the move of s in output spelling: "b5-b4", "b5xb4".
func (s Step) Text() string {
	var v engine.View
	if s.Attack {
		v.Pieces = []engine.Seen{{Square: s.Move.To}}
	}
	return v.Text(s.Move)
}

// How much a player may save.
const (
	MostLines     = 8
	MostLinePlies = 6 // of one line
)

// Plan is what a player has saved to be played for him, and is his secret. The zero
// value is nothing. Only who waits for the other's move has lines.
type Plan struct {
	Lines   []Line
	Dropped Dropped // what became of the lines before, until the next ply
}

// String hides what is in p.
func (p Plan) String() string { return "plan" }

// Dropped says why lines were put aside without being played. The zero value is
// nothing.
type Dropped struct {
	Why    DropReason
	Answer engine.Move // of AnswerIllegal
}

// DropReason is why lines were not played. The zero value is none. Its numbers are
// stored and never change.
type DropReason uint8

// The reasons.
const (
	NotDropped    DropReason = iota
	OtherReply               // no line begins with the opponent's move
	OtherResult              // one does, but a fight ended in another way
	AnswerIllegal            // the rules forbid the answer now
	DrawIsOffered            // the opponent offers a draw, which moving on would decline
	dropEnd
)

var dropNames = [dropEnd]string{"none", "other-reply", "other-result", "illegal", "draw-offered"}

// String returns "other-reply", "other-result", "illegal", "draw-offered" or "none".
func (r DropReason) String() string {
	if r >= dropEnd {
		r = NotDropped
	}
	return dropNames[r]
}

// happens reports whether p is the ply that s waits for.
func (s Step) happens(p engine.Ply) bool { return s.Move == p.Move && s.Result == p.Attack.Result }

// after returns what is left of lines behind the reply p, and why there is nothing.
func after(lines []Line, p engine.Ply) ([]Line, DropReason) {
	var left []Line
	why := OtherReply
	for _, l := range lines {
		switch {
		case l[0].happens(p):
			left = append(left, l[1:])
		case l[0].Move == p.Move:
			why = OtherResult
		}
	}
	if left != nil {
		why = NotDropped
	}
	return left, why
}

// answer plays what c has saved for the ply p that the other has just played, as if
// c had moved at once, and returns what happened. What cannot be played is dropped:
// the other's move is never any different for it.
func (m *Match) answer(c engine.Color, p engine.Ply) []Event {
	plan := m.Plans.Of(c)
	lines := plan.Lines
	*plan = Plan{}
	if len(lines) == 0 || m.Game.Outcome() != engine.Undecided {
		return nil
	}
	if m.Offer == c.Other() {
		return m.drop(c, Dropped{Why: DrawIsOffered})
	}
	lines, why := after(lines, p)
	if why != NotDropped {
		return m.drop(c, Dropped{Why: why})
	}
	move := lines[0][0].Move // all have this one
	g, happened, err := engine.Apply(m.Game, engine.Play(c, move))
	if err != nil {
		return m.drop(c, Dropped{AnswerIllegal, move})
	}
	*m.Unread.Of(c) = m.unread(c) // a move that his line makes is no answer
	m.Game = g
	events := []Event{{Moved, c}, {LinePlayed, c}}
	if g.Outcome() != engine.Undecided {
		return events
	}
	lines = slices.DeleteFunc(lines, func(l Line) bool { return len(l) == 1 })
	if len(lines) == 0 {
		return events
	}
	for _, l := range lines {
		if l[0].Result == happened.Ply.Attack.Result {
			plan.Lines = append(plan.Lines, l[1:])
		}
	}
	if plan.Lines == nil {
		events = append(events, m.drop(c, Dropped{Why: OtherResult})...)
	}
	return events
}

// drop puts c's lines aside, if he has any or had.
func (m *Match) drop(c engine.Color, d Dropped) []Event {
	*m.Plans.Of(c) = Plan{Dropped: d}
	return []Event{{LineDropped, c}}
}
