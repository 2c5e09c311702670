package rehearsal

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
)

// plies is how many are played through the API. The third is again Ann's, whose
// browser has her seat's mark by then, and so no tick to set.
const plies = 3

// Three plies by sam local start-api, as two browsers see it: each move is a link of
// the mail that the last one brought.
func TestAPIBySAM(t *testing.T) {
	if !asked(t) {
		return
	}
	d, err := newDocker(t)
	if err != nil {
		t.Logf("left out: sam local start-api, for Docker cannot start: %v", err)
		return
	}
	s, at := newStage(t, d.bridge, name), freeAddress(t)
	s.variables["FIELDPOST_BASE_URL"] = "http://" + at
	c := newCLI(t, d, s)
	host, port, _ := strings.Cut(at, ":")
	api := start(t, c.environ(), c.program, c.local("start-api", "--host", host, "--port", port, "--warm-containers", "EAGER")...)
	must(t, api.await(func() bool { return listens(at) }))

	players := [2]*http.Client{browser(t), browser(t)}
	next := "http://" + at + s.path(0)
	for ply := range plies {
		player, move := players[ply%2], s.script.Moves[ply].String()
		shown := page(t, player, http.MethodGet, next, nil)
		if ticks := strings.Contains(shown, `name="sure"`); ticks != (ply < 2) {
			t.Errorf("ply %d: the page asks for a tick: %v", ply, ticks)
		}
		if m, _ := s.stored(t); m.Game.Ply() != ply {
			t.Fatalf("the page of ply %d has played it", ply)
		}
		press := url.Values{"do": {"play"}}
		if ply < 2 {
			press = form
		}
		page(t, player, http.MethodPost, next, press)
		m, image := s.stored(t)
		if m.Game.Ply() != ply+1 {
			t.Fatalf("ply %d was not played:\n%s", ply, api.said())
		}
		t.Logf("ply %d, %s, is in the table", ply, move)
		if ply+1 == plies {
			break
		}
		c.invoke(t, notify, record(t, image))
		links := s.mail(t, 1, []string{bob, ann}[ply%2]).Links.Moves
		if next = moveLink(links, s.script.Moves[ply+1].String()); !strings.HasPrefix(next, "http://"+at+"/m/") {
			t.Fatalf("the mail has no link of this API for ply %d", ply+1)
		}
	}
}

// browser keeps cookies.
func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	must(t, err)
	return &http.Client{Jar: jar, Timeout: patience}
}

// page opens a page, or sends its form.
func page(t *testing.T, by *http.Client, method, at string, form url.Values) string {
	t.Helper()
	r, err := http.NewRequestWithContext(interrupted, method, at, strings.NewReader(form.Encode()))
	must(t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := by.Do(r)
	must(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d: %.300s", method, answer.StatusCode, text)
	}
	return string(text)
}

// moveLink returns the link of a move: a mail spells "a4-a5" or "a4xa5".
func moveLink(links map[string]string, move string) string {
	if at := links[move]; at != "" {
		return at
	}
	return links[strings.Replace(move, "-", "x", 1)]
}
