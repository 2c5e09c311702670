package engine_test

import (
	"strings"
	"testing"

	"fieldpost/engine"
)

// TestCaptain is the Lightning captain (000, 002, rules.md 7): one or two
// squares, straight or turning after the first.
func TestCaptain(t *testing.T) {
	const open = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 7  .. .. .. .. r6 .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`
	try(t, []trial{
		{
			name: "one step", source: "000 002", rules: "lightning", board: open,
			asks: `
				e7-e8 legal
				e7-f7 legal
				e7-e6 legal
				e7-d7 legal`,
		},
		{
			name: "two steps straight, with the middle or without", source: "000 002", rules: "lightning", board: open,
			asks: `
				e7-e9 legal
				e7-e8-e9 legal
				e7-g7 legal
				e7-f7-g7 legal
				e7-e6-e5 legal
				e7-d7-c7 legal`,
		},
		{
			name: "two steps with a turn, by either way", source: "000 002", rules: "lightning", board: open,
			asks: `
				e7-e8-f8 legal
				e7-f7-f8 legal
				e7-e8-d8 legal
				e7-d7-d8 legal
				e7-e6-f6 legal
				e7-f7-f6 legal`,
		},
		{
			name: "with both ways open the middle must be named", source: "ours", rules: "lightning", board: open,
			asks: `
				e7-f8 ambiguous-path
				e7-f6 ambiguous-path
				e7-d8 ambiguous-path`,
		},
		{
			name: "with one way open it may be left out", source: "ours", rules: "lightning", board: open, played: "e7e6 j9j8",
			asks: `
				e6-d7 legal
				e6-d6-d7 blocked
				e6-e7-d7 legal
				e6-d5 lake
				e6-f7 ambiguous-path`,
		},
		{
			name: "the record gives the full path", source: "ours", rules: "lightning", board: open, played: "e7e6 j9j8 e6d7",
			last: "e6-e7-d7 (6)",
		},
		{
			name: "never back to the start", source: "ours", rules: "lightning", board: open,
			asks: `
				e7-e8-e7 not-a-line
				e7-f7-e7 not-a-line`,
		},
		{
			name: "never three squares", source: "000 002", rules: "lightning", board: open,
			asks: `
				e7-e10 too-far
				e7-h7 too-far
				e7-b7 too-far`,
		},
		{
			name: "both steps go along a line", source: "000 002", rules: "lightning", board: open,
			asks: `
				e7-f8-g8 not-a-line
				e7-e8-f9 not-a-line
				e7-g8 not-a-line`,
		},
		{
			name: "in every other army one step only", source: "000 002", board: open,
			asks: `
				e7-e8 legal
				e7-e9 too-far
				e7-f8 not-a-line
				e7-e8-e9 too-far`,
		},
		{
			name: "only captains take two steps", source: "000 002", rules: "lightning", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b4
				 7  .. .. .. .. r7 .. .. r5 .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			asks: `
				e7-e9 too-far
				h7-i8 not-a-line`,
		},
	})
}

// TestCaptainMiddle: what may and may not stand between.
func TestCaptainMiddle(t *testing.T) {
	try(t, []trial{
		{
			name: "an own piece in the middle", source: "002", rules: "lightning", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b4
				 8  .. .. .. .. r5 .. .. .. .. ..
				 7  .. .. .. .. r6 .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			asks: `
				e7-e9 own-piece
				e7-e8-e9 own-piece
				e7-e8-f8 own-piece
				e7-f8 legal
				e7-f7-f8 legal
				e7-e8 own-piece`,
		},
		{
			name: "an enemy in the middle", source: "002", rules: "lightning", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b4
				 8  .. .. .. .. b5 .. .. .. .. ..
				 7  .. .. .. .. r6 .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			asks: `
				e7-e9 blocked
				e7-e8-e9 blocked
				e7-e8-f8 blocked
				e7-f8 legal
				e7-f7-f8 legal
				e7-e8 legal`,
		},
		{
			name: "a lake in the middle", source: "002, the word ours", rules: "lightning", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b4
				 7  .. .. r6 .. .. .. .. .. .. ..
				 6  .. r6 ~~ ~~ .. .. ~~ ~~ .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			asks: `
				b6-c6-c7 blocked
				b6-b7-c7 own-piece
				b6-c7 own-piece
				c7-c6-b6 blocked
				c7-c5 lake
				c7-c6-c5 lake
				b6-c5 lake
				b6-d6 lake
				c7-d7 legal
				c7-c6 lake`,
		},
		{
			name: "both ways shut: the refusal of the way that got furthest", source: "ours", rules: "lightning", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b4
				 8  .. .. .. .. b5 .. .. .. .. ..
				 7  .. .. .. .. r6 r5 .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			asks: `
				e7-f8 own-piece
				e7-e8-f8 blocked
				e7-f7-f8 own-piece`,
		},
	})
}

// TestCaptainAttacks: one attack at most, and it ends the move.
func TestCaptainAttacks(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. b3 .. .. .. b4
		 8  .. .. .. .. b5 b7 .. .. .. ..
		 7  .. .. .. .. r6 .. b6 .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`
	try(t, []trial{
		{name: "on the first step", source: "000 002", rules: "lightning", board: board, played: "e7e8", last: "e7xe8 6>5", lost: "/ 5"},
		{name: "a won one ends the move", source: "002", rules: "lightning", board: board, asks: `e7-e8-e9 blocked`},
		{name: "and no second attack follows it", source: "000 002", rules: "lightning", board: board, asks: `e7-e8-f8 blocked`},
		{name: "on the second step, straight", source: "000 002", rules: "lightning", board: board, played: "e7f7g7", last: "e7-f7xg7 6=6", lost: "6 / 6"},
		{name: "on the second step, after a turn", source: "000 002", rules: "lightning", board: board, played: "e7f7f8", last: "e7-f7xf8 6<7", lost: "6 /"},
		{
			name: "the winner stands on the target", source: "000 002", rules: "lightning", board: board,
			played: "e7d7d8 j9j8 d8d9e9 j8j9 e9f9", last: "e9xf9 6>3",
			after: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. r6 .. .. .. b4
				 8  .. .. .. .. b5 b7 .. .. .. ..
				 7  .. .. .. .. .. .. b6 .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
		},
	})
}

// TestCaptainRevealed: two steps reveal a captain, one does not (ours); the
// option scoutReveal turns that off too.
func TestCaptainRevealed(t *testing.T) {
	for _, tt := range []struct {
		name, rules, played, record string
		revealed                    bool
	}{
		{"two steps straight", "lightning", "e7e9", "e7-e8-e9 (6)", true},
		{"two steps with a turn", "lightning", "e7f7f8", "e7-f7-f8 (6)", true},
		{"one step", "lightning", "e7e8", "e7-e8", false},
		{"two steps with scoutReveal off", "lightning -scoutReveal", "e7f7f8", "e7-f7-f8", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			game := trial{rules: tt.rules, board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. .. .. .. .. .. .. .. .. b4
				 7  .. .. .. .. r6 .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`}
			g := playAll(t, game.begin(t), tt.played)
			if got := g.Record()[0].Text(); got != tt.record {
				t.Errorf("record: %q, want %q", got, tt.record)
			}
			view := engine.Look(g, engine.Blue)
			got := view.At(parsed(t, tt.played).To)
			if got.Revealed != tt.revealed || (got.Rank != engine.NoRank) != tt.revealed || !got.Moved {
				t.Errorf("Blue sees %+v", got)
			}
		})
	}
}

// TestCaptainListed: the legal list always gives the full path, sorted by start,
// target and middle.
func TestCaptainListed(t *testing.T) {
	game := trial{rules: "lightning", board: `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 2  .. .. .. .. .. .. .. .. .. bB
		 1  .. rF .. .. .. .. .. bB .. r6`}
	var got []string
	for _, m := range game.begin(t).Moves() {
		got = append(got, m.String())
	}
	want := "j1-i1-h1 j1-i1 j1-i1-i2 j1-j2" // by target: h1, i1, i2, j2
	if text := strings.Join(got, " "); text != want {
		t.Errorf("legal: %s, want %s", text, want)
	}
}
