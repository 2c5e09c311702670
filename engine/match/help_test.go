package match_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

var (
	monday = time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)
	ann    = match.Player{Name: "Ann", Address: "ann@example.org", Lang: "en", Zone: "Europe/Paris"}
	bob    = match.Player{Name: "Bob", Address: "bob@example.net", Lang: "en"}
)

// custom returns rules in which each side has pieces.
func custom(pieces string) engine.Rules {
	troops, err := engine.ParseTroops(pieces)
	if err != nil {
		panic(err)
	}
	r := engine.StandardRules(engine.CustomArmy)
	r.Troops = troops
	return r
}

// rows reads a setup on 10×10, front row first; what is missing is empty.
func rows(t testing.TB, text string) engine.Setup {
	t.Helper()
	lines := strings.Split(text, "/")
	for len(lines) < 4 {
		lines = append(lines, "")
	}
	for i := range lines {
		lines[i] += strings.Repeat(".", max(0, 10-len(lines[i])))
	}
	s, err := engine.ParseSetup(engine.Original.Board(), strings.Join(lines, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// play reads one of red's or blue's moves.
func play(t testing.TB, by engine.Color, ply int, text string) match.PlayMove {
	t.Helper()
	m, err := engine.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return match.PlayMove{By: by, Ply: ply, Move: m}
}

// create returns a request of Ann, who is Red, to play Bob.
func create(r engine.Rules) match.Create {
	return match.Create{
		ID:      match.ID{1, 2, 3, 4, 5, 6, 7, 8},
		Creator: engine.Red,
		Players: engine.Both[match.Player]{Red: ann, Blue: bob},
		Rules:   r,
		Salts:   engine.Both[[16]byte]{Red: [16]byte{1}, Blue: [16]byte{2}},
	}
}

func created(t testing.TB, c match.Create) match.Match {
	t.Helper()
	m, err := match.New(c, monday)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// after gives the commands one after another, a minute apart.
func after(t testing.TB, m match.Match, commands ...match.Command) match.Match {
	t.Helper()
	for i, c := range commands {
		next, _, err := match.Decide(m, c, m.Changed.Add(time.Minute))
		if err != nil {
			t.Fatalf("command %d, %T: %v", i+1, c, err)
		}
		m = next
	}
	return m
}

// later gives the last of the commands one second after the deadline, and the
// others as after does.
func later(t testing.TB, m match.Match, commands ...match.Command) match.Match {
	t.Helper()
	last := len(commands) - 1
	m = after(t, m, commands[:last]...)
	next, _, err := match.Decide(m, commands[last], m.Deadline.Add(time.Second))
	if err != nil {
		t.Fatalf("%T: %v", commands[last], err)
	}
	return next
}

// over returns the first moment at which the time of m is over.
func over(m match.Match) time.Time { return m.Deadline.Add(time.Second) }

// stages returns a match between scouts, as it stands at each state. Ann's scout
// on a4 takes Bob's flag on a7 when he may; at "playing" she has left it there.
func stages(t testing.TB) map[match.State]match.Match {
	t.Helper()
	m := created(t, create(custom("F 2")))
	all := map[match.State]match.Match{match.Unconfirmed: m}
	m = after(t, m, match.Confirm{})
	all[match.Invited] = m
	m = after(t, m, match.Accept{By: engine.Blue})
	all[match.SettingUp] = m
	m = after(t, m, match.SetUp{By: engine.Red, Setup: rows(t, "2........F")}, match.SetUp{By: engine.Blue, Setup: rows(t, "2........F")},
		play(t, engine.Red, 0, "a4-a5"), play(t, engine.Blue, 1, "j7-j6"))
	all[match.Playing] = m
	all[match.Over] = after(t, m, play(t, engine.Red, 2, "a5xa7"))
	all[match.Aborted] = after(t, m, match.Abort{By: engine.Blue, Ply: 2})
	return all
}

// sameMatch compares matches by value, and games by their packed form.
var sameMatch = cmp.Comparer(func(a, b engine.Game) bool { return bytes.Equal(engine.Pack(a), engine.Pack(b)) })
