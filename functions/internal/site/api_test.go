package site

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// program plays one seat by the API.
type program struct {
	*browser
	game  string
	token string
}

func (w *world) program(m match.Match, seat engine.Color) *program {
	token := w.keys.Seal(link.Link{Purpose: link.Board, Game: m.ID, Seat: seat, Issued: w.now})
	return &program{w.browser(), m.ID.String(), token}
}

// call sends a request below the game's own path, with a body unless it is "".
func (p *program) call(method, below, body string, change ...func(*http.Request)) reply {
	p.t.Helper()
	return p.ask(method, base+"/api/games/"+p.game+below, nil, append([]func(*http.Request){func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+p.token)
		if body != "" {
			setBody(r, body)
		}
	}}, change...)...)
}

// read returns the members of an answer, and fails unless it has the status.
func (r reply) read(t testing.TB, status int) map[string]any {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(r.page), &object); err != nil || r.status != status {
		t.Fatalf("status %d, not %d; %v: %s", r.status, status, err, r.page)
	}
	return object
}

// json writes a value.
func asJSON(t testing.TB, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The whole View of product.md, member by member, with a game that has come so
// far that each has something to say. Without it a client would look for a
// member that is not there, or find it in another form.
func TestView(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "a4-a7", "j7-j6", "e4-e5", "j6-j5")
	resp := w.program(m, engine.Red).call("GET", "", "")
	view := resp.read(t, 200)
	both, _ := m.Commitments()
	want := map[string]any{
		"game": m.ID.String(), "version": 10.0, "ply": 4.0, "state": "playing", "you": "red", "toMove": "red",
		"army": "barrage", "customArmy": "",
		"rules": map[string]any{
			"twoSquares": 3.0, "chase": "isf", "attackerAdvantage": false, "explodingBombs": false,
			"movingBombs": false, "movingFlag": false, "reconquest": false, "silentDefence": false,
			"scoutReveal": true, "memory": false, "quietClaim": 200.0, "quietDraw": 400.0, "maxPlies": 4000.0,
		},
		"pace":  map[string]any{"days": 3.0, "setupDays": 7.0, "vacation": true},
		"trays": map[string]any{"red": []any{"2"}, "blue": []any{"2"}}, "rescue": nil,
		"rescuesUsed": map[string]any{"red": 0.0, "blue": 0.0}, "rescued": []any{}, "claimable": false,
		"record":   []any{"1. a4xa7 2=2", "2. j7-j6", "3. e4-e5", "4. j6-j5"},
		"lastMove": map[string]any{"ply": 4.0, "color": "blue", "from": "j6", "via": nil, "to": "j5", "text": "j6-j5"},
		"setup":    map[string]any{"rows": barrageRed, "submitted": true},
		"players": map[string]any{
			"red":  map[string]any{"name": "Ann", "ready": true, "mail": "ok", "vacationUntil": nil},
			"blue": map[string]any{"name": "Bob", "ready": true, "mail": "ok", "vacationUntil": nil},
		},
		"drawOffer": nil, "deadline": m.Deadline.Format(time.RFC3339), "extended": 0.0, "given": 0.0, "outcome": nil, "reason": nil,
		"commitments": map[string]any{"red": hexOf(both.Red), "blue": hexOf(both.Blue)},
		"public":      map[string]any{"red": false, "blue": false},
	}
	if board := view["board"].([]any); len(board) != 14 ||
		!cmp.Equal(board[0], map[string]any{"square": "a1", "color": "red", "rank": "F", "moved": false, "revealed": false}) ||
		!strings.Contains(resp.page, `{"square":"j5","color":"blue","rank":null,"moved":true,"revealed":false}`) {
		t.Errorf("the board is %v", board)
	}
	if legal := view["legal"].([]any); !slices.Contains(legal, any("e5-e6")) || !slices.Contains(legal, any("b4xb7")) {
		t.Errorf("the legal moves are %v", legal)
	}
	delete(view, "board")
	delete(view, "legal")
	if diff := cmp.Diff(want, view); diff != "" {
		t.Errorf("the view (-want +got):\n%s", diff)
	}
	other := w.program(m, engine.Blue).call("GET", "", "").read(t, 200)
	if other["you"] != "blue" || len(other["legal"].([]any)) != 0 || !cmp.Equal(other["setup"], any(map[string]any{"rows": barrageBlue, "submitted": true})) {
		t.Errorf("Blue reads %v", other)
	}
}

func hexOf(sum [32]byte) string {
	const digits = "0123456789abcdef"
	var t strings.Builder
	for _, b := range sum {
		t.WriteByte(digits[b>>4])
		t.WriteByte(digits[b&15])
	}
	return t.String()
}

// Without it a view would lack members while there is no game yet, or show what
// only one player knows.
func TestViewBeforeTheGame(t *testing.T) {
	w := newWorld(t)
	rules := engine.StandardRules(engine.CustomArmy)
	var err error
	if rules.Troops, err = engine.ParseTroops("M 9 3 2 2 S B F"); err != nil {
		t.Fatal(err)
	}
	m := w.match(rules, match.Confirm{})
	ann := w.program(m, engine.Red)
	view := ann.call("GET", "", "").read(t, 200)
	if view["version"] != 2.0 || view["state"] != "invited" || view["toMove"] != nil || view["setup"] != nil ||
		view["commitments"] != nil || view["customArmy"] != "M 9 3 2 2 S B F" || len(view["board"].([]any)) != 0 {
		t.Errorf("after the confirmation: %v", view)
	}
	view = ann.call("PUT", "/setup", asJSON(t, map[string]any{"setup": barrageRed})).read(t, 200)["view"].(map[string]any)
	if view["version"] != 3.0 || !cmp.Equal(view["setup"], any(map[string]any{"rows": barrageRed, "submitted": true})) {
		t.Errorf("after the setup: %v", view)
	}
	if _, err := w.app.Do(t.Context(), m.ID, match.Accept{By: engine.Blue}); err != nil {
		t.Fatal(err)
	}
	before := w.program(m, engine.Blue).call("GET", "", "")
	if view = before.read(t, 200); view["version"] != 4.0 || view["setup"] != nil {
		t.Errorf("Bob reads %v", view)
	}
	ann.call("PUT", "/setup", asJSON(t, map[string]any{"setup": "M922S.....\n..........\n..........\nFB3......."})).read(t, 200)
	if after := w.program(m, engine.Blue).call("GET", "", ""); after.page != before.page || after.header.Get("ETag") != before.header.Get("ETag") {
		t.Errorf("Bob can tell that a setup was replaced:\n%s", cmp.Diff(before.page, after.page))
	}
}

// Without it a client that asks every few seconds would be sent the same board
// again and again, or not be told of a new one.
func TestETag(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann := w.program(m, engine.Red)
	tag := ann.call("GET", "", "").header.Get("ETag")
	if !strings.HasPrefix(tag, `"`) || len(tag) < 20 {
		t.Fatalf("the tag is %s", tag)
	}
	known := func(tags ...string) func(*http.Request) {
		return func(r *http.Request) { r.Header["If-None-Match"] = tags }
	}
	for _, tags := range [][]string{{tag}, {"W/" + tag}, {`"x", ` + tag}, {`"x"`, tag}, {"*"}} {
		resp := ann.call("GET", "", "", known(tags...))
		if resp.status != http.StatusNotModified || resp.page != "" || resp.header.Get("ETag") != tag {
			t.Errorf("%q: %d, %d bytes, tag %s", tags, resp.status, len(resp.page), resp.header.Get("ETag"))
		}
	}
	for _, tags := range [][]string{{`"x"`}, {strings.Trim(tag, `"`)}, {""}} {
		if resp := ann.call("GET", "", "", known(tags...)); resp.status != 200 || resp.page == "" {
			t.Errorf("%q: %d", tags, resp.status)
		}
	}
	w.play(m, "e4-e5")
	if resp := ann.call("GET", "", "", known(tag)); resp.status != 200 || resp.header.Get("ETag") == tag {
		t.Errorf("after a move: %d, the same tag", resp.status)
	}
}

// Without it somebody without the seat's token would see or move its pieces, or
// would learn which games there are.
func TestTokens(t *testing.T) {
	w := newWorld(t)
	m, other := w.playing(), w.playing()
	ann := w.program(m, engine.Red)
	good := ann.token
	seal := func(l link.Link) string {
		l.Game, l.Seat = m.ID, engine.Red
		return w.keys.Seal(l)
	}
	saves := w.games.saves
	answers := map[int]map[string]bool{401: {}, 404: {}}
	for _, c := range []struct {
		name, game, authorization string
		status                    int
		says                      string
	}{
		{"none", m.ID.String(), "", 401, "token of your seat"},
		{"another scheme", m.ID.String(), "Basic " + good, 401, "token of your seat"},
		{"mangled", m.ID.String(), "Bearer " + good[:len(good)-1] + "_", 401, "does not count"},
		{"nonsense", m.ID.String(), "Bearer x", 401, "does not count"},
		{"for another purpose", m.ID.String(), "Bearer " + seal(link.Link{Purpose: link.Join, Issued: w.now}), 401, "does not count"},
		{"replaced", m.ID.String(), "Bearer " + seal(link.Link{Purpose: link.Board, Epoch: 1, Issued: w.now}), 401, "does not count"},
		{"expired", m.ID.String(), "Bearer " + seal(link.Link{Purpose: link.Board, Issued: w.now.AddDate(-2, 0, 0)}), 401, "lain too long"},
		{"another game", other.ID.String(), "Bearer " + good, 404, "no such game"},
		{"no game", "aaaaaaaaaaaaa", "Bearer " + good, 404, "no such game"},
		{"no id", "x", "Bearer " + good, 404, "no such game"},
		{"a game that is gone", match.ID{9}.String(), "Bearer " + w.keys.Seal(link.Link{Purpose: link.Board, Game: match.ID{9}, Seat: engine.Red, Issued: w.now}), 404, "no such game"},
	} {
		for _, request := range []struct{ method, below, body string }{
			{"GET", "", ""},
			{"GET", "/record", ""},
			{"PUT", "/setup", `{"setup":"M"}`},
			{"POST", "/moves", `{"move":"e4-e5","ply":0}`},
			{"POST", "/actions", `{"action":"resign"}`},
		} {
			ann.game = c.game
			resp := ann.call(request.method, request.below, request.body, func(r *http.Request) {
				r.Header.Set("Authorization", c.authorization)
			})
			if detail := resp.read(t, c.status)["detail"].(string); !strings.Contains(detail, c.says) {
				t.Errorf("%s, %s %s: %q", c.name, request.method, request.below, detail)
			}
			if (c.status == 401) != (resp.header.Get("WWW-Authenticate") == "Bearer") {
				t.Errorf("%s: WWW-Authenticate %q", c.name, resp.header.Get("WWW-Authenticate"))
			}
			answers[c.status][resp.page] = true
		}
	}
	if len(answers[404]) != 1 {
		t.Errorf("unknown games and those of others answer in %d ways", len(answers[404]))
	}
	if w.games.saves != saves {
		t.Error("something was stored")
	}
	ann.game, ann.token = m.ID.String(), good
	for _, scheme := range []string{"bearer ", "BEARER  "} {
		ann.call("GET", "", "", func(r *http.Request) { r.Header.Set("Authorization", scheme+good) }).read(t, 200)
	}
}
