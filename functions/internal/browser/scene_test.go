package browser

import (
	"io"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// The setups of every game here, each as its owner sees it. Blue's flag stands in
// front of Red's scout, so that a game may be short; the piece beside it is a
// general, so that there is a fight to be seen.
const (
	redRows  = "9M..22....\n..S..33...\n..........\nFB.......B"
	blueRows = "2.3.9F...M\n.S.2.3....\n..........\nBB........"
)

// shortGame is all of its moves, Red's first: two scouts, and the flag is taken.
var shortGame = []string{"f4xf7", "a7-a6", "b4-b5", "j7-j5", "e4xe7"}

// seat is a player and what his mails brought him.
type seat struct{ address, board string }

// game is one that a scene is about. Red is Ann's, who has created it.
type game struct {
	s         *stage
	t         *testing.T
	id        string
	red, blue seat
}

// create asks for a game of Ann and Bob, who both read lang. What is given in
// changes stands in the place of, or beside, the members of the request.
func (s *stage) create(t *testing.T, name, lang string, changes ...map[string]any) *game {
	t.Helper()
	g := &game{s: s, t: t}
	g.red.address, g.blue.address = "ann."+name+"."+lang+"@example.org", "bob."+name+"."+lang+"@example.org"
	person := func(name, address string) map[string]any {
		return map[string]any{"name": name, "email": address, "lang": lang, "tz": "Europe/Amsterdam"}
	}
	body := map[string]any{
		"creator": person("Ann", g.red.address), "opponent": person("Bob", g.blue.address),
		"color": "red", "army": "duel", "message": "Shall we?\nYour move comes second.",
	}
	for _, c := range changes {
		maps.Copy(body, c)
	}
	var made struct{ Game string }
	call(t, http.MethodPost, s.base+"/api/games", "", body, &made)
	g.id = made.Game
	return g
}

// newest is the newest mail to a player, of n at least.
func (g *game) newest(to *seat, n int) letter {
	g.t.Helper()
	list := g.s.post.mails(g.t, to.address, n)
	return list[len(list)-1]
}

func (g *game) confirmLink() string {
	g.t.Helper()
	return g.s.post.mails(g.t, g.red.address, 1)[0].Links.Confirm
}

func (g *game) joinLink() string {
	g.t.Helper()
	return g.s.post.mails(g.t, g.blue.address, 1)[0].Links.Join
}

func (g *game) confirm() *game {
	g.t.Helper()
	call(g.t, http.MethodPost, g.confirmLink(), "", map[string]any{"do": "confirm"}, nil)
	g.red.board = g.newest(&g.red, 2).Links.Board
	return g
}

func (g *game) accept() *game {
	g.t.Helper()
	call(g.t, http.MethodPost, g.joinLink(), "", map[string]any{"do": "accept"}, nil)
	g.blue.board = g.newest(&g.blue, 2).Links.Board
	return g
}

func (g *game) setUp(who *seat, rows string) *game {
	g.t.Helper()
	at := g.s.base + "/api/games/" + g.id + "/setup"
	call(g.t, http.MethodPut, at, token(who.board), map[string]any{"setup": rows, "submit": true, "sure": true}, nil)
	return g
}

// begin brings a game to Red's first move.
func (g *game) begin() *game {
	g.t.Helper()
	return g.confirm().accept().setUp(&g.red, redRows).setUp(&g.blue, blueRows)
}

// play plays the first n plies of the short game, of which from are played.
func (g *game) play(from, n int) *game {
	g.t.Helper()
	for ply, move := range shortGame[from:n] {
		who := g.mover(from + ply)
		call(g.t, http.MethodPost, g.s.base+"/api/games/"+g.id+"/moves", token(who.board), map[string]any{"move": move, "ply": from + ply}, nil)
	}
	return g
}

// mover is whose turn it is at a ply.
func (g *game) mover(ply int) *seat { return []*seat{&g.red, &g.blue}[ply%2] }

func (g *game) act(who *seat, action string, more map[string]any) *game {
	g.t.Helper()
	body := map[string]any{"action": action}
	maps.Copy(body, more)
	call(g.t, http.MethodPost, g.s.base+"/api/games/"+g.id+"/actions", token(who.board), body, nil)
	return g
}

// linkIn finds the first link of a route ("/p/") in a mail or page.
func linkIn(t *testing.T, html, route string) string {
	t.Helper()
	found := regexp.MustCompile(`http://[0-9.:]+` + route + `[0-9A-Za-z_-]+`).FindString(html)
	if found == "" {
		t.Fatalf("no link %s in %s", route, html)
	}
	return found
}

// hrefOf is where a mail's link of an id leads.
func hrefOf(t *testing.T, html, id string) string {
	t.Helper()
	_, after, ok := strings.Cut(html, `<a id="`+id+`" href="`)
	if !ok {
		t.Fatalf("no link %s in %s", id, html)
	}
	href, _, _ := strings.Cut(after, `"`)
	return href
}

// fetch returns the page behind an address.
func fetch(t *testing.T, at string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at, nil)
	must(t, err)
	resp, err := http.DefaultClient.Do(r)
	must(t, err)
	defer resp.Body.Close()
	var page strings.Builder
	_, err = io.Copy(&page, resp.Body)
	must(t, err)
	return page.String()
}
