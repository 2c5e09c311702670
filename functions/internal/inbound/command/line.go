package command

import (
	"slices"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/letter"
)

// results are the words behind an attack, by what they say of it.
var results = map[engine.Result]spelling{engine.Wins: winsWords, engine.Loses: losesWords, engine.BothLose: bothWords}

// conditions reads lines as what is to be played if: `if b5xb4 loses then a4-a5`, and
// so on by a further `if`. More of them may follow, each on a line of its own.
func conditions(lines []string) Command {
	first := bare(letter.Plain(lines[0]))
	if rest, found := ifWords.cut(first); found && noWords.is(ended(rest, ".!")) {
		return Command{Kind: Lines}
	}
	c := Command{Kind: Lines}
	for i := 0; i < len(lines) && len(c.Lines) <= match.MostLines; i++ {
		line := bare(letter.Plain(lines[i]))
		if line == "" {
			continue
		}
		l, ok := ReadLine(line)
		if !ok && i+1 < len(lines) { // a mail program has broken it
			i++
			l, ok = ReadLine(line + " " + letter.Plain(lines[i]))
		}
		if !ok {
			break
		}
		c.Lines = append(c.Lines, l)
	}
	if c.Lines == nil {
		return Command{}
	}
	return c
}

// ReadLine reads one line to be played if, in any of the languages. What it says is
// checked by match.CheckLines; nor does it have its Attack.
func ReadLine(text string) (match.Line, bool) {
	text = letter.Plain(text)
	fields := strings.Fields(strings.NewReplacer(",", " ", ";", " ").Replace(ended(text, ".!")))
	var l match.Line
	for len(fields) > 0 {
		begins := ifWords
		if len(l)%2 == 1 {
			begins = thenWords
		}
		if !begins.is(fields[0]) {
			return nil, false
		}
		fields = fields[1:]
		end := slices.IndexFunc(fields, func(word string) bool { return ifWords.is(word) || thenWords.is(word) })
		if end < 0 {
			end = len(fields)
		}
		step, ok := readStep(fields[:end])
		if !ok {
			return nil, false
		}
		l, fields = append(l, step), fields[end:]
	}
	return l, len(l) > 0 && len(l)%2 == 0
}

// readStep reads a move, and behind it how its fight ends.
func readStep(fields []string) (match.Step, bool) {
	var s match.Step
	if n := len(fields); n > 1 {
		for r, words := range results {
			if words.is(fields[n-1]) {
				s.Result, fields = r, fields[:n-1]
				break
			}
		}
	}
	line, _ := fromWords.cut(strings.Join(fields, " "))
	var err error
	s.Move, err = engine.ParseMove(attack(line))
	return s, err == nil
}

// WriteLine writes l as ReadLine reads it, in the words of a language; any other than
// the four gets English.
func WriteLine(lang string, l match.Line) string {
	at := max(0, slices.Index(languages[:], lang))
	var words []string
	for i, s := range l {
		begins := ifWords
		if i%2 == 1 {
			begins = thenWords
		}
		words = append(words, begins[at][0], s.Text())
		if s.Result != engine.NoResult {
			words = append(words, results[s.Result][at][0])
		}
	}
	return strings.Join(words, " ")
}

// ResultWord is the word behind an attack that says how it ends.
func ResultWord(lang string, r engine.Result) string {
	return results[r][max(0, slices.Index(languages[:], lang))][0]
}

// is reports whether text is one of the words.
func (s spelling) is(text string) bool {
	for word := range s.all {
		if key(text) == key(word) {
			return true
		}
	}
	return false
}
