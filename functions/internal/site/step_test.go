package site

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/present"
	"fieldpost/infra/link"
)

var drawnCell = regexp.MustCompile(`<td data-at="([a-j]\d+)"[^>]*><div>(?:<a[^>]*>)?(?:<b class="piece (red|blue)[^"]*"[^>]*><svg><use href="#p-([^"]*)")?`)

// drawn reads the board of a page: "e4 r5, e5 b?", in the page's order.
func drawn(page string) string {
	var list []string
	for _, m := range drawnCell.FindAllStringSubmatch(page, -1) {
		if m[2] != "" {
			list = append(list, m[1]+" "+m[2][:1]+strings.Replace(m[3], "hidden", "?", 1))
		}
	}
	return strings.Join(list, ", ")
}

// drawnOf is what a page must draw of view, seen from side.
func drawnOf(view engine.View, side engine.Color) string {
	view.Viewer = side
	var list []string
	for _, row := range present.BoardOf(&view).Rows {
		for _, c := range row.Cells {
			if c.Color != engine.NoColor {
				list = append(list, c.Square.String()+" "+c.Color.String()[:1]+c.Rank.String())
			}
		}
	}
	return strings.Join(list, ", ")
}

// stepTo is the address of a ply on the page at.
func stepTo(at string, ply int) string { return fmt.Sprintf("%s?at=%d", at, ply) }

// Without it a step would show another board than the player had before him
// then, or could be taken for today's, or would change something.
func TestStepsWhileItRuns(t *testing.T) {
	w := newWorld(t)
	m := w.shown(w.playing())
	pages := map[engine.Color]string{
		engine.Red: w.to(m, engine.Red, link.Board), engine.Blue: w.to(m, engine.Blue, link.Board), engine.NoColor: w.toWatch(m, engine.Red),
	}
	saw := map[engine.Color][]string{}
	look := func() {
		for viewer := range pages {
			saw[viewer] = append(saw[viewer], drawnOf(engine.Look(m.Game, viewer), viewer))
		}
	}
	look()
	for _, move := range []string{"a4-a7", "j7-j6", "e4-e5", "j6-j5", "e5-e6", "j5-j4"} {
		m = w.play(m, move)
		look()
	}
	saves := w.games.saves
	for viewer, at := range pages {
		now := w.browser().ask("GET", at, nil)
		for n := range m.Game.Ply() {
			a := w.browser().ask("GET", stepTo(at, n), nil)
			want(t, a.status, a.page, 200, fmt.Sprintf("<h1>Ply %d of 6</h1>", n), "not as it stands now", "!/m/", `!method="post"`, "!Resign",
				`<a href="?">The board as it stands now</a>`, "6. j5-j4", fmt.Sprintf(`value="%d"`, n), "!As Red saw it", "!setup-red")
			if got := drawn(a.page); got != saw[viewer][n] {
				t.Errorf("%v, ply %d: (-then +drawn)\n%s", viewer, n, cmp.Diff(saw[viewer][n], got))
			}
			if current := strings.Count(a.page, `aria-current="step"`); current != min(n, 1) {
				t.Errorf("%v, ply %d: %d current plies", viewer, n, current)
			}
			head := w.browser().ask("HEAD", stepTo(at, n), nil)
			if head.status != 200 || len(a.cookies)+len(head.cookies) > 0 {
				t.Errorf("%v, ply %d: HEAD %d, cookies %v", viewer, n, head.status, a.cookies)
			}
		}
		if last := w.browser().ask("GET", stepTo(at, 6), nil); last.page != now.page || drawn(now.page) != saw[viewer][6] {
			t.Errorf("%v: the last ply is not the page as it stands now", viewer)
		}
	}
	_, page := w.browser().get(stepTo(pages[engine.Red], 1))
	want(t, 200, page, 200, "Ply 1 of 6.</b> <span>You", `<a href="?at=1#board" aria-current="step">1. a4xa7 2=2</a>`,
		`<a id="step-back" href="?at=0#board">`, `<a id="step-forward" href="?at=2#board">`, `<a id="step-last" href="?at=6#board">`)
	_, page = w.browser().get(stepTo(pages[engine.Red], 0))
	want(t, 200, page, 200, "nobody has moved yet", "<span>First</span>", "<span>Back</span>")
	if w.games.saves != saves {
		t.Error("a look back wrote something")
	}
}

// Without it a mistyped address would be an error, or would look like today's
// board by silence.
func TestNoSuchPly(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5")
	at := w.to(m, engine.Red, link.Board)
	for _, n := range []string{"-1", "2", "x", "", "1.5", "99999999999999999999", "%00", "<b>"} {
		status, page := w.browser().get(at + "?at=" + strings.NewReplacer("<", "%3C", ">", "%3E").Replace(n))
		want(t, status, page, 200, "This game has no such ply: it has one", "Turn 2: Bob to move", "!<b><", "!%3C")
	}
}

// While the game runs nobody chooses what is shown, and no page says that one
// could. Without it a player would step through the other's setup.
func TestNoSwitchesWhileItRuns(t *testing.T) {
	w := newWorld(t)
	m := w.shown(w.play(w.playing(), "a4-a7", "j7-j6", "e4-e5"))
	off := w.give(w.play(w.playing(), "e4-e5"), match.Abort{By: engine.Red, Ply: 1})
	for _, at := range []string{w.to(m, engine.Red, link.Board), w.to(m, engine.Blue, link.Board), w.toWatch(m, engine.Blue), w.to(off, engine.Blue, link.Board)} {
		for _, n := range []string{"0", "1", "3", "x"} {
			plain := w.browser().ask("GET", at+"?at="+n, nil)
			want(t, plain.status, plain.page, 200, "!As Blue saw it", "!The truth")
			for _, as := range []string{"red", "blue", "truth", "RED", "x"} {
				if a := w.browser().ask("GET", at+"?at="+n+"&as="+as, nil); a.page != plain.page || a.status != plain.status {
					t.Errorf("ply %s as %s is another page:\n%s", n, as, cmp.Diff(plain.page, a.page))
				}
			}
		}
	}
}

// Without it the replay would show a player's knowledge as another's, or tell
// "your" of pieces that are not the reader's.
func TestSwitchesWhenItIsOver(t *testing.T) {
	w := newWorld(t)
	m := w.finish(w.shown(w.playing()))
	last := m.Game.Ply()
	for reader, at := range map[engine.Color]string{
		engine.Red: w.to(m, engine.Red, link.Board), engine.Blue: w.to(m, engine.Blue, link.Board), engine.NoColor: w.toWatch(m, engine.Red),
	} {
		for _, n := range []int{0, 1, 2, last / 2, last - 1} {
			for _, as := range []string{"", "&as=truth", "&as=red", "&as=blue", "&as=public"} {
				side, current := reader, `aria-current="true">The truth</a>`
				view, _ := engine.Reveal(m.Game, reader, n)
				says := "with all ranks"
				for c, word := range map[engine.Color]string{engine.Red: "&as=red", engine.Blue: "&as=blue"} {
					if as == word {
						view, _ = engine.Recall(m.Game, c, n)
						side, current, says = c, strings.ToUpper(c.String()[:1])+c.String()[1:]+` saw it</a>`, "knew it after this ply"
					}
				}
				status, page := w.browser().get(stepTo(at, n) + as)
				want(t, status, page, 200, current, says, "As Red saw it", "As Blue saw it", "The truth", "!/m/")
				if got, wanted := drawn(page), drawnOf(view, side); got != wanted {
					t.Errorf("%v, ply %d%s: (-want +drawn)\n%s", reader, n, as, cmp.Diff(wanted, got))
				}
				if side != reader {
					want(t, status, page, 200, "!your", "!Your", "!You ", "!piece red own", "!piece blue own")
				}
				if as == "&as=blue" {
					want(t, status, page, 200, "The board from Blue's side", fmt.Sprintf(`href="?at=%d&as=blue#board"`, n+1), `name="as" value="blue"`)
				}
			}
		}
		status, page := w.browser().get(at)
		want(t, status, page, 200, "The game is over", `aria-current="true">The truth</a>`, "Step through the game", fmt.Sprintf("Ply %d of %d.", last, last))
	}
}

// A link that stands for one thing shows that thing, whatever is put behind it.
// Without it the address of a confirm link, which others may have, would step.
func TestOnlyBoardsStep(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5", "j7-j6")
	pages := []string{
		w.to(m, engine.Red, link.Confirm), w.to(m, engine.Blue, link.Join), w.toMove(m, engine.Red, 0, "e4-e5"),
		w.toMove(m, engine.Red, 2, "e5-e6"), w.toAct(m, engine.Red, 2, match.Resigning),
	}
	for range 2 {
		for _, at := range pages {
			plain, a := w.browser().ask("GET", at, nil), w.browser().ask("GET", at+"?at=0&as=blue", nil)
			if plain.page != a.page || strings.Contains(plain.page, "Step through") {
				t.Errorf("%s steps", at)
			}
		}
		m = w.finish(m)
	}
	rules := engine.StandardRules(engine.Barrage)
	for name, early := range map[string]match.Match{
		"not begun": w.match(rules, match.Confirm{}),
		"withdrawn": w.match(rules, match.Confirm{}, match.Withdraw{By: engine.Red}),
	} {
		at := w.to(early, engine.Red, link.Board)
		for _, n := range []int{0, 5} {
			if plain, a := w.browser().ask("GET", at, nil), w.browser().ask("GET", stepTo(at, n), nil); plain.page != a.page {
				t.Errorf("a game that is %s steps to ply %d", name, n)
			}
		}
	}
	// A press is answered with what is now, be it ticked or not.
	for _, sure := range []string{"1", ""} {
		status, page := w.browser().post(stepTo(w.to(m, engine.Red, link.Board), 0), form("do", "setup", "sure", sure))
		want(t, status, page, 200, "The game is over", "!<h1>Ply 0 of")
	}
}

// Under the option memory an old board of a game that runs tells no rank that
// today's has forgotten.
func TestStepsForget(t *testing.T) {
	w := newWorld(t)
	rules := engine.StandardRules(engine.Barrage)
	rules.Memory = true
	m := w.started(rules, setup(t, engine.Barrage, strings.Replace(barrageRed, "22M9S", "M229S", 1)), setup(t, engine.Barrage, barrageBlue))
	m = w.play(m, "a4-a5", "j7-j6", "a5-a6", "j6-j5", "a6xa7", "j5-j6") // the marshal takes a scout
	at := w.to(m, engine.Blue, link.Board)
	status, page := w.browser().get(stepTo(at, 5))
	want(t, status, page, 200, "old ranks are forgotten", "the Marshal")
	m = w.play(m, "e4-e5", "j6-j5")
	status, page = w.browser().get(stepTo(at, 5))
	want(t, status, page, 200, "Ann played a6xa7 >. What ranks were shown is forgotten.", ">5. a6xa7 ></a>", "!Marshal a7", "!rM")
	if strings.Contains(drawn(page), "rM") {
		t.Errorf("the board shows %s", drawn(page))
	}
	w.give(m, match.Resign{By: engine.Red, Ply: match.AnyPly})
	status, page = w.browser().get(stepTo(at, 5) + "&as=blue")
	want(t, status, page, 200, "!forgotten")
	if !strings.Contains(drawn(page), "a7 rM") {
		t.Errorf("when it is over, the board shows %s", drawn(page))
	}
}

// long is a game of so many plies that nobody attacks in, and running still.
func (w *world) long(plies int) match.Match {
	w.t.Helper()
	lot := rand.New(rand.NewPCG(9, uint64(plies)))
	rules := engine.StandardRules(engine.Original)
	rules.QuietClaim, rules.QuietDraw = 0, 0
	m := w.shown(w.started(rules, deploy(lot, rules), deploy(lot, rules)))
	for m.Game.Ply() < plies {
		view := engine.Look(m.Game, m.Game.ToMove())
		move := view.Legal[lot.IntN(len(view.Legal))]
		if view.At(move.To).Square != 0 && lot.IntN(50) > 0 {
			continue
		}
		next, _, err := engine.Apply(m.Game, engine.Play(view.Viewer, move))
		if err != nil {
			w.t.Fatal(err)
		}
		if m.Game = next; next.Outcome() != engine.Undecided {
			w.t.Fatalf("the game is over after %d plies", next.Ply())
		}
	}
	m.Version++
	w.games.images[m.ID] = match.Seal(m)
	return m
}

// A page stays under 100 kB with all its scripts, however long the game, and
// every ply can be come to (product.md has it that a page is small).
func TestStepsOfALongGameAreSmall(t *testing.T) {
	for _, plies := range []int{mostWritten, 800, mostRecorded, 3999} {
		w := newWorld(t)
		m := w.long(plies)
		at := w.to(m, engine.Red, link.Board)
		for _, n := range []int{0, plies / 2, plies - 1, plies} {
			status, page := w.browser().get(stepTo(at, n))
			want(t, status, page, 200, "Step through the game")
			size := weight(page)
			t.Logf("ply %d of %d: %d bytes, %d moves", n, plies, size, strings.Count(page, "data-to="))
			if size > 100_000 {
				t.Errorf("ply %d of %d: %d bytes", n, plies, size)
			}
			if listed := strings.Count(page, "<td><a href"); listed != mostListed && listed != mostListed-1 {
				t.Errorf("ply %d of %d: %d plies are listed", n, plies, listed)
			}
			if n > 0 && strings.Count(page, `aria-current="step"`) != 1 {
				t.Errorf("ply %d of %d is not marked", n, plies)
			}
			if strings.Contains(page, "Earlier plies") != (n > mostListed/2) || strings.Contains(page, "Later plies") != (n < plies-mostListed/2) {
				t.Errorf("ply %d of %d leads to earlier or later plies where there are none, or does not", n, plies)
			}
		}
		w.give(m, match.Resign{By: engine.Red, Ply: match.AnyPly})
		status, page := w.browser().get(at)
		want(t, status, page, 200, "The commitments are verified")
		if size := weight(page); size > 100_000 {
			t.Errorf("over after %d: %d bytes", plies, size)
		} else {
			t.Logf("over after %d: %d bytes", plies, size)
		}
		if whole := strings.Contains(page, `<pre id="record"`); whole != (plies <= mostRecorded) || whole == strings.Contains(page, "/api/games/"+m.ID.String()+"/record") {
			t.Errorf("over after %d: the record is there: %v", plies, whole)
		}
	}
}

// weight is how many bytes a page has with its scripts.
func weight(page string) int {
	size := len(page)
	for _, tag := range scriptTag.FindAllStringSubmatch(page, -1) {
		size += len(scripts[tag[1]])
	}
	return size
}

// Each ply is listed on its own page, with as many others as fit.
func TestAround(t *testing.T) {
	for _, n := range []int{0, 1, mostListed, mostListed + 1, 2*mostListed + 1, 4000} {
		for ply := range n + 1 {
			first, end := around(ply, n)
			if first%2 != 0 || first < 0 || end > n || end-first < min(n, mostListed-1) || end-first > mostListed+1 || ply > 0 && (ply-1 < first || ply > end) {
				t.Fatalf("ply %d of %d: from %d to %d", ply, n, first, end)
			}
		}
	}
}

// Whose game is over reads first how, and where a rematch is.
func TestResultStandsFirst(t *testing.T) {
	w := newWorld(t)
	m := w.give(w.shown(w.play(w.playing(), "e4-e5")), match.Resign{By: engine.Blue, Ply: match.AnyPly})
	_, page := w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, 200, page, 200, "<div class=\"over\">\n<p>Bob has resigned", `<a class="button" href="`+w.toAct(m, engine.Red, 1, match.Rematching)+`">`)
	_, page = w.browser().get(w.toWatch(m, engine.Red))
	want(t, 200, page, 200, "<div class=\"over\">\n<p>Bob", "!rematch")
	_, page = w.browser().get(w.to(m, engine.Red, link.Confirm))
	want(t, 200, page, 200, "<div class=\"over\">\n<p>Bob", "!rematch")
}

// The script of the slider is small, and on the pages that have a slider alone.
func TestReplayScript(t *testing.T) {
	if n := len(scripts[scriptPath("replay.js")]); n == 0 || n > 10_000 {
		t.Errorf("replay.js has %d bytes", n)
	}
	w := newWorld(t)
	m := w.playing()
	at := w.to(m, engine.Red, link.Board)
	_, page := w.browser().get(at)
	want(t, 200, page, 200, "!replay-", "!Step through")
	w.play(m, "e4-e5")
	_, page = w.browser().get(at)
	want(t, 200, page, 200, scriptPath("replay.js"), `<input type="range"`)
	if a := w.browser().ask(http.MethodGet, base+scriptPath("replay.js"), nil); a.status != 200 {
		t.Errorf("the script: %d", a.status)
	}
}
