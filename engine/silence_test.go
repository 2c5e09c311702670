package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// TestSilentDefence is rules.md 7, silent defence (000, 002): what a fight names,
// and who stands face up afterwards. All attack pairs are in TestFights.
func TestSilentDefence(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. .. .. .. bF
		 8  b9 b5 b3 bB bM b7 bB .. .. b4
		 7  r5 r5 r5 r5 rS r2 r2 .. .. ..
		 2  .. .. .. .. .. .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`
	for _, tt := range []struct {
		name, rules, played, record string
		standing                    string // the cell on the target, as the public sees it
	}{
		{"a higher defender stays silent", "", "a7a8", "a7xa8 5<?", "b?"},
		{"a bomb stays as silent", "", "d7d8", "d7xd8 5<?", "b?"},
		{"a removed defender lies in the tray, the attacker is known", "", "c7c8", "c7xc8 5>3", "r5'!"},
		{"equal ranks both lie in the trays", "", "b7b8", "b7xb8 5=5", ".."},
		{"the marshal falls to the spy and is named", "", "e7e8", "e7xe8 S>M", "rS'!"},
		{"an exploded bomb lies in the tray", "explodingBombs", "d7d8", "d7xd8 5=B", ".."},
		{"advantage: the beaten equal is named", "attackerAdvantage", "b7b8", "b7xb8 5>5", "r5'!"},
		{"a scout makes the defender speak", "", "f7f8", "f7xf8 2<7", "b7!"},
		{"a bomb too", "", "g7g8", "g7xg8 2<B", "bB!"},
		{"from afar as well", "", "f7f3 j8j7 f3f8", "f3xf8 2<7", "b7!"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			game := trial{rules: "silentDefence " + tt.rules, board: board}
			g := playAll(t, game.begin(t), tt.played)
			record := g.Record()
			last := record[len(record)-1]
			if got := last.Text(); got != tt.record {
				t.Errorf("record: %q, want %q", got, tt.record)
			}
			for _, viewer := range []engine.Color{engine.Red, engine.Blue, engine.NoColor} {
				v := engine.Look(g, viewer)
				if diff := cmp.Diff(record, v.Record); diff != "" {
					t.Errorf("%v reads another record:\n%s", viewer, diff)
				}
			}
			public := engine.Look(g, engine.NoColor)
			p := public.At(last.Move.To)
			got := ".."
			if p.Square != 0 {
				got = p.Color.String()[:1] + p.Rank.String() + pieceMarks(engine.Piece{Moved: p.Moved, Revealed: p.Revealed}, "'!")
			}
			if got != tt.standing {
				t.Errorf("on %v the public sees %s, want %s", last.Move.To, got, tt.standing)
			}
		})
	}
}

// TestSilentAlike: after `5<?` a bomb and a general look the same to all but
// their owner.
func TestSilentAlike(t *testing.T) {
	looks := func(defender string, viewer engine.Color) engine.View {
		game := trial{rules: "silentDefence", board: `
			10  .. .. .. .. .. .. .. .. .. bF
			 8  ` + defender + ` .. .. .. .. .. .. .. .. b4
			 7  r5 .. .. .. .. .. .. .. .. ..
			 1  rF .. .. .. .. .. .. .. .. r4`}
		return engine.Look(playAll(t, game.begin(t), "a7a8"), viewer)
	}
	for _, viewer := range []engine.Color{engine.Red, engine.NoColor} {
		if diff := cmp.Diff(looks("b9", viewer), looks("bB", viewer)); diff != "" {
			t.Errorf("%v can tell a general from a bomb:\n%s", viewer, diff)
		}
	}
	if cmp.Equal(looks("b9", engine.Blue), looks("bB", engine.Blue)) {
		t.Error("their owner cannot tell them apart")
	}
}

// TestSilentKnown: what was known from before stays face up, though the record
// of this fight does not name it (ours).
func TestSilentKnown(t *testing.T) {
	game := trial{rules: "silentDefence", board: `
		10  .. .. .. .. .. .. .. .. .. bF
		 8  b9 r5 .. .. .. .. .. .. .. b4
		 3  r2 .. .. .. .. .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`}
	g := playAll(t, game.begin(t), "a3a8 j8j7 b8a8")
	var got []string
	for _, p := range engine.Look(g, engine.Red).Record {
		got = append(got, p.Text())
	}
	if diff := cmp.Diff([]string{"a3xa8 2<9", "j8-j7", "b8xa8 5<?"}, got); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
	view := engine.Look(g, engine.Red)
	if p := view.At(engine.At(1, 8)); p.Rank != engine.General || !p.Revealed {
		t.Errorf("Red sees %+v", p)
	}
}

// TestSilentOver: when the game is over the record names all (001).
func TestSilentOver(t *testing.T) {
	game := trial{rules: "silentDefence", board: `
		10  .. .. .. .. .. .. .. .. .. bF
		 8  b9 .. .. .. .. .. .. .. .. b4
		 7  r5 .. .. .. .. .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. r4`}
	g := playAll(t, game.begin(t), "a7a8")
	g, _, err := engine.Apply(g, engine.Resign(engine.Red))
	if err != nil {
		t.Fatal(err)
	}
	for _, viewer := range []engine.Color{engine.Red, engine.Blue, engine.NoColor} {
		if got := engine.Look(g, viewer).Record[0].Text(); got != "a7xa8 5<9" {
			t.Errorf("%v reads %q", viewer, got)
		}
	}
	if got := g.Record()[0].Text(); got != "a7xa8 5<?" {
		t.Errorf("what was named has become %q", got)
	}
}
