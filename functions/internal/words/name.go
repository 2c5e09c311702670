package words

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// Name makes the name of a player, which a stranger chose, fit to stand inside
// a sentence: without line breaks, control and bidi characters, and, when it
// has letters that run from right to left, isolated, so that the sentence
// around it keeps its order. A name of which nothing remains reads "?".
func Name(name string) string {
	clean := strings.Join(strings.Fields(strings.Map(plain, name)), " ")
	switch {
	case clean == "":
		return "?"
	case strings.ContainsFunc(clean, rightToLeft):
		const isolate, end = "\u2068", "\u2069"
		return isolate + clean + end
	}
	return clean
}

// Persian names, and emoji of several parts, need these two.
const zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d'

// plain maps what may not stand in a name to a space or to nothing.
func plain(r rune) rune {
	switch {
	case unicode.IsSpace(r), unicode.IsControl(r):
		return ' '
	case unicode.Is(unicode.Cf, r) && r != zeroWidthJoiner && r != zeroWidthNonJoiner, r == unicode.ReplacementChar:
		return -1
	}
	return r
}

func rightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	c := p.Class()
	return c == bidi.R || c == bidi.AL || c == bidi.AN
}
