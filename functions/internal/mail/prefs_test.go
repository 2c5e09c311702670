package mail

import (
	"bytes"
	"io"
	"mime"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/player"
)

// alonePart reads a mail of text alone.
func alonePart(t testing.TB, raw []byte) (netmail.Header, string) {
	t.Helper()
	msg, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if kind, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type")); err != nil || kind != "text/plain" || params["charset"] != "UTF-8" {
		t.Fatalf("content type %q: %v", kind, err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(msg.Body))
	if err != nil {
		t.Fatal(err)
	}
	return msg.Header, string(bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n")))
}

// Each shape of the board, in both parts. Without it who has the board read to him
// would have to sit through its drawing, or who looks at it through a list.
func TestShapesOfTheBoard(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	for _, name := range names {
		o := letters[name]
		shaped := func(shape player.Shape) parts {
			l := o.l
			l.Prefs.Board = shape
			msg, err := c.Compose(o.m, l, "G#x/C#1#"+l.Seat.String())
			if err != nil {
				t.Fatal(err)
			}
			return read(t, msg.Raw)
		}
		both, drawing, list := shaped(player.Both), shaped(player.Drawn), shaped(player.Listed)
		if !strings.Contains(both.html, "<caption") { // there is no board in it
			if both.text != drawing.text || both.text != list.text || both.html != drawing.html || both.html != list.html {
				t.Errorf("%s: without a board it changes with its shape", name)
			}
			continue
		}
		for _, part := range []struct {
			name                string
			both, drawing, list string
			drawn, listed       string // by what one knows it
		}{
			{"text", both.text, drawing.text, list.text, "~~   ~~", " on the board:\n"},
			{"html", both.html, drawing.html, list.html, "<caption", " on the board:</h2>"},
		} {
			if !strings.Contains(part.both, part.drawn) || !strings.Contains(part.drawing, part.drawn) || strings.Contains(part.list, part.drawn) {
				t.Errorf("%s, %s: it is drawn where it should not be, or not where it should:\n%s", name, part.name, part.list)
			}
			if strings.Contains(part.drawing, part.listed) || strings.Count(part.list, part.listed) != 2 {
				t.Errorf("%s, %s: it is listed where it should not be, or not where it should:\n%s", name, part.name, part.list)
			}
		}
		for link := range strings.SplitSeq(both.html, "<a id=") { // the moves stay, and all other links
			if id, _, ok := strings.Cut(link, " href"); ok && strings.HasPrefix(id, `"`) &&
				(!strings.Contains(list.html, "<a id="+id) || !strings.Contains(drawing.html, "<a id="+id)) {
				t.Errorf("%s: the link %s is gone", name, id)
			}
		}
	}
}

// The turn mail as each reader has chosen it.
func TestTurnMailsToChoose(t *testing.T) {
	c := composer(t)
	_, letters := story(t)
	o := letters["your-turn-red"]
	for name, prefs := range map[string]player.Prefs{"drawn": {Board: player.Drawn}, "listed": {Board: player.Listed}} {
		l := o.l
		l.Prefs = prefs
		msg, err := c.Compose(o.m, l, "G#x/C#1#red")
		if err != nil {
			t.Fatal(err)
		}
		p := read(t, msg.Raw)
		golden(t, "your-turn-red-"+name+".txt", p.text)
		golden(t, "your-turn-red-"+name+".html", p.html)
	}
	// Of these the text alone is kept: an answer may quote it without a mark, and nothing
	// in it may be taken for a command (package command).
	for _, lang := range []string{"de", "fr", "nl"} {
		l := o.l
		l.Prefs.Board = player.Listed
		msg, err := c.Compose(in(o.m, lang), l, "G#x/C#1#red")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "your-turn-red-listed-"+lang+".txt", read(t, msg.Raw).text)
	}
	both, plain := o.l, o.l
	plain.Prefs.Plain = true
	one, err := c.Compose(o.m, both, "G#x/C#1#red")
	if err != nil {
		t.Fatal(err)
	}
	other, err := c.Compose(o.m, plain, "G#x/C#1#red")
	if err != nil {
		t.Fatal(err)
	}
	// Text alone is the same text, under the same headers.
	header, text := alonePart(t, other.Raw)
	want := read(t, one.Raw)
	if text != want.text {
		t.Errorf("the text is another than that beside the HTML:\n%s", text)
	}
	for name := range want.header {
		if !strings.HasPrefix(name, "Content-") && header.Get(name) != want.header.Get(name) {
			t.Errorf("%s: %q, want %q", name, header.Get(name), want.header.Get(name))
		}
	}
	if bytes.Contains(other.Raw, []byte("text/html")) || !strings.Contains(text, "/b/") {
		t.Error("it has an HTML part, or no link to the board")
	}
}

// Mails of no seat and answers obey as well.
func TestTextAloneEverywhere(t *testing.T) {
	c := composer(t)
	to := eve
	to.Prefs.Plain = true
	for _, s := range strangers(t) {
		if s.name == "address-confirm" || strings.HasPrefix(s.name, "move-") { // of whom a seat or an address alone is known
			continue
		}
		msg, err := s.compose(c, to, "P#1")
		if err != nil {
			t.Fatal(err)
		}
		if _, text := alonePart(t, msg.Raw); !strings.Contains(text, c.BaseURL+"/"+s.link.Purpose.Route()+"/") {
			t.Errorf("%s: without its link:\n%s", s.name, text)
		}
	}
	_, letters := story(t)
	o := letters["your-turn-red"]
	msg, err := c.Answer(o.m, Answer{Seat: engine.Red, At: dawn, Says: []string{"So it stands."}, Game: true, Prefs: player.Prefs{Plain: true, Board: player.Listed}}, "k")
	if err != nil {
		t.Fatal(err)
	}
	if _, text := alonePart(t, msg.Raw); strings.Contains(text, "~~   ~~") || !strings.Contains(text, "So it stands.") {
		t.Errorf("an answer is drawn all the same:\n%s", text)
	}
}
