package command

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"fieldpost/functions/internal/inbound/letter"
)

// Name is a player's name as our mails have it. Before a word of it at which a command
// could begin stands the sign ‹, and behind the word ›, which no command has: whoever is
// called "say hello" is ‹say› hello there, and most people are called as ever. So no line
// of ours commands anything that begins with a name, or with a piece of one where some
// program has broken it, in an answer that quotes it without a mark.
func Name(name string) string {
	var b strings.Builder
	first, breaks, open := true, false, false
	for i, r := range name {
		space := unicode.IsSpace(r)
		breaks = !space && (breaks || wide(r))
		if open && (space || breaks) {
			b.WriteRune('›')
			open = false
		}
		if (first || breaks) && begins(name[i:]) {
			b.WriteRune('‹')
			open = true
		}
		b.WriteRune(r)
		first = space
	}
	if open {
		b.WriteRune('›')
	}
	return b.String()
}

// wide reports whether a letter is as wide as two. A line may be broken beside one within
// a word, and anywhere in a word of many.
func wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// openings are the words at which a command begins, by the key of the first of them.
var openings = func() map[string][]string {
	all := make(map[string][]string)
	add := func(s spelling) {
		for words := range s.all {
			first, _, _ := strings.Cut(key(words), " ")
			all[first] = append(all[first], words)
		}
	}
	for _, s := range []spelling{setupWords, sayWords, tellWords, moveWords, ifWords, vacationWords} {
		add(s)
	}
	for _, s := range spellings {
		add(s.spelling)
	}
	for _, s := range pieceNames {
		add(s)
	}
	return all
}()

// square begins a move.
var square = regexp.MustCompile(`^[a-jA-J] ?[1-9]`)

// begins reports whether some words could begin a command, whatever stands behind them.
func begins(text string) bool {
	fields := strings.Fields(letter.Plain(text))
	for i, word := range fields {
		fields[i] = strings.Trim(word, "*_`'\"()[].,;:!?")
	}
	text = strings.Join(fields, " ")
	if square.MatchString(text) || len(fields) == 1 && fromWords.is(text) { // "van e6-e5" is a move
		return true
	}
	first := text
	if i := strings.IndexAny(text, " :"); i >= 0 {
		first = text[:i]
	}
	return slices.ContainsFunc(openings[key(first)], func(words string) bool { return prefix(text, words) > 0 })
}
