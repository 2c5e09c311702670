package inbound

import (
	"testing"

	"fieldpost/engine"
)

// The first word of a command alone gets what is missing behind it, in the reader's own
// language, and not the list of all that could be written; and nothing is done.
func TestBareWords(t *testing.T) {
	for lang, words := range map[string]map[string]string{
		"en": {"vacation": "“vacation 7” for seven days", "Holiday!": "How long?", "say": "Your message is missing", "Say:": "Your message is missing", "if": "The two moves are missing"},
		"fr": {"Vacances": "« vacances 7 » pour sept jours", "dire :": "Il manque votre message", "si…": "Il manque les deux coups"},
		"de": {"Urlaub.": "„Urlaub 7“ für sieben Tage", "sagen": "Deine Nachricht fehlt", "Wenn": "Die beiden Züge fehlen"},
		"nl": {"vakantie?": "‘vakantie 7’ voor zeven dagen", "zeggen": "Je bericht ontbreekt", "als": "De twee zetten ontbreken"},
	} {
		w := newWorld(t)
		w.create(engine.Barrage, lang)
		w.answer(bob, "accept")
		before := w.match().Version
		for word, want := range words {
			w.counted = map[string]int{} // of help mails there are three a day
			w.answerTo(w.turn(ann), "Bonjour,\n\n"+word).says(t, want)
		}
		if got := w.match().Version; got != before {
			t.Errorf("%s: something was done", lang)
		}
	}
	w := newWorld(t)
	w.playing()
	w.answerTo(w.turn(ann), "Vacation\n\nvacation 7").says(t, "Your vacation is taken") // a heading above a command
}

// Whose own setup is awaited cannot give time, and is told why.
func TestTimeForOneself(t *testing.T) {
	w := newWorld(t)
	w.create(engine.Barrage, "nl")
	w.answer(bob, "accept")
	w.answer(ann, "setup random")
	w.answerTo(w.turn(bob), "tijd").says(t, "op je eigen opstelling gewacht", "klok van Ann")
}
