package inbound

import (
	"regexp"
	"strings"
	"testing"

	"fieldpost/functions/internal/inbound/command"
)

var quotes = regexp.MustCompile(`“([^”]+)”|«\x{a0}([^»]+)\x{a0}»|„([^“]+)“|‘([^’]+)’`)

// Whatever an answer gives as an example is a command, in each language, and no
// command that is followed goes unmentioned.
func TestHelpIsTrue(t *testing.T) {
	w := newWorld(t)
	for _, lang := range w.composer.Words.Languages() {
		v := &visit{Desk: w.desk, words: w.composer.Words.For(lang)}
		v.help()
		all := append(v.answer.Lists[0].Lines, v.words.T("answer.resign"))
		told := map[command.Kind]bool{command.None: true}
		for _, line := range all {
			for _, q := range quotes.FindAllStringSubmatch(line, -1) {
				example := strings.Join(q[1:], "")
				lines := []string{example}
				if !strings.ContainsAny(example, " 0123456789") {
					lines = append(lines, "M98") // rows, if it is the word before them
				}
				c := command.Find(lines)
				if c.Kind == command.None {
					t.Errorf("%s: %q is no command", lang, example)
				}
				told[c.Kind] = true
			}
		}
		for k := command.None; k <= command.Time; k++ {
			if !told[k] {
				t.Errorf("%s: nothing tells of %v", lang, k)
			}
		}
	}
}
