package site

import (
	"errors"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// refusals are the buttons beside the one that accepts an invitation.
func (v *visit) refusals() []option {
	return []option{
		{Value: "decline", Text: v.words.T("page.join.decline")},
		{Value: "block", Text: v.words.T("page.join.block")},
	}
}

// block declines an invitation and keeps all others of that person away. The
// block is written first, so that a second press makes up for what failed; one
// that was declined before may be blocked still. The inviter is told only that
// it was declined.
func (v *visit) block() error {
	ctx, decline := v.r.Context(), match.Decline{By: v.link.Seat}
	m, err := v.Games.Reload(ctx, v.link.Game)
	switch {
	case err != nil:
		return err
	case m.Seat(v.link.Seat).Epoch != v.link.Epoch: // it is somebody else's by now
		return link.ErrBad
	}
	if _, _, err := match.Decide(m, decline, v.Now()); err == nil || errors.Is(err, match.ErrRepeated) {
		if err := v.Players.Block(ctx, m.Seat(v.link.Seat).Key, m.Seat(m.Creator).Key); err != nil {
			return err
		}
	}
	return v.do(decline)
}

// blocked is the page after it.
func (v *visit) blocked() page {
	w := v.words
	p := v.begin(w.T("page.blocked.title"))
	p.Lead = []string{w.T("page.blocked.done", words.Args{"Name": v.other()}), w.T("page.blocked.mails")}
	p.Next = []anchor{{w.T("page.mails.choose"), v.toMails(v.seat().Key)}}
	return p
}
