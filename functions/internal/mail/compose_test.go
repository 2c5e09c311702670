package mail

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// owed is a letter with the match that owes it.
type owed struct {
	m match.Match
	l Letter
}

// story returns every mail of a game that is played to its end, by name.
func story(t testing.TB) (names []string, letters map[string]owed) {
	t.Helper()
	letters = map[string]owed{}
	add := func(m match.Match, k Kind, seat engine.Color) {
		name := k.String() + "-" + seat.String()
		names = append(names, name)
		letters[name] = owed{m, Letter{k, seat}}
	}
	random := rand.New(rand.NewPCG(153, 12))
	rules := engine.StandardRules(engine.Barrage)
	setups := deal(rules, random)
	m := newMatch(t, rules)
	add(m, Confirm, engine.Red)
	m = do(t, m, match.Confirm{})
	add(m, SetUp, engine.Red)
	add(m, Invite, engine.Blue)
	m = do(t, m, match.Accept{By: engine.Blue})
	add(m, SetUp, engine.Blue)
	add(m, Accepted, engine.Red)
	m = do(t, m, match.SetUp{By: engine.Red, Setup: setups.Red, Sure: true})
	add(m, Waiting, engine.Blue)
	m = do(t, m, match.SetUp{By: engine.Blue, Setup: setups.Blue, Sure: true})
	add(m, GameOn, engine.Red)
	add(m, GameOn, engine.Blue)
	m = play(t, m, 39, random)
	add(m, YourTurn, engine.Blue)
	m = play(t, m, 1, random)
	add(m, YourTurn, engine.Red)
	m = play(t, m, 4000, random)
	add(m, Over, engine.Red)
	add(m, Over, engine.Blue)
	return names, letters
}

// The text and HTML of each kind of mail, as their readers get them.
func TestEveryMail(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	for _, name := range names {
		l := letters[name]
		p := compose(t, c, l.m, l.l.Kind, l.l.Seat)
		var head strings.Builder
		for _, h := range []string{"From", "To", "Subject"} {
			head.WriteString(h + ": " + decode(t, p.header.Get(h)) + "\n")
		}
		golden(t, name+".txt", head.String()+"\n"+p.text)
		golden(t, name+".html", p.html)
	}
}
