package command

import "fieldpost/functions/internal/inbound/letter"

// Bare returns what the first of lines asks for that is the first word of a command and
// no more: Say, Lines or Vacation; or None. Such a line is no command, since it may be the
// heading of a letter: it only says what was meant where Find finds none.
func Bare(lines []string) Kind {
	for i, line := range lines {
		word := ended(bare(letter.Plain(line)), ".!?:,…")
		if word == "" || goesOn(lines, i) {
			continue
		}
		switch {
		case vacationWords.is(word):
			return Vacation
		case sayWords.is(word), tellWords.is(word):
			return Say
		case ifWords.is(word):
			return Lines
		}
	}
	return None
}
