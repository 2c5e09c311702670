package site

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// T13 for pages: two games that are equal in what a viewer knows give him
// identical bytes, on every page and in every header. Without it a page would
// tell by its moves, refusals, order or links what the board hides.
func TestT13PagesTellNothing(t *testing.T) {
	armies := []engine.Army{engine.Barrage, engine.Skirmish, engine.Lightning}
	compared, games := 0, uint64(4)
	if testing.Short() {
		games = 3
	}
	for seed := range games {
		lot := rand.New(rand.NewPCG(seed, 13))
		rules := engine.StandardRules(armies[int(seed)%len(armies)])
		rules.SilentDefence, rules.Memory = seed%2 == 0, seed%4 == 1
		rules.Reconquest = seed%3 == 0
		red, blue := deploy(lot, rules), deploy(lot, rules)
		a, b := newWorld(t), newWorld(t)
		ma, mb := a.started(rules, red, blue), b.started(rules, red, exchange(lot, blue))
		for range 12 {
			va, vb := engine.Look(ma.Game, engine.Red), engine.Look(mb.Game, engine.Red)
			if !reflect.DeepEqual(va, vb) {
				break
			}
			compared += samePages(t, a, b, ma, mb, &va)
			both := both(ma, mb)
			if len(both) == 0 {
				break
			}
			text := both[lot.IntN(len(both))].String()
			ma, mb = a.play(ma, text), b.play(mb, text)
		}
	}
	if compared < int(games)*30 {
		t.Errorf("only %d pages were compared: the games part too soon", compared)
	}
}

// samePages compares every page that Red can come to, and every press of his.
func samePages(t *testing.T, a, b *world, ma, mb match.Match, v *engine.View) (compared int) {
	t.Helper()
	ask := func(what, method, at string, f ...string) {
		t.Helper()
		compared++
		form := form(f...)
		if method == http.MethodGet {
			form = nil
		}
		ra, rb := a.browser().ask(method, at, form), b.browser().ask(method, at, form)
		if diff := cmp.Diff(ra.header, rb.header); diff != "" || ra.status != rb.status {
			t.Errorf("%s at ply %d: the headers differ, status %d and %d:\n%s", what, v.Ply, ra.status, rb.status, diff)
		}
		if pa, pb := ra.page, rb.page; pa != pb {
			t.Errorf("%s at ply %d: the pages differ:\n%s", what, v.Ply, cmp.Diff(pa, pb))
		}
	}
	if a.to(ma, engine.Red, link.Board) != b.to(mb, engine.Red, link.Board) {
		t.Fatal("the two games do not have the same links")
	}
	ask("board", "GET", a.to(ma, engine.Red, link.Board))
	for i, m := range v.Legal {
		if (i == 0 || m.From != v.Legal[i-1].From) && i%3 == v.Ply%3 {
			ask("board with a piece chosen", "GET", a.to(ma, engine.Red, link.Board)+"?from="+m.From.String())
		}
	}
	if n := v.Ply * 5 % 7; n < v.Ply { // each of the first ones after some ply
		ask("an earlier board", "GET", stepTo(a.to(ma, engine.Red, link.Board), n))
		ask("an earlier board, as the other saw it", "GET", stepTo(a.to(ma, engine.Red, link.Board), n)+"&as=blue")
	}
	ask("confirm", "GET", a.to(ma, engine.Red, link.Confirm))
	ask("setup", "POST", a.to(ma, engine.Red, link.Board), "do", "setup", "setup", "M", "submit", "1", "sure", "1")
	ask("a vacation that cannot be", "POST", a.to(ma, engine.Red, link.Board), "do", "vacation", "days", "31", "sure", "1")
	ask("no vacation to end", "POST", a.to(ma, engine.Red, link.Board), "do", "back", "sure", "1")
	for _, m := range v.Record[max(0, len(v.Record)-2):] {
		at := a.toMove(ma, engine.Red, m.Number-1, engine.Move{From: m.Move.From, To: m.Move.To}.String())
		ask("an old move", "GET", at)
	}
	for i, m := range v.Legal {
		if i%7 != 0 {
			continue // the whole list stands on the board page
		}
		at := a.toMove(ma, engine.Red, v.Ply, engine.Move{From: m.From, To: m.To}.String())
		ask("a move", "GET", at)
		if i == 0 {
			ask("a press without the tick, with an offer", "POST", at, "do", "play", "offer-draw", "1")
			ask("a press without the tick", "POST", at, "do", "play")
			ask("a wish that cannot be", "POST", at, "do", "play", "sure", "1", "rescue", "M@e5")
		}
	}
	for i, act := range match.Actions {
		at := a.toAct(ma, engine.Red, v.Ply, act)
		ask("the page to "+act.String(), "GET", at)
		if i == v.Ply%len(match.Actions) {
			ask("a press without the tick to "+act.String(), "POST", at, "do", act.String())
			ask("a link to "+act.String()+" of another ply", "POST", a.toAct(ma, engine.Red, v.Ply+1, act), "do", act.String(), "sure", "1")
		}
	}
	if v.ToMove == engine.Blue {
		ask("a move out of turn", "POST", a.toMove(ma, engine.Red, v.Ply, "a1-a2"), "do", "play", "sure", "1")
	}
	return compared
}

// T13 for what a player does beside moving: offers and their answers, a refused
// offer with a move that may or may not win, and a game that was called off.
func TestT13ActsTellNothing(t *testing.T) {
	for seed := range uint64(3) {
		lot := rand.New(rand.NewPCG(seed, 31))
		rules := engine.StandardRules(engine.Barrage)
		red, blue := deploy(lot, rules), deploy(lot, rules)
		a, b := newWorld(t), newWorld(t)
		ma, mb := a.started(rules, red, blue), b.started(rules, red, exchange(lot, blue))
		same := func(commands ...match.Command) {
			t.Helper()
			for _, c := range commands {
				ma, mb = a.give(ma, c), b.give(mb, c)
			}
			va := ma.View(engine.Red)
			samePages(t, a, b, ma, mb, &va)
		}
		same(match.Say{By: engine.Blue, Text: "Well?"}, match.Nudge{By: engine.Blue})
		same(match.OfferDraw{By: engine.Blue, Ply: 0})
		same(match.DeclineDraw{By: engine.Red, Ply: 0}, match.OfferDraw{By: engine.Red, Ply: 0})
		same(match.DeclineDraw{By: engine.Blue, Ply: 0})
		for _, m := range ma.View(engine.Red).Legal { // every move, with an offer that is too soon
			at := a.toMove(ma, engine.Red, 0, m.String())
			ra := a.browser().ask("POST", at, form("do", "play", "sure", "1", "offer-draw", "1"))
			rb := b.browser().ask("POST", at, form("do", "play", "sure", "1", "offer-draw", "1"))
			if ra.page != rb.page || ra.status != rb.status {
				t.Errorf("%v with an offer: the pages differ:\n%s", m, cmp.Diff(ra.page, rb.page))
			}
		}
		if legal := both(ma, mb); len(legal) > 0 {
			text := legal[0].String()
			ma, mb = a.play(ma, text), b.play(mb, text)
			same(match.Abort{By: engine.Blue, Ply: 1})
		}
		va, vb := ma.View(engine.Red), mb.View(engine.Red)
		if !reflect.DeepEqual(va, vb) {
			t.Errorf("the views differ:\n%s", cmp.Diff(va, vb))
		}
	}
}

// both returns the moves that are legal in both games and have the same effect
// for the eye.
func both(ma, mb match.Match) (list []engine.Move) {
	legal := mb.Game.Moves()
	for _, m := range ma.Game.Moves() {
		if !slices.Contains(legal, m) {
			continue
		}
		ga, ha, errA := engine.Apply(ma.Game, engine.Play(ma.Game.ToMove(), m))
		gb, hb, errB := engine.Apply(mb.Game, engine.Play(mb.Game.ToMove(), m))
		if errA == nil && errB == nil && ha == hb && ga.Outcome() == engine.Undecided && gb.Outcome() == engine.Undecided {
			list = append(list, m)
		}
	}
	return list
}

// started is a game of Ann and Bob with these setups.
func (w *world) started(rules engine.Rules, red, blue engine.Setup) match.Match {
	w.t.Helper()
	return w.match(rules, match.Confirm{}, match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: red, Sure: true}, match.SetUp{By: engine.Blue, Setup: blue, Sure: true})
}

// deploy returns a setup by lot.
func deploy(lot *rand.Rand, rules engine.Rules) (s engine.Setup) {
	ground := rules.Army.Board()
	copy(s[:], rules.Troops.List())
	cells := s[:ground.SetupRows*ground.Size]
	lot.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return s
}

// exchange deals the same pieces out to the same squares in another way.
func exchange(lot *rand.Rand, s engine.Setup) engine.Setup {
	var at []int
	for i, r := range s {
		if r != engine.NoRank {
			at = append(at, i)
		}
	}
	lot.Shuffle(len(at), func(i, j int) { s[at[i]], s[at[j]] = s[at[j]], s[at[i]] })
	return s
}

// Before the game begins a player learns of the other's setup only that it is
// in. Without it he would see that it was replaced, or when, or that there was a
// draft.
func TestSetupsAreSecret(t *testing.T) {
	pages := map[string]string{}
	rules := engine.StandardRules(engine.Barrage)
	rows := setup(t, engine.Barrage, barrageRed)
	for name, more := range map[string][]match.Command{
		"a draft before": {match.SaveDraft{By: engine.Blue, Setup: setup(t, engine.Barrage, barrageBlue)}, match.SetUp{By: engine.Blue, Setup: rows}},
		"one setup":      {match.SetUp{By: engine.Blue, Setup: rows}},
		"another setup":  {match.SetUp{By: engine.Blue, Setup: setup(t, engine.Barrage, barrageBlue)}},
		"replaced":       {match.SetUp{By: engine.Blue, Setup: setup(t, engine.Barrage, barrageBlue)}, match.SetUp{By: engine.Blue, Setup: rows}},
	} {
		w := newWorld(t)
		m := w.match(rules, append([]match.Command{match.Confirm{}, match.Accept{By: engine.Blue}}, more...)...)
		all := ""
		for _, p := range []link.Purpose{link.Board, link.Confirm} {
			_, page := w.browser().get(w.to(m, engine.Red, p))
			all += page
		}
		_, page := w.browser().post(w.to(m, engine.Red, link.Board), form("do", "setup", "setup", barrageRed, "sure", "1"))
		pages[all+page] = name
	}
	if len(pages) != 1 {
		t.Errorf("Red can tell the other's setups apart: %v", fmt.Sprint(len(pages)))
	}
}
