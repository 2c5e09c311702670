package inbound

import (
	"context"
	"errors"
	"fmt"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/inbound/letter"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// visit is a mail to one seat while it is followed.
type visit struct {
	*Desk
	link   link.Link
	in     Delivery
	read   letter.Letter
	unread bool   // it is too large or too intricate
	key    string // of the claim of its answer

	match match.Match // as it stands after what was done
	words words.Words // the language of the seat
	names engine.Both[string]
	doubt doubt

	answer mail.Answer
	fault  bool // the answer tells that nothing came of the mail
	opened bool // in doubt, the answer lets the player do himself what the mail has asked for
}

// doubt is why a mail may not be the player's. The zero value is none.
type doubt int

const (
	noDoubt   doubt = iota
	otherFrom       // it does not say that it is from his address, and nobody's else
	unproved        // it says so, and nothing shows that its domain has sent it
)

func (d doubt) String() string { return [...]string{"none", "from", "unproved"}[d] }

// follow does what the mail asks for, and answers it. It returns nil, too, for a mail
// that is dropped.
func (v *visit) follow(ctx context.Context) error {
	m, err := v.Games.Load(ctx, v.link.Game)
	if err == nil && m.Seat(v.link.Seat).Epoch != v.link.Epoch {
		m, err = v.Games.Reload(ctx, v.link.Game)
	}
	switch {
	case errors.Is(err, match.ErrNotFound):
		return v.drop("no game")
	case err != nil:
		return fmt.Errorf("load the game of a mail: %w", err)
	case m.Seat(v.link.Seat).Epoch != v.link.Epoch, m.Seat(v.link.Seat).Address == "":
		return v.drop("cancelled address")
	}
	v.stand(m)
	if v.ours() {
		return v.drop("our own")
	}
	v.doubt = v.doubts()
	c := command.Find(v.read.Lines)
	switch err := v.obey(ctx, c); {
	case errors.Is(err, match.ErrCancelled):
		return v.drop("cancelled address")
	case err != nil:
		return err
	}
	v.Log.Info("mail", "game", v.link.Game, "seat", v.link.Seat, "kind", c.Kind.String(), "doubt", v.doubt.String(),
		"trust", v.in.Trust.String(), "fault", v.fault, "treatment", Keep.String(), metrics.Arrivals.Count(1))
	return v.send(ctx)
}

func (v *visit) drop(why string) error {
	v.Log.Info("mail dropped", "game", v.link.Game, "seat", v.link.Seat, "treatment", "drop: "+why, metrics.Arrivals.Count(1))
	return nil
}

// stand makes m the match that the answer is about.
func (v *visit) stand(m match.Match) {
	v.match = m
	v.words = v.Words.For(v.seat().Lang)
	for _, side := range []engine.Color{engine.Red, engine.Blue} {
		name := v.words.T("mail.opponent") // of a vacant seat
		if he := m.Seat(side); he.Forgotten {
			name = v.words.T("name.gone")
		} else if he.Name != "" {
			name = command.Name(words.Name(he.Name))
		}
		*v.names.Of(side) = name
	}
}

// ours reports whether the mail comes from this site itself, but for a player whose
// address is there: an answer might go round and round.
func (v *visit) ours() bool {
	_, domain := split(v.Composer.Sender)
	reply := player.Normal(v.Composer.ReplyDomain)
	for _, address := range append([]string{v.in.From}, v.read.From...) {
		local, from := split(address)
		if (from == domain || from == reply) && local+"@"+from != player.Normal(v.seat().Address) {
			return true
		}
	}
	return false
}

// doubts is the sender rule (product.md "By mail").
func (v *visit) doubts() doubt {
	switch {
	case len(v.read.From) != 1 || player.Normal(v.read.From[0]) != player.Normal(v.seat().Address):
		return otherFrom
	case v.Aligned && v.in.Trust != Aligned:
		return unproved
	}
	return noDoubt
}

// do gives a command and stands on what became of the match.
func (v *visit) do(ctx context.Context, c match.Command) error {
	m, err := v.Games.DoOn(ctx, v.match, match.ByLink{Seat: v.link.Seat, Epoch: v.link.Epoch, Command: c})
	if m.ID == v.link.Game {
		v.stand(m)
	}
	return err
}

// say adds paragraphs to the answer.
func (v *visit) say(texts ...string) { v.answer.Says = append(v.answer.Says, texts...) }

// fail adds paragraphs that say why nothing has come of the mail.
func (v *visit) fail(texts ...string) {
	v.fault = true
	v.say(texts...)
}

func (v *visit) seat() match.Seat { return v.match.Seat(v.link.Seat) }
func (v *visit) other() string    { return *v.names.Of(v.link.Seat.Other()) }
func (v *visit) view() *engine.View {
	view := v.match.View(v.link.Seat)
	return &view
}

// send answers the player, unless he has stopped all mail or it comes back, or he has
// had as many answers today as there are.
func (v *visit) send(ctx context.Context) error {
	he, err := v.People.Profile(ctx, v.seat().Key)
	if err != nil {
		return fmt.Errorf("profile of who has written: %w", err)
	}
	if !he.Reachable() {
		return nil
	}
	if ok, err := v.counted(ctx, he.Key); !ok {
		return err
	}
	v.answer.Seat, v.answer.Epoch, v.answer.Prefs, v.answer.At = v.link.Seat, he.Epoch, he.Prefs, v.in.At
	if v.doubt == noDoubt {
		v.answer.To = v.read.MessageID
	}
	message, err := v.Composer.Answer(v.match, v.answer, v.key)
	if err != nil {
		return fmt.Errorf("answer a mail: %w", err)
	}
	if player.Normal(message.To) != player.Normal(v.seat().Address) {
		return errors.New("an answer to whom does not sit there")
	}
	if err := v.Post.Post(ctx, v.key, message); err != nil {
		if p, ok := errors.AsType[permanent](err); ok && p.Permanent() {
			return nil // nobody takes it; what it tells stands on the board
		}
		return fmt.Errorf("send an answer: %w", err)
	}
	return nil
}

// permanent is an error after which it is of no use to try again.
type permanent interface {
	error
	Permanent() bool
}
