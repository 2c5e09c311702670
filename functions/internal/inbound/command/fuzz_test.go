package command

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/engine"
)

func FuzzFind(f *testing.F) {
	for _, seed := range []string{
		"b4-b5", "e4-e5-f5 draw", "g9-g10 +5@c2", "Captain e4 to e5", "Hauptmann e4 greift e5 an (Aufklärer)", "setup\nM98\nBBF", "setup 2",
		"Aufstellung zufällig", "say hello\nworld\n\nb4-b5", "sag: hallo", "J’abandonne !", "«\u00a0nulle\u00a0»", "e4: e5 f4", "*b4-b5*", "set up: 1",
		"if b5xb4 loses then a4-a5 if c5-c4 then d4-d5", "wenn b5 nach b4 dann a4-a5\nsi c5-c4, alors d4xd5 gagne", "als niets",
		"vacation 2026-12-24 until 2027-01-03", "Urlaub ab 24. Dezember, 7 Tage", "vacances 24.12.", "vakantie tot 3 januari",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := Find(strings.Split(text, "\n"))
		if m, err := engine.ParseMove(c.Move.String()); c.Kind == Move && (err != nil || m != c.Move) {
			t.Errorf("%q is the move %v, which reads as %v, %v", text, c.Move, m, err)
		}
		is := func(kind Kind, has bool) {
			if (c.Kind == kind) != has {
				t.Errorf("%q is read as %+v", text, c)
			}
		}
		is(Move, c.Move != engine.Move{})
		is(Say, c.Text != "")
		is(SetupPreset, c.Preset != 0)
		is(SetupRows, c.Rows != "")
		if c.Kind != Lines && c.Lines != nil {
			t.Errorf("%q is read as %+v", text, c)
		}
		for _, lang := range languages {
			for _, l := range c.Lines {
				if again, ok := ReadLine(WriteLine(lang, l)); !ok || !slices.Equal(again, l) {
					t.Errorf("%q holds the line %q, which reads as %v", text, WriteLine(lang, l), again)
				}
			}
		}
		is(Vacation, c.From != Day{} || c.Until != Day{} || c.Days != 0)
		if c.Preset > 3 || strings.ContainsAny(c.Text, "\n\u202e") || c.Kind != Move && (c.OfferDraw || c.Piece != engine.NoRank) {
			t.Errorf("%q is read as %+v", text, c)
		}
	})
}
