package command

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"fieldpost/functions/internal/inbound/letter"
)

// say reads lines as a message: what stands behind the word, to the end of the
// paragraph, in one line. It is kept as it was typed, without what cannot be seen.
func say(lines []string) Command {
	first := seen(lines[0])
	rest, found := sayWords.cut(first)
	if !found {
		if rest, found = tellWords.cut(first); !found || !strings.HasPrefix(rest, ":") {
			return Command{}
		}
	}
	text := []string{strings.TrimPrefix(rest, ":")}
	for _, line := range lines[1:] {
		if letter.Plain(line) == "" {
			break
		}
		text = append(text, seen(line))
	}
	message := strings.Join(strings.Fields(strings.Join(text, " ")), " ")
	if message == "" {
		return Command{}
	}
	return Command{Kind: Say, Text: message}
}

// seen is a line without controls and what changes the direction of others. Persian
// and emoji of several parts need the two that are kept.
func seen(line string) string {
	const nonJoiner, joiner = '\u200c', '\u200d'
	line = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Cf, r) && r != joiner && r != nonJoiner:
			return -1
		}
		return r
	}, line)
	return strings.Join(strings.Fields(norm.NFC.String(line)), " ")
}
