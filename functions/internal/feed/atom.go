package feed

import (
	"encoding/xml"
	"strings"
	"time"
)

// Atom returns f as news: an entry for whatever began, which stays the same entry
// until another takes its place.
func Atom(f Feed) []byte {
	doc := atom{
		Lang: f.Lang, ID: f.Self + AtomEnding, Title: f.Title, Updated: dawn, Author: f.Site,
		Links: []atomLink{{Rel: "self", Type: "application/atom+xml", To: f.Self + AtomEnding}, {Rel: "alternate", Type: "text/html", To: f.Home}},
	}
	for _, e := range f.Entries {
		since := e.Since.UTC()
		if since.After(doc.Updated) {
			doc.Updated = since
		}
		doc.Entries = append(doc.Entries, atomEntry{
			ID: f.Home + "#" + e.Game + "-" + e.Event, Title: e.Title, Updated: since,
			Link:    atomLink{Rel: "alternate", Type: "text/html", To: f.Home},
			Content: atomText{Type: "text", Text: strings.Join(e.Text, "\n")},
		})
	}
	b, err := xml.MarshalIndent(doc, "", " ")
	if err != nil { // no value of these types fails
		panic(err)
	}
	return append([]byte(xml.Header), append(b, '\n')...)
}

// atom is a document of Atom. A text without a type is plain text (RFC 4287, 3.1.1).
type atom struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"xml:lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated time.Time   `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	To   string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string    `xml:"id"`
	Title   string    `xml:"title"`
	Updated time.Time `xml:"updated"`
	Link    atomLink  `xml:"link"`
	Content atomText  `xml:"content"`
}

type atomText struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}
