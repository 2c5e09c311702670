package notify_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	people "fieldpost/functions/internal/players"
)

// register keeps profiles in a map.
type register map[player.Key]player.Image

func (r register) LoadProfile(_ context.Context, key player.Key) (player.Image, error) {
	if i, ok := r[key]; ok {
		return i, nil
	}
	return player.Image{}, match.ErrNotFound
}

func (r register) SaveProfile(_ context.Context, i player.Image) error {
	r[i.Key] = i
	return nil
}

// The game of whose mails come back goes on: his mails are dropped and claim
// nothing, the other's go out, and since he has read one again so do his.
func TestMailsThatComeBackAreNotSent(t *testing.T) {
	game := line(t)
	w, office := newWorld(), &people.Players{Profiles: register{}}
	handle := func(m match.Match) {
		t.Helper()
		n := w.notifier()
		n.Consent = office
		if err := n.Handle(ctx, w.store(m)); err != nil {
			t.Fatal(err)
		}
	}
	if err := office.Bounced(ctx, bobKey, monday); err != nil {
		t.Fatal(err)
	}
	handle(game[4]) // both begin
	handle(game[5]) // Bob's turn
	if diff := cmp.Diff([]string{"game-on to red"}, w.post()); diff != "" || len(w.claims) != 1 {
		t.Errorf("%d claims; (-want +got):\n%s", len(w.claims), diff)
	}
	handle(game[6]) // he has looked himself
	if err := office.Read(ctx, bobKey, monday); err != nil {
		t.Fatal(err)
	}
	handle(game[7])
	if diff := cmp.Diff([]string{"game-on to red", "over to blue", "over to red", "your-turn to red"}, w.post()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
