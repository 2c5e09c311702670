package words

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// The names that players of the four languages know (rules.md 10), strongest
// first. French, German and Dutch are not offered before the rest of their files
// is written, but their names are right from the start.
func TestRankNames(t *testing.T) {
	all := files(t)
	for lang, names := range map[string]string{
		"en": "Marshal General Colonel Major Captain Lieutenant Sergeant Miner Scout Spy Bomb Flag",
		"fr": "Maréchal Général Colonel Commandant Capitaine Lieutenant Sergent Démineur Éclaireur Espion Bombe Drapeau",
		"de": "Feldmarschall General Oberst Major Hauptmann Leutnant Unteroffizier Mineur Aufklärer Spion Bombe Fahne",
		"nl": "Maarschalk Generaal Kolonel Majoor Kapitein Luitenant Sergeant Mineur Verkenner Spion Bom Vlag",
	} {
		want := strings.Fields(names)
		for i, r := range engine.Ranks {
			if got := all[lang][rankKey(r)]["one"]; got != want[i] {
				t.Errorf("%s: rank %v is %q, want %q", lang, r, got, want[i])
			}
		}
	}
}

func TestTroops(t *testing.T) {
	_, w := english(t)
	for text, want := range map[string]string{
		"":                "",
		"F":               "Flag",
		"2 3 M 3 B 2 2 F": "Marshal, 2 Miners, 3 Scouts, Bomb, Flag",
	} {
		troops, err := engine.ParseTroops(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Troops(troops); got != want {
			t.Errorf("%q reads %q, want %q", text, got, want)
		}
	}
}

// The invited must read everything in which the game is not the usual one.
func TestOptions(t *testing.T) {
	_, w := english(t)
	for _, a := range engine.Armies {
		if got := w.Options(engine.StandardRules(a)); got != nil {
			t.Errorf("the usual rules of %v read %q", a, got)
		}
	}
	usual := engine.StandardRules(engine.Original)
	for name, change := range map[string]func(*engine.Rules){
		"attacker advantage": func(r *engine.Rules) { r.AttackerAdvantage = true },
		"exploding bombs":    func(r *engine.Rules) { r.ExplodingBombs = true },
		"moving bombs":       func(r *engine.Rules) { r.MovingBombs = true },
		"moving flag":        func(r *engine.Rules) { r.MovingFlag = true },
		"reconquest":         func(r *engine.Rules) { r.Reconquest = true },
		"silent defence":     func(r *engine.Rules) { r.SilentDefence = true },
		"long move":          func(r *engine.Rules) { r.ScoutReveal = false },
		"memory":             func(r *engine.Rules) { r.Memory = true },
		"no two-squares":     func(r *engine.Rules) { r.TwoSquares = 0 },
		"squares 5 times":    func(r *engine.Rules) { r.TwoSquares = 5 },
		"strategus":          func(r *engine.Rules) { r.Chase = engine.ChaseStrategus },
		"for ever":           func(r *engine.Rules) { r.Chase = engine.ChaseOff },
		"claimed after 100":  func(r *engine.Rules) { r.QuietClaim = 100 },
		"no draw can":        func(r *engine.Rules) { r.QuietClaim = 0 },
		"drawn after 300":    func(r *engine.Rules) { r.QuietDraw = 300 },
		"not drawn":          func(r *engine.Rules) { r.QuietDraw = 0 },
		"after 1000 moves":   func(r *engine.Rules) { r.MaxPlies = 1000 },
		"as long as":         func(r *engine.Rules) { r.MaxPlies = 0 },
	} {
		r := usual
		change(&r)
		got := w.Options(r)
		key := name[strings.LastIndex(name, " ")+1:]
		if len(got) != 1 || !strings.Contains(strings.ToLower(got[0]), key) {
			t.Errorf("%s reads %q", name, got)
		}
	}
}

// A name is data from a stranger: it must not break a line, hide text or turn
// the sentence round.
func TestName(t *testing.T) {
	for in, want := range map[string]string{
		"Ann":                      "Ann",
		"  Ann \t\r\n Bcc: x@y.z ": "Ann Bcc: x@y.z",
		`A "B" <c>`:                `A "B" <c>`,
		"a\x00b\x1b[31mc":          "a b [31mc",
		"a\u202eb\u2066c\u200e":    "abc",
		"דוד":                      "\u2068דוד\u2069",
		"12 عمر":                   "\u206812 عمر\u2069",
		"👩\u200d🚀":                 "👩\u200d🚀",
		"bad\xffbyte":              "badbyte",
		"\u202e":                   "?",
		"":                         "?",
	} {
		if got := Name(in); got != want {
			t.Errorf("Name(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestRefusal(t *testing.T) {
	_, w := english(t)
	move := func(text string) engine.Move {
		m, err := engine.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	plies := []engine.Ply{{Number: 11, Move: move("a4-a5")}, {Number: 13, Move: move("a5-a4")}}
	for _, c := range []struct {
		err  error
		want string
	}{
		{
			&engine.Refusal{Rule: engine.InLake, Move: move("c4-c5")},
			"c5 is a lake, where no piece can stand. Choose a square on land.",
		},
		{
			&engine.Refusal{Rule: engine.TwoSquares, Move: move("a4-a5"), Because: plies},
			"a4-a5 would cross between the same two squares too many times in a row, after 11. a4-a5, 13. a5-a4. Move another piece, or move this one somewhere else.",
		},
		{
			&engine.Refusal{Rule: engine.AmbiguousPath, Move: move("a4-b5"), Paths: []engine.Move{move("a4-a5-b5"), move("a4-b4-b5")}},
			"The captain on a4 can reach b5 by two ways. Name the one that you mean: a4-a5-b5, a4-b4-b5.",
		},
		{
			&engine.SetupError{Faults: []engine.SetupFault{
				{Kind: engine.MissingPieces, Rank: engine.Spy, Count: 1}, {Kind: engine.ExtraPieces, Rank: engine.Bomb, Count: 1},
			}},
			"This is not yet your army. Missing: Spy. Too many: Bomb. Put exactly its pieces on your own rows, then send it again.",
		},
		{engine.ErrNotYourTurn, ""},
	} {
		if got := w.Refusal(c.err); got != c.want {
			t.Errorf("%v reads %q, want %q", c.err, got, c.want)
		}
	}
}

func TestEnded(t *testing.T) {
	_, w := english(t)
	names := engine.Both[string]{Red: "Ann", Blue: "Bob"}
	var got []string
	for _, v := range []engine.View{
		{Viewer: engine.Red, Outcome: engine.RedWins, Reason: engine.ByFlag},
		{Viewer: engine.Blue, Outcome: engine.RedWins, Reason: engine.ByFlag},
		{Viewer: engine.NoColor, Outcome: engine.BlueWins, Reason: engine.ByFlag},
		{Viewer: engine.Red, Outcome: engine.Draw, Reason: engine.ByNoMove},
		{Viewer: engine.NoColor, Outcome: engine.Draw, Reason: engine.ByQuiet},
	} {
		got = append(got, w.Ended(&v, names))
	}
	want := []string{
		"You have captured the flag of Bob: you win!",
		"Ann has captured your flag: you lose.",
		"Bob has captured the flag of Ann and wins.",
		"Neither Ann nor Bob can move any more: the game is drawn.",
		"Nothing has been attacked for so long that the game between Ann and Bob is drawn.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The last move, told to both players and the public. The rank of a silent
// defender is told to his owner alone, who sees him standing.
func TestTurnLineAndLastMove(t *testing.T) {
	_, w := english(t)
	names := engine.Both[string]{Red: "Ann", Blue: "Bob"}
	fight := func(a, d engine.Rank, r engine.Result) engine.Attack {
		return engine.Attack{Attacker: a, Defender: d, Result: r}
	}
	back := engine.Rescue{Rank: engine.Scout, Square: engine.At(2, 9)} // b9
	from, to := engine.At(5, 6), engine.At(5, 5)                       // e6, e5
	for _, c := range []struct {
		name           string
		ply            engine.Ply
		pieces         []engine.Seen // as Red sees them
		they, you, all string
	}{
		{
			"quiet",
			engine.Ply{},
			nil,
			"Bob e6-e5.", "You played e6-e5.", "Bob played e6-e5.",
		},
		{
			"shown",
			engine.Ply{Shown: engine.Colonel},
			nil,
			"Bob e6-e5, with a Colonel.", "You played e6-e5, which showed your Colonel.", "Bob played e6-e5, with a Colonel.",
		},
		{
			"rescue",
			engine.Ply{Move: engine.Move{Rescue: back}},
			nil,
			"Bob e6-e5, bringing back a Scout on b9.", "You played e6-e5 and brought back a Scout on b9.",
			"Bob played e6-e5 and brought back a Scout on b9.",
		},
		{
			"shown with rescue",
			engine.Ply{Shown: engine.Captain, Move: engine.Move{Rescue: back}},
			nil,
			"Bob e6-e5, with a Captain, bringing back a Scout on b9.",
			"You played e6-e5, which showed your Captain, and brought back a Scout on b9.",
			"Bob played e6-e5, with a Captain, and brought back a Scout on b9.",
		},
		{
			"wins",
			engine.Ply{Attack: fight(engine.Lieutenant, engine.Miner, engine.Wins)},
			nil,
			"Bob e6xe5, the 5 beat your 3.", "You played e6xe5, your 5 beat the 3.", "Bob played e6xe5: the 5 beat the 3 of Ann.",
		},
		{
			"wins with rescue",
			engine.Ply{Attack: fight(engine.Marshal, engine.General, engine.Wins), Move: engine.Move{Rescue: back}},
			nil,
			"Bob e6xe5, the Marshal beat your 9, bringing back a Scout on b9.",
			"You played e6xe5, your Marshal beat the 9, and you brought back a Scout on b9.",
			"Bob played e6xe5: the Marshal beat the 9 of Ann, and a Scout is back on b9.",
		},
		{
			"loses",
			engine.Ply{Attack: fight(engine.Miner, engine.Lieutenant, engine.Loses)},
			nil,
			"Bob e6xe5, your 5 beat the 3.", "You played e6xe5, your 3 lost against the 5.", "Bob played e6xe5: the 3 lost against the 5 of Ann.",
		},
		{
			"loses against a bomb",
			engine.Ply{Attack: fight(engine.Marshal, engine.Bomb, engine.Loses)},
			nil,
			"Bob e6xe5, your Bomb beat the Marshal.", "You played e6xe5, your Marshal lost against the Bomb.",
			"Bob played e6xe5: the Marshal lost against the Bomb of Ann.",
		},
		{
			"silent defence",
			engine.Ply{Attack: fight(engine.Miner, engine.NoRank, engine.Loses)},
			[]engine.Seen{{Square: to, Color: engine.Red, Rank: engine.Lieutenant}},
			"Bob e6xe5, your 5 beat the 3.", "You played e6xe5, your 3 lost against a piece that stays hidden.",
			"Bob played e6xe5: the 3 lost against a hidden piece of Ann.",
		},
		{
			"both",
			engine.Ply{Attack: fight(engine.Miner, engine.Miner, engine.BothLose)},
			nil,
			"Bob e6xe5, the 3 and your 3 are both gone.", "You played e6xe5, your 3 and the 3 are both gone.",
			"Bob played e6xe5: the 3 and the 3 of Ann are both gone.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			ply := c.ply
			ply.Number, ply.Color, ply.Move.From, ply.Move.To = 14, engine.Blue, from, to
			red := engine.View{Viewer: engine.Red, Ply: 14, Record: []engine.Ply{ply}, Pieces: c.pieces}
			blue, public := red, red
			blue.Viewer, public.Viewer = engine.Blue, engine.NoColor
			blue.Pieces = slices.Clone(c.pieces)
			for i := range blue.Pieces {
				blue.Pieces[i].Rank = engine.NoRank
			}
			public.Pieces = blue.Pieces
			got := []string{w.TurnLine(&red, names), w.LastMove(&red, names), w.LastMove(&blue, names), w.LastMove(&public, names)}
			want := []string{"Your turn 15: " + c.they, c.they, c.you, c.all}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	first := engine.View{Viewer: engine.Red}
	if got, want := w.TurnLine(&first, names), "Your turn 1: both armies stand, and you move first."; got != want {
		t.Errorf("the first turn reads %q, want %q", got, want)
	}
	if got := w.LastMove(&first, names); got != "" {
		t.Errorf("before the first move, the last one reads %q", got)
	}
}
