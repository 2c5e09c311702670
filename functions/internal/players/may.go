package players

import (
	"context"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
)

// ErrMayNotInvite means that so many people have blocked somebody that he invites
// nobody any more.
var ErrMayNotInvite = error(&barredError{"this address may not invite anybody", "may-not-invite"})

// ErrNoMail means that somebody asks for what would have to come by mail, and
// has stopped all mail.
var ErrNoMail = error(&barredError{"this address gets no mail", "no-mail"})

// ErrBouncing means that somebody asks for what would have to come by mail, and
// his mails come back.
var ErrBouncing = error(&barredError{"mails to this address come back", "bouncing"})

// barredError says no to what somebody asks for, whatever the game says.
type barredError struct{ text, rule string }

func (e *barredError) Error() string { return e.text }

// Rule is the word of the log.
func (e *barredError) Rule() string { return e.rule }

// Asks reports whether c is one of the commands of which MayDo or Seen have
// something to say. A move, or whatever else is done in a game that runs, is none.
func Asks(c match.Command) bool {
	switch bare(c).(type) {
	case match.Confirm, match.Resend, match.CorrectAddress, match.Accept, match.Join, match.RenewLinks, match.MailAgain, match.Say, match.TakeVacation:
		return true
	}
	return false
}

// bare returns the command that came by a link.
func bare(c match.Command) match.Command {
	if l, ok := c.(match.ByLink); ok {
		return l.Command
	}
	return c
}

// MayCreate counts the creation that c asks for, which match.New takes, or fails
// with *LimitError or ErrMayNotInvite. What is not counted but looked up comes
// first, so that a refusal seldom uses anything up.
func (p *Players) MayCreate(ctx context.Context, c match.Create) error {
	creator := *c.Keys.Of(c.Creator)
	if creator == nobody {
		return nil
	}
	if !c.Confirmed { // whoever types an address in must not learn how many games it has
		return p.Take(ctx, ConfirmMails, Person(creator))
	}
	return p.mayBegin(ctx, c.ID, creator, *c.Keys.Of(c.Creator.Other()), c.Open)
}

// mayBegin counts a game that its creator has asked for, the address being his.
func (p *Players) mayBegin(ctx context.Context, game match.ID, creator, opponent player.Key, open bool) error {
	now, err := p.countGames(ctx, creator, game)
	if err != nil {
		return err
	}
	if err := over(RunningGames, now.running); err != nil {
		return err
	}
	if open {
		if err := over(OpenChallenges, now.open); err != nil {
			return err
		}
	}
	return p.mayInvite(ctx, game, creator, opponent)
}

// MayDo counts what c would do to m, which takes it, or fails as MayCreate does.
func (p *Players) MayDo(ctx context.Context, m match.Match, c match.Command) error {
	creator, opponent := m.Seat(m.Creator).Key, m.Seat(m.Opponent()).Key
	switch c := bare(c).(type) {
	case match.Confirm:
		if creator == nobody {
			return nil
		}
		return p.mayBegin(ctx, m.ID, creator, opponent, m.Open)
	case match.Resend:
		return p.mayInvite(ctx, m.ID, creator, opponent)
	case match.RenewLinks:
		return p.mayHaveMailed(ctx, m.Seat(c.By).Key)
	case match.MailAgain:
		return p.mayHaveMailed(ctx, m.Seat(c.By).Key)
	case match.Say:
		return p.Take(ctx, Messages, m.ID.String()+"."+c.By.String())
	case match.TakeVacation:
		return p.Take(ctx, Vacations, m.ID.String()+"."+c.By.String())
	case match.CorrectAddress:
		return p.mayInvite(ctx, m.ID, creator, c.Key)
	case match.Accept:
		return p.mayAccept(ctx, m.ID, opponent)
	case match.Join:
		return p.mayAccept(ctx, m.ID, c.Key)
	}
	return nil
}

// mayInvite counts the invitation to a game. The sender's own limit is counted
// first: he cannot use up what others may send.
//
// An invitation that is not mailed, since it is not wanted, is counted apart for
// its sender: he uses up nothing of the other's, and is refused when he would be
// anyway, so that he cannot tell.
func (p *Players) mayInvite(ctx context.Context, game match.ID, from, to player.Key) error {
	if from == nobody {
		return nil
	}
	he, err := p.Profile(ctx, from)
	switch {
	case err != nil:
		return err
	case !he.MayInvite():
		return ErrMayNotInvite
	case to == nobody: // nobody is mailed
		return nil
	}
	now, err := p.countGames(ctx, from, game)
	if err != nil {
		return err
	}
	if err := over(Unanswered, now.unanswered); err != nil {
		return err
	}
	_, wanted, err := p.Mails(ctx, to, from, mail.Invite)
	if err != nil {
		return err
	}
	who := Person(to)
	if !wanted {
		who += " from " + Person(from)
	}
	if err := p.Take(ctx, InvitationsFrom, Person(from)); err != nil {
		return err
	}
	return p.Take(ctx, InvitationsTo, who)
}

// mayHaveMailed fails with ErrNoMail and ErrBouncing where what somebody asks for
// would not arrive.
func (p *Players) mayHaveMailed(ctx context.Context, who player.Key) error {
	he, err := p.Profile(ctx, who)
	switch {
	case err != nil:
		return err
	case !he.AnyMail():
		return ErrNoMail
	case !he.Reachable():
		return ErrBouncing
	}
	return nil
}

func (p *Players) mayAccept(ctx context.Context, game match.ID, who player.Key) error {
	if who == nobody {
		return nil
	}
	now, err := p.countGames(ctx, who, game)
	if err != nil {
		return err
	}
	return over(RunningGames, now.running)
}

// gameCount is how many games of a person there are of each kind.
type gameCount struct {
	running    int // he takes part, or has confirmed that he will; not yet ended
	unanswered int // he waits for whom he has invited
	open       int // he waits for anybody
}

// countGames counts the games of a person but one, which is what is asked about.
func (p *Players) countGames(ctx context.Context, who player.Key, but match.ID) (gameCount, error) {
	games, err := p.Games(ctx, who)
	if err != nil {
		return gameCount{}, err
	}
	var n gameCount
	for _, m := range games {
		created := SeatOf(m, who) == m.Creator
		if m.ID == but || m.State == match.Unconfirmed || m.Ended() || m.Late(p.Now()) || !created && !m.Seated(m.Opponent()) {
			continue
		}
		n.running++
		if created && m.State == match.Invited && !m.Vacant() {
			n.unanswered++
		}
		if created && m.Open && m.Vacant() {
			n.open++
		}
	}
	return n, nil
}
