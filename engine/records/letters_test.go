package records_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/records"
)

const ownRows = `
	2 3 S B F 4 5 6 7 8
	9 M . . . . . . . .
	. . . . . . . . . .
	F . . . . . . . . B`

func TestLetters(t *testing.T) {
	setup, err := engine.ParseSetup(engine.Original.Board(), ownRows)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		order records.Order
		text  string
	}{
		{records.FrontFirst, "DECBMFGHIJ" + "KLAAAAAAAA" + "AAAAAAAAAA" + "MAAAAAAAAB"},
		{records.BackFirst, "MAAAAAAAAB" + "AAAAAAAAAA" + "KLAAAAAAAA" + "DECBMFGHIJ"},
	} {
		t.Run(c.order.String(), func(t *testing.T) {
			if got := records.Letters(setup, c.order); got != c.text {
				t.Errorf("Letters = %s\nwant      %s", got, c.text)
			}
			got, err := records.ParseLetters(c.text, c.order)
			if err != nil || got != setup {
				t.Errorf("ParseLetters = %v, %v\nwant %v", got, err, setup)
			}
		})
	}
}

// Without the letter's place a host cannot say what is wrong with 40 letters.
func TestParseLettersRefuses(t *testing.T) {
	const good = "DECBMFGHIJKLAAAAAAAAAAAAAAAAAAMAAAAAAAAB"
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", `setup letters: "0 bytes" is not 40 letters A to M`},
		{"short", good[1:], `setup letters: "39 bytes" is not 40 letters A to M`},
		{"long", good + "A", `setup letters: "41 bytes" is not 40 letters A to M`},
		{"blue letter", "N" + good[1:], `setup letters, letter 1: "N" is not a letter A to M`},
		{"small letter", good[:39] + "b", `setup letters, letter 40: "b" is not a letter A to M`},
		{"lake", good[:20] + "_" + good[21:], `setup letters, letter 21: "_" is not a letter A to M`},
	} {
		t.Run(c.name, func(t *testing.T) {
			setup, err := records.ParseLetters(c.text, records.FrontFirst)
			var malformed *records.MalformedError
			if !errors.As(err, &malformed) || err.Error() != c.want || setup != (engine.Setup{}) {
				t.Errorf("got %v, %v\nwant %s", setup, err, c.want)
			}
		})
	}
}

func setups() *rapid.Generator[engine.Setup] {
	return rapid.Custom(func(t *rapid.T) engine.Setup {
		var s engine.Setup
		for i := range s {
			s[i] = engine.Rank(rapid.Uint8Range(uint8(engine.NoRank), uint8(engine.Flag)).Draw(t, "rank"))
		}
		return s
	})
}

func TestLettersRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		setup := setups().Draw(t, "setup")
		order := rapid.SampledFrom([]records.Order{records.FrontFirst, records.BackFirst}).Draw(t, "order")
		got, err := records.ParseLetters(records.Letters(setup, order), order)
		if err != nil || got != setup {
			t.Fatalf("parse∘format gives %v, %v", got, err)
		}
	})
}

func FuzzParseLetters(f *testing.F) {
	f.Add("DECBMFGHIJKLAAAAAAAAAAAAAAAAAAMAAAAAAAAB", false)
	f.Add("MAAAAAAAABAAAAAAAAAAKLAAAAAAAADECBMFGHIJ", true)
	f.Add("NAAAAAAAABAAAAAAAAAAKLAAAAAAAADECBMFGHIJ", true)
	f.Add("", false)
	f.Fuzz(func(t *testing.T, text string, back bool) {
		order := records.FrontFirst
		if back {
			order = records.BackFirst
		}
		setup, err := records.ParseLetters(text, order)
		if err == nil && records.Letters(setup, order) != text {
			t.Errorf("%q is read as %v, which is written as %q", text, setup, records.Letters(setup, order))
		}
	})
}
