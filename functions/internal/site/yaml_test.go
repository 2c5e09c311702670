package site

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// readYAML reads the plain part of YAML in which docs/openapi.yaml is written:
// maps and lists by indentation of two, `>-` texts, and on one line {}, [], "…"
// and plain words. It refuses what it does not know, and a key that comes twice.
func readYAML(text string) (value any, err error) {
	defer func() {
		if bad, ok := recover().(badYAML); ok {
			err = fmt.Errorf("line %d: %s", bad.line, bad.why)
		}
	}()
	y := &yamlReader{lines: strings.Split(strings.TrimRight(text, "\n"), "\n")}
	value = y.block(0)
	if y.at < len(y.lines) {
		y.bad("it is not indented as the line before")
	}
	return value, nil
}

type badYAML struct {
	line int
	why  string
}

type yamlReader struct {
	lines []string
	at    int
}

func (y *yamlReader) bad(why string) { panic(badYAML{y.at + 1, why}) }

// next returns the next line without its indentation, and false if it is not
// indented by n.
func (y *yamlReader) next(n int) (string, bool) {
	if y.at == len(y.lines) {
		return "", false
	}
	line := y.lines[y.at]
	rest := strings.TrimLeft(line, " ")
	if rest == "" || strings.HasPrefix(rest, "#") || strings.ContainsRune(line, '\t') {
		y.bad("an empty line, a comment or a tab")
	}
	return rest, len(line)-len(rest) == n
}

// block reads the map or list whose lines are indented by n.
func (y *yamlReader) block(n int) any {
	if line, ok := y.next(n); ok && strings.HasPrefix(line, "- ") {
		var list []any
		for {
			line, ok := y.next(n)
			if !ok || !strings.HasPrefix(line, "- ") {
				return list
			}
			y.lines[y.at] = strings.Repeat(" ", n+2) + line[2:]
			list = append(list, y.block(n+2))
		}
	}
	object := map[string]any{}
	for {
		line, ok := y.next(n)
		if !ok {
			if len(object) == 0 {
				y.bad("nothing is indented below it")
			}
			return object
		}
		key, rest := y.key(line)
		if _, twice := object[key]; twice {
			y.bad("a second " + key)
		}
		y.at++
		switch rest = strings.TrimSpace(rest); rest {
		case "":
			object[key] = y.block(n + 2)
		case ">-":
			var words []string
			for {
				line, ok := y.next(n + 2)
				if !ok {
					break
				}
				words = append(words, line)
				y.at++
			}
			object[key] = strings.Join(words, " ")
		default:
			y.at--
			value, after := y.flow(rest, "")
			if after != "" {
				y.bad("something follows: " + after)
			}
			object[key] = value
			y.at++
		}
	}
}

// key reads `key:` or `"key":`.
func (y *yamlReader) key(line string) (key, rest string) {
	value, rest := y.flow(line, ":")
	rest, ok := strings.CutPrefix(rest, ":")
	if !ok || rest != "" && rest[0] != ' ' {
		y.bad("no key")
	}
	return fmt.Sprint(value), rest
}

// flow reads a value on one line; a plain word ends before any of ends.
func (y *yamlReader) flow(text, ends string) (value any, rest string) {
	switch text = strings.TrimLeft(text, " "); {
	case text == "":
		y.bad("no value")
	case text[0] == '{':
		object := map[string]any{}
		for rest = strings.TrimLeft(text[1:], " "); rest[0] != '}'; rest = y.comma(rest, "}") {
			var key string
			key, rest = y.key(rest)
			object[key], rest = y.flow(rest, ",}")
		}
		return object, strings.TrimLeft(rest[1:], " ")
	case text[0] == '[':
		list := []any{}
		for rest = strings.TrimLeft(text[1:], " "); rest[0] != ']'; rest = y.comma(rest, "]") {
			value, rest = y.flow(rest, ",]")
			list = append(list, value)
		}
		return list, strings.TrimLeft(rest[1:], " ")
	case text[0] == '"':
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			y.bad("no end of a text")
		}
		value, _ := strconv.Unquote(quoted)
		return value, strings.TrimLeft(text[len(quoted):], " ")
	case strings.ContainsRune("'&*!|>%@`#-", rune(text[0])):
		y.bad("a sign that is not known here")
	}
	end := len(text)
	if ends != "" {
		if i := strings.IndexAny(text, ends); i >= 0 {
			end = i
		}
	}
	word := strings.TrimSpace(text[:end])
	if strings.Contains(word, ": ") || strings.Contains(word, " #") {
		y.bad("a plain text with a colon or #")
	}
	return plainYAML(word), text[end:]
}

func (y *yamlReader) comma(text, end string) string {
	rest, ok := strings.CutPrefix(text, ",")
	if !ok && !strings.HasPrefix(text, end) {
		y.bad("neither a comma nor " + end)
	}
	if rest = strings.TrimLeft(rest, " "); rest == "" {
		y.bad("no " + end)
	}
	return rest
}

func plainYAML(word string) any {
	switch word {
	case "true", "false":
		return word == "true"
	case "null":
		return nil
	}
	if n, err := strconv.ParseFloat(word, 64); err == nil {
		return n
	}
	return word
}

// The reader is worth what it refuses.
func TestReadYAML(t *testing.T) {
	value, err := readYAML("a:\n  - b: [x, \"y, z\", null, 1]\n    c: { d: e f, \"200\": {} }\n  - g: >-\n      one\n      two\nh: true")
	if got := fmt.Sprint(value); err != nil || got != "map[a:[map[b:[x y, z <nil> 1] c:map[200:map[] d:e f]] map[g:one two]] h:true]" {
		t.Errorf("read %s, %v", got, err)
	}
	for _, text := range []string{"a: b\na: c", "a:\n   b: c", "a: { b: c, d }", "a: [b", "a: 'b'", "a: b: c", "a", "a:", "a: b # c", "- a\nb: c"} {
		if value, err := readYAML(text); err == nil {
			t.Errorf("%q is read as %v", text, value)
		}
	}
}
