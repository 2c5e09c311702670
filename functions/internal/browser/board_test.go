package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What a person does on a board or setup by his hands alone.

// square selects a square of a board.
func square(at string) string { return fmt.Sprintf(`.board td[data-at=%q]`, at) }

// click presses what brings no new page.
func (b *tab) click(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// drag takes hold of what a selector selects with the mouse, and lets go over what
// another does.
func (b *tab) drag(from, to string) {
	b.t.Helper()
	at := eval[[4]float64](b, fmt.Sprintf(`(() => {
		const [from, to] = [%q, %q].map(at => document.querySelector(at))
		from.scrollIntoView({block: 'center', behavior: 'instant'})
		const middle = e => (r => [r.x + r.width / 2, r.y + r.height / 2])(e.getBoundingClientRect())
		return [...middle(from), ...middle(to)]
	})()`, from, to))
	mouse := func(event input.DispatchMouseEventType, x, y float64) chromedp.Action[chromedp.Void] {
		return chromedp.MouseEvent(event, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1))
	}
	b.do(
		mouse(input.DispatchMouseEventTypeMousePressed, at[0], at[1]),
		mouse(input.DispatchMouseEventTypeMouseMoved, at[0]+4, at[1]+8),
		mouse(input.DispatchMouseEventTypeMouseMoved, at[2], at[3]),
		mouse(input.DispatchMouseEventTypeMouseReleased, at[2], at[3]),
	)
}

// walkTo goes by the arrow keys to a square of the grid in which the focus is, and
// fails where it cannot be seen on the way.
func (b *tab) walkTo(at string) {
	b.t.Helper()
	for range 20 {
		key := eval[string](b, fmt.Sprintf(`(() => {
			const td = document.activeElement.closest('td[data-at]'), to = document.querySelector('td[data-at=%q]')
			const [x, y] = [to.cellIndex - td.cellIndex, to.parentNode.rowIndex - td.parentNode.rowIndex]
			return x < 0 ? 'left' : x > 0 ? 'right' : y < 0 ? 'up' : y > 0 ? 'down' : ''
		})()`, at))
		if key == "" {
			return
		}
		b.do(chromedp.KeyEvent(map[string]string{"left": kb.ArrowLeft, "right": kb.ArrowRight, "up": kb.ArrowUp, "down": kb.ArrowDown}[key]))
		b.without(eval[stop](b, `(window.reached?.clear(), `+fmt.Sprintf(focused, "")+`)`).faults())
	}
	b.t.Fatalf("%s: the arrow keys do not come to %s", b.at(), at)
}

// ask chooses a move ("b4-b5") on the board, so that the page asks whether it is
// meant: by arrow keys and Enter, by a drag, or by two presses.
func (b *tab) ask(move string, dragged bool) {
	b.t.Helper()
	from, to := move[:2], move[3:]
	switch {
	case b.keys:
		b.reach(`.board td[tabindex="0"]`)
		b.walkTo(from)
		b.do(chromedp.KeyEvent(kb.Enter))
		b.walkTo(to)
		b.do(chromedp.KeyEvent(kb.Enter))
	case dragged:
		b.drag(square(from), square(to))
	default:
		b.click(square(from))
		b.click(square(to))
	}
	if !eval[bool](b, `new Promise(done => {
		const late = Date.now() + 15000
		const look = () => document.querySelector('dialog[open]') ? done(true) : Date.now() > late ? done(false) : setTimeout(look, 20)
		look()
	})`) {
		b.t.Fatalf("%s: nobody asks whether %s is meant; the page is %q", b.at(), move, eval[string](b, `document.querySelector('h1').textContent`))
	}
}

// Who says no to the question, or waits for the move, finds the board as it was.
// Without it a slip of the hand would be played, or an old board played on.
func TestBoard(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	g := s.create(t, "board", "en").begin()
	ann, bob := s.tab(t, "en", true), s.tab(t, "en", true)
	ann.keys = true

	ann.open(g.red.board)
	ann.ask("b4-b5", false)
	// The end of the Enter that chose the square answers nothing.
	eval[chromedp.Void](ann, `document.querySelector('dialog [name=sure]').checked = true, document.querySelector('dialog button:not([name])').focus()`)
	send(ann, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeChar, Text: "\r", Key: "Enter"})
	if !ann.has("dialog[open]") {
		t.Fatal("one Enter has chosen the square and played the move")
	}
	ann.do(chromedp.KeyEvent(kb.Escape), chromedp.WaitNotPresent(chromedp.CSS("dialog")))
	if at := eval[string](ann, `document.activeElement.dataset.at`); at != "b4" {
		t.Errorf("after the question the focus is on %q, not on the piece", at)
	}
	if left := eval[int](ann, `document.querySelectorAll('.chosen, .target, td.from, td.to').length`); left != 0 {
		t.Errorf("%d marks of the move that was not played are left", left)
	}

	// While the page of a move is on its way the board says so. Whoever chooses
	// another piece meanwhile is not asked about that move any more.
	eval[chromedp.Void](ann, `window.real = window.fetch, window.fetch = async (at, how) => {
		await new Promise(done => { window.release = done })
		return real(at, how)
	}, undefined`)
	ann.click(square("b4"))
	ann.click(square("b5"))
	if !ann.has(".board[aria-busy]") || !ann.has(square("b5")+".to") {
		t.Error("the board does not say that it asks for a move")
	}
	ann.click(".board td.can:not([data-at=b4])")
	if asked := eval[bool](ann, `(async () => {
		window.release()
		await new Promise(done => setTimeout(done, 500))
		window.fetch = window.real
		return document.querySelector('dialog[open], .board[aria-busy], td.from, td.to') !== null
	})()`); asked || !ann.has(".board td.chosen:not([data-at=b4])") {
		t.Errorf("a move is asked about (%t) though another piece is chosen", asked)
	}
	ann.do(chromedp.KeyEvent(kb.Escape))

	// The other's move comes by itself where nobody has begun anything.
	bob.open(g.blue.board)
	bob.later()
	if bob.has(".moves") {
		t.Error("Blue may move first")
	}
	g.play(0, 1)
	bob.load(chromedp.Evaluate[chromedp.Void](later))
	if !bob.has(".moves") {
		t.Errorf("the other's move is not there: %s", eval[string](bob, `document.querySelector('h1').textContent`))
	}

	// Otherwise a line says that there is something new, and leads to it.
	bob.later()
	bob.click(square("a7"))
	g.play(1, 2)
	bob.later()
	bob.do(chromedp.WaitVisible(chromedp.CSS("#news a")))
	if !bob.has(square("a7") + ".chosen") {
		t.Error("the piece that was chosen is let go")
	}
	bob.without(bob.violations())
	bob.press("#news a")
	if bob.has(".moves") || bob.has("#news a") {
		t.Error("the line does not lead to the newest board")
	}
}

// later is what brings the page a minute further, when it asks for news.
const later = `(now => { Date.now = () => now() + 60000 })(Date.now), document.dispatchEvent(new Event('visibilitychange')), undefined`

// later waits that minute, until the question for news is answered.
func (b *tab) later() {
	b.t.Helper()
	eval[chromedp.Void](b, `new Promise(done => {
		const asked = () => performance.getEntriesByType('resource').filter(e => e.name.includes('/api/')).length, before = asked()
		const look = () => asked() > before ? done() : setTimeout(look, 20);
		`+later+`
		look()
	})`)
}
