package records_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/records"
)

// Human setups in letters: every one is the army, reads the same in either
// order of rows, and is written as it was.
func TestConformanceSetups(t *testing.T) {
	for file, army := range map[string]engine.Army{
		"setups-classic.txt": engine.Original, "setups-barrage.txt": engine.Barrage,
	} {
		t.Run(file, func(t *testing.T) {
			r := engine.StandardRules(army)
			lines := conformanceLines(t, file)
			if len(lines) != 2000 {
				t.Errorf("%d setups, not 2000", len(lines))
			}
			for i, line := range lines {
				setup, err := records.ParseLetters(line, records.FrontFirst)
				if err != nil {
					t.Fatalf("setup %d: %v", i+1, err)
				}
				if err := r.CheckSetup(setup); err != nil {
					t.Errorf("setup %d: %v", i+1, err)
				}
				if text := records.Letters(setup, records.FrontFirst); text != line {
					t.Errorf("setup %d is written as\n%s\nnot\n%s", i+1, text, line)
				}
				other := line[30:] + line[20:30] + line[10:20] + line[:10]
				if text := records.Letters(setup, records.BackFirst); text != other {
					t.Errorf("setup %d is written back row first as\n%s\nnot\n%s", i+1, text, other)
				}
				if again, err := records.ParseLetters(other, records.BackFirst); err != nil || again != setup {
					t.Errorf("setup %d back row first: %v, %v", i+1, again, err)
				}
			}
		})
	}
}

// Real games: the field at the start is two setups and back, and the game goes
// through our record and, where it has words for it, Gravon's. Without
// FIELDPOST_LONG only every tenth game is played.
func TestConformanceGames(t *testing.T) {
	lines := conformanceLines(t, "games.tsv")
	armies := map[string]engine.Army{"classic": engine.Original, "barrage": engine.Barrage}
	step := 10
	if os.Getenv("FIELDPOST_LONG") != "" {
		step = 1
	} else {
		t.Log("left out: nine in ten games as records; make test-long plays all")
	}
	games := 0
	for _, line := range lines {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(line, "\t")
		if len(columns) != 5 {
			t.Fatalf("%d columns: %.80s", len(columns), line)
		}
		id, army, label, moves := columns[0], armies[columns[1]], columns[3], strings.Fields(columns[4])
		games++
		field, err := records.ParseField(columns[2])
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		setups, err := field.Setups()
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		if text, err := records.FieldOf(setups).Text(); err != nil || text != columns[2] {
			t.Errorf("%s: the field is written as %s, %v", id, text, err)
		}
		if games%step != 0 {
			continue
		}
		if strings.HasPrefix(label, "last-illegal") {
			moves = moves[:len(moves)-1]
		}
		t.Run(id, func(t *testing.T) { throughRecords(t, army, setups, moves) })
	}
	if games != 121 {
		t.Errorf("%d games, not 121", games)
	}
}

// throughRecords plays a game, lets Red resign if it is not over, and takes it
// through both forms.
func throughRecords(t *testing.T, army engine.Army, setups engine.Both[engine.Setup], moves []string) {
	t.Helper()
	r := engine.StandardRules(army)
	r.QuietClaim, r.QuietDraw, r.MaxPlies = 0, 0, 0
	g, err := engine.Start(r, setups)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range moves {
		m, err := engine.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if g, _, err = engine.Apply(g, engine.Play(g.ToMove(), m)); err != nil {
			t.Fatalf("move %d: %v", i+1, err)
		}
	}
	if g.Outcome() == engine.Undecided {
		if g, _, err = engine.Apply(g, engine.Resign(engine.Red)); err != nil {
			t.Fatal(err)
		}
	}
	same := func(form string, again engine.Game, err error) {
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		if diff := cmp.Diff(engine.Look(g, engine.NoColor), engine.Look(again, engine.NoColor)); diff != "" {
			t.Errorf("%s: %s", form, diff)
		}
	}
	text, err := records.Write(g)
	if err != nil {
		t.Fatal(err)
	}
	again, err := records.Read(text)
	same("record", again, err)

	x, err := records.GravonOf(g, engine.Both[string]{Red: "r", Blue: "b"})
	if err != nil {
		t.Fatal(err)
	}
	data, err := x.Text()
	if err != nil {
		t.Fatal(err)
	}
	if x, err = records.ParseGravon(data); err != nil {
		t.Fatal(err)
	}
	again, err = x.Replay(r)
	same("gravon", again, err)
}
