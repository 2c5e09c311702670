package browser

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// kind is one kind of page: its name, and how a tab comes to it.
type kind struct {
	name string
	open func(b *tab)
}

// at is the kind of page behind an address.
func at(name, address string) kind {
	return kind{name, func(b *tab) { b.t.Helper(); b.open(address) }}
}

// mailed is a mail as its reader's program shows it. In the mailbox it stands in a
// sandbox in which no script runs, not even axe.
func mailed(name string, mail letter) kind {
	return at(name, "data:text/html;charset=utf-8;base64,"+base64.StdEncoding.EncodeToString([]byte(mail.HTML)))
}

// kinds are all kinds of pages as a reader of a language sees them.
func (s *stage) kinds(t *testing.T, lang string) []kind {
	t.Helper()
	var list []kind
	for _, of := range []func(*testing.T, string) []kind{s.publicKinds, s.invitingKinds, s.setupKinds, s.playingKinds, s.livingKinds, s.overKinds, s.longKinds} {
		list = append(list, of(t, lang)...)
	}
	return list
}

// publicKinds are the pages of no game.
func (s *stage) publicKinds(t *testing.T, lang string) []kind {
	s.create(t, "open", lang, map[string]any{"opponent": nil, "open": true, "message": ""}).confirm()
	return []kind{
		at("home", s.base+"/"),
		{"home with faults", func(b *tab) {
			b.open(s.base + "/")
			b.fill("create", "name", "http://example.org") // no name may hold a link
			b.fill("create", "email", "ann@example.org")
			b.act("create")
		}},
		{"lost link", func(b *tab) {
			b.open(s.base + "/nowhere")
			b.fill("lost", "email", "nobody."+lang+"@example.org")
			b.act("lost")
		}},
		at("rules", s.base+"/rules"),
		at("privacy", s.base+"/privacy"),
		at("nowhere", s.base+"/nowhere"),
		at("bad link", s.base+"/b/AAAA"),
		at("mailbox", s.base+"/mailbox"),
	}
}

// invitingKinds are those of games that nobody has accepted.
func (s *stage) invitingKinds(t *testing.T, lang string) []kind {
	fresh := s.create(t, "new", lang)
	invited := s.create(t, "invited", lang).confirm()
	pass := s.create(t, "pass", lang, map[string]any{"opponent": nil, "message": ""}).confirm()
	declined := s.create(t, "declined", lang).confirm()
	call(t, "POST", declined.joinLink(), "", map[string]any{"do": "decline"}, nil)
	return []kind{
		at("confirm", fresh.confirmLink()),
		at("confirm, used", invited.confirmLink()),
		at("invitation", invited.joinLink()),
		at("set up while invited", invited.red.board),
		at("with a link to pass on", pass.red.board),
		at("join", linkIn(t, fetch(t, pass.red.board), "/j/")),
		at("invitation, declined", declined.joinLink()),
		at("declined", declined.red.board),
		mailed("confirm mail", s.post.mails(t, fresh.red.address, 1)[0]),
		mailed("invitation mail", s.post.mails(t, invited.blue.address, 1)[0]),
	}
}

// setupKinds are those of a game that is set up.
func (s *stage) setupKinds(t *testing.T, lang string) []kind {
	g := s.create(t, "setup", lang).confirm().accept()
	g.setUp(&g.blue, blueRows)
	draft := s.create(t, "draft", lang).confirm().accept()
	call(t, "PUT", s.base+"/api/games/"+draft.id+"/setup", token(draft.red.board), map[string]any{"setup": redRows, "submit": false, "sure": true}, nil)
	return []kind{
		at("set up", g.red.board),
		at("set up, a draft", draft.red.board),
		at("set up, the setup is in", g.blue.board),
		{"set up with faults", func(b *tab) {
			b.open(g.red.board)
			b.fill("setup", "setup", "MM\nX")
			b.act("setup")
		}},
	}
}

// playingKinds are those of a running game, and of one that was called off.
func (s *stage) playingKinds(t *testing.T, lang string) []kind {
	g := s.create(t, "playing", lang).begin()
	first := g.newest(&g.red, 4).Links.Moves
	g.play(0, 2)
	mail := g.newest(&g.red, 5)
	offered := s.create(t, "offered", lang).begin()
	offered.act(&offered.red, "offer-draw", map[string]any{"ply": 0})
	offer := offered.newest(&offered.blue, 5).HTML
	noted := s.create(t, "noted", lang).begin().play(0, 2)
	noted.note(&noted.red, "left!\nWatch the flank.", map[string]any{"square": "a6", "rank": "M"}, map[string]any{"square": "e7", "rank": "F"})
	aborted := s.create(t, "aborted", lang).begin()
	aborted.act(&aborted.red, "abort", nil)
	return []kind{
		at("board, my turn", g.red.board),
		at("board, their turn", g.blue.board),
		at("board, a piece chosen", g.red.board+"?from=b4"),
		{"board, a move asked about", func(b *tab) {
			b.open(g.red.board)
			b.ask("b4-b5", false)
		}},
		at("board, with notes", noted.red.board),
		at("board, looking back", g.red.board+"?at=1"),
		at("board, no such ply", g.red.board+"?at=99"),
		at("move", mail.Links.Moves["b4-b5"]),
		at("move, used", first[shortGame[0]]),
		at("move, stale", first["b4-b5"]),
		at("offer a draw", hrefOf(t, mail.HTML, "offer-draw")),
		at("resign", hrefOf(t, mail.HTML, "resign")),
		at("draw offered", offered.blue.board),
		at("accept the draw", hrefOf(t, offer, "accept-draw")),
		at("aborted", aborted.red.board),
		at("my games", linkIn(t, mail.HTML, "/p/")),
		at("my mails", linkIn(t, mail.HTML, "/u/")),
		mailed("turn mail", s.post.mails(t, g.red.address, 5)[4]),
		at("turn mail in the mailbox", s.base+"/mailbox/"+url.PathEscape(mail.ID)),
	}
}

// livingKinds are those of what is said, saved and asked for beside the moves.
func (s *stage) livingKinds(t *testing.T, lang string) []kind {
	g := s.create(t, "living", lang).begin().play(0, 2) // Red is to move
	at0 := s.base + "/api/games/" + g.id
	call(t, "POST", at0+"/messages", token(g.red.board), map[string]any{"text": "Good luck!"}, nil)
	call(t, "POST", at0+"/messages", token(g.blue.board), map[string]any{"text": "And to you.\nI am away next week: do not wait for me!"}, nil)
	call(t, "PUT", at0+"/lines", token(g.blue.board), map[string]any{"ply": 2, "lines": []any{[]any{map[string]any{"move": "b4-b5"}, map[string]any{"move": "j7-j6"}}}}, nil)
	call(t, "PUT", at0+"/vacation", token(g.blue.board), map[string]any{"days": 7}, nil)
	setting := s.create(t, "resting", lang).confirm().accept()
	call(t, "PUT", s.base+"/api/games/"+setting.id+"/vacation", token(setting.red.board), map[string]any{"days": 3}, nil)
	moving := s.create(t, "moving", lang).begin()
	said, away := s.post.mails(t, g.red.address, 7)[5], s.post.mails(t, g.red.address, 7)[6]
	games, to := linkIn(t, moving.newest(&moving.red, 4).HTML, "/p/"), "annie."+lang+"@example.net"
	press(t, games, "change-address", "email", to)
	asked := s.post.mails(t, to, 1)[0]
	undone := s.create(t, "undone", lang).begin()
	next := "bobby." + lang + "@example.net"
	press(t, linkIn(t, undone.newest(&undone.blue, 4).HTML, "/p/"), "change-address", "email", next)
	press(t, linkIn(t, s.post.mails(t, next, 1)[0].HTML, "/e/"), "confirm")
	told := undone.newest(&undone.blue, 5)
	return []kind{
		at("board, with a message", g.red.board),
		at("board, with lines and a vacation", g.blue.board),
		at("board, nudging", linkIn(t, fetch(t, setting.blue.board), "/a/")),
		at("set up, on vacation", setting.red.board),
		{"board, a line that is none", func(b *tab) {
			b.open(g.blue.board)
			b.fill("add-line", "line", "b4")
			b.act("add-line")
		}},
		at("my games, moving", games),
		at("new address, to be confirmed", linkIn(t, asked.HTML, "/e/")),
		at("new address, to be undone", linkIn(t, told.HTML, "/o/")),
		mailed("message mail", said),
		mailed("vacation mail", away),
		mailed("new address mail", asked),
		mailed("notice mail", told),
	}
}

// press posts a form as a ticked button does.
func press(t *testing.T, at, do string, fields ...string) {
	t.Helper()
	form := url.Values{"do": {do}, "sure": {"1"}}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at, strings.NewReader(form.Encode()))
	must(t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := http.DefaultClient.Do(r)
	must(t, err)
	_ = resp.Body.Close()
	if resp.StatusCode >= 300 {
		t.Fatalf("%s: status %d", do, resp.StatusCode)
	}
}

// overKinds are those of a game that is over.
func (s *stage) overKinds(t *testing.T, lang string) []kind {
	g := s.create(t, "over", lang).begin().play(0, len(shortGame))
	shown := s.create(t, "shown", lang).begin().play(0, 2)
	for _, of := range []*game{g, shown} {
		of.act(&of.red, "public", nil).act(&of.blue, "public", nil)
	}
	mail := g.newest(&g.red, 7)
	return []kind{
		at("over, won", g.red.board),
		at("over, lost", g.blue.board),
		at("over, looking back", g.red.board+"?at=3"),
		at("over, as Red saw it", g.red.board+"?as=red&at=3"),
		at("over, as Blue saw it", g.red.board+"?as=blue&at=0"),
		at("watch", linkIn(t, fetch(t, shown.red.board), "/w/")),
		at("replay", linkIn(t, fetch(t, g.red.board), "/w/")),
		at("watch, looking back", linkIn(t, fetch(t, shown.red.board), "/w/")+"?at=1"),
		at("rematch", hrefOf(t, mail.HTML, "rematch")),
		mailed("over mail", mail),
	}
}

// longKinds are those where the longest names stand, without a place to break them.
// Without these one player could spoil the other's pages by a name.
func (s *stage) longKinds(t *testing.T, lang string) []kind {
	long := strings.Repeat("W", 40)
	named := func(who, game string) map[string]any {
		address := who + "." + game + "." + lang + "@example.org"
		return map[string]any{"name": long, "email": address, "lang": lang, "tz": "Europe/Amsterdam"}
	}
	both := func(game string) map[string]any {
		return map[string]any{"creator": named("ann", game), "opponent": named("bob", game)}
	}
	s.create(t, "longopen", lang, map[string]any{"creator": named("ann", "longopen"), "opponent": nil, "open": true, "message": ""}).confirm()
	invited := s.create(t, "longinvited", lang, both("longinvited")).confirm()
	g := s.create(t, "long", lang, both("long")).begin().play(0, 2)
	g.act(&g.red, "public", nil).act(&g.blue, "public", nil)
	over := s.create(t, "longover", lang, both("longover")).begin().play(0, len(shortGame))
	return []kind{
		at("long names, home", s.base+"/"),
		at("long names, invitation", invited.joinLink()),
		at("long names, board", g.red.board),
		at("long names, looking back", g.red.board+"?at=1"),
		at("long names, watch", linkIn(t, fetch(t, g.red.board), "/w/")),
		at("long names, my games", linkIn(t, g.newest(&g.red, 5).HTML, "/p/")),
		at("long names, over", over.red.board),
	}
}
