package browser

import (
	"net/http"
	"testing"
)

// A whole short game by two browsers, mail to mail, from the form on the home page
// to the captured flag, with moves by the links of mails or by the board. Without it
// any two pages, or a mail and a page, could stop fitting one another for those who
// have no scripts, no mouse, or both.
func TestWholeGame(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	for _, c := range []struct {
		name                 string
		scripts, keys, board bool // board: moves are chosen there, and not in the mail
	}{
		{"mails", true, false, false},
		{"board", true, false, true},
		{"keyboard", true, true, true},
		{"no-scripts", false, false, false},
		{"no-scripts-board", false, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ann, bob := s.tab(t, "en", c.scripts), s.tab(t, "en", c.scripts)
			g := &game{s: s, t: t}
			g.red.address, g.blue.address = "ann."+c.name+"@example.net", "bob."+c.name+"@example.net"
			ann.create(g)
			ann.keys, bob.keys = c.keys, c.keys
			ticks := map[*tab]int{}
			act := func(b *tab, do string) {
				if b.act(do) {
					ticks[b]++
				}
			}
			follow := func(b *tab, n int, id string) {
				t.Helper()
				to := map[*tab]string{ann: g.red.address, bob: g.blue.address}[b]
				b.open(s.post.address(t, to, n))
				b.press(`a[id="` + id + `"]`)
			}

			follow(ann, 1, "confirm")
			act(ann, "confirm")
			follow(bob, 1, "join")
			act(bob, "accept")
			follow(ann, 2, "board")
			ann.fill("setup", "setup", redRows)
			act(ann, "setup")
			follow(bob, 2, "board")
			bob.fill("setup", "setup", blueRows)
			act(bob, "setup")

			mails := map[*tab]int{ann: 4, bob: 4}
			mover, waiter := ann, bob
			for ply, move := range shortGame {
				if c.board {
					follow(mover, mails[mover], "board")
					mover.propose(move, c.scripts, ply > 1)
				} else {
					follow(mover, mails[mover], move)
				}
				act(mover, "play")
				mails[waiter]++
				mover, waiter = waiter, mover
			}
			mails[waiter]++ // the end is told to him, too, who made the last move

			for b, to := range map[*tab]*seat{ann: &g.red, bob: &g.blue} {
				follow(b, mails[b], "board")
				if ticks[b] != 1 {
					t.Errorf("%d presses asked for the tick, not the first alone", ticks[b])
				}
				g.isWon(s.post.mails(t, to.address, mails[b])[mails[b]-1].Links.Board)
			}
		})
	}
}

// create asks for the game by the form on the home page.
func (b *tab) create(g *game) {
	b.t.Helper()
	b.open(b.base + "/")
	b.fill("create", "name", "Ann")
	b.fill("create", "email", g.red.address)
	b.fill("create", "opponent-name", "Bob")
	b.fill("create", "opponent-email", g.blue.address)
	b.choose("create", "army", "duel")
	b.choose("create", "color", "red")
	b.act("create")
}

// propose chooses a move on the board of the page, up to the question whether it is
// meant.
func (b *tab) propose(move string, scripts, dragged bool) {
	b.t.Helper()
	if scripts {
		b.ask(move, dragged)
		return
	}
	b.press(square(move[:2]) + " a")
	b.press(square(move[3:]) + " a")
}

// isWon fails unless the game behind a link to its board ended as it should.
func (g *game) isWon(board string) {
	g.t.Helper()
	var games []struct{ Game string }
	person := linkIn(g.t, g.newest(&g.red, 1).HTML, "/p/")
	call(g.t, http.MethodGet, g.s.base+"/api/games", token(person), nil, &games)
	if len(games) != 1 {
		g.t.Fatalf("%d games", len(games))
	}
	var view struct {
		State, Outcome, Reason string
		Record                 []string
	}
	call(g.t, http.MethodGet, g.s.base+"/api/games/"+games[0].Game, token(board), nil, &view)
	if view.State != "over" || view.Outcome != "red" || view.Reason != "flag" || len(view.Record) != len(shortGame) {
		g.t.Errorf("the game ended as %+v", view)
	}
}
