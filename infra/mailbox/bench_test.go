package mailbox

import (
	"fmt"
	"strings"
	"testing"
)

// longGame is a mailbox with the 600 mails of a long game, of the size of turn
// mails.
func longGame(b *testing.B) *Box {
	b.Helper()
	box := open(b, b.TempDir())
	raw := strings.Replace(string(readFile(b, "turn.eml")), "<table>", strings.Repeat("<td style=3D\"color:#222\">5</td>\r\n", 400), 1)
	for n := range 600 {
		if _, err := box.Send(b.Context(), fmt.Sprint(n), sender, ann, []byte(raw)); err != nil {
			b.Fatal(err)
		}
	}
	return box
}

func BenchmarkList600(b *testing.B) {
	box := longGame(b)
	box.List("")
	b.ReportAllocs()
	for b.Loop() {
		if len(box.List("")) != 600 {
			b.Fatal("mails are missing")
		}
	}
}

// What a mailbox does that polls for news.
func BenchmarkListLastOf600(b *testing.B) {
	box := longGame(b)
	list := box.List("")
	after := list[len(list)-2].ID
	for b.Loop() {
		if len(box.List(after)) != 1 {
			b.Fatal("the mail is missing")
		}
	}
}

func BenchmarkParse(b *testing.B) {
	box := longGame(b)
	id := box.List("")[0].ID
	raw, err := box.Raw(id)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if m := parse(raw); m.Fault != nil {
			b.Fatal(m.Fault)
		}
	}
}

func BenchmarkSend(b *testing.B) {
	box := open(b, b.TempDir())
	raw := readFile(b, "turn.eml")
	n := 0
	for b.Loop() {
		n++
		if _, err := box.Send(b.Context(), fmt.Sprint(n), sender, ann, raw); err != nil {
			b.Fatal(err)
		}
	}
}
