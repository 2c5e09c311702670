package site

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
)

// token is that of all games of an address.
func (w *world) token(address string, epoch uint8) string {
	return strings.TrimPrefix(w.toGames(address, epoch), base+"/p/")
}

// as is a program with a player's token, in one game.
func (w *world) as(address string, m match.Match) *program {
	return &program{w.browser(), m.ID.String(), w.token(address, w.profile(address).Epoch)}
}

// Without it a program would need a mail for each game, or see games that are not
// its player's.
func TestListOfGames(t *testing.T) {
	w := newWorld(t)
	list, _ := w.several()
	w.match(engine.StandardRules(engine.Barrage)) // not yet Bob's
	bob := w.as("bob@example.org", match.Match{})
	ask := func() reply {
		return bob.ask("GET", base+"/api/games", nil, func(r *http.Request) { r.Header.Set("Authorization", "bearer "+bob.token) })
	}
	var games []map[string]any
	if r := ask(); r.status != 200 || json.Unmarshal([]byte(r.page), &games) != nil || len(games) != len(list) {
		t.Fatalf("%d: %s", r.status, r.page)
	}
	for i, m := range list {
		g := games[i]
		if g["game"] != m.ID.String() || g["seat"] != "blue" || g["state"] != m.State.String() || g["version"] != float64(m.Shown) {
			t.Errorf("game %d of %v is %v", i, m, g)
		}
		if (g["token"] != nil) != m.Seated(engine.Blue) || (g["toMove"] != nil) != (m.State == match.Playing) || (g["deadline"] != nil) != !m.Deadline.IsZero() {
			t.Errorf("game %d of %v is %v", i, m, g)
		}
		if token, ok := g["token"].(string); ok {
			view := (&program{bob.browser, m.ID.String(), token}).call("GET", "", "").read(t, 200)
			if view["you"] != "blue" && !m.Ended() || view["version"] != g["version"] {
				t.Errorf("game %d: its token opens %v, version %v", i, view["you"], view["version"])
			}
		}
	}
	bob.token = w.program(list[0], engine.Blue).token
	ask().read(t, 401) // a seat's token is for its game alone
	bob.token = w.token("eve@example.org", 0)
	if r := ask(); r.page != "[]\n" {
		t.Errorf("Eve's games are %s", r.page)
	}
}

// Every route of a seat takes the player's token, and no game but his.
func TestPlayersToken(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	other := w.match(engine.StandardRules(engine.Barrage))
	ann, bob, eve := w.as("ann@example.org", m), w.as("bob@example.org", m), w.as("eve@example.org", m)
	if view := ann.call("GET", "", "").read(t, 200); view["you"] != "red" {
		t.Errorf("Ann has %v", view["you"])
	}
	ann.call("POST", "/moves", `{"move":"e4-e5","ply":0}`).read(t, 200)
	ann.call("POST", "/moves", `{"move":"e5-e6","ply":1}`).read(t, 409)
	bob.call("PUT", "/setup", `{"setup":"`+strings.ReplaceAll(barrageBlue, "\n", `\n`)+`"}`).read(t, 200)
	bob.call("POST", "/actions", `{"action":"offer-draw"}`).read(t, 200)
	if r := bob.call("GET", "/record", ""); r.status != 200 {
		t.Errorf("the record: %d", r.status)
	}
	eve.call("GET", "", "").read(t, 404)
	eve.call("POST", "/moves", `{"move":"j7-j6","ply":1}`).read(t, 404)
	bob.game = other.ID.String() // not confirmed: Bob knows nothing of it
	bob.call("GET", "", "").read(t, 404)
	bob.game = "nonsense"
	if r := bob.call("GET", "", ""); r.status != 404 {
		t.Errorf("no game: %d", r.status)
	}
	old := *ann
	w.keep("ann@example.org", player.Profile.RenewLinks)
	old.call("GET", "", "").read(t, 401)
	old.ask("GET", base+"/api/games", nil, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+old.token) }).read(t, 401)
	w.as("ann@example.org", m).call("GET", "", "").read(t, 200)
	w.people.down = true
	old.call("GET", "", "").read(t, 500)
	w.people.down = false
	w.now = w.now.AddDate(0, 0, 31)
	old.call("GET", "", "").read(t, 401)
}

// A player's programs share one allowance, apart from that of his seats.
func TestPlayersTokenIsCounted(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann := w.as("ann@example.org", m)
	for range mostRequests {
		ann.call("GET", "", "").read(t, 200)
	}
	ann.token = w.token("ann@example.org", 0)
	ann.call("GET", "", "").read(t, 429)
	ann.ask("POST", base+"/api/games", nil, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+ann.token) }).read(t, 429)
	w.program(m, engine.Red).call("GET", "", "").read(t, 200)
	w.as("bob@example.org", m).call("GET", "", "").read(t, 200)
}

// Without it an invited player's program could not answer, or only with a mail.
func TestInvitedPlayerAnswers(t *testing.T) {
	for _, c := range []struct {
		action string
		state  match.State
		blocks bool
	}{{"accept", match.SettingUp, false}, {"decline", match.Declined, false}, {"block", match.Declined, true}} {
		t.Run(c.action, func(t *testing.T) {
			w := newWorld(t)
			m := w.invited()
			bob := w.as("bob@example.org", m)
			for range 2 {
				view := bob.call("POST", "/actions", `{"action":"`+c.action+`"}`).read(t, 200)["view"].(map[string]any)
				if view["state"] != c.state.String() || view["you"] != "blue" {
					t.Errorf("the game is %v, and he is %v", view["state"], view["you"])
				}
			}
			if got := w.stored(m); got.State != c.state || got.Version != m.Version+1 {
				t.Errorf("%v, version %d", got, got.Version)
			}
			if got := w.profile("bob@example.org").Blocks(w.pepper.Key("ann@example.org")); got != c.blocks {
				t.Errorf("Ann is blocked: %t", got)
			}
		})
	}
}

// Without it a program that has shown whose it is would have to read mails to
// begin a game; or it could begin one in somebody else's name.
func TestCreateByPlayersToken(t *testing.T) {
	w := newWorld(t)
	w.keep("ann@example.org", func(p player.Profile) (player.Profile, bool) {
		return p.Seen("Ann@example.org", "en", "Europe/Paris")
	})
	token := w.token("ann@example.org", 0)
	create := func(token, creator string) reply {
		return w.browser().ask("POST", base+"/api/games", nil, func(r *http.Request) {
			setBody(r, `{"creator":{`+creator+`},"opponent":{"name":"Bob","email":"bob@example.org"},"color":"red"}`)
			r.Header.Set("Authorization", "Bearer "+token)
		})
	}
	a := create(token, `"name":"Ann"`).read(t, 201)
	m := w.only()
	if m.State != match.Invited || m.Seats.Red.Address != "Ann@example.org" || m.Seats.Red.Zone != "Europe/Paris" ||
		m.Seats.Red.Key != w.pepper.Key("ann@example.org") || m.Seats.Blue.Key != w.pepper.Key("bob@example.org") {
		t.Errorf("%v: %q in %q", m, m.Seats.Red.Address, m.Seats.Red.Zone)
	}
	if len(a) != 4 || a["game"] != m.ID.String() || a["state"] != "invited" || a["seat"] != "red" {
		t.Errorf("the answer is %v", a)
	}
	(&program{w.browser(), m.ID.String(), a["token"].(string)}).call("GET", "", "").read(t, 200)
	create(token, `"name":"Ann","email":"ann@EXAMPLE.org"`).read(t, 201)
	for _, c := range []struct {
		name, token, creator string
		status               int
	}{
		{"another's address", token, `"name":"Ann","email":"eve@example.org"`, 400},
		{"no name", token, `"email":"ann@example.org"`, 400},
		{"an address of which nothing is known", w.token("zoe@example.org", 0), `"name":"Zoe"`, 400},
		{"a cancelled token", w.token("ann@example.org", 1), `"name":"Ann"`, 401},
		{"a seat's token", a["token"].(string), `"name":"Ann"`, 401},
		{"no token", "", `"name":"Ann","email":"ann@example.org"`, 401},
	} {
		p := create(c.token, c.creator).read(t, c.status)
		if strings.Contains(p["detail"].(string), "example.org") {
			t.Errorf("%s: the detail quotes an address", c.name)
		}
	}
	if len(w.games.images) != 2 {
		t.Errorf("%d games", len(w.games.images))
	}
	create(token, `"name":"Ann"`).read(t, 201)
	p := create(token, `"name":"Ann"`).read(t, 429) // more than Bob may get in a day
	if !strings.Contains(p["detail"].(string), "3 invitations have gone to this address today") || len(w.games.images) != players.MostInvitationsTo {
		t.Errorf("%v, %d games", p["detail"], len(w.games.images))
	}
}
