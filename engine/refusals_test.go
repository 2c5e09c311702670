package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// TestRefusalWords are the words of rules.md 11, in their order.
func TestRefusalWords(t *testing.T) {
	want := strings.Fields(`off-board empty-square not-yours immovable not-a-line too-far lake blocked own-piece
		no-attack two-squares more-squares ambiguous-path rescue setup`)
	var got []string
	for r := engine.OffBoard; r <= engine.BadSetup; r++ {
		got = append(got, r.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
}

// refusalBoard has a reason to refuse for each of a dozen words.
const refusalBoard = `
	10  .. .. .. .. .. .. .. .. .. bF
	 9  .. .. .. .. .. .. .. .. .. b4
	 8  .. .. .. .. .. bB .. .. .. ..
	 7  .. .. .. b5 .. .. .. .. .. ..
	 6  .. r5 ~~ ~~ r6 .. ~~ ~~ .. ..
	 5  .. .. ~~ ~~ r6 .. ~~ ~~ .. ..
	 4  r2 .. r7 .. .. .. .. .. .. ..
	 3  .. .. .. .. .. .. .. .. .. ..
	 2  rB .. .. .. .. .. .. .. .. ..
	 1  rF .. .. .. .. .. .. .. .. ..`

// TestRefusals has a move for each word, and one for each two neighbours that
// can apply at once: the first in the order of rules.md 11 is given.
func TestRefusals(t *testing.T) {
	const small = `
		8  .. .. .. .. .. .. .. bF
		7  .. .. .. .. .. .. .. b4
		4  .. .. ~~ .. .. ~~ .. ..
		1  rF .. .. .. .. .. .. r4`
	try(t, []trial{
		{
			name: "off-board", source: "ours", rules: "skirmish", board: small,
			asks: `
				h1-i1 off-board
				h1-h9 off-board
				i1-h1 off-board`,
		},
		{name: "off-board before empty-square", source: "ours", rules: "skirmish", board: small, asks: "g1-i1 off-board\n a10-a9 off-board"},
		{name: "off-board before not-yours and too-far", source: "ours", rules: "skirmish", board: small, asks: "h7-h10 off-board\n h1-h10 off-board"},
		{name: "a middle off the board", source: "ours", rules: "skirmish", board: small, asks: "h1-i1-h2 off-board"},
		{name: "empty-square", source: "ours", board: refusalBoard, asks: "b3-b4 empty-square"},
		{name: "empty-square before all that follow", source: "ours", board: refusalBoard, asks: "b3-c4 empty-square\n b3-b3 empty-square\n b5-c5 empty-square"},
		{name: "a lake is an empty square", source: "ours", board: refusalBoard, asks: "c5-c4 empty-square"},
		{name: "not-yours", source: "ours", board: refusalBoard, asks: "j9-j8 not-yours"},
		{name: "not-yours before immovable", source: "ours", board: refusalBoard, asks: "f8-f7 not-yours\n j10-i10 not-yours"},
		{name: "immovable", source: "ours", board: refusalBoard, asks: "a2-b2 immovable\n a1-b1 immovable"},
		{name: "immovable before not-a-line and too-far", source: "ours", board: refusalBoard, asks: "a2-b3 immovable\n a2-d2 immovable\n a2-a2 immovable"},
		{name: "immovable before own-piece", source: "ours", board: refusalBoard, asks: "a2-a1 immovable"},
		{name: "not-a-line", source: "ours", board: refusalBoard, asks: "b6-c7 not-a-line\n b6-b6 not-a-line\n a4-b6 not-a-line"},
		{name: "not-a-line before too-far", source: "ours", board: refusalBoard, asks: "b6-d7 not-a-line\n b6-e9 not-a-line"},
		{name: "not-a-line before lake", source: "ours", board: refusalBoard, asks: "b6-c5 not-a-line"},
		{name: "too-far", source: "ours", board: refusalBoard, asks: "b6-b8 too-far\n e6-e9 too-far"},
		{name: "too-far before lake", source: "ours", board: refusalBoard, asks: "b6-d6 too-far\n c4-c6 too-far"},
		{name: "too-far before blocked and own-piece", source: "ours", board: refusalBoard, asks: "b6-e6 too-far"},
		{name: "a third square for another than a captain", source: "ours", board: refusalBoard, asks: "e6-e7-e8 too-far\n e6-e7-f7 not-a-line\n e6-e7-e6 not-a-line\n a4-a5-a6 too-far"},
		{name: "lake", source: "ours", board: refusalBoard, asks: "b6-c6 lake\n c4-c5 lake"},
		{name: "lake before blocked", source: "ours", board: refusalBoard, played: "a4a5 j9j8", asks: "a5-d5 lake"},
		{name: "blocked", source: "ours", board: refusalBoard, played: "a4a5 j9j8", asks: "a5-e5 blocked"},
		{name: "blocked before own-piece", source: "ours", board: refusalBoard, asks: "a4-a1 blocked\n a4-d4 blocked"},
		{name: "own-piece", source: "ours", board: refusalBoard, asks: "e5-e6 own-piece\n a4-c4 own-piece"},
		{name: "blocked in a captain's middle before own-piece at the target", source: "ours", rules: "lightning", board: refusalBoard, asks: "e6-d6-d7 blocked\n e6-e7-e8 legal"},
		{name: "no-attack", source: "ours", rules: "movingBombs movingFlag", board: `
			10  .. .. .. .. .. .. .. .. .. bF
			 9  .. .. .. .. .. .. .. .. .. b4
			 5  b3 .. ~~ ~~ .. .. ~~ ~~ .. ..
			 4  rB rF b3 .. .. .. .. .. .. ..`, asks: "a4-a5 no-attack\n b4-c4 no-attack"},
		{name: "no-attack before two-squares", source: "ours", rules: "movingBombs", board: `
			10  .. .. .. .. .. .. .. .. .. bF
			 9  .. .. .. .. .. .. .. .. .. b4
			 4  rB b3 .. .. .. .. .. .. .. ..
			 1  rF .. .. .. .. .. .. .. .. r4`, played: "a4a5 j9j8 a5a4 j8j7 a4a5 b4a4", asks: "a5-a4 no-attack"},
	})
}

// bothRepetitions is a scout's hunt that ends where b7-b8 breaks both repetition
// rules: it crosses the boundary of rows 7 and 8 for the fourth time, and
// brings back the first position of the hunt.
const (
	bothRepetitions = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. b2 .. .. .. .. .. .. ..
		 8  b5 .. .. r2 .. .. .. .. .. ..
		 2  .. .. .. .. .. .. .. .. .. r4
		 1  rF .. .. .. .. .. .. .. .. ..`
	bothPlayed = "d8b8 a8a7 b8b7 a7a8 b7b9 c9c7 b9b7 c7c9"
)

// TestRefusalsRepetition orders the two repetition rules and what follows them.
func TestRefusalsRepetition(t *testing.T) {
	const twoWays = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 8  .. .. .. .. .. .. .. .. .. ..
		 7  .. .. .. .. r6 .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`
	try(t, []trial{
		{name: "two-squares", source: "000 002", rules: "chase=off", board: bothRepetitions, played: bothPlayed, asks: "b7-b8 two-squares"},
		{name: "more-squares", source: "000 002", rules: "twoSquares=0", board: bothRepetitions, played: bothPlayed, asks: "b7-b8 more-squares"},
		{name: "neither", source: "ours", rules: "twoSquares=0 chase=off", board: bothRepetitions, played: bothPlayed, asks: "b7-b8 legal"},
		{name: "two-squares before more-squares", source: "ours", board: bothRepetitions, played: bothPlayed, asks: "b7-b8 two-squares"},
		{
			name: "more-squares on both ways before ambiguous-path", source: "ours", rules: "lightning", board: `
				10  bF .. .. .. .. .. .. .. .. ..
				 9  .. .. .. .. r6 .. .. .. .. ..
				 8  .. .. .. .. .. b2 .. .. .. ..
				 2  .. .. .. .. .. .. .. .. .. r4
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "e9f9 f8h8 f9g9h9 h8f8 h9g9g8 f8f10 g8g9g10 f10f8",
			asks: `
				g10-f9 more-squares
				g10-f10-f9 more-squares
				g10-g9-f9 more-squares
				g10-h9 ambiguous-path`,
		},
		{name: "ambiguous-path", source: "ours", rules: "lightning", board: twoWays, asks: "e7-f8 ambiguous-path"},
		{
			name: "ambiguous-path before rescue", source: "ours", rules: "lightning reconquest", trays: "5", board: `
				10  .. .. .. .. .. .. .. .. .. ..
				 9  .. .. .. .. r6 .. .. .. .. b4
				 7  .. .. .. .. .. .. .. .. .. bF
				 1  rF .. .. .. .. .. .. .. .. ..`,
			asks: `
				e9-f10 +9@c2 ambiguous-path
				e9-f10 +5@c2 ambiguous-path
				e9-e10-f10 +9@c2 rescue
				e9-e10-f10 +5@c2 legal`,
		},
		{
			name: "rescue comes last", source: "ours", rules: "reconquest", board: refusalBoard,
			asks: `
				b6-b7 +5@c2 rescue
				b6-c7 +5@c2 not-a-line
				b6-c6 +5@c2 lake
				b3-b4 +5@c2 empty-square`,
		},
	})
}

// TestRefusalBecause: a refusal by a repetition rule gives the moves that set it
// off, oldest first and without ranks: for two-squares the player's own last
// moves, for more-squares all moves since the position that would recur.
func TestRefusalBecause(t *testing.T) {
	for _, tt := range []struct {
		name, rules, board, played, move string
		rule                             engine.Rule
		because                          []string
	}{
		{"two-squares", "", bothRepetitions, bothPlayed, "b7b8", engine.TwoSquares, []string{"3. b8-b7", "5. b7-b9", "7. b9-b7"}},
		{"two-squares of five", "twoSquares=5", ringBoard, "d7c7 a9a8 c7d7 a8a7 d7c7 a7a6 c7d7 a6a5 d7c7 a5a4", "c7d7", engine.TwoSquares, []string{
			"1. d7-c7", "3. c7-d7", "5. d7-c7", "7. c7-d7", "9. d7-c7",
		}},
		{"more-squares", "", ringBoard, ring, "f7e7", engine.MoreSquares, []string{
			"2. e8-f8", "3. e7-e8", "4. f8-f7", "5. e8-f8", "6. f7-e7", "7. f8-f7", "8. e7-e8",
		}},
		{"more-squares of a scout, whose long moves showed it", "twoSquares=0", bothRepetitions, bothPlayed, "b7b8", engine.MoreSquares, []string{
			"2. a8-a7", "3. b8-b7", "4. a7-a8", "5. b7-b9", "6. c9-c7", "7. b9-b7", "8. c7-c9",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			game := trial{rules: tt.rules, board: tt.board}
			g := playAll(t, game.begin(t), tt.played)
			refusal := refused(t, g, tt.move)
			if refusal.Rule != tt.rule || refusal.Move != parsed(t, tt.move) || refusal.Paths != nil {
				t.Errorf("refused is %v by %v, with paths %v", refusal.Move, refusal.Rule, refusal.Paths)
			}
			var got []string
			for _, p := range refusal.Because {
				got = append(got, p.String())
			}
			if diff := cmp.Diff(tt.because, got); diff != "" {
				t.Errorf("because (-want +got):\n%s", diff)
			}
		})
	}
}

func refused(t *testing.T, g engine.Game, move string) *engine.Refusal {
	t.Helper()
	refusal, ok := errors.AsType[*engine.Refusal](g.Legal(engine.Play(g.ToMove(), parsed(t, move))))
	if !ok {
		t.Fatalf("%s is not refused", move)
	}
	return refusal
}

// TestRefusalPaths: ambiguous-path gives the legal ways, which are then legal as
// they stand.
func TestRefusalPaths(t *testing.T) {
	game := trial{rules: "lightning", board: `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 8  .. .. .. .. .. b3 .. .. .. ..
		 7  .. .. .. .. r6 .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`}
	g := game.begin(t)
	refusal := refused(t, g, "e7f8")
	var got []string
	for _, m := range refusal.Paths {
		got = append(got, m.String())
		if v := verdict(t, g, m); v != "legal" {
			t.Errorf("%v: %s", m, v)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"e7-e8-f8", "e7-f7-f8"}, got); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
	if refusal.Because != nil {
		t.Errorf("because %v", refusal.Because)
	}
}

// TestRefusalText: a refusal quotes the move and names the rule, and no rank,
// neither of the pieces nor of what was lost.
func TestRefusalText(t *testing.T) {
	game := trial{board: ringBoard}
	g := playAll(t, game.begin(t), ring)
	got := refused(t, g, "f7e7").Error()
	if want := `"f7-e7" is refused: more-squares`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
