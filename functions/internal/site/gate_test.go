package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/players"
	"fieldpost/infra/link"
)

func (w *world) create(creator, opponent string) reply {
	return w.browser().ask("POST", base+"/api/games", nil, func(r *http.Request) {
		setBody(r, fmt.Sprintf(`{"creator":{"name":"Ann","email":%q},"opponent":{"name":"Bob","email":%q}}`, creator, opponent))
	})
}

// Without it a stranger could fill somebody's mailbox with mails to confirm; and
// by the answer anybody could ask who is known here, or has stopped his mails.
func TestCreationsOfAnAddress(t *testing.T) {
	var answers []string
	for _, known := range []player.Mode{player.Turns, player.None, player.Stopped} {
		w := newWorld(t)
		if known != player.Turns {
			w.keep("ann@example.org", mode(known))
		}
		for n := range players.MostConfirmMails {
			r := w.create("ann@example.org", fmt.Sprintf("bob%d@example.org", n))
			if r.status != 202 {
				t.Fatalf("creation %d: %d %s", n, r.status, r.page)
			}
			answers = append(answers, fmt.Sprint(n, r.status, r.header, r.page))
		}
		w.create("", "bob@example.org").read(t, 400) // nothing is counted for what fails anyway
		saves := w.games.saves
		r := w.create("ANN@example.org", "bob@example.org")
		p := r.read(t, 429)
		if r.header.Get("Retry-After") != "43200" || !strings.Contains(p["detail"].(string), "5 mails to confirm a game") ||
			!strings.Contains(p["detail"].(string), "in 12 hours") || w.games.saves != saves {
			t.Errorf("Retry-After %q, %v, %d writes", r.header.Get("Retry-After"), p["detail"], w.games.saves-saves)
		}
		page := w.browser().ask("POST", base+"/", form("do", "create", "name", "Ann", "email", "ann@example.org", "opponent-name", "Bob",
			"opponent-email", "bob@example.org", "army", "barrage", "color", "lot"))
		want(t, page.status, page.page, 429, `value="bob@example.org"`, "Nothing was changed and nothing was sent", "in 12 hours")
		if page.header.Get("Retry-After") != "43200" {
			t.Errorf("the page's Retry-After is %q", page.header.Get("Retry-After"))
		}
		w.create("zoe@example.org", "bob@example.org").read(t, 202)
		w.now = w.now.AddDate(0, 0, 1)
		w.create("ann@example.org", "bob@example.org").read(t, 202)
	}
	slices.Sort(answers)
	if n := len(slices.Compact(answers)); n != players.MostConfirmMails {
		t.Errorf("%d different answers to %d creations", n, players.MostConfirmMails)
	}
}

// A refused confirmation leaves the game as it was, to be confirmed another day.
// Without the limit one address could be invited without end.
func TestInvitationsToAnAddress(t *testing.T) {
	w := newWorld(t)
	var all []match.Match
	for range players.MostInvitationsTo + 1 {
		all = append(all, w.match(engine.StandardRules(engine.Barrage)))
	}
	confirm := func(m match.Match) (int, string) {
		return w.browser().post(w.to(m, engine.Red, link.Confirm), form("do", "confirm", "sure", "1"))
	}
	for _, m := range all[:players.MostInvitationsTo] {
		for range 2 { // a second press is not counted
			if status, _ := confirm(m); status != 200 {
				t.Fatalf("%d", status)
			}
		}
	}
	last := all[players.MostInvitationsTo]
	status, page := confirm(last)
	want(t, status, page, 429, "3 invitations have gone to this address today", "ask for the same again later", "!bob@example.org")
	if w.stored(last).Version != 1 {
		t.Error("the refused press was carried out")
	}
	for name, press := range map[string]func() (int, string){
		"a resend": func() (int, string) {
			return w.browser().post(w.toAct(all[0], engine.Red, 0, match.Resending), form("do", "resend", "sure", "1"))
		},
		"a rematch": func() (int, string) {
			m := w.finish(w.playing())
			return w.browser().post(w.toAct(m, engine.Red, m.Game.Ply(), match.Rematching), form("do", "rematch", "sure", "1"))
		},
	} {
		status, page := press()
		if want(t, status, page, 429, "3 invitations have gone to this address today"); t.Failed() {
			t.Fatal(name)
		}
	}
	w.now = w.now.AddDate(0, 0, 1)
	status, page = confirm(last)
	want(t, status, page, 200, "The game is confirmed")
	status, page = w.browser().post(w.to(last, engine.Red, link.Board), form("do", "correct-address", "email", "zoe@example.org", "sure", "1"))
	want(t, status, page, 200, "goes to zoe@example.org")
}

// Both meet in one rematch, and the second is not counted as an invitation.
func TestRematchIsCountedOnce(t *testing.T) {
	w := newWorld(t)
	m := w.finish(w.playing())
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	for range players.MostInvitationsTo + 2 {
		ann.call("POST", "/actions", `{"action":"rematch"}`).read(t, 200)
	}
	bob.call("POST", "/actions", `{"action":"rematch"}`).read(t, 200)
	if err := w.config(w.app).Players.Take(t.Context(), players.InvitationsTo, players.Person(w.pepper.Key("ann@example.org"))); err != nil {
		t.Error(err)
	}
}

// A person who shows that an address is his is known from then on; a move writes
// and reads nothing of him, and a failing register stops no game that is agreed.
func TestWhoIsSeen(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage))
	w.browser().post(w.to(m, engine.Red, link.Confirm), form("do", "confirm", "sure", "1"))
	if ann := w.profile("ann@example.org"); ann.Address != "ann@example.org" || ann.Lang != "en" || ann.Version != 2 { // seen, and read
		t.Errorf("of Ann is kept %q in %q, version %d", ann.Address, ann.Lang, ann.Version)
	}
	if bob := w.profile("bob@example.org"); bob.Version != 0 {
		t.Error("somebody who has done nothing is kept")
	}
	w.browser().post(w.to(m, engine.Blue, link.Join), form("do", "accept", "sure", "1"))
	if bob := w.profile("bob@example.org"); bob.Address != "bob@example.org" {
		t.Errorf("of Bob is kept %q", bob.Address)
	}
	m = w.playing()
	loads, saves := w.people.loads, w.people.saves
	g := players.Gate{Games: w.app, People: w.config(w.app).Players, Log: w.logger}
	if _, err := g.DoOn(t.Context(), m, match.PlayMove{By: engine.Red, Move: engine.Move{From: engine.At(5, 4), To: engine.At(5, 5)}}); err != nil {
		t.Fatal(err)
	}
	if w.people.loads != loads || w.people.saves != saves {
		t.Error("a move asks for profiles")
	}
}

// The command is done when the profile cannot be written after it.
func TestProfileNotWritten(t *testing.T) {
	w := newWorld(t)
	m := w.invited()
	c := w.config(w.app)
	w.site = New(c)
	w.people.down = true
	status, page := w.browser().post(w.to(m, engine.Blue, link.Join), form("do", "accept", "sure", "1"))
	want(t, status, page, 200, "You are in the game")
	if !strings.Contains(w.log.String(), "profile not written") {
		t.Error("nobody is told")
	}
	w.people.down = false
	w.browser().post(w.to(m, engine.Blue, link.Join), form("do", "accept", "sure", "1"))
	if w.profile("bob@example.org").Address == "" {
		t.Error("the next press does not make up for it")
	}
}

// Of presses at once one confirms, and another may be refused by what the first
// has used up. Without it that one would be told that nothing was done.
func TestPressesAtOnceAreToldTheTruth(t *testing.T) {
	w := newWorld(t)
	var m match.Match
	for range players.MostInvitationsTo {
		m = w.match(engine.StandardRules(engine.Barrage))
		w.browser().post(w.to(m, engine.Red, link.Confirm), form("do", "confirm", "sure", "1"))
	}
	last := w.match(engine.StandardRules(engine.Barrage))
	people := w.config(w.app).Players
	g := players.Gate{Games: &behindTheTimes{App: w.app, old: last}, People: people, Log: w.logger}
	if _, err := g.DoOn(t.Context(), last, match.Confirm{}); statusOf(err) != 429 {
		t.Fatalf("the limit is not reached: %v", err)
	}
	w.give(last, match.Confirm{}) // the other press
	g.Games = &behindTheTimes{App: w.app, old: last}
	if got, err := g.DoOn(t.Context(), last, match.Confirm{}); !errors.Is(err, match.ErrRepeated) || got.State != match.Invited {
		t.Errorf("%v, %v", got, err)
	}
}

// behindTheTimes are games of which the first read is an old one.
type behindTheTimes struct {
	*app.App
	old  match.Match
	read bool
}

func (b *behindTheTimes) Reload(ctx context.Context, id match.ID) (match.Match, error) {
	if b.read {
		return b.App.Reload(ctx, id)
	}
	b.read = true
	return b.old, nil
}
