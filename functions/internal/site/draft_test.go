package site

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// halfRows is a draft with which nobody could begin.
const halfRows = "22M9......\n..........\n..........\nFB........"

// T6 for the pages: a draft is kept as it was written, called a draft wherever
// its owner looks, and submitted for nobody. Without it he would take it for a
// setup, and lose on time without having been warned.
func TestT6Draft(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
	ann, at := w.browser(), w.to(m, engine.Red, link.Board)

	status, page := ann.post(at, form("do", "setup", "setup", halfRows, "submit", "draft"))
	want(t, status, page, 200, "tick", "Save as a draft", "!NOT submitted", halfRows)
	if v := w.stored(m).Version; v != m.Version {
		t.Fatalf("a press without the tick wrote version %d", v)
	}
	status, page = ann.post(at, form("do", "setup", "setup", "QQ", "submit", "draft", "sure", "1"))
	want(t, status, page, 422, `"Q" is no piece`, "!NOT submitted")

	for range 2 { // the second one changes nothing
		status, page = ann.post(at, form("do", "setup", "setup", halfRows, "submit", "draft"))
		want(t, status, page, 200, "Your draft is saved, NOT submitted", "Only you can see it", halfRows, `value="c4" formaction="#place" formnovalidate><b class="piece red own"`)
	}
	if v := w.stored(m).Version; v != m.Version+1 {
		t.Errorf("the same draft twice wrote version %d", v)
	}
	status, page = w.browser().get(at) // on any other device
	want(t, status, page, 200, "Your draft is saved, NOT submitted", halfRows, "Send my setup")

	if _, err := w.app.Do(t.Context(), m.ID, match.SetUp{By: engine.Blue, Setup: setup(t, engine.Barrage, barrageBlue)}); err != nil {
		t.Fatal(err)
	}
	w.now = w.stored(m).Deadline.Add(1e9)
	status, page = ann.get(at)
	want(t, status, page, 200, "Your setup was not in when the time to set up was over", "but it was NOT submitted")
	status, page = ann.post(at, form("do", "setup", "setup", barrageRed, "submit", "draft"))
	want(t, status, page, 200, "Nothing was sent: the game is over")
	if o, reason := w.stored(m).Outcome(); o != engine.BlueWins || reason != engine.ByTime {
		t.Errorf("the game ended with %v %v", o, reason)
	}
	status, page = w.browser().get(w.to(m, engine.Blue, link.Board))
	want(t, status, page, 200, "!draft", "!22M9")
}

// Without it the setup that counts would be hidden behind a later draft.
func TestNoDraftAfterTheSetup(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{},
		match.SaveDraft{By: engine.Red, Setup: setup(t, engine.Barrage, halfRows)})
	ann, at := w.browser(), w.to(m, engine.Red, link.Board)
	status, page := ann.post(at, form("do", "setup", "setup", barrageRed, "submit", "1", "sure", "1"))
	want(t, status, page, 200, "Your setup is in", "!NOT submitted", "!Save as a draft")
	status, page = ann.post(at, form("do", "setup", "setup", halfRows, "submit", "draft"))
	want(t, status, page, 409, "Nothing was saved as a draft", halfRows)
	status, page = ann.get(at)
	want(t, status, page, 200, barrageRed)
	p := w.program(m, engine.Red).call("PUT", "/setup", asJSON(t, map[string]any{"setup": halfRows, "submit": false})).read(t, 409)
	if p["detail"] != "Your setup is in already, so that a draft would not be seen any more. To change your setup, submit another one." {
		t.Errorf("the detail is %q", p["detail"])
	}
}

// Without it a program could not save a draft, or would take it for a setup.
func TestPutDraft(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	before := bob.call("GET", "", "")
	for range 2 {
		view := ann.call("PUT", "/setup", asJSON(t, map[string]any{"setup": halfRows, "submit": false})).read(t, 200)["view"].(map[string]any)
		own, _ := view["setup"].(map[string]any)
		if !cmp.Equal(own, map[string]any{"rows": halfRows, "submitted": false}) || view["state"] != "setup" || view["version"] != 3.0 {
			t.Errorf("the view after a draft: %v", view)
		}
	}
	if v := w.stored(m).Version; v != m.Version+1 {
		t.Errorf("two equal drafts wrote version %d", v)
	}
	if after := bob.call("GET", "", ""); after.page != before.page || after.header.Get("ETag") != before.header.Get("ETag") {
		t.Errorf("the opponent can tell that there is a draft:\n%s\n%s", before.page, after.page)
	}
	view := ann.call("PUT", "/setup", asJSON(t, map[string]any{"setup": barrageRed})).read(t, 200)["view"].(map[string]any)
	if own := view["setup"].(map[string]any); !cmp.Equal(own["submitted"], any(true)) {
		t.Errorf("the setup after the draft: %v", own)
	}
}

// T13 for drafts: two games that differ in the opponent's draft alone, or in
// whether he has one, are the same to a player on every page, in JSON and in
// every refusal. Without it he would know what the other thinks of.
func TestT13DraftsTellNothing(t *testing.T) {
	answers := map[string]string{}
	for name, more := range map[string][]match.Command{
		"none":        nil,
		"a draft":     {match.SaveDraft{By: engine.Blue, Setup: setup(t, engine.Barrage, halfRows)}},
		"a whole one": {match.SaveDraft{By: engine.Blue, Setup: setup(t, engine.Barrage, barrageBlue)}},
		"two drafts": {
			match.SaveDraft{By: engine.Blue, Setup: setup(t, engine.Barrage, barrageBlue)},
			match.SaveDraft{By: engine.Blue, Setup: setup(t, engine.Barrage, halfRows)},
		},
	} {
		w := newWorld(t)
		m := w.match(engine.StandardRules(engine.Barrage), append([]match.Command{match.Confirm{}, match.Accept{By: engine.Blue}}, more...)...)
		all := ""
		look := func() {
			for _, p := range []link.Purpose{link.Board, link.Confirm} {
				_, page := w.browser().get(w.to(m, engine.Red, p))
				all += page
			}
			_, page := w.browser().get(w.to(m, engine.Blue, link.Join)) // may have been passed on
			all += page
			ann := w.program(m, engine.Red)
			for _, r := range []reply{
				ann.call("GET", "", ""), ann.call("GET", "/record", ""), ann.call("GET", "/record?format=json", ""),
				ann.call("PUT", "/setup", `{"setup":"M","submit":false}`),
				ann.press(w.to(m, engine.Red, link.Confirm), `{"do":"confirm"}`),
				ann.press(w.to(m, engine.Blue, link.Join), `{"do":"accept"}`),
			} {
				all += r.header.Get("ETag") + r.page
			}
		}
		look()
		_, page := w.browser().post(w.to(m, engine.Red, link.Board), form("do", "setup", "setup", barrageRed, "submit", "1", "sure", "1"))
		all += page
		look()
		w.now = w.stored(m).Deadline.Add(1e9)
		look()
		answers[all+w.log.String()] = name
	}
	if len(answers) != 1 {
		t.Errorf("Red can tell the other's drafts apart in %d ways", len(answers))
	}
}
