package player_test

import (
	"testing"

	"fieldpost/engine/player"
)

// TestPrefer: what is no preference must not take the place of what was chosen.
func TestPrefer(t *testing.T) {
	chosen := player.Prefs{Plain: true, Board: player.Drawn, Hour: 23}
	p, changed := player.Profile{Key: keyOf(1)}.Prefer(chosen)
	if !changed || p.Prefs != chosen {
		t.Fatalf("got %+v, %v", p.Prefs, changed)
	}
	for _, prefs := range []player.Prefs{chosen, {Hour: 25}, {Board: player.Listed + 1}} {
		if p, changed := p.Prefer(prefs); changed || p.Prefs != chosen {
			t.Errorf("%+v: got %+v, %v", prefs, p.Prefs, changed)
		}
	}
	if p, changed := p.Prefer(player.Prefs{}); !changed || p.Prefs != (player.Prefs{}) {
		t.Errorf("none: got %+v, %v", p.Prefs, changed)
	}
}
