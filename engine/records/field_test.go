package records_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/records"
)

// startField is drawn as the letters run, a1 first.
var startField = strings.Join([]string{
	"MBAAAAAAAA",
	"AAAAAAAAAA",
	"AAAAAAAAAA",
	"DAAAAAAAAL",
	"AA__AA__AA",
	"AA__AA__AA",
	"PAAAAAAAAO",
	"AAAAAAAAAA",
	"AAAAAAAAAA",
	"AAAAAAAAXY",
}, "")

func TestParseField(t *testing.T) {
	got, err := records.ParseField(startField)
	if err != nil {
		t.Fatal(err)
	}
	want := records.Field{
		engine.At(1, 1):   {Color: engine.Red, Rank: engine.Flag},
		engine.At(2, 1):   {Color: engine.Red, Rank: engine.Bomb},
		engine.At(1, 4):   {Color: engine.Red, Rank: engine.Scout},
		engine.At(10, 4):  {Color: engine.Red, Rank: engine.Marshal},
		engine.At(1, 7):   {Color: engine.Blue, Rank: engine.Scout},
		engine.At(10, 7):  {Color: engine.Blue, Rank: engine.Spy},
		engine.At(9, 10):  {Color: engine.Blue, Rank: engine.Marshal},
		engine.At(10, 10): {Color: engine.Blue, Rank: engine.Flag},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if text, err := got.Text(); err != nil || text != startField {
		t.Errorf("Text = %s, %v", text, err)
	}
}

// Blue's first symbol is j7 and his last a10: seen from his own side.
func TestFieldSetups(t *testing.T) {
	field, err := records.ParseField(startField)
	if err != nil {
		t.Fatal(err)
	}
	got, err := field.Setups()
	if err != nil {
		t.Fatal(err)
	}
	board := engine.Original.Board()
	for _, c := range []struct {
		color engine.Color
		rows  string
	}{
		{engine.Red, "2........M\n..........\n..........\nFB........"},
		{engine.Blue, "S........2\n..........\n..........\nFM........"},
	} {
		if text := got.Of(c.color).Text(board); text != c.rows {
			t.Errorf("%v is read as\n%s\nwant\n%s", c.color, text, c.rows)
		}
	}
	if diff := cmp.Diff(field, records.FieldOf(got)); diff != "" {
		t.Error(diff)
	}
}

// A position of the field can be played from.
func TestFieldIsAPosition(t *testing.T) {
	field, err := records.ParseField(startField)
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.StartFrom(engine.Position{
		Rules: engine.StandardRules(engine.Original), ToMove: engine.Blue, Pieces: field,
	})
	if err != nil || g.Outcome() != engine.Undecided {
		t.Fatalf("%v, %v", g.Outcome(), err)
	}
	if diff := cmp.Diff(map[engine.Square]engine.Piece(field), g.Position().Pieces); diff != "" {
		t.Error(diff)
	}
}

func TestParseFieldRefuses(t *testing.T) {
	with := func(at engine.Square, letter string) string {
		return startField[:at-1] + letter + startField[at:]
	}
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", `field: "0 bytes" is not 100 letters`},
		{"long", startField + "A", `field: "101 bytes" is not 100 letters`},
		{"piece in the water", with(engine.At(3, 5), "B"), `field, c5: "B" is not _, for this is a lake`},
		{"no water in the lake", with(engine.At(8, 6), "A"), `field, h6: "A" is not _, for this is a lake`},
		{"water on land", with(engine.At(1, 5), "_"), `field, a5: "_" is not A to Y, for this is no lake`},
		{"letter", with(engine.At(1, 1), "Z"), `field, a1: "Z" is not A to Y`},
		{"small letter", with(engine.At(10, 10), "y"), `field, j10: "y" is not A to Y`},
	} {
		t.Run(c.name, func(t *testing.T) {
			field, err := records.ParseField(c.text)
			var malformed *records.MalformedError
			if !errors.As(err, &malformed) || err.Error() != c.want || field != nil {
				t.Errorf("got %v, %v\nwant %s", field, err, c.want)
			}
		})
	}
}

func TestSetupsRefusesAPieceOffItsRows(t *testing.T) {
	for _, c := range []struct {
		name  string
		field records.Field
		want  string
	}{
		{"river", records.Field{45: {Color: engine.Red, Rank: engine.Bomb}}, `field, e5: "red piece" is not on its own rows`},
		{"other side", records.Field{1: {Color: engine.Blue, Rank: engine.Flag}}, `field, a1: "blue piece" is not on its own rows`},
		{"off the board", records.Field{101: {Color: engine.Red, Rank: engine.Flag}}, `field: "a piece off the board" is not on its own rows`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := c.field.Setups(); err == nil || err.Error() != c.want {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestFieldTextRefuses(t *testing.T) {
	red := engine.Piece{Color: engine.Red, Rank: engine.Miner}
	for _, c := range []struct {
		name  string
		field records.Field
		want  string
	}{
		{"lake", records.Field{engine.At(3, 5): red}, "a field cannot hold a red 3 on c5"},
		{"no square", records.Field{0: red}, "a field cannot hold a red 3 on -"},
		{"past the board", records.Field{101: red}, "a field cannot hold a red 3 on -"},
		{"no rank", records.Field{1: {Color: engine.Red}}, "a field cannot hold a red ? on a1"},
		{"rank 13", records.Field{1: {Color: engine.Red, Rank: 13}}, "a field cannot hold a red ? on a1"},
		{"no color", records.Field{1: {Rank: engine.Miner}}, "a field cannot hold a none 3 on a1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var unsupported *records.UnsupportedError
			if text, err := c.field.Text(); !errors.As(err, &unsupported) || err.Error() != c.want || text != "" {
				t.Errorf("got %q, %v\nwant %s", text, err, c.want)
			}
		})
	}
}

func TestFieldRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		both := engine.Both[engine.Setup]{Red: setups().Draw(t, "red"), Blue: setups().Draw(t, "blue")}
		text, err := records.FieldOf(both).Text()
		if err != nil {
			t.Fatal(err)
		}
		field, err := records.ParseField(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := field.Setups(); err != nil || got != both {
			t.Fatalf("parse∘format gives %v, %v", got, err)
		}
	})
}

func FuzzParseField(f *testing.F) {
	f.Add(startField)
	f.Add(strings.ReplaceAll(startField, "_", "A"))
	f.Add(startField[:40] + "Z" + startField[41:])
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		field, err := records.ParseField(text)
		if err != nil {
			return
		}
		if again, err := field.Text(); err != nil || again != text {
			t.Errorf("%q is read as %v, which is written as %q, %v", text, field, again, err)
		}
		if both, err := field.Setups(); err == nil {
			if diff := cmp.Diff(field, records.FieldOf(both)); diff != "" {
				t.Error(diff)
			}
		}
	})
}
