package letter

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

const header = "From: ann@example.org\r\nTo: play@x.example\r\nMIME-Version: 1.0\r\n"

// monsters are mails that are made to be hard to read, each with what is said of
// it, or nothing if it is read.
func monsters() map[string]struct{ mail, limit string } {
	type monster = struct{ mail, limit string }
	multipart := func(boundary string) string {
		return "Content-Type: multipart/mixed; boundary=\"" + boundary + "\"\r\n\r\n"
	}
	nested := func(depth int) string {
		var b strings.Builder
		b.WriteString(header)
		for i := range depth {
			fmt.Fprintf(&b, "%s--b%d\r\n", multipart(fmt.Sprint("b", i)), i)
		}
		b.WriteString("Content-Type: text/plain\r\n\r\nb4-b5\r\n")
		return b.String()
	}
	fill := func(s, with string) string { return s + strings.Repeat(with, (MaxSize-len(s))/len(with)) }
	return map[string]monster{
		"10,000 parts":                  {header + multipart("b") + strings.Repeat("--b\r\nContent-Type: text/plain\r\n\r\nx\r\n", 10_000), "delimiters"},
		"10,000 parts that say nothing": {header + multipart("b") + strings.Repeat("--b\r\n\r\n\r\n", 10_000), "delimiters"},
		"delimiters in the line":        {header + multipart("b") + strings.Repeat("x --b\r\n", 10_000), "delimiters"},
		"as many parts as may be":       {header + multipart("b") + strings.Repeat("--b\r\nContent-Type: text/plain\r\n\r\nx\r\n", MaxDelimiters), ""},
		"100 deep":                      {nested(100), "multiparts"},
		"as deep as may be":             {nested(MaxMultiparts), ""},
		"one deeper":                    {nested(MaxMultiparts + 1), "multiparts"},
		"10,000 deep":                   {nested(10_000), "delimiters"},
		"a full part as deep as may be": {fill(nested(MaxMultiparts), strings.Repeat("x", 70)+"\r\n"), ""},
		"too many fields":               {header + strings.Repeat("X: y\r\n", MaxFields) + "\r\nb4-b5\r\n", "fields"},
		"a long field":                  {header + "X: " + strings.Repeat("y\r\n ", MaxHeader/4) + "\r\n\r\nb4-b5\r\n", "bytes of header"},
		"a header without an end":       {header + strings.Repeat("x", MaxHeader), "bytes of header"},
		"too many fields of a part":     {header + multipart("b") + "--b\r\n" + manyFields(MaxSize-1000), "fields"},
		"a long field of a part":        {fill(header+multipart("b")+"--b\r\nX: y\r\n", " y\r\n"), ""},
		"one line":                      {fill(header+"\r\n", "x"), ""},
		"lines of nothing":              {fill(header+"\r\n", "\n"), ""},
		"HTML of tags":                  {fill(header+"Content-Type: text/html\r\n\r\n", "<div>"), ""},
		"HTML of attributes":            {fill(header+"Content-Type: text/html\r\n\r\n<a ", "x=y "), ""},
		"HTML of entities":              {fill(header+"Content-Type: text/html\r\n\r\n", "&gt;"), ""},
		"attributions":                  {fill(header+"\r\n", "on 2026\n"), ""},
		"brackets":                      {fill(header+"\r\n", "<http:"), ""},
		"too large":                     {fill(header+"\r\n", "x") + strings.Repeat("x", 100), "bytes"},
	}
}

// manyFields are fields of a header, each of another name, in about size bytes.
func manyFields(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "%x:\r\n", i)
	}
	return b.String()
}

// TestLimits: what is refused, and with which word.
func TestLimits(t *testing.T) {
	for name, m := range monsters() {
		_, err := Read([]byte(m.mail))
		limit, _ := errors.AsType[*LimitError](err)
		switch {
		case m.limit == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case m.limit != "" && (limit == nil || limit.What != m.limit || !strings.Contains(err.Error(), m.limit)):
			t.Errorf("%s: %v, want too many %s", name, err, m.limit)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	mails := map[string][]byte{}
	for name, m := range monsters() {
		mails[name] = []byte(m.mail)
	}
	for name, file := range map[string]string{"an answer": "44-gmail-en.eml", "an answer with our mail": "86-board-both-quoted.eml"} {
		raw, err := os.ReadFile("../testdata/" + file)
		if err != nil {
			b.Fatal(err)
		}
		mails[name] = raw
	}
	for name, raw := range mails {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Read(raw)
			}
		})
	}
}
