package browser

import (
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What a person does on a page, by mouse or, where keys is set, by keyboard alone.

// press presses what brings a new page: a link or a button.
func (b *tab) press(selector string) {
	b.t.Helper()
	if b.keys {
		b.reach(selector)
		b.load(chromedp.KeyEvent(kb.Enter))
		return
	}
	b.load(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// tick ticks a box, or chooses among buttons, unless that is done or there is none.
func (b *tab) tick(selector string) {
	b.t.Helper()
	switch {
	case !eval[bool](b, fmt.Sprintf(`(e => e !== null && !e.checked)(document.querySelector(%q))`, selector)):
	case b.keys:
		b.reach(selector)
		b.do(chromedp.KeyEvent(" "))
	default:
		b.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
	}
}

// form selects the form that gives a command, by its field do.
func form(do string) string { return fmt.Sprintf(`form:has([name=do][value=%q])`, do) }

// fill writes a text into a field of the form of a command, in place of what it
// holds.
func (b *tab) fill(do, name, text string) {
	b.t.Helper()
	field := form(do) + fmt.Sprintf(" [name=%q]:not([type=hidden])", name)
	b.unfold(name)
	if b.keys {
		b.reach(field)
	} else {
		b.do(chromedp.Focus(chromedp.CSS(field), chromedp.NodeVisible))
	}
	b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent(kb.Delete), chromedp.KeyEvent(text))
}

// unfold opens the part of a page in which there is a field, if it is closed.
func (b *tab) unfold(name string) {
	b.t.Helper()
	summary := fmt.Sprintf(`details:not([open]):has([name=%q]:not([type=hidden])) > summary`, name)
	switch {
	case !b.has(summary):
	case b.keys:
		b.reach(summary)
		b.do(chromedp.KeyEvent(kb.Enter))
	default:
		b.do(chromedp.Click(chromedp.CSS(summary), chromedp.NodeVisible))
	}
}

// choose takes an answer in the form of a command, among buttons or, by the arrow
// keys, in a list.
func (b *tab) choose(do, name, value string) {
	b.t.Helper()
	list := form(do) + fmt.Sprintf(" select[name=%q]", name)
	b.unfold(name)
	if !b.has(list) {
		b.tick(form(do) + fmt.Sprintf(" [name=%q][value=%q]", name, value))
		return
	}
	b.do(chromedp.Focus(chromedp.CSS(list), chromedp.NodeVisible), chromedp.KeyEvent(kb.Home))
	for range 50 {
		if eval[string](b, fmt.Sprintf(`document.querySelector(%q).value`, list)) == value {
			return
		}
		b.do(chromedp.KeyEvent(kb.ArrowDown))
	}
	b.t.Fatalf("%s: no answer %s in %s", b.at(), value, name)
}

// act gives a command: it presses the button of its form, with the tick if the form
// asks for one. It reports whether it did.
func (b *tab) act(do string) (ticked bool) {
	b.t.Helper()
	sure := form(do) + " [name=sure]"
	if ticked = b.has(sure); ticked {
		b.tick(sure)
	}
	hidden := fmt.Sprintf(`form:has(input[name=do][value=%q])`, do)
	b.press(fmt.Sprintf(`button[name=do][value=%q], %s button[name=submit][value="1"], %s:not(:has([name=submit])) [type=submit]`, do, hidden, hidden))
	return ticked
}

// focused tells of the element that has the focus; it keeps those that had it. It is
// seen by the browser's own outline, or by one of 2 px that stands out 3:1 from the
// ground on which it is drawn.
const focused = `(wanted => {
	const e = document.activeElement
	window.reached ??= new Set()
	if (e === null || e === document.body || window.reached.has(e)) return {over: true, wanted: wanted !== '' && e !== null && e.matches(wanted)}
	window.reached.add(e)
	const s = getComputedStyle(e), r = e.getBoundingClientRect()
	const ground = e => {
		const c = e === null ? 'rgb(255, 255, 255)' : getComputedStyle(e).backgroundColor
		return c.startsWith('rgba') ? ground(e.parentElement) : c
	}
	const light = c => {
		const [r, g, b] = c.match(/[\d.]+/g).map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
		return .05 + .2126 * r + .7152 * g + .0722 * b
	}
	const apart = light(s.outlineColor) / light(ground(parseFloat(s.outlineOffset) < 0 ? e : e.parentElement))
	const marked = s.outlineStyle === 'auto' || s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2 && Math.max(apart, 1 / apart) >= 3
	const seen = r.width > 1 && r.height > 1 && r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth
	return {over: false, wanted: wanted !== '' && e.matches(wanted), shown: e.tagName === 'IFRAME' || marked && seen, what: e.outerHTML.slice(0, 120)}
})(%q)`

// stop is where the focus is.
type stop struct {
	Over, Wanted, Shown bool
	What                string
}

// next goes to the next stop of the Tab key.
func (b *tab) next(wanted string) stop {
	b.t.Helper()
	send(b, input.DispatchKeyEvent, tabKey)
	return eval[stop](b, fmt.Sprintf(focused, wanted))
}

// faults says if the focus cannot be seen there.
func (s stop) faults() []string {
	if s.Over || s.Shown {
		return nil
	}
	return []string{"the focus cannot be seen on " + s.What}
}

// tabKey is one press of the Tab key. That it is let go again changes nothing.
var tabKey = input.DispatchKeyEventParams{
	Type: input.DispatchKeyEventTypeRawKeyDown, Key: "Tab", Code: "Tab", WindowsVirtualKeyCode: 9, NativeVirtualKeyCode: 9,
}

// mostStops is more than any page has.
const mostStops = 500

// reach goes by the Tab key to what a selector selects.
func (b *tab) reach(selector string) {
	b.t.Helper()
	if eval[bool](b, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
		return
	}
	around := false
	for range mostStops {
		at := b.next(selector)
		b.without(at.faults())
		if at.Wanted {
			return
		}
		if at.Over && around {
			break
		}
		if at.Over {
			around = true
			eval[chromedp.Void](b, `window.reached.clear()`)
		}
	}
	b.t.Fatalf("%s: the Tab key does not come to %s", b.at(), selector)
}

// walk goes by the Tab key through all of the page. It returns where the focus
// cannot be seen, and what there is to press that it does not come to.
func (b *tab) walk() (faults []string) {
	b.t.Helper()
	if b.has("iframe") {
		return nil // a mail in a frame is a process of its own, out of which this keyboard does not come
	}
	b.do(chromedp.EmulateViewport(360, 800))
	around := false // a dialog need not begin with its first stop
	for range mostStops {
		at := b.next("")
		if at.Over && around {
			break
		}
		around = around || at.Over
		faults = append(faults, at.faults()...)
	}
	// Of radio buttons and of the squares of a board one is reached, and the others
	// by the arrow keys. Behind an open dialog there is nothing to press.
	missed := eval[[]string](b, `[...(document.querySelector('dialog[open]') ?? document).querySelectorAll('a[href], button, input:not([type=hidden]):not([type=radio]), select, textarea, summary')]
		.filter(e => !e.disabled && !(e.tabIndex < 0 && e.closest('[data-at]')) && e.checkVisibility() && !window.reached.has(e)).map(e => e.outerHTML.slice(0, 120))`)
	for _, e := range missed {
		faults = append(faults, "the Tab key does not come to "+e)
	}
	return faults
}
