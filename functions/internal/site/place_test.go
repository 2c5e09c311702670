package site

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// onGround is a browser without scripts before its player's own squares.
type onGround struct {
	*browser
	at, page string
}

var (
	setupPart   = regexp.MustCompile(`(?s)<form method="post" class="setup">.*?</form>`)
	hiddenField = regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)">`)
	pickButton  = regexp.MustCompile(`<button type="submit" name="pick" value="(\w+)"[^>]*?( disabled)?>`)
	saidPart    = regexp.MustCompile(`<p class="said" id="said" role="status">(.*?)</p>`)
	countPart   = regexp.MustCompile(`(?s)<p class="count">(.*?)</p>`)
	anyTag      = regexp.MustCompile(`<[^>]*>`)
)

func (w *world) ground(m match.Match, seat engine.Color) *onGround {
	g := &onGround{browser: w.browser(), at: w.to(m, seat, link.Board)}
	_, g.page = g.get(g.at)
	return g
}

// send sends what stands in the form, with a button's name and value.
func (g *onGround) send(name, value string) int {
	g.t.Helper()
	f := url.Values{"setup": {written(g.page)}, name: {value}}
	for _, m := range hiddenField.FindAllStringSubmatch(setupPart.FindString(g.page), -1) {
		f.Set(m[1], html.UnescapeString(m[2]))
	}
	status, page := g.post(g.at, f)
	g.page = page
	return status
}

// press presses buttons of the ground, one after the other, each of which must
// be there.
func (g *onGround) press(values ...string) {
	g.t.Helper()
	for _, value := range values {
		if !strings.Contains(strings.Join(g.buttons(), " ")+" ", value+" ") {
			g.t.Fatalf("there is no button %s, or it cannot be pressed", value)
		}
		if status := g.send("pick", value); status != 200 {
			g.t.Fatalf("%s: status %d", value, status)
		}
	}
}

// buttons are the values of those that can be pressed.
func (g *onGround) buttons() (values []string) {
	for _, m := range pickButton.FindAllStringSubmatch(g.page, -1) {
		if m[2] == "" {
			values = append(values, m[1])
		}
	}
	return values
}

func (g *onGround) part(part *regexp.Regexp) string {
	if m := part.FindStringSubmatch(g.page); m != nil {
		return html.UnescapeString(anyTag.ReplaceAllString(m[1], ""))
	}
	return ""
}

// Without it a player whose browser runs no scripts would have to count squares
// in a text field.
func TestSetUpByButtons(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
	for seat, squares := range map[engine.Color][]string{
		engine.Red:  {"a4", "b4", "c4", "a1", "b1", "c1", "e2", "j4", "a4"},
		engine.Blue: {"j7", "i7", "h7", "j10", "i10", "h10", "f9", "a7", "j7"},
	} {
		g := w.ground(m, seat)
		at := squares
		for _, c := range []struct {
			press       []string
			said, count string
			rows        string
		}{
			{nil, "Choose a square or a piece", "0 of 8 pieces placed. Missing: Marshal, General, Miner, 2 Scouts, Spy, Bomb, Flag.", ""},
			{[]string{"2"}, "Scout is chosen. Choose the square", "0 of 8", "..../..../..../...."},
			{[]string{at[0], at[1]}, "Scout on " + at[1], "2 of 8 pieces placed. Missing: Marshal, General, Miner, Spy, Bomb, Flag.", "22.."},
			{[]string{at[2]}, at[2] + " is chosen, and empty", "2 of 8", "22.."},
			{[]string{"M"}, "Marshal on " + at[2], "3 of 8", "22M."},
			{[]string{at[2], at[0]}, "Marshal on " + at[0] + "; Scout moved to " + at[2], "3 of 8", "M22."},
			{[]string{at[3], "F", at[4], "B", at[5], "3"}, "Miner on " + at[5], "6 of 8 pieces placed. Missing: General, Spy.", "M22./..../..../FB3."},
			{[]string{at[5], at[6]}, "Miner moved from " + at[5] + " to " + at[6], "6 of 8", "M22./..../....3/FB.."},
			{[]string{at[6], "off"}, "Miner taken off " + at[6], "5 of 8", "M22./..../..../FB.."},
			{[]string{at[6], at[6]}, "Nothing is chosen", "5 of 8", "M22./..../..../FB.."},
			{[]string{"9", at[0]}, "General on " + at[0] + "; Marshal is off the board", "5 of 8 pieces placed. Missing: Marshal, Miner, Spy.", "922./..../..../FB.."},
			{[]string{"M", at[6], "3", at[7], at[5], "S"}, "Spy on " + at[5], "8 of 8 pieces placed. Your army is whole.", "922......3/..../....M/FBS."},
		} {
			g.press(c.press...)
			if said, count := g.part(saidPart), g.part(countPart); !strings.HasPrefix(said, c.said) || !strings.HasPrefix(count, c.count) {
				t.Fatalf("%v, %v: the page says %q and %q", seat, c.press, said, count)
			}
			for i, row := range strings.Split(c.rows, "/") {
				if got := strings.Split(written(g.page)+"\n\n\n", "\n")[i]; strings.Trim(got, ".") != strings.Trim(row, ".") || !strings.HasPrefix(got, strings.TrimRight(row, ".")) {
					t.Fatalf("%v, %v: the rows are\n%s", seat, c.press, written(g.page))
				}
			}
		}
		if v := w.stored(m).Version; v != m.Version {
			t.Fatalf("the buttons wrote version %d", v)
		}
	}
	g := w.ground(m, engine.Red)
	g.press("M", "a4")
	status, page := g.post(g.at, form("do", "setup", "setup", written(g.page), "submit", "draft", "sure", "1"))
	want(t, status, page, 200, "saved as a draft", "M.........")
	if g.get(g.at); !strings.Contains(g.page, "M.........") {
		t.Error("the draft is not there again")
	}
}

// Without it a button that fills in the rows would destroy what took long.
func TestStepsAreTakenBack(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{})
	g := w.ground(m, engine.Red)
	g.press("M", "a4", "9", "b4")
	mine := written(g.page)
	for _, help := range []string{"1", "random", "clear", "mirror"} {
		if status := g.send("help", help); status != 200 || written(g.page) == mine {
			t.Fatalf("%s: %d\n%s", help, status, written(g.page))
		}
		if status := g.send("help", "back"); status != 200 || written(g.page) != mine || !strings.Contains(g.part(saidPart), "undone") {
			t.Fatalf("%s is not taken back: %d\n%s", help, status, written(g.page))
		}
	}
	g.press("a4", "off")
	g.send("help", "back")
	if written(g.page) != mine {
		t.Errorf("a press is not taken back:\n%s", written(g.page))
	}
	for _, before := range []string{"", "MM"} { // what no page has
		status, page := g.post(g.at, form("do", "setup", "setup", mine, "help", "back", "before", before))
		want(t, status, page, 400)
	}
}

// Without it a player who has written his rows would not learn what is wrong in
// them before he sends them, or lose them.
func TestGroundOfWrittenRows(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{})
	g := w.ground(m, engine.Red)
	status, page := g.post(g.at, form("do", "setup", "setup", "mm8", "pick", "a4"))
	want(t, status, page, 422, "cannot be read", `>mm8</textarea>`, `<details class="text" open>`, `!name="pick"`)
	status, page = g.post(g.at, form("do", "setup", "setup", "mm8......./........../........../.........."))
	want(t, status, page, 200, "3 of 8 pieces placed.", "Missing: General, Miner, 2 Scouts, Spy, Bomb, Flag.", "Too many: Marshal, Colonel.", "!Your army is whole.</span>",
		`value="M" formaction="#place" formnovalidate disabled>`)
	for _, bent := range [][]string{
		{"pick", "a5"}, {"pick", "e6"}, {"pick", "7"}, {"pick", "?"}, {"pick", "on"}, {"pick", "a4", "held", "a9"}, {"pick", "a4", "held", "8"},
	} {
		status, page = g.post(g.at, form(append(bent, "do", "setup", "setup", "")...))
		want(t, status, page, 400)
	}
	status, page = g.post(g.at, form("do", "setup", "setup", "", "pick", "M", "held", ""))
	want(t, status, page, 200, "Marshal is chosen")
}

// Whatever buttons are pressed, the rows are those that engine.ParseSetup reads,
// what the page says of them is what engine.CheckSetup says, and nothing is
// stored. Without it a player would be sent away with what the page called whole.
func TestButtonsSayWhatTheRulesSay(t *testing.T) {
	w := newWorld(t)
	rapid.Check(t, func(t *rapid.T) {
		rules := engine.StandardRules(rapid.SampledFrom([]engine.Army{engine.Barrage, engine.Skirmish16, engine.Original}).Draw(t, "army"))
		m := w.match(rules, match.Confirm{}, match.Accept{By: engine.Blue})
		seat := rapid.SampledFrom([]engine.Color{engine.Red, engine.Blue}).Draw(t, "seat")
		g := w.ground(m, seat)
		if rapid.Bool().Draw(t, "random") {
			g.send("help", "random")
		}
		for range rapid.IntRange(1, 4).Draw(t, "presses") {
			g.press(rapid.SampledFrom(g.buttons()).Draw(t, "button"))
			s, err := engine.ParseSetup(rules.Army.Board(), written(g.page))
			if err != nil {
				t.Fatal(err)
			}
			whole := strings.Contains(g.part(countPart), "Your army is whole.")
			if fault := rules.CheckSetup(s); whole != (fault == nil) {
				t.Fatalf("%v, and the page says %s", fault, g.part(countPart))
			}
		}
		if v := w.stored(m).Version; v != m.Version {
			t.Fatalf("the buttons wrote version %d", v)
		}
	})
}

// product.md: a page weighs under 100 kB all told.
func TestSetupPageIsLight(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Original), match.Confirm{})
	g := w.ground(m, engine.Red)
	g.send("help", "1")
	total := len(g.page)
	for path, text := range scripts {
		if strings.Contains(g.page, path) {
			total += len(text)
		}
		if strings.Contains(path, "/setup-") && len(text) >= 12500 {
			t.Errorf("the script has %d bytes", len(text))
		}
	}
	if total >= 100_000 || strings.Count(g.page, "<script src=") < 2 {
		t.Errorf("the page weighs %d bytes", total)
	}
}

// What the script is told must be what the page shows, and every message that it
// asks for must be there. Without it a message would be empty in one of both.
func TestScriptHasItsTexts(t *testing.T) {
	w := newWorld(t)
	g := w.ground(w.match(engine.StandardRules(engine.Barrage), match.Confirm{}), engine.Red)
	if !strings.Contains(g.page, `"squares":["a4","b4"`) || !strings.Contains(g.page, `"troops":{"2":2,"3":1`) || !strings.Contains(g.page, `"saved":""`) {
		t.Errorf("the script is told nothing:\n%s", main(g.page))
	}
	for _, m := range regexp.MustCompile(`(?:\btell\(|\bclip\(|\bend\(|\? |: )"([a-z]\w+)"`).FindAllStringSubmatch(mustRead("scripts/setup.js"), -1) {
		if m[1] != "true" && !strings.Contains(g.page, `"`+m[1]+`":"`) {
			t.Errorf("no message %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`t\.say\.(\w+)`).FindAllStringSubmatch(mustRead("scripts/setup.js"), -1) {
		if !strings.Contains(g.page, `"`+m[1]+`":"`) {
			t.Errorf("no message %s", m[1])
		}
	}
}
