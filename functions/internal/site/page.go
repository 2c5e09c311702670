package site

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"fieldpost/functions/internal/words"
)

// page is everything that a page can say, in the order in which it says it. Its
// texts are ready for the reader; what is zero is left out.
type page struct {
	Lang       string
	Title      string // of the window, and the first heading
	Game       string // which game, above the heading
	Notice     *notice
	Hero       []piece // drawn below the heading, for their looks
	Asked      *asked
	Lead       []string // paragraphs
	Mend       *press   // what the last of them speaks of; Person follows it
	Last       *lastMove
	Facts      []fact
	Aside      *aside
	Quote      *quote
	Press      *press
	Prefs      *prefs
	Challenges *challenges
	Create     *createForm
	Setup      *setupForm
	Correct    *correctForm
	Pass       *pass
	Over       *over
	Board      *board
	Clock      *countdown
	News       *news   // nil: nothing new can come
	Replay     *replay // beside the board
	Moves      *moveList
	Trays      *trays
	Talk       *talk
	Lines      *linesForm
	Notes      *notesForm
	Blocks     []block
	Parts      []part     // of a text to read
	Games      []gameLine // of a person
	Another    *anchor    // where he begins one more
	Feeds      *feeds     // of them
	Webhook    *webhookForm
	Rest       *rest
	Person     *personForms
	Lost       *lostForm
	Next       []anchor // where to go from here
	Zones      []string // that a browser proposes for a field of that list
	Letters    *letters // of the local mailbox
	Letter     *letter

	Scripts []string // that make it nicer, by their files' names: "board.js"

	Wait int // seconds after which to try again; 0: nobody knows, or need not wait

	// What stands around every page; write fills it in, and puts the scripts of all
	// pages before the others.
	W       words.Words // for what a template says itself
	Site    string      // its name
	Home    string
	Foot    []anchor
	Imprint string // what the site is, and is not
	Mailbox string // the local mailbox, where there is one
}

// Drawn reports whether the page shows any piece.
func (p page) Drawn() bool {
	return p.Board != nil || p.Setup != nil || p.Hero != nil ||
		slices.ContainsFunc(p.Parts, func(p part) bool { return p.Drawn != nil })
}

// notice says what has just happened, or has not, before anything else.
type notice struct {
	Bad  bool // nothing was done
	Text []string
}

// asked is what the other player waits to hear, with the links that answer it.
type asked struct {
	Text    string
	Answers []anchor
}

// fact is a line of a list of terms.
type fact struct{ Term, Text string }

// aside is text that is folded away, and where more of it is.
type aside struct {
	Title, Text string
	More        anchor
}

// quote is what another player has written.
type quote struct{ From, Text string }

// block is text that keeps its lines: the record, a setup.
type block struct {
	ID, Title, Text string
	Why             string // what the text is for; may be empty
	Open            bool   // shown at once, not behind its title
}

// anchor is a link.
type anchor struct{ Text, To string }

// press is a form whose button acts.
type press struct {
	To      string   // where it is sent; "": to the page on which it stands
	Why     []string // what it is good for
	Do      string
	Choices []choice
	Fields  []field
	Shown   string // what its fields show, as a query, to be brought back; may be empty
	Knows   string // name of a field that says that the page has shown something
	Wish    *wish
	Tick    string // what the tick says; "": the usual words, or, in what is written, that the browser's mark stands for it
	Button  string
	Aside   bool     // not what the page is for: its button is plain
	Others  []option // other buttons of the same form, each doing its value
}

// wish is what a press may do beside.
type wish struct {
	Name, Text string
	Chosen     bool
}

// choice is a question that a press must answer, or may.
type choice struct {
	Name, Label string
	Must        bool // one radio button must be chosen; else a list whose first is chosen
	Options     []option
	Groups      []optionGroup // of a list, after Options
}

// optionGroup is what belongs together in a long list.
type optionGroup struct {
	Label   string
	Options []option
}

// option is one answer.
type option struct {
	Value, Text string
	Chosen      bool
}

// answer is a page with its status.
type answer struct {
	status int
	page   page
}

//go:embed templates styles scripts
var files embed.FS

// sheets are the parts of the style sheet, in their order.
var sheets = []string{"page", "form", "piece", "board", "setup", "home", "rules", "replay", "notes"}

var (
	style = styleSheet()
	views = template.Must(template.New("").Funcs(template.FuncMap{
		"style":  func() template.CSS { return template.CSS(style) },
		"script": scriptPath,

		"pieceSigns": pieceSigns,
	}).ParseFS(files, "templates/*.html"))
)

func styleSheet() string {
	var all strings.Builder
	for _, name := range sheets {
		all.WriteString(mustRead("styles/" + name + ".css"))
	}
	return all.String()
}

func mustRead(name string) string {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// write sends a page.
func (s *site) write(w http.ResponseWriter, a answer) {
	lang := s.Words.For(a.page.Lang)
	a.page.W, a.page.Home, a.page.Site = lang, s.BaseURL+"/", s.Host.title()
	a.page.Scripts = append([]string{"once.js"}, a.page.Scripts...)
	a.page.Imprint = lang.T("page.frame.imprint", words.Args{"Site": words.Name(s.Host.title())})
	a.page.Foot = s.foot(lang)
	if s.Mailbox != nil {
		a.page.Mailbox = s.BaseURL + "/mailbox"
	}
	var b bytes.Buffer
	if err := views.ExecuteTemplate(&b, "page.html", a.page); err != nil {
		s.Log.Error("page not rendered", "err", err)
		http.Error(w, lang.T("api.ours"), http.StatusInternalServerError)
		return
	}
	if a.page.Wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(a.page.Wait))
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(a.status)
	w.Write(b.Bytes())
}

// foot is where the foot of every page leads to.
func (s *site) foot(w words.Words) []anchor {
	read := "?lang=" + w.Lang()
	list := []anchor{{w.T("page.frame.rules"), s.BaseURL + "/rules" + read}, {w.T("page.frame.privacy"), s.BaseURL + "/privacy" + read}}
	if contact := s.Host.contact(); contact != nil {
		list = append(list, anchor{w.T("page.frame.contact", words.Args{"Contact": contact.Text}), contact.To})
	}
	return list
}

// reading returns the words of who comes to a page for everybody from one of his own:
// in the language of that page, which its link names, else in his browser's.
func (s *site) reading(r *http.Request) words.Words {
	if lang := r.URL.Query().Get("lang"); slices.Contains(s.Words.Languages(), lang) {
		return s.Words.For(lang)
	}
	return s.language(r)
}

// language returns the words of a reader of whom nothing is known but what his
// browser says.
func (s *site) language(r *http.Request) words.Words {
	return s.Words.For(r.Header.Get("Accept-Language"))
}
