package dynamo_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/dynamo/dynamotest"
)

var update = flag.Bool("update", false, "write the golden files")

// script answers requests in the place of DynamoDB.
type script func(call, body string) (status int, answer string, err error)

func (s script) RoundTrip(r *http.Request) (*http.Response, error) {
	_, call, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	status, answer, err := s(call, string(body))
	if err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: status, Request: r, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body: io.NopCloser(strings.NewReader(answer)), ContentLength: int64(len(answer)),
	}, nil
}

// store returns a store that s answers, each request once.
func (s script) store() *dynamo.Store {
	return dynamo.New(dynamotest.Emulator{URL: "http://127.0.0.1:1"}.Client(s, 1), "games")
}

var (
	noon  = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	id    = match.ID{0, 1, 2, 3, 4, 5, 6, 7}
	ann   = player.Key([]byte("the key of ann.."))
	bob   = player.Key([]byte("the key of bob.."))
	whose = match.Candidate{
		Game: id, Key: bob, Asked: noon, Player: match.Player{Name: "Bob", Address: "b@c.example", Lang: "en", Zone: "UTC"},
	}
)

// moves is a change of Ann's address.
var moves = match.AddressChange{
	ID: match.ChangeID(id), Version: 1, Stage: match.ChangeAsked, From: ann, To: bob, Old: "a@c.example", New: "a@d.example", Lang: "en", Asked: noon,
}

const claimName = "G#aaaqeayeaudao/C#18#blue"

// everyCall calls each method once.
var everyCall = []struct {
	name string
	call func(t *testing.T, s *dynamo.Store) error
}{
	{"Create", func(t *testing.T, s *dynamo.Store) error {
		return s.Create(t.Context(), match.Image{
			ID: id, Version: 1, Data: []byte("data"), Events: []byte("ev"),
			Index: match.Index{Creator: ann, Opponent: bob, Created: noon, Open: true, Expires: noon.Add(time.Hour)},
		})
	}},
	{"Save", func(t *testing.T, s *dynamo.Store) error {
		return s.Save(t.Context(), match.Image{ID: id, Version: 18, Data: []byte("data"), Index: match.Index{Creator: ann, Created: noon}})
	}},
	{"Rearm", func(t *testing.T, s *dynamo.Store) error {
		return s.Rearm(t.Context(), match.Image{ID: id, Version: 18, Data: []byte("data"), Index: match.Index{Created: noon, Alarm: noon}}, noon.Add(-time.Hour))
	}},
	{"Due", func(t *testing.T, s *dynamo.Store) error { _, err := s.Due(t.Context(), 7, noon, 50); return err }},
	{"Load", func(t *testing.T, s *dynamo.Store) error { _, err := s.Load(t.Context(), id, false); return err }},
	{"Load strongly", func(t *testing.T, s *dynamo.Store) error { _, err := s.Load(t.Context(), id, true); return err }},
	{"OfPlayer", func(t *testing.T, s *dynamo.Store) error { _, err := s.OfPlayer(t.Context(), ann); return err }},
	{"OpenGames", func(t *testing.T, s *dynamo.Store) error { _, err := s.OpenGames(t.Context()); return err }},
	{"SaveProfile first", func(t *testing.T, s *dynamo.Store) error {
		return s.SaveProfile(t.Context(), player.Image{Key: ann, Version: 1, Data: []byte("data")})
	}},
	{"SaveProfile", func(t *testing.T, s *dynamo.Store) error {
		return s.SaveProfile(t.Context(), player.Image{Key: ann, Version: 2, Data: []byte("data")})
	}},
	{"LoadProfile", func(t *testing.T, s *dynamo.Store) error { _, err := s.LoadProfile(t.Context(), ann); return err }},
	{"Take a claim", func(t *testing.T, s *dynamo.Store) error {
		_, err := s.Take(t.Context(), claimName, noon, noon.Add(time.Minute))
		return err
	}},
	{"Mark", func(t *testing.T, s *dynamo.Store) error { return s.Mark(t.Context(), claimName, noon) }},
	{"Drop", func(t *testing.T, s *dynamo.Store) error { return s.Drop(t.Context(), claimName) }},
	{"Take a use", func(t *testing.T, s *dynamo.Store) error {
		_, err := s.Counters().Take(t.Context(), "api x\xff red", 5, time.Minute, noon)
		return err
	}},
	{"KeepCandidate", func(t *testing.T, s *dynamo.Store) error {
		return s.KeepCandidate(t.Context(), match.CandidateID(id), whose)
	}},
	{"SaveNotes", func(t *testing.T, s *dynamo.Store) error {
		return s.SaveNotes(t.Context(), id, engine.Red, match.Notes{Text: "left!"})
	}},
	{"SaveNotes, none", func(t *testing.T, s *dynamo.Store) error {
		return s.SaveNotes(t.Context(), id, engine.Blue, match.Notes{})
	}},
	{"LoadNotes", func(t *testing.T, s *dynamo.Store) error {
		_, err := s.LoadNotes(t.Context(), id, engine.Red)
		return err
	}},
	{"LoadCandidate", func(t *testing.T, s *dynamo.Store) error {
		_, err := s.LoadCandidate(t.Context(), match.CandidateID(id))
		return err
	}},
	{"SaveProfile that expires", func(t *testing.T, s *dynamo.Store) error {
		return s.SaveProfile(t.Context(), player.Image{Key: ann, Version: 2, Expires: noon.Add(player.IdleLife), Data: []byte("data")})
	}},
	{"SaveChange first", func(t *testing.T, s *dynamo.Store) error { return s.SaveChange(t.Context(), moves) }},
	{"SaveChange", func(t *testing.T, s *dynamo.Store) error {
		return s.SaveChange(t.Context(), moves.Confirm([]match.Place{{Game: id, Seat: engine.Blue}}, true, noon))
	}},
	{"LoadChange", func(t *testing.T, s *dynamo.Store) error { _, err := s.LoadChange(t.Context(), moves.ID); return err }},
}

// A later program must find what this one wrote, and each call is to cost what it
// costs: never change a line of the golden file that has an item or a key.
func TestRequests(t *testing.T) {
	var got strings.Builder
	for _, c := range everyCall {
		got.WriteString("# " + c.name + "\n")
		s := script(func(call, body string) (int, string, error) {
			var v any
			if err := json.Unmarshal([]byte(body), &v); err != nil {
				t.Error(err)
			}
			var line bytes.Buffer
			e := json.NewEncoder(&line)
			e.SetEscapeHTML(false)
			if err := e.Encode(v); err != nil { // with sorted keys
				t.Error(err)
			}
			got.WriteString(call + " " + line.String())
			return http.StatusOK, `{}`, nil
		})
		if err := c.call(t, s.store()); err != nil && !errors.Is(err, match.ErrNotFound) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	path := filepath.Join("testdata", "requests.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}
