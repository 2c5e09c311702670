package site

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/engine"
)

// The rules must not draw a fight that ends otherwise in a game.
func TestDrawnFightsAreTheRules(t *testing.T) {
	for _, f := range fights {
		rules := engine.StandardRules(engine.CustomArmy)
		rules.Troops = engine.Troops{engine.Flag: 1, engine.Scout: 1}
		for _, r := range []engine.Rank{f.attacker, f.defender} {
			rules.Troops[r] = 1
		}
		army := func(c engine.Color, front map[string]engine.Rank, rest ...string) engine.Setup {
			pieces := map[engine.Square]engine.Rank{}
			put := func(at string, rank engine.Rank) {
				s, err := engine.ParseSquare(at)
				if err != nil {
					t.Fatal(err)
				}
				pieces[s] = rank
			}
			left := rules.Troops
			for at, rank := range front {
				put(at, rank)
				left[rank]--
			}
			for i, rank := range left.List() {
				put(rest[i], rank)
			}
			s, err := rules.SetupFrom(c, pieces)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		g, err := engine.Start(rules, engine.Both[engine.Setup]{
			Red:  army(engine.Red, map[string]engine.Rank{"e4": f.attacker}, "a1", "b1", "c1"),
			Blue: army(engine.Blue, map[string]engine.Rank{"e7": f.defender, "a8": engine.Scout}, "a10", "b10", "c10"),
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"e4-e5", "a8-a7", "e5-e6", "a7-a8", "e6xe7"} {
			move, err := engine.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			if g, _, err = engine.Apply(g, engine.Play(g.ToMove(), move)); err != nil {
				t.Fatalf("%v: %s: %v", f, text, err)
			}
		}
		left := engine.NoRank
		for _, p := range engine.Look(g, engine.Red).Pieces {
			if p.Square.String() == "e7" {
				left = p.Rank
			}
		}
		if left != f.left {
			t.Errorf("%v attacks %v, and %v is left, not %v", f.attacker, f.defender, left, f.left)
		}
	}
}

// Without it the page would show a wall of text, a drawing without its words, or
// an empty tile.
func TestRulesAreDrawn(t *testing.T) {
	_, page := newWorld(t).browser().get(base + "/rules")
	figures := regexp.MustCompile(`(?s)<figure class="diagram">.*?</figure>`).FindAllString(page, -1)
	if len(figures) != 11 {
		t.Errorf("%d drawings", len(figures))
	}
	for _, f := range figures {
		if !regexp.MustCompile(`<figcaption>[^<]{10,}</figcaption>`).MatchString(f) || !strings.Contains(f, `<div aria-hidden="true">`) {
			t.Errorf("a drawing without words: %s", f)
		}
		for _, u := range regexp.MustCompile(`<use href="#([^"]*)"`).FindAllStringSubmatch(f, -1) {
			if strings.Count(page, ` id="`+u[1]+`"`) != 1 {
				t.Errorf("no drawing %s", u[1])
			}
		}
	}
	if n := strings.Count(figures[0], `<rect class="water"`); n != 8 || strings.Count(figures[0], `class="home red"`) != 4 {
		t.Errorf("the board has %d squares of water:\n%s", n, figures[0])
	}
}

// product.md: a page weighs under 100 kB all told.
func TestPagesAreLight(t *testing.T) {
	w := newWorld(t)
	for _, at := range []string{"/", "/rules", "/privacy"} {
		_, page := w.browser().get(base + at)
		total := len(page)
		for path, text := range scripts {
			if strings.Contains(page, path) {
				total += len(text)
			}
		}
		if total >= 100_000 {
			t.Errorf("%s weighs %d bytes", at, total)
		}
	}
}

// An arrow must not begin under the piece that moves, nor end under the other.
func TestArrow(t *testing.T) {
	f := newFrame(3, 3).arrow(0, 2, 0, 1, 1, 1).red(engine.Spy, 1, 1).arrow(0, 2, 0, 1, 1, 1)
	want := []string{"M20 82L20 60L60 60M53 54L60 60L53 66", "M20 82L20 60L47 60M40 54L47 60L40 66"}
	if !slices.Equal(f.Arrows, want) {
		t.Errorf("the arrows are %q, want %q", f.Arrows, want)
	}
}
