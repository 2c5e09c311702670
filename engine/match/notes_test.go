package match_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// goldenNotes is what stores hold: never change a line.
var goldenNotes = map[string]match.Notes{
	"01" + "00" + "00": {},
	"01" + "0b" + "6275c3b16a0a6c656674" + "21" + "00": {Text: "buñj\nleft!"},
	"01" + "02" + "6136" + "03" + "3d0003" + "640001" + "01ac0209": {Text: "a6", Guessed: map[engine.Origin]engine.Rank{
		{Square: engine.At(1, 1), Ply: 300}: engine.General,
		{Square: engine.At(10, 10)}:         engine.Spy,
		{Square: engine.At(1, 7)}:           engine.Miner,
	}},
}

func TestNotesGolden(t *testing.T) {
	for golden, n := range goldenNotes {
		if got := hex.EncodeToString(match.SealNotes(n)); got != golden {
			t.Errorf("sealed as %s, stores hold %s", got, golden)
		}
		got, err := match.OpenNotes(unhex(t, golden))
		if diff := cmp.Diff(n, got); diff != "" || err != nil {
			t.Errorf("%s: %v, -want +got:\n%s", golden, err, diff)
		}
	}
}

func TestOpenNotesRefuses(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "corrupt image of a game: empty"},
		{"form 0", "000000", "corrupt image of a game: no such form"},
		{"a newer form", "020000", "image of a game in form 2, newer than this program"},
		{"a byte more", "01000000", "corrupt image of a game: bytes left over"},
		{"a byte less", "0100", "corrupt image of a game: no number"},
		{"half a text", "010561", "corrupt image of a game: cut short"},
		{"a bell in the text", "01010700", "corrupt image of a game: no such text"},
		{"a space behind the text", "010261" + "20" + "00", "corrupt image of a game: no such text"},
		{"too long a text", "01d10f" + strings.Repeat("61", 2001) + "00", "corrupt image of a game: no such text"},
		{"no square", "01" + "00" + "01" + "000003", "corrupt image of a game: no such guess"},
		{"a square beyond the board", "01" + "00" + "01" + "650003", "corrupt image of a game: no such guess"},
		{"no rank", "01" + "00" + "01" + "3d0000", "corrupt image of a game: no such guess"},
		{"a rank beyond the flag", "01" + "00" + "01" + "3d000d", "corrupt image of a game: no such guess"},
		{"a piece twice", "01" + "00" + "02" + "3d0003" + "3d0004", "corrupt image of a game: not canonical"},
		{"out of order", "01" + "00" + "02" + "640001" + "3d0003", "corrupt image of a game: not canonical"},
		{"more guesses than pieces", "01" + "00" + "29" + strings.Repeat("3d0003", 41), "corrupt image of a game: number too large"},
	} {
		_, err := match.OpenNotes(unhex(t, c.data))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// oneNotes fails if data is taken and is not what SealNotes writes.
func oneNotes(t *testing.T, data []byte) {
	t.Helper()
	n, err := match.OpenNotes(data)
	if err != nil {
		_, corrupt := errors.AsType[*match.CorruptError](err)
		_, newer := errors.AsType[*match.VersionError](err)
		if !corrupt && !newer {
			t.Errorf("%T %v", err, err)
		}
		return
	}
	if again := match.SealNotes(n); !bytes.Equal(again, data) {
		t.Errorf("%x is taken and written as %x", data, again)
	}
}

func FuzzOpenNotes(f *testing.F) {
	for _, n := range goldenNotes {
		f.Add(match.SealNotes(n))
	}
	f.Fuzz(oneNotes)
}

func TestNotesText(t *testing.T) {
	for _, c := range []struct {
		text, want string
		problem    match.Problem
	}{
		{"  the 10 is on the left\r\nb7?\n\n", "the 10 is on the left\nb7?", match.NoProblem},
		{strings.Repeat("é", 2000), strings.Repeat("é", 2000), match.NoProblem},
		{" \n ", "", match.NoProblem},
		{strings.Repeat("é", 2001), "", match.NotesTooLong},
		{"a\x07", "", match.UnseenCharacters},
		{strings.Repeat("a", 600) + "\u202e", "", match.UnseenCharacters},
		{"a\xff", "", match.NotUTF8},
	} {
		was := match.Notes{Text: "was"}
		n, err := was.Write(c.text)
		if c.problem == match.NoProblem {
			if err != nil || n.Text != c.want {
				t.Errorf("%.20q: %.20q, %v", c.text, n.Text, err)
			}
			continue
		}
		input, ok := errors.AsType[*match.InputError](err)
		if !ok || input.Problem != c.problem || input.Quote() != "" || n.Text != "was" {
			t.Errorf("%.20q: %v, and the text is %q", c.text, err, n.Text)
		}
	}
}

// guessed reads notes as v shows them: "a7 2".
func guessed(n match.Notes, v *engine.View) string {
	var list []string
	for _, g := range n.Guesses(v) {
		list = append(list, fmt.Sprint(g.At, " ", g.Rank))
	}
	return strings.Join(list, ", ")
}

// A guess is of a piece, wherever it goes, until its rank is known.
func TestGuessesFollow(t *testing.T) {
	a7, a6, j7, j6 := engine.At(1, 7), engine.At(1, 6), engine.At(10, 7), engine.At(10, 6)
	m := created(t, create(custom("F M 3 2 2 B")))
	m = after(t, m, match.Confirm{}, match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: rows(t, "M.......2F/32B")}, match.SetUp{By: engine.Blue, Setup: rows(t, "22.......M/F3B")})
	before := m.View(engine.Red)
	take := func(n match.Notes, v *engine.View, ply int, list ...match.Guess) match.Notes {
		t.Helper()
		n, err := n.Guess(v, ply, list...)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	var empty match.Notes
	n := take(empty, &before, 0, match.Guess{At: a7, Rank: engine.Miner}, match.Guess{At: j7, Rank: engine.Bomb}, match.Guess{At: a7, Rank: engine.Spy + 2})
	if got := guessed(n, &before); got != "a7 3, j7 B" {
		t.Errorf("at first %q", got)
	}
	if own := m.View(engine.Blue); guessed(n, &own) != "" {
		t.Errorf("of the own pieces %q", guessed(n, &own))
	}

	m = after(t, m, play(t, engine.Red, 0, "a4-a5"), play(t, engine.Blue, 1, "j7-j6"))
	v := m.View(engine.Red)
	if got := guessed(n, &v); got != "j6 B, a7 3" {
		t.Errorf("after a move %q", got)
	}
	// A page that was opened before that move means the same piece.
	if got := guessed(take(n, &v, 0, match.Guess{At: j7, Rank: engine.Flag}), &v); got != "j6 F, a7 3" {
		t.Errorf("by the squares of then %q", got)
	}
	if got := guessed(take(n, &v, v.Ply, match.Guess{At: j6}), &v); got != "a7 3" {
		t.Errorf("forgotten: %q", got)
	}
	if got := guessed(n, &before); got != "a7 3, j7 B" {
		t.Errorf("the notes of before have changed: %q", got)
	}

	m = after(t, m, play(t, engine.Red, 2, "a5-a6"), play(t, engine.Blue, 3, "j6-j5"), play(t, engine.Red, 4, "a6xa7"))
	v = m.View(engine.Red)
	if got := guessed(n, &v); got != "j5 B" {
		t.Errorf("after a capture %q", got)
	}
	if again := take(n, &v, v.Ply, match.Guess{At: engine.At(10, 5), Rank: engine.Bomb}); len(again.Guessed) != 1 {
		t.Errorf("a captured piece is kept: %v", again.Guessed)
	}
	for name, c := range map[string]struct {
		ply   int
		guess match.Guess
		want  string
	}{
		"captured":         {0, match.Guess{At: a7, Rank: engine.Miner}, `there is nothing to guess at "a7"`},
		"left by now":      {5, match.Guess{At: j7, Rank: engine.Miner}, `there is nothing to guess at "j7"`},
		"the own":          {5, match.Guess{At: a7, Rank: engine.Miner}, `there is nothing to guess at "a7"`},
		"an empty square":  {5, match.Guess{At: a6, Rank: engine.Miner}, `there is nothing to guess at "a6"`},
		"no square":        {5, match.Guess{Rank: engine.Miner}, `there is nothing to guess at "-"`},
		"no such rank":     {5, match.Guess{At: engine.At(10, 5), Rank: engine.Spy}, `no piece of this army has the rank that is guessed at "j5"`},
		"beyond the ranks": {5, match.Guess{At: engine.At(10, 5), Rank: 200}, `no piece of this army has the rank that is guessed at "j5"`},
		"a ply to come":    {6, match.Guess{At: engine.At(10, 5), Rank: engine.Miner}, match.ErrStale.Error()},
		"no ply":           {-1, match.Guess{At: engine.At(10, 5), Rank: engine.Miner}, match.ErrStale.Error()},
	} {
		first := engine.At(10, 5)
		if c.ply == 0 {
			first = j7
		}
		after, err := n.Guess(&v, c.ply, match.Guess{At: first, Rank: engine.Flag}, c.guess)
		if err == nil || err.Error() != c.want || guessed(after, &v) != "j5 B" {
			t.Errorf("%s: %v, %q", name, err, guessed(after, &v))
		}
	}

	m = after(t, m, match.Resign{By: engine.Blue, Ply: m.Game.Ply()})
	v = m.View(engine.Red)
	if got := guessed(n, &v); got != "" {
		t.Errorf("after the end %q", got)
	}
}

// Notes are of a game, and stay when it is over.
func TestTakesNotes(t *testing.T) {
	for state, m := range stages(t) {
		want := state == match.Playing || state == match.Over || state == match.Aborted
		if err := m.TakesNotes(); (err == nil) != want {
			t.Errorf("%v: %v", state, err)
		}
		if want && !match.Seal(m).Expires.IsZero() {
			t.Errorf("%v: the match is forgotten, and its notes are not", state)
		}
	}
}

// Whatever a player guesses, his notes can be kept, and show no piece but what his own
// view hides from him.
func TestNotesLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := engine.StandardRules(rapid.SampledFrom([]engine.Army{engine.Barrage, engine.Original, engine.Skirmish}).Draw(t, "army"))
		rules.Memory, rules.Reconquest = rapid.Bool().Draw(t, "memory"), rapid.Bool().Draw(t, "reconquest")
		g, err := engine.Start(rules, engine.Both[engine.Setup]{Red: anySetup(t, rules), Blue: anySetup(t, rules)})
		if err != nil {
			t.Fatal(err)
		}
		var n match.Notes
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			v := engine.Look(g, engine.Blue)
			at := engine.Square(rapid.IntRange(0, 100).Draw(t, "at"))
			guess := match.Guess{At: at, Rank: engine.Rank(rapid.IntRange(0, 13).Draw(t, "rank"))}
			next, err := n.Guess(&v, v.Ply, guess)
			may := slices.Contains(match.Unknown(&v), at) && (guess.Rank == engine.NoRank || guess.Rank <= engine.Flag && rules.Troops[guess.Rank] > 0)
			if (err == nil) != may {
				t.Fatalf("%v: %v", guess, err)
			}
			n = next
			for _, shown := range n.Guesses(&v) {
				if p := v.At(shown.At); p.Color != engine.Red || p.Rank != engine.NoRank {
					t.Errorf("a guess of %+v", p)
				}
			}
			if again, err := match.OpenNotes(match.SealNotes(n)); err != nil || cmp.Diff(n, again) != "" {
				t.Fatalf("not kept: %v, %s", err, cmp.Diff(n, again))
			}
			legal := g.Moves()
			if len(legal) == 0 {
				break
			}
			if g, _, err = engine.Apply(g, engine.Play(g.ToMove(), rapid.SampledFrom(legal).Draw(t, "move"))); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Nothing that prints notes may tell them.
func TestNotesPrintNothing(t *testing.T) {
	n := match.Notes{Text: "secret", Guessed: map[engine.Origin]engine.Rank{{Square: 61}: engine.Miner}}
	for _, verb := range []string{"%v", "%+v", "%s"} {
		for _, x := range []any{n, &n, []match.Notes{n}} {
			if text := fmt.Sprintf(verb, x); strings.Contains(text, "secret") || strings.Contains(text, "61") {
				t.Errorf("%s of %T prints %q", verb, x, text)
			}
		}
	}
}
