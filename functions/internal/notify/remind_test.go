package notify_test

import (
	"slices"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// A reminder speaks of a time that runs. It is dropped when that is over, or was moved
// since by a gift or a vacation (T2), and whenever a ply was played or the setup is in.
func TestT2ReminderOfAnotherTime(t *testing.T) {
	game := line(t)
	scouts := engine.Setup{1: engine.Scout, 8: engine.Flag}
	for _, test := range []struct {
		name string
		of   match.Match
		then match.Command
		sent bool
	}{
		{"nothing", game[5], nil, true},
		{"an offer", game[5], match.OfferDraw{By: engine.Red, Ply: 1}, true},
		{"a vacation of the other", game[5], match.TakeVacation{By: engine.Red, Days: 3}, true},
		{"his own vacation", game[5], match.TakeVacation{By: engine.Blue, Days: 3}, false},
		{"his own vacation, later", game[5], match.TakeVacation{By: engine.Blue, Days: 3, From: game[5].Changed.AddDate(0, 0, 30)}, true},
		{"a gift", game[5], match.GiveTime{By: engine.Red, Ply: match.AnyPly}, false},
		{"the move", game[5], match.PlayMove{By: engine.Blue, Ply: 1, Move: game[5].Game.Moves()[0]}, false},
		{"the end", game[5], match.Resign{By: engine.Red, Ply: match.AnyPly}, false},
		{"the other's draft", game[3], match.SaveDraft{By: engine.Blue, Setup: scouts}, true},
		{"the setup", game[3], match.SetUp{By: engine.Blue, Setup: scouts}, false},
	} {
		w, due := newWorld(), reminded(t, test.of)[0]
		now := due
		if test.then != nil {
			now = after(t, due, test.then)[0]
		}
		w.store(now)
		if err := w.notifier().Handle(ctx, match.Seal(due)); err != nil {
			t.Fatal(err)
		}
		if got := slices.Equal(w.post(), []string{"reminder to blue"}); got != test.sent {
			t.Errorf("%s: sent %q", test.name, w.post())
		}
	}
}

// A reminder to set up is dropped once the game has begun, though it is his turn then:
// what it tells, and its links, are of another time.
func TestReminderToSetUpAfterTheStart(t *testing.T) {
	scouts := engine.Setup{1: engine.Scout, 8: engine.Flag}
	w, due := newWorld(), reminded(t, line(t)[2])[0]
	both := after(t, due, match.SetUp{By: engine.Blue, Setup: scouts}, match.SetUp{By: engine.Red, Setup: scouts})
	if w.store(both[1]); both[1].Game.ToMove() != engine.Red {
		t.Fatal("it is not Red's turn")
	}
	if err := w.notifier().Handle(ctx, match.Seal(due)); err != nil || len(w.post()) > 0 {
		t.Errorf("sent %q, %v", w.post(), err)
	}
}
