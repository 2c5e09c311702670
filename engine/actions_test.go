package engine_test

import (
	"errors"
	"testing"

	"fieldpost/engine"
)

// TestActions are the endings that no move brings (rules.md 4): resignation,
// agreement, claim and time, on and off turn.
func TestActions(t *testing.T) {
	const board = `
		10  .. .. .. .. .. .. .. .. .. bF
		 9  .. .. .. .. .. .. .. .. .. b4
		 4  .. .. .. .. r5 .. .. .. .. ..
		 1  rF .. .. .. .. .. .. .. .. ..`
	for _, tt := range []struct {
		name, rules, played string
		action              engine.Action
		want                string // the ending, or the error
	}{
		{"resigning on turn", "", "", engine.Resign(engine.Red), "blue resigned"},
		{"resigning off turn", "", "", engine.Resign(engine.Blue), "red resigned"},
		{"an agreed draw", "", "e4e5", engine.AgreeDraw(), "draw agreed"},
		{"out of time on turn", "", "", engine.TimeOut(engine.Red), "blue time"},
		{"out of time off turn", "", "", engine.TimeOut(engine.Blue), "red time"},
		{"a claim on turn", "quietClaim=2", "e4e5 j9j8", engine.ClaimDraw(engine.Red), "draw claimed"},
		{"a claim off turn", "quietClaim=2", "e4e5 j9j8", engine.ClaimDraw(engine.Blue), "draw claimed"},
		{"a claim too early", "quietClaim=2", "e4e5", engine.ClaimDraw(engine.Red), engine.ErrNoClaim.Error()},
		{"no claim where it is off", "quietClaim=0", "e4e5 j9j8 e5e4", engine.ClaimDraw(engine.Red), engine.ErrNoClaim.Error()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			game := trial{rules: tt.rules, board: board}
			g := playAll(t, game.begin(t), tt.played)
			next, happened, err := engine.Apply(g, tt.action)
			if legal := g.Legal(tt.action); errorText(legal) != errorText(err) {
				t.Errorf("Legal says %v, Apply %v", legal, err)
			}
			if err != nil {
				if err.Error() != tt.want {
					t.Errorf("%v, want %s", err, tt.want)
				}
				return
			}
			if got := ending(next); got != tt.want {
				t.Errorf("end: %s, want %s", got, tt.want)
			}
			if happened.Outcome != next.Outcome() || happened.Reason != next.Reason() || happened.Ply != (engine.Ply{}) {
				t.Errorf("happened: %+v", happened)
			}
			if next.EndedBy() != tt.action.By || g.EndedBy() != engine.NoColor {
				t.Errorf("ended by %v, and the running game by %v", next.EndedBy(), g.EndedBy())
			}
			if ending(g) != "on" {
				t.Error("the action changed the game that it was applied to")
			}
			for _, late := range []engine.Action{
				tt.action, engine.Resign(engine.Blue), engine.AgreeDraw(), engine.ClaimDraw(engine.Red),
				engine.TimeOut(engine.Red), engine.Play(engine.Red, parsed(t, "e4e5")),
			} {
				if _, _, err := engine.Apply(next, late); !errors.Is(err, engine.ErrOver) {
					t.Errorf("after the end: %+v: %v", late, err)
				}
			}
		})
	}
}

// TestStartOver: the end is tested once when both setups are in (rules.md 4,
// ours), but 4.4 only after a ply.
func TestStartOver(t *testing.T) {
	const (
		walled = ".........." + ".........." + "B........." + "5B.F......"
		free   = "5........." + ".........." + ".........." + "BB.F......"
	)
	rules := options(t, "")
	rules.Army = engine.CustomArmy
	troops, err := engine.ParseTroops("5 B B F")
	if err != nil {
		t.Fatal(err)
	}
	rules.Troops = troops
	for _, tt := range []struct{ name, red, blue, want string }{
		{"both can move", free, free, "on"},
		{"Red is walled in", walled, free, "blue no-move"},
		{"both are walled in", walled, walled, "draw no-move"},
		{"Blue is walled in, but Red is to move", free, walled, "on"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var setups engine.Both[engine.Setup]
			for c, text := range map[engine.Color]string{engine.Red: tt.red, engine.Blue: tt.blue} {
				s, err := engine.ParseSetup(rules.Army.Board(), text)
				if err != nil {
					t.Fatal(err)
				}
				*setups.Of(c) = s
				if got, want := rules.Blocked(c, s), text == walled; got != want {
					t.Errorf("%v's setup is blocked: %v", c, got)
				}
			}
			g, err := engine.Start(rules, setups)
			if err != nil {
				t.Fatal(err)
			}
			if got := ending(g); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
	try(t, []trial{
		{
			name: "4.4 is not tested before the first ply", source: "ours", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 4  .. .. .. .. r5 .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			end: "on",
		},
		{
			name: "after it Blue has no move", source: "ours", board: `
				10  .. .. .. .. .. .. .. .. .. bF
				 4  .. .. .. .. r5 .. .. .. .. ..
				 1  rF .. .. .. .. .. .. .. .. ..`,
			played: "e4e5", end: "red no-move",
		},
	})
}
