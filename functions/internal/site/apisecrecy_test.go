package site

import (
	"crypto/sha256"
	"encoding/base64"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// T13 for JSON: two games that are equal in what a viewer knows give him
// identical bytes, in every answer, refusal, header and log line. Salted
// commitments are excepted: they must differ. Without it the API would tell by a
// member, an order or a tag what the board hides.
func TestT13JSONTellsNothing(t *testing.T) {
	armies := []engine.Army{engine.Barrage, engine.Skirmish, engine.Lightning}
	compared, games := 0, uint64(9)
	if testing.Short() {
		games = 3
	}
	for seed := range games {
		lot := rand.New(rand.NewPCG(seed, 31))
		rules := engine.StandardRules(armies[int(seed)%len(armies)])
		rules.SilentDefence, rules.Memory = seed%2 == 0, seed%4 == 1
		rules.Reconquest = seed%3 == 0
		red, blue := deploy(lot, rules), deploy(lot, rules)
		viewer := engine.Red
		if seed%2 == 1 {
			viewer = engine.Blue
		}
		hidden := exchange(lot, blue)
		a, b := newWorld(t), newWorld(t)
		var ma, mb match.Match
		if viewer == engine.Red {
			ma, mb = a.started(rules, red, blue), b.started(rules, red, hidden)
		} else {
			ma, mb = a.started(rules, blue, red), b.started(rules, hidden, red)
		}
		p := pair{t, a, b, ma, mb, viewer, 0}
		for range 14 {
			va, vb := engine.Look(p.ma.Game, viewer), engine.Look(p.mb.Game, viewer)
			if !reflect.DeepEqual(va, vb) {
				break
			}
			p.compare(&va)
			moves := both(p.ma, p.mb)
			if len(moves) == 0 {
				break
			}
			p.play(moves[lot.IntN(len(moves))].String())
		}
		compared += p.compared
		if diff := cmp.Diff(a.log.String(), b.log.String()); diff != "" {
			t.Errorf("the logs differ:\n%s", diff)
		}
	}
	if compared < int(games)*80 {
		t.Errorf("only %d answers were compared: the games part too soon", compared)
	}
}

// pair is two worlds whose games one viewer cannot tell apart.
type pair struct {
	t        *testing.T
	a, b     *world
	ma, mb   match.Match
	viewer   engine.Color
	compared int
}

// ask sends one request to both worlds and compares the answers.
func (p *pair) ask(what string, send func(w *world, m match.Match) reply) {
	p.t.Helper()
	p.compared++
	p.a.now = p.a.now.Add(requestWindow) // so that nothing is counted too much
	p.b.now = p.a.now
	ra, rb := send(p.a, p.ma), send(p.b, p.mb)
	pa, pb := blank(p.ma, ra.page), blank(p.mb, rb.page)
	if ra.status != rb.status || pa != pb {
		p.t.Errorf("%s: status %d and %d, the answers differ:\n%s", what, ra.status, rb.status, cmp.Diff(pa, pb))
	}
	// The tag is the hash of the bytes that were compared, and so tells no more
	// than they.
	for _, r := range []reply{ra, rb} {
		if tag := r.header.Get("ETag"); tag != "" && r.status == 200 && tag != tagOf(r.page) {
			p.t.Errorf("%s: the tag %s is not the hash of the answer", what, tag)
		}
		r.header.Del("ETag")
	}
	if diff := cmp.Diff(ra.header, rb.header); diff != "" {
		p.t.Errorf("%s: the headers differ:\n%s", what, diff)
	}
}

func tagOf(page string) string {
	sum := sha256.Sum256([]byte(page))
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
}

// blank takes the commitments out of an answer.
func blank(m match.Match, page string) string {
	both, _ := m.Commitments()
	return strings.NewReplacer(hexOf(both.Red), "red's", hexOf(both.Blue), "blue's").Replace(page)
}

// compare asks for everything that the viewer can be answered where the games
// stand; none of it changes them.
func (p *pair) compare(v *engine.View) {
	p.t.Helper()
	call := func(what, method, below, body string) {
		p.t.Helper()
		p.ask(what, func(w *world, m match.Match) reply { return w.program(m, p.viewer).call(method, below, body) })
	}
	move := func(what, text string, ply int) {
		p.t.Helper()
		call(what, "POST", "/moves", asJSON(p.t, map[string]any{"move": text, "ply": ply}))
	}
	call("the view", "GET", "", "")
	p.ask("the view again", func(w *world, m match.Match) reply {
		ann := w.program(m, p.viewer)
		tag := ann.call("GET", "", "").header.Get("ETag")
		return ann.call("GET", "", "", func(r *http.Request) { r.Header.Set("If-None-Match", tag) })
	})
	for _, format := range []string{"text", "json", "xml"} {
		call("the record as "+format, "GET", "/record?format="+format, "")
	}
	call("a late setup", "PUT", "/setup", `{"setup":"M"}`)
	call("an action", "POST", "/actions", `{"action":"offer-draw"}`)
	call("a vacation", "GET", "/vacation", "")
	call("a vacation that cannot be", "PUT", "/vacation", `{"days":31}`)
	call("no vacation to end", "DELETE", "/vacation", "")
	move("a stale move", "a4-a5", v.Ply+1)
	for _, old := range v.Record[max(0, len(v.Record)-2):] {
		text := engine.Move{From: old.Move.From, Via: old.Move.Via, To: old.Move.To, Rescue: old.Move.Rescue}.String()
		move("an old move", text, old.Number-1)
		p.ask("an old link", func(w *world, m match.Match) reply {
			return w.browser().press(w.toMove(m, p.viewer, old.Number-1, engine.Move{From: old.Move.From, To: old.Move.To}.String()), `{"do":"play"}`)
		})
	}
	if v.ToMove != p.viewer {
		move("a move out of turn", "a4-a5", v.Ply)
		for _, l := range []match.Line{likely(v, 1), likely(v, 4), {}, likely(v, 1)[:1]} { // taken, and refused
			call("lines", "PUT", "/lines", asJSON(p.t, map[string]any{"ply": v.Ply, "lines": []any{steps(l)}}))
			call("what is saved", "GET", "/lines", "")
		}
		call("no lines", "PUT", "/lines", asJSON(p.t, map[string]any{"ply": v.Ply, "lines": []any{}}))
		p.ma, p.mb = p.a.stored(p.ma), p.b.stored(p.mb)
		return
	}
	for _, piece := range v.Pieces { // every way in which a move can be refused
		for _, to := range []engine.Square{piece.Square, v.Pieces[0].Square, engine.At(3, 5), engine.At(10, 10), engine.At(5, 5)} {
			text := engine.Move{From: piece.Square, To: to}.String()
			if piece.Square%3 == 0 && p.refused(text) {
				move("a refused move", text, v.Ply)
			}
		}
	}
}

// refused reports whether neither game takes the move, so that to ask for it
// changes nothing.
func (p *pair) refused(text string) bool {
	m, err := engine.ParseMove(text)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.ma.Game.Legal(engine.Play(p.viewer, m)) != nil && p.mb.Game.Legal(engine.Play(p.viewer, m)) != nil
}

// play plays a move in both games by whoever's turn it is, and compares what he
// is told if he is the viewer.
func (p *pair) play(text string) {
	p.t.Helper()
	if p.ma.Game.ToMove() == p.viewer {
		body := asJSON(p.t, map[string]any{"move": text, "ply": p.ma.Game.Ply()})
		p.ask("a move", func(w *world, m match.Match) reply { return w.program(m, p.viewer).call("POST", "/moves", body) })
		p.ma, p.mb = p.a.stored(p.ma), p.b.stored(p.mb)
		return
	}
	p.ma, p.mb = p.a.play(p.ma, text), p.b.play(p.mb, text)
}

// Before the game begins a player learns from the API of the other's setup only
// that it is in, and a press of his link tells him no more.
func TestSetupsAreSecretInJSON(t *testing.T) {
	rules := engine.StandardRules(engine.Barrage)
	one, other := setup(t, engine.Barrage, barrageRed), setup(t, engine.Barrage, "M922S.....\n..........\n..........\n3FB.......")
	answers := map[string]string{}
	for name, more := range map[string][]match.Command{
		"a draft before": {match.SaveDraft{By: engine.Blue, Setup: other}, match.SetUp{By: engine.Blue, Setup: one}},
		"one setup":      {match.SetUp{By: engine.Blue, Setup: one}},
		"another setup":  {match.SetUp{By: engine.Blue, Setup: other}},
		"replaced":       {match.SetUp{By: engine.Blue, Setup: other}, match.SetUp{By: engine.Blue, Setup: one}},
	} {
		w := newWorld(t)
		m := w.match(rules, append([]match.Command{match.Confirm{}, match.Accept{By: engine.Blue}}, more...)...)
		ann := w.program(m, engine.Red)
		all := ""
		for _, r := range []reply{
			ann.call("GET", "", ""), ann.call("GET", "/record", ""), ann.call("GET", "/record?format=json", ""),
			ann.call("GET", "/vacation", ""), ann.call("PUT", "/setup", `{"setup":"M"}`), ann.call("POST", "/moves", `{"move":"a4-a5","ply":0}`),
			ann.press(w.to(m, engine.Red, link.Confirm), `{"do":"confirm"}`),
		} {
			all += r.header.Get("ETag") + r.page
		}
		started := ann.call("PUT", "/setup", asJSON(t, map[string]any{"setup": barrageRed}))
		answers[all+blank(w.stored(m), started.page)] = name
	}
	if len(answers) != 1 {
		t.Errorf("Red can tell the other's setups apart in %d ways", len(answers))
	}
}
