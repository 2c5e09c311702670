package inbound

import (
	"context"
	"errors"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// move plays the move of c at the ply that the answered mail had shown.
func (v *visit) move(ctx context.Context, c command.Command) error {
	w, seat := v.words, v.link.Seat
	play := match.PlayMove{By: seat, Ply: v.link.Ply, Move: c.Move, OfferDraw: c.OfferDraw, Unaware: !v.current()}
	if v.match.State == match.Playing && v.link.Ply == v.match.Game.Ply() && c.Piece != engine.NoRank {
		if there := v.view().At(c.Move.From); there.Color != seat || there.Rank != c.Piece {
			v.fail(w.T("answer.other_piece", words.Args{"Rank": w.Rank(c.Piece), "From": c.Move.From.String()}))
			v.answer.Game = true
			return nil
		}
	}
	if v.doubt == noDoubt {
		return v.moved(c, v.do(ctx, play))
	}
	if _, _, err := match.Decide(v.match, play, v.Now()); err != nil && !errors.Is(err, match.ErrOffered) {
		return v.moved(c, err)
	}
	v.offer(v.pageOf(v.view().Text(c.Move)), link.Link{Purpose: link.Move, Ply: v.link.Ply, Move: c.Move})
	return nil
}

// moved says what came of a move.
func (v *visit) moved(c command.Command, err error) error {
	w, view := v.words, v.view()
	if text := w.Refusal(err); err != nil && text != "" {
		next := w.T("answer.not_played", words.Args{"Move": c.Move.String()})
		if r, ok := errors.AsType[*engine.Refusal](err); ok && r.Rule == engine.AmbiguousPath {
			next = w.T("answer.which_way", words.Args{"Move": c.Move.String()})
		}
		v.fail(text, next)
		v.answer.Moves = true
		return nil
	}
	switch {
	case err == nil && view.Ply > v.link.Ply+1:
		v.say(v.answered()...)
		v.answer.Game = true
	case err == nil && view.Outcome != engine.Undecided:
		v.say(w.LastMove(view, v.names), w.T("page.move.played_last"))
	case err == nil && c.OfferDraw:
		v.say(w.LastMove(view, v.names), w.T("page.move.played_offer", words.Args{"Name": v.other()}))
	case err == nil:
		v.say(w.LastMove(view, v.names), w.T("page.move.played", words.Args{"Name": v.other()}))
	case errors.Is(err, match.ErrRepeated):
		v.say(w.T("answer.already_played", words.Args{"Move": view.Record[v.link.Ply].Text()}), v.stands())
	case !v.match.Begun() && !v.match.Ended():
		v.fail(w.T("answer.not_begun"), v.stands())
		v.answer.Game = true
	case errors.Is(err, match.ErrStale) && v.link.Ply < len(view.Record) && view.Record[v.link.Ply].Color == v.link.Seat:
		v.fail(w.T("answer.other_move", words.Args{"Move": view.Record[v.link.Ply].Text()}), v.stands())
		v.answer.Game = true
	case errors.Is(err, match.ErrOffered):
		v.fail(w.T("answer.offered", words.Args{"Name": v.other()}))
		v.answer.Game = true
	default:
		return v.tell(err, "")
	}
	return nil
}
