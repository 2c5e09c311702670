package notify_test

import (
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
)

// quick returns m with so many days for a move and for the setup.
func quick(m match.Match, moveDays, setupDays float64) match.Match {
	m.Pace.Move, m.Pace.Setup = time.Duration(moveDays*24)*time.Hour, time.Duration(setupDays*24)*time.Hour
	return m
}

// What tells only how a game stands waits for the mail of the day; what cannot wait
// goes out at once, and a fast game's all. Without it who has asked for one mail a day
// would get as many as before, or learn too late what was urgent.
func TestDailyHoldsBack(t *testing.T) {
	game := line(t)
	offered := after(t, game[5], match.OfferDraw{By: engine.Red, Ply: 1})
	renewed := after(t, game[5], match.RenewLinks{By: engine.Blue})[0]
	reminded, _, err := match.Decide(game[5], match.Remind{}, game[5].Due())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		m     match.Match
		waits int // how many of its letters
		sent  int
	}{
		{"created", game[0], 0, 1},
		{"confirmed: set up, invite", game[1], 0, 2},
		{"accepted: set up, and accepted", game[2], 1, 1},
		{"first setup: waiting", game[3], 1, 0},
		{"started: game on, twice", game[4], 0, 2},
		{"a move: your turn", game[5], 1, 0},
		{"a draw offered", offered[0], 1, 0},
		{"a draw declined", after(t, offered[0], match.DeclineDraw{By: engine.Blue, Ply: 1})[0], 1, 0},
		{"the end: over, twice", game[7], 0, 2},
		{"new links", renewed, 0, 1},
		{"a reminder", reminded, 0, 1},
		{"a message", after(t, game[5], match.Say{By: engine.Red, Text: "Your move!"})[0], 0, 1},
		{"a nudge", after(t, game[5], match.Nudge{By: engine.Red})[0], 0, 1},
		{"his turn, for which he has asked", after(t, game[5], match.MailAgain{By: engine.Blue})[0], 0, 1},
		{"time that is given", after(t, game[5], match.GiveTime{By: engine.Red, Ply: match.AnyPly})[0], 0, 1},
		{"a vacation", after(t, game[5], match.TakeVacation{By: engine.Blue, Days: 3})[0], 0, 1},
		{"called off", after(t, game[5], match.Abort{By: engine.Red, Ply: 1})[0], 0, 2},
		{"a move of a fast game", quick(game[5], 1.5, 7), 0, 1},
		{"a move of a game that is just not fast", quick(game[5], 2, 2), 1, 0},
		{"a setup that is to be fast", quick(game[3], 3, 1), 0, 1},
	} {
		w := newWorld()
		n := w.notifier()
		n.Consent = &will{world: w, daily: map[player.Key]bool{annKey: true, bobKey: true}}
		image := w.store(c.m)
		for range 2 {
			if err := n.Handle(ctx, image); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if owed := len(notify.Letters(c.m)); len(w.sent) != c.sent || owed != c.sent+c.waits || len(w.claims) != c.sent {
			t.Errorf("%s: sent %q of %d, %d claims; want %d", c.name, w.sent, owed, len(w.claims), c.sent)
		}
	}
}

// recorder keeps the letters that it is to write.
type recorder struct {
	*world
	letters []mail.Letter
}

func (w *recorder) Compose(m match.Match, l mail.Letter, key string) (mail.Message, error) {
	w.letters = append(w.letters, l)
	return w.world.Compose(m, l, key)
}

// Without it everybody would get coloured mails, whatever he has chosen.
func TestPreferencesReachTheLetter(t *testing.T) {
	w := &recorder{world: newWorld()}
	prefs := player.Prefs{Plain: true, Board: player.Listed}
	n := w.notifier()
	n.Composer, n.Consent = w, &will{world: w.world, prefs: prefs}
	if err := n.Handle(ctx, w.store(line(t)[5])); err != nil {
		t.Fatal(err)
	}
	if want := (mail.Letter{Kind: mail.YourTurn, Seat: engine.Blue, Epoch: 3, Prefs: prefs}); len(w.letters) != 1 || w.letters[0] != want {
		t.Errorf("%+v, want %+v", w.letters, want)
	}
}
