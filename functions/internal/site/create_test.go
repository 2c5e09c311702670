package site

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// send posts a JSON body.
func (b *browser) send(at, body string) (int, string) {
	b.t.Helper()
	resp := b.ask(http.MethodPost, at, nil, func(r *http.Request) { setBody(r, body) })
	return resp.status, resp.page
}

func setBody(r *http.Request, body string) {
	r.Header.Set("Content-Type", "application/json")
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
}

const people = `"creator":{"name":"Ann","email":"ann@example.org"},"opponent":{"name":"Bob","email":"bob@example.org"}`

// only returns the one match that is stored.
func (w *world) only() match.Match {
	w.t.Helper()
	if len(w.games.images) != 1 {
		w.t.Fatalf("%d games are stored", len(w.games.images))
	}
	for _, i := range w.games.images {
		m, err := match.Open(i)
		if err != nil {
			w.t.Fatal(err)
		}
		return m
	}
	panic("unreachable")
}

// Without it the defaults of product.md would not hold, or an answer would tell
// more than the game and how far it is.
func TestCreateByJSON(t *testing.T) {
	w := newWorld(t)
	status, body := w.browser().send(base+"/api/games", `{`+people+`}`)
	if status != http.StatusAccepted {
		t.Fatalf("%d %s", status, body)
	}
	m := w.only()
	var answer map[string]any
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatal(err)
	}
	if len(answer) != 2 || answer["game"] != m.ID.String() || answer["state"] != "unconfirmed" {
		t.Errorf("the answer is %s", body)
	}
	if m.Pace != match.StandardPace {
		t.Errorf("the pace is %v", m.Pace)
	}
	if m.Rules != engine.StandardRules(engine.Original) {
		t.Errorf("the rules are %v", m.Rules)
	}
	if c := m.Seat(m.Creator).Player; c.Name != "Ann" || c.Address != "ann@example.org" || c.Lang != "en" {
		t.Error("the creator does not sit at the creator's seat")
	}
	if m.Seats.Red.Salt == m.Seats.Blue.Salt || m.Seats.Red.Salt == [16]byte{} {
		t.Error("the salts are not drawn")
	}
}

// Without it a wish would be passed over in silence.
func TestCreateAsAsked(t *testing.T) {
	w := newWorld(t)
	status, body := w.browser().send(base+"/api/games", `{`+people+`,"color":"blue","army":"lightning",
		"open":false,"message":"","pace":{"days":0.5,"setupDays":1.25,"vacation":true},
		"rules":{"twoSquares":5,"chase":"strategus","movingBombs":true,"scoutReveal":false,"quietClaim":0,"quietDraw":0,"maxPlies":100}}`)
	if status != http.StatusAccepted {
		t.Fatalf("%d %s", status, body)
	}
	want := engine.StandardRules(engine.Lightning)
	want.TwoSquares, want.Chase, want.MovingBombs, want.ExplodingBombs = 5, engine.ChaseStrategus, true, true
	want.ScoutReveal, want.QuietClaim, want.QuietDraw, want.MaxPlies = false, 0, 0, 100
	pace := match.Pace{Move: 12 * time.Hour, Setup: 30 * time.Hour}
	if m := w.only(); m.Rules != want || m.Creator != engine.Blue || m.Pace != pace {
		t.Errorf("creator %v, pace %v, rules %v", m.Creator, m.Pace, m.Rules)
	}
}

// Without it both colors would not come up by lot.
func TestColorByLot(t *testing.T) {
	w := newWorld(t)
	seen := map[engine.Color]int{}
	for range 40 {
		w.games.images = nil
		w.now = w.now.AddDate(0, 0, 1)
		w.browser().send(base+"/api/games", `{`+people+`}`)
		seen[w.only().Creator]++
	}
	if seen[engine.Red] < 5 || seen[engine.Blue] < 5 || seen[engine.Red]+seen[engine.Blue] != 40 {
		t.Errorf("of 40 lots: %v", seen)
	}
}

// Without it bad input would be stored, or half of it, or be refused without a
// word why.
func TestCreateRefuses(t *testing.T) {
	for _, c := range []struct {
		name, body string
		status     int
		says       string
	}{
		{"no JSON", `{`, 400, "ends in the middle"},
		{"nothing", ``, 400, "The body is empty"},
		{"another type", `{"creator":"Ann"}`, 400, "creator: This must be an object, not string."},
		{"a type inside", `{` + people + `,"rules":{"twoSquares":"3"}}`, 400, "rules.twoSquares: This must be a whole number, not string."},
		{"no object", `["x"]`, 400, "The body must be a JSON object, not array."},
		{"an unknown field", `{` + people + `,"colour":"red"}`, 400, `\"colour\"`},
		{"an unknown field inside", `{` + people + `,"rules":{"mines":true}}`, 400, `\"mines\"`},
		{"more after it", `{` + people + `}{}`, 400, "follows"},
		{"no creator", `{"opponent":{"name":"Bob","email":"bob@example.org"}}`, 400, "creator.name"},
		{"a link for a name", `{"creator":{"name":"www.example.org","email":"a@example.org"},"opponent":{"name":"Bob","email":"b@example.org"}}`, 400, "link"},
		{"a bidi character", `{"creator":{"name":"A\u202enn","email":"a@example.org"},"opponent":{"name":"Bob","email":"b@example.org"}}`, 400, "creator.name"},
		{"a line break in an address", `{"creator":{"name":"Ann","email":"a@example.org\r\nBcc: x@example.org"},"opponent":{"name":"Bob","email":"b@example.org"}}`, 400, "creator.email"},
		{"no such color", `{` + people + `,"color":"green"}`, 400, `\"green\"`},
		{"no such army", `{` + people + `,"army":"navy"}`, 400, `\"navy\"`},
		{"no such chase", `{` + people + `,"rules":{"chase":"fox"}}`, 400, `\"fox\"`},
		{"no such zone", `{"creator":{"name":"Ann","email":"a@example.org","tz":"Mars/Base"},"opponent":{"name":"Bob","email":"b@example.org"}}`, 400, "Mars/Base"},
		{"senseless rules", `{` + people + `,"rules":{"twoSquares":2,"quietClaim":500}}`, 422, "two-squares limit is 2"},
		{"a bad army", `{` + people + `,"army":"custom","customArmy":"M M B"}`, 422, "one flag"},
		{"pieces for a named army", `{` + people + `,"customArmy":"M F"}`, 422, "its own pieces"},
		{"half an opponent", `{"creator":{"name":"Ann","email":"ann@example.org"},"opponent":{"name":"Bob"}}`, 400, "opponent.email"},
		{"an open challenge to somebody", `{` + people + `,"open":true}`, 400, "open"},
		{"oneself", `{"creator":{"name":"Ann","email":"ann@example.org"},"opponent":{"name":"Anna","email":"ANN@example.org"}}`, 400, "own address"},
		{"a message to strangers", `{"creator":{"name":"Ann","email":"ann@example.org"},"open":true,"message":"Hello"}`, 400, "message"},
		{"a long message", `{` + people + `,"message":"` + strings.Repeat("x", 501) + `"}`, 400, "500 characters"},
		{"a message with a bidi character", `{` + people + `,"message":"a\u202eb"}`, 400, "message"},
		{"a pace too quick", `{` + people + `,"pace":{"days":0.4}}`, 400, "pace.days 0.4: This must be from 0.5 to 14 days."},
		{"a pace too slow", `{` + people + `,"pace":{"days":15}}`, 400, "pace.days"},
		{"a pace beyond all", `{` + people + `,"pace":{"days":1e300}}`, 400, "pace.days 1e+300: "},
		{"no time at all", `{` + people + `,"pace":{"days":0,"setupDays":0}}`, 400, "pace.days"},
		{"too little time to set up", `{` + people + `,"pace":{"setupDays":0.1234567}}`, 400, "pace.setupDays 0.1234567: "},
		{"time in words", `{` + people + `,"pace":{"days":"three"}}`, 400, "pace"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			resp := w.browser().ask(http.MethodPost, base+"/api/games", nil, func(r *http.Request) { setBody(r, c.body) })
			body := resp.page
			if resp.status != c.status || !strings.Contains(body, c.says) {
				t.Errorf("%d %s; want %d and %s", resp.status, body, c.status, c.says)
			}
			if got := resp.header.Get("Content-Type"); got != "application/problem+json" {
				t.Errorf("the answer is %s", got)
			}
			if len(w.games.images) != 0 {
				t.Error("something was stored all the same")
			}
			if strings.Contains(body, "Bcc") {
				t.Error("the answer quotes an address")
			}
		})
	}
}

// Without it nobody could start a game without a program of his own.
func TestCreateByForm(t *testing.T) {
	w := newWorld(t)
	ann := w.browser()
	status, page := ann.get(base + "/")
	want(t, status, page, 200, "Stratego by mail", `name="opponent-email"`, "Original: 40 pieces, 10×10", "Skirmish", `<option value="3" selected>3 days</option>`, `<option value="7" selected>7 days</option>`)

	f := form("do", "create", "name", "Ann", "email", "ann@example.org", "opponent-name", "Bob",
		"opponent-email", "", "message", "Hi\r\nBob", "no-vacation", "1", "army", "barrage", "color", "blue", "days", "0.5", "setupDays", "14")
	status, page = ann.post(base+"/", f)
	want(t, status, page, 400, "is missing", `value="Ann"`, "Hi\nBob</textarea>", `name="no-vacation" value="1" checked`,
		`<option value="0.5" selected>12 hours</option>`, `<option value="14" selected>14 days</option>`,
		`value="barrage" checked>`, `<option value="blue" selected>`)
	f.Set("opponent-email", "bob@example.org")
	if len(w.games.images) != 0 {
		t.Fatal("a refused form was stored")
	}

	status, page = ann.post(base+"/", f)
	want(t, status, page, 202, "Check your mail", "ann@example.org", "Bob hears nothing", "lie in the mailbox below", `href="https://fieldpost.test/mailbox"`)
	noLinkOfASeat(t, page)
	if m := w.only(); m.Creator != engine.Blue || m.Rules.Army != engine.Barrage || m.Message != "Hi\nBob" || m.Pace != (match.Pace{Move: 12 * time.Hour, Setup: 14 * 24 * time.Hour, NoVacation: true}) {
		t.Errorf("created %v, %v", m.Creator, m.Rules)
	}
}
