package mail

import (
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// What may be told of a mail, by which mails are counted, is on every one. Without it a
// kind of mail would be missing in the log and in the figures.
func TestMessagesSayWhatTheyAre(t *testing.T) {
	c := composer(t)
	is := func(name string, m Message, err error, kind string, game match.ID, seat engine.Color) {
		t.Helper()
		if err != nil || m.Kind != kind || m.Game != game || m.Seat != seat {
			t.Errorf("%s is %q of %v to %v, %v; want %q of %v to %v", name, m.Kind, m.Game, m.Seat, err, kind, game, seat)
		}
	}
	_, letters := story(t)
	for name, l := range letters {
		m, err := c.Compose(l.m, l.l, "key")
		is(name, m, err, l.l.Kind.String(), l.m.ID, l.l.Seat)
	}
	turn := letters["your-turn-red"].m
	m, err := c.Answer(turn, Answer{Seat: engine.Red, Says: []string{"Hello."}, At: evening}, "key")
	is("an answer", m, err, "answer", turn.ID, engine.Red)
	for _, s := range strangers(t) {
		m, err := s.compose(c, eve, "key")
		is(s.name, m, err, s.name, s.link.Game, s.link.Seat)
	}
}
