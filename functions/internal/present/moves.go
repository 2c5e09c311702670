package present

import (
	"strings"

	"fieldpost/engine"
	"fieldpost/functions/internal/words"
)

// Group is the moves of one piece.
type Group struct {
	From    engine.Square
	Rank    engine.Rank
	Choices []Choice
}

// Choice is one piece going to one square. It stands for every legal move
// between the two: a captain's way and a rescue are asked when it is chosen.
type Choice struct {
	From, To engine.Square
	Attack   bool
	Text     string // output spelling: "e4-e5", "e4xe5"
	Words    string // "Captain e4 to e5", "Captain e4 attacks e5"
}

// Moves groups the viewer's legal moves by piece, by square; it is empty unless
// he is to move.
func (r Reader) Moves() []Group {
	var groups []Group
	for _, m := range r.View.Legal {
		if n := len(groups); n == 0 || groups[n-1].From != m.From {
			groups = append(groups, Group{From: m.From, Rank: r.View.At(m.From).Rank})
		}
		g := &groups[len(groups)-1]
		if n := len(g.Choices); n > 0 && g.Choices[n-1].To == m.To {
			continue // the same captain by another way
		}
		g.Choices = append(g.Choices, r.choice(engine.Move{From: m.From, To: m.To}))
	}
	return groups
}

func (r Reader) choice(m engine.Move) Choice {
	target := r.View.At(m.To)
	c := Choice{From: m.From, To: m.To, Attack: target.Square != 0, Text: r.View.Text(m)}
	rank := r.Words.Rank(r.View.At(m.From).Rank)
	from, to := m.From.String(), m.To.String()
	switch {
	case !c.Attack:
		c.Words = r.Words.T("move.step", words.Args{"Rank": rank, "From": from, "To": to})
	case target.Rank == engine.NoRank:
		c.Words = r.Words.T("move.attack", words.Args{"Rank": rank, "From": from, "To": to})
	default:
		c.Words = r.Words.T("move.attack_known",
			words.Args{"Rank": rank, "From": from, "To": to, "Target": r.Words.Rank(target.Rank)})
	}
	return c
}

// MoveCount returns how many choices groups offer.
func MoveCount(groups []Group) int {
	n := 0
	for _, g := range groups {
		n += len(g.Choices)
	}
	return n
}

// Line returns the group as a line of text, "e4: e5 f4".
func (g Group) Line() string {
	var t strings.Builder
	t.WriteString(g.From.String() + ":")
	for _, c := range g.Choices {
		t.WriteString(" " + c.To.String())
	}
	return t.String()
}

// MoveNotes says what a reader of the moves must know beside them: which are
// attacks, where a captain has two ways, where a lost piece may come back.
func (r Reader) MoveNotes(groups []Group) []string {
	var notes, attacks []string
	for _, g := range groups {
		for _, c := range g.Choices {
			if c.Attack {
				attacks = append(attacks, c.Text)
			}
		}
	}
	if len(attacks) > 0 {
		notes = append(notes, r.Words.N("moves.attacks", len(attacks), words.Args{"Moves": join(attacks)}))
	}
	if len(r.View.Legal) > MoveCount(groups) {
		notes = append(notes, r.Words.T("moves.ways"))
	}
	if r.View.Rescue != nil {
		var list []string
		for _, m := range r.View.Rescue.Moves {
			text := r.View.Text(engine.Move{From: m.From, To: m.To})
			if len(list) == 0 || list[len(list)-1] != text {
				list = append(list, text)
			}
		}
		notes = append(notes, r.Words.N("moves.rescue", len(list), words.Args{"Moves": join(list)}))
	}
	return notes
}
