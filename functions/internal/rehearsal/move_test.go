package rehearsal

import (
	"encoding/json"
	"strings"
	"testing"

	"fieldpost/engine/player"
)

// invoker gives a function of the template an event, and returns its answer.
type invoker interface {
	invoke(t testing.TB, function, event string) string
}

// play makes the first move by a link that was just signed, sends its mail, and
// gives the other functions their samples.
func (s *stage) play(t *testing.T, by invoker) {
	t.Helper()
	before, _ := s.stored(t)
	var page struct {
		StatusCode int
		Body       string
	}
	answer := by.invoke(t, web, pressed(t, s.path(0)))
	if json.Unmarshal([]byte(answer), &page) != nil || page.StatusCode != 200 || !strings.Contains(page.Body, "<table") {
		t.Fatalf("%s answered %.500s", web, answer)
	}
	after, image := s.stored(t)
	if before.Game.Ply() != 0 || after.Game.Ply() != 1 || after.Version != before.Version+1 {
		t.Fatalf("the table has %d plies in version %d, and had %d in %d", after.Game.Ply(), after.Version, before.Game.Ply(), before.Version)
	}
	t.Logf("%s: the table has game %v with %d ply, %v, in version %d", web, s.game, after.Game.Ply(), s.script.Moves[0], after.Version)

	if answer := by.invoke(t, notify, record(t, image)); strings.ReplaceAll(answer, " ", "") != `{"batchItemFailures":[]}` {
		t.Fatalf("%s answered %s", notify, answer)
	}
	mail := s.mail(t, 1, bob)
	if len(mail.Links.Moves) == 0 {
		t.Errorf("Bob's mail %q has no move", mail.Subject)
	}
	t.Logf("%s: one mail, %q, with %d moves", notify, mail.Subject, len(mail.Links.Moves))

	for function, event := range map[string]string{inbound: "inbound.json", clock: "clock.json", feedback: "feedback.json", webhook: "webhook.json"} {
		if answer := by.invoke(t, function, sample(t, event)); answer != "null" && answer != "" {
			t.Errorf("%s answered %s", function, answer)
		}
		t.Logf("%s has taken events/%s", function, event)
	}
	key := s.pepper.Key(bob)
	profile, err := s.store.LoadProfile(t.Context(), key)
	must(t, err)
	he, err := player.Open(profile)
	must(t, err)
	if he.Signs.Health() != player.Bouncing {
		t.Errorf("after events/feedback.json Bob's address is %v", he.Signs.Health())
	}
	if _, last := s.stored(t); last.Version != image.Version {
		t.Errorf("version %d of the game after the samples", last.Version)
	}
	if s.cloud.Calls("GetObject") == 0 {
		t.Error("nobody has read the mail of events/inbound.json")
	}
	if n := s.cloud.Calls("SendMessage"); n != 0 {
		t.Errorf("%d records on the queue", n)
	}
}
