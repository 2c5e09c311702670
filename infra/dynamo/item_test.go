package dynamo_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/dynamo"
)

// An item that this program did not write is refused with an error that tells
// nothing of it, and never half read.
func TestSpoiltItems(t *testing.T) {
	for name, text := range map[string]string{
		"no version":        `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"}}`,
		"version 0":         `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"0"}}`,
		"version a text":    `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"S":"1"}}`,
		"version below 0":   `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"-1"}}`,
		"version of 20":     `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"18446744073709551616"}}`,
		"version a part":    `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"1.5"}}`,
		"data a text":       `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"1"},"d":{"S":"x"}}`,
		"events a list":     `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"1"},"ev":{"L":[]}}`,
		"short creator":     `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"1"},"c":{"B":"AAAA"}}`,
		"opponent a text":   `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"1"},"o":{"S":"x"}}`,
		"time after time":   `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"1"},"cr":{"N":"253402300800"}}`,
		"end a text":        `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"1"},"ttl":{"S":"never"}}`,
		"another kind":      `{"pk":{"S":"P#aaaqeayeaudao"},"sk":{"S":"P"},"v":{"N":"1"}}`,
		"another partition": `{"pk":{"S":"P#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"1"}}`,
		"a claim":           `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"C#1#red"},"v":{"N":"1"}}`,
		"no id":             `{"pk":{"S":"G#AAAQEAYEAUDAO"},"sk":{"S":"G"},"v":{"N":"1"}}`,
	} {
		s := script(func(string, string) (int, string, error) { return http.StatusOK, `{"Item":` + text + `}`, nil })
		i, err := s.store().Load(t.Context(), id, true)
		if _, ok := errors.AsType[*match.CorruptError](err); !ok || !cmp.Equal(i, match.Image{}) {
			t.Errorf("%s: %v", name, err)
		}
		if name != "events a list" { // a kind of attribute that no game has
			i, err = dynamo.OpenRecord([]byte(text))
			if _, ok := errors.AsType[*match.CorruptError](err); !ok || !cmp.Equal(i, match.Image{}) {
				t.Errorf("%s, as a record: %v", name, err)
			}
		}
	}
	for name, call := range map[string]struct {
		item string
		call func(s *dynamo.Store) error
	}{
		"profile without version":     {`{"pk":{"S":"P"}}`, func(s *dynamo.Store) error { _, err := s.LoadProfile(t.Context(), ann); return err }},
		"profile of text":             {`{"v":{"N":"1"},"d":{"S":"x"}}`, func(s *dynamo.Store) error { _, err := s.LoadProfile(t.Context(), ann); return err }},
		"profile whose alarm is text": {`{"v":{"N":"1"},"d":{"B":"AAAA"},"au":{"S":"x"}}`, func(s *dynamo.Store) error { _, err := s.LoadProfile(t.Context(), ann); return err }},
		"candidate of text": {`{"d":{"S":"x"}}`, func(s *dynamo.Store) error {
			_, err := s.LoadCandidate(t.Context(), match.CandidateID(id))
			return err
		}},
		"change without version": {`{"d":{"B":"AQ=="}}`, func(s *dynamo.Store) error { _, err := s.LoadChange(t.Context(), match.ChangeID(id)); return err }},
		"change of text":         {`{"v":{"N":"1"},"d":{"S":"x"}}`, func(s *dynamo.Store) error { _, err := s.LoadChange(t.Context(), match.ChangeID(id)); return err }},
		"change of nothing":      {`{"v":{"N":"1"}}`, func(s *dynamo.Store) error { _, err := s.LoadChange(t.Context(), match.ChangeID(id)); return err }},
		"candidate of nothing": {`{"pk":{"S":"W"}}`, func(s *dynamo.Store) error {
			_, err := s.LoadCandidate(t.Context(), match.CandidateID(id))
			return err
		}},
	} {
		s := script(func(string, string) (int, string, error) { return http.StatusOK, `{"Item":` + call.item + `}`, nil })
		if _, ok := errors.AsType[*match.CorruptError](call.call(s.store())); !ok {
			t.Errorf("%s was taken", name)
		}
	}
}

// A claim that nobody could have written must fail as such: taken for one that is
// sent, or is not, a mail would be lost or come twice.
func TestClaimsOfAnotherForm(t *testing.T) {
	for name, found := range map[string]string{"sent twice": `{"s":{"N":"2"}}`, "of text": `{"u":{"S":"x"}}`} {
		s := script(func(call, _ string) (int, string, error) {
			if call == "PutItem" {
				return http.StatusBadRequest, `{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"}`, nil
			}
			return http.StatusOK, `{"Item":` + found + `}`, nil
		})
		_, err := s.store().Take(t.Context(), claimName, noon, noon.Add(time.Minute))
		if _, ok := errors.AsType[*match.CorruptError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A mark has the moment from which it may be forgotten: without it every claim would
// stay for ever. And it is one write: nothing is read for it.
func TestMark(t *testing.T) {
	var marked string
	s := script(func(call, body string) (int, string, error) {
		if call != "PutItem" {
			t.Errorf("asked for %s", call)
		}
		var request struct{ Item json.RawMessage }
		err := json.Unmarshal([]byte(body), &request)
		marked = string(request.Item)
		return http.StatusOK, `{}`, err
	})
	if err := s.store().Mark(t.Context(), claimName, time.Unix(1772366460, 7)); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"u":{"N":"1772366460000000007"}`, `"ttl":{"N":"1774958460"}`, `"s":{"N":"1"}`} {
		if !strings.Contains(marked, part) {
			t.Errorf("marked as %s, without %s", marked, part)
		}
	}
}

// put keeps the last item that was put.
type put map[string]struct{ S, N, B *string }

func (p *put) store(t *testing.T) *dynamo.Store {
	return script(func(_, body string) (int, string, error) {
		var request struct{ Item put }
		if err := json.Unmarshal([]byte(body), &request); err != nil {
			t.Error(err)
		}
		*p = request.Item
		return http.StatusOK, `{}`, nil
	}).store()
}

// size is what DynamoDB bills an item as: names, texts and bytes by their length,
// a number by half of its digits and one.
func (p put) size() int {
	sum := 0
	for name, a := range p {
		sum += len(name)
		switch {
		case a.S != nil:
			sum += len(*a.S)
		case a.N != nil:
			sum += (len(*a.N)+1)/2 + 1
		case a.B != nil:
			sum += len(*a.B) / 4 * 3
		}
	}
	return sum
}

// rest returns what p has beside what changes with each move.
func (p put) rest() map[string]string {
	rest := map[string]string{}
	for name, a := range p {
		if name == "v" || name == "d" || name == "ev" {
			continue
		}
		for _, s := range []*string{a.S, a.N, a.B} {
			if s != nil {
				rest[name] = *s
			}
		}
	}
	return rest
}

const army = "2222222233/3334444555/5666677788/9MSBBBBBBF"

// playing returns a match of the original army that has just begun, between two
// people whose names and addresses have some length.
func playing(t *testing.T) match.Match {
	t.Helper()
	r := engine.StandardRules(engine.Original)
	r.QuietClaim, r.QuietDraw, r.MaxPlies = 0, 0, 0
	m, err := match.New(match.Create{
		ID: id, Creator: engine.Red, Rules: r,
		Players: engine.Both[match.Player]{
			Red:  match.Player{Name: "Annabelle Longstocking", Address: "annabelle.longstocking@mail.example.org", Zone: "Europe/Amsterdam"},
			Blue: match.Player{Name: "Bartholomew Short", Address: "bartholomew.short@mail.example.net", Zone: "America/New_York"},
		},
		Keys: engine.Both[player.Key]{Red: ann, Blue: bob}, Salts: engine.Both[[16]byte]{Red: [16]byte{1}, Blue: [16]byte{2}},
	}, noon)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := engine.ParseSetup(engine.Original.Board(), strings.ReplaceAll(army, "/", "\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []match.Command{
		match.Confirm{},
		match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: setup},
		match.SetUp{By: engine.Blue, Setup: setup},
	} {
		m = after(t, m, c)
	}
	return m
}

func after(t *testing.T, m match.Match, c match.Command) match.Match {
	t.Helper()
	next, _, err := match.Decide(m, c, m.Changed.Add(time.Hour))
	if err != nil {
		t.Fatalf("%T: %v", c, err)
	}
	next.Press = 1<<63 + next.Version
	return next
}

// A move is one write unit up to 300 plies (architecture.md), and writes what the
// indexes are made of as it was: otherwise each move would write to them too.
func TestMovesAreCheap(t *testing.T) {
	const plies, unit = 300, 1024
	m, p, draw := playing(t), put{}, rand.New(rand.NewPCG(1, 2))
	s := p.store(t)
	save := func() {
		t.Helper()
		if err := s.Save(t.Context(), match.Seal(m)); err != nil {
			t.Fatal(err)
		}
	}
	save()
	begun := p.rest()
	if _, ok := begun["ttl"]; ok || begun["c"] == "" || begun["o"] == "" || begun["cr"] == "" || begun["al"] == "" || begun["au"] == "" {
		t.Errorf("a game that has begun has beside its moves %v", begun)
	}
	for ply := range plies {
		moves := m.Game.Moves()
		if len(moves) == 0 {
			t.Fatalf("the game is over at ply %d", ply)
		}
		m = after(t, m, match.PlayMove{By: m.Game.ToMove(), Ply: ply, Move: moves[draw.IntN(len(moves))]})
		save()
		if diff := cmp.Diff(begun, p.rest()); diff != "" {
			t.Fatalf("ply %d writes more than the move: %s", ply+1, diff)
		}
	}
	if size := p.size(); size > unit {
		t.Errorf("%d bytes after %d plies, want at most %d", size, plies, unit)
	} else {
		t.Logf("%d bytes after %d plies, names and addresses and all", size, plies)
	}
}

// The size is counted as DynamoDB does.
func TestSize(t *testing.T) {
	text, digits, bytes := "abc", strconv.Itoa(12345), "AAAA"
	p := put{"pk": {S: &text}, "v": {N: &digits}, "d": {B: &bytes}}
	if got, want := p.size(), 2+3+1+4+1+3; got != want {
		t.Errorf("%d, want %d", got, want)
	}
}
