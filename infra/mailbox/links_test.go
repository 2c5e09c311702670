package mailbox

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFindLinks(t *testing.T) {
	for _, c := range []struct {
		name, html string
		want       Links
	}{
		{"none", "<p>a4-a5", Links{}},
		{"each", `<a id="confirm" href="1"><a id="join" href="2"><a id="board" href="3">`, Links{Confirm: "1", Join: "2", Board: "3"}},
		{
			"moves", `<a id="a4-a5" href="1"><a id="a4xb4" href="2"><a id="e4-e5-f5" href="3"><a id="e4-e5xf5" href="4"><a id="j9-j10" href="5">`,
			Links{Moves: map[string]string{"a4-a5": "1", "a4xb4": "2", "e4-e5-f5": "3", "e4-e5xf5": "4", "j9-j10": "5"}},
		},
		{"no moves", `<a id="A4-A5" href="1"><a id="a4a5" href="2"><a id="a4 - a5" href="3"><a id="a4-a11" href="4"><a id="a4xb4xc4" href="5"><a id="a4:a5" href="6">` +
			`<a id="" href="7"><a id="k4-k5" href="8"><a id="a4" href="9">`, Links{}},
		{
			"the first counts", `<a id="board" href="1"><a id="board" href="2"><a id="a4-a5" href="3"><a id="a4-a5" href="4">`,
			Links{Board: "1", Moves: map[string]string{"a4-a5": "3"}},
		},
		{"any order and spelling", "<A\n HREF = '1&amp;2'\tclass=x ID=board>", Links{Board: "1&2"}},
		{"the first attribute counts", `<a href="1" id="board" id="join" href="2">`, Links{Board: "1"}},
		{"without a value", `<a id href="1"><a id="board" href><a id="join">`, Links{}},
		{"self-closing", `<a id="board" href="1"/>`, Links{Board: "1"}},
		{"unquoted with slash", `<a id=board href=http://x/y/>`, Links{Board: "http://x/y/"}},
		{"in a comment", `<!-- <a id="board" href="1"> --><!--><a id="join" href="2">-->`, Links{}},
		{"in an attribute", `<p title='<a id="board" href="1">' class="<a id=join href=2>">`, Links{}},
		{"as text", `&lt;a id="board" href="1"&gt; 1 < a id="board" href="1">`, Links{}},
		{"of another tag", `<abbr id="board" href="1"><area id="board" href="1"><x-a id="join" href="2">`, Links{}},
		{"an end tag", `</a id="board" href="1">`, Links{}},
		{"cut off", `<a id="board" href="1`, Links{Board: "1"}},
		{"cut off earlier", `<a id="board" href`, Links{}},
		{"after rubbish", `<<<>< <=">"><a id="board" href="1">`, Links{Board: "1"}},
	} {
		if diff := cmp.Diff(c.want, findLinks(c.html)); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

// The mails of who wants text alone have links too, for programs as for him.
func TestLinesOf(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Links
	}{
		{"none", "Your turn 14.\n\na4: a5\n", Links{}},
		{"each", "Confirm:\nhttps://x.example/c/1\n\nJoin:\nhttps://x.example/j/2\nhttps://x.example/b/3\r\n", Links{Confirm: "https://x.example/c/1", Join: "https://x.example/j/2", Board: "https://x.example/b/3"}},
		{"below a path", "http://127.0.0.1:8080/play/b/3\n", Links{Board: "http://127.0.0.1:8080/play/b/3"}},
		{"one twice", "https://x.example/b/3\nhttps://x.example/b/3\n", Links{Board: "https://x.example/b/3"}},
		{"of several games", "https://x.example/b/3\nhttps://x.example/b/4\nhttps://x.example/c/1\n", Links{}},
		{"others", "https://x.example/p/1\nhttps://x.example/u/2\nhttps://x.example\n", Links{}},
		{"in a line", "Open https://x.example/b/3\n/b/3\nb/3\n: //b/3\n", Links{}},
	} {
		if diff := cmp.Diff(c.want, linesOf(c.text)); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}
