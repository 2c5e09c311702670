package inbound

import (
	"testing"

	"fieldpost/engine"
)

// Whatever the players are called, no answer of ours holds a command (put reads each as if
// it were quoted without a mark), and they play as ever.
func TestPlayersCalledLikeCommands(t *testing.T) {
	for lang, names := range map[string]engine.Both[string]{
		"en": {Red: "say hello", Blue: "resign yes"}, "fr": {Red: "dire", Blue: "vacances 7 jours"},
		"de": {Red: "wenn b5-b4 dann", Blue: "Hauptmann"}, "nl": {Red: "opgeven ja", Blue: "zet"},
	} {
		w := newWorld(t)
		w.names = names
		w.create(engine.Barrage, lang)
		w.answer(bob, "accept")
		w.answer(ann, "setup 1")
		w.answer(bob, "setup random")
		for _, text := range []string{"board", "moves", "record", "games", "help", "resign", "draw", "draw", "time", "vacation 3 days", "back", "if nothing", "say resign yes", "hello"} {
			w.answerTo(w.turn(ann), text)
		}
		w.take(w.reply("mallory@example.com", w.turn(ann), "resign"))
		w.answerTo(w.turn(ann), w.match().Game.Moves()[0].String())
		w.answerTo(w.turn(bob), w.match().Game.Moves()[0].String())
		w.answerTo(w.turn(ann), "resign yes")
		w.answerTo(w.turn(bob), "rematch")
	}
}
