package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// TestRescueWish: with an attack the rescue is a wish, judged before the fight
// by trays and squares only, and lapses unless the attacker survives there and
// the game goes on (rules.md 7, ours).
func TestRescueWish(t *testing.T) {
	const board = `
		10  .. .. .. .. bM b8 bF bB .. ..
		 9  b4 .. .. .. r8 r8 r8 r8 r5 ..
		 1  rF .. .. .. .. .. .. .. .. r4`
	try(t, []trial{
		{name: "the attacker falls", source: "ours", rules: "reconquest", board: board, trays: "5", played: "e9e10+5@c2", last: "e9xe10 8<M", lost: "8 5 /"},
		{name: "both fall", source: "ours", rules: "reconquest", board: board, trays: "5", played: "f9f10+5@c2", last: "f9xf10 8=8", lost: "8 5 / 8"},
		{name: "a bomb stops it", source: "ours", rules: "reconquest", board: board, trays: "5", played: "h9h10+5@c2", last: "h9xh10 8<B", lost: "8 5 /"},
		{name: "a captured flag ends the game first", source: "ours", rules: "reconquest", board: board, trays: "5", played: "g9g10+5@c2", last: "g9xg10 8>F", lost: "5 / F", end: "red flag"},
		{
			name: "so does the last mover taken", source: "ours", rules: "reconquest", trays: "5", board: `
				10  b3 .. .. .. .. .. .. .. .. bF
				 9  r5 .. .. .. .. .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. r4`,
			played: "a9a10+5@c2", last: "a9xa10 5>3", lost: "5 / 3", end: "red no-move",
		},
		{
			name: "so does the length limit", source: "ours", rules: "reconquest maxPlies=1", trays: "5", board: `
				10  b3 .. .. .. .. .. .. .. .. bF
				 9  r5 .. .. .. .. .. .. .. b4 ..
				 1  rF .. .. .. .. .. .. .. .. r4`,
			played: "a9a10+5@c2", last: "a9xa10 5>3", lost: "5 / 3", end: "draw length",
		},
		{
			name: "so does a flag that comes home", source: "ours", rules: "reconquest movingFlag", trays: "5", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 9  b4 .. .. .. rF .. .. .. .. ..
				 1  .. .. .. .. .. .. .. .. .. r4`,
			played: "e9e10+5@c2", last: "e9-e10", lost: "5 /", end: "red flag-home",
		},
		{
			name: "it is judged by what lies in the tray before the fight", source: "ours", rules: "reconquest", board: board, trays: "5",
			asks: `
				e9-e10 +5@c2 legal
				e9-e10 +8@c2 rescue
				e9-e10 +5@c5 rescue
				f9-f10 +8@c2 rescue`,
		},
		{name: "a lapsed wish is not counted", source: "ours", rules: "reconquest", board: board, trays: "7 7 7", played: "e9e10+7@c2 a9a8 f9f10+7@c2 a8a7 h9h10+7@c2 a7a6", asks: `i9-i10 +7@c2 legal`},
	})
}

// TestLapsedWishLeavesNoTrace: what a player wished in vain is seen by nobody
// else.
func TestLapsedWishLeavesNoTrace(t *testing.T) {
	for _, tt := range []struct{ name, attack, wish string }{
		{"lost", "e9e10", "+5@c2"},
		{"both gone", "f9f10", "+5@c2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			game := trial{rules: "reconquest", trays: "5", board: `
				10  .. .. .. .. bM b8 .. .. .. bF
				 9  b4 .. .. .. r8 r8 .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. r4`}
			without := playAll(t, game.begin(t), tt.attack)
			with := playAll(t, game.begin(t), tt.attack+tt.wish)
			for _, viewer := range []engine.Color{engine.Red, engine.Blue, engine.NoColor} {
				if diff := cmp.Diff(engine.Look(without, viewer), engine.Look(with, viewer)); diff != "" {
					t.Errorf("%v sees the wish (-without +with):\n%s", viewer, diff)
				}
			}
			if got := with.Position().RescuesUsed; got != (engine.Both[int]{}) {
				t.Errorf("rescues used: %v", got)
			}
		})
	}
}

// TestRescueBeforeTheEnd: without an attack a rescue is part of the ply and
// happens before 4.2 to 4.5 are tested (ours).
func TestRescueBeforeTheEnd(t *testing.T) {
	try(t, []trial{
		{
			name: "the returned piece takes the last way out, and the game is won", source: "ours", rules: "reconquest movingFlag", trays: "5", board: `
				10  .. .. .. .. .. .. .. .. .. ..
				 9  .. .. .. .. r9 .. .. .. .. ..
				 3  .. .. bB .. .. .. .. .. .. ..
				 2  .. .. bF bB .. .. .. .. .. ..
				 1  rF .. rB .. .. .. .. .. .. r4`,
			played: "e9e10+5@b2", end: "red no-move", last: "e9-e10 +5@b2",
		},
		{
			name: "a game drawn by the quiet limit has seen it", source: "ours", rules: "reconquest quietClaim=1 quietDraw=1", trays: "5", board: goneBoard,
			played: "e9e10+5@c2", end: "draw quiet", last: "e9-e10 +5@c2", lost: "/",
		},
		{
			name: "a rescue is no attack", source: "ours", rules: "reconquest quietClaim=2 quietDraw=2", trays: "5", board: goneBoard,
			played: "e9e10+5@c2 a10a9", end: "draw quiet",
		},
	})
}

// TestRescued: a returned piece is public and has not moved; marks and rescues
// used are public.
func TestRescued(t *testing.T) {
	game := trial{rules: "reconquest", board: goneBoard, trays: goneTray}
	g := playAll(t, game.begin(t), "e9e10+5@c2")
	want := redraw(t, g.Rules().Army.Board(), `
		10  b?  ..  ..  ..  r?*' b? .. .. .. b?
		 9  ..  ..  ..  ..  ..  r?  .. .. r? ..
		 3  ..  ..  b?  ..  ..  ..  .. .. .. ..
		 2  ..  ..  r5! ..  ..  ..  .. .. .. ..
		 1  r?  ..  ..  ..  ..  ..  .. .. .. r?`, "*'!")
	for _, viewer := range []engine.Color{engine.Red, engine.Blue, engine.NoColor} {
		v := engine.Look(g, viewer)
		if got := v.RescuesUsed; got != (engine.Both[int]{Red: 1}) {
			t.Errorf("%v sees %v rescues used", viewer, got)
		}
		if viewer == engine.NoColor {
			if diff := cmp.Diff(want, seen(v, "*'!")); diff != "" {
				t.Errorf("the public sees (-want +got):\n%s", diff)
			}
		}
		if len(v.Rescued) != 1 || v.Rescued[0] != engine.At(5, 10) {
			t.Errorf("%v sees %v marked", viewer, v.Rescued)
		}
	}
}

// TestRescuesOffered: the legal list has an arriving move once, with pieces and
// squares beside it.
func TestRescuesOffered(t *testing.T) {
	game := trial{rules: "reconquest", trays: "S 5 B M 5", board: `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  b4 .. .. .. r9 .. r2 r8* .. ..
		 4  r3 r3 r3 r3 r3 r3 r3 r3 r3 r3
		 3  r3 r3 r3 r3 r3 r3 r3 r3 r3 r3
		 2  r3 r3 .. r3 r3 r3 r3 r3 r3 r3
		 1  rF r3 r3 r3 r3 r3 r3 r3 r3 ..`}
	g := game.begin(t)
	want := &engine.Rescues{
		Moves:   []engine.Move{parsed(t, "e9e10")},
		Ranks:   []engine.Rank{engine.Marshal, engine.Lieutenant, engine.Spy},
		Squares: squaresOf(t, []string{"c2", "j1"}),
	}
	if diff := cmp.Diff(want, g.Rescues()); diff != "" {
		t.Errorf("rescues (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, engine.Look(g, engine.Red).Rescue); diff != "" {
		t.Errorf("in Red's view (-want +got):\n%s", diff)
	}
	for _, viewer := range []engine.Color{engine.Blue, engine.NoColor} {
		if got := engine.Look(g, viewer).Rescue; got != nil {
			t.Errorf("%v is offered %v", viewer, got)
		}
	}
}
