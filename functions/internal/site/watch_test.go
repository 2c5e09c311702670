package site

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// shown is m after both agreed to show it.
func (w *world) shown(m match.Match) match.Match {
	w.t.Helper()
	return w.give(w.give(m, match.Publish{By: engine.Red}), match.Publish{By: engine.Blue})
}

// toWatch is the link for others that a seat's player may pass on.
func (w *world) toWatch(m match.Match, seat engine.Color) string {
	return w.seal(link.Link{Purpose: link.Watch, Game: m.ID, Seat: seat, Epoch: m.Seat(seat).Epoch})
}

// asProgram makes a request one for JSON.
func asProgram(r *http.Request) { r.Header.Set("Accept", "application/json") }

// Without it others would see a hidden rank or a link of a seat, or could do
// something, or the page would tell whose link it is.
func TestWatchWhileItRuns(t *testing.T) {
	w := newWorld(t)
	m := w.shown(w.play(w.playing(), "a4-a7", "j7-j6", "e4-e5")) // two scouts, both gone
	m = w.give(m, match.OfferDraw{By: engine.Red, Ply: match.AnyPly})
	saves := w.games.saves
	page := w.browser().ask("GET", w.toWatch(m, engine.Red), nil)
	want(t, page.status, page.page, 200,
		"Turn 4: Bob to move", "Ann played e4-e5", "Ann offers a draw", "The board from Red's side", "Bob, hidden", "Scouts</span></th><td>1 of 2</td><td>1</td><td>1 of 2</td><td>1</td>",
		"1. a4xa7 2=2", "UTC", "what both players know", `<td data-at="e5"`,
		"!setup-red", "!proof", "!example.org", `!method="post"`, "!Europe", "!piece red own", "!Your", "!of yours")
	if len(page.cookies) > 0 {
		t.Error("who watches gets a cookie")
	}
	for _, at := range hrefs(page.page) {
		if strings.Count(at, "/") > 3 && !strings.HasSuffix(at, "/mailbox") {
			t.Errorf("the page leads to %s", at)
		}
	}
	for _, sign := range []string{`#p-M"`, `#p-F"`, `#p-S"`} {
		if strings.Contains(boardTable(page.page), sign) {
			t.Errorf("the page shows the rank %s", sign)
		}
	}
	noLinkOfASeat(t, page.page)
	other := w.browser().ask("GET", w.toWatch(m, engine.Blue), nil)
	if diff := cmp.Diff(page, other, cmp.AllowUnexported(reply{})); diff != "" {
		t.Errorf("the two players' links show different pages:\n%s", diff)
	}

	resp := w.browser().ask("GET", w.toWatch(m, engine.Blue), nil, asProgram)
	v := resp.read(t, 200)
	for member, value := range map[string]any{
		"you": nil, "setup": nil, "legal": []any{}, "rescue": nil, "claimable": false, "state": "playing", "toMove": "blue",
		"drawOffer": "red", "deadline": m.Deadline.Format(time.RFC3339), "version": float64(m.Shown),
	} {
		if diff := cmp.Diff(value, v[member]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", member, diff)
		}
	}
	if v["commitments"] == nil || strings.Contains(resp.page, `"rank":"`) || strings.Contains(resp.page, "example.org") {
		t.Errorf("the view is %s", resp.page)
	}
	tag := resp.header.Get("ETag")
	again := w.browser().ask("GET", w.toWatch(m, engine.Red), nil, asProgram, func(r *http.Request) { r.Header.Set("If-None-Match", tag) })
	if tag == "" || again.status != http.StatusNotModified || again.page != "" {
		t.Errorf("known bytes: %d %q", again.status, again.page)
	}
	if w.games.saves != saves {
		t.Error("a look wrote something")
	}
}

// Without it the replay would be hidden from whom it was promised, or its proof.
func TestWatchWhenItIsOver(t *testing.T) {
	w := newWorld(t)
	m := w.finish(w.shown(w.playing()))
	status, page := w.browser().get(w.toWatch(m, engine.Blue))
	want(t, status, page, 200, "The game is over", barrageRed, barrageBlue, `<pre id="record"`, `<pre id="proof"`,
		"The commitments are verified", "sha256sum", "!>?", "!example.org", `!method="post"`)
	noLinkOfASeat(t, page)
	resp := w.browser().ask("GET", w.toWatch(m, engine.Red), nil, asProgram)
	if v := resp.read(t, 200); v["you"] != nil || v["outcome"] == nil || strings.Contains(resp.page, `"rank":null`) || len(v["record"].([]any)) != m.Game.Ply() {
		t.Errorf("the view is %s", resp.page)
	}
	w.give(m, match.RenewLinks{By: engine.Red})
	rematch, err := match.Rematch(m, engine.Red, engine.Both[[16]byte]{})
	if err == nil {
		_, err = w.app.Create(t.Context(), rematch)
	}
	if err != nil {
		t.Fatal(err)
	}
	after := w.browser().ask("GET", w.toWatch(m, engine.Blue), nil, asProgram)
	if after.page != resp.page {
		t.Errorf("a rematch and new links show:\n%s", cmp.Diff(resp.page, after.page))
	}
}

// A game that is not shown is none: the answer to its link is that to a link
// which nobody made. Without it a link to watch would tell that there is a game,
// who has agreed, or that it was called off.
func TestNothingToWatch(t *testing.T) {
	w := newWorld(t)
	private, one, off, renewed := w.playing(), w.playing(), w.shown(w.playing()), w.shown(w.playing())
	one = w.give(one, match.Publish{By: engine.Red})
	w.give(off, match.Abort{By: engine.Red, Ply: 0})
	cancelled := w.toWatch(renewed, engine.Red)
	w.give(renewed, match.RenewLinks{By: engine.Red})
	early := w.match(engine.StandardRules(engine.Barrage))
	good := w.toWatch(renewed, engine.Blue)
	for _, change := range [][]func(*http.Request){nil, {asProgram}} {
		unknown := w.browser().ask("GET", base+"/w/x", nil, change...)
		if unknown.status != 401 {
			t.Fatalf("an unknown link: %d", unknown.status)
		}
		for name, at := range map[string]string{
			"mangled":                           good[:len(good)-2] + "_A",
			"a board's token":                   base + "/w/" + strings.TrimPrefix(w.to(renewed, engine.Red, link.Board), base+"/b/"),
			"of an unknown game":                w.seal(link.Link{Purpose: link.Watch, Game: match.ID{9}, Seat: engine.Red}),
			"nobody agreed":                     w.toWatch(private, engine.Red),
			"one agreed, his link":              w.toWatch(one, engine.Red),
			"one agreed, the other's link":      w.toWatch(one, engine.Blue),
			"called off after both agreed":      w.toWatch(off, engine.Red),
			"not begun":                         w.toWatch(early, engine.Red),
			"cancelled with the player's links": cancelled,
		} {
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				wanted, resp := unknown, w.browser().ask(method, at, nil, change...)
				if method == http.MethodHead {
					wanted.page, resp.page = "", ""
				}
				if diff := cmp.Diff(wanted, resp, cmp.AllowUnexported(reply{})); diff != "" {
					t.Errorf("%s, %s: not the answer to an unknown link:\n%s", name, method, diff)
				}
			}
		}
		if resp := w.browser().ask("GET", good, nil, change...); resp.status != 200 {
			t.Errorf("the opponent's link died with the player's: %d", resp.status)
		}
	}
}

// A stale read must not hide a game that both have just agreed to show.
func TestWatchReadsAgain(t *testing.T) {
	w := newWorld(t)
	old := w.playing()
	m := w.shown(old)
	w.site = w.instance(behindTimes{w.app, old})
	if status, page := w.browser().get(w.toWatch(m, engine.Red)); status != 200 {
		t.Errorf("%d: %s", status, page)
	}
}

// behindTimes reads a match as it was before.
type behindTimes struct {
	Games
	old match.Match
}

func (b behindTimes) Load(context.Context, match.ID) (match.Match, error) { return b.old, nil }

// Without it somebody could press on a page on which nothing is his.
func TestNobodyPressesWhereOneWatches(t *testing.T) {
	w := newWorld(t)
	m := w.shown(w.playing())
	saves := w.games.saves
	for i, at := range []string{w.toWatch(m, engine.Red), base + "/w/x"} {
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
			resp := w.browser().ask(method, at, form("do", "resign", "sure", "1"))
			if resp.status != http.StatusMethodNotAllowed || resp.header.Get("Allow") != "GET, HEAD" || len(resp.cookies) > 0 {
				t.Errorf("%s, link %d: %d, %v", method, i, resp.status, resp.header)
			}
			want(t, resp.status, resp.page, 405, "There is nothing to press", "!Ann")
			w.browser().ask(method, at, nil, asProgram).read(t, 405)
		}
	}
	if w.games.saves != saves {
		t.Error("a press wrote something")
	}
}

// Others' programs are counted, and use up nothing of the players'.
func TestWatchersAreCounted(t *testing.T) {
	w := newWorld(t)
	m := w.shown(w.playing())
	for range mostRequests {
		w.browser().ask("GET", w.toWatch(m, engine.Red), nil, asProgram).read(t, 200)
	}
	if resp := w.browser().ask("GET", w.toWatch(m, engine.Red), nil, asProgram); resp.status != 429 || resp.header.Get("Retry-After") == "" {
		t.Errorf("one more: %d", resp.status)
	}
	w.program(m, engine.Red).call("GET", "", "").read(t, 200)
	if status, _ := w.browser().get(w.toWatch(m, engine.Red)); status != 200 {
		t.Errorf("the page: %d", status)
	}
}

// Without it a player would not know whether others may watch, or have no link
// to pass on, or one that does not work.
func TestPublicityOnTheBoard(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	board := func(seat engine.Color) string {
		t.Helper()
		status, page := w.browser().get(w.seal(link.Link{Purpose: link.Board, Game: m.ID, Seat: seat, Issued: w.now}))
		want(t, status, page, 200)
		return page
	}
	for _, seat := range []engine.Color{engine.Red, engine.Blue} {
		want(t, 200, board(seat), 200, "!A link for others", "!others may watch", "Let others watch")
	}
	ann := w.browser()
	at := w.toAct(m, engine.Red, 0, match.Publishing)
	status, page := ann.post(at, form("do", "public", "sure", "1"))
	want(t, status, page, 200, "They can as soon as Bob agrees too", "!/w/")
	want(t, 200, board(engine.Red), 200, "You agree that others may watch", "!/w/", "!Let others watch")
	want(t, 200, board(engine.Blue), 200, `Ann agrees that others may watch. They can as soon as you agree too: that is “Let others watch” below`, "!/w/")
	status, page = w.browser().post(w.toAct(m, engine.Blue, 0, match.Publishing), form("do", "public", "sure", "1"))
	want(t, status, page, 200, "You both agree that others may watch", w.toWatch(m, engine.Blue))
	for _, seat := range []engine.Color{engine.Red, engine.Blue} {
		at := w.toWatch(m, seat)
		want(t, 200, board(seat), 200, "A link for others", at, "!"+w.toWatch(m, seat.Other()), "!agrees that others")
		if status, _ := w.browser().get(at); status != 200 {
			t.Errorf("%v's link: %d", seat, status)
		}
	}
	// A link that took a seat may be in others' hands, and leads nowhere.
	for _, at := range []string{w.to(m, engine.Red, link.Confirm), w.to(m, engine.Blue, link.Join)} {
		status, page := w.browser().get(at)
		want(t, status, page, 200, "!/w/", "!A link for others")
	}
	w.give(m, match.Abort{By: engine.Blue, Ply: 0})
	for _, seat := range []engine.Color{engine.Red, engine.Blue} {
		want(t, 200, board(seat), 200, "called", "!/w/", "!others may watch")
	}
}

// What is told of how the game ended fits who watches, however it ended.
func TestWatchedEnds(t *testing.T) {
	for name, c := range map[string]struct {
		end  []match.Command
		says string
	}{
		"resigned": {[]match.Command{match.Resign{By: engine.Blue, Ply: 0}}, "Bob"},
		"agreed":   {[]match.Command{match.OfferDraw{By: engine.Red, Ply: 0}, match.AcceptDraw{By: engine.Blue, Ply: 0}}, "draw"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			m := w.shown(w.playing())
			for _, command := range c.end {
				m = w.give(m, command)
			}
			status, page := w.browser().get(w.toWatch(m, engine.Red))
			want(t, status, page, 200, "The game is over", c.says, "The commitments are verified", "!You have", "!you have", "!Turn 1")
			if v := w.browser().ask("GET", w.toWatch(m, engine.Red), nil, asProgram).read(t, 200); v["reason"] != name {
				t.Errorf("reason %v", v["reason"])
			}
		})
	}
	// A time that is over is over for who looks first, whoever he is.
	w := newWorld(t)
	m := w.shown(w.playing())
	w.now = m.Deadline.Add(time.Second)
	status, page := w.browser().get(w.toWatch(m, engine.Blue))
	want(t, status, page, 200, "The game is over", fmt.Sprintf(`id="setup-%v"`, engine.Red))
}
