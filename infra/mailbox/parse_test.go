package mailbox

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A turn mail as go-mail writes it, in the JSON form that programs read.
func TestTurnMail(t *testing.T) {
	b := open(t, t.TempDir())
	id, err := b.Send(t.Context(), "G#aaaqeayeaudao/C#5#red", sender, "ann@example.org", readFile(t, "turn.eml"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := b.Mail(id)
	if err != nil || m.Fault != nil {
		t.Fatal(err, m.Fault)
	}
	got, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(filepath.Join("testdata", "turn.json"), got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(readFile(t, "turn.json")), string(got)); diff != "" {
		t.Error(diff)
	}
}

// What another mail program would send, or a mail without links.
func TestOtherMails(t *testing.T) {
	const head = "Date: Sun, 1 Mar 2026 13:00:00 +0100\r\nFrom: bob@example.org\r\nTo: ann@example.org\r\nSubject: Re: game\r\n"
	headers := func(more ...string) map[string]string {
		h := map[string]string{
			"Date": "Sun, 1 Mar 2026 13:00:00 +0100", "From": "bob@example.org", "To": "ann@example.org", "Subject": "Re: game",
		}
		for n := 0; n < len(more); n += 2 {
			h[more[n]] = more[n+1]
		}
		return h
	}
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	base := Mail{Time: noon, To: "ann@example.org", From: "bob@example.org", Subject: "Re: game", Headers: headers()}
	with := func(change func(*Mail)) Mail { m := base; change(&m); return m }
	for _, c := range []struct {
		name, raw string
		want      Mail
	}{
		{"plain", head + "\r\nb4-b5\r\n", with(func(m *Mail) { m.Text = "b4-b5\n" })},
		{"no body", head + "\r\n", base},
		{
			"base64", head + "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: BASE64\r\n\r\nes\r\nOr\r\n",
			with(func(m *Mail) {
				m.Headers = headers("Content-Type", "text/plain; charset=utf-8", "Content-Transfer-Encoding", "BASE64")
				m.Text = "zë"
			}),
		},
		{
			"HTML alone", head + "Content-Type: text/html\r\n\r\n<a id=board href=x>",
			with(func(m *Mail) {
				m.Headers = headers("Content-Type", "text/html")
				m.HTML, m.Links.Board = "<a id=board href=x>", "x"
			}),
		},
		{
			"names, repeated and folded fields", head + "X-A: one\r\nx-a: two\r\n three\r\nMESSAGE-ID: <x>\r\nReply-To: \"Zo, e\" <z@example.org>,\r\n y@example.org\r\n\r\n",
			with(func(m *Mail) {
				m.Headers = headers("X-A", "one, two three", "MESSAGE-ID", "<x>", "Reply-To", `"Zo, e" <z@example.org>, y@example.org`)
				m.ReplyTo = "Zo, e <z@example.org>, y@example.org"
			}),
		},
		{
			"parts in parts, and a file", head + "Content-Type: multipart/mixed; boundary=a\r\n\r\n" +
				"preamble\r\n--a\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=x\r\n\r\nfile\r\n" +
				"--a\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n" +
				"--b\r\n\r\nfirst\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>\r\n--b--\r\n" +
				"--a\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: x-none\r\n\r\n\xff\r\n" +
				"--a\r\nContent-Type: text/plain\r\n\r\nsecond\r\n--a--\r\n",
			with(func(m *Mail) {
				m.Headers = headers("Content-Type", "multipart/mixed; boundary=a")
				m.Text, m.HTML = "first", "<p>"
			}),
		},
		{
			"no date and odd fields", "From: not an address\r\nTo: nor this\r\nSubject: =?x-unknown?q?a?=\r\nDate: yesterday\r\n\r\n\xff\r\n",
			Mail{
				From: "not an address", Subject: "=?x-unknown?q?a?=", Text: "\uFFFD\n",
				Headers: map[string]string{"From": "not an address", "To": "nor this", "Subject": "=?x-unknown?q?a?=", "Date": "yesterday"},
			},
		},
	} {
		got := parse([]byte(c.raw))
		if got.Fault != nil {
			t.Errorf("%s: %v", c.name, got.Fault)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

// nested returns a text in so many multiparts.
func nested(depth int) string {
	if depth == 0 {
		return "\r\nHello."
	}
	return fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%[1]d\r\n\r\n--b%[1]d\r\n%[2]s\r\n--b%[1]d--\r\n", depth, nested(depth-1))
}

func TestNestedParts(t *testing.T) {
	if m := parse([]byte(nested(deepest))); m.Fault != nil || m.Text != "Hello." {
		t.Errorf("%q, %v", m.Text, m.Fault)
	}
}

// A broken mail must not hide the others: it is listed, with its raw text.
func TestBrokenMailsAreListed(t *testing.T) {
	for name, raw := range map[string]string{
		"empty":                "",
		"no header":            "this is\r\nno mail",
		"a bad content type":   "Content-Type: text/\r\n\r\nx",
		"an unknown encoding":  "Content-Transfer-Encoding: uuencode\r\n\r\nx",
		"broken base64":        "Content-Transfer-Encoding: base64\r\n\r\n!!!!",
		"no boundary":          "Content-Type: multipart/mixed\r\n\r\n--\r\n\r\nx\r\n----\r\n",
		"no first part":        "Content-Type: multipart/mixed; boundary=a\r\n\r\nx\r\n",
		"a cut off part":       "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nx\r\n",
		"parts without bottom": strings.Repeat("Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n", 20) + "\r\n",
	} {
		b := open(t, t.TempDir())
		id, err := b.Send(t.Context(), "broken", sender, ann, []byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		send(t, b, "whole", "whole")
		list := b.List("")
		if len(list) != 2 || list[0].ID != id || list[1].Subject != "whole" {
			t.Fatalf("%s: listed %q", name, subjects(list))
		}
		m := list[0]
		if m.Fault == nil || m.Text != text([]byte(raw)) || m.HTML != "" || m.To != ann || m.Headers == nil || m.Time.IsZero() {
			t.Errorf("%s: %v: %+v", name, m.Fault, m)
		}
	}
}

// Nor must a file that cannot be read at all.
func TestUnreadableFileIsListed(t *testing.T) {
	b := open(t, t.TempDir())
	id := send(t, b, "one", "first")
	send(t, b, "two", "second")
	if err := os.Remove(b.path(id)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(b.path(id), 0o700); err != nil {
		t.Fatal(err)
	}
	if list := b.List(""); len(list) != 2 || list[0].Fault == nil || list[0].Headers == nil || list[1].Subject != "second" {
		t.Errorf("listed %+v", list)
	}
	if _, err := b.Raw(id); err == nil {
		t.Error("a folder was read")
	}
}

// A file without an envelope, as another program may have left it.
func TestFileWithoutEnvelope(t *testing.T) {
	dir := t.TempDir()
	raw := []byte("To: Bob <bob@example.org>\r\nSubject: x\r\n\r\nHello.\r\n")
	id := mailID(1, keyLetters("one"))
	if err := os.WriteFile(filepath.Join(dir, id+suffix), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	b := open(t, dir)
	m, err := b.Mail(id)
	if err != nil || m.Fault != nil || m.To != "bob@example.org" || m.Text != "Hello.\n" || m.Time.IsZero() {
		t.Errorf("%+v, %v", m, err)
	}
	if got, err := b.Raw(id); err != nil || string(got) != string(raw) {
		t.Errorf("raw %q, %v", got, err)
	}
}
