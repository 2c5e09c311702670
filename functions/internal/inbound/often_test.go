package inbound

import (
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/functions/internal/players"
)

// Whoever forges mails uses up nothing of what the player is told of his own mistakes,
// nor the link that he gets for a move of his from elsewhere. Without it three mails of
// a stranger's would leave him in the belief that he has played.
func TestForgedMailsUseUpNothing(t *testing.T) {
	w := newWorld(t)
	w.playing()
	to, legal := w.turn(ann), w.match().View(engine.Red).Legal[0].String()
	answers := func(from, text string) (n int) {
		t.Helper()
		before := len(w.box)
		w.take(w.reply(from, to, text))
		return len(w.box) - before
	}
	const mallory = "mallory@example.com"
	told := 0
	for _, text := range []string{"hello", "board", "claim", "say hello", "stop", "if a1-a2 then b1-b2", "back", "help", "hello again"} {
		told += answers(mallory, text)
	}
	if told != players.MostDoubtMails {
		t.Errorf("%d mails tell of a stranger's", told)
	}
	for range players.MostHelpMails - players.MostDoubtMails {
		if answers(ann, "hello") != 1 {
			t.Error("her own mistake is not answered")
		}
	}
	if answers(ann, "hello") != 0 {
		t.Errorf("more than %d mails of a day tell of mistakes", players.MostHelpMails)
	}
	for range players.MostLinkMails {
		if answers(mallory, legal) != 1 || !strings.Contains(w.last(ann).text, "/m/") {
			t.Error("no link for the move from elsewhere")
		}
	}
	if answers(mallory, "draw") != 0 {
		t.Error("a stranger has her mailed without end")
	}
	w.answerTo(to, legal) // whatever was counted
	w.answerTo(w.turn(bob), w.match().View(engine.Blue).Legal[0].String())
	to, legal = w.turn(ann), w.match().View(engine.Red).Legal[0].String()
	if answers(mallory, legal) != 1 || w.match().Game.Ply() != 2 {
		t.Error("no link at her next turn")
	}
}

// A link is one of the three where there is room.
func TestLinksAreCounted(t *testing.T) {
	w := newWorld(t)
	w.playing()
	to, before := w.turn(ann), len(w.box)
	w.take(w.reply("mallory@example.com", to, "resign"))
	for range 5 {
		w.take(w.reply("mallory@example.com", to, "hello"))
		w.take(w.reply(ann, to, "hello"))
	}
	if n := len(w.box) - before; n != players.MostHelpMails {
		t.Errorf("%d mails", n)
	}
	w.now = w.now.Add(24 * time.Hour)
	w.take(w.reply("mallory@example.com", to, "hello"))
	if n := len(w.box) - before; n != players.MostHelpMails+1 {
		t.Errorf("%d mails by the next day", n)
	}
}
