package site

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net/http"
	"strings"
	"time"

	"fieldpost/functions/internal/words"
)

// Answers takes what is written in the local mailbox.
type Answers interface {
	// Answer takes a whole mail, as RFC 5322 has it, between two addresses.
	Answer(ctx context.Context, from, to string, raw []byte) error
}

// replyForm is the box in which the reader of a mail in the local mailbox answers it.
type replyForm struct{ At, Why, Label, Button string }

// replyForm returns the box of a mail, or nil where nobody takes answers to it.
func (s *site) replyForm(w words.Words, m Mail) *replyForm {
	if s.Answers == nil || m.ReplyTo == "" {
		return nil
	}
	return &replyForm{
		At:  s.letterHref(m.ID),
		Why: w.T("page.mailbox.reply_why"), Label: w.T("page.mailbox.reply_label"), Button: w.T("page.mailbox.reply_button"),
	}
}

// answerLetter hands in what the reader of a mail has written, as his mail program
// would send it.
func (s *site) answerLetter(w http.ResponseWriter, r *http.Request) error {
	if err := readForm(r); err != nil {
		return err
	}
	m, err := s.Mailbox.Mail(r.PathValue("id"))
	if err != nil {
		return err
	}
	lang := s.language(r)
	if s.replyForm(lang, m) == nil {
		return malformed(errOtherForm)
	}
	raw, err := s.written(m, r.PostForm.Get("text"))
	if err != nil {
		return err
	}
	if err := s.Answers.Answer(r.Context(), m.To, m.ReplyTo, raw); err != nil {
		return err
	}
	s.settle(r.Context())
	p := s.letterShown(lang, m)
	s.write(w, answer{http.StatusOK, tell(p, false, lang.T("page.mailbox.replied"))})
	return nil
}

// written is an answer to m as RFC 5322 has it, above the text of m.
func (s *site) written(m Mail, text string) ([]byte, error) {
	var id [16]byte
	if _, err := io.ReadFull(s.Random, id[:]); err != nil {
		return nil, fmt.Errorf("name a mail: %w", err)
	}
	var raw bytes.Buffer
	for _, field := range [][2]string{
		{"From", m.To},
		{"To", m.ReplyTo},
		{"Subject", mime.QEncoding.Encode("utf-8", "Re: "+m.Subject)},
		{"Date", s.Now().UTC().Format(time.RFC1123Z)},
		{"Message-ID", "<" + hex.EncodeToString(id[:]) + "@mailbox.localhost>"},
		{"In-Reply-To", m.Headers["Message-Id"]},
		{"References", strings.TrimSpace(m.Headers["References"] + " " + m.Headers["Message-Id"])},
		{"MIME-Version", "1.0"},
		{"Content-Type", "text/plain; charset=utf-8"},
		{"Content-Transfer-Encoding", "quoted-printable"},
	} {
		if field[1] != "" {
			fmt.Fprintf(&raw, "%s: %s\r\n", field[0], field[1])
		}
	}
	raw.WriteString("\r\n")
	body := quotedprintable.NewWriter(&raw)
	lines := strings.ReplaceAll(text, "\r\n", "\n") + "\n\n> " + strings.ReplaceAll(strings.TrimRight(m.Text, "\r\n"), "\n", "\n> ")
	_, err := io.WriteString(body, strings.ReplaceAll(strings.ReplaceAll(lines, "\r", ""), "\n", "\r\n")+"\r\n")
	if err == nil {
		err = body.Close()
	}
	return raw.Bytes(), err
}
