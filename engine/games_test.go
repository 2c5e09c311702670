package engine_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// storedGame is one line of games.tsv.
type storedGame struct {
	id, label string
	army      engine.Army
	setups    engine.Both[engine.Setup]
	moves     []engine.Move
}

// storedGames reads games.tsv.
func storedGames(t testing.TB) []storedGame {
	t.Helper()
	var games []storedGame
	for line := range strings.Lines(string(conformanceFile(t, "games.tsv"))) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 5 {
			t.Fatalf("%q has %d fields", line[:min(len(line), 40)], len(fields))
		}
		g := storedGame{id: fields[0], label: fields[3], army: engine.Original}
		if fields[1] == "barrage" {
			g.army = engine.Barrage
		} else if fields[1] != "classic" {
			t.Fatalf("%s: army %q", g.id, fields[1])
		}
		g.setups = fieldSetups(t, fields[2])
		for _, m := range strings.Fields(fields[4]) {
			g.moves = append(g.moves, parsed(t, m))
		}
		games = append(games, g)
	}
	if len(games) != 121 {
		t.Fatalf("%d games, want 121", len(games))
	}
	return games
}

// fieldSetups reads a field of 100 letters from a1: A empty, `_` lake, B to M
// Red's bomb, spy, 2 to 10 and flag, N to Y Blue's.
func fieldSetups(t testing.TB, field string) engine.Both[engine.Setup] {
	t.Helper()
	b := engine.Original.Board()
	ranks := append([]engine.Rank{engine.Bomb}, slices.Sorted(slices.Values(engine.Ranks[:10]))...)
	ranks = append(ranks, engine.Flag)
	if len(field) != 100 {
		t.Fatalf("a field of %d letters", len(field))
	}
	var setups engine.Both[engine.Setup]
	placed := 0
	for i := range 40 {
		for c, first := range map[engine.Color]byte{engine.Red: 'B', engine.Blue: 'N'} {
			s := b.HomeSquare(c, i)
			letter := field[(s.Row()-1)*10+s.File()-1]
			if letter == 'A' {
				continue
			}
			if letter < first || int(letter-first) >= len(ranks) {
				t.Fatalf("%v has %q on %v", c, letter, s)
			}
			setups.Of(c)[i] = ranks[letter-first]
			placed++
		}
	}
	if n := 100 - strings.Count(field, "A") - strings.Count(field, "_"); n != placed {
		t.Fatalf("%d pieces, but %d on setup rows", n, placed)
	}
	return setups
}

// storedRules are those that the stored games were played by, but for the chase
// profile.
func storedRules(a engine.Army, chase engine.Chase) engine.Rules {
	r := engine.StandardRules(a)
	r.Chase = chase
	r.QuietClaim, r.QuietDraw, r.MaxPlies = 0, 0, 0
	return r
}

// profileDifferences are the only moves in the stored games about which the two
// chase profiles disagree: refused under strategus, legal under isf.
var profileDifferences = []string{
	"classic-36 2001 a6-a4",
	"classic-36 2009 a6-a4",
	"classic-53 121 f3-f5",
}

// TestStoredGames plays all games by both chase profiles side by side: every
// move of a real game must be legal, every labelled last move refused, and the
// whole move lists of the two profiles are compared at every position.
func TestStoredGames(t *testing.T) {
	games, differences := storedGames(t), make(chan string, 100)
	t.Run("games", func(t *testing.T) {
		for _, stored := range games {
			t.Run(stored.id, func(t *testing.T) {
				t.Parallel()
				stored.play(t, differences)
			})
		}
	})
	close(differences)
	var found []string
	for d := range differences {
		found = append(found, d)
	}
	slices.Sort(found)
	if diff := cmp.Diff(profileDifferences, found); diff != "" {
		t.Errorf("moves about which the profiles disagree (-want +got):\n%s", diff)
	}
}

// play plays one game by both profiles, and packs it at 400 plies and at its
// end.
func (stored *storedGame) play(t *testing.T, differences chan<- string) {
	strategus := stored.start(t, storedRules(stored.army, engine.ChaseStrategus))
	isf := stored.start(t, storedRules(stored.army, engine.ChaseISF))
	for i, m := range stored.moves {
		strict, loose := strategus.Moves(), isf.Moves()
		for _, d := range lacking(strict, loose) {
			differences <- fmt.Sprintf("%s %d %v", stored.id, i, d)
		}
		for _, d := range lacking(loose, strict) {
			differences <- fmt.Sprintf("%s %d %v the other way round", stored.id, i, d)
		}
		if i == 400 {
			checkPacked(t, isf)
			if size := len(engine.Pack(isf)); size >= 1024 {
				t.Errorf("%d bytes at 400 plies, want under 1 KB", size)
			}
		}
		if stored.id == "site-attack_chase" && i == 376 {
			stored.refuses(t, strategus, i, parsed(t, "e7f7"))
			stored.refuses(t, isf, i, parsed(t, "e7f7"))
		}
		if i == len(stored.moves)-1 && stored.label == "last-illegal:more-squares" {
			stored.refuses(t, strategus, i, m)
			if !slices.Contains(profileDifferences, fmt.Sprintf("%s %d %v", stored.id, i, m)) {
				stored.refuses(t, isf, i, m)
			}
			checkPacked(t, isf)
			return
		}
		for _, g := range []*engine.Game{&strategus, &isf} {
			next, _, err := engine.Apply(*g, engine.Play(g.ToMove(), m))
			if err != nil {
				t.Fatalf("index %d: %v: %v", i, m, err)
			}
			*g = next
		}
	}
	if stored.label != "all-legal:flag-captured-by-blue" {
		t.Fatalf("label %q is not understood", stored.label)
	}
	for _, g := range []engine.Game{strategus, isf} {
		if got := ending(g); got != "blue flag" {
			t.Errorf("end: %s", got)
		}
	}
	checkPacked(t, isf)
}

func (stored *storedGame) start(t testing.TB, r engine.Rules) engine.Game {
	t.Helper()
	g, err := engine.Start(r, stored.setups)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func (stored *storedGame) refuses(t *testing.T, g engine.Game, i int, m engine.Move) {
	t.Helper()
	if got := verdict(t, g, m); got != "more-squares" {
		t.Errorf("index %d, %v, %v: %s, want more-squares", i, m, g.Rules().Chase, got)
	}
}

// lacking returns what is in all and not in some.
func lacking(some, all []engine.Move) []engine.Move {
	var list []engine.Move
	for _, m := range all {
		if !slices.Contains(some, m) {
			list = append(list, m)
		}
	}
	return list
}

// checkPacked packs g and reads it back. Unpacking plays the game again, so that
// a replay equals playing step by step.
func checkPacked(t *testing.T, g engine.Game) {
	t.Helper()
	data := engine.Pack(g)
	back, err := engine.Unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(engine.Pack(back), data) {
		t.Error("the unpacked game packs differently")
	}
	if diff := cmp.Diff(g.Position(), back.Position()); diff != "" {
		t.Errorf("position (-want +got):\n%s", diff)
	}
	if !slices.Equal(g.Record(), back.Record()) {
		t.Error("the records differ")
	}
	if !slices.Equal(g.Moves(), back.Moves()) {
		t.Errorf("moves %v, want %v", back.Moves(), g.Moves())
	}
	if ending(g) != ending(back) {
		t.Errorf("end: %s, want %s", ending(back), ending(g))
	}
	before, _ := g.Setups()
	after, whole := back.Setups()
	if !whole || before != after {
		t.Error("the setups differ")
	}
}
