package command

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"fieldpost/engine"
)

var update = flag.Bool("update", false, "write the golden files anew")

// meanings are what the manual says of the commands of one or a few words.
var meanings = map[Kind]string{
	Draw: "offer a draw", Claim: "claim the draw that the rules give", Accept: "accept what the mail offers", Decline: "decline it",
	Resign: "resign; you are asked back", ResignSurely: "resign at once", Abort: "call the game off before its third ply", Rematch: "ask for a rematch",
	Board: "get the board", Moves: "get your legal moves", Record: "get the record", Games: "get a list of your games",
	Help: "get help", Stop: "get no more mail",
	Back: "end one's vacation", Time: "give the other more time",
}

// TestManual: docs/mail-commands.md lists the words and names of the tables.
func TestManual(t *testing.T) {
	const file, begin, end = "../../../../docs/mail-commands.md", "<!-- words -->\n", "<!-- end of words -->"
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begun := strings.Cut(string(old), begin)
	_, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		t.Fatalf("%s has no %q and %q", file, begin, end)
	}
	now := before + begin + manual() + end + after
	if now == string(old) {
		return
	}
	if !*update {
		t.Fatalf("%s does not list the words as they are: go test ./functions/internal/inbound/command -run Manual -update", file)
	}
	if err := os.WriteFile(file, []byte(now), 0o644); err != nil {
		t.Fatal(err)
	}
}

func manual() string {
	var b strings.Builder
	table := func(what string) {
		fmt.Fprintf(&b, "\n| %s | English | français | Deutsch | Nederlands |\n| --- | --- | --- | --- | --- |\n", what)
	}
	row := func(what string, s spelling, behind string) {
		fmt.Fprintf(&b, "| %s |", what)
		for _, words := range s {
			var cells []string
			for _, word := range words {
				cells = append(cells, "`"+word+behind+"`")
			}
			fmt.Fprintf(&b, " %s |", strings.Join(cells, ", "))
		}
		b.WriteByte('\n')
	}
	table("To …")
	for _, s := range spellings {
		row(meanings[s.kind], s.spelling, "")
	}
	row("set up, with rows, a number or chance behind", setupWords, "")
	row("set up by chance: behind the word above", randomWords, "")
	row("tell the other something: the rest of the paragraph", sayWords, "")
	row("the same, with a colon", tellWords, ":")
	row("stop one's own clock: before a day, or how long", vacationWords, "")
	row("the first day: may stand before it", sinceWords, "")
	row("the last day: before it", untilWords, "")
	row("days: behind a number", dayWords, "")
	row("move: may stand before a move", moveWords, "")
	row("the same, before its first square", fromWords, "")
	row("save what you play if the other plays something", ifWords, "")
	row("begin the answer in it", thenWords, "")
	row("say behind an attack in it that the attacker wins", winsWords, "")
	row("that he loses", losesWords, "")
	row("that both pieces are gone", bothWords, "")
	row("save nothing any more: behind the first of these", noWords, "")
	table("Piece")
	for _, rank := range engine.Ranks {
		row(rank.String(), pieceNames[rank], "")
	}
	b.WriteByte('\n')
	return b.String()
}

// TestManualExamples: the moves in the manual are read as moves, and what it says
// is none is none.
func TestManualExamples(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/mail-commands.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## Moves\n")
	section, _, _ = strings.Cut(section, "\n## ")
	moves, others, _ := strings.Cut(section, "No moves are")
	examples := func(text string, kind Kind) (n int) {
		for i, example := range strings.Split(text, "`") {
			if i%2 == 0 || !strings.Contains(example, "4") && !strings.Contains(example, "9") {
				continue // a word of one
			}
			n++
			if got := Find([]string{example}); got.Kind != kind {
				t.Errorf("%q is read as %q", example, got.text())
			}
		}
		return n
	}
	if n := examples(moves, Move); n < 12 {
		t.Errorf("%d moves", n)
	}
	if n := examples(others, None); n < 4 {
		t.Errorf("%d that are none", n)
	}
}
