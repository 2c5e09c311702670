package site

import (
	"net/http"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// Without it a creator could not get on with his game, or would read on the
// page the link that only his mail may bring him.
func TestConfirm(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Original))
	ann, at := w.browser(), w.to(m, engine.Red, link.Confirm)

	status, page := ann.get(at)
	want(t, status, page, 200, "Confirm your game", "Bob", `name="sure"`, "Original, 40 pieces each")

	status, page = ann.post(at, form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "The game is confirmed", "invitation to Bob")
	noLinkOfASeat(t, page)
	if s := w.stored(m).State; s != match.Invited {
		t.Errorf("the game is %v after the press", s)
	}

	status, page = ann.post(at, form("do", "confirm"))
	want(t, status, page, 200, "You have confirmed this game before", "Bob has not accepted yet")
	noLinkOfASeat(t, page)
	if v := w.stored(m).Version; v != 2 {
		t.Errorf("a second press wrote version %d", v)
	}

	m = w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: setup(t, engine.Barrage, barrageRed)},
		match.SetUp{By: engine.Blue, Setup: setup(t, engine.Barrage, barrageBlue)})
	status, page = ann.get(w.to(m, engine.Red, link.Confirm))
	want(t, status, page, 200, "You have confirmed this game before", "Turn 1: your move", "Your moves are in your newest mail")
	noLinkOfASeat(t, page)
}

// noLinkOfASeat fails if a page leads to a seat.
func noLinkOfASeat(t testing.TB, page string) {
	t.Helper()
	for _, at := range hrefs(page) {
		for _, route := range []string{"/b/", "/c/", "/j/", "/m/", "/a/"} {
			if strings.Contains(at, route) {
				t.Errorf("the page shows a mailed link, of %s", route)
			}
		}
	}
}

// Without it an invited player could not take his seat.
func TestJoin(t *testing.T) {
	w := newWorld(t)
	bob := w.browser()
	m := w.match(engine.StandardRules(engine.Original))
	at := w.to(m, engine.Blue, link.Join)

	status, page := bob.get(at) // before the creator has confirmed nobody has such a link
	want(t, status, page, 401, "!Ann")

	if _, err := w.app.Do(t.Context(), m.ID, match.Confirm{}); err != nil {
		t.Fatal(err)
	}
	status, page = bob.get(at)
	want(t, status, page, 200, "Ann invites you", "ann@example.org", "!bob@example.org", `name="sure"`)

	status, page = bob.post(at, form("do", "accept", "sure", "1"))
	want(t, status, page, 200, "You are in the game", "Ann is told by mail")
	noLinkOfASeat(t, page)
	if s := w.stored(m).State; s != match.SettingUp {
		t.Errorf("the game is %v after the press", s)
	}

	status, page = bob.post(at, form("do", "accept"))
	want(t, status, page, 200, "You have accepted this game before")
	if v := w.stored(m).Version; v != 3 {
		t.Errorf("a second press wrote version %d", v)
	}
}

// T12: an invitation may have been passed on, and so may the mail with the
// confirm link. Without it whoever holds one would watch a player's ranks.
func TestUsedInvitationShowsThePublicBoard(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5")
	for _, c := range []struct {
		seat    engine.Color
		purpose link.Purpose
		says    string
	}{
		{engine.Red, link.Confirm, "Turn 2: Bob to move"},
		{engine.Blue, link.Join, "Turn 2"},
	} {
		status, page := w.browser().get(w.to(m, c.seat, c.purpose))
		want(t, status, page, 200, c.says, `<td data-at="e5"`, "!Marshal e", "!/m/", "!You have lost", "!piece red own", "!piece blue own")
		noLinkOfASeat(t, page)
		for _, sign := range []string{`#p-M"`, `#p-F"`, `#p-S"`} {
			if strings.Contains(boardTable(page), sign) {
				t.Errorf("%v's %v page shows the rank %s", c.seat, c.purpose, sign)
			}
		}
		do := map[link.Purpose]string{link.Confirm: "confirm", link.Join: "accept"}[c.purpose]
		resp := w.browser().ask("POST", w.to(m, c.seat, c.purpose), form("do", do), func(r *http.Request) { r.Header.Set("Accept", "application/json") })
		if resp.status != 200 || !strings.Contains(resp.page, `"setup":null`) || strings.Contains(resp.page, `"rank":"`) {
			t.Errorf("%v's %v link tells a program %d %s", c.seat, c.purpose, resp.status, resp.page)
		}
	}
	// The replay is the two players'.
	m = w.finish(m)
	for _, at := range []string{w.to(m, engine.Red, link.Confirm), w.to(m, engine.Blue, link.Join)} {
		status, page := w.browser().get(at)
		want(t, status, page, 200, "The game is over", "!<table", "!setup-red", "!setup-blue", `!id="record"`)
	}
}

// Without it a player could not set up, or would not be told all that is wrong,
// or would lose what he had written.
func TestSetUp(t *testing.T) {
	w := newWorld(t)
	rules := engine.StandardRules(engine.Barrage)
	m := w.match(rules, match.Confirm{})
	ann, at := w.browser(), w.to(m, engine.Red, link.Board)

	status, page := ann.get(at)
	want(t, status, page, 200, "Set up your pieces", "Bob has not accepted yet", "M 9 3 2 2 S B F", `name="sure"`)

	for _, c := range []struct {
		name   string
		rows   string
		status int
		says   []string
	}{
		{"no symbol", "QQ", 422, []string{`"Q" is no piece`, ">QQ</textarea>"}},
		{"a short row", "22M9S....\n..........\n..........\nFB3.......", 422, []string{"Row 1 must have 10 squares, not 9."}},
		{"two faults", "22M9B.....\n..........\n..........\nFB3.......", 422, []string{"not yet your army. Missing: Spy. Too many: Bomb. Put", "22M9B", "M 9 3 2 2 S B F"}},
		{"nothing", "", 422, []string{"4 rows of 10 squares, 40 in all, not 0."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, page := ann.post(at, form("do", "setup", "setup", c.rows, "submit", "1", "sure", "1"))
			want(t, status, page, c.status, c.says...)
		})
	}
	if v := w.stored(m).Version; v != 2 {
		t.Errorf("a refused setup wrote version %d", v)
	}

	status, page = ann.post(at, form("do", "setup", "setup", barrageRed)) // without submit: only a look
	want(t, status, page, 200, `value="a4" formaction="#place" formnovalidate><b class="piece red own"`, "!Your setup is in")
	if w.stored(m).Seats.Red.Submitted {
		t.Error("a look at the rows sent them")
	}

	status, page = ann.post(at, form("do", "setup", "setup", barrageRed, "submit", "1"))
	want(t, status, page, 200, "Your setup is in", "Send this setup instead")

	other := "M922S.....\n..........\n..........\nFB3......."
	status, page = ann.post(at, form("do", "setup", "setup", other, "submit", "1"))
	want(t, status, page, 200, "Your setup is in", "M922S.....")
	if got := w.stored(m).Seats.Red.Setup; got != setup(t, engine.Barrage, other) {
		t.Error("the second setup did not take the place of the first")
	}

	if _, err := w.app.Do(t.Context(), m.ID, match.Accept{By: engine.Blue}); err != nil {
		t.Fatal(err)
	}
	bob := w.browser()
	status, page = bob.get(w.to(m, engine.Blue, link.Board))
	want(t, status, page, 200, "Ann is ready", "!M922S")
	status, page = bob.post(w.to(m, engine.Blue, link.Board), form("do", "setup", "setup", barrageBlue, "submit", "1", "sure", "1"))
	want(t, status, page, 200, "the game has begun", "Turn 1: Ann to move")

	status, page = ann.post(at, form("do", "setup", "setup", barrageRed, "submit", "1"))
	want(t, status, page, 200, "setups cannot be changed any more", "Turn 1: your move")
}

// Without it a player could send a setup that loses at once, by mistake, or
// could not send one on purpose.
func TestBlockedSetupIsAskedOnce(t *testing.T) {
	w := newWorld(t)
	rules := engine.Rules{Army: engine.CustomArmy, Chase: engine.ChaseISF, TwoSquares: 3, ScoutReveal: true}
	var err error
	if rules.Troops, err = engine.ParseTroops("5 B B F"); err != nil {
		t.Fatal(err)
	}
	m := w.match(rules, match.Confirm{})
	ann, at := w.browser(), w.to(m, engine.Red, link.Board)
	rows := "..........\n..........\nB.........\n5BF......."
	status, page := ann.post(at, form("do", "setup", "setup", rows, "submit", "1", "sure", "1"))
	want(t, status, page, 422, "none of your pieces could make a move", `name="blocked"`)
	if w.stored(m).Seats.Red.Submitted {
		t.Fatal("the setup was sent without the question")
	}
	status, page = ann.post(at, form("do", "setup", "setup", rows, "submit", "1", "blocked", "1"))
	want(t, status, page, 200, "Your setup is in")
}

// Without it the page of a finished game would hide what may be shown then, or
// still offer moves.
func TestOver(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "a4-a7", "j7-j6") // two scouts, both gone
	ann := w.browser()
	status, page := ann.get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "1. a4xa7", `<pre id="record"`, "!setup-blue")

	m = w.finish(m)
	for _, seat := range []engine.Color{engine.Red, engine.Blue} {
		status, page = ann.get(w.to(m, seat, link.Board))
		want(t, status, page, 200, "The game is over", `<pre id="record"`, `<pre id="setup-red"`, barrageRed, barrageBlue, "!/m/")
		if strings.Contains(page, `">?`) {
			t.Errorf("%v still sees a hidden piece", seat)
		}
	}
}

// finish plays the first legal moves, captures first, until the game is over.
func (w *world) finish(m match.Match) match.Match {
	w.t.Helper()
	for m.State != match.Over {
		v := engine.Look(m.Game, m.Game.ToMove())
		best := v.Legal[m.Game.Ply()%len(v.Legal)]
		for _, move := range v.Legal {
			if v.At(move.To).Square != 0 {
				best = move
			}
		}
		m = w.play(m, best.String())
	}
	return m
}

// Without it a link that was replaced, mangled or meant for another page would
// open a seat.
func TestBadLinks(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	board := w.to(m, engine.Red, link.Board)
	token := strings.TrimPrefix(board, base+"/b/")
	unknown := w.seal(link.Link{Purpose: link.Board, Game: match.ID{9}, Seat: engine.Red, Issued: w.now})
	cancelled := w.seal(link.Link{Purpose: link.Board, Game: m.ID, Seat: engine.Red, Epoch: 1, Issued: w.now})
	bodies := map[string]string{}
	for _, c := range []struct {
		name, at string
		status   int
	}{
		{"mangled", board[:len(board)-1] + "_", 401},
		{"for another page", base + "/c/" + token, 401},
		{"nonsense", base + "/b/x", 401},
		{"of an unknown game", unknown, 401},
		{"replaced by newer ones", cancelled, 401},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				resp := w.browser().ask(method, c.at, form("do", "setup", "sure", "1"))
				page := resp.page
				want(t, resp.status, page, c.status, "This link does not work", "newest mail", "!Ann")
				bodies[page] = c.name
				if len(resp.cookies) > 0 {
					t.Error("a bad link got a mark")
				}
			}
		})
	}
	if len(bodies) != 1 {
		t.Errorf("the pages differ, so that they tell what is wrong with a token: %d of them", len(bodies))
	}
	w.now = w.now.Add(401 * 24 * 60 * 60 * 1e9)
	status, page := w.browser().get(board)
	want(t, status, page, 401, "This link has expired", "newest mail")
}
