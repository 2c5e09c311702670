package site

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// Without it a program could not keep notes, would lose some by a refused request, or
// would be told of a guess that is none any more.
func TestNotesByAPI(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann := w.program(m, engine.Red)
	check := func(what string, got map[string]any, text string, guesses ...string) {
		t.Helper()
		list := []string{}
		for _, g := range got["guesses"].([]any) {
			list = append(list, g.(map[string]any)["square"].(string)+" "+g.(map[string]any)["rank"].(string))
		}
		if got["text"] != text || !cmp.Equal(list, append([]string{}, guesses...)) {
			t.Errorf("%s: %q and %v, want %q and %v", what, got["text"], list, text, guesses)
		}
	}
	get := func() reply { t.Helper(); return ann.call("GET", "/notes", "") }
	put := func(body string) reply { t.Helper(); return ann.call("PUT", "/notes", body) }
	check("at first", get().read(t, 200), "")
	check("a text", put(`{"text":" hi\r\nthere "}`).read(t, 200), "hi\nthere")
	check("guesses", put(`{"guesses":[{"square":"J7","rank":"b"},{"square":"b7","rank":"10"}]}`).read(t, 200), "hi\nthere", "b7 M", "j7 B")
	w.play(m, "e4-e5", "b7-b6")
	check("after a move", get().read(t, 200), "hi\nthere", "b6 M", "j7 B")
	check("by the squares of then", put(`{"text":"both","ply":1,"guesses":[{"square":"b7","rank":"9"}]}`).read(t, 200), "both", "b6 9")
	for _, c := range []struct {
		name, body string
		status     int
		says       string
	}{
		{"no JSON", `notes`, 400, "The body is no JSON"},
		{"nothing", `{}`, 400, "text: This is missing"},
		{"an unknown field", `{"text":"x","color":"red"}`, 400, `"color"`},
		{"no list", `{"guesses":"x"}`, 400, "guesses: This must be a list"},
		{"no text", `{"text":5}`, 400, "text: This must be a text"},
		{"too long", asJSON(t, map[string]any{"text": strings.Repeat("é", 2001)}), 400, "longer than 2000 characters"},
		{"a bell", asJSON(t, map[string]any{"text": "a\x07"}), 400, "text"},
		{"too large", asJSON(t, map[string]any{"text": strings.Repeat("a", 66_000)}), 413, ""},
		{"no square", `{"text":"x","guesses":[{"square":"a11","rank":"3"}]}`, 400, `square "a11"`},
		{"no rank", `{"text":"x","guesses":[{"square":"a7"}]}`, 400, "rank: This is missing"},
		{"a rank that is none", `{"text":"x","guesses":[{"square":"a7","rank":"?"}]}`, 400, `rank "?"`},
		{"a ply before the first", `{"text":"x","ply":-1,"guesses":[]}`, 400, "ply"},
		{"a ply to come", `{"text":"x","ply":3,"guesses":[]}`, 409, "is not at the ply"},
		{"an own piece", `{"text":"x","guesses":[{"square":"a7","rank":"3"},{"square":"a4","rank":"3"}]}`, 422, "a4: No hidden piece"},
		{"a rank of another army", `{"text":"x","guesses":[{"square":"a7","rank":"8"}]}`, 422, "No piece of this army"},
	} {
		p := put(c.body).read(t, c.status)
		if !strings.Contains(p["detail"].(string), c.says) {
			t.Errorf("%s: the detail is %q", c.name, p["detail"])
		}
		check(c.name, get().read(t, 200), "both", "b6 9")
	}
	tag := get().header.Get("ETag")
	if a := ann.call("GET", "/notes", "", func(r *http.Request) { r.Header.Set("If-None-Match", tag) }); a.status != 304 {
		t.Errorf("status %d to who has them", a.status)
	}
	check("none", put(`{"guesses":[]}`).read(t, 200), "both")
	if a := ann.call("GET", "/notes", "", func(r *http.Request) { r.Header.Set("If-None-Match", tag) }); a.status != 200 {
		t.Errorf("status %d to who has others", a.status)
	}
	check("Bob's own", w.program(m, engine.Blue).call("GET", "/notes", "").read(t, 200), "")

	w.notebook.down = true
	for _, a := range []reply{get(), put(`{"text":"x"}`)} {
		a.read(t, 500)
	}
	w.notebook.down = false
	ann.token = w.keys.Seal(link.Link{Purpose: link.Player, Player: w.pepper.Key("ann@example.org"), Issued: w.now})
	check("by a player's token", get().read(t, 200), "both")
	ann.game = match.ID{9}.String()
	get().read(t, 404)
	put(`{"text":"x"}`).read(t, 404)
	ann.token = "x"
	get().read(t, 401)
	put(`{"text":"x"}`).read(t, 401)
}

// Before the game there is nothing to note.
func TestNotesByAPIBeforeTheGame(t *testing.T) {
	w := newWorld(t)
	ann := w.program(w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue}), engine.Red)
	ann.call("GET", "/notes", "").read(t, 409)
	ann.call("PUT", "/notes", `{"text":"x"}`).read(t, 409)
}
