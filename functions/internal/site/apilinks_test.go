package site

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// press sends a program's press of a link.
func (b *browser) press(at, body string) reply {
	b.t.Helper()
	return b.ask(http.MethodPost, at, nil, func(r *http.Request) {
		setBody(r, body)
		r.Header.Set("Accept", "application/json")
	})
}

// Without it no program could come to a seat, or a scanner's press would need no
// tick any more.
func TestSeatsByAPI(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage))
	b := w.browser()
	for _, c := range []struct {
		purpose link.Purpose
		seat    engine.Color
		do      string
		state   string
	}{{link.Confirm, engine.Red, "confirm", "invited"}, {link.Join, engine.Blue, "accept", "setup"}} {
		at := w.to(m, c.seat, c.purpose)
		for _, body := range []string{`{"do":"play"}`, `{}`, `{"do":"` + c.do + `","pay":1}`, `{"do":["` + c.do + `"]}`, `{`} {
			b.press(at, body).read(t, 400)
		}
		saves := w.games.saves
		b.post(at, form("do", c.do)) // a page, and no tick
		if w.games.saves != saves {
			t.Fatal("a press without the tick did something")
		}
		a := b.press(at, `{"do":"`+c.do+`"}`).read(t, 200)
		view := a["view"].(map[string]any)
		if a["game"] != m.ID.String() || a["seat"] != c.seat.String() || view["state"] != c.state || view["you"] != c.seat.String() {
			t.Errorf("%s: %v", c.do, a)
		}
		p := &program{b, m.ID.String(), a["token"].(string)}
		if view := p.call("GET", "", "").read(t, 200); view["you"] != c.seat.String() {
			t.Errorf("the token is of %v", view["you"])
		}
		// T12: a second press may be another's, to whom the mail was forwarded.
		saves = w.games.saves
		a = b.press(at, `{"do":"`+c.do+`","sure":true}`).read(t, 200)
		if a["token"] != nil || a["seat"] != c.seat.String() || w.games.saves != saves {
			t.Errorf("a second press: %v", a)
		}
	}
}

// Without it a link could be pressed by a program in one form alone, or a
// browser would be answered as a program is.
func TestPressByProgram(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at := w.toMove(m, engine.Red, 0, "e4-e5")
	b := w.browser()
	accept := func(kinds string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Accept", kinds) }
	}
	for _, kinds := range []string{"", "*/*", "text/html, application/json", "application/json;q=0", "text/html,application/xhtml+xml,*/*;q=0.8"} {
		resp := b.ask("POST", at, form("do", "play"), accept(kinds))
		want(t, resp.status, resp.page, 200, "tick the box")
	}
	a := b.ask("POST", at, form("do", "play"), accept("application/json, text/plain, */*")).read(t, 200)
	if a["status"] != "played" || a["happened"].(map[string]any)["move"] != "e4-e5" || a["view"].(map[string]any)["you"] != "red" {
		t.Errorf("the answer is %v", a)
	}
	if a = b.press(at, `{"do":"play","sure":1}`).read(t, 200); a["status"] != "already played" {
		t.Errorf("the second answer is %v", a)
	}
	p := b.press(w.toMove(m, engine.Red, 0, "d4-d5"), `{"do":"play"}`).read(t, 409)
	if p["view"].(map[string]any)["ply"] != 1.0 {
		t.Errorf("the old link: %v", p)
	}
	// A JSON body of a press that wants a page is read as a form is.
	status, page := b.send(w.toMove(w.play(w.stored(m), "j7-j6"), engine.Red, 2, "e5-e6"), `{"do":"play","sure":"1"}`)
	want(t, status, page, 200, "Your move is played")
}

// Without it a captain's way and a rescue could not be chosen by a program's
// press.
func TestWayByProgram(t *testing.T) {
	w := newWorld(t)
	rows := setup(t, engine.Lightning, "6.........\n..........\nM987655443\n32222SBBF.")
	m := w.started(engine.StandardRules(engine.Lightning), rows, rows)
	at, b := w.toMove(m, engine.Red, 0, "a4-b5"), w.browser()
	if p := b.press(at, `{"do":"play"}`).read(t, 422); p["rule"] != "ambiguous-path" || len(p["paths"].([]any)) != 2 {
		t.Errorf("%v", p)
	}
	b.press(at, `{"do":"play","via":"z9"}`).read(t, 400)
	if a := b.press(at, `{"do":"play","via":"b4"}`).read(t, 200); a["happened"].(map[string]any)["move"] != "a4-b4-b5" {
		t.Errorf("%v", a)
	}
}

// Bad links read alike in JSON as on pages.
func TestBadLinksByProgram(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage))
	b := w.browser()
	b.press(base+"/c/x", `{"do":"confirm"}`).read(t, 401)
	b.press(w.seal(link.Link{Purpose: link.Confirm, Game: match.ID{9}, Seat: engine.Red, Issued: w.now}), `{"do":"confirm"}`).read(t, 401)
	b.press(w.seal(link.Link{Purpose: link.Confirm, Game: m.ID, Seat: engine.Red, Issued: w.now.AddDate(0, -1, 0)}), `{"do":"confirm"}`).read(t, 401)
	p := b.press(w.to(m, engine.Blue, link.Join), `{"do":"accept"}`).read(t, 409) // before the creator has confirmed
	if !strings.Contains(p["detail"].(string), "not confirmed yet") {
		t.Errorf("%v", p)
	}
	resp := b.ask("POST", base+"/c/x", url.Values{}, func(r *http.Request) { r.Header.Set("Accept", "text/html") })
	want(t, resp.status, resp.page, 401, "This link does not work")
}
