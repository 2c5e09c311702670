package site

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// Without it who is invited by strangers would be so again and again, or the
// stranger would learn what was thought of him.
func TestBlock(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	bob, at := w.browser(), w.to(m, engine.Blue, link.Join)
	status, page := bob.get(at)
	want(t, status, page, 200, ">I do not know this person</button>")
	status, page = bob.post(at, form("do", "block"))
	want(t, status, page, 200, "Nothing has changed")
	if w.stored(m).State != match.Invited || w.people.saves != 0 {
		t.Fatal("a press without the tick has blocked")
	}
	for range 2 {
		status, page = bob.post(at, form("do", "block", "sure", "1"))
		want(t, status, page, 200, "You get no more invitations of this person", "is all that Ann is told", w.toMails("bob@example.org"))
		noLinkOfASeat(t, page)
	}
	ann, he := w.profile("ann@example.org"), w.profile("bob@example.org")
	if got := w.stored(m); got.State != match.Declined || got.Version != m.Version+1 {
		t.Errorf("%v, version %d", got, got.Version)
	}
	if !he.Blocks(ann.Key) || len(ann.BlockedBy) != 1 || len(he.Blocked) != 1 || w.people.saves != 2 {
		t.Errorf("%d are blocked, Ann by %d, in %d writes", len(he.Blocked), len(ann.BlockedBy), w.people.saves)
	}
	declined := w.invited() // what the inviter sees must be the same as of any other refusal
	w.browser().post(w.to(declined, engine.Blue, link.Join), form("do", "decline", "sure", "1"))
	views := []string{}
	for _, m := range []match.Match{m, declined} {
		view := w.program(m, engine.Red).call("GET", "", "").page
		views = append(views, strings.ReplaceAll(view, m.ID.String(), ""))
	}
	if views[0] != views[1] {
		t.Errorf("the inviter can tell:\n%s\n%s", views[0], views[1])
	}
}

// A block that was written only in part must be made whole by the next press, and
// who has accepted, or whose invitation went to somebody else since, blocks
// nobody.
func TestBlockAtTheWrongTime(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	at := w.to(m, engine.Blue, link.Join)
	w.people.down = true
	status, page := w.browser().post(at, form("do", "block", "sure", "1"))
	want(t, status, page, 500, "Something went wrong on our side")
	if w.stored(m).State != match.Invited {
		t.Error("it is declined, and the inviter told, before the block holds")
	}
	w.people.down = false
	w.give(m, match.Decline{By: engine.Blue})
	status, _ = w.browser().post(at, form("do", "block", "sure", "1"))
	if !w.profile("bob@example.org").Blocks(w.pepper.Key("ann@example.org")) || status != 200 {
		t.Error("who has declined cannot block any more")
	}

	w = newWorld(t)
	for name, m := range map[string]match.Match{"accepted": w.playing(), "withdrawn": w.give(w.invited(), match.Withdraw{By: engine.Red})} {
		status, page := w.browser().post(w.to(m, engine.Blue, link.Join), form("do", "block", "sure", "1"))
		if w.people.saves != 0 || strings.Contains(page, "no more invitations") || status >= 500 {
			t.Errorf("%s: %d, %d writes", name, status, w.people.saves)
		}
		w.program(m, engine.Red).call("POST", "/actions", `{"action":"block"}`).read(t, 409)
	}
	m = w.invited()
	w.give(m, match.CorrectAddress{By: engine.Red, Address: "zoe@example.org", Key: w.pepper.Key("zoe@example.org")})
	status, _ = w.browser().post(w.to(m, engine.Blue, link.Join), form("do", "block", "sure", "1"))
	if status != http.StatusUnauthorized || w.people.saves != 0 {
		t.Errorf("by the old invitation: %d, %d writes", status, w.people.saves)
	}
}

// meddled is Games in which something happens just before a strong read.
type meddled struct {
	Games
	meddle func()
}

func (m meddled) Reload(ctx context.Context, id match.ID) (match.Match, error) {
	m.meddle()
	return m.Games.Reload(ctx, id)
}

// The invitation goes to another address while the old one's press is under way:
// the block must not be laid on whoever is invited now.
func TestBlockMeetsANewAddress(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	zoe := w.pepper.Key("zoe@example.org")
	w.site = New(w.config(meddled{w.app, func() {
		w.give(m, match.CorrectAddress{By: engine.Red, Address: "zoe@example.org", Key: zoe})
	}}))
	status, page := w.browser().post(w.to(m, engine.Blue, link.Join), form("do", "block", "sure", "1"))
	want(t, status, page, http.StatusUnauthorized, "!no more invitations")
	if got := w.stored(m); w.people.saves != 0 || got.State != match.Invited {
		t.Errorf("%v, %d profiles written", got, w.people.saves)
	}
}

// The same by JSON, without a tick.
func TestBlockByProgram(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	for range 2 {
		a := (&program{browser: w.browser()}).press(w.to(m, engine.Blue, link.Join), `{"do":"block"}`).read(t, 200)
		if a["token"] != nil || a["view"].(map[string]any)["state"] != "declined" {
			t.Errorf("the answer is %v", a)
		}
	}
	if !w.profile("bob@example.org").Blocks(w.pepper.Key("ann@example.org")) {
		t.Error("nobody is blocked")
	}
	w.program(m, engine.Blue).call("POST", "/actions", `{"action":"block","ply":3}`).read(t, 400)
}

// Three people's blocks end somebody's invitations, and he is told so.
func TestWhoMayNotInvite(t *testing.T) {
	w := newWorld(t)
	for n := range player.MostBlockers {
		w.keep("ann@example.org", func(p player.Profile) (player.Profile, bool) { return p.BlockFrom(player.Key{byte(n + 1)}) })
	}
	m := w.match(engine.StandardRules(engine.Barrage))
	saves := w.games.saves
	for range 2 {
		status, page := w.browser().post(w.to(m, engine.Red, link.Confirm), form("do", "confirm", "sure", "1"))
		want(t, status, page, 422, "may not invite anybody", "nothing was sent", "!The game is confirmed")
	}
	p := (&program{browser: w.browser()}).press(w.to(m, engine.Red, link.Confirm), `{"do":"confirm"}`).read(t, 422)
	if !strings.Contains(p["detail"].(string), "may not invite anybody") || w.games.saves != saves {
		t.Errorf("%v; %d writes", p["detail"], w.games.saves-saves)
	}
	m = w.playing() // games that run go on
	w.program(m, engine.Red).call("POST", "/moves", `{"move":"e4-e5","ply":0}`).read(t, 200)
}
