package letter

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// lookalikes are the signs that programs put in the place of what was typed.
var lookalikes = map[rune]rune{
	'\u2010': '-', '\u2011': '-', '\u2012': '-', '\u2013': '-', '\u2014': '-', '\u2015': '-', // hyphens and dashes
	'\u2043': '-', '\u2212': '-', '\uFE58': '-', '\uFE63': '-', // bullet, minus, small ones
	'\u2018': '\'', '\u2019': '\'', '\u201A': '\'', '\u201B': '\'', '\u00B4': '\'',
	'\u201C': '"', '\u201D': '"', '\u201E': '"', '\u201F': '"', '\u00AB': '"', '\u00BB': '"',
	'\u21D2': '→', '\u27F6': '→', '\u2794': '→', '\u279C': '→', '\u279D': '→',
	'\u2236': ':', '\u2715': '×', '\u2716': '×',
}

// Plain returns a line as a keyboard types it: dashes, quotes and spaces of every
// kind as the plain ones, wide digits and letters as narrow ones, without what
// cannot be seen, spaces single and none at the ends. Accents stay.
func Plain(line string) string {
	line = strings.Map(func(r rune) rune {
		if plain, ok := lookalikes[r]; ok {
			return plain
		}
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector):
			return -1
		}
		return r
	}, width.Fold.String(line))
	return strings.Join(strings.Fields(norm.NFC.String(line)), " ")
}
