package main

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/site"
	"fieldpost/functions/internal/words"
)

// twin is the site of a second instance over the store of s.
func twin(t *testing.T, s *server, data string) (base string) {
	t.Helper()
	w := system()
	keys, err := linkKeys(data, w.random)
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(site.New(site.Config{
		Games: &app.App{Games: s.store, Now: w.now, Press: func() uint64 { return draw(w.random) }},
		Keys:  keys, Words: catalog, BaseURL: s.address, Now: w.now, Random: w.random,
		Players: &players.Players{Profiles: s.store, Lists: s.store, Limits: s.store.Counters(), Now: w.now},
		Log:     slog.New(slog.DiscardHandler), Settle: s.settle,
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// T7 with mails: of two equal moves sent at once to two instances over one store
// one is played, both are answered 200, and the opponent gets one mail. Without
// it a client that sends again would have its opponent mailed twice.
func TestT7TwinsSendOneMail(t *testing.T) {
	data := t.TempDir()
	base, s := withOptions(t, io.Discard, options{addr: "127.0.0.1:0", data: data, mailFrom: mailboxSender})
	second := twin(t, s, data)
	game := create(t, base, "barrage")
	send := func(method, at, token, body string) map[string]any {
		req, err := http.NewRequest(method, at, strings.NewReader(body))
		if err != nil {
			t.Error(err)
			return nil
		}
		req.Header = http.Header{"Accept": {"application/json"}, "Content-Type": {"application/json"}}
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		resp, err := newVisitor(t).Do(req)
		if err != nil {
			t.Error(err)
			return nil
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %d, %v: %s", body, resp.StatusCode, err, text)
		}
		var answer map[string]any
		if err := json.Unmarshal(text, &answer); err != nil {
			t.Error(err)
		}
		return answer
	}
	seats := [2]string{}
	seats[0], _ = send("POST", newest(t, mailsOf(t, base), "ann@example.org").Links.Confirm, "", `{"do":"confirm"}`)["token"].(string)
	seats[1], _ = send("POST", newest(t, mailsOf(t, base), "bob@example.org").Links.Join, "", `{"do":"accept"}`)["token"].(string)
	below := "/api/games/" + game.String()
	for _, token := range seats {
		send("PUT", base+below+"/setup", token, `{"setup":"`+strings.ReplaceAll(barrage, "\n", "/")+`"}`)
	}
	mails := len(mailsOf(t, base))
	moves := []string{"e4-e5", "j7-j6", "e5-e6", "j6-j5", "e6-e7"}
	for ply, move := range moves {
		body := `{"move":"` + move + `","ply":` + strconv.Itoa(ply) + `}`
		var both sync.WaitGroup
		var answers [2]map[string]any
		for i, at := range []string{base, second} {
			both.Go(func() { answers[i] = send("POST", at+below+"/moves", seats[ply%2], body) })
		}
		both.Wait()
		if a, b := answers[0]["status"], answers[1]["status"]; a == b {
			t.Errorf("%s: both were told %q", move, a)
		}
	}
	if sent := len(mailsOf(t, base)) - mails; sent != len(moves) {
		t.Errorf("%d mails were sent for %d moves", sent, len(moves))
	}
	image, err := s.store.Load(t.Context(), game, true)
	if err != nil || image.Version != uint64(5+len(moves)) {
		t.Errorf("version %d, %v", image.Version, err)
	}
}
