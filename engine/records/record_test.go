package records_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/records"
)

// The files were written by version 1. If one no longer reads, records that
// people keep no longer read; if it is written otherwise, the format has changed
// and needs a new version, beside which this one stays readable.
func TestRecordOfVersion1(t *testing.T) {
	for _, s := range samples {
		t.Run(s.army.String(), func(t *testing.T) {
			var g engine.Game
			if *update {
				g = randomGame(t, rand.New(rand.NewPCG(s.seed, uint64(s.army))), engine.StandardRules(s.army), 160)
			} else {
				g = sampleGame(t, s.army)
			}
			text, err := records.Write(g)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, s.army.String()+".record", text)
		})
	}
}

func TestReadWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGame(t, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), anyRules(t), 120)
		text, err := records.Write(g)
		if err != nil {
			t.Fatal(err)
		}
		again, err := records.Read(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(engine.Look(g, engine.NoColor), engine.Look(again, engine.NoColor)); diff != "" {
			t.Errorf("another game is read: %s", diff)
		}
		if back, err := records.Write(again); err != nil || back != text {
			t.Errorf("written again as\n%s\nwant\n%s", back, text)
		}
	})
}

// anyRules draws an army and options.
func anyRules(t *rapid.T) engine.Rules {
	r := engine.StandardRules(rapid.SampledFrom(engine.Armies[:]).Draw(t, "army"))
	if r.Army == engine.CustomArmy {
		r.Troops = engine.Troops{engine.Flag: 1, engine.Bomb: 2, engine.Captain: 2, engine.Scout: 3, engine.Miner: 1}
	}
	flip := func(name string) bool { return rapid.Bool().Draw(t, name) }
	r.AttackerAdvantage, r.ExplodingBombs, r.MovingBombs = flip("advantage"), flip("exploding"), flip("moving bombs")
	r.MovingFlag, r.Reconquest, r.SilentDefence = flip("moving flag"), flip("reconquest"), flip("silence")
	r.ScoutReveal, r.Memory = flip("scout reveal"), flip("memory")
	r.QuietClaim = rapid.SampledFrom([]int{0, 10, 200}).Draw(t, "claim")
	r, err := r.Check()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// If a running game could be written, its setups would be out.
func TestWriteKeepsARunningGameSecret(t *testing.T) {
	r := engine.StandardRules(engine.Barrage)
	rng := rand.New(rand.NewPCG(1, 1))
	g, err := engine.Start(r, engine.Both[engine.Setup]{Red: randomSetup(rng, r), Blue: randomSetup(rng, r)})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := records.Write(g); !errors.Is(err, records.ErrRunning) || text != "" {
		t.Errorf("Write = %q, %v", text, err)
	}
	if _, err := records.GravonOf(g, engine.Both[string]{}); !errors.Is(err, records.ErrRunning) {
		t.Errorf("GravonOf: %v", err)
	}
	g, _, err = engine.Apply(g, engine.Play(engine.Red, g.Moves()[0]))
	if err != nil {
		t.Fatal(err)
	}
	text := records.WriteView(engine.Look(g, engine.Blue))
	want := "record 1\nrules " + r.String() + "\nend none\n" + g.Record()[0].String() + "\n"
	if text != want {
		t.Errorf("WriteView =\n%s\nwant\n%s", text, want)
	}
	if _, err := records.Read(text); !errors.Is(err, records.ErrNoSetups) {
		t.Errorf("Read of a record without setups: %v", err)
	}
}

func TestWriteNeedsSetups(t *testing.T) {
	g, err := engine.StartFrom(engine.Position{
		Rules: engine.StandardRules(engine.Original), ToMove: engine.Red,
		Pieces: map[engine.Square]engine.Piece{1: {Color: engine.Red, Rank: engine.Miner}, 2: {Color: engine.Blue, Rank: engine.Miner}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if g, _, err = engine.Apply(g, engine.Resign(engine.Red)); err != nil {
		t.Fatal(err)
	}
	if _, err := records.Write(g); !errors.Is(err, records.ErrNoSetups) {
		t.Errorf("Write: %v", err)
	}
	if _, err := records.GravonOf(g, engine.Both[string]{}); !errors.Is(err, records.ErrNoSetups) {
		t.Errorf("GravonOf: %v", err)
	}
}

// Each case changes one thing of a good record. Nothing of it may be read.
func TestReadRefuses(t *testing.T) {
	good := func() string {
		text, err := records.Write(sampleGame(t, engine.Barrage))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}()
	lines := strings.Split(good, "\n")
	with := func(line int, text string) string {
		changed := append([]string(nil), lines...)
		changed[line-1] = text
		return strings.Join(changed, "\n")
	}
	fight := 0
	for i, line := range lines {
		if strings.Contains(line, ">") {
			fight = i + 1
			break
		}
	}
	if fight == 0 {
		t.Fatal("the sample has no won fight")
	}
	for _, c := range []struct {
		name, text string
		want       any // a pointer to the type of the error, or the error
		says       string
	}{
		{"empty", "", new(*records.MalformedError), `record, line 1: "" is not "record 1"`},
		{"another text", with(1, "position 1"), new(*records.MalformedError), `record, line 1: "position 1" is not "record 1"`},
		{"version 0", with(1, "record 0"), new(*records.MalformedError), `record, line 1: "0" is not a version of the record`},
		{"newer", with(1, "record 2"), new(*records.VersionError), `a record of version "2", newer than 1`},
		{"no rules", with(2, "rule x"), new(*records.MalformedError), `record, line 2: "rule x" is not the rules`},
		{"bad rules", with(2, "rules barrage"), new(*records.MalformedError), `record, line 2: "barrage" is not rules in canonical text`},
		{"running", with(5, "end none"), records.ErrRunning, ``},
		{"no setups", strings.Join(append(append([]string{}, lines[:2]...), lines[4:]...), "\n"), records.ErrNoSetups, ``},
		{"no red", with(3, "Red 1"), new(*records.MalformedError), `record, line 3: "Red 1" is not a setup for red`},
		{"short setup", with(4, "blue 2/3/4"), new(*records.MalformedError), `record, line 4: "blue" is not a setup: row 1 has 1 squares, not 10`},
		{"wrong army", with(4, "blue ........../........../........../.........."), new(*engine.SetupError), `missing M x1`},
		{"no end", with(5, "ended"), new(*records.MalformedError), `record, line 5: "ended" is not how the game ended`},
		{"bad outcome", with(5, "end green flag"), new(*records.MalformedError), `"green flag" is not an outcome and a reason`},
		{"bad reason", with(5, "end red luck"), new(*records.MalformedError), `"red luck" is not an outcome and a reason`},
		{"other end", with(5, "end draw quiet"), new(*records.ReplayError), `"draw quiet": it should read`},
		{"wrong number", with(7, "3. a1-a2"), new(*records.MalformedError), `record, line 7: "3. a1-a2" is not ply 2`},
		{"no move", with(6, "1. forward"), new(*records.MalformedError), `record, line 6: "forward" is not a move`},
		{"illegal move", with(6, "1. e5-e6"), new(*engine.Refusal), `ply 1, "e5-e6": "e5-e6" is refused: empty-square`},
		{"claims another fight", with(fight, strings.Replace(lines[fight-1], ">", "=", 1)), new(*records.MalformedError), `is not the canonical line`},
		{"spelling", with(6, strings.Replace(lines[5], "-", "->", 1)), new(*records.MalformedError), `is not the canonical line`},
		{"setup spelling", with(3, strings.ReplaceAll(lines[2], "/", " / ")), new(*records.MalformedError), `is not the canonical line`},
		{"carriage returns", strings.ReplaceAll(good, "\n", "\r\n"), new(*records.MalformedError), `line 1`},
		{"no last line feed", strings.TrimSuffix(good, "\n"), nil, ``},
		{"a line after the end", good + "\n", nil, ``},
		{"a ply after the end", good + "999. a1-a2\n", nil, ``},
		{"a ply short", strings.Join(append(append([]string{}, lines[:len(lines)-2]...), ""), "\n"), new(*records.ReplayError), `it should read "none"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := records.Read(c.text)
			if err == nil {
				t.Fatal("it was read")
			}
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v\nwant %s", err, c.says)
			}
			switch want := c.want.(type) {
			case nil:
			case error:
				if !errors.Is(err, want) {
					t.Errorf("%v is no %v", err, want)
				}
			default:
				if !errors.As(err, want) {
					t.Errorf("%v is no %T", err, want)
				}
			}
			if diff := cmp.Diff(engine.View{}, engine.Look(g, engine.NoColor)); diff != "" {
				t.Errorf("half a game came back: %s", diff)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range samples {
		text, err := records.Write(sampleGame(f, s.army))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		if text, err = records.WriteProof(sampleGame(f, s.army), proof); err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add("record 2\n")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := records.Read(text)
		if err != nil {
			return
		}
		again, err := records.Write(g)
		if rest, ok := strings.CutPrefix(text, again); err != nil || !ok || rest != "" && !strings.HasPrefix(rest, "game ") {
			t.Errorf("read, then written as\n%s\n%v", again, err)
		}
	})
}
