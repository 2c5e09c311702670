package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// TestSetupSpellings: every way of rules.md 11 to write one setup.
func TestSetupSpellings(t *testing.T) {
	const canonical = "M9........\n..2.......\n.......2..\nFB.3.S...."
	for _, tt := range []struct{ name, text string }{
		{"as it is written", canonical},
		{"with slashes", "M9......../..2......./.......2../FB.3.S...."},
		{"in one line", "M9..........2..............2..FB.3.S...."},
		{"spaces are free", " M 9 . . . .  . . . .\n . . 2 . . . . . . .\t/ .......2..\r\nFB.3.S....  \n"},
		{"small letters", strings.ToLower(canonical)},
		{"10 is the marshal", "10 9........\n..2.......\n.......2..\nFB.3.S...."},
		{"10 without a space", "109........\n..2.......\n.......2..\nFB.3.S...."},
		{"X is the marshal", "x9........\n..2.......\n.......2..\nFB.3.S...."},
		{"1 is the spy", "M9........\n..2.......\n.......2..\nFB.3.1...."},
		{"one sign for three dots", "M9……..\n..2…….\n…….2..\nFB.3.S…."},
		{"blank lines between", "M9........\n\n..2.......\n.......2..\n\nFB.3.S....\n\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := engine.Barrage.Board()
			s, err := engine.ParseSetup(b, tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Text(b); got != canonical {
				t.Errorf("reads as\n%s", got)
			}
			if err := engine.StandardRules(engine.Barrage).CheckSetup(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSetupMalformed: what is no setup is refused with the offending text.
func TestSetupMalformed(t *testing.T) {
	rows := func(kind engine.RowsFaultKind) engine.RowsFault {
		return engine.RowsFault{Kind: kind, Rows: 4, Size: 10}
	}
	few := func(got int) engine.RowsFault { f := rows(engine.TooFew); f.Got = got; return f }
	wide := func(row, got int) engine.RowsFault {
		f := rows(engine.RowWidth)
		f.Row, f.Got = row, got
		return f
	}
	symbol := func(text string) engine.RowsFault { f := rows(engine.UnknownSymbol); f.Symbol = text; return f }
	for _, tt := range []struct {
		name, text string
		fault      engine.RowsFault
	}{
		{"empty", "", few(0)},
		{"a row short", "M9........\n..2.......\n.......2..", few(30)},
		{"a row too many", "M9........\n..2.......\n.......2..\nFB.3.S....\n..........", rows(engine.TooMany)},
		{"a row too narrow", "M9.......\n..2........\n.......2..\nFB.3.S....", wide(1, 9)},
		{"a square too many", "M9..........2..............2..FB.3.S.....", rows(engine.TooMany)},
		{"initials are no symbols", "MG........\n..2.......\n.......2..\nFB.3.S....", symbol("G")},
		{"a zero", "M90.......\n..2.......\n.......2..\nFB.3.S....", symbol("0")},
		{"a hidden piece", "M9?.......\n..2.......\n.......2..\nFB.3.S....", symbol("?")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := engine.ParseSetup(engine.Barrage.Board(), tt.text)
			malformed, ok := errors.AsType[*engine.MalformedError](err)
			if !ok || s != (engine.Setup{}) {
				t.Fatalf("reads as %v, %v", s, err)
			}
			if malformed.Text != tt.text || malformed.What != "setup" {
				t.Errorf("the error quotes %q as %s", malformed.Text, malformed.What)
			}
			if malformed.Rows != tt.fault || malformed.Hint != tt.fault.String() {
				t.Errorf("the fault is %+v, %q; want %+v", malformed.Rows, malformed.Hint, tt.fault)
			}
		})
	}
}

// TestSetupSeen: rows are read as the owner sees them, own front row first, each
// from his left (rules.md 11).
func TestSetupSeen(t *testing.T) {
	for _, tt := range []struct {
		name, army, text string
		color            engine.Color
		board            string
	}{
		{"Red", "barrage", "M9......../..2......./.......2../FB.3.S....", engine.Red, `
			 4  rM r9 .. .. .. .. .. .. .. ..
			 3  .. .. r2 .. .. .. .. .. .. ..
			 2  .. .. .. .. .. .. .. r2 .. ..
			 1  rF rB .. r3 .. rS .. .. .. ..`},
		{"Blue", "barrage", "M9......../..2......./.......2../FB.3.S....", engine.Blue, `
			10  .. .. .. .. bS .. b3 .. bB bF
			 9  .. .. b2 .. .. .. .. .. .. ..
			 8  .. .. .. .. .. .. .. b2 .. ..
			 7  .. .. .. .. .. .. .. .. b9 bM`},
		{"Red on the small board", "skirmish", "M9332.../2S....../FBB.....", engine.Red, `
			3  rM r9 r3 r3 r2 .. .. ..
			2  r2 rS .. .. .. .. .. ..
			1  rF rB rB .. .. .. .. ..`},
		{"Blue on the small board", "skirmish", "M9332.../2S....../FBB.....", engine.Blue, `
			8  .. .. .. .. .. bB bB bF
			7  .. .. .. .. .. .. bS b2
			6  .. .. .. b2 b3 b3 b9 bM`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := options(t, tt.army)
			b := r.Army.Board()
			s, err := engine.ParseSetup(b, tt.text)
			if err != nil {
				t.Fatal(err)
			}
			g, err := engine.Start(r, engine.Both[engine.Setup]{Red: s, Blue: s})
			if err != nil {
				t.Fatal(err)
			}
			own := g.Position().Pieces
			ranks := map[engine.Square]engine.Rank{}
			for at, p := range own {
				if p.Color != tt.color {
					delete(own, at)
				} else {
					ranks[at] = p.Rank
				}
			}
			if diff := cmp.Diff(redraw(t, b, tt.board, ""), drawing(b, own, "")); diff != "" {
				t.Errorf("board (-want +got):\n%s", diff)
			}
			if back, err := r.SetupFrom(tt.color, ranks); err != nil || back != s {
				t.Errorf("from its squares: %v, %v", back, err)
			}
		})
	}
}

// TestSetupFaults: a setup is exactly the army (000, 002, 003), and a refusal
// names every fault.
func TestSetupFaults(t *testing.T) {
	for _, tt := range []struct {
		name, army, text string
		faults           string
		hint             bool
	}{
		{"the army", "barrage", "M9322SBF", "", false},
		{"a piece is missing", "barrage", "M9322SF", "missing B x1", false},
		{"a piece is too many", "barrage", "M9322SBFB", "extra B x1", false},
		{"nothing placed", "barrage", "", "missing M x1, missing 9 x1, missing 3 x1, missing 2 x2, missing S x1, missing B x1, missing F x1", false},
		{"one for another", "barrage", "M9422SBF", "missing 3 x1, extra 4 x1", false},
		{"all of them, missing first, strongest first", "barrage", "88322SSFF", "missing M x1, missing 9 x1, missing B x1, extra 8 x2, extra S x1, extra F x1", false},
		{"another army", "duel", "M9322SBF", "missing 3 x1, missing B x1", false},
		{"the American way of numbers has a hint", "barrage", "12998SBF", "missing M x1, missing 3 x1, missing 2 x1, extra 9 x1, extra 8 x1, extra S x1", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := options(t, tt.army)
			s, err := engine.ParseSetup(r.Army.Board(), padded(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			err = r.CheckSetup(s)
			var faults []string
			hint := false
			if refused, ok := errors.AsType[*engine.SetupError](err); ok {
				faults, hint = texts(refused.Faults), refused.American
				for _, f := range faults {
					if !strings.Contains(err.Error(), f) {
						t.Errorf("%q is not in %q", f, err)
					}
				}
			}
			if got := strings.Join(faults, ", "); got != tt.faults || (err == nil) != (tt.faults == "") {
				t.Errorf("faults %q, want %q", got, tt.faults)
			}
			if hint != tt.hint {
				t.Errorf("hint %v", hint)
			}
			legal, err2 := engine.ParseSetup(r.Army.Board(), padded(strings.ReplaceAll(r.Troops.String(), " ", "")))
			if err2 != nil {
				t.Fatal(err2)
			}
			for _, setups := range []engine.Both[engine.Setup]{{Red: s, Blue: legal}, {Red: legal, Blue: s}} {
				if _, startErr := engine.Start(r, setups); errorText(startErr) != errorText(err) {
					t.Errorf("a game starts with %v", startErr)
				}
			}
		})
	}
}

// padded fills a setup of 40 squares up with empty ones.
func padded(text string) string { return text + strings.Repeat(".", 40-len(text)) }

// TestSetupSquares: pieces stand on the own four rows (000, 001, 002, 003).
func TestSetupSquares(t *testing.T) {
	for _, tt := range []struct {
		name, army string
		color      engine.Color
		placed     string
		faults     []string
	}{
		{"the middle rows stay empty", "barrage", engine.Red, "M@a5 9@b4 3@c4 2@d4 2@e4 S@f6 B@g4 F@h4", []string{"a5 is not one of your rows", "f6 is not one of your rows", "missing M x1", "missing S x1"}},
		{"nor on the other side", "barrage", engine.Blue, "M@a7 9@b7 3@c7 2@d7 2@e7 S@f7 B@g7 F@a1", []string{"a1 is not one of your rows", "missing F x1"}},
		{"the small board has three", "skirmish", engine.Red, "M@a4 9@b3 3@c3 3@d3 2@e3 2@f3 S@g3 B@h3 B@a2 F@a1", []string{"a4 is not one of your rows", "missing M x1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ranks := map[engine.Square]engine.Rank{}
			for _, word := range strings.Fields(tt.placed) {
				rank, at, _ := strings.Cut(word, "@")
				r, err := engine.ParseRank(rank)
				if err != nil {
					t.Fatal(err)
				}
				ranks[square(t, at)] = r
			}
			_, err := options(t, tt.army).SetupFrom(tt.color, ranks)
			refused, ok := errors.AsType[*engine.SetupError](err)
			if !ok {
				t.Fatalf("%v", err)
			}
			if diff := cmp.Diff(tt.faults, texts(refused.Faults)); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSetupBlocked: a legal setup that leaves its owner without a move is known
// (a warning is asked once, rules.md 1), but it is legal.
func TestSetupBlocked(t *testing.T) {
	for _, tt := range []struct {
		name, front string
		rules       string
		blocked     bool
	}{
		{"bombs where it is open, the rest behind lakes", "BB99BB88BB", "", true},
		{"one piece looks out", "BB99BB887B", "", false},
		{"moving bombs look out", "BB99BB88BB", "movingBombs", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := options(t, tt.rules)
			r.Army = engine.CustomArmy
			text := tt.front + "5555555555" + "4444444444" + "F444444444"
			s, err := engine.ParseSetup(r.Army.Board(), text)
			if err != nil {
				t.Fatal(err)
			}
			r.Troops = s.Troops()
			if err := r.CheckSetup(s); err != nil {
				t.Fatal(err)
			}
			for _, c := range []engine.Color{engine.Red, engine.Blue} {
				if got := r.Blocked(c, s); got != tt.blocked {
					t.Errorf("%v is blocked: %v", c, got)
				}
			}
		})
	}
}
