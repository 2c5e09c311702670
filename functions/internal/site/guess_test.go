package site

import (
	"regexp"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

var doubted = regexp.MustCompile(`<td data-at="([a-j]\d+)"[^>]*><div>(?:<a[^>]*>)?<b class="piece[^>]*><svg>(?:<use href="#p-[a-z]+"/>)*<use href="#p-g-(.)"/></svg></b><span class="sr">([^<]*)</span>`)

// doubts are the guesses on the board of a page, "a7 3": what is said of the square.
func doubts(page string) map[string]string {
	found := map[string]string{}
	for _, m := range doubted.FindAllStringSubmatch(boardTable(page), -1) {
		found[m[1]+" "+m[2]] = m[3]
	}
	return found
}

// A guess must go with its piece on the page of who guesses, be told as one, and be
// gone when the rank is known. On earlier boards, which show what was known, it would
// be a lie.
func TestGuessesOnTheBoard(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at, ann := w.to(m, engine.Red, link.Board), w.browser()
	guess := func(square, rank, ply string) string {
		t.Helper()
		status, page := ann.post(at, noteForm("note", "guess", "at", square, "rank", rank, "ply", ply))
		want(t, status, page, 200, "Your guess is saved")
		return page
	}
	guess("j7", "B", "0")
	page := guess("b7", "3", "0")
	found := doubts(page)
	if len(found) != 2 || found["j7 B"] != "j7, Bob: hidden, guessed: Bomb" || found["b7 3"] != "b7, Bob: hidden, guessed: Miner" {
		t.Errorf("drawn: %v", found)
	}
	want(t, 200, page, 200, "A dashed label", `<symbol id="p-g-B"`, `<text class="doubt" x="20" y="14.5">3?</text>`,
		`<button name="forget" value="j7" class="plain">Bomb j7</button>`)

	m = w.play(m, "e4-e5", "b7-b6")
	_, page = ann.get(at)
	found = doubts(page)
	if len(found) != 2 || found["b6 3"] != "b6, Bob: hidden, has moved, last move, guessed: Miner" {
		t.Errorf("after a move: %v", found)
	}
	page = guess("b7", "2", "0") // from a page that was opened before the move
	if found = doubts(page); found["b6 2"] == "" || found["b6 3"] != "" {
		t.Errorf("by the square of then: %v", found)
	}
	for _, other := range []string{
		stepTo(at, 1), stepTo(at, 0), w.to(m, engine.Blue, link.Board), w.to(m, engine.Red, link.Confirm),
	} {
		if _, page := w.browser().get(other); len(doubts(page)) > 0 || strings.Contains(page, `id="notes"`) && other[:len(base)+3] != base+"/b/" {
			t.Errorf("%s shows guesses", other)
		}
	}
	for name, page := range map[string]string{
		"the first ply":     stepTo(at, 0),
		"a ply of the past": stepTo(at, 1),
	} {
		if _, page := ann.get(page); strings.Contains(page, "p-g-") || strings.Contains(page, `id="notes"`) {
			t.Errorf("%s shows notes", name)
		}
	}
	_, page = ann.post(at, noteForm("forget", "j7", "ply", "2"))
	want(t, 200, page, 200, "That guess is forgotten.")
	if found = doubts(page); len(found) != 1 {
		t.Errorf("after one was forgotten: %v", found)
	}
	_, page = w.browser().post(at, form("do", "notes", "forget", "b6", "ply", "2"))
	want(t, 200, page, 200, "press Scout b6 again")

	w.finish(m)
	for _, then := range []string{at, stepTo(at, 2), stepTo(at, 2) + "&as=red"} {
		if _, page := ann.get(then); len(doubts(page)) > 0 || strings.Contains(page, `name="forget"`) || strings.Contains(page, "/guess-") {
			t.Error("guesses are shown when all is known")
		}
	}
}

// A game of memory turns ranks down again, and then the guess is back: all by the
// player's own view.
func TestGuessesUnderMemory(t *testing.T) {
	w := newWorld(t)
	rules := engine.StandardRules(engine.Barrage)
	rules.Memory = true
	m := w.started(rules, setup(t, engine.Barrage, barrageRed), setup(t, engine.Barrage, "2......2SM\n..........\n3.........\nFB......9."))
	at, ann := w.to(m, engine.Red, link.Board), w.browser()
	view := m.View(engine.Red)
	for _, p := range match.Unknown(&view) {
		if _, page := ann.post(at, noteForm("note", "guess", "at", p.String(), "rank", "M", "ply", "0")); len(doubts(page)) == 0 {
			t.Fatal("no guess is drawn")
		}
	}
	shown := func() int { _, page := ann.get(at); return len(doubts(page)) }
	if n := shown(); n != 8 {
		t.Fatalf("%d guesses of 8 hidden pieces", n)
	}
	m = w.play(m, "a4xa7") // a scout finds the marshal there
	if n := shown(); n != 7 {
		t.Errorf("%d guesses while the marshal is seen", n)
	}
	w.play(m, "b7-b6", "e4-e5", "b6-b7")
	if n := shown(); n != 8 {
		t.Errorf("%d guesses when he is turned down again", n)
	}
}
