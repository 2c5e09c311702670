package engine_test

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/engine"
)

// refStrongestFirst is the order of trays (rules.md 3).
var refStrongestFirst = []engine.Rank{
	engine.Marshal, engine.General, engine.Colonel, engine.Major, engine.Captain, engine.Lieutenant,
	engine.Sergeant, engine.Miner, engine.Scout, engine.Spy, engine.Bomb, engine.Flag,
}

// revealed reports whether the rank of a piece was shown to both while the game
// ran; under memory, as long as it runs, in one of the last two plies.
func (r *reference) revealed(id int) bool {
	shown := r.pieces[id].shown
	switch {
	case shown == refNever:
		return false
	case r.rules.Memory && r.outcome == engine.Undecided:
		return len(r.history) <= shown+1
	}
	return true
}

// sees lists what a viewer knows of the pieces on the board, by square. The
// public knows what both know. When the game is over all ranks are seen.
func (r *reference) sees(viewer engine.Color) []engine.Seen {
	var seen []engine.Seen
	for w := 1; w <= 10; w++ {
		for f := 1; f <= 10; f++ {
			id, there := r.board[engine.At(f, w)]
			if !there {
				continue
			}
			p := r.pieces[id]
			s := engine.Seen{Square: engine.At(f, w), Color: p.color, Moved: p.moved, Revealed: r.revealed(id)}
			if s.Revealed || p.color == viewer || r.outcome != engine.Undecided {
				s.Rank = p.rank
			}
			seen = append(seen, s)
		}
	}
	return seen
}

// tray lists c's lost pieces, strongest first.
func (r *reference) tray(c engine.Color) []engine.Rank {
	var list []engine.Rank
	for _, rank := range refStrongestFirst {
		for _, id := range *r.trays.Of(c) {
			if r.pieces[id].rank == rank {
				list = append(list, rank)
			}
		}
	}
	return list
}

// trayMarks counts the marked pieces in c's tray.
func (r *reference) trayMarks(c engine.Color) (marks engine.Troops) {
	for _, id := range *r.trays.Of(c) {
		if r.pieces[id].marked {
			marks[r.pieces[id].rank]++
		}
	}
	return marks
}

// named returns ply number n with the ranks that were shown in it.
func (r *reference) named(n int) engine.Ply {
	ply := r.truth(n)
	if r.history[n-1].unnamed {
		ply.Attack.Defender = engine.NoRank
	}
	return ply
}

// truth returns ply number n with true ranks.
func (r *reference) truth(n int) engine.Ply {
	p := &r.history[n-1]
	ply := engine.Ply{Number: n, Color: p.color, Move: p.move, Attack: p.attack}
	if p.long && !p.attacked() {
		ply.Shown = r.pieces[p.piece].rank
	}
	return ply
}

// record is the record that every viewer reads: what was named while the game
// runs, without the ranks of all but the last two plies under memory; the truth
// when it is over.
func (r *reference) record() []engine.Ply {
	var list []engine.Ply
	for n := 1; n <= len(r.history); n++ {
		ply := r.named(n)
		switch {
		case r.outcome != engine.Undecided:
			ply = r.truth(n)
		case r.rules.Memory && len(r.history) > n+1:
			ply.Shown = engine.NoRank
			ply.Attack.Attacker, ply.Attack.Defender = engine.NoRank, engine.NoRank
			ply.Move.Rescue.Rank = engine.NoRank
		}
		list = append(list, ply)
	}
	return list
}

// refLine writes a ply as rules.md 11 does, without its number.
func refLine(p engine.Ply) string {
	attacked := p.Attack.Result != engine.NoResult
	var b strings.Builder
	b.WriteString(p.Move.From.String())
	if p.Move.Via != 0 {
		b.WriteString("-" + p.Move.Via.String())
	}
	b.WriteString(map[bool]string{false: "-", true: "x"}[attacked])
	b.WriteString(p.Move.To.String())
	if p.Shown != engine.NoRank {
		fmt.Fprintf(&b, " (%s)", refSymbol(p.Shown))
	}
	if attacked {
		sign := map[engine.Result]string{engine.Wins: ">", engine.Loses: "<", engine.BothLose: "="}[p.Attack.Result]
		if p.Attack.Attacker == engine.NoRank {
			b.WriteString(" " + sign)
		} else {
			b.WriteString(" " + refSymbol(p.Attack.Attacker) + sign + refSymbol(p.Attack.Defender))
		}
	}
	if p.Move.Rescue.Square != 0 {
		b.WriteString(" +" + refSymbol(p.Move.Rescue.Rank) + "@" + p.Move.Rescue.Square.String())
	}
	return b.String()
}

func refSymbol(rank engine.Rank) string {
	return map[engine.Rank]string{
		engine.NoRank: "?", engine.Spy: "S", engine.Scout: "2", engine.Miner: "3", engine.Sergeant: "4",
		engine.Lieutenant: "5", engine.Captain: "6", engine.Major: "7", engine.Colonel: "8",
		engine.General: "9", engine.Marshal: "M", engine.Bomb: "B", engine.Flag: "F",
	}[rank]
}

// look gathers all that a viewer may know (rules.md 8); the record is one for
// all of them.
func (r *reference) look(viewer engine.Color, record []engine.Ply) engine.View {
	v := engine.View{
		Viewer: viewer, Rules: r.rules, Ply: len(r.history), Outcome: r.outcome, Reason: r.reason,
		Pieces: r.sees(viewer), RescuesUsed: r.used, Record: record,
	}
	v.Trays.Red, v.Trays.Blue = r.tray(engine.Red), r.tray(engine.Blue)
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		marks := r.trayMarks(c)
		*v.Spent.Of(c) = marks.List()
	}
	for s, id := range r.board {
		if r.pieces[id].marked {
			v.Rescued = append(v.Rescued, s)
		}
	}
	slices.Sort(v.Rescued)
	if r.outcome != engine.Undecided {
		return v
	}
	v.ToMove = r.toMove
	v.Claimable = viewer != engine.NoColor && r.claimable()
	if viewer == r.toMove {
		v.Legal, v.Rescue = r.legal(), r.rescues()
	}
	return v
}

// drawing is the board as text, for reports: red upper case, blue in brackets.
func (r *reference) drawing() string {
	var b strings.Builder
	size, _ := refSize(r.rules.Army)
	for w := size; w >= 1; w-- {
		fmt.Fprintf(&b, "%2d ", w)
		for f := 1; f <= size; f++ {
			s := engine.At(f, w)
			id, there := r.board[s]
			switch {
			case !there && r.lake(s):
				b.WriteString(" ~~ ")
			case !there:
				b.WriteString("  . ")
			case r.pieces[id].color == engine.Red:
				fmt.Fprintf(&b, " r%s ", refSymbol(r.pieces[id].rank))
			default:
				fmt.Fprintf(&b, " b%s ", refSymbol(r.pieces[id].rank))
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("     a   b   c   d   e   f   g   h   i   j\n")
	fmt.Fprintf(&b, "%v to move, trays red %v blue %v\n", r.toMove, r.tray(engine.Red), r.tray(engine.Blue))
	return b.String()
}
