package site

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"fieldpost/functions/internal/words"
)

// Mailbox is where the local sender puts every mail.
type Mailbox interface {
	// List returns the mails that came after the one of an id, or all for "",
	// in the order in which they came.
	List(after string) []Mail
	// Mail returns one mail, or match.ErrNotFound.
	Mail(id string) (Mail, error)
	// Raw returns a mail as it was sent, or match.ErrNotFound.
	Raw(id string) ([]byte, error)
}

// Mail is a mail as its reader's program would show it. Its JSON form is that of
// /mailbox.json (product.md, "Programs").
type Mail struct {
	ID      string            `json:"id"`
	Time    time.Time         `json:"time"`
	To      string            `json:"to"`
	From    string            `json:"from"`
	ReplyTo string            `json:"replyTo"`
	Subject string            `json:"subject"`
	Headers map[string]string `json:"headers"`
	Text    string            `json:"text"`
	HTML    string            `json:"html"`
	Links   MailLinks         `json:"links"`
}

// MailLinks are the links of a mail by what they do, where it has them.
type MailLinks struct {
	Confirm string            `json:"confirm,omitempty"`
	Join    string            `json:"join,omitempty"`
	Board   string            `json:"board,omitempty"`
	Moves   map[string]string `json:"moves,omitempty"` // "a4-a5", "a4xa5"
}

// letters are the mails on the page of the mailbox, newest first.
type letters []letterLine

type letterLine struct{ To, Subject, First, Time, Href string }

// letter is one mail on its page.
type letter struct {
	From, To, Subject, Time, Text string
	HTML                          string // where its HTML part is; "": it has none

	Reply *replyForm // nil: there is nobody to answer
}

// mostLetters are shown on the page of the mailbox, so that it weighs under 100 kB.
const mostLetters = 100

// mailPolicy lets a mail be shown as it is: with its inline styles, and nothing
// that runs or loads. Its links open in the window, not in the frame.
const mailPolicy = "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; " +
	"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

// mailbox serves the local mailbox. It is everybody's seat, so it is for this
// machine alone.
func (s *site) mailbox(mux mux) {
	serve := func(pattern string, h func(http.ResponseWriter, *http.Request) error) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if !s.atHome(r) {
				s.fail(w, r, errNotHome)
				return
			}
			if err := h(w, r); err != nil {
				s.fail(w, r, err)
			}
		})
	}
	serve("GET /mailbox", s.mailboxPage)
	serve("GET /mailbox.json", s.mailboxJSON)
	serve("GET /mailbox/{id}", s.letterPage)
	serve("POST /mailbox/{id}", s.answerLetter)
	serve("GET /mailbox/{id}/html", s.letterHTML)
	serve("GET /mailbox/{id}/raw", s.letterRaw)
}

func (s *site) mailboxPage(w http.ResponseWriter, r *http.Request) error {
	mails := s.Mailbox.List("")
	newest := mails[max(0, len(mails)-mostLetters):]
	list := letters{}
	for _, m := range slices.Backward(newest) {
		first, _, _ := strings.Cut(strings.TrimSpace(m.Text), "\n\n")
		list = append(list, letterLine{m.To, m.Subject, first, m.Time.Format(time.DateTime), s.letterHref(m.ID)})
	}
	lang := s.language(r)
	p := page{Lang: lang.Lang(), Title: lang.T("page.mailbox.title"), Letters: &list}
	if len(newest) < len(mails) {
		p.Lead = []string{lang.T("page.mailbox.newest", words.Args{"Shown": len(newest), "All": len(mails)})}
	}
	s.write(w, answer{http.StatusOK, p})
	return nil
}

func (s *site) letterPage(w http.ResponseWriter, r *http.Request) error {
	m, err := s.Mailbox.Mail(r.PathValue("id"))
	if err != nil {
		return err
	}
	s.write(w, answer{http.StatusOK, s.letterShown(s.language(r), m)})
	return nil
}

// letterShown is the page of a mail.
func (s *site) letterShown(lang words.Words, m Mail) page {
	at, html := s.letterHref(m.ID), ""
	if m.HTML != "" {
		html = s.letterHref(m.ID) + "/html"
	}
	return page{
		Lang: lang.Lang(), Title: m.Subject,
		Letter: &letter{m.From, m.To, m.Subject, m.Time.Format(time.RFC1123), m.Text, html, s.replyForm(lang, m)},
		Next: []anchor{
			{lang.T("page.mailbox.raw"), at + "/raw"},
			{lang.T("page.mailbox.all"), s.BaseURL + "/mailbox"},
		},
	}
}

func (s *site) letterHref(id string) string { return s.BaseURL + "/mailbox/" + url.PathEscape(id) }

func (s *site) letterHTML(w http.ResponseWriter, r *http.Request) error {
	m, err := s.Mailbox.Mail(r.PathValue("id"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", mailPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, err = io.WriteString(w, strings.Replace(m.HTML, "<head>", `<head><base target="_top">`, 1))
	return err
}

func (s *site) letterRaw(w http.ResponseWriter, r *http.Request) error {
	raw, err := s.Mailbox.Raw(r.PathValue("id"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, err = w.Write(raw)
	return err
}

// mailboxJSON lists the mails oldest first; with ?after=ID only those that came
// after that one.
func (s *site) mailboxJSON(w http.ResponseWriter, r *http.Request) error {
	list := s.Mailbox.List(r.URL.Query().Get("after"))
	if list == nil {
		list = []Mail{}
	}
	s.writeJSON(w, http.StatusOK, list)
	return nil
}
