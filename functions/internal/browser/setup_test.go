package browser

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The page to set up, by its text and by its help, with scripts and without. Without
// it a player could be given an army that he cannot send, or send another than he
// sees.
func TestSetUp(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			t.Parallel()
			g := s.create(t, fmt.Sprintf("setup-%v", scripts), "en").confirm().accept()
			ann, bob := s.tab(t, "en", scripts), s.tab(t, "en", scripts)

			ann.open(g.red.board)
			ann.tick("[name=sure]")
			ann.fill("setup", "setup", redRows)
			ann.press("button[name=submit][value=draft]")
			if rows, in := g.setup(&g.red); rows != redRows || in {
				t.Errorf("after the draft: submitted %v, rows\n%s", in, rows)
			}
			ann.open(g.red.board)
			ann.standsAs("the draft", redRows)
			ann.act("setup")
			if rows, in := g.setup(&g.red); rows != redRows || !in {
				t.Errorf("after the submission: submitted %v, rows\n%s", in, rows)
			}

			bob.open(g.blue.board)
			bob.press("fieldset button[name=help]")
			proposed := bob.rows()
			if pieces := len(strings.NewReplacer(".", "", "\n", "").Replace(proposed)); pieces != 10 {
				t.Errorf("the help proposes %d pieces, not the duel army's 10:\n%s", pieces, proposed)
			}
			bob.standsAs("what the help proposes", proposed)
			bob.act("setup")
			if rows, in := g.setup(&g.blue); rows != proposed || !in {
				t.Errorf("after the submission: submitted %v, rows\n%s\nnot\n%s", in, rows, proposed)
			}
		})
	}
}

// Who has set up and waits sees the game begin, and who is still at it keeps what he
// has placed. Without it a player would look at a page that is over for days.
func TestSetUpLearnsNews(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	g := s.create(t, "setup-news", "en").confirm()
	ann, bob := s.tab(t, "en", true), s.tab(t, "en", true)
	ann.open(g.red.board)
	ann.click(stock("9"))
	ann.click(setupSquare("a4"))
	g.accept()
	ann.later()
	ann.do(chromedp.WaitVisible(chromedp.CSS("#news a")))
	if rows := ann.rows(); rows != "9........."+empty {
		t.Errorf("what was placed is\n%s", rows)
	}
	ann.without(ann.violations())

	bob.open(g.blue.board)
	bob.tick("[name=sure]")
	bob.fill("setup", "setup", blueRows)
	bob.act("setup")
	bob.later()
	if !bob.has(".squares") {
		t.Fatal("the page to set up is gone")
	}
	g.setUp(&g.red, redRows)
	bob.load(chromedp.Evaluate[chromedp.Void](later))
	if bob.has(".squares") || !bob.has(".board") {
		t.Errorf("the game has begun, and the page says %s", eval[string](bob, `document.querySelector('h1').textContent`))
	}
}

// setupSquare and stock select a square of a setup, and a piece that is not on it.
func setupSquare(at string) string { return fmt.Sprintf(`.squares [data-at=%q] button`, at) }
func stock(symbol string) string   { return fmt.Sprintf(`.stock button[value=%q]`, symbol) }

// Rows of a setup in the making.
const empty = "\n..........\n..........\n.........."

// Every way to set up where scripts run, each on top of the one before: all of them
// change the same rows.
func TestSetUpByHand(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	g := s.create(t, "setup-hand", "en").confirm().accept()
	b := s.tab(t, "en", true)
	b.mayUseClipboard()
	b.open(g.red.board)
	b.tick("[name=sure]")
	key := func(keys string, with ...chromedp.KeyOption) func() {
		return func() { b.do(chromedp.KeyEvent(keys, with...)) }
	}
	undone := key("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	for _, c := range []struct {
		what string
		do   func()
		rows string
	}{
		{"a press on a piece, one on a square", func() { b.click(stock("9")); b.click(setupSquare("a4")) }, "9........." + empty},
		{"a press on a square, one on a piece", func() { b.click(setupSquare("b4")); b.click(stock("M")) }, "9M........" + empty},
		{"a press on another square with nothing chosen", func() { b.click(setupSquare("j4")); b.click(setupSquare("j4")) }, "9M........" + empty},
		{"presses on two pieces that stand", func() { b.click(setupSquare("a4")); b.click(setupSquare("b4")) }, "M9........" + empty},
		{"the button that takes it back", func() { b.click("button[name=help][value=back]") }, "9M........" + empty},
		{"a piece dragged to a square", func() { b.drag(stock("2"), setupSquare("c4")) }, "9M2......." + empty},
		{"a square's piece dragged to another", func() { b.drag(setupSquare("c4"), setupSquare("e4")) }, "9M..2....." + empty},
		{"a piece dragged off", func() { b.drag(setupSquare("b4"), stock("M")) }, "9...2....." + empty},
		{"Ctrl and z", func() { b.do(chromedp.Focus(chromedp.CSS(setupSquare("a4")))); undone() }, "9M..2....." + empty},
		{"Delete after the arrow to the right", func() { key(kb.ArrowRight)(); key(kb.Delete)() }, "9...2....." + empty},
		{"a symbol that is typed", key("m"), "9M..2....." + empty},
		{"Enter on two squares", func() {
			b.do(chromedp.Focus(chromedp.CSS(setupSquare("e4"))))
			key(kb.Enter)()
			b.walkTo("e3")
			key(kb.Enter)()
		}, "9M........\n....2.....\n..........\n.........."},
		{"taking that back", undone, "9M..2....." + empty},
		{"symbols typed in a row, and a dot", func() {
			b.do(chromedp.Focus(chromedp.CSS(setupSquare("a3"))))
			for _, symbol := range []string{"3", "3", "3", ".", "b"} { // two of them are in the stock
				key(symbol)()
			}
		}, "9M..2.....\n33.B......\n..........\n.........."},
		{"a 1, a 0 after it, and a 1", func() {
			b.do(chromedp.Focus(chromedp.CSS(setupSquare("b4"))))
			key(kb.Delete)()
			b.do(chromedp.Focus(chromedp.CSS(setupSquare("e3"))))
			for _, symbol := range []string{"1", "0", "1"} {
				key(symbol)()
			}
		}, "9...2.....\n33.BMS....\n..........\n.........."},
		{"a 0 on another square", func() {
			b.do(chromedp.Focus(chromedp.CSS(setupSquare("a1"))))
			key("0")()
		}, "9...2.....\n33.BMS....\n..........\n.........."},
		{"rows written into the field", func() { b.fill("setup", "setup", redRows) }, redRows},
		{"copying and clearing", func() {
			b.click("[data-do=copy]")
			b.says("copied")
			b.click("button[name=help][value=clear]")
		}, ".........." + empty},
		{"pasting", func() { b.click("[data-do=paste]"); b.says("read") }, redRows},
		{"mirroring", func() { b.click("button[name=help][value=mirror]") }, mirrored(redRows)},
		{"taking that back, too", func() { b.click("button[name=help][value=back]") }, redRows},
	} {
		c.do()
		b.standsAs(c.what, c.rows)
	}
	b.without(b.violations())
	b.act("setup")
	if rows, in := g.setup(&g.red); rows != redRows || !in {
		t.Errorf("after the submission: submitted %v, rows\n%s", in, rows)
	}
}

// The same buttons where no script runs, with a journey to the server for each.
func TestSetUpByButtons(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	g := s.create(t, "setup-buttons", "en").confirm().accept()
	b := s.tab(t, "en", false)
	b.open(g.red.board)
	for _, c := range []struct{ press, rows string }{
		{stock("2"), ".........." + empty},
		{setupSquare("e4"), "....2....." + empty},
		{setupSquare("f4"), "....22...." + empty}, // a piece stays chosen while there are more
		{setupSquare("a4"), "....22...." + empty},
		{stock("9"), "9...22...." + empty},
		{setupSquare("a4"), "9...22...." + empty},
		{"button[name=pick][value=off]", "....22...." + empty},
		{"button[name=help][value=back]", "9...22...." + empty},
		{setupSquare("e4"), "9...22...." + empty},
		{setupSquare("e3"), "9....2....\n....2.....\n..........\n.........."},
		{"button[name=help][value=mirror]", "....2....9\n.....2....\n..........\n.........."},
	} {
		b.press(c.press)
		b.standsAs(c.press, c.rows)
	}
	b.fill("setup", "setup", redRows)
	b.press("[data-do=look]")
	b.standsAs("a look at the rows", redRows)
	b.act("setup")
	if rows, in := g.setup(&g.red); rows != redRows || !in {
		t.Errorf("after the submission: submitted %v, rows\n%s", in, rows)
	}
}

// mirrored is a setup with its left side on the right.
func mirrored(rows string) string {
	lines := strings.Split(rows, "\n")
	for i, line := range lines {
		turned := []rune(line)
		for j := range turned {
			turned[j] = rune(line[len(line)-1-j])
		}
		lines[i] = string(turned)
	}
	return strings.Join(lines, "\n")
}

// mayUseClipboard lets the page copy and paste, about which a person is asked.
func (b *tab) mayUseClipboard() {
	b.t.Helper()
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		within(b, func(ctx context.Context) (cdp.Empty, error) {
			c := chromedp.FromContext(ctx)
			return cdp.Call(ctx, c.Browser, browser.SetPermission, browser.SetPermissionParams{
				Permission: &browser.PermissionDescriptor{Name: name}, Setting: browser.PermissionSettingGranted,
				Origin: b.base, BrowserContextID: c.BrowserContextID,
			})
		})
	}
}

// says waits until the page of a setup says one of its sentences.
func (b *tab) says(key string) {
	b.t.Helper()
	eval[chromedp.Void](b, fmt.Sprintf(`new Promise(done => {
		const wanted = JSON.parse(document.getElementById('texts').textContent).say[%q]
		const look = () => document.getElementById('said').textContent === wanted ? done() : setTimeout(look, 20)
		look()
	})`, key))
}

// standsAs fails unless both the squares and the field have these rows.
func (b *tab) standsAs(after, rows string) {
	b.t.Helper()
	drawn := eval[string](b, `[...document.querySelectorAll('.squares tbody tr:not(.ahead)')].map(row => [...row.querySelectorAll('[data-at]')]
		.map(td => td.querySelector('use')?.getAttribute('href').replace('#p-', '') ?? '.').join('')).join('\n')`)
	if written := b.rows(); drawn != rows || written != rows {
		b.t.Errorf("after %s the squares are\n%s\nand the rows\n%s\nnot\n%s", after, drawn, written, rows)
	}
}

// rows is the setup that the page's field holds, as the JSON API writes one.
func (b *tab) rows() string {
	b.t.Helper()
	text := eval[string](b, `document.querySelector('[name=setup]').value`)
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToUpper(text), " ", ""), "\r", "")
}

// setup is what the server has of a player's setup.
func (g *game) setup(of *seat) (rows string, submitted bool) {
	g.t.Helper()
	var view struct {
		Setup *struct {
			Rows      string
			Submitted bool
		}
	}
	call(g.t, http.MethodGet, g.s.base+"/api/games/"+g.id, token(of.board), nil, &view)
	if view.Setup == nil {
		return "", false
	}
	return view.Setup.Rows, view.Setup.Submitted
}
