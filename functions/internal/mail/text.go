package mail

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/words"
)

// columns is how wide a text mail is: mail programs wrap and quote at about 78.
const columns = 76

// page is a text mail that is being written.
type page struct {
	strings.Builder
	words words.Words
}

// text writes the sheet as plain text.
func (s *sheet) text(w words.Words) string {
	p := page{words: w}
	for i, b := range s.Blocks {
		if i > 0 {
			p.WriteByte('\n')
		}
		b.text(&p)
	}
	return p.String()
}

// line writes a line. Spaces that were to hold words together have done so.
func (p *page) line(text string) {
	p.WriteString(strings.TrimRight(strings.ReplaceAll(text, "\u00a0", " "), " ") + "\n")
}

// wrap writes text in lines of at most columns; all but the first begin with
// indent. None of these is a command by itself, as the end of "It cannot be taken back."
// would be: the mail may be quoted without a mark.
func (p *page) wrap(text, indent string) {
	rest, before := split(strings.Split(strings.TrimLeft(text, " "), " ")), ""
	for len(rest) > 0 {
		n := fits(rest, len(before))
		for n > 1 && n < len(rest) && commands(rest[n:], len(indent)) {
			n--
		}
		p.line(before + strings.Join(rest[:n], " "))
		rest, before = rest[n:], indent
	}
}

// fits is how many of some words fit into a line of which so many columns are taken, one
// at least.
func fits(all []string, taken int) int {
	for i, word := range all {
		if taken += columnsOf(word); i > 0 && taken > columns {
			return i
		}
		taken++ // the space behind it
	}
	return len(all)
}

// commands reports whether a line that begins with some words would be one to who reads
// an answer.
func commands(all []string, taken int) bool {
	line := strings.Join(all[:fits(all, taken)], " ")
	return command.Find([]string{line}).Kind != command.None
}

// title writes what stands above a list, a drawing or an address.
func (p *page) title(text string) { p.wrap(p.words.T("mail.title", words.Args{"Text": text}), "") }

// split breaks words that are wider than a line, which names can be, before a
// letter.
func split(list []string) []string {
	const most = columns - 4 // beside an indent
	var parts []string
	for _, word := range list {
		if word == "" {
			continue
		}
		part, wide := "", 0
		joined := false // the next rune belongs to this letter
		for _, r := range word {
			w := columnsOfRune(r)
			if wide+w > most && w > 0 && !joined {
				parts = append(parts, part)
				part, wide = "", 0
			}
			part, wide = part+string(r), wide+w
			joined = r == '\u200d'
		}
		parts = append(parts, part)
	}
	return parts
}

func columnsOf(s string) int {
	n := 0
	for _, r := range s {
		n += columnsOfRune(r)
	}
	return n
}

func columnsOfRune(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= utf8.RuneSelf:
		if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
			return 2
		}
	}
	return 1
}

func (b lead) text(p *page)      { p.wrap(b.Text, "") }
func (b paragraph) text(p *page) { p.wrap(b.Text, "") }
func (b either) text(p *page)    { p.wrap(b.Plain, "") }
func (b heading) text(p *page)   { p.title(b.Text) }
func (b small) text(p *page)     { p.wrap(b.Text, "") }

func (b list) text(p *page) {
	if b.Title != "" {
		p.wrap(b.Title, "")
	}
	for _, l := range b.Lines {
		p.wrap(l, "  ")
	}
}

// A button is its label and its address, which no line may break.
func (b button) text(p *page) {
	p.title(b.Label)
	p.line(b.URL)
}

func (b footnote) text(p *page) { button(b).text(p) }

func (b board) text(p *page) {
	p.title(b.Caption)
	p.line("")
	p.WriteString(b.Board.Draw())
	p.line("")
	p.wrap(strings.Join(b.Key, " "), "")
}

func (b moves) text(p *page) {
	p.wrap(b.Title, "")
	for _, g := range b.Groups {
		p.wrap(g.Line, "  ")
	}
	for _, n := range b.Notes {
		p.wrap(n, "")
	}
}

func (b actions) text(p *page) {
	p.wrap(b.Plain, "")
	for _, l := range b.Links {
		p.wrap(l.Label, "  ")
	}
}

func (b verbatim) text(p *page) {
	if b.Title != "" {
		p.wrap(b.Title, "")
	}
	for _, l := range b.Lines {
		p.line(l)
	}
}

func (b record) text(p *page) {
	p.wrap(b.Title, "")
	line := ""
	for _, e := range b.Entries {
		switch {
		case line == "":
			line = e
		case len(line)+2+len(e) > columns:
			p.line(line)
			line = e
		default:
			line += "  " + e
		}
	}
	p.line(line)
}
