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

// What others read: Gravon's own viewer cannot be asked, so a change of these
// files needs a look at what it is.
func TestGravonGolden(t *testing.T) {
	players := engine.Both[string]{Red: `A <&> "B"`, Blue: "Jürgen\n]]>"}
	for _, army := range []engine.Army{engine.Barrage, engine.Duel} {
		t.Run(army.String(), func(t *testing.T) {
			x, err := records.GravonOf(sampleGame(t, army), players)
			if err != nil {
				t.Fatal(err)
			}
			text, err := x.Text()
			if err != nil {
				t.Fatal(err)
			}
			golden(t, army.String()+".xml", string(text))
			again, err := records.ParseGravon(text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(x, again); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// foreign is a game in the manner of the archive: a byte order mark, spaces
// about, no numbers, elements that we do not know, small letters, J for K.
const foreign = "\ufeff" + `<?xml version="1.0" encoding="UTF-8"?>
<stratego server="x">
 <game type = "duell">
  <chat><line by="1">a1-a2</line></chat>
  <field content="` + duelField + `"/>
  <move source="J4" target="K5"/>
  <move id="9" source="a7" target="A6">!</move>
  <move id="3" source="K5" target="K6"/>
  <player id ="2">two</player>
  <player id="1">one</player>
  <result type="3" winner="2"/>
 </game>
</stratego>`

const duelField = "MBBAAAAAAA" + "AAAAAAAAAA" + "CDDAAAAAAA" + "EEAAAAAAKL" +
	"AA__AA__AA" + "AA__AA__AA" +
	"WXAAAAAAQQ" + "AAAAAAAPPO" + "AAAAAAAAAA" + "AAAAAAANNY"

func TestParseGravon(t *testing.T) {
	x, err := records.ParseGravon([]byte(foreign))
	if err != nil {
		t.Fatal(err)
	}
	if x.Army != engine.Duel || x.Players.Red != "one" || x.Players.Blue != "two" {
		t.Errorf("army %v, players %v", x.Army, x.Players)
	}
	g, err := x.Replay(engine.StandardRules(engine.Duel))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, p := range g.Record() {
		lines = append(lines, p.String())
	}
	if diff := cmp.Diff([]string{"1. j4-j5", "2. a7-a6", "3. j5-j6"}, lines); diff != "" {
		t.Error(diff)
	}
	if g.Outcome() != engine.BlueWins || g.Reason() != engine.ByResignation {
		t.Errorf("ended %v %v", g.Outcome(), g.Reason())
	}
}

func TestParseGravonRefuses(t *testing.T) {
	for _, c := range []struct{ name, from, to, want string }{
		{"no XML", foreign, "move a4 a5", `gravon game: "its end" is not to come before a <game>`},
		{"cut short", "</game>\n</stratego>", "", `is not well-formed XML`},
		{"a foreign entity", "two", "&two;", `is not well-formed XML`},
		{"no field", `<field content="` + duelField + `"/>`, "", `gravon game: "its end" is not to come before a <field>`},
		{"two fields", `<player id ="2">two</player>`, "<field/>", `gravon game, line 9: "a second <field>" is not allowed`},
		{"no result", `<result type="3" winner="2"/>`, "", `gravon game: "its end" is not to come before a <result>`},
		{"free army", "duell", "classicfree", `a game of ours cannot hold gravon's game type "classicfree"`},
		{"no army", `type = "duell"`, "", `a game of ours cannot hold gravon's game type ""`},
		{"bad field", duelField, duelField[1:], `field: "99 bytes" is not 100 letters`},
		{"piece in the river", "AA__AA__AAAA", "BA__AA__AAAA", `field, a5: "red piece" is not on its own rows`},
		{"bad source", `"J4"`, `"L4"`, `gravon game, line 6: "L4" is not a square A1 to K10`},
		{"bad target", `"K5"/`, `"K11"/`, `gravon game, line 6: "K11" is not a square A1 to K10`},
		{"third player", `id ="2"`, `id="3"`, `gravon game, line 9: "3" is not the id of a player, 1 or 2`},
		{"bad ending", `result type="3"`, `result type="flag"`, `gravon game, line 11: "flag" is not the number of a result type`},
		{"bad winner", `winner="2"`, `winner="0"`, `gravon game, line 11: "0" is not a winner: 1 red, 2 blue, 3 nobody`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(foreign, c.from, c.to, 1)
			if text == foreign {
				t.Fatal("the case changes nothing")
			}
			x, err := records.ParseGravon([]byte(text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
			if diff := cmp.Diff(records.Gravon{}, x); diff != "" {
				t.Errorf("half a game came back: %s", diff)
			}
		})
	}
}

func TestGravonReplayRefuses(t *testing.T) {
	duel := engine.StandardRules(engine.Duel)
	for _, c := range []struct {
		name, from, to string
		rules          engine.Rules
		ply            int
		want           string
	}{
		{"other army", "", "", engine.StandardRules(engine.Barrage), 0, `ply 0, "barrage": it should read "duel"`},
		{"wrong setup", duelField, "A" + duelField[1:], duel, 0, `ply 0, "red": the setup is not the army: missing F x1`},
		{"illegal move", `source="a7"`, `source="b4"`, duel, 2, `ply 2, "b4-a6": "b4-a6" is refused: not-yours`},
		{"another winner of a tie", `type="3"`, `type="4"`, duel, 4, `ply 4, "blue, result type 4": it should read "none"`},
		{"flag not captured", `type="3"`, `type="1"`, duel, 4, `ply 4, "blue, result type 1": it should read "none"`},
		{"both missing", `type="3" winner="2"`, `type="10" winner="3"`, duel, 4, `ply 4, "draw, result type 10": it should read "none"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, err := records.ParseGravon([]byte(strings.Replace(foreign, c.from, c.to, 1)))
			if err != nil {
				t.Fatal(err)
			}
			_, err = x.Replay(c.rules)
			var replay *records.ReplayError
			if !errors.As(err, &replay) || replay.Ply != c.ply || err.Error() != c.want {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}

// Every ending that both sides know, in both directions.
func TestGravonEndings(t *testing.T) {
	for _, c := range []struct {
		name, result string
		reason       engine.Reason
		outcome      engine.Outcome
		back         records.Ending // what we write for it
	}{
		{"forfeit", `type="3" winner="1"`, engine.ByResignation, engine.RedWins, records.Forfeit},
		{"tie", `type="4" winner="3"`, engine.ByAgreement, engine.Draw, records.TieAgreed},
		{"clock", `type="11" winner="2"`, engine.ByTime, engine.BlueWins, records.ClockOut},
		{"clock and missing", `type="13" winner="1"`, engine.ByTime, engine.RedWins, records.ClockOut},
		{"missing", `type="14" winner="2"`, engine.ByTime, engine.BlueWins, records.ClockOut},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, err := records.ParseGravon([]byte(strings.Replace(foreign, `type="3" winner="2"`, c.result, 1)))
			if err != nil {
				t.Fatal(err)
			}
			g, err := x.Replay(engine.StandardRules(engine.Duel))
			if err != nil || g.Outcome() != c.outcome || g.Reason() != c.reason {
				t.Fatalf("%v %v, %v", g.Outcome(), g.Reason(), err)
			}
			back, err := records.GravonOf(g, x.Players)
			if err != nil || back.Ending != c.back || back.Outcome != c.outcome {
				t.Errorf("written as %v %v, %v", back.Ending, back.Outcome, err)
			}
		})
	}
}

func TestGravonOfRefuses(t *testing.T) {
	start := func(change func(*engine.Rules), setups engine.Both[engine.Setup], moves []engine.Move) engine.Game {
		r := engine.StandardRules(engine.Lightning)
		change(&r)
		g, err := engine.Start(r, setups)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			if g, _, err = engine.Apply(g, engine.Play(g.ToMove(), m)); err != nil {
				t.Fatal(err)
			}
		}
		if g.Outcome() != engine.Undecided {
			return g
		}
		if g, _, err = engine.Apply(g, engine.Resign(engine.Red)); err != nil {
			t.Fatal(err)
		}
		return g
	}
	side := lightningSetup(t)
	both := engine.Both[engine.Setup]{Red: side, Blue: side}
	none := func(*engine.Rules) {}
	turn := []engine.Move{{From: engine.At(1, 4), Via: engine.At(1, 5), To: engine.At(2, 5)}}
	straight := []engine.Move{{From: engine.At(1, 4), Via: engine.At(1, 5), To: engine.At(1, 6)}}
	if _, err := records.GravonOf(start(none, both, straight), engine.Both[string]{}); err != nil {
		t.Errorf("a captain straight on: %v", err)
	}
	for _, c := range []struct {
		name string
		game engine.Game
		lack records.Lack
		want string
	}{
		{"army", sampleGame(t, engine.Skirmish), records.LackArmy, "a gravon game cannot hold the skirmish army"},
		{"option", start(func(r *engine.Rules) { r.Reconquest = true }, both, straight), records.LackOptions, "a gravon game cannot hold the options of"},
		{"ending", start(func(r *engine.Rules) { r.MaxPlies = 1 }, both, straight), records.LackEnding, "a gravon game cannot hold a game that ended by length"},
		{"path", start(none, both, turn), records.LackPath, "a gravon game cannot hold the path of a captain"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := records.GravonOf(c.game, engine.Both[string]{})
			var unsupported *records.UnsupportedError
			if !errors.As(err, &unsupported) || unsupported.Lack != c.lack || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}

// lightningSetup has a captain on the owner's left front square with nothing
// before or beside him.
func lightningSetup(t *testing.T) engine.Setup {
	t.Helper()
	s, err := engine.ParseSetup(engine.Original.Board(), "6........M/..55443322/987622S.../.BBF......")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Troops(), engine.StandardRules(engine.Lightning).Troops; got != want {
		t.Fatalf("troops %v, want %v", got, want)
	}
	return s
}

func TestGravonRoundTrip(t *testing.T) {
	armies := []engine.Army{engine.Original, engine.Barrage, engine.Duel, engine.Lightning}
	rapid.Check(t, func(t *rapid.T) {
		r := engine.StandardRules(rapid.SampledFrom(armies).Draw(t, "army"))
		g := randomGame(t, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), r, 80)
		x, err := records.GravonOf(g, engine.Both[string]{Red: rapid.String().Draw(t, "red"), Blue: "b"})
		var unsupported *records.UnsupportedError
		if errors.As(err, &unsupported) && r.Army == engine.Lightning {
			return // a captain's turn
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := x.Text()
		if err != nil {
			t.Fatal(err)
		}
		again, err := records.ParseGravon(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		// XML has no place for control characters: a name may lose some.
		again.Players = x.Players
		if diff := cmp.Diff(x, again); diff != "" {
			t.Fatal(diff)
		}
		played, err := again.Replay(r)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(engine.Look(g, engine.NoColor), engine.Look(played, engine.NoColor)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func FuzzParseGravon(f *testing.F) {
	for _, army := range []engine.Army{engine.Barrage, engine.Duel} {
		x, err := records.GravonOf(sampleGame(f, army), engine.Both[string]{Red: "Ann", Blue: "Bob"})
		if err != nil {
			f.Fatal(err)
		}
		text, err := x.Text()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(foreign))
	f.Add([]byte("<game type='classic'><field content=''/></game>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := records.ParseGravon(data)
		if err != nil {
			return
		}
		text, err := x.Text()
		if err != nil {
			t.Fatalf("read, but not written: %v", err)
		}
		again, err := records.ParseGravon(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(x, again); diff != "" {
			t.Error(diff)
		}
		// Whatever it says, it must not panic.
		_, _ = x.Replay(engine.StandardRules(x.Army))
	})
}
