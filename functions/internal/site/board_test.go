package site

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/infra/link"
)

var (
	squareTag = regexp.MustCompile(`<td data-at="([^"]*)"(?: class="([^"]*)")?><div>(?:<a href="([^"]*)">)?`)
	moveTag   = regexp.MustCompile(`<li><a href="([^"]*)" data-to="([^"]*)">`)
)

// marked returns the squares of a page's board by a mark, with where they lead.
func marked(page, mark string) map[string]string {
	found := map[string]string{}
	for _, m := range squareTag.FindAllStringSubmatch(boardTable(page), -1) {
		for class := range strings.FieldsSeq(m[2]) {
			if class == mark {
				found[m[1]] = html.UnescapeString(m[3])
			}
		}
	}
	return found
}

// Without scripts a player chooses a piece, then one of its targets, both on the
// board. Without it he would have to find his move in a list, or would be led to
// one that is not legal.
func TestChoosingOnTheBoard(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at, ann := w.to(m, engine.Red, link.Board), w.browser()
	_, page := ann.get(at)
	if n := len(marked(page, "target")) + len(marked(page, "chosen")); n > 0 {
		t.Errorf("%d squares are marked before a piece is chosen", n)
	}
	view := m.View(engine.Red)
	legal := map[string][]string{}
	for _, move := range view.Legal {
		from := move.From.String()
		legal[from] = append(legal[from], move.To.String())
	}
	for i := range engine.Square(100) {
		from := (i + 1).String()
		status, page := ann.get(at + "?from=" + from)
		chosen, targets := marked(page, "chosen"), marked(page, "target")
		if status != 200 || len(targets) != len(legal[from]) || len(chosen) != min(1, len(legal[from])) {
			t.Errorf("%s: status %d, %d targets of %d", from, status, len(targets), len(legal[from]))
			continue
		}
		for _, to := range legal[from] {
			if want := w.toMove(m, engine.Red, 0, from+"-"+to); targets[to] != want {
				t.Errorf("%s: %s leads to %q, not to its move", from, to, targets[to])
			}
		}
		if len(chosen) == 1 && (chosen[from] != at+"#board" || !strings.Contains(squareOf(t, page, from), "chosen")) {
			t.Errorf("%s cannot be let go, or is not said to be chosen: %v", from, chosen)
		}
	}
	for from, others := range legal {
		if !strings.Contains(squareOf(t, page, from), `<a href="`+at+"?from="+from+`#board">`) {
			t.Errorf("%s, which can go to %v, cannot be chosen", from, others)
		}
	}
	for _, c := range []struct{ at, from string }{
		{w.to(m, engine.Blue, link.Board), "a7"}, // not his turn
		{at, "z9"}, {at, ""}, {at, "e4e5"}, {at, "%00"},
	} {
		status, page := ann.get(c.at + "?from=" + c.from)
		if n := len(marked(page, "target")) + len(marked(page, "chosen")); status != 200 || n > 0 {
			t.Errorf("%q: status %d, %d squares marked", c.from, status, n)
		}
	}
	for _, method := range []string{"GET", "HEAD"} {
		ann.ask(method, at+"?from=e4", nil)
	}
	if v := w.stored(m).Version; v != m.Version {
		t.Errorf("choosing wrote version %d", v)
	}
}

// What a script lets a player play are the links of the list: each must say
// where it goes, and stand under the piece that goes there. Without it another
// move would be played than was shown.
func TestTheListSaysWhereMovesGo(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	_, page := w.browser().get(w.to(m, engine.Red, link.Board))
	n := 0
	for group := range strings.SplitSeq(page, `<li id="from-`) {
		from, rest, found := strings.Cut(group, `"`)
		if !found || !strings.HasPrefix(rest, `><ul>`) {
			continue
		}
		for _, a := range moveTag.FindAllStringSubmatch(rest, -1) {
			n++
			if want := w.toMove(m, engine.Red, 0, from+"-"+a[2]); a[1] != want {
				t.Errorf("%s to %s leads to %s", from, a[2], a[1])
			}
		}
	}
	if legal := len(m.View(engine.Red).Legal); n != legal {
		t.Errorf("%d moves of %d", n, legal)
	}
}

// The fight of the last move is shown to each as far as he may know it, and who
// fell in it. Without it a page would show a defender whom nobody has named.
func TestFightIsShown(t *testing.T) {
	const (
		square  = `<b class="piece red%s" aria-hidden="true"%s><svg>%s</svg></b>`
		disc    = `<b class="piece blue%s" aria-hidden="true"%s><svg>%s</svg></b>`
		beaten  = `<use href="#p-beaten"/>`
		miner   = `<use href="#p-3"/>`
		marshal = `<use href="#p-M"/>`
		isMiner = ` title="Miner"`
		isChief = ` title="Marshal"`
	)
	for _, silent := range []bool{false, true} {
		w := newWorld(t)
		rules := engine.StandardRules(engine.Barrage)
		rules.SilentDefence = silent
		m := w.started(rules,
			setup(t, engine.Barrage, "3.........\n..........\n..........\nFBM922S..."),
			setup(t, engine.Barrage, ".........M\n9.........\n..........\nFB322S...."))
		m = w.play(m, "a4-a5", "j8-j7", "a5-a6", "j7-j6")
		_, page := w.browser().get(w.to(m, engine.Red, link.Board))
		if got := fightIn(page); got != "" {
			t.Errorf("a fight after a step: %s", got)
		}
		m = w.play(m, "a6-a7")
		_, red := w.browser().get(w.to(m, engine.Red, link.Board))
		_, blue := w.browser().get(w.to(m, engine.Blue, link.Board))
		stays := fmt.Sprintf(disc, "", isChief, marshal)
		if silent {
			stays = fmt.Sprintf(disc, " hidden", "", `<use href="#p-hidden"/>`)
		}
		for page, shows := range map[string][]string{
			red:  {fmt.Sprintf(square, " own", isMiner, miner+beaten), stays},
			blue: {fmt.Sprintf(square, "", isMiner, miner+beaten), fmt.Sprintf(disc, " own", isChief, marshal)},
		} {
			if got := fightIn(page); !strings.Contains(got, shows[0]) || !strings.Contains(got, shows[1]) {
				t.Errorf("silent: %v: the fight is shown as %s, not as\n%s", silent, got, strings.Join(shows, "\n"))
			}
		}
	}
	w := newWorld(t)
	m := w.play(w.playing(), "a4-a7")
	_, page := w.browser().get(w.to(m, engine.Blue, link.Board))
	if n := strings.Count(fightIn(page), beaten); n != 2 {
		t.Errorf("%d of two pieces fell", n)
	}
	if cell := squareOf(t, page, "a7"); !strings.Contains(cell, `href="#gone"`) {
		t.Errorf("both fell on a7, which shows %s", cell)
	}
	if cell := squareOf(t, page, "a4"); !strings.Contains(cell, `href="#down"`) {
		t.Errorf("the move began on a4, which shows %s", cell)
	}
}

// fightIn is the drawn fight of a page.
func fightIn(page string) string {
	_, rest, _ := strings.Cut(main(page), `<p class="fight"`)
	part, _, _ := strings.Cut(rest, "</p>")
	return part
}

// A page must come quickly over a bad line. Its weight is that of the page and of
// all its scripts.
func TestBoardPageIsLight(t *testing.T) {
	w := newWorld(t)
	lot := rand.New(rand.NewPCG(5, 5))
	rules := engine.StandardRules(engine.Original)
	rules.QuietDraw, rules.QuietClaim = 0, 0
	m := w.started(rules, deploy(lot, rules), deploy(lot, rules))
	heaviest := 0
	for m.Game.Ply() < 500 && !m.Ended() {
		view := m.View(m.Game.ToMove())
		if m.Game.Ply()%20 == 0 {
			_, page := w.browser().get(w.to(m, view.ToMove, link.Board) + "?from=" + view.Legal[0].From.String())
			weight := len(page)
			for _, tag := range scriptTag.FindAllStringSubmatch(page, -1) {
				_, script := w.browser().get(base + tag[1])
				weight += len(script)
			}
			heaviest = max(heaviest, weight)
		}
		quiet := slices.DeleteFunc(slices.Clone(view.Legal), func(m engine.Move) bool { return view.At(m.To).Square != 0 })
		if len(quiet) == 0 {
			quiet = view.Legal
		}
		m = w.play(m, quiet[lot.IntN(len(quiet))].String())
	}
	if m.Game.Ply() < 500 || heaviest < 30_000 || heaviest > 100_000 {
		t.Errorf("the heaviest page of %d plies has %d bytes", m.Game.Ply(), heaviest)
	}
	if n := len(mustRead("scripts/board.js")); n > 15_000 {
		t.Errorf("board.js has %d bytes", n)
	}
}

// The page asks the API for news with the token of its board, and knows by the
// version whether what it shows is old.
func TestPageAsksForNews(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	newsTag := regexp.MustCompile(`data-news="([^"]*)" data-page="([^"]*)" data-version="([^"]*)"`)
	ann := w.browser()
	pages := map[string]string{}
	_, pages["the board"] = ann.get(w.to(m, engine.Red, link.Board))
	_, pages["a played move"] = ann.post(w.toMove(m, engine.Red, 0, "e4-e5"), form("do", "play", "sure", "1"))
	m = w.stored(m)
	for name, page := range pages {
		tag := newsTag.FindStringSubmatch(page)
		if tag == nil {
			t.Errorf("%s does not ask for news", name)
			continue
		}
		token := tag[2][strings.LastIndex(tag[2], "/")+1:]
		answer := ann.ask("GET", base+tag[1], nil, withToken(token))
		same := strings.Contains(answer.page, `"version":`+tag[3]+",")
		if answer.status != 200 || same != (name != "the board") {
			t.Errorf("%s: status %d, the same version: %v", name, answer.status, same)
		}
		again := ann.ask("GET", base+tag[1], nil, withToken(token), func(r *http.Request) {
			r.Header.Set("If-None-Match", answer.header.Get("ETag"))
		})
		if again.status != 304 {
			t.Errorf("%s: status %d to who has it", name, again.status)
		}
		if status, _ := ann.get(tag[2]); status != 200 {
			t.Errorf("%s: status %d of the page that shows the news", name, status)
		}
	}
	w.finish(m)
	if _, page := ann.get(w.to(m, engine.Red, link.Board)); newsTag.MatchString(page) {
		t.Error("the page of a game that is over asks for news")
	}
}

// withToken shows the token of a board.
func withToken(token string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
}

// A player must see what is left of both armies. Without it he would have to
// count the record.
func TestTraysAreShown(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "a4-a7") // two scouts, both gone
	for seat, heads := range map[engine.Color]string{
		engine.Red:  "<th scope=\"col\">Yours</th><th scope=\"col\">Bob</th><th scope=\"col\">Bob, hidden</th>",
		engine.Blue: "<th scope=\"col\">Yours</th><th scope=\"col\">Ann</th><th scope=\"col\">Ann, hidden</th>",
	} {
		_, page := w.browser().get(w.to(m, seat, link.Board))
		want(t, 200, page, 200, heads, "Scouts</span></th><td>1 of 2</td><td>1 of 2</td><td>1</td></tr>",
			"Marshal</span></th><td>1 of 1</td><td>1 of 1</td><td>1</td></tr>")
	}
	m = w.finish(m)
	_, page := w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, 200, page, 200, `<td class="none">0 of 1</td>`, "!, hidden")
}

// The clock goes on in the words of the page.
func TestClockBringsItsWords(t *testing.T) {
	w := newWorld(t)
	_, page := w.browser().get(w.to(w.playing(), engine.Red, link.Board))
	want(t, 200, page, 200, `<time datetime="2026-03-04T12:00:00Z" data-left="259200" data-days="# day|# days" data-hours="# hour|# hours" `+
		`data-minutes="# minute|# minutes" data-two="# #" data-in="in #" data-soon="in less than a minute">in 3 days</time>`)
}
