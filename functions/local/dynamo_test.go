package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/app"
	"fieldpost/infra/dynamo"
	"fieldpost/infra/dynamo/dynamotest"
)

// These tests have the road of a command on DynamoDB, as the functions on AWS
// have it.

// dynamoTries is how often a client here sends a request at most.
const dynamoTries = 3

// desk is an empty table in an emulator.
type desk struct {
	dynamotest.Emulator
	table string
}

func dynalite(t *testing.T) desk {
	t.Helper()
	return newDesk(t, dynamotest.Dynalite(t, os.Getenv("FIELDPOST_DYNALITE")), false)
}

// newDesk makes a table that no other test has, for the emulator may be theirs too.
func newDesk(t *testing.T, e dynamotest.Emulator, stream bool) desk {
	t.Helper()
	d := desk{e, fmt.Sprint("fieldpost-", time.Now().UnixNano())}
	if err := dynamo.Make(t.Context(), e.Client(nil, dynamoTries), d.table, stream); err != nil {
		t.Fatal(err)
	}
	return d
}

// store returns the store in the table, by a way; nil goes wrong nowhere.
func (d desk) store(way http.RoundTripper) *dynamo.Store {
	return dynamo.New(d.Client(way, dynamoTries), d.table)
}

var monday = time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)

// appOn returns an app over the table, with a clock that stands still and presses
// that count from 1.
func appOn(d desk, way http.RoundTripper) *app.App {
	presses := uint64(0)
	return &app.App{
		Games: d.store(way),
		Now:   func() time.Time { return monday },
		Press: func() uint64 { presses++; return presses },
	}
}

// duel is a game of a scout and a flag each.
func duel(id match.ID) match.Create {
	r := engine.StandardRules(engine.CustomArmy)
	r.Troops[engine.Flag], r.Troops[engine.Scout] = 1, 1
	return match.Create{
		ID: id, Creator: engine.Red, Rules: r,
		Players: engine.Both[match.Player]{
			Red:  match.Player{Name: "Ann", Address: "ann@example.org"},
			Blue: match.Player{Name: "Bob", Address: "bob@example.net"},
		},
		Keys: engine.Both[player.Key]{Red: player.Key{0xa}, Blue: player.Key{0xb}},
	}
}

// duelLine is a whole game from the confirmation to the captured flag.
func duelLine(t *testing.T) []match.Command {
	t.Helper()
	scouts := engine.Setup{0: engine.Scout, 9: engine.Flag}
	line := []match.Command{
		match.Confirm{},
		match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: scouts},
		match.SetUp{By: engine.Blue, Setup: scouts},
	}
	for ply, text := range []string{"a4-a5", "j7-j6", "a5xa7"} {
		m, err := engine.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, match.PlayMove{By: []engine.Color{engine.Red, engine.Blue}[ply%2], Ply: ply, Move: m})
	}
	return line
}

// A whole game is played while one request after another goes wrong in every way,
// once or until the SDK gives up, and the player presses again when he is told of
// a failure. Nothing that was acknowledged may be lost, and no press count twice.
func TestDynamoFaults(t *testing.T) {
	d, line := dynalite(t), duelLine(t)
	requests, game := 1+2*len(line), 0 // as TestDynamoMoveIsTwoRequests counts them
	for _, fault := range dynamotest.Faults {
		for k := range requests {
			for _, row := range []int{1, dynamoTries} {
				game++
				name := fmt.Sprintf("request %d %s %d times", k, fault, row)
				id, n := match.ID{1, byte(game >> 8), byte(game)}, 0
				a := appOn(d, &dynamotest.Way{Choose: func(string) dynamotest.Fault {
					if n++; n > k && n <= k+row {
						return fault
					}
					return dynamotest.Fine
				}})
				if err := pressed(func() error { _, err := a.Create(t.Context(), duel(id)); return err }); err != nil && !errors.Is(err, match.ErrExists) {
					t.Fatalf("%s: create: %v", name, err)
				}
				for i, c := range line {
					var m match.Match
					err := pressed(func() (err error) { m, err = a.Do(t.Context(), id, c); return err })
					if err != nil && !errors.Is(err, match.ErrRepeated) || m.Version != uint64(i+2) {
						t.Fatalf("%s: command %d, %T: version %d, %v", name, i, c, m.Version, err)
					}
				}
				if m, err := appOn(d, nil).Reload(t.Context(), id); err != nil || m.State != match.Over || m.Version != uint64(1+len(line)) {
					t.Errorf("%s: stored: %v, version %d, %v", name, m, m.Version, err)
				}
				if n < requests {
					t.Errorf("%s: only %d requests: it went wrong nowhere", name, n)
				}
			}
		}
	}
}

// pressed does what a player does: he presses again while he is told that it did
// not work.
func pressed(do func() error) error {
	var err error
	for range dynamoTries + 1 {
		err = do()
		if _, ok := errors.AsType[*dynamo.Error](err); !ok {
			return err
		}
	}
	return err
}

// The write arrived, its answer did not, and the SDK has sent it again: its own
// first try makes the condition fail. The player is told of his move as of any
// other, not that somebody was quicker, and nothing is written twice.
func TestDynamoLostAnswer(t *testing.T) {
	d, line := dynalite(t), duelLine(t)
	lost := false
	way := &dynamotest.Way{Choose: func(call string) dynamotest.Fault {
		if lost = call == "PutItem" && !lost; lost {
			return dynamotest.Lost
		}
		return dynamotest.Fine
	}}
	a, id := appOn(d, way), match.ID{2}
	if m, err := a.Create(t.Context(), duel(id)); err != nil || m.Version != 1 {
		t.Fatalf("create: version %d, %v", m.Version, err)
	}
	want := []string{"PutItem", "PutItem", "GetItem"}
	for i, c := range line {
		if m, err := a.Do(t.Context(), id, c); err != nil || m.Version != uint64(i+2) {
			t.Fatalf("command %d, %T: version %d, %v", i, c, m.Version, err)
		}
		want = append(want, "GetItem", "PutItem", "PutItem", "GetItem")
	}
	if got := way.Calls(); !slices.Equal(got, want) {
		t.Errorf("requests %q, want %q", got, want)
	}
}

// Every read that may be old is old. The player gets the answer of the game as it
// is.
func TestDynamoOldReads(t *testing.T) {
	d, line := dynalite(t), duelLine(t)
	a, id := appOn(d, &dynamotest.Way{Choose: func(string) dynamotest.Fault { return dynamotest.Stale }}), match.ID{3}
	if _, err := a.Create(t.Context(), duel(id)); err != nil {
		t.Fatal(err)
	}
	for i, c := range line {
		if m, err := a.Do(t.Context(), id, c); err != nil || m.Version != uint64(i+2) {
			t.Fatalf("command %d, %T: version %d, %v", i, c, m.Version, err)
		}
	}
	if m, err := a.Do(t.Context(), id, line[len(line)-1]); !errors.Is(err, match.ErrRepeated) || m.State != match.Over {
		t.Errorf("the last move again: %v, %v", m, err)
	}
}

// A move is two requests: an eventual read and one write. More would double what
// it costs.
func TestDynamoMoveIsTwoRequests(t *testing.T) {
	d, line := dynalite(t), duelLine(t)
	way := &dynamotest.Way{}
	a, id := appOn(d, way), match.ID{4}
	if _, err := a.Create(t.Context(), duel(id)); err != nil {
		t.Fatal(err)
	}
	for i, c := range line {
		before := len(way.Calls())
		if _, err := a.Do(t.Context(), id, c); err != nil {
			t.Fatal(err)
		}
		if got := way.Calls()[before:]; !slices.Equal(got, []string{"GetItem", "PutItem"}) {
			t.Errorf("command %d, %T: %q", i, c, got)
		}
	}
}
