package site

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
	"fieldpost/infra/link"
)

// several are games of Bob's in every state, the newest first, and what his page
// says of each.
func (w *world) several() (list []match.Match, says []string) {
	w.t.Helper()
	barrage := engine.StandardRules(engine.Barrage)
	add := func(m match.Match, text string) {
		list, says = append([]match.Match{m}, list...), append([]string{text}, says...)
		w.now = w.now.Add(time.Minute)
	}
	add(w.finish(w.playing()), "drawn")
	add(w.match(barrage, match.Confirm{}), "Ann invites you")
	add(w.match(barrage, match.Confirm{}, match.Decline{By: engine.Blue}), "You have declined")
	add(w.match(barrage, match.Confirm{}, match.Accept{By: engine.Blue}), "set up")
	add(w.playing(), "Turn 1: Ann to move")
	add(w.play(w.playing(), "e4-e5"), "Turn 2: your move")
	return list, says
}

// Without it who has lost his links, or has many games, would not find his way
// to each.
func TestAllGames(t *testing.T) {
	w := newWorld(t)
	list, says := w.several()
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Seen("bob@example.org", "", "Europe/Paris") })
	bob := w.browser()
	status, page := bob.get(w.toGames("bob@example.org", 0))
	want(t, status, page, 200, "Your games", "You get all mails", w.toMails("bob@example.org"), "CET", "!example.org")
	want(t, status, page, 200, "in 2 days 23 hours", "!(UTC+", "!without grace")
	rest := page
	// His turn, his setup, his answer; what waits for Ann; what is over, the newest first.
	for _, i := range []int{0, 2, 4, 1, 3, 5} {
		m := list[i]
		_, after, found := strings.Cut(rest, "Ann – Bob ["+m.ID.Code()+"]")
		entry, _, _ := strings.Cut(after, "</li>")
		if !found || !strings.Contains(entry, says[i]) {
			t.Fatalf("game %d: %q is not in %s", i, says[i], entry)
		}
		rest = after
	}
	seats := 0
	for _, at := range hrefs(page) {
		if strings.Contains(at, "/b/") || strings.Contains(at, "/j/") {
			seats++
			status, page := w.browser().get(at)
			want(t, status, page, 200, "Bob")
		}
		if strings.Contains(at, "/c/") || strings.Contains(at, "/m/") {
			t.Errorf("the page leads to %s", at)
		}
	}
	if seats != 5 { // all but the declined one
		t.Errorf("the page leads to %d seats", seats)
	}
	w.match(engine.StandardRules(engine.Barrage)) // of which Bob has not been told
	_, page = bob.get(w.toGames("bob@example.org", 0))
	want(t, status, page, 200, "!not confirmed yet")
	_, page = bob.get(w.toGames("ann@example.org", 0))
	want(t, status, page, 200, "It is not confirmed yet")
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Block(w.pepper.Key("ann@example.org")) })
	_, page = bob.get(w.toGames("bob@example.org", 0))
	want(t, status, page, 200, "Turn 2: your move", "!Ann invites you", "!/j/")
	status, page = w.browser().get(w.toGames("eve@example.org", 0))
	want(t, status, page, 200, "There are no games of yours", "!Ann")
}

// The page goes from what is played to what is set once, and shows the latter folded away.
func TestOrderOfAllGames(t *testing.T) {
	w := newWorld(t)
	w.several()
	status, page := w.browser().get(w.toGames("bob@example.org", 0))
	want(t, status, page, 200, `<details id="links">`, "!<details open", "No more mail from here at all", "!Choose which mails")
	rest := page
	for _, part := range []string{
		"[", "Begin another game", "Vacation in all my games", "Your mails</h2>", "Your deadlines in a calendar", "For programmers: have a program of yours told",
		"You and what is kept of you", "Change my mail address", "Forget me", "If somebody else has seen this page",
	} {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Fatalf("%q is missing, or too early", part)
		}
		rest = after
	}
}

// What ends soonest is seen first, however old its game is.
func TestMostUrgentGameFirst(t *testing.T) {
	w := newWorld(t)
	old := w.play(w.playing(), "e4-e5")
	w.now = w.now.Add(time.Hour)
	late := w.give(w.play(w.playing(), "e4-e5"), match.TakeVacation{By: engine.Blue, Days: 2})
	w.now = w.now.Add(time.Hour)
	young := w.play(w.playing(), "e4-e5")
	_, page := w.browser().get(w.toGames("bob@example.org", 0))
	var at []int
	for _, m := range []match.Match{old, young, late} {
		at = append(at, strings.Index(page, "["+m.ID.Code()+"]"))
	}
	if at[0] < 0 || !slices.IsSorted(at) {
		t.Errorf("the games stand at %v", at)
	}
	if strings.Contains(page, "which is") || !strings.Contains(page, "You are on vacation until") {
		t.Error("a vacation is not told in brief")
	}
}

// Without the tick the part that was pressed stays open, with what was typed in it.
func TestUntickedOfAllGames(t *testing.T) {
	w := newWorld(t)
	w.several()
	at := w.toGames("bob@example.org", 0)
	for do, want := range map[string][2]string{
		"change-address": {`<details id="address" open>`, `value="new@example.net"`},
		"erase":          {`<details id="erase" open>`, `name="resign" value="1" checked`},
		"webhook":        {`<details class="feeds" open>`, `value="https://hook.example.net/"`},
		"new-links":      {`<details id="links" open>`, ""},
		"vacation":       {`<details class="rest" open>`, `value="9"`},
	} {
		_, page := w.browser().post(at, form("do", do, "email", "new@example.net", "resign", "1", "url", "https://hook.example.net/", "days", "9"))
		if !strings.Contains(page, want[0]) || !strings.Contains(page, want[1]) || strings.Count(page, " open>") != 1 {
			t.Errorf("%s: %q are not in the page, or more is open", do, want)
		}
	}
}

// A deadline that has passed must count here as everywhere.
func TestAllGamesAreInTime(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	w.now = m.Deadline.Add(time.Minute)
	status, page := w.browser().get(w.toGames("bob@example.org", 0))
	want(t, status, page, 200, "!to move", "run out of time")
	if w.stored(m).State != match.Over {
		t.Error("the game goes on")
	}
}

// Without it a link to all games that others have seen would open them for ever,
// or the page would show the new one to just those.
func TestRenewAllGames(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at := w.toGames("bob@example.org", 0)
	bob := w.browser()
	bob.post(w.toMove(m, engine.Blue, 0, "j7-j6"), form("do", "play", "sure", "1")) // a seat's mark stands for no tick here
	status, page := bob.post(at, form("do", "new-links"))
	want(t, status, page, 200, "Nothing has changed", "Your games")
	if len(w.people.letters) != 0 || w.profile("bob@example.org").Epoch != 0 {
		t.Fatal("a press without the tick has cancelled the links")
	}
	status, page = bob.post(at, form("do", "resign", "sure", "1"))
	want(t, status, page, 400, "That was not understood")
	status, page = bob.post(at, form("do", "new-links", "sure", "1"))
	want(t, status, page, 200, "The old links to your games are dead", "!/p/", "!/b/")
	for _, method := range []string{"GET", "POST"} {
		r := bob.ask(method, at, form("do", "new-links", "sure", "1"))
		want(t, r.status, r.page, http.StatusUnauthorized, "This link does not work", "!Ann")
	}
	if len(w.people.letters) != 1 || w.people.letters[0].Epoch != 1 || w.people.letters[0].Address != "bob@example.org" {
		t.Fatalf("%d mails", len(w.people.letters))
	}
	status, page = bob.get(w.toGames("bob@example.org", 1))
	want(t, status, page, 200, "Your games", "Ann – Bob")

	w.keep("bob@example.org", mode(player.Stopped)) // no mail would bring a new link
	status, page = bob.post(w.toGames("bob@example.org", 1), form("do", "new-links", "sure", "1"))
	want(t, status, page, 200, "Nothing has changed: a new link would have to come by mail", "!new-links")
	if w.profile("bob@example.org").Epoch != 1 || len(w.people.letters) != 1 {
		t.Error("his only link is gone")
	}
}

// T14 on the pages of a person: whoever opens, or presses without the tick, and
// with whatever cookies, unsubscribes nobody and cancels nothing.
func TestT14PersonalPages(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	saves, games := w.people.saves, w.games.saves
	for _, at := range []string{w.toMails("bob@example.org"), w.toGames("bob@example.org", 0), w.to(m, engine.Blue, link.Join)} {
		scanner := w.browser()
		for _, do := range []string{"unsubscribe", "stop", "resume", "language", "new-links", "block", "decline", "accept", ""} {
			for _, method := range []string{"GET", "HEAD"} {
				if r := scanner.ask(method, at+"?do="+do+"&sure=1&List-Unsubscribe=One-Click", nil); r.status != 200 {
					t.Errorf("%s: %d", method, r.status)
				}
			}
			for _, sure := range []string{"", "0", "yes"} {
				scanner.post(at+"?sure=1&List-Unsubscribe=One-Click", form("do", do, "sure", sure))
			}
		}
	}
	if w.people.saves != saves || w.games.saves != games || len(w.people.letters) != 0 {
		t.Errorf("%d profiles, %d games and %d mails came of it", w.people.saves-saves, w.games.saves-games, len(w.people.letters))
	}
}

// Without it the store's failure would look like a page without games.
func TestPersonalPagesWithoutStore(t *testing.T) {
	w := newWorld(t)
	w.people.down = true
	for _, at := range []string{w.toMails("bob@example.org"), w.toGames("bob@example.org", 0)} {
		for _, method := range []string{"GET", "POST"} {
			r := w.browser().ask(method, at, form("do", "stop", "sure", "1"))
			want(t, r.status, r.page, 500, "Something went wrong on our side")
		}
	}
}

// Without it the log would name who has blocked whom, or hold a key to all games.
func TestLogTellsNoPerson(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	mails, games := w.toMails("bob@example.org"), w.toGames("bob@example.org", 0)
	bob := w.browser()
	bob.post(w.to(m, engine.Blue, link.Join), form("do", "block", "sure", "1"))
	bob.post(mails, form("do", "unsubscribe", "sure", "1"))
	bob.post(games, form("do", "new-links", "sure", "1"))
	bob.get(games)
	bob.post(base+"/", form("do", "lost", "email", "bob@example.org"))
	w.as("bob@example.org", m).call("GET", "", "")
	w.people.down = true
	bob.get(mails)
	log := w.log.String()
	if !strings.Contains(log, "mails chosen") || !strings.Contains(log, "links to all games renewed") || !strings.Contains(log, "request failed") {
		t.Errorf("the log does not tell what was done:\n%s", log)
	}
	for _, secret := range []string{"example.org", "Bob", "block", strings.TrimPrefix(mails, base+"/u/"), strings.TrimPrefix(games, base+"/p/"), players.Person(w.pepper.Key("bob@example.org"))} {
		if strings.Contains(log, secret) {
			t.Errorf("the log tells %q:\n%s", secret, log)
		}
	}
}

// From all his games a person comes to the form for another, in his language, and his
// address is in no link. Without it he would have to know that the site's name leads there.
func TestAnotherGame(t *testing.T) {
	w := newWorld(t)
	w.playing()
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Seen("bob@example.org", "fr", "") })
	bob := w.browser()
	status, page := bob.get(w.toGames("bob@example.org", 0))
	const form = base + "/?lang=fr#new"
	want(t, status, page, 200, `<a href="`+form+`">Commencer une autre partie</a>`, "!example.org")
	at, _, _ := strings.Cut(form, "#")
	status, page = bob.get(at)
	want(t, status, page, 200, `<html lang="fr">`, `id="new"`, `<option value="fr" selected>`)
	status, page = bob.post(at, filledIn("name", ""))
	want(t, status, page, 400, `<html lang="fr">`)
	status, page = bob.get(w.toGames("eve@example.org", 0))
	want(t, status, page, 200, ">Start a game</a>", "!Begin another game")
	c := w.config(w.app)
	c.Host.Closed = true
	w.site = New(c)
	status, page = bob.get(w.toGames("bob@example.org", 0))
	want(t, status, page, 200, "!#new")
}
