package site

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// A program asks for another address as a person does: with a token of the last day, and
// with the same answer whoever has it.
func TestAddressByAPI(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	w.keep("carl@example.net", mode(player.Stopped))
	for _, to := range []string{annie, "carl@example.net", "bob@example.org"} {
		got := w.me("ann@example.org", "PUT", "/api/me/address", `{"email":"`+to+`"}`).read(t, 202)
		if len(got) != 2 || got["email"] != to || got["hours"] != 48.0 {
			t.Errorf("%s: %v", to, got)
		}
	}
	if _, n := w.moves.newest("ask"); n != 2 {
		t.Errorf("%d mails: one went to who wants none, or one is missing", n)
	}
	w.now = w.now.Add(match.Again)
	w.me("ann@example.org", "PUT", "/api/me/address", `{"email":"`+annie+`"}`).read(t, 202)
	last, _ := w.moves.newest("ask")
	status, page := w.browser().post(last.address(w), form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "1 game has moved")
	if got := w.stored(m).Seats.Red.Address; got != annie {
		t.Errorf("the seat is at %q", got)
	}
	for body, status := range map[string]int{
		`{"email":"nowhere"}`: 400, `{}`: 400, `{"email":7}`: 400, `null`: 400, `{"email":"` + annie + `","sure":true}`: 400,
	} {
		if r := w.me("bob@example.org", "PUT", "/api/me/address", body); r.status != status || strings.Contains(r.page, "nowhere") {
			t.Errorf("%s: %d %s", body, r.status, r.page)
		}
	}
	w.me(annie, "PUT", "/api/me/address", `{"email":"anna@example.net"}`).read(t, 409) // it has come just now
	w.me("eve@example.org", "PUT", "/api/me/address", `{"email":"eva@example.net"}`).read(t, 409)
	token := w.token("bob@example.org", 0)
	w.now = w.now.Add(freshLife + time.Minute)
	old := w.browser().ask("PUT", base+"/api/me/address", nil, func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+token)
		setBody(r, `{"email":"bobby@example.net"}`)
	})
	if old.status != 401 {
		t.Errorf("by a token of yesterday: %d", old.status)
	}
	if log := w.log.String(); strings.Contains(log, "@") {
		t.Errorf("the log: %s", log)
	}
}

// Whoever has stolen a link could stop all mails by the page of any mail, and go on
// unnoticed: while they are stopped nothing moves, and he who has stopped them reads why.
func TestAddressOfWhoHasStopped(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	const ann = "ann@example.org"
	w.asked(ann, annie)
	ask, asks := w.moves.newest("ask")
	w.browser().post(w.toMails(ann), form("do", "stop", "sure", "1"))
	status, page := w.browser().post(ask.address(w), form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "gets no mail of any kind", "link at the foot of any mail", "!"+ann)
	w.now = w.now.Add(match.Again)
	for lang, says := range map[string]string{"en": "gets no mail of any kind", "fr": "ne reçoit aucun e-mail", "de": "gar keine Mails", "nl": "geen enkele mail"} {
		w.keep(ann, func(p player.Profile) (player.Profile, bool) {
			p.Lang = lang
			return p, true
		})
		status, page = w.browser().post(w.toGames(ann, 0), form("do", "change-address", "email", "thief@example.net", "sure", "1"))
		want(t, status, page, 200, says)
		if got := w.me(ann, "PUT", "/api/me/address", `{"email":"thief@example.net"}`).read(t, 409); !strings.Contains(got["detail"].(string), says) {
			t.Errorf("%s: %v", lang, got["detail"])
		}
	}
	if _, n := w.moves.newest("ask"); n != asks || w.stored(m).Seats.Red.Address != ann {
		t.Error("it goes on")
	}
	w.browser().post(w.toMails(ann), form("do", "resume", "sure", "1"))
	status, page = w.browser().post(ask.address(w), form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "Your address is changed", "!gets no mail")
	if _, n := w.moves.newest("notice"); n != 1 || w.stored(m).Seats.Red.Address != annie {
		t.Errorf("%d notices, the seat is at %q", n, w.stored(m).Seats.Red.Address)
	}
}

// A vacation in all games at once, by a program: each game says what came of it.
func TestVacationsByAPI(t *testing.T) {
	w := newWorld(t)
	list, _ := w.several() // Bob's
	const bob = "bob@example.org"
	away := w.give(list[1], match.TakeVacation{By: engine.Blue, Days: 2})
	outcomes := func(method, body string) (got []string) {
		for _, g := range w.me(bob, method, "/api/me/vacation", body).read(t, 200)["games"].([]any) {
			g := g.(map[string]any)
			if g["detail"] == "" || g["seat"] != "blue" {
				t.Errorf("%v", g)
			}
			own := "none"
			if v, there := g["vacation"].(map[string]any)["own"].(map[string]any); there {
				own = strings.TrimSuffix(v["from"].(string), ":00Z")
			}
			got = append(got, strings.Join([]string{g["game"].(string), g["outcome"].(string), own}, " "))
		}
		return got
	}
	now := w.now.UTC().Format("2006-01-02T15:04")
	taken := away.Vacations.Blue[0].From.Format("2006-01-02T15:04")
	for _, c := range []struct {
		method, body string
		want         []string
	}{
		{"PUT", `{"days":3}`, []string{"done " + now, "refused " + taken, "done " + now}},
		{"PUT", `{"days":3}`, []string{"already " + now, "refused " + taken, "already " + now}},
		{"DELETE", "", []string{"done none", "done none", "done none"}},
		{"DELETE", "", []string{"already none", "already none", "already none"}},
		{"PUT", `{"from":"2026-03-20","days":2}`, []string{"done 2026-03-20T00:00", "done 2026-03-20T00:00", "done 2026-03-20T00:00"}},
	} {
		for i := range c.want {
			c.want[i] = list[i].ID.String() + " " + c.want[i]
		}
		if got := outcomes(c.method, c.body); !slices.Equal(got, c.want) {
			t.Errorf("%s %s:\n%q, not\n%q", c.method, c.body, got, c.want)
		}
	}
	saves := w.games.saves
	for body, status := range map[string]int{`{"days":0}`: 422, `{"days":31}`: 422, `{"days":2,"from":"soon"}`: 400, `{"day":2}`: 400, `null`: 400} {
		w.me(bob, "PUT", "/api/me/vacation", body).read(t, status)
	}
	seat := w.program(list[0], engine.Blue)
	seat.ask("PUT", base+"/api/me/vacation", nil, func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+seat.token)
		setBody(r, `{"days":2}`)
	}).read(t, 401)
	if w.games.saves != saves {
		t.Error("what was refused has taken a vacation")
	}
	if got := w.me("eve@example.org", "PUT", "/api/me/vacation", `{"days":2}`).read(t, 200); len(got["games"].([]any)) != 0 {
		t.Errorf("without a game: %v", got)
	}
}

// A body that is null says nothing: it is no object, and nothing is done by it.
func TestNullIsNoObject(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	saves, games := w.people.saves, w.games.saves
	for _, path := range []string{"/api/me", "/api/me/webhook", "/api/me/address", "/api/me/vacation"} {
		if got := w.me("ann@example.org", "PUT", path, " null\n").read(t, 400); !strings.Contains(got["detail"].(string), "must be a JSON object, not null") {
			t.Errorf("%s: %v", path, got["detail"])
		}
	}
	w.me("ann@example.org", "DELETE", "/api/me", "null").read(t, 400)
	for _, path := range []string{"/setup", "/lines", "/notes", "/messages", "/vacation"} {
		if got := w.program(m, engine.Red).call("PUT", path, "null").read(t, 400); !strings.Contains(got["detail"].(string), "not null") {
			t.Errorf("%s: %v", path, got["detail"])
		}
	}
	if w.people.saves != saves || w.games.saves != games {
		t.Error("something was kept")
	}
}

// fieldsOf returns what the form on a page that does so would send, as a browser does.
func fieldsOf(t testing.TB, page, do string) url.Values {
	t.Helper()
	_, part, there := strings.Cut(page, `<input type="hidden" name="do" value="`+do+`">`)
	part, _, ended := strings.Cut(part, "</form>")
	if !there || !ended {
		t.Fatalf("no form that does %q", do)
	}
	sent := url.Values{"do": {do}, "sure": {"1"}}
	name := ""
	for _, tag := range regexp.MustCompile(`<(?:input|select|option)[^>]*>`).FindAllString(part, -1) {
		attribute := func(name string) string {
			m := regexp.MustCompile(` ` + name + `="([^"]*)"`).FindStringSubmatch(tag)
			if m == nil {
				return ""
			}
			return strings.NewReplacer("&amp;", "&", "&#43;", "+").Replace(m[1])
		}
		switch kind := attribute("type"); {
		case strings.HasPrefix(tag, "<select"):
			name = attribute("name")
		case strings.HasPrefix(tag, "<option"):
			if strings.Contains(tag, " selected") {
				sent.Set(name, attribute("value"))
			}
		case kind != "checkbox" && (kind != "radio" || strings.Contains(tag, " checked")):
			sent.Set(attribute("name"), attribute("value"))
		}
	}
	return sent
}

// A game in which others were quicker can be asked again: nothing there refuses.
func TestOutcomeOfAVacation(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, "done"},
		{match.ErrRepeated, "already"},
		{&match.VacationError{Fault: match.VacationSpent}, "refused"},
		{match.ErrConflict, "failed"},
		{errors.New("else"), "failed"},
	} {
		if got := (restIn{err: c.err}).outcome(); got != c.want {
			t.Errorf("%v: %s, not %s", c.err, got, c.want)
		}
	}
}

// A page that was opened before something was changed elsewhere sends every field as it
// was: what was not touched in it is no choice, or mails would begin again that their
// reader has just stopped.
func TestPreferencesOfAnOldPage(t *testing.T) {
	const bob = "bob@example.org"
	for name, c := range map[string]struct {
		meanwhile func(*world)
		touch     map[string]string
		mode      player.Mode
		hour      player.Hour
		board     player.Shape
		lang      string
	}{
		"one click": {
			meanwhile: func(w *world) { w.browser().post(w.toMails(bob), form("List-Unsubscribe", "One-Click")) },
			touch:     map[string]string{"board": "listed"}, mode: player.None, board: player.Listed, lang: "en",
		},
		"all mail stopped": {
			meanwhile: func(w *world) { w.browser().post(w.toMails(bob), form("do", "stop", "sure", "1")) },
			touch:     map[string]string{"board": "listed"}, mode: player.Stopped, board: player.Listed, lang: "en",
		},
		"another page": {
			meanwhile: func(w *world) {
				at := w.toGames(bob, 0)
				_, page := w.browser().get(at)
				sent := fieldsOf(w.t, page, "preferences")
				sent.Set("mail", "daily")
				sent.Set("hour", "20")
				sent.Set("lang", "de")
				w.browser().post(at, sent)
			},
			touch: map[string]string{"board": "drawn", "format": "text"}, mode: player.Daily, hour: 20, board: player.Drawn, lang: "de",
		},
		"both choose": {
			meanwhile: func(w *world) { w.browser().post(w.toMails(bob), form("do", "unsubscribe", "sure", "1")) },
			touch:     map[string]string{"mail": "daily"}, mode: player.Daily, hour: 8, lang: "en",
		},
	} {
		w := newWorld(t)
		w.playing()
		w.keep(bob, func(p player.Profile) (player.Profile, bool) { return p.Seen(bob, "en", "Europe/Paris") })
		old, at := w.browser(), w.toGames(bob, 0)
		_, page := old.get(at)
		sent := fieldsOf(t, page, "preferences")
		if sent.Get("mail") != "turns" || sent.Get("tz") != "Europe/Paris" || sent.Get("hour") != "8" {
			t.Fatalf("%s: the form has %v", name, sent)
		}
		c.meanwhile(w)
		for field, value := range c.touch {
			sent.Set(field, value)
		}
		unsure := maps.Clone(sent)
		unsure.Del("sure")
		status, page := old.post(at, unsure) // the tick was forgotten: what was touched stays in the form
		want(t, status, page, 200, "name=\"shown\"")
		sent = fieldsOf(t, page, "preferences")
		status, page = old.post(at, sent)
		want(t, status, page, 200, "!problem")
		he := w.profile(bob)
		if he.Mode != c.mode || he.Prefs.Hour != c.hour || he.Prefs.Board != c.board || he.Lang != c.lang || he.Zone != "Europe/Paris" {
			t.Errorf("%s: %v at %d, %v, %q in %q", name, he.Mode, he.Prefs.Hour, he.Prefs.Board, he.Lang, he.Zone)
		}
	}
}

// Who goes back in his browser and takes his choice back there finds the page as it was:
// he is not told that this is done, but that what he chose last has stayed.
func TestChoiceTakenBackOnAnOldPage(t *testing.T) {
	const bob, stays = "bob@example.org", "What was changed meanwhile"
	w := newWorld(t)
	w.playing()
	w.keep(bob, func(p player.Profile) (player.Profile, bool) { return p.Seen(bob, "en", "Europe/Paris") })
	b, at := w.browser(), w.toGames(bob, 0)
	_, page := b.get(at)
	first := fieldsOf(t, page, "preferences")
	daily := maps.Clone(first)
	daily.Set("mail", "daily")
	for range 2 { // a press that comes twice changes nothing more, and is done
		status, page := b.post(at, daily)
		want(t, status, page, 200, "It is done", "!"+stays)
	}
	status, page := b.post(at, first)
	want(t, status, page, 200, stays, "!It is done")
	if he := w.profile(bob); he.Mode != player.Daily {
		t.Errorf("%v", he.Mode)
	}
	status, page = b.post(at, fieldsOf(t, page, "preferences")) // as it stands
	want(t, status, page, 200, "It is done", "!"+stays)
	first.Set("board", "listed")
	status, page = b.post(at, first)
	want(t, status, page, 200, "It is done", stays)
	if he := w.profile(bob); he.Mode != player.Daily || he.Prefs.Board != player.Listed {
		t.Errorf("%v, %v", he.Mode, he.Prefs.Board)
	}
}

// So it is on the page that a link in every mail leads to; and a language that nobody knew
// yet is chosen by leaving it as it is proposed.
func TestPlaceOfAnOldPage(t *testing.T) {
	const bob = "bob@example.org"
	w := newWorld(t)
	w.playing()
	at := w.toMails(bob)
	french := func(r *http.Request) { r.Header.Set("Accept-Language", "fr") }
	sent := fieldsOf(t, w.browser().ask("GET", at, nil, french).page, "language")
	if sent.Get("lang") != "fr" && w.profile(bob).Lang == "" {
		t.Fatalf("proposed is %q", sent.Get("lang"))
	}
	w.browser().ask("POST", at, sent, french)
	first := w.profile(bob).Lang
	if first != sent.Get("lang") {
		t.Errorf("kept is %q", first)
	}
	_, page := w.browser().get(at)
	old := fieldsOf(t, page, "language")
	w.browser().post(w.toGames(bob, 0), form("do", "preferences", "lang", "nl", "sure", "1"))
	old.Set("tz", "Asia/Tokyo")
	w.browser().post(at, old)
	if he := w.profile(bob); he.Lang != "nl" || he.Zone != "Asia/Tokyo" {
		t.Errorf("%q in %q", he.Lang, he.Zone)
	}
	status, _ := w.browser().post(at, form("do", "language", "shown", "%zz", "sure", "1"))
	if status != 400 {
		t.Errorf("a form that is none of ours: %d", status)
	}
}

// crowded lists more games of everybody than a store lists.
type crowded struct{ *memory }

func (c crowded) OfPlayer(ctx context.Context, key player.Key) ([]match.Image, error) {
	list, err := c.memory.OfPlayer(ctx, key)
	for len(list) > 0 && len(list) < match.MostListed {
		list = append(list, match.Image{}) // which cannot be read
	}
	return list, err
}

// A copy of all that is kept must say when it is not all.
func TestExportSaysWhatIsLeftOut(t *testing.T) {
	w := newWorld(t)
	w.playing()
	told := func(w *world) bool {
		t.Helper()
		var e export
		if err := json.Unmarshal([]byte(w.me("bob@example.org", "GET", "/api/me/export", "").page), &e); err != nil || len(e.Games) != 1 {
			t.Fatalf("%v, %d games", err, len(e.Games))
		}
		_, page := w.browser().get(w.toGames("bob@example.org", 0))
		if said := strings.Contains(page, "newest 500 games"); said != e.Older {
			t.Errorf("the page says %v, the file %v", said, e.Older)
		}
		return e.Older
	}
	if told(w) {
		t.Error("one game is all there is")
	}
	c := w.config(w.app)
	c.Players.Lists = crowded{w.games}
	w.site = New(c)
	if !told(w) {
		t.Error("the list is full, and nobody says so")
	}
}

// racing is a notebook into which notes come the moment after something else has happened.
type racing struct {
	*notebook

	meanwhile func()
}

func (n *racing) SaveNotes(ctx context.Context, id match.ID, seat engine.Color, notes match.Notes) error {
	if f := n.meanwhile; f != nil {
		n.meanwhile = nil
		f()
	}
	return n.notebook.SaveNotes(ctx, id, seat, notes)
}

// Notes that are saved in the moment in which their writer is forgotten must not stay.
func TestNotesOfWhoIsForgottenMeanwhile(t *testing.T) {
	for name, save := range map[string]func(*world, match.Match) int{
		"JSON": func(w *world, m match.Match) int {
			return w.program(m, engine.Blue).call("PUT", "/notes", `{"text":"late"}`).status
		},
		"page": func(w *world, m match.Match) int {
			status, _ := w.browser().post(w.to(m, engine.Blue, link.Board), noteForm("note", "save", "notes", "late"))
			return status
		},
	} {
		w := newWorld(t)
		m := w.playing()
		erase := func() {
			if r := w.me("bob@example.org", "DELETE", "/api/me", `{"sure":true,"resign":true}`); r.status != 204 {
				t.Error(r.status, r.page)
			}
		}
		c := w.config(w.app)
		c.Notes = &racing{notebook: w.notebook, meanwhile: erase}
		w.site = New(c)
		if status := save(w, m); status != 401 {
			t.Errorf("%s: %d", name, status)
		}
		if kept := w.notebook.notes[m.ID][engine.Blue]; !kept.Empty() || w.notebook.saves < 3 {
			t.Errorf("%s: kept is %q after %d saves", name, kept.Text, w.notebook.saves)
		}
	}
}

// Where links cannot be replaced any more the press says so, and nothing that should be dead
// is alive; whoever has himself forgotten leaves none that counts.
func TestLinksThatAreSpent(t *testing.T) {
	const bob = "bob@example.org"
	w := newWorld(t)
	m := w.playing()
	w.keep(bob, func(p player.Profile) (player.Profile, bool) {
		p.Epoch = 254
		return p, true
	})
	at := w.toGames(bob, 254)
	status, page := w.browser().post(at, form("do", "new-links", "sure", "1"))
	want(t, status, page, 200, "replaced as often as they can be", "!A new one is on its way")
	if len(w.people.letters) != 0 || w.profile(bob).Epoch != 254 {
		t.Error("it is done all the same")
	}
	spent := w.stored(m)
	spent.Seats.Blue.Epoch = 255
	w.games.images[m.ID] = match.Seal(spent)
	m = w.stored(m)
	p := w.as(bob, m)
	if got := p.call("POST", "/actions", `{"action":"new-links"}`).read(t, 409); !strings.Contains(got["detail"].(string), "links of this game have been replaced as often") {
		t.Errorf("%v", got["detail"])
	}
	act := w.seal(link.Link{Purpose: link.Act, Game: m.ID, Seat: engine.Blue, Epoch: 255, Action: match.RenewingLinks})
	status, page = w.browser().post(act, form("do", "new-links", "sure", "1"))
	want(t, status, page, 200, "links of this game have been replaced as often")
	board := w.seal(link.Link{Purpose: link.Board, Game: m.ID, Seat: engine.Blue, Epoch: 255, Issued: w.now})
	status, page = w.browser().get(board)
	want(t, status, page, 200, "Ann")

	feed := w.toFeed(bob, 254) + ".ics"
	status, page = w.browser().post(at, form("do", "erase", "sure", "1", "resign", "1"))
	want(t, status, page, 200, "You are forgotten")
	for _, at := range []string{at, at + "/export", feed, board, act, w.toGames(bob, 255), w.toFeed(bob, 255) + ".atom"} {
		if status, _ := w.browser().get(at); status != 401 {
			t.Errorf("a link of who is forgotten: %d", status)
		}
	}
}

// What a feed tells has happened: no moment of it lies ahead, and none moves back, when a
// turn comes in a vacation and the player comes home before its end.
func TestFeedsTellOfThePast(t *testing.T) {
	stamp := regexp.MustCompile(`DTSTAMP:(\S+)`)
	updated := regexp.MustCompile(`<updated>([^<]+)`)
	for name, early := range map[string]bool{"early": true, "in time": false} {
		w := newWorld(t)
		m := w.give(w.playing(), match.TakeVacation{By: engine.Blue, Days: 7})
		w.now = w.now.Add(24 * time.Hour)
		m = w.play(m, "e4-e5")
		var last time.Time
		look := func() {
			t.Helper()
			at := w.toFeed("bob@example.org", 0)
			calendar, atom := w.browser().ask("GET", at+".ics", nil).page, w.browser().ask("GET", at+".atom", nil).page
			moments := []time.Time{}
			for _, found := range stamp.FindAllStringSubmatch(calendar, -1) {
				at, err := time.Parse("20060102T150405Z", found[1])
				if err != nil {
					t.Fatal(err)
				}
				moments = append(moments, at)
			}
			for _, found := range updated.FindAllStringSubmatch(atom, -1) {
				at, err := time.Parse(time.RFC3339, found[1])
				if err != nil {
					t.Fatal(err)
				}
				moments = append(moments, at)
			}
			if len(moments) != 3 { // of the event, of the feed and of its entry
				t.Fatalf("%s: %v", name, moments)
			}
			for _, at := range moments {
				if at.After(w.now) || at.Before(last) || !at.Equal(moments[0]) {
					t.Errorf("%s: %v at %v, after %v", name, at, w.now, last)
				}
			}
			last = moments[0]
		}
		look()
		w.now = w.now.Add(2 * 24 * time.Hour)
		look()
		if early {
			w.give(m, match.EndVacation{By: engine.Blue})
		} else {
			w.now = m.Vacations.Blue[0].Until
		}
		look()
		w.now = w.now.Add(24 * time.Hour)
		look()
	}
}
