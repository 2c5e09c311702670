package site

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// T13 for others: two games that are equal in what both players know give
// identical bytes, as page and as JSON, in every header and log line, whatever
// either side hides. Salted commitments are excepted: they must differ. Without
// it who watches could be told, by a player who asks him, what the board hides.
func TestT13WatchersLearnNothing(t *testing.T) {
	armies := []engine.Army{engine.Barrage, engine.Skirmish, engine.Lightning}
	compared, games := 0, uint64(12)
	if testing.Short() {
		games = 4
	}
	for seed := range games {
		lot := rand.New(rand.NewPCG(seed, 47))
		rules := engine.StandardRules(armies[int(seed)%len(armies)])
		rules.SilentDefence, rules.Memory = seed%2 == 0, seed%4 == 1
		rules.Reconquest = seed%3 == 0
		red, blue := deploy(lot, rules), deploy(lot, rules)
		a, b := newWorld(t), newWorld(t)
		p := pair{t, a, b, a.started(rules, red, blue), b.started(rules, exchange(lot, red), exchange(lot, blue)), engine.NoColor, 0}
		if p.ma.Ended() || p.mb.Ended() {
			continue
		}
		p.ma, p.mb = a.shown(p.ma), b.shown(p.mb)
		p.watch()
		for range 14 {
			moves := both(p.ma, p.mb)
			if len(moves) == 0 {
				break
			}
			p.play(moves[lot.IntN(len(moves))].String())
			if !reflect.DeepEqual(p.ma.View(engine.NoColor), p.mb.View(engine.NoColor)) {
				break
			}
			p.watch()
		}
		compared += p.compared
	}
	if compared < int(games)*12 {
		t.Errorf("only %d answers were compared: the games part too soon", compared)
	}
}

// watch compares what others get to see.
func (p *pair) watch() {
	p.t.Helper()
	for _, seat := range []engine.Color{engine.Red, engine.Blue} {
		p.ask("the page", func(w *world, m match.Match) reply { return w.browser().ask("GET", w.toWatch(m, seat), nil) })
		p.ask("the view", func(w *world, m match.Match) reply { return w.browser().ask("GET", w.toWatch(m, seat), nil, asProgram) })
	}
	for n := p.ma.Game.Ply() % 4; n < p.ma.Game.Ply(); n += 4 { // each of them after some ply
		p.ask("an earlier ply", func(w *world, m match.Match) reply {
			return w.browser().ask("GET", stepTo(w.toWatch(m, engine.Red), n)+"&as=blue", nil)
		})
	}
	if a, b := p.a.log.String(), p.b.log.String(); a != b {
		p.t.Errorf("the logs differ:\n%s\n%s", a, b)
	}
}

// What a player does for himself alone does not reach the public: not by a
// number that goes up, either.
func TestWatchersSeeNoHiddenActivity(t *testing.T) {
	rows := setup(t, engine.Barrage, barrageRed)
	seen := map[string]string{}
	for name, before := range map[string][]match.Command{
		"nothing":          nil,
		"a draft":          {match.SaveDraft{By: engine.Red, Setup: setup(t, engine.Barrage, barrageBlue)}},
		"a replaced setup": {match.SetUp{By: engine.Red, Setup: setup(t, engine.Barrage, barrageBlue)}},
		"new links":        {match.RenewLinks{By: engine.Red}},
	} {
		w := newWorld(t)
		m := w.match(engine.StandardRules(engine.Barrage), append([]match.Command{match.Confirm{}, match.Accept{By: engine.Blue}}, before...)...)
		m = w.give(m, match.SetUp{By: engine.Red, Setup: rows})
		m = w.shown(w.give(m, match.SetUp{By: engine.Blue, Setup: setup(t, engine.Barrage, barrageBlue)}))
		m = w.give(m, match.RenewLinks{By: engine.Red})
		page := w.browser().ask("GET", w.toWatch(m, engine.Blue), nil)
		json := w.browser().ask("GET", w.toWatch(m, engine.Blue), nil, asProgram)
		if page.status != 200 || json.status != 200 {
			t.Fatalf("%s: %d, %d", name, page.status, json.status)
		}
		seen[page.page+json.page] = name
	}
	if len(seen) != 1 {
		t.Errorf("the public can tell %d of the four apart", len(seen))
	}
}
