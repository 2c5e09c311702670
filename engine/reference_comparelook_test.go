package engine_test

import (
	"fmt"
	"slices"

	"fieldpost/engine"
)

// comparePosition compares what truly stands where.
func (p *refPair) comparePosition() {
	pos, r := p.game.Position(), p.ref
	p.want(len(pos.Pieces) == len(r.board), "pieces on the board", len(pos.Pieces), len(r.board))
	for s, id := range r.board {
		got, piece := pos.Pieces[s], r.pieces[id]
		want := engine.Piece{Color: piece.color, Rank: piece.rank, Moved: piece.moved, Rescued: piece.marked, Revealed: got.Revealed}
		p.want(got == want, "piece on "+s.String(), got, want)
	}
	p.want(pos.RescuesUsed == r.used, "rescues used", pos.RescuesUsed, r.used)
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		got, want := pos.Trays.Of(c).List(), r.tray(c)
		p.want(slices.Equal(got, want), c.String()+" tray", got, want)
		marks, wantMarks := *pos.RescuedInTray.Of(c), r.trayMarks(c)
		p.want(marks == wantMarks, "marks in the "+c.String()+" tray", marks, wantMarks)
	}
}

// compareViews compares everything that each viewer may know.
func (p *refPair) compareViews() {
	record := p.ref.record()
	for _, viewer := range []engine.Color{engine.Red, engine.Blue, engine.NoColor} {
		got, want := engine.Look(p.game, viewer), p.ref.look(viewer, record)
		who := fmt.Sprintf("what %v knows of ", viewer)
		p.want(got.Viewer == want.Viewer && got.Rules == want.Rules, who+"the rules", got.Rules, want.Rules)
		p.want(got.Ply == want.Ply && got.ToMove == want.ToMove && got.Outcome == want.Outcome && got.Reason == want.Reason, who+"the state",
			[]any{got.Ply, got.ToMove, got.Outcome, got.Reason}, []any{want.Ply, want.ToMove, want.Outcome, want.Reason})
		if p.want(len(got.Pieces) == len(want.Pieces), who+"the pieces", got.Pieces, want.Pieces) {
			for i := range want.Pieces {
				p.want(got.Pieces[i] == want.Pieces[i], who+"a piece", got.Pieces[i], want.Pieces[i])
			}
		}
		p.want(slices.Equal(got.Trays.Red, want.Trays.Red) && slices.Equal(got.Trays.Blue, want.Trays.Blue), who+"the trays", got.Trays, want.Trays)
		p.want(slices.Equal(got.Spent.Red, want.Spent.Red) && slices.Equal(got.Spent.Blue, want.Spent.Blue), who+"the marks in the trays", got.Spent, want.Spent)
		p.want(got.RescuesUsed == want.RescuesUsed && slices.Equal(got.Rescued, want.Rescued), who+"the marks",
			[]any{got.RescuesUsed, got.Rescued}, []any{want.RescuesUsed, want.Rescued})
		p.want(slices.Equal(got.Legal, want.Legal), who+"the legal moves", got.Legal, want.Legal)
		p.want(refSameRescues(got.Rescue, want.Rescue), who+"rescues", got.Rescue, want.Rescue)
		p.want(got.Claimable == want.Claimable, who+"claims", got.Claimable, want.Claimable)
		p.compareRecord(who+"the record", got.Record, want.Record)
	}
}

// compareRecord compares two records ply by ply, and the texts of the last four
// (of all when the game is over).
func (p *refPair) compareRecord(what string, got, want []engine.Ply) {
	if len(got) != len(want) {
		p.want(false, what, got, want)
		return
	}
	for i := range want {
		if got[i] != want[i] {
			p.want(false, fmt.Sprintf("%s, ply %d", what, i+1), fmt.Sprintf("%+v", got[i]), fmt.Sprintf("%+v", want[i]))
		}
		if i+4 >= len(want) || p.ref.outcome != engine.Undecided {
			p.want(got[i].Text() == refLine(want[i]), what+" as text", got[i].Text(), refLine(want[i]))
		}
	}
}
