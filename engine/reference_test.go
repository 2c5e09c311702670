package engine_test

import (
	"fmt"
	"maps"
	"slices"

	"fieldpost/engine"
)

// The reference: rules.md 2–8 once more, slow and word for word. It shares with
// the engine only value types, keeps every placement that ever stood, and works
// out each question anew from the whole history. Where the engine and the
// reference differ, one of them misreads the rules.

// refPlacement says which piece stands on which square, by identity, never by
// rank (rules.md 6).
type refPlacement map[engine.Square]int

type refPiece struct {
	color  engine.Color
	rank   engine.Rank
	moved  bool
	marked bool // has rescued; follows the piece into the tray and back
	shown  int  // the last ply at which both were shown its rank, or one of:
}

const (
	refNever   = -1
	refEarlier = -2 // long before a free position was set up; memory has lost it
)

// refPly is all that happened in one ply, the truth of it.
type refPly struct {
	color   engine.Color
	piece   int
	path    []engine.Square // every square from the first to the last
	move    engine.Move     // full path; the rescue only if it happened
	attack  engine.Attack   // true ranks
	unnamed bool            // silent defence: the defender's rank was not named
	long    bool            // shown by a long move
	rescued bool
	after   refPlacement
}

func (p *refPly) attacked() bool { return p.attack.Result != engine.NoResult }

// refStart is where a reference game begins.
type refStart struct {
	rules  engine.Rules
	pieces map[engine.Square]refPiece
	trays  engine.Both[[]refPiece]
	used   engine.Both[int] // rescues
	toMove engine.Color
}

type reference struct {
	rules   engine.Rules
	pieces  []refPiece // by identity, the lost ones too
	board   refPlacement
	trays   engine.Both[[]int] // by time of loss
	used    engine.Both[int]
	toMove  engine.Color
	history []refPly
	outcome engine.Outcome
	reason  engine.Reason

	known refKnown
}

// newReference begins a game anywhere and tests its end once (rules.md 4).
func newReference(start refStart) *reference {
	r := &reference{rules: start.rules, board: refPlacement{}, used: start.used, toMove: start.toMove}
	for _, s := range slices.Sorted(maps.Keys(start.pieces)) {
		r.board[s] = len(r.pieces)
		r.pieces = append(r.pieces, start.pieces[s])
	}
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		for _, p := range *start.trays.Of(c) {
			*r.trays.Of(c) = append(*r.trays.Of(c), len(r.pieces))
			r.pieces = append(r.pieces, p)
		}
	}
	r.testEnd(engine.NoColor)
	return r
}

// referenceFromSetups begins a game as two players do: Red's first symbol is a4
// (a3 on 8×8), Blue's j7 (h6): own front row first, each from his left.
func referenceFromSetups(rules engine.Rules, red, blue engine.Setup) *reference {
	start := refStart{rules: rules, pieces: map[engine.Square]refPiece{}, toMove: engine.Red}
	size, rows := refSize(rules.Army)
	for i := range size * rows {
		right, back := i%size, i/size
		if rank := red[i]; rank != engine.NoRank {
			start.pieces[engine.At(1+right, rows-back)] = refPiece{color: engine.Red, rank: rank, shown: refNever}
		}
		if rank := blue[i]; rank != engine.NoRank {
			start.pieces[engine.At(size-right, size-rows+1+back)] = refPiece{color: engine.Blue, rank: rank, shown: refNever}
		}
	}
	return newReference(start)
}

// refSize returns the files and rows of an army's board and its setup rows
// (rules.md 1, 7).
func refSize(a engine.Army) (size, setupRows int) {
	if a == engine.Skirmish || a == engine.Skirmish16 {
		return 8, 3
	}
	return 10, 4
}

func (r *reference) onBoard(s engine.Square) bool {
	size, _ := refSize(r.rules.Army)
	return s.File() >= 1 && s.File() <= size && s.Row() >= 1 && s.Row() <= size
}

func (r *reference) lake(s engine.Square) bool {
	if size, _ := refSize(r.rules.Army); size == 8 {
		return (s.File() == 3 || s.File() == 6) && (s.Row() == 4 || s.Row() == 5)
	}
	return (s.File() == 3 || s.File() == 4 || s.File() == 7 || s.File() == 8) && (s.Row() == 5 || s.Row() == 6)
}

func (r *reference) home(c engine.Color, s engine.Square) bool {
	size, rows := refSize(r.rules.Army)
	if c == engine.Red {
		return s.Row() <= rows
	}
	return s.Row() > size-rows
}

// lastRow is the row at the opponent's back.
func (r *reference) lastRow(c engine.Color) int {
	if c == engine.Red {
		size, _ := refSize(r.rules.Army)
		return size
	}
	return 1
}

// refNextTo lists the squares one orthogonal step from s, off the board too.
func refNextTo(s engine.Square) []engine.Square {
	f, w := s.File(), s.Row()
	return []engine.Square{engine.At(f-1, w), engine.At(f+1, w), engine.At(f, w-1), engine.At(f, w+1)}
}

func (r *reference) movable(rank engine.Rank) bool {
	switch rank {
	case engine.Bomb:
		return r.rules.MovingBombs
	case engine.Flag:
		return r.rules.MovingFlag
	}
	return true
}

// refAttacks: bombs and flags never attack, moving or not (rules.md 3, 7).
func refAttacks(rank engine.Rank) bool { return rank != engine.Bomb && rank != engine.Flag }

// play makes a legal move and returns its record line with the ranks that were
// named, and how the game stands.
func (r *reference) play(m engine.Move) (string, engine.Outcome, engine.Reason) {
	full, word := r.read(m)
	if word != "" {
		panic(fmt.Sprintf("%v is refused: %s", m, word))
	}
	wish := full.Rescue
	full.Rescue = engine.Rescue{}
	me, number := r.toMove, len(r.history)+1
	id := r.board[full.From]
	mover := &r.pieces[id]
	ply := refPly{color: me, piece: id, move: full, path: r.ways(full)[0]}

	// 2: a scout move of two squares or more reveals it; 7: so do a captain's two steps.
	if len(ply.path) > 2 && r.rules.ScoutReveal {
		ply.long = true
		mover.shown = number
	}
	mover.moved = true
	delete(r.board, full.From)
	alive, flag := true, false
	if other, attacked := r.board[full.To]; attacked {
		alive, flag = r.attack(&ply, id, other, number)
	} else {
		r.board[full.To] = id
	}

	switch {
	case flag:
		r.end(refWins(me), engine.ByFlag)
	case mover.rank == engine.Flag && full.To.Row() == r.lastRow(me):
		r.end(refWins(me), engine.ByFlagHome)
	}
	// Without an attack a rescue is part of the ply, and only 4.1 comes before it.
	// 7: with one it happens iff the attacker survives and the game goes on.
	wished := wish != engine.Rescue{} && alive
	if wished && !ply.attacked() {
		r.rescue(&ply, wish, number)
	}
	r.write(ply)
	if wished && ply.attacked() && r.rescue(&ply, wish, number) {
		r.history = r.history[:number-1]
		r.write(ply)
	}
	return refLine(r.named(number)), r.outcome, r.reason
}

// write adds a ply to the history and tests whether it ends the game.
func (r *reference) write(ply refPly) {
	ply.after = maps.Clone(r.board)
	r.history = append(r.history, ply)
	r.known = refKnown{plies: len(r.history)}
	r.toMove = ply.color.Other()
	if r.outcome == engine.Undecided {
		r.testEnd(ply.color)
	}
}
