package feed

import (
	"bytes"
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-ical"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// sample is the feed of somebody who is to move in one game and has lost another.
func sample() Feed {
	return Feed{
		Title: "Fieldpost: my deadlines", Site: "Fieldpost", Lang: "en", Home: "https://fieldpost.example/", Self: "https://fieldpost.example/p/TOKEN",
		Entries: []Entry{
			{
				Game: "k7cqcaqdaqcqm-blue", Event: "turn2", Title: `Your move: Ann, the "Fox"; \o/ – Bob [K7Q2]`,
				Text:  []string{"You have until Wed 4 March 13:00 CET (UTC+01:00), which is Wed 4 March 12:00 UTC.", "Take the link in your mail."},
				Until: noon.AddDate(0, 0, 3), Since: noon.In(time.FixedZone("CET", 3600)),
			},
			{Game: "aaaaaaaaaaaaa-red", Event: "over", Title: "Over: <Zoë> & Bob [A2B3]", Text: []string{"<Zoë> has won."}, Since: noon.AddDate(0, 0, -1)},
		},
	}
}

// The bytes that programs get. Without it a change that some calendar cannot read
// would be seen by its owner alone.
func TestGolden(t *testing.T) {
	for name, got := range map[string][]byte{
		"feed.ics": Calendar(sample()), "feed.atom": Atom(sample()),
		"empty.ics":  Calendar(Feed{Title: "T", Site: "S", Lang: "de", Home: "http://h/", Self: "http://h/p/t"}),
		"empty.atom": Atom(Feed{Title: "T", Site: "S", Lang: "de", Home: "http://h/", Self: "http://h/p/t"}),
	} {
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// event is what another program reads of an event.
type event struct{ UID, Stamp, Start, Summary, Description string }

// read reads a calendar as another program does.
func read(t testing.TB, calendar []byte) (name string, events []event) {
	t.Helper()
	c, err := ical.NewDecoder(bytes.NewReader(calendar)).Decode()
	if err != nil {
		t.Fatalf("%v in\n%s", err, calendar)
	}
	text := func(p ical.Props, name string) string {
		s, err := p.Text(name)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, e := range c.Events() {
		start, err := e.DateTimeStart(time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		stamp, err := e.Props.DateTime(ical.PropDateTimeStamp, time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, event{text(e.Props, "UID"), stamp.Format(time.RFC3339), start.Format(time.RFC3339), text(e.Props, "SUMMARY"), text(e.Props, "DESCRIPTION")})
	}
	return text(c.Props, ical.PropName), events
}

// What is over has no deadline, and a calendar has no room for it.
func TestCalendarIsReadByAnother(t *testing.T) {
	name, events := read(t, Calendar(sample()))
	f := sample()
	want := []event{{"k7cqcaqdaqcqm-blue@fieldpost", "2026-03-01T12:00:00Z", "2026-03-04T12:00:00Z", f.Entries[0].Title, strings.Join(f.Entries[0].Text, "\n")}}
	if diff := cmp.Diff(want, events); diff != "" || name != f.Title {
		t.Errorf("%q: %s", name, diff)
	}
}

// Whatever a name is, it stays in its place: no line of a calendar is longer than 75
// bytes, ends otherwise than it should, or cuts a letter in two, and another program
// reads what was written. So it is with news.
func TestTextsStayTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.OneOf(
			rapid.SampledFrom([]rune{',', ';', '\\', '\n', ':', '"', '<', '&', '>', 'é', '盤', '🏴', ' ', '\t', 'N', 'n'}), rapid.Rune()), 0, 200, -1).Draw(t, "text")
		text = strings.Map(func(r rune) rune {
			if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == utf8.RuneError || r == 0xfffe || r == 0xffff {
				return -1
			}
			return r
		}, text)
		f := sample()
		f.Entries[0].Title = text
		calendar := Calendar(f)
		if !bytes.HasSuffix(calendar, []byte("\r\n")) {
			t.Fatal("the last line has no end")
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(string(calendar), "\r\n"), "\r\n") {
			if len(line) > most || strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) {
				t.Fatalf("a line of %d bytes: %q", len(line), line)
			}
		}
		c, err := ical.NewDecoder(bytes.NewReader(calendar)).Decode()
		if err != nil {
			t.Fatalf("%v in %q", err, calendar)
		}
		got, err := c.Events()[0].Props.Text("SUMMARY")
		if err != nil || got != text || len(c.Events()) != 1 {
			t.Fatalf("%q is read as %q, %v", text, got, err)
		}
		var doc struct {
			Entries []struct {
				Title string `xml:"title"`
			} `xml:"entry"`
		}
		if err := xml.Unmarshal(Atom(f), &doc); err != nil || len(doc.Entries) != 2 || doc.Entries[0].Title != text {
			t.Fatalf("%q is read as %v, %v", text, doc, err)
		}
	})
}

// What RFC 4287 asks of every document: a reader may refuse one without.
func TestAtomHasWhatItMust(t *testing.T) {
	for _, f := range []Feed{sample(), {Title: "T", Site: "S", Lang: "de", Home: "http://h/", Self: "http://h/p/t"}} {
		var doc struct {
			XMLName xml.Name
			Lang    string `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
			ID      string `xml:"http://www.w3.org/2005/Atom id"`
			Title   string `xml:"http://www.w3.org/2005/Atom title"`
			Updated string `xml:"http://www.w3.org/2005/Atom updated"`
			Author  string `xml:"http://www.w3.org/2005/Atom author>name"`
			Links   []struct {
				Rel string `xml:"rel,attr"`
				To  string `xml:"href,attr"`
			} `xml:"http://www.w3.org/2005/Atom link"`
			Entries []struct {
				ID      string `xml:"http://www.w3.org/2005/Atom id"`
				Title   string `xml:"http://www.w3.org/2005/Atom title"`
				Updated string `xml:"http://www.w3.org/2005/Atom updated"`
				Content string `xml:"http://www.w3.org/2005/Atom content"`
			} `xml:"http://www.w3.org/2005/Atom entry"`
		}
		if err := xml.Unmarshal(Atom(f), &doc); err != nil {
			t.Fatal(err)
		}
		if doc.XMLName.Space != "http://www.w3.org/2005/Atom" || doc.XMLName.Local != "feed" || doc.ID == "" || doc.Title != f.Title || doc.Author != f.Site || doc.Lang != f.Lang {
			t.Errorf("the feed is %+v", doc)
		}
		if doc.Links[0].Rel != "self" || doc.Links[0].To != doc.ID || len(doc.Entries) != len(f.Entries) {
			t.Errorf("the feed is %+v", doc)
		}
		newest, ids := dawn.Format(time.RFC3339), map[string]bool{}
		for i, e := range doc.Entries {
			if ids[e.ID] || e.ID == "" || e.Title != f.Entries[i].Title || e.Content != strings.Join(f.Entries[i].Text, "\n") || e.Updated != f.Entries[i].Since.UTC().Format(time.RFC3339) {
				t.Errorf("entry %+v", e)
			}
			ids[e.ID], newest = true, max(newest, e.Updated)
		}
		if doc.Updated != newest {
			t.Errorf("changed at %s, its newest entry at %s", doc.Updated, newest)
		}
	}
}
