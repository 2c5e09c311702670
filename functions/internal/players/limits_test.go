package players_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
)

// The numbers of product.md, each reached and passed, with the time after which
// more are allowed. Without them a stranger could flood a mailbox.
func TestLimitsOfTime(t *testing.T) {
	for _, c := range []struct {
		limit  players.Limit
		name   string
		most   int
		wait   time.Duration // at 18:00
		reopen time.Duration
	}{
		{players.ConfirmMails, "confirm-mails", 5, 6 * time.Hour, 6 * time.Hour},
		{players.InvitationsTo, "invitations-to", 3, 6 * time.Hour, 6 * time.Hour},
		{players.InvitationsFrom, "invitations-from", 20, 6 * time.Hour, 6 * time.Hour},
		{players.HelpMails, "help-mails", 3, 6 * time.Hour, 6 * time.Hour},
		{players.DoubtMails, "doubt-mails", 1, 6 * time.Hour, 6 * time.Hour},
		{players.LinkMails, "link-mails", 3, 6 * time.Hour, 6 * time.Hour},
		{players.LostMails, "lost-mails", 3, 6 * time.Hour, 6 * time.Hour},
		{players.LostRequests, "lost-requests", 10, time.Hour, time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOffice(t)
			if c.limit.String() != c.name {
				t.Errorf("it is called %v", c.limit)
			}
			for n := range c.most {
				if err := o.Take(t.Context(), c.limit, "x"); err != nil {
					t.Fatalf("%d: %v", n, err)
				}
			}
			o.refused(o.Take(t.Context(), c.limit, "x"), c.limit, c.wait)
			if err := o.Take(t.Context(), c.limit, "y"); err != nil {
				t.Errorf("another: %v", err)
			}
			o.now = o.now.Add(c.reopen - time.Second)
			o.refused(o.Take(t.Context(), c.limit, "x"), c.limit, time.Second)
			o.now = o.now.Add(time.Second)
			if err := o.Take(t.Context(), c.limit, "x"); err != nil {
				t.Errorf("later: %v", err)
			}
		})
	}
}

// Counters must not let an address be read, nor one person's key stand for
// another's.
func TestPerson(t *testing.T) {
	if a, b := players.Person(ann), players.Person(bob); a == b || len(a) != 32 {
		t.Errorf("%q, %q", a, b)
	}
}

func TestRunningGames(t *testing.T) {
	accept := []match.Command{match.Confirm{}, match.Accept{By: engine.Blue}}
	for _, c := range []struct {
		name     string
		commands []match.Command
		forAnn   bool // they count for her who creates
		forBob   bool // and for him who is invited
	}{
		{"unconfirmed", nil, false, false}, // anybody may have typed her address in
		{"accepted", accept, true, true},
		{"called off", append(accept, match.Abort{By: engine.Red, Ply: match.AnyPly}), false, false},
		{"withdrawn", []match.Command{match.Confirm{}, match.Withdraw{By: engine.Red}}, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOffice(t)
			invited := o.game(o.asks("bob@example.org"), match.Confirm{})
			for range players.MostRunningGames - 2 {
				o.game(o.asks("bob@example.org"), c.commands...)
			}
			for _, full := range []bool{false, true} {
				used := o.used()
				err := o.MayCreate(t.Context(), o.asks("zoe@example.org", confirmed))
				if full && c.forAnn {
					o.refused(err, players.RunningGames, 0)
					if o.used() != used {
						t.Error("a refused creation is counted")
					}
				} else if err != nil {
					t.Errorf("full %t: %v", full, err)
				}
				err = o.MayDo(t.Context(), invited, match.Accept{By: engine.Blue})
				if full && c.forBob {
					o.refused(err, players.RunningGames, 0)
				} else if err != nil {
					t.Errorf("full %t, accepting: %v", full, err)
				}
				joining := o.asks("")
				vacant, err := match.New(joining, o.now)
				if err != nil {
					t.Fatal(err)
				}
				if err := o.MayDo(t.Context(), vacant, match.Join{Key: bob}); (err != nil) != (full && c.forBob) {
					t.Errorf("full %t, joining: %v", full, err)
				}
				o.game(o.asks("bob@example.org"), c.commands...)
				o.game(o.asks("bob@example.org"), c.commands...)
			}
		})
	}
}

func TestOpenChallenges(t *testing.T) {
	o := newOffice(t)
	for range players.MostOpenChallenges {
		if err := o.MayCreate(t.Context(), o.asks("", open, confirmed)); err != nil {
			t.Error(err)
		}
		o.game(o.asks("", open), match.Confirm{})
	}
	used := o.used()
	o.refused(o.MayCreate(t.Context(), o.asks("", open, confirmed)), players.OpenChallenges, 0)
	unconfirmed := o.asks("", open)
	m, err := match.New(unconfirmed, o.now)
	if err != nil {
		t.Fatal(err)
	}
	o.refused(o.MayDo(t.Context(), m, match.Confirm{}), players.OpenChallenges, 0)
	if o.used() != used {
		t.Error("a refused creation is counted")
	}
	if err := o.MayCreate(t.Context(), unconfirmed); err != nil {
		t.Errorf("who has typed her address in learns of her challenges: %v", err)
	}
	if err := o.MayCreate(t.Context(), o.asks("bob@example.org", confirmed)); err != nil {
		t.Errorf("a game with somebody: %v", err)
	}
	if m, err = match.Open(o.games[0]); err != nil {
		t.Fatal(err)
	}
	for _, c := range []match.Command{match.Join{Player: match.Player{Name: "Bob", Address: "bob@example.org"}, Key: bob}} {
		if m, _, err = match.Decide(m, c, o.now); err != nil {
			t.Fatal(err)
		}
	}
	o.games[0] = match.Seal(m)
	if err := o.MayCreate(t.Context(), o.asks("", open, confirmed)); err != nil {
		t.Errorf("when one is taken: %v", err)
	}
}

// Ten invitations may wait at once; each that is answered, taken back or out of
// time makes room, and one that waits may be sent again.
func TestUnanswered(t *testing.T) {
	o := newOffice(t)
	for n := range players.MostUnanswered {
		o.game(o.asks(fmt.Sprintf("b%d@example.org", n)), match.Confirm{})
	}
	waits, err := match.Open(o.games[0])
	if err != nil {
		t.Fatal(err)
	}
	o.games = o.games[1:]
	for range 2 { // a link to pass on mails nobody
		o.game(o.asks(""), match.Confirm{})
	}
	next := o.asks("zoe@example.org")
	m, err := match.New(next, o.now)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.MayDo(t.Context(), m, match.Confirm{}); err != nil {
		t.Errorf("with nine: %v", err)
	}
	o.games = append(o.games, match.Seal(waits))
	used := o.used()
	o.refused(o.MayDo(t.Context(), m, match.Confirm{}), players.Unanswered, 0)
	o.refused(o.MayCreate(t.Context(), o.asks("zoe@example.org", confirmed)), players.Unanswered, 0)
	if o.used() != used {
		t.Error("a refused invitation is counted")
	}
	for _, c := range []match.Command{match.Resend{By: engine.Red}, match.CorrectAddress{By: engine.Red, Address: "yan@example.org", Key: pepper.Key("yan@example.org")}} {
		if err := o.MayDo(t.Context(), waits, c); err != nil {
			t.Errorf("%T of one of the ten: %v", c, err)
		}
	}
	o.now = o.now.Add(match.InvitationLife + time.Hour)
	if err := o.MayDo(t.Context(), m, match.Confirm{}); err != nil {
		t.Errorf("when all have expired: %v", err)
	}
}

// An invitation that nobody wants must use up nothing of the other's, and be
// refused when it would be anyway: by a difference the sender could tell.
func TestUnwantedInvitations(t *testing.T) {
	for name, unwanted := range map[string]func(player.Profile) (player.Profile, bool){
		"blocked": func(p player.Profile) (player.Profile, bool) { return p.Block(ann) },
		"stopped": func(p player.Profile) (player.Profile, bool) { return p.SetMode(player.Stopped) },
		"none":    func(p player.Profile) (player.Profile, bool) { return p.SetMode(player.None) },
		"wanted":  nil,
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t)
			if unwanted != nil {
				p, _ := unwanted(player.Profile{Key: bob})
				o.profiles[bob] = player.Seal(p)
			}
			for n := range players.MostInvitationsTo {
				if err := o.MayCreate(t.Context(), o.asks("bob@example.org", confirmed)); err != nil {
					t.Fatalf("%d: %v", n, err)
				}
			}
			o.refused(o.MayCreate(t.Context(), o.asks("bob@example.org", confirmed)), players.InvitationsTo, 6*time.Hour)
			err := o.Take(t.Context(), players.InvitationsTo, players.Person(bob))
			if (err == nil) != (unwanted != nil) {
				t.Errorf("another's invitation: %v", err)
			}
		})
	}
}

// The sender's own limit, and that of who was blocked by several.
func TestInvitationsFrom(t *testing.T) {
	o := newOffice(t)
	for n := range players.MostInvitationsFrom {
		if err := o.MayCreate(t.Context(), o.asks(fmt.Sprintf("b%d@example.org", n), confirmed)); err != nil {
			t.Fatal(err)
		}
	}
	for range 5 {
		o.refused(o.MayCreate(t.Context(), o.asks("bob@example.org", confirmed)), players.InvitationsFrom, 6*time.Hour)
	}
	if err := o.Take(t.Context(), players.InvitationsTo, players.Person(bob)); err != nil {
		t.Errorf("his presses have used up Bob's: %v", err)
	}
	used := o.used()
	p := player.Profile{Key: ann}
	for n := range player.MostBlockers {
		p, _ = p.BlockFrom(player.Key{byte(n + 1)})
	}
	o.profiles[ann] = player.Seal(p)
	for _, opponent := range []string{"zoe@example.org", ""} {
		if err := o.MayCreate(t.Context(), o.asks(opponent, confirmed)); !errors.Is(err, players.ErrMayNotInvite) || o.used() != used {
			t.Errorf("to %q: %v", opponent, err)
		}
	}
	if err := o.MayCreate(t.Context(), o.asks("bob@example.org")); err != nil {
		t.Errorf("the answer to a creation tells of it: %v", err)
	}
}

// Whatever is done in a game that runs asks for nothing.
func TestMovesAreFree(t *testing.T) {
	for _, c := range []match.Command{match.PlayMove{}, match.SetUp{}, match.Resign{}, match.Decline{}, match.Withdraw{}, match.Nudge{}, match.Mute{}, match.TimeOut{}} {
		if players.Asks(c) {
			t.Errorf("%T asks", c)
		}
	}
	for _, c := range []match.Command{match.Confirm{}, match.Accept{}, match.Join{}, match.Resend{}, match.CorrectAddress{}, match.Say{}, match.MailAgain{}} {
		if !players.Asks(c) {
			t.Errorf("%T does not ask", c)
		}
	}
}

// A player could mail the other as often as he likes, and one of his games must not use
// up what he may write in another.
func TestMessagesOfADay(t *testing.T) {
	o := newOffice(t)
	one := o.game(o.asks("bob@example.org"), match.Confirm{}, match.Accept{By: engine.Blue})
	two := o.game(o.asks("bob@example.org"), match.Confirm{}, match.Accept{By: engine.Blue})
	hers := match.Say{By: engine.Red, Text: "Hello"}
	for n := range players.MostMessages {
		if err := o.MayDo(t.Context(), one, match.ByLink{Seat: engine.Red, Command: hers}); err != nil {
			t.Fatalf("%d: %v", n, err)
		}
	}
	o.refused(o.MayDo(t.Context(), one, hers), players.Messages, 6*time.Hour)
	if err := errors.Join(o.MayDo(t.Context(), one, match.Say{By: engine.Blue, Text: "Hello"}), o.MayDo(t.Context(), two, hers)); err != nil {
		t.Error(err)
	}
	o.now = o.now.Add(6 * time.Hour)
	if err := o.MayDo(t.Context(), one, hers); err != nil {
		t.Errorf("the next day: %v", err)
	}
}

// A game of before there were keys must go on.
func TestGamesWithoutKeys(t *testing.T) {
	o := newOffice(t)
	m := o.game(o.asks("bob@example.org", func(c *match.Create) { c.Keys = engine.Both[player.Key]{} }))
	for _, c := range []match.Command{match.Confirm{}, match.Accept{By: engine.Blue}} {
		if err := errors.Join(o.MayDo(t.Context(), m, c), o.Seen(t.Context(), m, c)); err != nil || len(o.profiles) != 0 || o.used() != 0 {
			t.Errorf("%T: %v", c, err)
		}
	}
}

// Taking a vacation for later and calling it off costs no days, and mails the other each
// time: without a limit that would be a way to flood him.
func TestVacationsOfADay(t *testing.T) {
	o := newOffice(t)
	m := o.game(o.asks("bob@example.org"), match.Confirm{}, match.Accept{By: engine.Blue})
	hers := match.TakeVacation{By: engine.Red, Days: 3}
	for n := range players.MostVacations {
		if err := o.MayDo(t.Context(), m, hers); err != nil || !players.Asks(hers) {
			t.Fatalf("%d: %v", n, err)
		}
	}
	o.refused(o.MayDo(t.Context(), m, hers), players.Vacations, 6*time.Hour)
	if err := errors.Join(o.MayDo(t.Context(), m, match.TakeVacation{By: engine.Blue, Days: 3}), o.MayDo(t.Context(), m, match.EndVacation{By: engine.Red})); err != nil {
		t.Error(err)
	}
}
