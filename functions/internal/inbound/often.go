package inbound

import (
	"context"
	"errors"
	"fmt"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
)

// counted counts the answer, and reports whether it may be sent. Three a day tell of
// mails that came to nothing, and at most one of them of a mail in doubt: whoever forges
// mails leaves the player what is told of his own mistakes. The link by which he does
// himself what such a mail has asked for is one of the three where there is room, and
// goes out where there is none.
func (v *visit) counted(ctx context.Context, key player.Key) (bool, error) {
	seat := v.link.Game.String() + "." + v.link.Seat.String()
	who := seat
	if key != (player.Key{}) {
		who = players.Person(key)
	}
	doubted := v.doubt != noDoubt
	var reached players.Limit
	var err error
	switch {
	case doubted && v.opened:
		if reached, err = v.take(ctx, fmt.Sprint(seat, ".", v.match.Game.Ply()), players.LinkMails); reached == players.NoLimit && err == nil {
			_, err = v.take(ctx, who, players.DoubtMails, players.HelpMails)
		}
	case doubted:
		reached, err = v.take(ctx, who, players.DoubtMails, players.HelpMails)
	case v.fault:
		reached, err = v.take(ctx, who, players.HelpMails)
	}
	if reached == players.NoLimit && err == nil { // last: what is refused uses up nothing of it
		reached, err = v.take(ctx, who, players.AnswerMails)
	}
	if err != nil {
		return false, fmt.Errorf("count an answer: %w", err)
	}
	if reached != players.NoLimit {
		v.Log.Info("mail not answered", "game", v.link.Game, "seat", v.link.Seat, "limit", reached.String())
	}
	return reached == players.NoLimit, nil
}

// take counts one more of each limit, up to the first that is reached, which it returns.
func (v *visit) take(ctx context.Context, who string, limits ...players.Limit) (players.Limit, error) {
	for _, l := range limits {
		err := v.People.Take(ctx, l, who)
		if e, enough := errors.AsType[*players.LimitError](err); enough {
			return e.What, nil
		}
		if err != nil {
			return players.NoLimit, err
		}
	}
	return players.NoLimit, nil
}
