package inbound

import (
	"context"
	"errors"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/words"
)

// lines saves what is to be played if, beside what is saved already, or forgets all of
// it, and answers with what is saved then. In doubt about the sender it does nothing,
// nor shows anything: there is no link by which one line could be saved.
func (v *visit) lines(ctx context.Context, c command.Command) error {
	w, set := v.words, match.SetLines{By: v.link.Seat, Ply: v.ownPly(), Lines: c.Lines, Add: c.Lines != nil}
	if v.doubt != noDoubt {
		v.say(w.T("answer.line_link"))
		return nil
	}
	err := v.do(ctx, set)
	switch text := w.LineFault(err, v.other()); {
	case err == nil && c.Lines == nil:
		v.say(w.T("line.removed", words.Args{"Name": v.other()}))
	case err == nil:
		v.say(w.T("line.saved", words.Args{"Name": v.other()}))
	case errors.Is(err, match.ErrRepeated):
		v.say(w.T("answer.already"))
	case text != "":
		v.fail(text, w.T("line.not_saved"))
		v.answer.Game = true
	default:
		return v.tell(err, "")
	}
	v.savedLines()
	return nil
}

// ownPly is the ply for which lines in this mail are: the one that the answered mail
// has shown, or the next, which the player has made himself since.
func (v *visit) ownPly() int {
	if ply := v.match.Game.Ply(); ply == v.link.Ply+1 && v.match.Game.ToMove() != v.link.Seat {
		return ply
	}
	return v.link.Ply
}

// savedLines lists what is saved.
func (v *visit) savedLines() {
	w := v.words
	lines := v.match.Plans.Of(v.link.Seat).Lines
	if len(lines) == 0 {
		v.say(w.T("line.none"))
		return
	}
	block := mail.Lines{Title: w.T("line.list")}
	for _, l := range lines {
		block.Lines = append(block.Lines, w.Line(l, v.other())...)
	}
	v.answer.Lists = append(v.answer.Lists, block)
}

// answered tells the player of his move, which a line of the other's has answered.
func (v *visit) answered() []string {
	w, view := v.words, v.view()
	own, ok := engine.Recall(v.match.Game, v.link.Seat, v.link.Ply+1)
	if !ok {
		return nil
	}
	say := []string{w.LastMove(&own, v.names)}
	if view.Outcome != engine.Undecided {
		return append(say, w.T("line.answered_last", words.Args{"Name": v.other()}), w.Ended(view, v.names))
	}
	return append(say, w.T("line.answered", words.Args{"Name": v.other()}), w.LastMove(view, v.names))
}
