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
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
	"fieldpost/infra/link"
)

// Whoever reads a page in the language that its link names is answered in it, and not in
// his browser's.
func TestLostInTheLanguageOfThePage(t *testing.T) {
	w := newWorld(t)
	_, page := w.browser().get(base + "/?lang=fr")
	_, at, _ := strings.Cut(page, `<h2 id="lost">`)
	_, at, _ = strings.Cut(at, `action="`)
	at, _, _ = strings.Cut(at, `"`)
	for _, address := range []string{"ann@example.org", "ann"} {
		got := w.browser().ask("POST", at, form("do", "lost", "email", address))
		want(t, got.status, got.page, got.status, `<html lang="fr"`)
	}
}

// lost asks for a link to all games from a client of its own.
func (w *world) lost(email, client string) reply {
	w.t.Helper()
	return w.browser().ask("POST", base+"/", form("do", "lost", "email", email), func(r *http.Request) { r.RemoteAddr = client })
}

// T11: a three-week-old link of a seat plays on a new phone, and who has lost it
// gets another by mail, while nobody can find out who plays here.
func TestT11AnyDevice(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	old, move := w.to(m, engine.Red, link.Board), w.toMove(m, engine.Red, 0, "e4-e5")
	long := m.Deadline.Sub(w.now) // three weeks are more than the time for a move
	w.games.images[m.ID] = w.patient(m)
	w.now = w.now.Add(21 * 24 * time.Hour)
	if long >= 21*24*time.Hour {
		t.Fatal("the pace is slower than that anyway")
	}

	phone := w.browser()
	status, page := phone.get(old)
	want(t, status, page, 200, "Turn 1: your move", "/m/")
	status, page = phone.post(move, form("do", "play", "sure", "1"))
	want(t, status, page, 200, "Your move is played")

	w.keep("eve@example.org", mode(player.Stopped)) // known and stopped
	w.keep("eve@example.org", func(p player.Profile) (player.Profile, bool) { return p.Seen("eve@example.org", "", "") })
	known := w.lost("Ann@Example.org", "192.0.2.1:1")
	if len(w.people.letters) != 1 {
		t.Fatalf("%d mails", len(w.people.letters))
	}
	l := w.people.letters[0]
	if l.Address != "ann@example.org" || l.Key != w.pepper.Key(l.Address) || !l.At.Equal(w.now) || l.Epoch != 0 || strings.HasPrefix(l.Claim, "G#") { // the one that is known, however it is spelled here
		t.Errorf("it goes to %q", l.Address)
	}
	status, page = w.browser().get(w.toGames(l.Address, l.Epoch))
	want(t, status, page, 200, "Your games", "Ann – Bob", "/b/")
	for name, answer := range map[string]reply{
		"unknown": w.lost("nobody@example.org", "192.0.2.2:1"), "stopped": w.lost("eve@example.org", "192.0.2.3:1"),
		"unmailable": func() reply {
			w.people.down = true
			defer func() { w.people.down = false }()
			return w.lost("ann@example.org", "192.0.2.4:1")
		}(),
	} {
		if diff := cmp.Diff([]any{known.status, known.header, known.page}, []any{answer.status, answer.header, answer.page}); diff != "" {
			t.Errorf("%s: another answer: %s", name, diff)
		}
	}
	if len(w.people.letters) != 1 {
		t.Fatalf("%d mails", len(w.people.letters))
	}
	for n := range 4 {
		w.now = w.now.Add(time.Minute)
		answer := w.lost("ann@example.org", fmt.Sprintf("192.0.2.9%d:1", n))
		if answer.page != known.page || answer.status != known.status {
			t.Errorf("request %d is answered with %d", n+2, answer.status)
		}
	}
	if n := len(w.people.letters); n != players.MostLostMails {
		t.Errorf("%d mails in a day", n)
	}
	if w.people.letters[1].Claim == l.Claim {
		t.Error("the second mail would be taken for the first")
	}
	if log := w.log.String(); strings.Contains(log, "example.org") {
		t.Errorf("the log tells an address:\n%s", log)
	}
}

// patient returns m with a deadline further off than any pace has it.
func (w *world) patient(m match.Match) match.Image {
	m.Deadline = m.Deadline.AddDate(0, 1, 0)
	i := match.Seal(m)
	return i
}

// Without it somebody could have a stranger's mailbox filled from one machine,
// or lock out a whole house by another's requests.
func TestLostRequestsAreCounted(t *testing.T) {
	for _, c := range []struct {
		name, one, same, other string
	}{
		{"IPv4", "192.0.2.1:1", "192.0.2.1:999", "192.0.2.2:1"},
		{"IPv6", "[2001:db8:1:2::1]:1", "[2001:db8:1:2:ffff::9]:1", "[2001:db8:1:3::1]:1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.now = w.now.Add(15 * time.Minute)
			for n := range players.MostLostRequests {
				if r := w.lost(fmt.Sprintf("a%d@example.org", n), c.one); r.status != 202 {
					t.Fatalf("request %d: %d", n, r.status)
				}
			}
			r := w.lost("ann@example.org", c.same)
			want(t, r.status, r.page, 429, "as much as there may be for now", "10 times within the hour", "try again in 45 minutes", "!ann@example.org")
			if got := r.header.Get("Retry-After"); got != "2700" {
				t.Errorf("Retry-After %q", got)
			}
			if r := w.lost("ann@example.org", c.other); r.status != 202 {
				t.Errorf("another client: %d", r.status)
			}
			w.now = w.now.Add(45 * time.Minute)
			if r := w.lost("ann@example.org", c.one); r.status != 202 {
				t.Errorf("an hour later: %d", r.status)
			}
		})
	}
}

// Without it who mistypes his address would wait for a mail that never comes.
func TestMalformedLostAddress(t *testing.T) {
	w := newWorld(t)
	for _, email := range []string{"", "ann", "ann@example.org\r\nBcc: eve@example.org", `<b>@example.org`} {
		r := w.lost(email, "192.0.2.1:1")
		want(t, r.status, r.page, 400, "Lost your link?", `id="lost-fault"`)
		if strings.Contains(r.page, "<b>@") {
			t.Errorf("%q is on the page as it came", email)
		}
	}
	if len(w.people.letters) != 0 {
		t.Error("a mail was sent")
	}
}

// The form must be wherever a link did not work, and lead home.
func TestLostFormIsEverywhere(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	for _, at := range []string{
		base + "/", base + "/nowhere", base + "/b/nonsense", base + "/p/nonsense", w.toGames("ann@example.org", 1),
		w.seal(link.Link{Purpose: link.Join, Game: m.ID, Seat: engine.Blue, Issued: w.now.AddDate(-1, 0, 0)}),
	} {
		_, page := w.browser().get(at)
		want(t, 0, page, 0, `<form method="post" action="`+base+`/?lang=en">`, `name="do" value="lost"`)
	}
	_, page := w.browser().get(base + "/")
	if n := strings.Count(page, `id="email"`); n != 1 {
		t.Errorf("%d fields have the id of the creator's address", n)
	}
}

// What depends on the address must be done behind the answer, whose time would
// tell it. Without it a slow mail server would tell who plays here.
func TestLostLinkIsMailedLater(t *testing.T) {
	w := newWorld(t)
	w.playing()
	var later []func(context.Context) error
	c := w.config(w.app)
	c.Later = func(do func(context.Context) error) { later = append(later, do) }
	w.office.down = true
	w.site = New(c)
	loads := w.people.loads
	r := w.lost("ann@example.org", "192.0.2.1:1")
	if r.status != 202 || len(later) != 1 || w.people.loads != loads {
		t.Fatalf("%d, %d jobs, %d reads", r.status, len(later), w.people.loads-loads)
	}
	if err := later[0](t.Context()); err == nil {
		t.Error("nobody learns that it failed")
	}
	if log := w.log.String(); !strings.Contains(log, "mail of no game not sent") || strings.Contains(log, "example.org") {
		t.Errorf("the log says %s", log)
	}
}
