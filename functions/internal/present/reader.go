package present

import (
	"strings"

	"fieldpost/engine"
	"fieldpost/functions/internal/words"
)

// Reader is somebody who looks at a game: what he may know, his language, and
// the names of the two players as words.Name makes them fit. The View says
// which of the two he is; the public is neither.
type Reader struct {
	View  *engine.View
	Words words.Words
	Names engine.Both[string]
}

// Section is a few lines under a title.
type Section struct {
	Title string
	Lines []string
}

// both lists the sides in the order in which this reader reads of them: himself
// first, Red first for the public.
func (r Reader) both() [2]engine.Color {
	if r.View.Viewer == engine.Blue {
		return [2]engine.Color{engine.Blue, engine.Red}
	}
	return [2]engine.Color{engine.Red, engine.Blue}
}

func (r Reader) own(c engine.Color) bool    { return c == r.View.Viewer }
func (r Reader) name(c engine.Color) string { return *r.Names.Of(c) }
func (r Reader) running() bool              { return r.View.Outcome == engine.Undecided }

// join lists words of which each stands for itself.
func join(list []string) string { return strings.Join(list, ", ") }

func squares(pieces []engine.Seen) string {
	list := make([]string, len(pieces))
	for i, p := range pieces {
		list[i] = p.Square.String()
	}
	return join(list)
}

// Pieces lists what stands on the board, side by side, to be read aloud: ranks
// strongest first with their squares, then what is hidden.
func (r Reader) Pieces() []Section {
	var list []Section
	for _, c := range r.both() {
		list = append(list, r.side(c))
	}
	return list
}

func (r Reader) side(c engine.Color) Section {
	var known [len(engine.Ranks)][]engine.Seen
	var all, waiting, moved, shown, rescuers []engine.Seen
	rescued := map[engine.Square]bool{}
	for _, at := range r.View.Rescued {
		rescued[at] = true
	}
	for _, p := range r.View.Pieces {
		if p.Color != c {
			continue
		}
		all = append(all, p)
		switch {
		case p.Rank != engine.NoRank:
			i := indexOf(p.Rank)
			known[i] = append(known[i], p)
		case p.Moved:
			moved = append(moved, p)
		default:
			waiting = append(waiting, p)
		}
		if r.own(c) && p.Revealed && r.running() {
			shown = append(shown, p)
		}
		if rescued[p.Square] {
			rescuers = append(rescuers, p)
		}
	}
	w := r.Words
	s := Section{Title: w.N("pieces.other", len(all), words.Args{"Name": r.name(c)})}
	if r.own(c) {
		s.Title = w.N("pieces.own", len(all))
	}
	add := func(line string) { s.Lines = append(s.Lines, line) }
	for i, pieces := range known {
		if n := len(pieces); n > 0 {
			add(w.T("pieces.line", words.Args{"Ranks": w.Ranks(engine.Ranks[i], n), "Squares": squares(pieces)}))
		}
	}
	if len(moved) > 0 {
		add(w.T("pieces.hidden_moved", words.Args{"Squares": squares(moved)}))
	}
	if len(waiting) > 0 {
		add(w.T("pieces.hidden", words.Args{"Squares": squares(waiting)}))
	}
	if len(shown) > 0 {
		list := make([]string, len(shown))
		for i, p := range shown {
			list[i] = w.T("pieces.at", words.Args{"Rank": w.Rank(p.Rank), "Square": p.Square.String()})
		}
		add(w.T("pieces.shown", words.Args{"Name": r.name(c.Other()), "Pieces": join(list)}))
	}
	if len(rescuers) > 0 {
		add(w.T("pieces.rescuers", words.Args{"Squares": squares(rescuers)}))
	}
	return s
}

func indexOf(rank engine.Rank) int {
	for i, r := range engine.Ranks {
		if r == rank {
			return i
		}
	}
	return -1
}
