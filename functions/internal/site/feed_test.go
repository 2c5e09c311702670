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

// toFeed is the address of the feeds of an address, without an ending.
func (w *world) toFeed(address string, epoch uint8) string {
	return w.seal(link.Link{Purpose: link.Feed, Player: w.pepper.Key(address), Epoch: epoch})
}

// unfolded is a calendar with every property on one line.
func unfolded(calendar string) string { return strings.ReplaceAll(calendar, "\r\n ", "") }

// Without it a deadline would be missing from who relies on his calendar, or one would
// stand there that is not his.
func TestFeeds(t *testing.T) {
	w := newWorld(t)
	list, _ := w.several() // Bob's: his move, Ann's move, both to set up, declined, invited, over
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) {
		return p.Seen("bob@example.org", "fr", "Europe/Paris")
	})
	bob := w.browser()
	calendar := bob.ask("GET", w.toFeed("bob@example.org", 0)+".ics", nil)
	text := unfolded(calendar.page)
	want(t, calendar.status, text, 200, "À vous de jouer", "Placez vos pièces", "Répondez à l'invitation", "Ann – Bob ["+list[0].ID.Code()+"]", list[0].ID.String(),
		"jusqu'au", "CET (UTC+01:00)", "DTSTART:"+list[0].Deadline.Format("20060102T150405Z"), "URL:"+base+"/\r\n", "!Terminée", "!"+list[1].ID.String(), "!example.org")
	if got := strings.Count(text, "BEGIN:VEVENT"); got != 3 || calendar.header.Get("Content-Type") != "text/calendar; charset=utf-8" {
		t.Errorf("%d events of type %s", got, calendar.header.Get("Content-Type"))
	}
	atom := bob.ask("GET", w.toFeed("bob@example.org", 0)+".atom", nil)
	want(t, atom.status, atom.page, 200, "À vous de jouer", "Terminée", "<updated>"+list[5].Closed.Format(time.RFC3339), "!example.org")
	if got := strings.Count(atom.page, "<entry>"); got != 4 || atom.header.Get("Content-Type") != "application/atom+xml; charset=utf-8" {
		t.Errorf("%d entries of type %s", got, atom.header.Get("Content-Type"))
	}
	// Who may read a feed for years must not get a seat by it.
	for _, page := range []string{text, atom.page} {
		for _, route := range []string{"/b/", "/j/", "/m/", "/a/", "/c/", "/w/", "/u/"} {
			if strings.Contains(page, base+route) {
				t.Errorf("a feed leads to %s", route)
			}
		}
	}
	if status, page := bob.get(strings.Replace(w.toFeed("bob@example.org", 0), "/p/", "/b/", 1)); status != 401 || strings.Contains(page, "Ann") {
		t.Errorf("a feed's token opens a board: %d", status)
	}
	w.now = w.now.Add(feedMemory)
	if later := bob.ask("GET", w.toFeed("bob@example.org", 0)+".atom", nil); strings.Contains(later.page, list[5].ID.String()) {
		t.Error("what ended long ago is still news")
	}
}

// Where both set up and one is on vacation each has his own time: by the other's a
// calendar would be wrong by a week.
func TestFeedsOfWhoIsAway(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
	m = w.give(m, match.TakeVacation{By: engine.Blue, Days: 7})
	for address, seat := range map[string]engine.Color{"ann@example.org": engine.Red, "bob@example.org": engine.Blue} {
		text := unfolded(w.browser().ask("GET", w.toFeed(address, 0)+".ics", nil).page)
		want(t, 200, text, 200, "DTSTART:"+m.Until(seat).Format("20060102T150405Z"), "DTSTAMP:20260301T120000Z")
	}
	if m.Until(engine.Red).Equal(m.Until(engine.Blue)) {
		t.Error("both have the same time")
	}
}

// A program asks every few minutes: it must be able to keep what it has.
func TestFeedsAreKept(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5")
	for _, ending := range []string{".ics", ".atom"} {
		at := w.toFeed("bob@example.org", 0) + ending
		first := w.browser().ask("GET", at, nil)
		tag := first.header.Get("ETag")
		if first.header.Get("Cache-Control") != "private, max-age=900" || tag == "" {
			t.Errorf("%s: %v", ending, first.header)
		}
		head := w.browser().ask("HEAD", at, nil)
		if head.status != 200 || head.header.Get("ETag") != tag || head.header.Get("Content-Type") != first.header.Get("Content-Type") {
			t.Errorf("HEAD %s: %d, %v", ending, head.status, head.header)
		}
		w.now = w.now.Add(time.Hour) // time alone changes nothing
		again := w.browser().ask("GET", at, nil, func(r *http.Request) { r.Header.Set("If-None-Match", tag) })
		if again.status != http.StatusNotModified || again.page != "" {
			t.Errorf("%s: unchanged, and answered by %d", ending, again.status)
		}
	}
	w.play(m, "j7-j6")
	at := w.toFeed("bob@example.org", 0) + ".ics"
	if r := w.browser().ask("GET", at, nil); r.status != 200 || strings.Contains(r.page, "VEVENT") {
		t.Errorf("Bob has moved: %d\n%s", r.status, r.page)
	}
}

// The epoch is the one thing that ends a feed; and one who fetches too often must not
// lock the player's other programs out.
func TestFeedsEnd(t *testing.T) {
	w := newWorld(t)
	w.playing()
	at := w.toFeed("bob@example.org", 0)
	w.now = w.now.AddDate(3, 0, 0)
	for _, ending := range []string{".ics", ".atom"} {
		want(t, w.browser().ask("GET", at+ending, nil).status, "", 200)
		token := w.token("bob@example.org", 0)
		for name, at := range map[string]string{
			"no ending": at, "another ending": at + ".rss", "the token of all games": base + "/p/" + token + ending, "a letter less": at[:len(at)-1] + ending,
			"another epoch": w.toFeed("bob@example.org", 1) + ending,
		} {
			if status, page := w.browser().get(at); status != 401 || !strings.Contains(page, "This link does not work") || strings.Contains(page, "Ann") {
				t.Errorf("%s: %d", name, status)
			}
		}
		status, page := w.browser().post(at+ending, form("do", "new-links", "sure", "1"))
		want(t, status, page, 401, "This link does not work")
	}
	for range mostRequests {
		w.browser().get(at + ".ics")
	}
	if r := w.browser().ask("GET", at+".atom", nil); r.status != http.StatusTooManyRequests || r.header.Get("Retry-After") == "" {
		t.Errorf("one request more: %d", r.status)
	}
	games := w.browser().ask("GET", base+"/api/games", nil, func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+w.token("bob@example.org", 0))
	})
	if games.status != 200 {
		t.Errorf("his other programs: %d", games.status)
	}
	w.now = w.now.Add(time.Minute)
	w.people.down = true
	if r := w.browser().ask("GET", at+".ics", nil); r.status != 500 || r.header.Get("Cache-Control") != "no-store" {
		t.Errorf("without the store: %d", r.status)
	}
	w.people.down = false
	w.keep("bob@example.org", player.Profile.RenewLinks)
	status, page := w.browser().get(at + ".ics")
	want(t, status, page, 401, "This link does not work")
}

// Without it nobody would find his feeds, or know what their address gives away.
func TestFeedsAreOnThePage(t *testing.T) {
	w := newWorld(t)
	w.playing()
	w.keep("bob@example.org", player.Profile.RenewLinks)
	status, page := w.browser().get(w.toGames("bob@example.org", 1))
	want(t, status, page, 200, w.toFeed("bob@example.org", 1)+".ics", w.toFeed("bob@example.org", 1)+".atom", "no board, and cannot play", "until you cancel the links")
}

// What the other does for himself alone does not reach a feed, not even as a time.
func TestFeedsShowNoHiddenActivity(t *testing.T) {
	draft := match.SaveDraft{By: engine.Red, Setup: setup(t, engine.Barrage, barrageBlue)}
	renew := match.RenewLinks{By: engine.Red}
	for name, c := range map[string]struct {
		stage  func(w *world) match.Match
		hidden match.Command
	}{
		"a draft while I set up": {func(w *world) match.Match {
			return w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
		}, draft},
		"new links while I am to move": {func(w *world) match.Match { return w.play(w.playing(), "e4-e5") }, renew},
		"new links after the end":      {func(w *world) match.Match { return w.finish(w.playing()) }, renew},
		"another language after that":  {func(w *world) match.Match { return w.finish(w.playing()) }, match.Speak{By: engine.Red, Lang: "fr"}},
	} {
		w := newWorld(t)
		m := c.stage(w)
		w.now = w.now.Add(time.Hour)
		both := func() string {
			at := w.toFeed("bob@example.org", 0)
			return w.browser().ask("GET", at+".ics", nil).page + w.browser().ask("GET", at+".atom", nil).page
		}
		before := both()
		w.give(m, c.hidden)
		if after := both(); after != before || !strings.Contains(before, m.ID.String()) {
			t.Errorf("%s: the feeds are others:\n%s\n%s", name, before, after)
		}
	}
}
