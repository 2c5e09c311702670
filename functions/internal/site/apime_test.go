package site

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// mine asks for, or changes, what is kept of an address.
func (w *world) mine(address, method, body string) reply {
	w.t.Helper()
	return w.browser().ask(method, base+"/api/me", nil, func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+w.token(address, w.profile(address).Epoch))
		if body != "" {
			setBody(r, body)
		}
	})
}

// A program reads and changes what its player has chosen, and nothing of anybody else.
func TestMe(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	nothing := map[string]any{"lang": "en", "tz": nil, "mail": "turns", "hour": 8., "board": "both", "format": "html", "health": "ok"}
	if diff := cmp.Diff(nothing, w.mine("bob@example.org", "GET", "").read(t, 200)); diff != "" {
		t.Errorf("of who has chosen nothing (-want +got):\n%s", diff)
	}
	chosen := map[string]any{"lang": "de", "tz": "Europe/Berlin", "mail": "daily", "hour": 20., "board": "listed", "format": "text"}
	body, err := json.Marshal(chosen)
	if err != nil {
		t.Fatal(err)
	}
	chosen["health"] = "ok"
	for range 2 { // a second time does no harm
		if diff := cmp.Diff(chosen, w.mine("bob@example.org", "PUT", string(body)).read(t, 200)); diff != "" {
			t.Errorf("chosen (-want +got):\n%s", diff)
		}
	}
	if diff := cmp.Diff(chosen, w.mine("bob@example.org", "GET", "").read(t, 200)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	if got := w.stored(m); got.Version != m.Version+1 || got.Seats.Blue.Zone != "Europe/Berlin" || got.Seats.Blue.Lang != "de" || got.Seats.Red != m.Seats.Red {
		t.Errorf("version %d after %d, his seat reads %q in %q", got.Version, m.Version, got.Seats.Blue.Lang, got.Seats.Blue.Zone)
	}
	he := w.profile("bob@example.org")
	if want := (player.Prefs{Plain: true, Board: player.Listed, Hour: 20}); he.Prefs != want || !he.Collects() || he.Alarm.Hour() != 19 {
		t.Errorf("kept is %+v, %v, with an alarm at %v", he.Prefs, he.Mode, he.Alarm)
	}
	if diff := cmp.Diff(nothing, w.mine("ann@example.org", "GET", "").read(t, 200)); diff != "" {
		t.Errorf("Ann has changed (-want +got):\n%s", diff)
	}
	// What is left out or null stays.
	chosen["mail"] = "none"
	if diff := cmp.Diff(chosen, w.mine("bob@example.org", "PUT", `{"mail":"none","tz":null}`).read(t, 200)); diff != "" {
		t.Errorf("one thing alone (-want +got):\n%s", diff)
	}
	if !w.profile("bob@example.org").Alarm.IsZero() {
		t.Error("an alarm for a mail that nobody wants")
	}
	w.keep("bob@example.org", bounces(w.now))
	if got := w.mine("bob@example.org", "GET", "").read(t, 200)["health"]; got != "bouncing" {
		t.Errorf("mails come back, and the health is %v", got)
	}
	w.keep("ann@example.org", complains(w.now))
	if got := w.mine("ann@example.org", "GET", "").read(t, 200)["health"]; got != "unwanted" {
		t.Errorf("he has complained, and the health is %v", got)
	}
	if log := w.log.String(); strings.Contains(log, "example.org") || strings.Contains(log, "Berlin") {
		t.Errorf("the log tells of whom, or where he lives:\n%s", log)
	}
}

// What cannot be is refused whole.
func TestMeRefuses(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	for body, says := range map[string]string{
		`{"mail":"weekly"}`:                 "turns, daily, none",
		`{"mail":""}`:                       "turns, daily, none",
		`{"board":"painted"}`:               "both, drawn, listed",
		`{"format":"rtf"}`:                  "html, text",
		`{"hour":24}`:                       "0 … 23",
		`{"hour":-1}`:                       "0 … 23",
		`{"hour":1.5}`:                      "",
		`{"hour":"8"}`:                      "",
		`{"lang":"tlh"}`:                    "lang",
		`{"lang":""}`:                       "lang",
		`{"tz":"Mars/Olympus"}`:             "tz",
		`{"tz":""}`:                         "tz",
		`{"tz":"Local"}`:                    "tz",
		`{"health":"ok"}`:                   "health",
		`{"mail":"none","tz":"Nowhere/At"}`: "tz",
		``:                                  "",
	} {
		got := w.mine("bob@example.org", "PUT", body)
		if detail, _ := got.read(t, 400)["detail"].(string); !strings.Contains(detail, says) {
			t.Errorf("%s: %s", body, detail)
		}
	}
	if he := w.profile("bob@example.org"); he.Version != 0 || w.stored(m).Version != m.Version {
		t.Error("something was changed")
	}
	w.keep("bob@example.org", mode(player.Stopped))
	got := w.mine("bob@example.org", "PUT", `{"mail":"turns","hour":7}`).read(t, 409)
	if detail := got["detail"].(string); !strings.Contains(detail, "You have stopped all mail") || w.profile("bob@example.org").Prefs.Hour != 0 {
		t.Errorf("who has stopped all mail: %s", detail)
	}
	if got := w.mine("bob@example.org", "PUT", `{"format":"text"}`).read(t, 200); got["mail"] != "none" || got["format"] != "text" {
		t.Errorf("who has stopped all mail: %v", got)
	}
	for name, token := range map[string]string{"none": "", "a seat's": w.keys.Seal(link.Link{Purpose: link.Board, Game: m.ID, Seat: engine.Blue, Issued: w.now}), "an old one": w.token("bob@example.org", 9)} {
		for _, method := range []string{"GET", "PUT"} {
			r := w.browser().ask(method, base+"/api/me", nil, func(r *http.Request) {
				if setBody(r, `{"mail":"daily"}`); token != "" {
					r.Header.Set("Authorization", "Bearer "+token)
				}
			})
			if r.status != 401 {
				t.Errorf("%s %s: %d", method, name, r.status)
			}
		}
	}
	w.people.down = true
	if r := w.mine("ann@example.org", "GET", ""); r.status != 500 || strings.Contains(r.page, "register") {
		t.Errorf("%d %s", r.status, r.page)
	}
}

// What Bob has chosen for himself is in nothing that Ann gets, but that he gets no
// mails: T13.
func TestChoicesStayHisOwn(t *testing.T) {
	see := func(body string) string {
		w := newWorld(t)
		m := w.playing()
		if body != "" {
			w.mine("bob@example.org", "PUT", body).read(t, 200)
		}
		view := w.program(m, engine.Red).call("GET", "", "")
		_, page := w.browser().get(w.to(m, engine.Red, link.Board))
		_, games := w.browser().get(w.toGames("ann@example.org", 0))
		list := w.mine("ann@example.org", "GET", "").page
		return view.page + view.header.Get("ETag") + page + games + list
	}
	plain := see("")
	for _, body := range []string{
		`{"mail":"daily","hour":5}`, `{"lang":"nl"}`, `{"tz":"Asia/Tokyo"}`, `{"board":"drawn","format":"text"}`,
	} {
		if got := see(body); got != plain {
			t.Errorf("Ann can tell that Bob has chosen %s:\n%s", body, cmp.Diff(plain, got))
		}
	}
	if see(`{"mail":"none"}`) == plain {
		t.Error("Ann cannot see that Bob gets no mails")
	}
}
