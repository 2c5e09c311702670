package site

import (
	"html"
	"io"
	"regexp"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/setups"
	"fieldpost/infra/link"
)

var textArea = regexp.MustCompile(`(?s)<textarea[^>]*>(.*?)</textarea>`)

// written returns the rows that stand in a page's text field.
func written(page string) string {
	if m := textArea.FindStringSubmatch(page); m != nil {
		return html.UnescapeString(m[1])
	}
	return ""
}

// Without it a button could fill in rows that the server refuses, or send them,
// or ask for a tick to do nothing.
func TestFill(t *testing.T) {
	for _, army := range engine.Armies[:6] {
		w := newWorld(t)
		rules := engine.StandardRules(army)
		m := w.match(rules, match.Confirm{}, match.Accept{By: engine.Blue})
		for _, seat := range []engine.Color{engine.Red, engine.Blue} {
			b, at := w.browser(), w.to(m, seat, link.Board)
			_, page := b.get(at)
			for _, help := range []string{"1", "2", "3", "random"} {
				if !strings.Contains(page, `name="help" value="`+help+`"`) {
					t.Errorf("%v: no button %s", army, help)
				}
				status, page := b.post(at, form("do", "setup", "setup", "", "help", help))
				want(t, status, page, 200, "neither saved nor sent yet", "!Nothing was done", `own" aria-hidden="true"><svg><use href="#p-M"/>`)
				s, err := engine.ParseSetup(army.Board(), written(page))
				if err != nil || rules.CheckSetup(s) != nil || rules.Blocked(seat, s) {
					t.Errorf("%v, %s: the rows are\n%s\n%v", army, help, written(page), err)
				}
				status, mirrored := b.post(at, form("do", "setup", "setup", written(page), "help", "mirror"))
				want(t, status, mirrored, 200, setups.Mirror(army.Board(), s).Text(army.Board()))
			}
		}
		if v := w.stored(m).Version; v != m.Version {
			t.Errorf("%v: the buttons wrote version %d", army, v)
		}
	}
}

// Without it a custom army would have buttons that fail, and a form that was bent
// would get more than a plain answer.
func TestFillRefused(t *testing.T) {
	w := newWorld(t)
	rules := engine.StandardRules(engine.CustomArmy)
	var err error
	if rules.Troops, err = engine.ParseTroops("5 2 B B F"); err != nil {
		t.Fatal(err)
	}
	m := w.match(rules, match.Confirm{})
	b, at := w.browser(), w.to(m, engine.Red, link.Board)
	status, page := b.get(at)
	want(t, status, page, 200, `value="random"`, `value="mirror"`, "!Preset", "!from the list")
	status, page = b.post(at, form("do", "setup", "help", "random"))
	want(t, status, page, 200, "neither saved nor sent yet")
	for _, help := range []string{"0", "1", "4", "-1", "preset", "999999999999999999999"} {
		status, page = b.post(at, form("do", "setup", "help", help))
		want(t, status, page, 400)
	}
	status, page = b.post(at, form("do", "setup", "setup", "2", "help", "mirror"))
	want(t, status, page, 422, "cannot be read")
}

// Without it a server that has run out of chance would propose to everybody the
// same rows.
func TestFillWithoutChance(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{})
	w.random = io.MultiReader()
	w.site = w.instance(w.app)
	status, page := w.browser().post(w.to(m, engine.Red, link.Board), form("do", "setup", "help", "1"))
	want(t, status, page, 500, "!Preset")
	if !strings.Contains(w.log.String(), "draw lots") {
		t.Errorf("the log says %s", w.log)
	}
}
