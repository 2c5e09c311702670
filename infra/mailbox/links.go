package mailbox

import (
	"html"
	"net/url"
	"strings"

	"fieldpost/engine"
)

// findLinks reads the links of an HTML part by their ids: confirm, join, board,
// and a move's output spelling (`a4-a5`, `a4xa5`) for its link. Of links with
// one id the first counts.
func findLinks(doc string) Links {
	var l Links
	eachTag(doc, "a", func(attributes map[string]string) {
		id, href := attributes["id"], attributes["href"]
		if href == "" {
			return
		}
		into := map[string]*string{"confirm": &l.Confirm, "join": &l.Join, "board": &l.Board}[id]
		switch {
		case into != nil && *into == "":
			*into = href
		case into == nil && isMove(id) && l.Moves[id] == "":
			if l.Moves == nil {
				l.Moves = map[string]string{}
			}
			l.Moves[id] = href
		}
	})
	return l
}

// linesOf reads the links of a mail that is text alone, where each has a line of its own:
// by the first part of its path, "/c/", "/j/" or "/b/". A mail of several boards has none
// that is its board's.
func linesOf(text string) (l Links) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		u, err := url.Parse(line)
		if err != nil || u.Host == "" {
			continue
		}
		parts := strings.Split(u.Path, "/")
		if len(parts) < 3 {
			continue
		}
		switch parts[len(parts)-2] {
		case "c":
			l.Confirm = line
		case "j":
			l.Join = line
		case "b":
			if l.Board != "" && l.Board != line {
				return Links{Confirm: l.Confirm, Join: l.Join}
			}
			l.Board = line
		}
	}
	return l
}

// isMove reports whether id is a move as the server spells it.
func isMove(id string) bool {
	m, err := engine.ParseMove(id)
	return err == nil && strings.Count(id, "x") <= 1 && strings.ReplaceAll(id, "x", "-") == m.String()
}

// eachTag calls f with the attributes of each start tag of doc that has the
// lower-case name, in order. It reads enough of HTML not to be misled by what
// stands in comments, in attributes or as text.
func eachTag(doc, name string, f func(attributes map[string]string)) {
	for {
		_, rest, ok := strings.Cut(doc, "<")
		if !ok {
			return
		}
		doc = rest
		if after, isComment := strings.CutPrefix(doc, "!--"); isComment {
			_, doc, _ = strings.Cut(after, "-->")
			continue
		}
		n := strings.IndexFunc(doc, func(r rune) bool { return !isLetter(r) && (r < '0' || r > '9') })
		if n <= 0 || !isLetter(rune(doc[0])) {
			continue
		}
		var attributes map[string]string
		wanted := strings.EqualFold(doc[:n], name)
		if wanted {
			attributes = map[string]string{}
		}
		if doc = scanAttributes(doc[n:], attributes); wanted {
			f(attributes)
		}
	}
}

func isLetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

const space = " \t\r\n\f"

// scanAttributes reads the attributes up to the end of a tag and returns what
// follows it. They go into the map, if there is one, with lower-case names and
// unescaped values.
func scanAttributes(s string, into map[string]string) string {
	for {
		s = strings.TrimLeft(s, space+"/")
		if s == "" || s[0] == '>' {
			return strings.TrimPrefix(s, ">")
		}
		// A name has at least one character, even if that is "=".
		n := 1 + indexOrEnd(s[1:], space+"/>=")
		name, value := s[:n], ""
		s = strings.TrimLeft(s[n:], space)
		if after, ok := strings.CutPrefix(s, "="); ok {
			value, s = scanValue(strings.TrimLeft(after, space))
		}
		if into == nil {
			continue
		}
		if name = strings.ToLower(name); !has(into, name) {
			into[name] = html.UnescapeString(value)
		}
	}
}

func has(m map[string]string, key string) bool { _, ok := m[key]; return ok }

func scanValue(s string) (value, rest string) {
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		value, rest, _ = strings.Cut(s[1:], s[:1])
		return value, rest
	}
	n := indexOrEnd(s, space+">")
	return s[:n], s[n:]
}

func indexOrEnd(s, chars string) int {
	if n := strings.IndexAny(s, chars); n >= 0 {
		return n
	}
	return len(s)
}
