package mailbox

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzParse(f *testing.F) {
	f.Add(readFile(f, "turn.eml"))
	f.Add([]byte("Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nx\r\n--a--\r\n"))
	f.Add([]byte("Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGEgaWQ9Ym9hcmQgaHJlZj14Pg=="))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m := parse(raw)
		if m.Headers == nil {
			t.Error("no headers: their JSON would be null")
		}
		if m.Fault != nil && m.Text != text(raw) {
			t.Error("a broken mail without its raw text")
		}
		for _, s := range []string{m.Text, m.HTML, m.Subject} {
			if !utf8.ValidString(s) {
				t.Errorf("%q is no text", s)
			}
		}
	})
}

func FuzzFindLinks(f *testing.F) {
	f.Add(`<a id="board" href="http://127.0.0.1/b/x">`)
	f.Add("<!-- --><A\nHREF='1&amp;2' ID=a4xb4><p title='<'>")
	f.Fuzz(func(t *testing.T, html string) {
		l := findLinks(html)
		if (l.Board != "" || len(l.Moves) > 0) && !strings.ContainsAny(html, "aA") {
			t.Errorf("%v was found in %q", l, html)
		}
		for move := range l.Moves {
			if !isMove(move) {
				t.Errorf("%q is no move", move)
			}
		}
		// What stands before a tag as plain text changes nothing.
		if again := findLinks("text " + html); again.Board != l.Board || len(again.Moves) != len(l.Moves) {
			t.Errorf("%v became %v", l, again)
		}
	})
}

func FuzzEnvelope(f *testing.F) {
	f.Add(sender, ann, []byte("Subject: x\r\n\r\n"))
	f.Add("", "x", []byte(fromLine))
	f.Fuzz(func(t *testing.T, from, to string, raw []byte) {
		if e := (envelope{from, to}); e.valid() {
			if got, rest := unpack(e.pack(raw)); got != e || string(rest) != string(raw) {
				t.Errorf("%q %q came back as %q %q", e, raw, got, rest)
			}
		}
		if e, rest := unpack(raw); e != (envelope{}) && string(e.pack(rest)) != string(raw) {
			t.Errorf("%q has two readings", raw)
		}
	})
}

func FuzzName(f *testing.F) {
	f.Add("0000000042-k4gxb3bt2jtq4ksijgzkc5ghme.eml")
	f.Add("../0000042-k4gxb3bt2jtq4ksijgzkc5ghme.eml")
	f.Fuzz(func(t *testing.T, name string) {
		id, arrival, key, ok := parseName(name)
		if ok && (mailID(arrival, key) != id || id+suffix != name || strings.ContainsAny(name, `/\`)) {
			t.Errorf("%q is read as %q, %d, %q", name, id, arrival, key)
		}
	})
}
