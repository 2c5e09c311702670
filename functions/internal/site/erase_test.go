package site

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// me sends a request about the player of an address himself.
func (w *world) me(address, method, path, body string) reply {
	token := strings.TrimPrefix(w.toGames(address, w.profile(address).Epoch), base+"/p/")
	return w.browser().ask(method, base+path, nil, func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+token)
		if body != "" {
			setBody(r, body)
		}
	})
}

// A person is forgotten in every game, whichever way it stands, and the others keep
// what they have played; his wish for no mails outlives him.
func TestErase(t *testing.T) {
	w := newWorld(t)
	list, _ := w.several() // Bob's games in all states
	own := w.rematchless("bob@example.org")
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Seen("bob@example.org", "fr", "Europe/Paris") })
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Block(w.pepper.Key("eve@example.org")) })
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.BlockFrom(w.pepper.Key("eve@example.org")) })
	w.keep("bob@example.org", mode(player.None))
	at := w.toGames("bob@example.org", 0)
	status, page := w.browser().get(at)
	want(t, status, page, 200, "M'oublier", "365 jours", "Abandonner les parties en cours")
	saves := w.games.saves
	status, page = w.browser().post(at, form("do", "erase", "sure", "1"))
	want(t, status, page, 200, "Rien n'a changé", "une de vos parties est encore en cours")
	if w.games.saves != saves || w.profile("bob@example.org").Address == "" {
		t.Fatal("something was forgotten while a game runs")
	}
	status, page = w.browser().post(at, form("do", "erase", "sure", "1", "resign", "1"))
	want(t, status, page, 200, "Nous ne vous connaissons plus", "!/b/")
	for _, m := range append(list, own) {
		now := w.stored(m)
		seat := m.Opponent()
		if m.ID == own.ID {
			seat = m.Creator
		}
		if !now.Ended() || !now.Seat(seat).Forgotten || strings.Contains(string(match.Seal(now).Data), "bob@") {
			t.Errorf("%v, now %v: he is still there", m.State, now.State)
		}
	}
	p := w.profile("bob@example.org")
	if !p.Blank() || p.Mode != player.None || p.Epoch != 1 || len(p.BlockedBy) != 1 || !p.Expires().IsZero() {
		t.Errorf("%+v is kept", p)
	}
	status, page = w.browser().get(at)
	want(t, status, page, 401, "This link does not work")
	status, page = w.browser().get(w.to(list[0], engine.Blue, link.Board))
	want(t, status, page, 401, "This link does not work")
	status, page = w.browser().get(w.toGames("bob@example.org", 1))
	want(t, status, page, 200, "There are no games of yours here", "!Ann")
	saves = w.games.saves
	status, page = w.browser().post(w.toGames("bob@example.org", 1), form("do", "erase", "sure", "1"))
	want(t, status, page, 200, "You are forgotten")
	if p := w.profile("bob@example.org"); w.games.saves != saves || p.Epoch != 2 || !p.Blank() || p.Mode != player.None {
		t.Error("he is forgotten twice in his games, or the link by which he asks for it still counts")
	}
	for _, m := range list {
		status, page := w.browser().get(w.to(m, engine.Red, link.Board))
		want(t, status, page, 200, "a player who left", "!Bob", "!bob@example.org", "!Ask for a rematch")
	}
	view := w.program(list[0], engine.Red).call("GET", "", "").read(t, 200)
	if got := view["players"].(map[string]any)["blue"].(map[string]any)["name"]; got != "a player who left" {
		t.Errorf("the API calls him %v", got)
	}
	for _, format := range []string{"text", "json", "xml"} {
		if r := w.program(list[len(list)-1], engine.Red).call("GET", "/record?format="+format, ""); r.status != 200 && format != "xml" || strings.Contains(r.page, "Bob") {
			t.Errorf("the record as %s: %d", format, r.status)
		}
	}
	if strings.Contains(w.log.String(), "example") {
		t.Error("the log tells who was forgotten")
	}
}

// A game that both let others watch is shown to nobody else once one has himself
// forgotten, by whoever's link; and the other's page speaks of it no more.
func TestErasedAndWatched(t *testing.T) {
	w := newWorld(t)
	m := w.give(w.give(w.finish(w.playing()), match.Publish{By: engine.Red}), match.Publish{By: engine.Blue})
	status, page := w.browser().get(w.to(m, engine.Red, link.Watch))
	want(t, status, page, 200, "Bob")
	if r := w.me("bob@example.org", "DELETE", "/api/me", `{"sure":true}`); r.status != 204 {
		t.Fatal(r.page)
	}
	at := w.to(m, engine.Red, link.Watch)
	status, page = w.browser().get(at)
	want(t, status, page, 401, "This link does not work")
	json := w.browser().ask("GET", at, nil, func(r *http.Request) { r.Header.Set("Accept", "application/json") })
	want(t, json.status, json.page, 401, "!Bob")
	status, page = w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "a player who left", "!others may watch", "!/w/", "!Bob")
	status, page = w.browser().get(w.to(m, engine.Blue, link.Watch))
	want(t, status, page, 401, "This link does not work")
}

// rematchless is a game that somebody has asked for and nobody has accepted.
func (w *world) rematchless(address string) match.Match {
	w.t.Helper()
	c := match.Create{Creator: engine.Red, Confirmed: true, Rules: engine.StandardRules(engine.Barrage)}
	c.ID = match.ID{9, 9, 9}
	c.Players.Red, c.Players.Blue = match.Player{Name: "Bob", Address: address}, match.Player{Name: "Carl", Address: "carl@example.org"}
	c.Keys.Red, c.Keys.Blue = w.pepper.Key(address), w.pepper.Key("carl@example.org")
	m, err := w.app.Create(w.t.Context(), c)
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

// The same by a program, which says that it means it; whatever stops in the middle,
// to ask again does the rest.
func TestEraseByJSON(t *testing.T) {
	w := newWorld(t)
	w.several()
	for body, status := range map[string]int{`{}`: 422, `{"sure":false}`: 422, `{"sure":true}`: 409, `{"sure":true,"resign":true,"x":1}`: 400, `[`: 400} {
		if r := w.me("bob@example.org", "DELETE", "/api/me", body); r.status != status {
			t.Errorf("%s: %d %s", body, r.status, r.page)
		}
	}
	faulty := &faultyGames{memory: w.games, left: 3}
	w.app.Games = faulty
	if r := w.me("bob@example.org", "DELETE", "/api/me", `{"sure":true,"resign":true}`); r.status != 500 {
		t.Errorf("a failure is answered with %d", r.status)
	}
	faulty.left = -1
	if r := w.me("bob@example.org", "DELETE", "/api/me", `{"sure":true,"resign":true}`); r.status != 204 || r.page != "" {
		t.Errorf("%d %s", r.status, r.page)
	}
	if list, err := w.games.OfPlayer(t.Context(), w.pepper.Key("bob@example.org")); err != nil || len(list) != 0 {
		t.Errorf("%d games still know him", len(list))
	}
	m := w.playing()
	if r := w.program(m, engine.Blue).call("GET", "", ""); r.status != 200 {
		t.Fatal("he cannot begin anew")
	}
}

// Export and erasure, like another address, take a link of the last day; whoever has
// an older one has a fresh one mailed by one press, and the older one stays.
func TestOnlyFreshLinks(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Seen("bob@example.org", "", "") })
	at, token := w.toGames("bob@example.org", 0), strings.TrimPrefix(w.toGames("bob@example.org", 0), base+"/p/")
	w.now = w.now.Add(24*time.Hour - time.Minute)
	status, page := w.browser().get(at)
	want(t, status, page, 200, "Change my mail address", "Save the file", "Forget me", "!Mail me a fresh link")
	w.now = w.now.Add(2 * time.Minute)
	status, page = w.browser().get(at)
	want(t, status, page, 200, "less than 24 hours old", "Mail me a fresh link", "!Save the file", "!Change my mail address", "Turn 1")
	status, page = w.browser().get(at + "/export")
	want(t, status, page, 401, "This link is too old for that")
	for _, do := range []string{"change-address", "erase"} {
		status, page = w.browser().post(at, form("do", do, "sure", "1", "resign", "1", "email", annie))
		want(t, status, page, 200, "Nothing has changed", "Have a fresh link mailed")
	}
	for _, call := range [][2]string{{"GET", "/api/me/export"}, {"DELETE", "/api/me"}} {
		r := w.browser().ask(call[0], base+call[1], nil, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) })
		if r.status != 401 || !strings.Contains(r.page, "less than 24 hours old") {
			t.Errorf("%v: %d %s", call, r.status, r.page)
		}
	}
	if w.stored(m).State != match.Playing || len(w.moves.mails) != 0 {
		t.Error("an old link has done something")
	}
	status, page = w.browser().post(at, form("do", "fresh-link"))
	want(t, status, page, 200, "Nothing has changed")
	for n := range 4 {
		status, page = w.browser().post(at, form("do", "fresh-link", "sure", "1"))
		if n < 3 {
			want(t, status, page, 200, "A fresh link is on its way")
		}
	}
	want(t, status, page, 429)
	if n := len(w.people.letters); n != 3 || w.people.letters[0].Address != "bob@example.org" || w.people.letters[0].Epoch != 0 {
		t.Errorf("%d letters", n)
	}
}

// The export is whole for its reader, and tells nothing that is another's.
func TestExport(t *testing.T) {
	w := newWorld(t)
	list, _ := w.several()
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Seen("bob@example.org", "nl", "Europe/Paris") })
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Block(w.pepper.Key("ann@example.org")) })
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Prefer(player.Prefs{Plain: true, Hour: 7}) })
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) {
		return p.SetWebhook("https://bob.example/hook", [32]byte{7})
	})
	before := w.me("bob@example.org", "GET", "/api/me/export", "")
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.BlockFrom(w.pepper.Key("ann@example.org")) })
	after := w.me("bob@example.org", "GET", "/api/me/export", "")
	if before.page != after.page {
		t.Error("it tells that somebody has blocked him")
	}
	var e export
	if err := json.Unmarshal([]byte(after.page), &e); err != nil || after.status != 200 {
		t.Fatalf("%d, %v: %s", after.status, err, after.page)
	}
	if p := e.Profile; p.Email != "bob@example.org" || p.Lang != "nl" || p.Zone != "Europe/Paris" || p.Blocked != 1 || !p.Plain || p.Hour != 7 || p.Mails != "turns" {
		t.Errorf("the profile is %+v", p)
	}
	if len(e.Games) != len(list) {
		t.Errorf("%d games of %d", len(e.Games), len(list))
	}
	for i, g := range e.Games {
		if g.Email != "bob@example.org" || g.Name != "Bob" || g.View.Game != list[i].ID.String() || *g.View.You != "blue" {
			t.Errorf("game %d: %q at %q", i, g.Name, g.Email)
		}
		if list[i].State == match.Playing && (g.View.Setup == nil || g.Record.Setups != nil) {
			t.Errorf("game %d: his own setup is not there, or both are", i)
		}
	}
	if p := e.Profile.Webhook; p == nil || *p != "https://bob.example/hook" || strings.Contains(after.page, "0700000000") {
		t.Error("the webhook is not told as it is to be")
	}
	if strings.Contains(after.page, "ann@example.org") {
		t.Error("it tells Ann's address")
	}
	file := w.browser().ask("GET", w.toGames("bob@example.org", 0)+"/export", nil)
	if file.page != after.page || file.header.Get("Content-Disposition") != `attachment; filename="fieldpost-export.json"` || file.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the file is another: %v", file.header)
	}
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Seen("", "en", "") })
	w.asked("bob@example.org", "bobby@example.net")
	w.asked("bob@example.org", "robert@example.net")
	after = w.me("bob@example.org", "GET", "/api/me/export", "")
	if err := json.Unmarshal([]byte(after.page), &e); err != nil || len(e.Changes) != 2 || e.Changes[0].To != "bobby@example.net" || e.Changes[1].To != "robert@example.net" || e.Changes[1].Confirmed != nil {
		t.Errorf("%v, the changes are %+v", err, e.Changes)
	}
	if r := w.program(list[0], engine.Blue).call("GET", "", ""); r.status != 200 {
		t.Fatal(r.status)
	}
	seat := strings.TrimPrefix(w.to(list[0], engine.Blue, link.Board), base+"/b/")
	if r := w.browser().ask("GET", base+"/api/me/export", nil, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+seat) }); r.status != 401 {
		t.Errorf("by a seat's token: %d", r.status)
	}
}

// What a player has written, guessed, saved and taken is in his export, and gone when he
// is forgotten. Without it a copy of all would lack what is most his own.
func TestExportOfWhatHeWrote(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	var line match.Line
	for _, text := range []string{"e4-e5", "j7-j6"} {
		move, err := engine.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, match.Step{Move: move})
	}
	m = w.give(m, match.Say{By: engine.Blue, Text: "Good luck!"})
	m = w.give(m, match.Say{By: engine.Red, Text: "And to you!"})
	m = w.give(m, match.SetLines{By: engine.Blue, Ply: 0, Lines: []match.Line{line}})
	m = w.give(m, match.TakeVacation{By: engine.Blue, Days: 3, In: time.UTC})
	m = w.give(m, match.Nudge{By: engine.Blue})
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Sent(w.now), true })
	notes, err := match.Notes{}.Write("He opens on the left.")
	if err == nil {
		err = w.notebook.SaveNotes(t.Context(), m.ID, engine.Blue, notes)
	}
	if err != nil {
		t.Fatal(err)
	}
	var e export
	if err := json.Unmarshal([]byte(w.me("bob@example.org", "GET", "/api/me/export", "").page), &e); err != nil || len(e.Games) != 1 {
		t.Fatalf("%v, %d games", err, len(e.Games))
	}
	g := e.Games[0]
	if g.Messages.Blue == nil || g.Messages.Blue.Text != "Good luck!" || g.Messages.Red == nil || g.Notes.Text != "He opens on the left." ||
		len(g.Lines) != 1 || len(g.Vacations) != 1 || g.Vacations[0].Days != 3 || g.Nudged == nil || g.Asked != nil || e.Profile.Day == nil {
		t.Errorf("the game is %+v", g)
	}
	if err := json.Unmarshal([]byte(w.me("ann@example.org", "GET", "/api/me/export", "").page), &e); err != nil {
		t.Fatal(err)
	}
	if g := e.Games[0]; g.Notes.Text != "" || len(g.Lines) != 0 || len(g.Vacations) != 0 || g.Nudged != nil || g.Messages.Blue.Text != "Good luck!" {
		t.Errorf("Ann's is %+v", g)
	}
	if r := w.me("bob@example.org", "DELETE", "/api/me", `{"sure":true,"resign":true}`); r.status != 204 {
		t.Fatal(r.status, r.page)
	}
	m = w.stored(m)
	if kept, err := w.notebook.LoadNotes(t.Context(), m.ID, engine.Blue); err != nil || kept.Text != "" {
		t.Errorf("his notes are %q, %v", kept.Text, err)
	}
	if m.Said.Blue.Text != "" || m.Said.Red.Text != "And to you!" || len(m.Vacations.Blue) > 0 || len(m.Plans.Blue.Lines) > 0 {
		t.Errorf("%q is still there, or too much is gone", m.Said.Blue.Text)
	}
}

// Whoever moves and has himself forgotten at his new address leaves nothing that anybody
// reads: not the other's pages, feeds and export, nor the links of his change.
func TestErasedAfterAChange(t *testing.T) {
	w := newWorld(t)
	m := w.give(w.playing(), match.Say{By: engine.Red, Text: "Mind the marshal!"})
	w.keep("ann@example.org", func(p player.Profile) (player.Profile, bool) {
		p, _ = p.SetWebhook("https://hooks.example/ann", [32]byte{1})
		return p.Seen("ann@example.org", "en", "Europe/Rome")
	})
	c := w.confirmed("ann@example.org", annie)
	board := w.to(m, engine.Blue, link.Board)
	if _, page := w.browser().get(board); !strings.Contains(page, "Ann") || !strings.Contains(page, "Mind the marshal!") {
		t.Fatal("there is nothing to forget")
	}
	status, page := w.browser().post(w.toGames(annie, 0), form("do", "erase", "sure", "1", "resign", "1"))
	want(t, status, page, 200, "You are forgotten")
	mails := len(w.moves.mails)
	ask, _ := w.moves.newest("ask")
	notice, _ := w.moves.newest("notice")
	for _, at := range []string{ask.address(w), notice.address(w)} {
		for _, values := range []map[string][]string{nil, form("do", "confirm", "sure", "1")} {
			if values == nil {
				status, page = w.browser().get(at)
			} else {
				status, page = w.browser().post(at, values)
			}
			want(t, status, page, 401, "This link has expired", "!example.org", "!example.net")
		}
	}
	if kept := w.moves.kept[c.ID]; kept.Stage != match.ChangeEnded || kept.Old+kept.New != "" || len(kept.Seats) > 0 || len(w.moves.mails) != mails {
		t.Errorf("of the change %+v is kept, and %d mails went out", kept, len(w.moves.mails)-mails)
	}
	bob := w.browser()
	for _, at := range []string{
		board, w.toGames("bob@example.org", 0), w.toGames("bob@example.org", 0) + "/export",
		w.toFeed("bob@example.org", 0) + ".ics", w.toFeed("bob@example.org", 0) + ".atom",
	} {
		r := bob.ask("GET", at, nil)
		for _, trace := range []string{"Ann", "ann@example.org", annie, "hooks.example", "Mind the marshal"} {
			if strings.Contains(r.page, trace) || r.status != 200 {
				t.Errorf("%s: %d, and it says %q", at[:len(base)+3], r.status, trace)
			}
		}
	}
	for _, address := range []string{"ann@example.org", annie} {
		if p := w.profile(address); !p.Blank() {
			t.Errorf("%+v is kept", p)
		}
	}
}
