package letter

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlText returns the text of HTML up to the first element that quotes another
// mail or signs this one. Blocks are lines, paragraphs stand apart, and the cells
// of a row are on one line, as in a drawn board.
func htmlText(source string) string {
	var p page
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return p.String()
		case html.TextToken:
			p.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			tag := atom.Lookup(name)
			attrs := make(map[string]string)
			for more {
				var key, value []byte
				key, value, more = z.TagAttr()
				attrs[string(key)] = string(value)
			}
			if quotes(tag, attrs) {
				p.line()
				return p.String()
			}
			p.open(tag, attrs)
		case html.EndTagToken:
			name, _ := z.TagName()
			p.close(atom.Lookup(name))
		}
	}
}

// page is text that grows out of HTML.
type page struct {
	strings.Builder
	silent atom.Atom // the element that is open and whose text nobody sees
	kept   int       // open elements that keep their line breaks
	space  bool      // before the next word
}

// unseen are the elements whose text is none, or was crossed out.
var unseen = []atom.Atom{atom.Style, atom.Script, atom.Title, atom.Template, atom.Noscript, atom.S, atom.Strike, atom.Del}

// blocks are the elements that begin and end a line.
var blocks = []atom.Atom{
	atom.Body, atom.Html, atom.Div, atom.P, atom.Br, atom.Pre, atom.Table, atom.Tbody, atom.Thead, atom.Tr, atom.Ul, atom.Ol, atom.Li,
	atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dl, atom.Dt, atom.Dd, atom.Section, atom.Article, atom.Header,
	atom.Footer, atom.Main, atom.Aside, atom.Nav, atom.Address, atom.Center, atom.Form, atom.Fieldset, atom.Figure, atom.Details,
}

func (p *page) open(tag atom.Atom, attrs map[string]string) {
	switch {
	case p.silent != 0:
		return
	case slices.Contains(unseen, tag):
		p.silent = tag
	case tag == atom.P && !strings.HasPrefix(attrs["class"], "Mso"): // Word's are lines
		p.line()
		p.WriteByte('\n')
	case tag == atom.Br:
		p.WriteByte('\n')
		p.space = false
	case slices.Contains(blocks, tag):
		p.line()
	case tag == atom.Td || tag == atom.Th:
		p.space = true
	}
	if tag == atom.Pre {
		p.kept++
	}
}

func (p *page) close(tag atom.Atom) {
	switch {
	case tag == p.silent:
		p.silent = 0
	case slices.Contains(blocks, tag):
		p.line()
	}
	if tag == atom.Pre && p.kept > 0 {
		p.kept--
	}
}

// line ends a line that has begun.
func (p *page) line() {
	if s := p.String(); s != "" && s[len(s)-1] != '\n' {
		p.WriteByte('\n')
	}
	p.space = false
}

func (p *page) text(s string) {
	if p.silent != 0 {
		return
	}
	if p.kept > 0 {
		p.WriteString(s)
		return
	}
	const blank = " \t\r\n\f" // not the space that breaks no line
	words := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(blank, r) })
	for i, word := range words {
		begun := p.Len() > 0 && !strings.HasSuffix(p.String(), "\n")
		if begun && (i > 0 || p.space || strings.ContainsRune(blank, rune(s[0]))) {
			p.WriteByte(' ')
		}
		p.WriteString(word)
		p.space = false
	}
	if s != "" && strings.ContainsRune(blank, rune(s[len(s)-1])) {
		p.space = true
	}
}

// What mail programs call the element in which they quote or sign, by class, by the
// end of its id, before which some put their own, or how they set it off, by a style
// without spaces.
var (
	quoteClasses = []string{
		"gmail_quote", "gmail_attr", "gmail_extra", "gmail_signature", "moz-cite-prefix", "moz-forward-container", "moz-signature",
		"yahoo_quoted", "yahoo-quoted", "protonmail_quote", "protonmail_signature_block", "tutanota_quote", "zmail_extra",
		"ms-outlook-mobile-reference-message", "outlookmessageheader", "freebirdquote",
	}
	quoteIDs = []string{
		"divrplyfwdmsg", "appendonsend", "mail-editor-reference-message-container", "olk_src_body_section", "reply-intro",
		"applemailsignature", "ms-outlook-mobile-signature", "signature", "isforwardcontent", "isreplycontent", "stopspelling",
	}
	setOff = regexp.MustCompile(`border-(top|left):([1-9]|[^;]*solid)|border-(top|left)-style:solid|border-width:1pt(0|none)|border-style:solidnone`)
)

// quotes reports whether an element begins what somebody else has written, or the
// signature. A ruler and a quotation of his own count too: in doubt less is read.
func quotes(tag atom.Atom, attrs map[string]string) bool {
	if tag == atom.Blockquote || tag == atom.Hr || tag == atom.Q || attrs["name"] == "quote" || attrs["type"] == "cite" {
		return true
	}
	if attrs["role"] == "article" { // a mail of ours
		return true
	}
	class, id := strings.ToLower(attrs["class"]), strings.ToLower(attrs["id"])
	style := strings.ToLower(strings.Join(strings.Fields(attrs["style"]), ""))
	return slices.ContainsFunc(quoteClasses, func(mark string) bool { return strings.Contains(class, mark) }) ||
		slices.ContainsFunc(quoteIDs, func(mark string) bool { return strings.HasSuffix(id, mark) }) || setOff.MatchString(style)
}
