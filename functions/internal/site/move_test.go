package site

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// Without it a move link would not play, or would play by being looked at.
func TestMove(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann, at := w.browser(), w.toMove(m, engine.Red, 0, "e4-e5")

	status, page := ann.get(at)
	want(t, status, page, 200, "Spy e4 to e5?", `<td data-at="e4" class="from">`, `<td data-at="e5" class="to">`,
		`name="do" value="play"`, `name="sure"`, ">Play</button>")
	if w.stored(m).Game.Ply() != 0 {
		t.Fatal("looking at the page has played")
	}
	status, page = ann.post(at, form("do", "play", "sure", "1"))
	want(t, status, page, 200, "Your move is played, and Bob is told", "Turn 2: Bob to move", "You played e4-e5", "!/m/")
	if w.stored(m).Game.Ply() != 1 {
		t.Fatal("the press has not played")
	}

	bob := w.browser()
	status, page = bob.get(w.to(m, engine.Blue, link.Board))
	want(t, status, page, 200, "Turn 2: your move", "/m/", "Ann e4-e5")
	for _, move := range hrefs(page) {
		if strings.Contains(move, "/m/") {
			status, page = bob.get(move)
			want(t, status, page, 200, ">Play</button>")
		}
	}
}

// T14: a press without the tick plays nothing, unless this browser has pressed
// with it before. Without it a scanner that presses buttons would play.
func TestPressNeedsTickOrMark(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	scanner := w.browser()
	at := w.toMove(m, engine.Red, 0, "e4-e5")
	for _, f := range []url.Values{form("do", "play"), form("do", "play", "sure", "0"), form("do", "play", "sure", "on"), {}} {
		status, page := scanner.post(at, f)
		want(t, status, page, 200, "Nothing has changed", "tick the box", `name="sure"`, ">Play</button>")
	}
	if v := w.stored(m).Version; v != m.Version {
		t.Fatalf("a press without the tick wrote version %d", v)
	}

	ann := w.browser()
	status, page := ann.post(at, form("do", "play", "sure", "1"))
	want(t, status, page, 200, "Your move is played")
	m = w.play(w.stored(m), "j7-j6")
	next := w.toMove(m, engine.Red, 2, "e5-e6")
	status, page = ann.get(next)
	want(t, status, page, 200, `!name="sure"`, ">Play</button>")
	status, page = ann.post(next, form("do", "play"))
	want(t, status, page, 200, "Your move is played")

	// The mark is the seat's: it presses nothing in another game, nor for the
	// other side of this one.
	status, page = ann.post(w.toMove(m, engine.Blue, 3, "j6-j5"), form("do", "play"))
	want(t, status, page, 200, "tick the box")
	other := w.playing()
	status, page = ann.post(w.toMove(other, engine.Red, 0, "e4-e5"), form("do", "play"))
	want(t, status, page, 200, "tick the box")
	if w.stored(other).Game.Ply() != 0 || w.stored(m).Game.Ply() != 3 {
		t.Error("the mark of one seat pressed for another")
	}
}

// Without it a script on a page could read the mark, or another site's page
// could send it along.
func TestMarkCookie(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	resp := w.browser().ask("POST", w.toMove(m, engine.Red, 0, "e4-e5"), form("do", "play", "sure", "1"))
	cookies := resp.cookies
	if len(cookies) != 1 {
		t.Fatalf("%d cookies", len(cookies))
	}
	raw := resp.header.Get("Set-Cookie")
	for _, part := range []string{"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="} {
		if !strings.Contains(raw, part) {
			t.Errorf("the mark has no %s", part)
		}
	}
	// A mark that somebody made up counts for nothing, and so does another seat's.
	at := w.toMove(m, engine.Blue, 1, "j7-j6")
	for _, value := range []string{"1", "", cookies[0].Value} {
		resp := w.browser().ask("POST", at, form("do", "play"), func(r *http.Request) {
			r.AddCookie(&http.Cookie{Name: markName(m.ID, engine.Blue), Value: value})
		})
		want(t, resp.status, resp.page, 200, "tick the box")
	}
}

// T7: of two presses of one link at once one plays, and both are told that it is
// played. Without it the second reads that something went wrong.
func TestT7DoublePost(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at := w.toMove(m, engine.Red, 0, "e4-e5")
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			status, page := w.browser().post(at, form("do", "play", "sure", "1"))
			want(t, status, page, 200, "played")
		})
	}
	both.Wait()
	if got := w.stored(m); got.Version != m.Version+1 || got.Game.Ply() != 1 {
		t.Errorf("version %d and ply %d after two presses", got.Version-m.Version, got.Game.Ply())
	}
	status, page := w.browser().post(at, form("do", "play", "sure", "1"))
	want(t, status, page, 200, "This move is already played: e4-e5", "Turn 2: Bob to move")

	status, page = w.browser().post(w.toMove(m, engine.Red, 0, "d4-e4"), form("do", "play", "sure", "1"))
	want(t, status, page, 200, "its move was not played", "Turn 2: Bob to move")
	if got := w.stored(m); got.Version != m.Version+1 {
		t.Error("another move of the same ply was played")
	}
}

// T8: whoever comes by an old link reads what became of it, sees today's board,
// and can go on. Without it he would read an error.
func TestT8StaleLink(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	played, other := w.toMove(m, engine.Red, 0, "e4-e5"), w.toMove(m, engine.Red, 0, "d4-d5")
	m = w.play(m, "e4-e5", "j7-j6")
	ann := w.browser()
	for _, method := range []string{"GET", "POST"} {
		for _, c := range []struct{ at, says string }{
			{played, "This move is already played: e4-e5"},
			{other, "This link is from an earlier turn, and its move was not played"},
		} {
			resp := ann.ask(method, c.at, form("do", "play", "sure", "1"))
			page := resp.page
			want(t, resp.status, page, 200, c.says, "Turn 3: your move", "/m/", `<td data-at="e5"`)
			if got := resp.header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("Cache-Control %q", got)
			}
		}
	}
	if v := w.stored(m).Version; v != m.Version {
		t.Errorf("an old link wrote version %d", v)
	}
	w.finish(m)
	status, page := ann.get(other)
	want(t, status, page, 200, "The game is over", "setup-blue", "!/m/")
	status, page = ann.get(played)
	want(t, status, page, 200, "already played", "The game is over")
}

// Without it one player's links would move the other's pieces.
func TestLinkPlaysItsOwnSeat(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	status, page := w.browser().post(w.toMove(m, engine.Blue, 0, "e4-e5"), form("do", "play", "sure", "1"))
	want(t, status, page, 200, "Turn 1: Ann to move")
	status, page = w.browser().get(w.toMove(m, engine.Red, 0, "e4-e6"))
	want(t, status, page, 200, "This move cannot be played", "Turn 1: your move")
	if v := w.stored(m).Version; v != m.Version {
		t.Errorf("version %d", v)
	}
}

// Without it a captain's move by a link would stop at the question which way.
func TestCaptainsWayIsAsked(t *testing.T) {
	w := newWorld(t)
	rules := engine.StandardRules(engine.Lightning)
	rows := setup(t, engine.Lightning, "6.........\n..........\nM987655443\n32222SBBF.")
	m := w.match(rules, match.Confirm{}, match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: rows}, match.SetUp{By: engine.Blue, Setup: rows})
	at := w.toMove(m, engine.Red, 0, "a4-b5")
	ann := w.browser()
	status, page := ann.get(at)
	want(t, status, page, 200, "Two ways lead there", `name="via" value="a5"`, `name="via" value="b4"`, "that the piece is a Captain")
	status, page = ann.get(w.toMove(m, engine.Red, 0, "a4-a5"))
	want(t, status, page, 200, ">Play</button>", "!that the piece is")
	status, page = ann.post(at, form("do", "play", "sure", "1"))
	want(t, status, page, 422, "two ways", "a4-a5-b5", `name="via" value="a5"`)
	status, page = ann.post(at, form("do", "play", "via", "z9"))
	want(t, status, page, 400, "not understood")
	if w.stored(m).Game.Ply() != 0 {
		t.Fatal("played without an answer")
	}
	status, page = ann.post(at, form("do", "play", "via", "b4"))
	want(t, status, page, 200, "Your move is played", "a4-b4-b5")
	status, page = ann.post(at, form("do", "play", "via", "b4"))
	want(t, status, page, 200, "already played: a4-b4-b5")
	status, page = ann.post(at, form("do", "play", "via", "a5"))
	want(t, status, page, 200, "its move was not played", "you played a4-b4-b5")
}

// Without it a player could not bring a piece back by a link, which names only
// the move.
func TestRescueIsAsked(t *testing.T) {
	w := newWorld(t)
	rules := engine.StandardRules(engine.Barrage)
	rules.Reconquest = true
	m := w.started(rules, setup(t, engine.Barrage, barrageRed), setup(t, engine.Barrage, barrageBlue))
	ann := w.browser()
	status, page := ann.get(w.toMove(m, engine.Red, 0, "e4-e5"))
	want(t, status, page, 200, ">Play</button>", `!name="rescue"`)

	m = w.play(m, "a4-a7", "j7-j6", "e4-e5", "j6-j5", "e5-e6", "j5-j4", "e6-e7", "j4-j3", "e7-e8", "j3-j2", "e8-e9", "j2-i2")
	at := w.toMove(m, engine.Red, m.Game.Ply(), "e9-e10")
	status, page = ann.get(at)
	want(t, status, page, 200, "You may bring back one of your lost pieces", `<option value="2@a4">Scout to a4</option>`, "Bring none back")
	status, page = ann.post(at, form("do", "play", "sure", "1", "rescue", "9@a4"))
	want(t, status, page, 422, "cannot bring that piece back", `name="rescue"`)
	status, page = ann.post(at, form("do", "play", "rescue", "nonsense"))
	want(t, status, page, 400, "not understood")
	if got := w.stored(m).Game.Ply(); got != m.Game.Ply() {
		t.Fatal("a refused rescue has played the move")
	}
	status, page = ann.post(at, form("do", "play", "rescue", "2@a4"))
	want(t, status, page, 200, "Your move is played", "e9-e10 +2@a4")
	status, page = ann.post(at, form("do", "play", "rescue", "2@a4"))
	want(t, status, page, 200, "already played: e9-e10 +2@a4")
}
