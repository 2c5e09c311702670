package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

const viewBoard = `
	10  .. .. .. .. .. .. .. .. .. bF
	 9  .. bB .. .. .. .. .. .. .. b4
	 8  b3 .. .. b9 .. .. .. .. .. ..
	 7  r5 .. .. r6 .. .. .. .. .. ..
	 4  .. .. .. .. r2 .. .. .. .. ..
	 2  .. .. rB .. .. .. .. .. .. ..
	 1  rF .. .. .. .. .. .. .. .. r4`

// TestView is rules.md 8: what each viewer sees of the board (000 "dos à
// l'adversaire", 001), with who has moved (') and who was revealed (!).
func TestView(t *testing.T) {
	for _, tt := range []struct {
		name, played      string
		red, blue, public string
	}{
		{
			name: "at the start each knows his own",
			red: `
				10  .. .. .. .. .. .. .. .. .. b?
				 9  .. b? .. .. .. .. .. .. .. b?
				 8  b? .. .. b? .. .. .. .. .. ..
				 7  r5 .. .. r6 .. .. .. .. .. ..
				 4  .. .. .. .. r2 .. .. .. .. ..
				 2  .. .. rB .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. r4`,
			blue: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  .. bB .. .. .. .. .. .. .. b4
				 8  b3 .. .. b9 .. .. .. .. .. ..
				 7  r? .. .. r? .. .. .. .. .. ..
				 4  .. .. .. .. r? .. .. .. .. ..
				 2  .. .. r? .. .. .. .. .. .. ..
				 1  r? .. .. .. .. .. .. .. .. r?`,
			public: `
				10  .. .. .. .. .. .. .. .. .. b?
				 9  .. b? .. .. .. .. .. .. .. b?
				 8  b? .. .. b? .. .. .. .. .. ..
				 7  r? .. .. r? .. .. .. .. .. ..
				 4  .. .. .. .. r? .. .. .. .. ..
				 2  .. .. r? .. .. .. .. .. .. ..
				 1  r? .. .. .. .. .. .. .. .. r?`,
		},
		{
			name: "a move shows that a piece has moved, a fight the ranks of both", played: "a7a8 j9i9 d7d8 i9h9 e4e6",
			red: `
				10  ..   .. .. ..  ..   .. .. ..  .. b?
				 9  ..   b? .. ..  ..   .. .. b?' .. ..
				 8  r5'! .. .. b9! ..   .. .. ..  .. ..
				 6  ..   .. ~~ ~~  r2'! .. ~~ ~~  .. ..
				 2  ..   .. rB ..  ..   .. .. ..  .. ..
				 1  rF   .. .. ..  ..   .. .. ..  .. r4`,
			blue: `
				10  ..   .. .. ..  ..   .. .. ..  .. bF
				 9  ..   bB .. ..  ..   .. .. b4' .. ..
				 8  r5'! .. .. b9! ..   .. .. ..  .. ..
				 6  ..   .. ~~ ~~  r2'! .. ~~ ~~  .. ..
				 2  ..   .. r? ..  ..   .. .. ..  .. ..
				 1  r?   .. .. ..  ..   .. .. ..  .. r?`,
			public: `
				10  ..   .. .. ..  ..   .. .. ..  .. b?
				 9  ..   b? .. ..  ..   .. .. b?' .. ..
				 8  r5'! .. .. b9! ..   .. .. ..  .. ..
				 6  ..   .. ~~ ~~  r2'! .. ~~ ~~  .. ..
				 2  ..   .. r? ..  ..   .. .. ..  .. ..
				 1  r?   .. .. ..  ..   .. .. ..  .. r?`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			game := trial{board: viewBoard}
			g := playAll(t, game.begin(t), tt.played)
			for viewer, want := range map[engine.Color]string{engine.Red: tt.red, engine.Blue: tt.blue, engine.NoColor: tt.public} {
				v := engine.Look(g, viewer)
				if diff := cmp.Diff(redraw(t, g.Rules().Army.Board(), want, "'!"), seen(v, "'!")); diff != "" {
					t.Errorf("%v sees (-want +got):\n%s", viewer, diff)
				}
				if v.Viewer != viewer || v.Ply != g.Ply() || v.ToMove != g.ToMove() || v.Rules != g.Rules() {
					t.Errorf("%v: viewer %v, ply %d, %v to move", viewer, v.Viewer, v.Ply, v.ToMove)
				}
			}
		})
	}
}

// TestViewOver: when the game is over everything is shown to everybody (001).
func TestViewOver(t *testing.T) {
	game := trial{board: viewBoard}
	g, _, err := engine.Apply(game.begin(t), engine.Resign(engine.Blue))
	if err != nil {
		t.Fatal(err)
	}
	for _, viewer := range []engine.Color{engine.Red, engine.Blue, engine.NoColor} {
		v := engine.Look(g, viewer)
		if diff := cmp.Diff(redraw(t, g.Rules().Army.Board(), viewBoard, ""), seen(v, "")); diff != "" {
			t.Errorf("%v sees (-want +got):\n%s", viewer, diff)
		}
		if v.Outcome != engine.RedWins || v.Reason != engine.ByResignation || v.ToMove != engine.NoColor || v.Legal != nil || v.Claimable {
			t.Errorf("%v: %v by %v, %v to move, legal %v", viewer, v.Outcome, v.Reason, v.ToMove, v.Legal)
		}
	}
}

// TestViewLegal: only who is to move gets the legal moves; only players may
// claim.
func TestViewLegal(t *testing.T) {
	game := trial{rules: "quietClaim=1", board: viewBoard}
	for _, tt := range []struct {
		name, played string
		toMove       engine.Color
		claimable    bool
	}{
		{"Red is to move", "", engine.Red, false},
		{"Blue is to move", "e4f4", engine.Blue, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := playAll(t, game.begin(t), tt.played)
			for _, viewer := range []engine.Color{engine.Red, engine.Blue, engine.NoColor} {
				v := engine.Look(g, viewer)
				want := g.Moves()
				if viewer != tt.toMove {
					want = nil
				}
				if diff := cmp.Diff(want, v.Legal); diff != "" {
					t.Errorf("%v's legal moves (-want +got):\n%s", viewer, diff)
				}
				if v.Claimable != (tt.claimable && viewer != engine.NoColor) {
					t.Errorf("%v may claim: %v", viewer, v.Claimable)
				}
			}
		})
	}
}

// TestTrays: lost pieces lie open, strongest first, never by time (000, 002).
func TestTrays(t *testing.T) {
	game := trial{rules: "explodingBombs", board: `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 8  b9 bM bS bB b8 b2 .. .. .. ..
		 7  r2 rS rM r7 r3 r6 .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`}
	g := playAll(t, game.begin(t), "a7a8 j9j8 b7b8 j8j7 c7c8 j7j6 d7d8 j6j5 e7e8 j5j4 f7f8")
	want := engine.Both[[]engine.Rank]{
		Red:  []engine.Rank{engine.Major, engine.Miner, engine.Scout},
		Blue: []engine.Rank{engine.Marshal, engine.Scout, engine.Spy, engine.Bomb},
	}
	for _, viewer := range []engine.Color{engine.Red, engine.Blue, engine.NoColor} {
		if diff := cmp.Diff(want, engine.Look(g, viewer).Trays); diff != "" {
			t.Errorf("%v sees trays (-want +got):\n%s", viewer, diff)
		}
	}
}

// TestViewText writes moves as the reader sees them: `x` before an attacked
// square (rules.md 11).
func TestViewText(t *testing.T) {
	game := trial{rules: "lightning", board: `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 8  b3 .. .. .. .. .. .. .. .. ..
		 7  .. r6 .. .. .. .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`}
	v := engine.Look(game.begin(t), engine.Red)
	for move, want := range map[string]string{
		"b7b8": "b7-b8", "b7b8a8": "b7-b8xa8", "b7b8c8": "b7-b8-c8",
	} {
		if got := v.Text(parsed(t, move)); got != want {
			t.Errorf("%s is written %q, want %q", move, got, want)
		}
	}
}
