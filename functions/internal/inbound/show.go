package inbound

import (
	"context"
	"fmt"
	"strconv"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
)

// mostGames are listed in an answer.
const mostGames = 100

// show answers with what a command asks to see.
func (v *visit) show(ctx context.Context, k command.Kind) error {
	switch k {
	case command.Board:
		v.say(v.stands())
		v.answer.Game = true
	case command.Moves:
		v.say(v.stands())
		v.answer.Moves = true
	case command.Record:
		v.say(v.stands())
		v.answer.Record = true
	case command.Games:
		return v.games(ctx)
	default:
		v.say(v.words.T("answer.help"))
		v.help()
	}
	return nil
}

// stands says in a sentence how the game stands.
func (v *visit) stands() string { return standing(v.words, v.match, v.link.Seat, v.names) }

func standing(w words.Words, m match.Match, seat engine.Color, names engine.Both[string]) string {
	view, name := m.View(seat), *names.Of(seat.Other())
	switch {
	case m.State == match.Aborted:
		return w.Aborted(seat, m.AbortedBy, names)
	case m.State == match.Over:
		return w.Ended(&view, names)
	case m.State == match.Declined && seat == m.Creator:
		return w.T("page.refused.declined_they", words.Args{"Name": name})
	case m.State == match.Declined:
		return w.T("page.refused.declined_you")
	case m.State == match.Withdrawn && seat == m.Creator:
		return w.T("page.refused.withdrawn_you")
	case m.State == match.Withdrawn:
		return w.T("page.refused.withdrawn_they", words.Args{"Name": name})
	case m.Refused() && seat == m.Creator:
		return w.T("page.refused.expired_they")
	case m.Refused():
		return w.T("page.refused.expired_you", words.Args{"Name": name})
	case m.State == match.Unconfirmed:
		return w.T("page.soon.unconfirmed")
	case m.State == match.Invited && seat == m.Creator:
		return w.T("page.games.invited", words.Args{"Name": name})
	case m.State == match.Invited:
		return w.T("page.join.title", words.Args{"Name": name})
	case m.State == match.SettingUp && m.Seat(seat).Submitted:
		return w.T("page.games.waiting", words.Args{"Name": name})
	case m.State == match.SettingUp:
		return w.T("page.games.set_up")
	case m.Game.ToMove() == seat:
		return w.TurnLine(&view, names)
	}
	return w.T("page.board.their_turn", words.Args{"Name": name, "Turn": strconv.Itoa(m.Game.Ply() + 1)})
}

// games lists his games, newest first.
func (v *visit) games(ctx context.Context) error {
	w := v.words
	list, err := v.People.Games(ctx, v.seat().Key)
	if err != nil {
		return fmt.Errorf("list games: %w", err)
	}
	if len(list) == 0 { // of a seat that is older than the keys
		list = []match.Match{v.match}
	}
	v.say(w.T("answer.games"))
	for _, m := range list[:min(len(list), mostGames)] {
		if m.Late(v.Now()) {
			if m, err = v.Games.Load(ctx, m.ID); err != nil {
				v.Log.Warn("game not listed", "err", fmt.Sprintf("%T", err)) // it must not hide the others
				continue
			}
		}
		seat := players.SeatOf(m, v.seat().Key)
		if seat == engine.NoColor {
			seat = v.link.Seat
		}
		one := *v
		one.stand(m)
		one.words = w
		v.answer.Lists = append(v.answer.Lists, mail.Lines{
			Title: w.T("page.game", words.Args{"Red": one.names.Red, "Blue": one.names.Blue, "Code": m.ID.Code()}),
			Lines: []string{standing(w, m, seat, one.names)},
		})
	}
	return nil
}

// none answers a mail without a command: with what is missing behind its only word, or
// with all that can be written.
func (v *visit) none() {
	w := v.words
	switch command.Bare(v.read.Lines) {
	case command.Vacation:
		v.fail(w.T("answer.bare_vacation"), w.T("answer.bare_more"))
	case command.Say:
		v.fail(w.T("answer.bare_say"), w.T("answer.bare_more"))
	case command.Lines:
		v.fail(w.T("answer.bare_if"), w.T("answer.bare_more"))
	default:
		v.fail(w.T("answer.none"))
		v.help()
	}
}

// help lists what can be written.
func (v *visit) help() {
	w := v.words
	v.answer.Lists = append(v.answer.Lists, mail.Lines{
		Title: w.T("answer.help_title"),
		Lines: []string{
			w.T("answer.help_move"), w.T("answer.help_draw_with"), w.T("answer.help_ways"),
			w.T("answer.help_if"),
			w.T("answer.help_setup"), w.T("answer.help_random"), w.T("answer.help_preset"),
			w.T("answer.help_draw"), w.T("answer.help_claim"), w.T("answer.help_accept"),
			w.T("answer.help_resign"), w.T("answer.help_abort"), w.T("answer.help_rematch"), w.T("answer.help_say"),
			w.T("answer.help_board"), w.T("answer.help_moves"), w.T("answer.help_record"), w.T("answer.help_games"),
			w.T("answer.help_vacation"), w.T("answer.help_back"), w.T("answer.help_time"),
			w.T("answer.help_stop"), w.T("answer.help_help"),
		},
	})
}
