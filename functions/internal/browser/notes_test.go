package browser

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// note has a player keep notes by the API.
func (g *game) note(who *seat, text string, guesses ...map[string]any) *game {
	g.t.Helper()
	body := map[string]any{"text": text, "guesses": append([]map[string]any{}, guesses...)}
	call(g.t, http.MethodPut, g.s.base+"/api/games/"+g.id+"/notes", token(who.board), body, nil)
	return g
}

// doubt selects the sign of a guess on a square.
func doubt(at, rank string) string { return square(at) + fmt.Sprintf(` use[href="#p-g-%s"]`, rank) }

// Notes are kept and guesses made by hand. Without it a guess would be made by form
// alone, and what was typed would be lost by a step back or by the other's move.
func TestNotesByHand(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	g := s.create(t, "notes", "en").begin().play(0, 2)
	b := s.tab(t, "en", true)
	b.open(g.red.board)

	// The first press of this browser asks for the tick, wherever it began.
	b.click(square("e7"))
	b.click(".pick[open] .ranks button:last-child")
	if b.has(".pick") || !b.has(".notes[open] :invalid[name=sure]") || b.has(doubt("e7", "F")) {
		t.Error("the tick is not asked for")
	}
	b.tick(".notes [name=sure]")
	b.press(".notes [value=guess]")
	if !b.has(doubt("e7", "F")) {
		t.Fatal("the guess is not drawn")
	}
	b.without(b.violations())

	b.click(square("j7"))
	b.do(chromedp.KeyEvent(kb.Escape), chromedp.WaitNotPresent(chromedp.CSS("dialog")))
	b.click(square("e7"))
	b.without(b.violations())
	b.press(".pick[open] .ranks button:last-child") // it lets go of it
	if b.has(doubt("e7", "F")) {
		t.Error("the guess is still drawn")
	}
	b.keys = true
	b.reach(`.board td[tabindex="0"]`)
	b.walkTo("e7")
	b.do(chromedp.KeyEvent(kb.Enter))
	if first := eval[string](b, `document.activeElement.textContent`); first != "10 = Marshal" {
		t.Errorf("the focus is on %q", first)
	}
	b.load(chromedp.KeyEvent(kb.Enter))
	if !b.has(doubt("e7", "M")) {
		t.Error("by the keyboard no guess is made")
	}
	b.keys = false

	// A piece that can be taken by the chosen one is taken, not guessed.
	b.ask("e4-e7", false)
	if b.has(".pick") {
		t.Error("a move is taken for a guess")
	}
	b.do(chromedp.KeyEvent(kb.Escape), chromedp.WaitNotPresent(chromedp.CSS("dialog")))

	typed := func(when string) {
		t.Helper()
		if got := eval[string](b, `document.getElementById('note').value`); got != "left!" {
			t.Errorf("%s the field holds %q", when, got)
		}
	}
	b.fill("notes", "notes", "left!")
	b.click("#step-first")
	b.showsPly(0)
	typed("after a step back")
	if n := eval[int](b, `document.querySelectorAll('.notes').length`); n != 1 || b.has(`.board use[href^="#p-g-"]`) {
		t.Errorf("%d notes, or a guess on an earlier board", n)
	}
	if !b.has("section:has(> #trays) ~ .notes") {
		t.Error("the notes left their place")
	}
	b.press(".notes [value=save]")
	typed("after saving")

	// News do not take away what is typed.
	bob := s.tab(t, "en", true)
	bob.open(g.blue.board)
	bob.fill("notes", "notes", "right!")
	eval[chromedp.Void](bob, `document.activeElement.blur()`)
	g.play(2, 3)
	bob.later()
	bob.do(chromedp.WaitVisible(chromedp.CSS("#news a")))
	if got := eval[string](bob, `document.getElementById('note').value`); got != "right!" {
		t.Errorf("after the other's move the field holds %q", got)
	}
}

// Without scripts a form does the same.
func TestNotesByForm(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	g := s.create(t, "notes-form", "en").begin().play(0, 2)
	b := s.tab(t, "en", false)
	b.keys = true
	b.open(g.red.board)
	b.choose("notes", "at", "a6")
	b.choose("notes", "rank", "M")
	b.fill("notes", "notes", "left!")
	b.tick(".notes [name=sure]")
	b.press(".notes [value=guess]")
	if !b.has(doubt("a6", "M")) || !b.has("#note[data-unsaved]") {
		t.Error("the guess is not drawn, or the text is lost")
	}
	b.press(".notes [value=save]")
	if b.has("#note[data-unsaved]") || eval[string](b, `document.getElementById('note').value`) != "left!" {
		t.Error("the notes are not kept")
	}
	b.press(".notes [name=forget]")
	if b.has(doubt("a6", "M")) {
		t.Error("the guess is still drawn")
	}
}
