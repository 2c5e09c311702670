package site

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// againLetter is the mail by which a player shows that mails reach him.
type againLetter struct {
	Claim string
	Game  match.ID
	Seat  engine.Color
	At    time.Time
}

// address returns its link.
func (l againLetter) address(w *world) string {
	return w.seal(link.Link{Purpose: link.Confirm, Game: l.Game, Seat: l.Seat, Issued: l.At})
}

func bounces(at time.Time) func(player.Profile) (player.Profile, bool) {
	return func(p player.Profile) (player.Profile, bool) { return p.Bounces(at) }
}

func complains(at time.Time) func(player.Profile) (player.Profile, bool) {
	return func(p player.Profile) (player.Profile, bool) { return p.Complains(at) }
}

// health is how an address fares.
func (w *world) health(address string) player.Health {
	w.t.Helper()
	return w.profile(address).Signs.Health()
}

// What both players see of mails that come back, on their pages and in the API.
// Without it Ann would wait for mails that are not sent, and Bob for an answer of
// who does not know that it is her turn.
func TestWhoseMailsComeBack(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	const button = "Mail me a link to confirm my address"
	for _, c := range []struct {
		name   string
		change func(player.Profile) (player.Profile, bool)
		mail   string
		ann    []string
		bob    string
	}{
		{"complained", complains(w.now), "off", []string{"was marked as spam", button}, "Ann gets no mails about games."},
		{"bounced", bounces(w.now), "bouncing", []string{"to your address come back", button}, "Mails to Ann come back"},
		{"chosen none too", mode(player.None), "off", []string{"You get no mails about your games", "!" + button}, "Ann gets no mails about games."},
	} {
		w.keep("ann@example.org", c.change)
		for _, p := range []*program{ann, bob} {
			players := p.call("GET", "", "").read(t, 200)["players"].(map[string]any)
			if got := players["red"].(map[string]any)["mail"]; got != c.mail || players["blue"].(map[string]any)["mail"] != "ok" {
				t.Errorf("%s: Ann's mails are %v", c.name, got)
			}
		}
		status, page := w.browser().get(w.to(m, engine.Red, link.Board))
		want(t, status, page, 200, append(c.ann, "Turn 1: your move", "!example.org")...)
		status, page = w.browser().get(w.to(m, engine.Blue, link.Board))
		want(t, status, page, 200, c.bob, "!"+button, "!ann@example.org")
		status, page = w.browser().get(w.to(m, engine.Red, link.Confirm)) // it opens no board
		want(t, status, page, 200, "!"+button, "!come back")
	}
	w.give(m, match.Resign{By: engine.Blue, Ply: match.AnyPly})
	status, page := w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "!"+button, "!"+"gets no mails")
}

// The whole way back: a press on the board's page mails a link, its press mends.
// Without it an address that came back once would be lost for ever.
func TestAddressIsConfirmedAgain(t *testing.T) {
	for _, c := range []struct {
		name  string
		sign  func(time.Time) func(player.Profile) (player.Profile, bool)
		seat  engine.Color
		email string
	}{
		{"bounced, the creator", bounces, engine.Red, "ann@example.org"},
		{"bounced, the opponent", bounces, engine.Blue, "bob@example.org"},
		{"complained", complains, engine.Blue, "bob@example.org"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			m := w.playing()
			at, b := w.to(m, c.seat, link.Board), w.browser()
			do := form("do", "confirm-address", "sure", "1")
			status, page := b.post(at, do)
			want(t, status, page, 200, "mails reach your address")
			w.now = w.now.Add(time.Hour)
			w.keep(c.email, c.sign(w.now.Add(13*time.Second)))
			w.now = w.now.Add(20 * time.Second) // in the same minute
			other := w.browser()
			status, page = other.post(at, form("do", "confirm-address"))
			want(t, status, page, 200, "Nothing has changed. Please tick the box and press Mail me a link", `name="sure"`)
			if len(w.office.again) != 0 {
				t.Fatal("a mail was sent without need, or without the tick")
			}
			status, page = b.post(at, do)
			want(t, status, page, 200, "A mail to your address is on its way", "!"+c.email)
			if len(w.office.again) != 1 || w.office.again[0].Seat != c.seat || w.health(c.email) == player.Well {
				t.Fatalf("mailed %v", w.office.again)
			}
			confirm := w.office.again[0].address(w)
			before := w.people.saves
			for _, method := range []string{http.MethodHead, http.MethodGet} {
				w.browser().ask(method, confirm, nil)
			}
			status, page = w.browser().post(confirm, form("do", "confirm"))
			want(t, status, page, 200, "Confirm your address", "Nothing has changed", `name="sure"`)
			status, page = w.browser().post(confirm, form("do", "accept", "sure", "1"))
			want(t, status, page, 400, "That was not understood")
			if w.people.saves != before {
				t.Error("something was written without the press")
			}
			status, page = w.browser().post(confirm, form("do", "confirm", "sure", "1"))
			want(t, status, page, 200, "your address is confirmed", "!/b/", "!/m/")
			if w.health(c.email) != player.Well || w.people.saves != before+1 {
				t.Errorf("it is %v after %d writes", w.health(c.email), w.people.saves-before)
			}
			for range 2 {
				status, page = w.browser().post(confirm, form("do", "confirm", "sure", "1"))
				want(t, status, page, 200, "There is nothing to confirm")
			}
			status, page = b.get(at)
			want(t, status, page, 200, "!Mail me a link")

			w.now = w.now.Add(2 * time.Minute)
			w.keep(c.email, c.sign(w.now))
			status, page = w.browser().post(confirm, form("do", "confirm", "sure", "1"))
			want(t, status, page, 200, "Ask for a new link")
			if w.health(c.email) == player.Well {
				t.Error("a link from before the mail came back has mended it")
			}
			if log := w.log.String(); strings.Contains(log, "example.org") || !strings.Contains(log, "address confirmed again") {
				t.Errorf("the log has %s", log)
			}
		})
	}
}

// A program may confirm too; it gets no board by that.
func TestProgramConfirmsAgain(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	w.now = w.now.Add(time.Hour)
	w.keep("bob@example.org", bounces(w.now))
	at := againLetter{"", m.ID, engine.Blue, w.now.Add(time.Minute)}.address(w)
	press := func() reply {
		return w.browser().ask("POST", at, form("do", "confirm"), func(r *http.Request) { r.Header.Set("Accept", "application/json") })
	}
	for range 2 {
		if a := press(); a.status != 200 || !strings.Contains(a.page, `"token":null`) || w.health("bob@example.org") != player.Well {
			t.Errorf("%d %s, Bob is %v", a.status, a.page, w.health("bob@example.org"))
		}
	}
	w.now = w.now.Add(time.Hour)
	w.keep("bob@example.org", bounces(w.now))
	if a := press(); a.status != 401 || w.health("bob@example.org") != player.Bouncing {
		t.Errorf("an old link: %d, Bob is %v", a.status, w.health("bob@example.org"))
	}
}

// Whoever presses a link that takes a seat reads what is mailed to him: mails that
// came back before count no more, and those that come back later do. A link that was
// pressed before mends nothing that came since.
func TestSeatLinksProveTheAddress(t *testing.T) {
	w := newWorld(t)
	w.keep("ann@example.org", bounces(w.now.Add(-time.Hour)))
	m := w.unnamed(false)
	status, page := w.browser().post(w.to(m, engine.Red, link.Confirm), form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "The game is confirmed")
	if w.health("ann@example.org") != player.Well {
		t.Error("the creator's confirmed address still bounces")
	}
	w.keep("bob@example.net", complains(w.now.Add(-time.Hour)))
	w.browser().post(w.to(m, engine.Blue, link.Join), asks("Bob"))
	first := w.mailed(m)
	status, page = w.browser().post(first, form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "You are in the game")
	if w.health("bob@example.net") != player.Well {
		t.Error("the candidate's confirmed address still counts as unwanted")
	}
	old := w.to(m, engine.Red, link.Confirm)
	w.now = w.now.Add(time.Hour)
	w.keep("ann@example.org", bounces(w.now))
	w.keep("bob@example.net", bounces(w.now))
	for _, at := range []string{first, old} {
		w.browser().post(at, form("do", "confirm", "sure", "1"))
	}
	if w.health("ann@example.org") != player.Bouncing || w.health("bob@example.net") != player.Bouncing {
		t.Error("a link from before the mail came back has mended it")
	}
	// What is asked for by who has lost his links proves nothing.
	status, page = w.browser().get(w.toGames("ann@example.org", 0))
	want(t, status, page, 200, "to your address come back", "The board page of each of your games")
	if w.health("ann@example.org") != player.Bouncing {
		t.Error("the list of games has mended it")
	}
}

// Of whom she has invited Ann learns that her invitation comes back, and can send it
// elsewhere, but not what he wishes.
func TestInvitationThatComesBack(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	mail := func() any {
		players := w.program(m, engine.Red).call("GET", "", "").read(t, 200)["players"].(map[string]any)
		return players["blue"].(map[string]any)["mail"]
	}
	at := w.to(m, engine.Red, link.Board)
	w.keep("bob@example.org", complains(w.now))
	w.keep("bob@example.org", mode(player.Stopped))
	status, page := w.browser().get(at)
	want(t, status, page, 200, "!gets no mails", "!came back")
	if mail() != "ok" {
		t.Error("the inviter learns of a complaint")
	}
	w.keep("bob@example.org", bounces(w.now))
	status, page = w.browser().get(at)
	want(t, status, page, 200, "The invitation to Bob came back", `name="email"`)
	if mail() != "bouncing" {
		t.Error("a program does not learn that the invitation comes back")
	}
	status, page = w.browser().post(at, form("do", "correct-address", "email", "rob@example.org", "sure", "1"))
	want(t, status, page, 200, "goes to rob@example.org", "!came back")
	status, page = w.browser().get(at)
	want(t, status, page, 200, "!came back")
	w.keep("rob@example.org", bounces(w.now))
	if mail() != "bouncing" {
		t.Error("nor of the other address")
	}
	w.give(m, match.Withdraw{By: engine.Red})
	if mail() != "ok" {
		t.Error("she learns of the address when it is no business of hers any more")
	}
}

// Five mails to confirm a day go to an address, whoever asks. Without it a board's
// link would flood a mailbox; and who has lost a press must not be told that it
// worked.
func TestConfirmingAgainHasItsLimits(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at, do := w.to(m, engine.Blue, link.Board), form("do", "confirm-address", "sure", "1")
	w.keep("bob@example.org", bounces(w.now))
	w.office.down = true
	status, page := w.browser().post(at, do)
	want(t, status, page, 200, "is on its way")
	if log := w.log.String(); !strings.Contains(log, "mail of no game not sent") || strings.Contains(log, "example.org") {
		t.Errorf("the log has %s", log)
	}
	w.office.down = false
	for range 4 {
		w.now = w.now.Add(time.Minute)
		status, page = w.browser().post(at, do)
		want(t, status, page, 200, "is on its way")
	}
	status, page = w.browser().post(at, do)
	want(t, status, page, 429, "5 mails to confirm", "Nothing was changed and nothing was sent", "Turn 1")
	claims := map[string]bool{}
	for _, l := range w.office.again {
		claims[l.Claim] = true
	}
	if len(w.office.again) != 4 || len(claims) != 4 {
		t.Errorf("mailed %v", w.office.again)
	}
	w.people.down = true
	status, page = w.browser().post(w.office.again[3].address(w), form("do", "confirm", "sure", "1"))
	want(t, status, page, 500, "!is confirmed")
	if strings.Contains(w.log.String(), "example.org") {
		t.Errorf("the log has %s", w.log)
	}
}

// New links would go to where nothing arrives. Without it a player would lose his
// seat by a press on his own page.
func TestNewLinksNeedAnAddress(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	w.keep("ann@example.org", bounces(w.now))
	status, page := w.browser().post(w.toAct(m, engine.Red, 0, match.RenewingLinks), form("do", "new-links", "sure", "1"))
	want(t, status, page, 200, "mails to your address come back", "Turn 1: your move")
	w.program(m, engine.Red).call("POST", "/actions", `{"action":"new-links"}`).read(t, 409)
	all := w.toGames("ann@example.org", 0)
	status, page = w.browser().get(all)
	want(t, status, page, 200, "!Cancel the links")
	status, page = w.browser().post(all, form("do", "new-links", "sure", "1"))
	want(t, status, page, 200, "mails to your address come back", "Confirm your address first")
	status, page = w.browser().get(w.toMails("ann@example.org"))
	want(t, status, page, 200, "Mails from here to your address come back", "!You get all mails")
	if w.stored(m).Seats.Red.Epoch != 0 || w.profile("ann@example.org").Epoch != 0 {
		t.Error("links were cancelled")
	}
}
