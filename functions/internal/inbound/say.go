package inbound

import (
	"context"
	"errors"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/words"
)

// tellOther sends the message of c to the other player, and says what he was told. In
// doubt about the sender nothing of the mail is repeated: whoever has written it would
// have the player mailed by us.
func (v *visit) tellOther(ctx context.Context, c command.Command) error {
	w := v.words
	if v.doubt != noDoubt {
		v.say(w.T("talk.doubt"))
		return nil
	}
	err := v.do(ctx, match.Say{By: v.link.Seat, Text: c.Text})
	input, bad := errors.AsType[*match.InputError](err)
	_, early := errors.AsType[*match.StateError](err)
	switch {
	case err == nil, errors.Is(err, match.ErrRepeated):
		v.say(w.T("talk.told", words.Args{"Name": v.other()}))
		v.answer.Told = c.Text
	case bad && input.Problem == match.MessageTooLong:
		v.fail(w.N("talk.too_long", match.MostMessageLetters))
	case bad:
		v.fail(w.Input(input))
	case early && v.match.Parted():
		v.fail(w.T("talk.gone"))
	case early && !v.match.Refused():
		v.fail(w.T("talk.not_yet"), v.stands())
	default:
		return v.tell(err, "")
	}
	return nil
}
