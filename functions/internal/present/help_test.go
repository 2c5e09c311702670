package present

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/functions/internal/words"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares got with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

var catalog = sync.OnceValues(words.Load)

func reader(t testing.TB, v engine.View) Reader {
	t.Helper()
	return readerIn(t, v, "en")
}

func readerIn(t testing.TB, v engine.View, lang string) Reader {
	t.Helper()
	c, err := catalog()
	if err != nil {
		t.Fatal(err)
	}
	return Reader{View: &v, Words: c.For(lang), Names: engine.Both[string]{Red: "Ann", Blue: "Bob"}}
}

// everything is all that this package tells a reader of text.
func everything(r Reader) string {
	var t strings.Builder
	line := func(s string) { t.WriteString(s + "\n") }
	for _, s := range r.Pieces() {
		line(s.Title)
		for _, l := range s.Lines {
			line("  " + l)
		}
	}
	line(r.Caption())
	b := BoardOf(r.View)
	t.WriteString(b.Draw())
	for _, lines := range [][]string{r.Key(), r.Trays(), r.Hidden()} {
		for _, l := range lines {
			line(l)
		}
	}
	groups := r.Moves()
	for _, g := range groups {
		line(g.Line())
		for _, c := range g.Choices {
			line("  " + c.Text + "  " + c.Words)
		}
	}
	for _, l := range r.MoveNotes(groups) {
		line(l)
	}
	line(r.Legend())
	for _, row := range b.Rows {
		for _, c := range row.Cells {
			line(r.Say(c))
		}
	}
	return t.String()
}

// deal returns a random legal setup.
func deal(r engine.Rules, random *rand.Rand) engine.Setup {
	var s engine.Setup
	home := make([]int, r.Army.Board().SetupRows*r.Army.Board().Size)
	for i := range home {
		home[i] = i
	}
	random.Shuffle(len(home), func(i, j int) { home[i], home[j] = home[j], home[i] })
	for i, rank := range r.Troops.List() {
		s[home[i]] = rank
	}
	return s
}

// play makes up to plies random moves.
func play(t testing.TB, g engine.Game, plies int, random *rand.Rand) engine.Game {
	t.Helper()
	for range plies {
		moves := g.Moves()
		if len(moves) == 0 {
			break
		}
		next, _, err := engine.Apply(g, engine.Play(g.ToMove(), moves[random.IntN(len(moves))]))
		if err != nil {
			t.Fatal(err)
		}
		g = next
	}
	return g
}

func begin(t testing.TB, r engine.Rules, setups engine.Both[engine.Setup]) engine.Game {
	t.Helper()
	g, err := engine.Start(r, setups)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
