package engine_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// fightTables reads testdata/fights.txt: title → its lines.
func fightTables(t *testing.T) map[string][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/fights.txt")
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][]string{}
	title := ""
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case line[0] != ' ':
			title = strings.TrimSpace(line)
			tables[title] = nil
		default:
			tables[title] = append(tables[title], strings.Join(words, " "))
		}
	}
	return tables
}

// TestFights plays every cell of the attack table (000 and 002 "attacking",
// 001, 003) as a real attack, under the options that change it (000, 002), and
// under silent defence compares what is named.
func TestFights(t *testing.T) {
	tables := fightTables(t)
	for _, tt := range []struct {
		name, table, rules string
		record             bool // cells hold what the record says
	}{
		{"standard", "standard", "", false},
		{"attacker advantage", "attacker advantage", "attackerAdvantage", false},
		{"exploding bombs", "exploding bombs", "explodingBombs", false},
		{"attacker advantage and exploding bombs", "attacker advantage and exploding bombs", "attackerAdvantage explodingBombs", false},
		{"moving bombs fight as exploding ones", "exploding bombs", "movingBombs", false},
		{"moving bombs and attacker advantage", "attacker advantage and exploding bombs", "movingBombs attackerAdvantage", false},
		{"a moving flag changes no fight", "standard", "movingFlag", false},
		{"silent defence", "silent defence", "silentDefence", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			header := ""
			for _, r := range engine.Ranks {
				header += " " + r.String()
			}
			got := []string{strings.TrimSpace(header)}
			for _, attacker := range engine.Ranks {
				row := attacker.String()
				for _, defender := range engine.Ranks {
					row += " " + fought(t, options(t, tt.rules), attacker, defender, tt.record)
				}
				got = append(got, row)
			}
			if diff := cmp.Diff(tables[tt.table], got); diff != "" {
				t.Errorf("fights (-want +got):\n%s", diff)
			}
		})
	}
}

// fought plays one attack from e4 to e5 and returns its cell of the table. It
// checks board, trays and outcome against the result.
func fought(t *testing.T, r engine.Rules, attacker, defender engine.Rank, record bool) string {
	t.Helper()
	from, to := parsed(t, "e4e5").From, parsed(t, "e4e5").To
	p := engine.Position{Rules: r, ToMove: engine.Red, Pieces: drawn(t, r.Army.Board(), `
		10  b4 .. .. .. .. .. .. .. .. ..
		 1  .. .. .. .. .. .. .. .. .. r4`)}
	p.Pieces[from] = engine.Piece{Color: engine.Red, Rank: attacker}
	p.Pieces[to] = engine.Piece{Color: engine.Blue, Rank: defender}
	if attacker != engine.Flag {
		p.Pieces[parsed(t, "a1a2").From] = engine.Piece{Color: engine.Red, Rank: engine.Flag}
	}
	if defender != engine.Flag {
		p.Pieces[parsed(t, "j10j9").From] = engine.Piece{Color: engine.Blue, Rank: engine.Flag}
	}
	g, err := engine.StartFrom(p)
	if err != nil {
		t.Fatal(err)
	}
	m := engine.Move{From: from, To: to}
	if attacker == engine.Bomb || attacker == engine.Flag {
		want := "immovable"
		if attacker == engine.Bomb && r.MovingBombs || attacker == engine.Flag && r.MovingFlag {
			want = "no-attack"
		}
		if got := verdict(t, g, m); got != want {
			t.Errorf("%v attacks %v: %s, want %s", attacker, defender, got, want)
		}
		return "."
	}
	next, happened, err := engine.Apply(g, engine.Play(engine.Red, m))
	if err != nil {
		t.Fatalf("%v attacks %v: %v", attacker, defender, err)
	}
	a := happened.Ply.Attack
	checkFight(t, next, attacker, defender, a.Result)
	if record {
		line, _ := strings.CutPrefix(happened.Ply.Text(), "e4xe5 ")
		return line
	}
	if a.Attacker != attacker || a.Defender != defender {
		t.Errorf("%v attacks %v: named as %v and %v", attacker, defender, a.Attacker, a.Defender)
	}
	return a.Result.Sign()
}

// checkFight compares the board, the trays and the outcome with a result.
func checkFight(t *testing.T, g engine.Game, attacker, defender engine.Rank, result engine.Result) {
	t.Helper()
	pos := g.Position()
	var left engine.Piece // on e5
	var red, blue []engine.Rank
	switch result {
	case engine.Wins:
		left, blue = engine.Piece{Color: engine.Red, Rank: attacker}, []engine.Rank{defender}
	case engine.Loses:
		left, red = engine.Piece{Color: engine.Blue, Rank: defender}, []engine.Rank{attacker}
	case engine.BothLose:
		red, blue = []engine.Rank{attacker}, []engine.Rank{defender}
	default:
		t.Fatalf("%v attacks %v: no result", attacker, defender)
	}
	got := pos.Pieces[engine.At(5, 5)]
	if got.Color != left.Color || got.Rank != left.Rank {
		t.Errorf("%v attacks %v: %v%v is left", attacker, defender, got.Color, got.Rank)
	}
	if _, there := pos.Pieces[engine.At(5, 4)]; there {
		t.Errorf("%v attacks %v: the attacker still stands where it came from", attacker, defender)
	}
	if got, want := pos.Trays.Red.String(), list(red); got != want {
		t.Errorf("%v attacks %v: Red's tray %q, want %q", attacker, defender, got, want)
	}
	if got, want := pos.Trays.Blue.String(), list(blue); got != want {
		t.Errorf("%v attacks %v: Blue's tray %q, want %q", attacker, defender, got, want)
	}
	want := "on"
	if defender == engine.Flag {
		want = "red flag"
	}
	if got := ending(g); got != want {
		t.Errorf("%v attacks %v: end %s, want %s", attacker, defender, got, want)
	}
}

func list(ranks []engine.Rank) string {
	var t engine.Troops
	for _, r := range ranks {
		t[r]++
	}
	return t.String()
}
