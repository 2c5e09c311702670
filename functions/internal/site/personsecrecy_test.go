package site

import (
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// T13 for the pages of a person: of two games that are equal in what he knows,
// his list of games, his mails' page, his feeds and his token's answers have identical
// bytes.
// Without it the list could tell what the board hides.
func TestT13PersonalPagesTellNothing(t *testing.T) {
	compared, games := 0, uint64(8)
	if testing.Short() {
		games = 3
	}
	for seed := range games {
		lot := rand.New(rand.NewPCG(seed, 71))
		rules := engine.StandardRules([]engine.Army{engine.Barrage, engine.Skirmish}[seed%2])
		rules.SilentDefence, rules.Memory = seed%2 == 0, seed%4 == 1
		red, blue := deploy(lot, rules), deploy(lot, rules)
		a, b := newWorld(t), newWorld(t)
		p := pair{t, a, b, a.started(rules, red, blue), b.started(rules, red, exchange(lot, blue)), engine.Red, 0}
		for range 12 {
			moves := both(p.ma, p.mb)
			if p.ma.Ended() || p.mb.Ended() || len(moves) == 0 {
				break
			}
			text := moves[lot.IntN(len(moves))].String()
			p.ma, p.mb = a.play(p.ma, text), b.play(p.mb, text)
			if !reflect.DeepEqual(p.ma.View(engine.Red), p.mb.View(engine.Red)) {
				break
			}
			p.person("ann@example.org")
		}
		compared += p.compared
	}
	if compared < int(games)*24 {
		t.Errorf("only %d answers were compared: the games part too soon", compared)
	}
}

// person compares what a player sees beside his boards.
func (p *pair) person(address string) {
	p.t.Helper()
	p.ask("all games", func(w *world, _ match.Match) reply {
		return w.browser().ask(http.MethodGet, w.toGames(address, 0), nil)
	})
	p.ask("the mails", func(w *world, _ match.Match) reply { return w.browser().ask(http.MethodGet, w.toMails(address), nil) })
	for _, ending := range []string{".ics", ".atom"} {
		p.ask("a feed", func(w *world, _ match.Match) reply {
			return w.browser().ask(http.MethodGet, w.toFeed(address, 0)+ending, nil)
		})
	}
	p.ask("the export", func(w *world, _ match.Match) reply {
		return w.browser().ask(http.MethodGet, w.toGames(address, 0)+"/export", nil)
	})
	for _, path := range []string{"/api/games", "/api/me/export", "/api/games/" + p.ma.ID.String()} {
		p.ask(path, func(w *world, _ match.Match) reply {
			token := strings.TrimPrefix(w.toGames(address, 0), base+"/p/")
			return w.browser().ask(http.MethodGet, base+path, nil, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) })
		})
	}
	if a, b := p.a.log.String(), p.b.log.String(); a != b {
		p.t.Errorf("the logs differ:\n%s\n%s", a, b)
	}
}
