package demo

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// Without it the program could ship a game that cannot be played, and
// `make demo` would stop in the middle on every fresh machine.
func TestShippedGameEndsWithTheFlag(t *testing.T) {
	s, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	g, err := s.Replay()
	if err != nil {
		t.Fatal(err)
	}
	if g.Reason() != engine.ByFlag {
		t.Errorf("the shipped game ends by %v, not by the flag", g.Reason())
	}
	if s.Text() != shipped {
		t.Errorf("the file is not in its own form (-file +want):\n%s", cmp.Diff(shipped, s.Text()))
	}
}

// Without it a table with other letters, squares or moves would play another
// game than it holds.
func TestFindGame(t *testing.T) {
	field := []byte(strings.Repeat("A", 100))
	for square, letter := range map[string]byte{
		"a1": 'M', "b1": 'B', "a4": 'L', "b4": 'K', "c4": 'E', "d4": 'D', "e4": 'D', "f4": 'C',
		"j10": 'Y', "i10": 'N', "j7": 'X', "i7": 'W', "h7": 'Q', "g7": 'P', "f7": 'P', "e7": 'O',
	} {
		at, err := engine.ParseSquare(square)
		if err != nil {
			t.Fatal(err)
		}
		field[(at.Row()-1)*10+at.File()-1] = letter
	}
	row := "small\tbarrage\t" + string(field) + "\tany\ta4a5 j7j6\n"
	s, err := FindGame("#id\tarmy\n"+row, "small")
	if err != nil {
		t.Fatal(err)
	}
	got := s.Text()
	want := `small
barrage

M9322S....
..........
..........
FB........

M9322S....
..........
..........
FB........

a4-a5 j7-j6
`
	// Blue's h7 holds 3 and g7, f7 scouts: as he sees them from his left.
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the game reads otherwise (-want +got):\n%s", diff)
	}
	again, err := ParseScript(got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, again); diff != "" {
		t.Errorf("its text reads back otherwise:\n%s", diff)
	}
}

func TestFindGameRefuses(t *testing.T) {
	for _, c := range []struct{ name, table, want string }{
		{"no such game", "a\tclassic\tx\ty\tz\n", `no game "g"`},
		{"another army", "g\tduel\tx\ty\ta4a5\n", `no army "duel"`},
		{"a short field", "g\tclassic\tABC\ty\ta4a5\n", "3 squares"},
		{"an incomplete army", "g\tclassic\t" + strings.Repeat("A", 100) + "\ty\ta4a5\n", "missing M x1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := FindGame(c.table, "g")
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

// The game that make demo plays where it is at hand. Without it the demo could
// fail on the one machine where it matters.
func TestConformanceGame(t *testing.T) {
	const file = "../../../../shared/conformance/games.tsv"
	table, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the conformance data is not beside this checkout: no %s", file)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := FindGame(string(table), "site-attack_chase")
	if err != nil {
		t.Fatal(err)
	}
	g, err := s.Replay()
	if err != nil {
		t.Fatal(err)
	}
	if g.Ply() != 592 || g.Outcome() != engine.BlueWins || g.Reason() != engine.ByFlag {
		t.Errorf("%d plies, %v by %v", g.Ply(), g.Outcome(), g.Reason())
	}
}

// Without it a game could be written that reads back as another.
func FuzzParseScript(f *testing.F) {
	f.Add(shipped)
	f.Add("small\nbarrage\n\nM9322S..../........../........../FB........\n\n" +
		"M9322S..../........../........../FB........\n\na4-a5 j7:j6")
	f.Add("x\nduel\n\n.\n\n.\n\na1b1")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseScript(text)
		if err != nil {
			return
		}
		again, err := ParseScript(s.Text())
		if err != nil {
			t.Fatalf("its own text does not parse: %v\n%s", err, s.Text())
		}
		if diff := cmp.Diff(s, again); diff != "" {
			t.Errorf("it reads back otherwise:\n%s", diff)
		}
	})
}
