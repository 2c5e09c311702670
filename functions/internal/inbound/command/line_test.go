package command

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// TestConditions: the ways to write what is to be played if, in four languages, and
// what only begins so.
func TestConditions(t *testing.T) {
	for want, texts := range map[string][]string{
		"lines: if b5-b4 then a4-a5": {
			"if b5-b4 then a4-a5", "If b5-b4, then a4-a5.", "IF b5 to b4 THEN a4 to a5", "si b5-b4 alors a4-a5", "wenn b5-b4, dann a4-a5",
			"falls b5 nach b4 dann a4 nach a5", "als b5 naar b4 dan a4-a5", "*if b5-b4 then a4-a5*", "if b5xb4 then a4xa5",
			"if b5-b4\nthen a4-a5", "if b5-b4 then a4-a5\nThanks, Bob", "“if b5-b4 then a4-a5”", "if from b5 to b4 then from a4 to a5",
			"if b5 attacks b4 then a4 attacks a5",
		},
		"lines: if b5-b4 loses then a4-a5": {"if b5xb4 loses then a4-a5", "si b5xb4 perd alors a4-a5", "wenn b5xb4 verliert dann a4-a5", "als b5xb4 verliest dan a4-a5"},
		"lines: if b5-b4 wins then a4-a5":  {"if b5xb4 wins then a4-a5", "si b5xb4 gagne alors a4-a5", "wenn b5xb4 gewinnt dann a4-a5", "als b5xb4 wint dan a4-a5"},
		"lines: if b5-b4 both then a4-a5":  {"if b5xb4 both then a4-a5", "si b5xb4 deux alors a4-a5", "wenn b5xb4 beide dann a4-a5", "als b5xb4 beide dan a4-a5"},
		"lines: if b5-b4 then a4-a5 wins if c5-c4 then d4-d5": {
			"if b5-b4 then a4xa5 wins if c5-c4 then d4-d5", "if b5-b4 then a4xa5 wins, if c5-c4 then d4-d5",
			"if b5-b4 then a4xa5 wins if c5-c4\nthen d4-d5",
		},
		"lines: if b5-b4 then a4-a5: if c5-c4 then d4-d5": {
			"if b5-b4 then a4-a5\nif c5-c4 then d4-d5", "if b5-b4 then a4-a5\n\nsi c5-c4 alors d4-d5\nBob",
		},
		"lines: if g9-g10 +5@c2 then e4-e5-f5": {"if g9-g10 +5@c2 then e4-e5-f5"},
		"lines":                                {"if nothing", "If nothing.", "si rien", "wenn nichts", "als niets"},
		"none": {
			"if", "if b5-b4", "if then", "if b5-b4 then", "if b5-b4 then a4-a5 if", "if b5-b4 then a4-a5 then c4-c5", "then a4-a5", "if you like",
			"if b5-b4 then a4-a5 draw", "if b5-b4 then resign", "if Captain b5-b4 then a4-a5", "if b5-b4 or b5-b6 then a4-a5", "if b5-b4 a4-a5",
			"what if b5-b4 then a4-a5", "if b5-b4 then a4-a5?", "if wins then a4-a5", "als b5-b4 a4-a5",
		},
	} {
		for _, text := range texts {
			if got := Find(strings.Split(text, "\n")).text(); got != want {
				t.Errorf("%q is read as %q, want %q", text, got, want)
			}
		}
	}
}

// TestWriteLine: what the pages and mails write can be sent back as it is.
func TestWriteLine(t *testing.T) {
	square := func(text string) engine.Square {
		s, err := engine.ParseSquare(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	l := match.Line{
		{Move: engine.Move{From: square("b5"), To: square("b4")}, Attack: true, Result: engine.Loses},
		{Move: engine.Move{From: square("e4"), Via: square("e5"), To: square("f5")}},
		{Move: engine.Move{From: square("g2"), To: square("g1"), Rescue: engine.Rescue{Rank: engine.Marshal, Square: square("c9")}}},
		{Move: engine.Move{From: square("a4"), To: square("a10")}, Attack: true},
	}
	plain := make(match.Line, len(l))
	copy(plain, l)
	plain[0].Attack, plain[3].Attack = false, false
	for lang, want := range map[string]string{
		"en": "if b5xb4 loses then e4-e5-f5 if g2-g1 +M@c9 then a4xa10",
		"fr": "si b5xb4 perd alors e4-e5-f5 si g2-g1 +M@c9 alors a4xa10",
		"de": "wenn b5xb4 verliert dann e4-e5-f5 wenn g2-g1 +M@c9 dann a4xa10",
		"nl": "als b5xb4 verliest dan e4-e5-f5 als g2-g1 +M@c9 dan a4xa10",
		"xx": "if b5xb4 loses then e4-e5-f5 if g2-g1 +M@c9 then a4xa10",
	} {
		got := WriteLine(lang, l)
		if got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
		again, ok := ReadLine(got)
		if diff := cmp.Diff(plain, again); !ok || diff != "" {
			t.Errorf("%s: reads as (-want +got):\n%s", lang, diff)
		}
	}
}

// TestManualLines: the lines in the manual are read as lines.
func TestManualLines(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/mail-commands.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## If … then …\n")
	section, _, _ = strings.Cut(section, "\n## ")
	n := 0
	for i, example := range strings.Split(section, "`") {
		if i%2 == 0 || !strings.HasPrefix(example, "if") {
			continue
		}
		n++
		if got := Find([]string{example}); got.Kind != Lines {
			t.Errorf("%q is read as %q", example, got.text())
		}
	}
	if n < 4 {
		t.Errorf("%d lines", n)
	}
}
