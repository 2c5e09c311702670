package engine_test

import (
	"cmp"
	"slices"

	"fieldpost/engine"
)

// refWords are the refusals of rules.md 11, in its order.
var refWords = []string{
	"off-board", "empty-square", "not-yours", "immovable", "not-a-line", "too-far", "lake", "blocked",
	"own-piece", "no-attack", "two-squares", "more-squares", "ambiguous-path", "rescue",
}

// refKnown keeps what was worked out for the position after so many plies.
type refKnown struct {
	plies   int
	done    bool
	legal   []engine.Move
	refused map[string][]engine.Move // moves that a repetition rule alone forbids
	chases  *engine.Both[refChase]
}

func (r *reference) know() *refKnown {
	if r.known.plies != len(r.history) {
		r.known = refKnown{plies: len(r.history)}
	}
	return &r.known
}

// judge returns the word that refuses m to the side to move, or "".
func (r *reference) judge(m engine.Move) string {
	_, word := r.read(m)
	return word
}

// read judges m in the order of rules.md 11; a legal move comes back with its
// full path.
func (r *reference) read(m engine.Move) (engine.Move, string) {
	if !r.onBoard(m.From) || !r.onBoard(m.To) || m.Via != 0 && !r.onBoard(m.Via) {
		return m, "off-board"
	}
	id, there := r.board[m.From]
	if !there {
		return m, "empty-square"
	}
	if r.pieces[id].color != r.toMove {
		return m, "not-yours"
	}
	if !r.movable(r.pieces[id].rank) {
		return m, "immovable"
	}
	if word := r.shape(m); word != "" {
		return m, word
	}
	var legal [][]engine.Square
	furthest := -1
	for _, way := range r.ways(m) {
		word := r.hindrance(way)
		if word == "" {
			word = r.repetition(way)
		}
		if word == "" {
			legal = append(legal, way)
		}
		furthest = max(furthest, slices.Index(refWords, word))
	}
	switch len(legal) {
	case 0: // of several ways the refusal of the one that got furthest
		return m, refWords[furthest]
	case 1:
		if r.captain(id) && len(legal[0]) == 3 {
			m.Via = legal[0][1]
		}
	default:
		return m, "ambiguous-path"
	}
	if m.Rescue != (engine.Rescue{}) && !r.mayRescue(m) {
		return m, "rescue"
	}
	return m, ""
}

// captain reports whether the captain rule of the Lightning army holds for a
// piece; it is ordinary in every other army.
func (r *reference) captain(id int) bool {
	return r.rules.Army == engine.Lightning && r.pieces[id].rank == engine.Captain
}

// refOnLine reports whether two squares differ and share a file or row.
func refOnLine(a, b engine.Square) bool {
	return a != b && (a.File() == b.File() || a.Row() == b.Row())
}

func refDistance(a, b engine.Square) int {
	return max(a.File()-b.File(), b.File()-a.File()) + max(a.Row()-b.Row(), b.Row()-a.Row())
}

// refDiagonal reports whether b is one file and one row away from a.
func refDiagonal(a, b engine.Square) bool {
	return refDistance(a, b) == 2 && !refOnLine(a, b)
}

// shape judges the squares alone: not-a-line and too-far. A middle square given
// to another piece than a Lightning captain makes the move too far for it.
func (r *reference) shape(m engine.Move) string {
	id := r.board[m.From]
	if r.captain(id) && m.Via != 0 {
		switch {
		case m.From == m.To, !refOnLine(m.From, m.Via), !refOnLine(m.Via, m.To):
			return "not-a-line"
		case refDistance(m.From, m.Via) > 1, refDistance(m.Via, m.To) > 1:
			return "too-far"
		}
		return ""
	}
	if r.captain(id) && refDiagonal(m.From, m.To) {
		return ""
	}
	most := 1
	switch {
	case r.captain(id):
		most = 2
	case r.pieces[id].rank == engine.Scout:
		most = 10
	}
	switch {
	case !refOnLine(m.From, m.To):
		return "not-a-line"
	case m.Via != 0, refDistance(m.From, m.To) > most:
		return "too-far"
	}
	return ""
}

// ways lists the paths that a well-shaped move may mean, every square of each.
func (r *reference) ways(m engine.Move) [][]engine.Square {
	switch {
	case m.Via != 0:
		return [][]engine.Square{{m.From, m.Via, m.To}}
	case refDiagonal(m.From, m.To):
		return [][]engine.Square{
			{m.From, engine.At(m.From.File(), m.To.Row()), m.To},
			{m.From, engine.At(m.To.File(), m.From.Row()), m.To},
		}
	}
	path := []engine.Square{m.From}
	for f, w := m.From.File(), m.From.Row(); f != m.To.File() || w != m.To.Row(); {
		f += cmp.Compare(m.To.File(), f)
		w += cmp.Compare(m.To.Row(), w)
		path = append(path, engine.At(f, w))
	}
	return [][]engine.Square{path}
}

// hindrance judges what stands on the path, for the piece at its begin, whoever
// is to move and without the repetition rules.
func (r *reference) hindrance(path []engine.Square) string {
	id, to := r.board[path[0]], path[len(path)-1]
	mine := r.pieces[id].color
	if r.lake(to) {
		return "lake"
	}
	ownBetween := false
	for _, s := range path[1 : len(path)-1] {
		other, there := r.board[s]
		switch {
		case r.lake(s):
			return "blocked"
		case there && r.captain(id) && r.pieces[other].color == mine:
			ownBetween = true
		case there:
			return "blocked"
		}
	}
	other, attack := r.board[to]
	switch {
	case ownBetween, attack && r.pieces[other].color == mine:
		return "own-piece"
	case attack && !refAttacks(r.pieces[id].rank):
		return "no-attack"
	}
	return ""
}

// legal lists the legal moves of the side to move with full paths and without
// rescues, sorted by from, to, via; none when the game is over.
func (r *reference) legal() []engine.Move {
	if r.outcome != engine.Undecided {
		return nil
	}
	k := r.know()
	if k.done {
		return k.legal
	}
	k.refused = map[string][]engine.Move{}
	for from, id := range r.board {
		if r.pieces[id].color != r.toMove {
			continue
		}
		for _, m := range r.candidates(from, id) {
			switch word := r.judge(m); word {
			case "":
				k.legal = append(k.legal, m)
			case "two-squares", "more-squares":
				k.refused[word] = append(k.refused[word], m)
			}
		}
	}
	refSort(k.legal)
	for _, moves := range k.refused {
		refSort(moves)
	}
	k.done = true
	return k.legal
}

func refSort(moves []engine.Move) {
	slices.SortFunc(moves, func(a, b engine.Move) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Via, b.Via))
	})
}

// candidates lists all the full moves that could be legal for a piece anywhere.
func (r *reference) candidates(from engine.Square, id int) (moves []engine.Move) {
	if r.captain(id) {
		for _, via := range refNextTo(from) {
			moves = append(moves, engine.Move{From: from, To: via})
			for _, to := range refNextTo(via) {
				moves = append(moves, engine.Move{From: from, Via: via, To: to})
			}
		}
		return slices.DeleteFunc(moves, func(m engine.Move) bool {
			return !r.onBoard(m.To) || m.Via != 0 && !r.onBoard(m.Via)
		})
	}
	for i := 1; i <= 10; i++ {
		moves = append(moves,
			engine.Move{From: from, To: engine.At(i, from.Row())},
			engine.Move{From: from, To: engine.At(from.File(), i)})
	}
	return moves
}
