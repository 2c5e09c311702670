package site

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// choices fills in the form of preferences.
func choices(pairs ...string) []string {
	return append([]string{"do", "preferences", "mail", "daily", "hour", "20", "board", "listed", "format", "text", "lang", "de", "tz", "Europe/Berlin"}, pairs...)
}

// All that a person can choose, on the page of all his games. A look changes nothing,
// nor a press without the tick, which keeps what was chosen; and it reaches his seats
// and nobody else's.
func TestPreferencesOfAPerson(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	bob, at := w.browser(), w.toGames("bob@example.org", 0)
	status, page := bob.get(at)
	want(t, status, page, 200, "Your mails", `name="mail" value="turns" checked`, "!"+`name="mail" value="daily" checked`,
		`<option value="8" selected>08:00</option>`, `<option value="both" selected>`, `<option value="html" selected>`, `list="zones"`, "your clock shows Sun 1 March 12:00 UTC")
	if w.people.saves != 0 {
		t.Error("a look was kept")
	}
	status, page = bob.post(at, form(choices()...))
	want(t, status, page, 200, "Nothing has changed", `value="daily" checked`, `<option value="20" selected>`, `<option value="listed" selected>`,
		`<option value="text" selected>`, `value="Europe/Berlin"`, `<option value="de" selected>`)
	if w.people.saves != 0 || w.stored(m).Version != m.Version {
		t.Error("a press without the tick was kept")
	}
	for range 2 { // a second press does no harm
		status, page = bob.post(at, form(choices("sure", "1")...))
		want(t, status, page, 200, `<html lang="de">`, "Erledigt", `value="daily" checked`, `<option value="20" selected>20:00`, `<option value="listed" selected>`,
			`<option value="text" selected>`, `value="Europe/Berlin"`, "Du bekommst eine Mail am Tag zu deinen Partien, um 20:00", "13:00 CET")
	}
	he := w.profile("bob@example.org")
	if wanted := (player.Prefs{Plain: true, Board: player.Listed, Hour: 20}); he.Prefs != wanted || he.Mode != player.Daily || he.Lang != "de" || he.Zone != "Europe/Berlin" {
		t.Errorf("kept is %+v, %v, %q in %q", he.Prefs, he.Mode, he.Lang, he.Zone)
	}
	if !he.Alarm.Equal(time.Date(2026, 3, 1, 19, 0, 0, 0, time.UTC)) {
		t.Errorf("his mail of the day is due %v", he.Alarm)
	}
	got := w.stored(m)
	if got.Seats.Blue.Zone != "Europe/Berlin" || got.Seats.Blue.Lang != "de" || got.Seats.Red != m.Seats.Red || got.Version != m.Version+1 || got.Shown != m.Shown {
		t.Errorf("his seat reads %q in %q; version %d after %d", got.Seats.Blue.Lang, got.Seats.Blue.Zone, got.Version, m.Version)
	}
	// Times are told by his clock from now on, on the board too; Ann's page is as before.
	status, page = bob.get(w.to(m, engine.Blue, link.Board))
	want(t, status, page, 200, "CET (UTC+01:00)")
	status, page = w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "!CET", "UTC")
	if log := w.log.String(); strings.Contains(log, "Berlin") || strings.Contains(log, "example.org") {
		t.Errorf("the log tells of whom:\n%s", log)
	}
}

// A zone that there is not is said to be none, and nothing is lost of what was typed;
// what no form of ours has is not understood.
func TestPreferencesThatAreWrong(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	bob := w.browser()
	for _, c := range []struct {
		at, do string
		keeps  []string
	}{
		{w.toGames("bob@example.org", 0), "preferences", []string{`value="daily" checked`, `<option value="20" selected>`, `<option value="text" selected>`, `<option value="de" selected>`}},
		{w.toMails("bob@example.org"), "language", []string{`<option value="de" selected>`}},
	} {
		status, page := bob.post(c.at, form(choices("do", c.do, "tz", "Mars/Olympus", "sure", "1")...))
		want(t, status, page, 400, append(c.keeps, "Nothing has been saved yet", `value="Mars/Olympus"`, `aria-invalid="true"`, `id="tz-fault"`, `<html lang="en">`)...)
		for _, pair := range [][2]string{{"lang", "tlh"}, {"mail", "weekly"}, {"hour", "24"}, {"board", "x"}, {"format", "x"}} {
			status, page = bob.post(c.at, form(choices("do", c.do, pair[0], pair[1], "sure", "1")...))
			want(t, status, page, 400, "That was not understood")
		}
	}
	if w.people.saves != 0 || w.stored(m).Version != m.Version {
		t.Error("something was kept")
	}
	w.people.down = true
	status, _ := bob.post(w.toGames("bob@example.org", 0), form(choices("sure", "1")...))
	if status != 500 {
		t.Errorf("status %d", status)
	}
}

// The link that lives for ever chooses the mails, the language and the zone, and no
// more than these.
func TestPreferencesByTheLastingLink(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	bob, at := w.browser(), w.toMails("bob@example.org")
	status, page := bob.get(at)
	want(t, status, page, 200, "Language and time zone", "One mail a day, at 08:00", "!"+`name="board"`, "!"+`name="format"`, "!"+`name="hour"`, "!example.org")
	status, page = bob.post(at, form("do", "language", "tz", "Asia/Tokyo", "board", "listed", "format", "text", "hour", "3", "mail", "none", "sure", "1"))
	want(t, status, page, 200, "It is done", `value="Asia/Tokyo"`, "21:00 JST")
	if he := w.profile("bob@example.org"); he.Zone != "Asia/Tokyo" || he.Prefs != (player.Prefs{}) || he.Mode != player.Turns {
		t.Errorf("kept is %+v, %v, in %q", he.Prefs, he.Mode, he.Zone)
	}
	if got := w.stored(m).Seats.Blue; got.Zone != "Asia/Tokyo" || got.Lang != "en" {
		t.Errorf("his seat reads %q in %q", got.Lang, got.Zone)
	}
	status, page = bob.post(at, form("do", "daily", "sure", "1"))
	want(t, status, page, 200, "You get one mail a day about your games, at 08:00", "Each mail at once", "No mails about games")
	if he := w.profile("bob@example.org"); !he.Collects() || he.Prefs.Hour != 8 {
		t.Errorf("%v, at %d, with an alarm at %v", he.Mode, he.Prefs.Hour, he.Alarm)
	}
	status, page = bob.post(at, form("do", "singly", "sure", "1"))
	want(t, status, page, 200, "You get all mails about your games", "One mail a day, at 08:00")
	if he := w.profile("bob@example.org"); he.Mode != player.Turns || !he.Alarm.IsZero() {
		t.Errorf("%v, with an alarm at %v", he.Mode, he.Alarm)
	}
}

// A form that chooses nothing new writes to no game.
func TestPreferencesAreCheap(t *testing.T) {
	w := newWorld(t)
	w.playing()
	w.playing()
	at := w.toGames("bob@example.org", 0)
	w.browser().post(at, form(choices("sure", "1")...))
	saves := w.games.saves
	w.browser().post(at, form(choices("board", "drawn", "sure", "1")...))
	if w.games.saves != saves || w.profile("bob@example.org").Prefs.Board != player.Drawn {
		t.Errorf("%d games were written", w.games.saves-saves)
	}
}

// Who has stopped all mail chooses everything but that it begins again.
func TestPreferencesOfWhoHasStopped(t *testing.T) {
	w := newWorld(t)
	w.keep("bob@example.org", mode(player.Stopped))
	at := w.toGames("bob@example.org", 0)
	status, page := w.browser().get(at)
	want(t, status, page, 200, "Your mails", "!"+`name="mail"`, `name="board"`)
	status, page = w.browser().post(at, form("do", "preferences", "mail", "turns", "board", "drawn", "sure", "1"))
	want(t, status, page, 409)
	if he := w.profile("bob@example.org"); he.Mode != player.Stopped || he.Prefs != (player.Prefs{}) {
		t.Errorf("%v, %+v", he.Mode, he.Prefs)
	}
}

// One-click unsubscribing sets "none"; the board shows it with one press to undo, the
// opponent sees it, in the API too, and the clocks run on.
func TestOneClickAndBack(t *testing.T) {
	for _, c := range []struct {
		name  string
		first player.Mode
		says  string
	}{
		{"each mail at once", player.Turns, "You get the mails about your games again"},
		{"one a day", player.Daily, "You get your daily mail about your games again, at 08:00"},
	} {
		w := newWorld(t)
		m := w.playing()
		if c.first != player.Turns {
			w.keep("ann@example.org", mode(c.first))
		}
		w.browser().post(w.toMails("ann@example.org"), form("List-Unsubscribe", "One-Click"))
		if he := w.profile("ann@example.org"); he.Mode != player.None || !he.Alarm.IsZero() {
			t.Fatalf("%s: %v, alarm %v", c.name, he.Mode, he.Alarm)
		}
		const button = "Mail me about my games again"
		board := w.to(m, engine.Red, link.Board)
		ann := w.browser()
		status, page := ann.get(board)
		want(t, status, page, 200, "You get no mails about your games, and the clock runs on", button, `name="do" value="resume-mails"`, `name="sure"`)
		_, told, _ := strings.Cut(page, "and the clock runs on")
		if next, _, _ := strings.Cut(told, button); strings.Count(next, "<p") != 2 { // the tick's and the button's own
			t.Errorf("%s: the button does not stand where it is spoken of", c.name)
		}
		status, page = w.browser().get(w.to(m, engine.Blue, link.Board))
		want(t, status, page, 200, "Ann gets no mails about games", "!"+button)
		players := w.program(m, engine.Blue).call("GET", "", "").read(t, 200)["players"].(map[string]any)
		if got := players["red"].(map[string]any)["mail"]; got != "off" {
			t.Errorf("%s: the opponent's program sees %v", c.name, got)
		}
		if got := w.stored(m); !got.Deadline.Equal(m.Deadline) || got.Version != m.Version {
			t.Errorf("%s: the deadline was %v and is %v", c.name, m.Deadline, got.Deadline)
		}
		status, page = ann.post(board, form("do", "resume-mails"))
		want(t, status, page, 200, "tick the box", button)
		if w.profile("ann@example.org").Mode != player.None {
			t.Errorf("%s: a press without the tick was taken", c.name)
		}
		status, page = w.browser().post(w.to(m, engine.Blue, link.Board), form("do", "resume-mails", "sure", "1"))
		want(t, status, page, 200, "You get the mails about your games again") // his own, which he gets already
		if w.profile("ann@example.org").Mode != player.None {
			t.Errorf("%s: another's press was taken", c.name)
		}
		for range 2 {
			status, page = ann.post(board, form("do", "resume-mails", "sure", "1"))
			want(t, status, page, 200, c.says, "!"+button)
		}
		if he := w.profile("ann@example.org"); he.Mode != c.first || he.Collects() != (c.first == player.Daily) {
			t.Errorf("%s: %v, alarm %v", c.name, he.Mode, he.Alarm)
		}
		w.keep("ann@example.org", mode(player.Stopped))
		status, page = ann.get(board)
		want(t, status, page, 200, "!"+button, "You get no mails about your games", w.toMails("ann@example.org"))
		status, page = ann.post(board, form("do", "resume-mails", "sure", "1"))
		want(t, status, page, 200, "You have stopped all mail")
		if w.profile("ann@example.org").Mode != player.Stopped {
			t.Errorf("%s: a board lifts what its own link alone may", c.name)
		}
	}
}

// From a page in one's own language the rules and the notice on privacy are in it too;
// who comes by no such link gets his browser's. Without it a reader of French would be
// sent to English rules by his own board.
func TestRulesInTheReadersLanguage(t *testing.T) {
	w := newWorld(t)
	m := w.spoken("fr", "de", begunBy(t)...)
	for seat, lang := range map[engine.Color]string{engine.Red: "fr", engine.Blue: "de"} {
		page := w.browser().ask("GET", w.to(m, seat, link.Board), nil, speaks("nl")).page
		var to []string
		for _, at := range hrefs(page) {
			if regexp.MustCompile(`/(rules|privacy)\?`).MatchString(at) {
				to = append(to, at)
			}
		}
		if len(to) != 2 {
			t.Fatalf("%v: the page leads to %q", seat, to)
		}
		for _, at := range to {
			r := w.browser().ask("GET", at, nil, speaks("nl"))
			inWholly(t, at, lang, r.page)
			if r.header.Get("Cache-Control") != "no-store" || !strings.Contains(r.page, "/rules?lang="+lang+`"`) {
				t.Errorf("%s: kept by browsers, or leads back into another language", at)
			}
		}
	}
	for query, lang := range map[string]string{"": "nl", "?lang=": "nl", "?lang=tlh": "nl", "?lang=de-CH": "nl", "?lang=en": "en"} {
		for _, path := range []string{"/rules", "/privacy"} {
			r := w.browser().ask(http.MethodGet, base+path+query, nil, speaks("nl"))
			inWholly(t, path+query, lang, r.page)
		}
	}
}

// A board promises a mail to who gets one, and when he gets it; and tells nothing of
// that to the other.
func TestBoardTellsWhenAMailComes(t *testing.T) {
	for _, c := range []struct {
		mode player.Mode
		says []string
	}{
		{player.Turns, []string{"You get a mail when Ann has moved", "!daily mail"}},
		{player.Daily, []string{"What happens here comes with your daily mail", "!You get a mail when"}},
		{player.None, []string{"You get no mails about your games", "!You get a mail when", "!daily mail"}},
	} {
		w := newWorld(t)
		m := w.playing()
		if c.mode != player.Turns {
			if _, err := w.config(w.app).Players.SetMode(t.Context(), w.pepper.Key("bob@example.org"), c.mode); err != nil {
				t.Fatal(err)
			}
		}
		status, page := w.browser().get(w.to(m, engine.Blue, link.Board))
		want(t, status, page, 200, c.says...)
		status, page = w.browser().get(w.to(m, engine.Red, link.Board))
		want(t, status, page, 200, "!daily")
	}
	w := newWorld(t)
	m := w.playing()
	m.Pace.Move = 24 * time.Hour
	w.games.images[m.ID] = match.Seal(m)
	if _, err := w.config(w.app).Players.SetMode(t.Context(), w.pepper.Key("bob@example.org"), player.Daily); err != nil {
		t.Fatal(err)
	}
	status, page := w.browser().get(w.to(m, engine.Blue, link.Board))
	want(t, status, page, 200, "You get a mail when Ann has moved", "!daily")
}
