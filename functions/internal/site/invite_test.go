package site

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

func (w *world) invited() match.Match {
	return w.match(engine.StandardRules(engine.Barrage), match.Confirm{})
}

// Without it who is invited could only accept, or would decline by an idle
// click, and the inviter's page would wait on.
func TestDecline(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	bob, at := w.browser(), w.to(m, engine.Blue, link.Join)
	status, page := bob.get(at)
	want(t, status, page, 200, ">Accept</button>", ">Decline</button>", "in 14 days")
	status, page = bob.post(at, form("do", "decline"))
	want(t, status, page, 200, "Nothing has changed")
	if w.stored(m).State != match.Invited {
		t.Fatal("a press without the tick declined")
	}
	for range 2 {
		status, page = bob.post(at, form("do", "decline", "sure", "1"))
		want(t, status, page, 200, "You have declined", "!>Accept<")
	}
	status, page = bob.post(at, form("do", "accept", "sure", "1"))
	want(t, status, page, 200, "You have declined the invitation")
	status, page = w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "Bob has declined the invitation", "!<textarea", "!/a/")
	if m = w.stored(m); m.State != match.Declined || m.Version != 3 {
		t.Errorf("%v, version %d", m, m.Version)
	}
}

// Without it an invitation could not be taken back, or would still be accepted.
func TestWithdraw(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	w.browser().act(m, engine.Red, "Withdraw the invitation", "The invitation is withdrawn", "You have withdrawn")
	bob := w.browser()
	for _, ask := range []func() (int, string){
		func() (int, string) { return bob.get(w.to(m, engine.Blue, link.Join)) },
		func() (int, string) {
			return bob.post(w.to(m, engine.Blue, link.Join), form("do", "accept", "sure", "1"))
		},
	} {
		status, page := ask()
		want(t, status, page, 200, "Ann has withdrawn the invitation", "!>Accept<")
	}
	ann := w.program(m, engine.Red)
	if view := ann.call("GET", "", "").read(t, 200); view["state"] != "withdrawn" || view["deadline"] != nil {
		t.Errorf("the view says %v until %v", view["state"], view["deadline"])
	}
}

// Without it an invitation that got lost could not be sent again, or could be
// sent for ever.
func TestResend(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	ann := w.browser()
	at := w.toAct(m, engine.Red, 0, match.Resending)
	for n := range match.MostResends {
		w.now = w.now.Add(match.Again) // earlier it is one press that comes twice
		status, page := ann.post(at, form("do", "resend", "sure", "1"))
		want(t, status, page, 200, "The invitation to Bob is sent again")
		if got := w.stored(m).Resent; got != n+1 {
			t.Fatalf("sent again %d times", got)
		}
	}
	w.now = w.now.Add(match.Again)
	status, page := ann.post(at, form("do", "resend", "sure", "1"))
	want(t, status, page, 200, "sent again as often as it may be")
	status, page = ann.get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "!Send the invitation again")
	status, page = w.browser().post(w.to(m, engine.Blue, link.Join), form("do", "accept", "sure", "1")) // the first link
	want(t, status, page, 200, "You are in the game")
}

// Without it a wrong address would be the end of the game, or whoever reads the
// wrong mailbox would have the seat.
func TestCorrectAddress(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	old := w.to(m, engine.Blue, link.Join)
	ann, at := w.browser(), w.to(m, engine.Red, link.Board)
	status, page := ann.get(at)
	want(t, status, page, 200, "Was the address wrong?", `value="bob@example.org"`)
	status, page = ann.post(at, form("do", "correct-address", "email", "bob@example.net"))
	want(t, status, page, 200, "Nothing has changed")
	for _, c := range []struct {
		email  string
		status int
		says   string
	}{
		{"bob@", 400, "is no plain mail address"},
		{"bob@example.net\r\nBcc: eve@example.org", 400, "must not contain"},
		{"ANN@example.org", 400, "own address"},
		{"bob@example.org", 200, "goes to this address already"},
	} {
		status, page = ann.post(at, form("do", "correct-address", "email", c.email, "sure", "1"))
		want(t, status, page, c.status, c.says)
	}
	if v := w.stored(m).Version; v != 2 {
		t.Fatalf("a refused address wrote version %d", v)
	}
	status, page = ann.post(at, form("do", "correct-address", "email", "bob@example.net", "sure", "1"))
	want(t, status, page, 200, "The invitation to Bob goes to bob@example.net")
	status, page = w.browser().post(old, form("do", "accept", "sure", "1"))
	want(t, status, page, http.StatusUnauthorized, "!in the game")
	if m = w.stored(m); m.State != match.Invited || m.Seats.Blue.Address != "bob@example.net" || m.Seats.Blue.Key != w.pepper.Key("bob@example.net") {
		t.Fatalf("%v, and the old link's epoch is %d", m, m.Seats.Blue.Epoch)
	}
	m = w.give(m, match.Accept{By: engine.Blue})
	status, page = ann.post(at, form("do", "correct-address", "email", "eve@example.org"))
	want(t, status, page, 200, "no longer open")
	program := w.program(m, engine.Red)
	program.call("POST", "/actions", `{"action":"correct-address","email":"eve@example.org"}`).read(t, 409)
}

// Without it an invitation would wait for ever, and its page take an answer that
// comes too late. (T12: expiry tells the inviter; notify's table has the mail.)
func TestInvitationExpires(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	w.now = m.Deadline.Add(time.Second)
	at := w.seal(link.Link{Purpose: link.Join, Game: m.ID, Seat: engine.Blue, Issued: w.now.AddDate(0, 0, -1)})
	status, page := w.browser().post(at, form("do", "accept", "sure", "1"))
	want(t, status, page, 200, "was not accepted in time", "!>Accept<")
	status, page = w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "The invitation was not accepted in time")
	if m = w.stored(m); m.State != match.Expired {
		t.Errorf("%v", m)
	}
}

// Without it whoever has read one of a player's mails would play for him ever
// after; or the page would show the new link to just that reader.
func TestNewLinks(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	board, move := w.to(m, engine.Red, link.Board), w.toMove(m, engine.Red, 0, "e4-e5")
	ann := w.browser()
	status, page := ann.post(w.toAct(m, engine.Red, 0, match.RenewingLinks), form("do", "new-links", "sure", "1"))
	want(t, status, page, 200, "The old links are dead", "!/b/", "!/m/", "!/a/", "!<table")
	for _, at := range []string{board, move} {
		status, _ = ann.get(at)
		if status != http.StatusUnauthorized {
			t.Errorf("an old link opens with %d", status)
		}
	}
	status, page = ann.post(move, form("do", "play", "sure", "1"))
	want(t, status, page, http.StatusUnauthorized, "!Played")
	m = w.stored(m)
	fresh := w.seal(link.Link{Purpose: link.Move, Game: m.ID, Seat: engine.Red, Epoch: m.Seats.Red.Epoch, Move: engine.Move{From: engine.At(5, 4), To: engine.At(5, 5)}})
	status, page = ann.get(fresh)
	want(t, status, page, 200, ">Play</button>", `name="sure"`) // the old mark is dead too
	status, page = w.browser().get(w.to(m, engine.Blue, link.Board))
	want(t, status, page, 200, "Ann to move")
}

// Without it two who both ask would have two games, or the one who asks last
// would wait for an answer to a mail that was never sent.
func TestRematch(t *testing.T) {
	w := newWorld(t)
	m := w.finish(w.playing())
	old := w.toAct(m, engine.Red, m.Game.Ply(), match.Rematching)
	ann := w.browser()
	status, page := ann.get(old)
	want(t, status, page, 200, "Do you want a rematch?", ">Ask for a rematch</button>")
	if len(w.games.images) != 1 {
		t.Fatal("a look made a game")
	}
	status, page = ann.post(old, form("do", "rematch", "sure", "1"))
	want(t, status, page, 200, "The rematch is under way", "!/b/")
	again := w.stored(match.Match{ID: m.RematchID()})
	if again.State != match.Invited || again.Creator != engine.Blue || again.Seats.Blue.Name != "Ann" || !again.Again || again.Rules != m.Rules || again.Pace != m.Pace {
		t.Fatalf("the rematch is %v, asked for by %v, who is %s", again, again.Creator, again.Seats.Blue.Name)
	}
	status, page = w.browser().get(w.to(again, engine.Blue, link.Board))
	want(t, status, page, 200, "Mail address of Bob", "!bob@example.org") // he has never told her
	status, page = ann.post(old, form("do", "rematch"))
	want(t, status, page, 200, "This is done already")
	bob := w.program(m, engine.Blue)
	view := bob.call("POST", "/actions", `{"action":"rematch"}`).read(t, 200)["view"].(map[string]any)
	if view["game"] != again.ID.String() || view["state"] != "setup" || view["you"] != "red" {
		t.Errorf("Bob's view is of %v, %v, %v", view["game"], view["state"], view["you"])
	}
	if n := len(w.games.images); n != 2 {
		t.Errorf("%d games", n)
	}
	bob.call("POST", "/actions", `{"action":"rematch"}`).read(t, 200)
	if got := w.stored(again); got.Version != 2 || got.State != match.SettingUp {
		t.Errorf("%v, version %d", got, got.Version)
	}
}

// Without it a rematch that was declined could be asked for over and over.
func TestRematchDeclined(t *testing.T) {
	w := newWorld(t)
	m := w.finish(w.playing())
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	ann.call("POST", "/actions", `{"action":"rematch"}`).read(t, 200)
	w.give(match.Match{ID: m.RematchID()}, match.Decline{By: engine.Red})
	ann.call("POST", "/actions", `{"action":"rematch"}`).read(t, 409)
	bob.call("POST", "/actions", `{"action":"rematch"}`).read(t, 409)
	status, page := w.browser().post(w.toAct(m, engine.Red, m.Game.Ply(), match.Rematching), form("do", "rematch", "sure", "1"))
	want(t, status, page, 200, "came to nothing")
}

// The invitation to a rematch may have gone to another address: then the press
// of who was invited first takes no seat. Without it two could sit anybody down.
func TestRematchOfAnotherAddress(t *testing.T) {
	w := newWorld(t)
	m := w.finish(w.playing())
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	ann.call("POST", "/actions", `{"action":"rematch"}`).read(t, 200)
	again := w.give(match.Match{ID: m.RematchID()}, match.CorrectAddress{By: engine.Blue, Address: "carol@example.org", Key: w.pepper.Key("carol@example.org")})
	p := bob.call("POST", "/actions", `{"action":"rematch"}`).read(t, 409)
	if strings.Contains(asJSON(t, p), again.ID.String()) {
		t.Errorf("he is shown the other game: %v", p)
	}
	if got := w.stored(again); got.State != match.Invited {
		t.Errorf("%v", got)
	}
}

// Without it one player alone could show the game to others.
func TestPublish(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann := w.program(m, engine.Red)
	agreed := func(want string) {
		t.Helper()
		if got := asJSON(t, ann.call("GET", "", "").read(t, 200)["public"]); got != want {
			t.Errorf("public is %s, want %s", got, want)
		}
	}
	agreed(`{"blue":false,"red":false}`)
	w.browser().act(m, engine.Blue, "Let others watch", "as soon as Ann agrees too")
	agreed(`{"blue":true,"red":false}`)
	ann.call("POST", "/actions", `{"action":"public"}`).read(t, 200)
	agreed(`{"blue":true,"red":true}`)
}

// Without it an invited player's deadlines would be in UTC for ever, since the
// inviter cannot know his zone; or a wrong zone would be stored.
func TestAcceptWithZone(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	bob, at := w.browser(), w.to(m, engine.Blue, link.Join)
	status, page := bob.post(at, form("do", "accept", "sure", "1", "tz", "Mars/Base"))
	want(t, status, page, 400, "is no time zone", `value="Mars/Base"`, ">Accept</button>")
	if w.stored(m).State != match.Invited {
		t.Fatal("accepted all the same")
	}
	status, page = bob.post(at, form("do", "accept", "sure", "1", "tz", "Europe/Paris"))
	want(t, status, page, 200, "You are in the game")
	if got := w.stored(m).Seats.Blue.Zone; got != "Europe/Paris" {
		t.Errorf("the zone is %q", got)
	}
}
