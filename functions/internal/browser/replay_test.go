package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A game that is over is stepped through in place where scripts run, and page by
// page where none do. Without it the slider, the keys or the switches could show
// another ply than they say.
func TestReplay(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	g := s.create(t, "replay", "en").begin().play(0, len(shortGame))

	b := s.tab(t, "en", true)
	b.open(g.red.board)
	for _, key := range []string{"Home", "End", "ArrowLeft", "ArrowRight"} {
		if !eval[bool](b, fmt.Sprintf(`document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '%s', bubbles: true, cancelable: true }))`, key)) {
			t.Errorf("%s steps through the game while the focus is on the page", key)
		}
	}
	eval[chromedp.Void](b, `window.stayed = true, undefined`)
	press := func(keys string) func() { return func() { b.do(chromedp.KeyEvent(keys)) } }
	for _, c := range []struct {
		what string
		do   func()
		ply  int
	}{
		{"the slider", func() {
			b.do(chromedp.Focus(chromedp.CSS("#at")))
			press(kb.ArrowLeft)()
		}, 4},
		{"the link to the first ply", func() { b.click("#step-first") }, 0},
		{"the arrow to the right", press(kb.ArrowRight), 1},
		{"the arrow to the right again", press(kb.ArrowRight), 2},
		{"the arrow to the left", press(kb.ArrowLeft), 1},
		{"End", press(kb.End), 5},
		{"Home", press(kb.Home), 0},
		{"a line of the list", func() { b.click(".plies tr:nth-child(2) a") }, 3},
		{"playing", func() { b.click("form.steps button") }, 5},
		{"playing again from the start, and a pause", func() {
			b.click("form.steps button")
			b.showsPly(1)
			b.click("form.steps button")
		}, 1},
	} {
		c.do()
		b.showsPly(c.ply)
		if !eval[bool](b, `window.stayed === true`) {
			t.Fatalf("by %s a page of its own is loaded", c.what)
		}
	}
	if !eval[bool](b, `(form => form.querySelector('button').textContent === form.dataset.play)(document.querySelector('form.steps'))`) {
		t.Error("after the pause the button does not say that it plays")
	}
	b.without(b.violations())
	for _, scripts := range []bool{true, false} {
		b := s.tab(t, "en", scripts)
		b.open(g.red.board + "?at=3")
		hidden := func() int { return eval[int](b, `document.querySelectorAll('.board .piece.hidden').length`) }
		if n := hidden(); n != 0 {
			t.Errorf("scripts=%v: %d pieces are hidden, of a game that is over", scripts, n)
		}
		for _, as := range []string{"red", "blue"} {
			b.press(fmt.Sprintf(`.as a[href*="as=%s"]`, as))
			b.showsPly(3)
			if n := hidden(); n == 0 {
				t.Errorf("scripts=%v: as %s saw it nothing is hidden", scripts, as)
			}
		}
		if scripts {
			b.do(chromedp.Focus(chromedp.CSS(".as a")), chromedp.KeyEvent(kb.ArrowLeft))
		} else {
			b.press("#step-back")
		}
		b.showsPly(2)
		if n := hidden(); n == 0 {
			t.Errorf("scripts=%v: a step back forgets as whom", scripts)
		}
	}
}

// showsPly waits until the page shows a ply: its address, slider and list.
func (b *tab) showsPly(ply int) {
	b.t.Helper()
	said := eval[string](b, fmt.Sprintf(`new Promise(done => {
		const late = Date.now() + 10000
		const look = () => {
			const at = new URLSearchParams(location.search).get('at'), slider = document.getElementById('at')
			const lines = [...document.querySelectorAll('.plies a[aria-current]')].map(a => new URL(a.href).searchParams.get('at'))
			const shown = [at ?? slider.max, slider.value, ...(lines.length || %[1]d === 0 ? lines : ['none'])]
			if (shown.every(n => n === '%[1]d')) done('')
			else if (Date.now() > late) done(shown.join(', '))
			else setTimeout(look, 20)
		}
		look()
	})`, ply))
	if said != "" {
		b.t.Fatalf("%s: address, slider and list are at %s, not at ply %d", b.at(), said, ply)
	}
}
