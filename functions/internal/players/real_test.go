package players_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"fieldpost/functions/internal/players"
)

// Where the time of the games is faster, limits count by the world's. Without it a
// day's mails could be had every second.
func TestLimitsCountByTheWorldsTime(t *testing.T) {
	o := newOffice(t)
	world := o.now
	o.Real = func() time.Time { return world }
	for range players.MostConfirmMails {
		if err := o.Take(t.Context(), players.ConfirmMails, "x"); err != nil {
			t.Fatal(err)
		}
		o.now = o.now.Add(24 * time.Hour)
	}
	o.refused(o.Take(t.Context(), players.ConfirmMails, "x"), players.ConfirmMails, 6*time.Hour)
	world = world.Add(6 * time.Hour)
	if err := o.Take(t.Context(), players.ConfirmMails, "x"); err != nil {
		t.Errorf("on the world's next day: %v", err)
	}
}

// none are no matches: whoever asks them has come too far.
type none struct{ players.Games }

// What a limit refuses never reaches the matches, and has its line all the same: with the
// limit's name, and neither address nor key.
func TestRefusalsByLimitsAreTold(t *testing.T) {
	for _, c := range []struct {
		name string
		down bool
		want string
	}{
		{"a limit", false, "kind=Create outcome=refused:limit-confirm-mails duration=0 rule=limit-confirm-mails Refusals=1"},
		{"the store", true, "kind=Create outcome=failed duration=0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, b := newOffice(t), &bytes.Buffer{}
			for range players.MostConfirmMails {
				if err := o.Take(t.Context(), players.ConfirmMails, players.Person(ann)); err != nil {
					t.Fatal(err)
				}
			}
			if c.down {
				o.Limits = broken{}
			}
			g := players.Gate{Games: none{}, People: o.Players, Log: slog.New(slog.NewTextHandler(b, nil))}
			if _, err := g.Create(t.Context(), o.asks("bob@example.org")); err == nil {
				t.Fatal("it was created")
			}
			if got := b.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "seat=red "+c.want+"\n") || strings.Contains(got, "example") {
				t.Errorf("the log is %s", got)
			}
		})
	}
}

// Each thing that a person may not do has a word of its own in the log.
func TestBarredHaveRules(t *testing.T) {
	words := map[string]bool{}
	for _, err := range []error{players.ErrMayNotInvite, players.ErrNoMail, players.ErrBouncing, &players.LimitError{What: players.OpenChallenges}} {
		var ruled interface{ Rule() string }
		if !errors.As(err, &ruled) || ruled.Rule() == "" || words[ruled.Rule()] {
			t.Errorf("%v has no word, or another's", err)
			continue
		}
		words[ruled.Rule()] = true
	}
}

// broken are limits that cannot be asked.
type broken struct{}

func (broken) Take(context.Context, string, int, time.Duration, time.Time) (bool, error) {
	return false, errDown
}
