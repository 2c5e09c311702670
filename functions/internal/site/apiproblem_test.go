package site

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
)

// Every refusal of the API: its status, its own words, and that nothing is
// stored. Without it a program would be told nothing that helps, or bad input
// would do something.
func TestProblems(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	setting := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
	ann, bob, early := w.program(m, engine.Red), w.program(m, engine.Blue), w.program(setting, engine.Red)
	big := `{"move":"` + strings.Repeat("x", 64<<10) + `"}`
	padded := `{"move":"e4-e5","ply":0}` + strings.Repeat(" ", 64<<10)
	saves, images := w.games.saves, len(w.games.images)
	for _, c := range []struct {
		name   string
		answer reply
		status int
		says   string
	}{
		{"broken JSON", ann.call("POST", "/moves", `{"move":`), 400, "ends in the middle"},
		{"an array", ann.call("POST", "/moves", `[]`), 400, "array"},
		{"two objects", ann.call("POST", "/moves", `{"move":"e4-e5","ply":0}{}`), 400, "Something follows"},
		{"no such move", ann.call("POST", "/moves", `{"move":"O-O","ply":0}`), 400, `"O-O" is no move`},
		{"no token", ann.browser.ask("GET", base+"/api/games/"+ann.game, nil), 401, "token of your seat"},
		{"no game", (&program{ann.browser, setting.ID.String(), ann.token}).call("GET", "", ""), 404, "no such game"},
		{"nothing there", ann.call("GET", "/nothing", ""), 404, "GET /openapi.yaml"},
		{"another method", ann.call("DELETE", "", ""), 404, "by this method"},
		{"a list of games", ann.ask("GET", base+"/api/games", nil), 401, "link to all your games"},
		{"not your turn", bob.call("POST", "/moves", `{"move":"j7-j6","ply":0}`), 409, "not your turn"},
		{"not begun", early.call("POST", "/moves", `{"move":"j7-j6","ply":0}`), 409, "not come that far"},
		{"too large", ann.call("POST", "/moves", big), 413, "larger than 64 KiB"},
		{"too large by what follows", ann.call("POST", "/moves", padded), 413, "larger than 64 KiB"},
		{"a large setup", early.call("PUT", "/setup", big), 413, "larger than 64 KiB"},
		{"a large action", ann.call("POST", "/actions", big), 413, "larger than 64 KiB"},
		{"a large press", ann.press(w.toMove(m, engine.Red, 0, "e4-e5"), big), 413, "larger than 64 KiB"},
		{"a large game", ann.press(base+"/api/games", big), 413, "larger than 64 KiB"},
		{"forbidden", ann.call("POST", "/moves", `{"move":"e4-e6","ply":0}`), 422, "too far away"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.answer.read(t, c.status)
			if !strings.Contains(p["detail"].(string), c.says) {
				t.Errorf("the detail is %q", p["detail"])
			}
			if got := c.answer.header.Get("Content-Type"); got != "application/problem+json" || p["type"] != "about:blank" ||
				p["title"] != http.StatusText(c.status) || p["status"] != float64(c.status) {
				t.Errorf("%s: %v", got, p)
			}
		})
	}
	if w.games.saves != saves || len(w.games.images) != images {
		t.Error("something was stored")
	}
}

// brokenGames is a store out of order.
type brokenGames struct{ app.Games }

var errDown = errors.New("the disk of ann@example.org is full")

func (brokenGames) Load(context.Context, match.ID, bool) (match.Image, error) {
	return match.Image{}, errDown
}

// A failure of ours tells its cause to the log alone.
func TestInternalError(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	w.site = w.instance(&app.App{Games: brokenGames{w.games}, Now: w.app.Now})
	resp := w.program(m, engine.Red).call("POST", "/moves", `{"move":"e4-e5","ply":0}`)
	if p := resp.read(t, 500); !strings.Contains(p["detail"].(string), "went wrong on our side") || strings.Contains(resp.page, "disk") {
		t.Errorf("the answer is %s", resp.page)
	}
	if log := w.log.String(); !strings.Contains(log, "disk") || !strings.Contains(log, `route="POST /api/games/{id}/moves"`) {
		t.Errorf("the log is %s", log)
	}
}

// Without it a log would hold the key to a seat, a setup or a move.
func TestAPILogTellsNoSecrets(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
	ann := w.program(m, engine.Red)
	ann.call("PUT", "/setup", asJSON(t, map[string]any{"setup": barrageRed}))
	w.program(m, engine.Blue).call("PUT", "/setup", asJSON(t, map[string]any{"setup": barrageBlue}))
	ann.call("POST", "/moves", `{"move":"e4-e6","ply":0}`)
	ann.call("POST", "/moves", `{"move":"e4-e5","ply":0}`)
	ann.call("POST", "/moves", `{"move":"e4-e5","ply":0}`)
	log := w.log.String()
	for _, outcome := range []string{"kind=SetUp outcome=ok", "kind=PlayMove outcome=refused:", "outcome=repeated"} {
		if !strings.Contains(log, outcome) {
			t.Errorf("the log does not tell %s:\n%s", outcome, log)
		}
	}
	for _, secret := range []string{ann.token, "example.org", "e4-e", "22M9S", "Ann", "Bearer"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log tells %q:\n%s", secret, log)
		}
	}
}
