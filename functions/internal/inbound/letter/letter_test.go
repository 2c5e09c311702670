package letter

import (
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// TestHeader: what a letter says of itself.
func TestHeader(t *testing.T) {
	raw := strings.ReplaceAll(`Authentication-Results: mx.example; dkim=pass
Received: from a by b
Authentication-Results: other.example; dkim=fail
From: =?utf-8?q?Ann_=C3=96?= <Ann@Example.org>
Subject: =?iso-8859-1?q?R=E9_:?= =?utf-8?b?w6k=?=
 [K7Q2]
Message-ID: <one@x.example> (again)
In-Reply-To: <two@x.example>
References: <zero@x.example>
	<two@x.example> nonsense <> <a b>

 Good
morning
`, "\n", "\r\n")
	want := Letter{
		From:                  []string{"Ann@Example.org"},
		MessageID:             "<one@x.example>",
		InReplyTo:             []string{"<two@x.example>"},
		References:            []string{"<zero@x.example>", "<two@x.example>"},
		Subject:               "Ré :é [K7Q2]",
		AuthenticationResults: []string{"mx.example; dkim=pass", "other.example; dkim=fail"},
		Lines:                 []string{" Good", "morning"},
	}
	got, err := Read([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := Read([]byte("no header")); !errors.Is(err, ErrUnreadable) {
		t.Errorf("a mail without a header: %v", err)
	}
}

// TestFrom: every address of every From counts, and one that nobody can read
// spoils them all.
func TestFrom(t *testing.T) {
	for _, c := range []struct {
		header string
		want   []string
	}{
		{"From: a@x.example", []string{"a@x.example"}},
		{"From: a@x.example, B <b@x.example>", []string{"a@x.example", "b@x.example"}},
		{"From: a@x.example\r\nfrom: b@x.example", []string{"a@x.example", "b@x.example"}},
		{"From: \"b@x.example\" <a@x.example>", []string{"a@x.example"}},
		{"From : a@x.example", []string{"a@x.example"}},
		{"From\t: nobody\r\nFrom: a@x.example", nil},
		{"From: us: a@x.example, b@x.example;", []string{"a@x.example", "b@x.example"}},
		{"From: a@x.example\r\nFrom: nobody", nil},
		{"From: =?utf-8?q?b=40x.example?= <a@x.example>", []string{"a@x.example"}},
		{"From: =?utf-8?q?a=40x.example?=", nil},
		{"From: <a@x.example> b@x.example", nil},
		{"From: a@x.example b@x.example", nil},
		{"Sender: a@x.example", nil},
	} {
		got, err := Read([]byte(c.header + "\r\n\r\n"))
		if err != nil {
			t.Fatalf("%q: %v", c.header, err)
		}
		if diff := cmp.Diff(c.want, got.From); diff != "" {
			t.Errorf("%q: %s", c.header, diff)
		}
	}
}

// TestHTMLText: what is one line, and what is none.
func TestHTMLText(t *testing.T) {
	for source, want := range map[string]string{
		"a":                   "a",
		" a\n b\t<b>c</b>d ":  "a b cd",
		"<b>a </b> <i> b</i>": "a b",
		"<p>a</p><p>b</p>":    "\na\n\nb\n",
		"<p class=MsoNormal>a<p class=MsoNormal>b":                        "a\nb",
		"<div>a<div>b</div>c</div>":                                       "a\nb\nc\n",
		"a<br>b<br/><br>c":                                                "a\nb\n\nc",
		"<ul><li>a<li>b</ul>":                                             "a\nb\n",
		"<table><tr><td>a</td><td>b</td></tr><tr><td>c":                   "a b\nc",
		"<tr><th>a</th><th>b</th></tr>":                                   "a b\n",
		"a&nbsp;b&#8209;c&lt;":                                            "a\u00a0b\u2011c<",
		"<pre>a\n  b</pre>c":                                              "a\n  b\nc",
		"<title>x</title><style>y</style>a<script>z</script>b<!-- w -->c": "abc",
		"<s>a</s>b<div><del>c</del></div><strike>d<b>e</b></strike>f":     "b\nf",
		"<noscript>a<b>b</b></noscript>c":                                 "c",
		"a<blockquote>b":                                                  "a\n",
		"a<img alt=b>c":                                                   "ac",
		"a</td></p></unknown>b":                                           "a\nb",
		"<html><head><meta charset=x></head><body>a":                      "a",
		"a < b & c > d":                                                   "a < b & c > d",
	} {
		if got := htmlText(source); got != want {
			t.Errorf("%q reads %q, want %q", source, got, want)
		}
	}
}

// TestUnflow: RFC 3676.
func TestUnflow(t *testing.T) {
	for _, c := range []struct {
		text, want string
		delSp      bool
	}{
		{"a \nb\nc", "a b\nc\n", false},
		{"a \r\nb \r\nc\r\n", "a b c\n\n", false},
		{"a \nb", "ab\n", true},
		{" >a\n From b", ">a\nFrom b\n", false},
		{"> a \n> b\n>> c \nd", "> a b\n>> c \nd\n", false},
		{">a\nb", "> a\nb\n", false},
		{"a \n-- \nb", "a \n-- \nb\n", false},
		{"a \n\nb", "a \nb\n", false},
		{"a ", "a ", false},
	} {
		if got := unflow(c.text, c.delSp); got != c.want {
			t.Errorf("%q reads %q, want %q", c.text, got, c.want)
		}
	}
}

// TestUnlink: links go, what they are behind stays.
func TestUnlink(t *testing.T) {
	for text, want := range map[string]string{
		"Captain e4 to e5<https://x.example/m/1>":       "Captain e4 to e5",
		"Captain e4 to e5 <https://x.example/m/1>":      "Captain e4 to e5",
		"e4-e5<https://x.example/\nb4-b5\n>\nc":         "e4-e5\nc",
		"[Captain e4 to e5](https://x.example/m/1)":     "Captain e4 to e5",
		"Captain e4 to e5 [https://x.example/m/1]":      "Captain e4 to e5",
		"Captain e4 to e5 (https://x.example/m/1)":      "Captain e4 to e5",
		"a@x.example<mailto:a@x.example> [cid:i@x] end": "a@x.example end",
		"a < b > c (d) [e]":                             "a < b > c (d) [e]",
		"https://x.example/b4-b5":                       "https://x.example/b4-b5",
	} {
		if got := strings.Join(unlink(strings.Split(text, "\n")), "\n"); got != want {
			t.Errorf("%q reads %q, want %q", text, got, want)
		}
	}
}

// TestTalkIsNoMark: what people write does not end their own text.
func TestTalkIsNoMark(t *testing.T) {
	for _, text := range []string{
		"On it.\nb4-b5", "On Tuesday I am away.\nb4-b5", "From b4 I see: nothing", "To: be or not", "Am Montag komme ich nicht dazu.", "Le 3 mars je serai absent.",
		"Op 3 maart ben ik weg.", "Bob wrote to me", "a -> b", "- one\n- two", "b4 -- b5", "a = b", "He said: draw", "2026 will be my year", "e4: e5 f4",
		"* bold *", "a b c", "From now on: faster!\nb4-b5", "Sent you a message yesterday", "Von dir hätte ich mehr erwartet", "... and so on ...",
		"You have 8 pieces and I have 3", "I count: you have 2 pieces on the board", "Du hast Figuren auf dem Brett",
	} {
		if got := strings.Join(above(strings.Split(text, "\n")), "\n"); got != text {
			t.Errorf("of %q is read %q", text, got)
		}
	}
}

// TestWhatIsAttached: a text with a name, or that is to be kept as a file, is not
// what he says; neither is what no reader shows.
func TestWhatIsAttached(t *testing.T) {
	for head, want := range map[string]string{
		"Content-Type: text/plain":                                                    "b4-b5",
		"Content-Type: text/plain\r\nContent-Disposition: inline":                     "b4-b5",
		"Content-Type: text/plain\r\nContent-Disposition: Attachment":                 "",
		"Content-Type: text/plain; name=moves.txt":                                    "",
		"Content-Type: text/plain\r\nContent-Disposition: inline; filename=moves.txt": "",
		"Content-Type: text/calendar":                                                 "",
		"Content-Type: message/rfc822":                                                "",
		"Content-Type: application/octet-stream":                                      "",
		"X: y":                                                                        "b4-b5",
	} {
		l, err := Read([]byte("From: a@x.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n" + head + "\r\n\r\nb4-b5\r\n--b--\r\n"))
		if got := strings.Join(l.Lines, "\n"); err != nil || got != want {
			t.Errorf("%q: %q, %v", head, got, err)
		}
	}
}

// TestHalfALine: of what is cut or broken off no half of a line is read.
func TestHalfALine(t *testing.T) {
	base64ed := base64.StdEncoding.EncodeToString([]byte("first\r\nb4-b10"))
	image := strings.Repeat("x", MaxRead)
	for name, body := range map[string]string{
		"text too long":    "\r\nfirst\r\n" + strings.Repeat("word ", MaxText),
		"flowed too long":  "Content-Type: text/plain; format=flowed\r\n\r\nfirst\r\nb4-b5 \r\n" + strings.Repeat("word ", MaxText),
		"HTML too long":    "Content-Type: text/html\r\n\r\nfirst<br>" + strings.Repeat("word ", MaxText),
		"mail too long":    "Content-Type: text/html\r\n\r\nfirst<br>b4-b5<img src=" + image + ">",
		"quote too long":   "Content-Type: text/html\r\n\r\nfirst<blockquote>" + image,
		"base64 that ends": "Content-Transfer-Encoding: base64\r\n\r\n" + base64ed[:len(base64ed)-3],
		"flowed that ends": "Content-Type: text/plain; format=flowed\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
			base64.StdEncoding.EncodeToString([]byte("first\r\nb4-b5 \r\nor b4"))[:25],
		"attached to a text": "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nfirst\r\n--b\r\nContent-Type: image/png\r\n\r\n" + image,
	} {
		l, err := Read([]byte("From: a@x.example\r\n" + body))
		if err != nil || len(l.Lines) != 1 || l.Lines[0] != "first" {
			t.Errorf("%s: %d lines, %.40q, %v", name, len(l.Lines), l.Lines, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("../testdata/*.eml")
	if err != nil || len(files) == 0 {
		f.Fatalf("%d mails, %v", len(files), err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := Read(raw)
		if err != nil {
			if _, limit := errors.AsType[*LimitError](err); !limit && !errors.Is(err, ErrUnreadable) {
				t.Fatalf("fails with %v", err)
			}
			return
		}
		for _, line := range l.Lines {
			if strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) || strings.HasPrefix(Plain(line), ">") {
				t.Errorf("%q is read as a line", line)
			}
			if again := Plain(Plain(line)); again != Plain(line) {
				t.Errorf("%q is plain as %q, and that as %q", line, Plain(line), again)
			}
		}
	})
}

// What a player has written, and what stands above it in our mail, broken anywhere, is no
// more the reader's own because another such line follows.
func TestLinesOfOursThatFollowEachOther(t *testing.T) {
	for _, text := range []string{
		"Bob wrote on\nSun 1 March 11:15 CET:\nb4-b5\nBob schrieb am 03.03.2026 um 09:14:",
		"Bob wrote on Sun\n1 March\n11:15 CET:\nb4-b5\nTold Ann:\nc4-c5",
	} {
		l, err := Read([]byte("From: a@example.org\r\n\r\nHello\n" + text))
		if err != nil || len(l.Lines) != 1 || l.Lines[0] != "Hello" {
			t.Errorf("%q: %q, %v", text, l.Lines, err)
		}
	}
}
