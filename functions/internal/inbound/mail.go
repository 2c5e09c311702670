// Package inbound decides what becomes of a mail that has come in. It reads the
// mail's header and no more: neither who has written it counts yet, nor what it
// says.
//
// Source: product.md "By mail".
package inbound

import (
	"bytes"
	"net/mail"
	"slices"
	"strings"

	"fieldpost/functions/internal/inbound/letter"
)

// MaxSize is the size in bytes of the largest mail that is looked at.
const MaxSize = 1 << 20

// Mail is one that has come in.
type Mail struct {
	// Raw is the whole of it, or the first MaxSize+1 bytes and perhaps more.
	Raw []byte
	// Infected: whoever took it in has found a virus in it.
	Infected bool
}

// Treatment is what becomes of a mail. All but Keep drop it, and nobody gets an
// answer: one might go to somebody who has written nothing, or round and round.
type Treatment int

// The treatments.
const (
	Keep      Treatment = iota
	TooLarge            // over MaxSize, or its header is a monster's (letter.Head)
	Infected            // by a virus
	NoHeader            // nobody can tell what it is
	Automatic           // an auto-reply, or a mail to many
	Report              // a report on the delivery of another mail
)

// String returns the words that logs have: "keep", "drop: too large".
func (t Treatment) String() string {
	switch t {
	case TooLarge:
		return "drop: too large"
	case Infected:
		return "drop: infected"
	case NoHeader:
		return "drop: no header"
	case Automatic:
		return "drop: automatic"
	case Report:
		return "drop: delivery report"
	}
	return "keep"
}

// Judge returns what becomes of a mail.
func Judge(m Mail) Treatment {
	switch {
	case len(m.Raw) > MaxSize:
		return TooLarge
	case m.Infected:
		return Infected
	}
	head, err := letter.Head(m.Raw)
	if err != nil {
		return TooLarge
	}
	read, err := mail.ReadMessage(bytes.NewReader(head))
	switch {
	case err != nil:
		return NoHeader
	case report(read.Header):
		return Report
	case automatic(read.Header):
		return Automatic
	}
	return Keep
}

// report reports whether a mail tells of another one's delivery: it has no sender
// to tell of its own (RFC 5321 section 4.5.5), or is a report (RFC 6522). The first
// Return-Path is that of who took the mail in.
func report(h mail.Header) bool {
	if paths := h["Return-Path"]; len(paths) > 0 && strings.Trim(paths[0], "<> \t") == "" {
		return true
	}
	return word(h.Get("Content-Type")) == "multipart/report"
}

// noMan are the values of Precedence that a person's mail does not have.
var noMan = []string{"bulk", "list", "junk", "auto_reply"}

// automatic reports whether a mail says that no person has written it to us: by
// RFC 3834, or as older programs say it.
func automatic(h mail.Header) bool {
	for _, said := range h["Auto-Submitted"] {
		if word(said) != "no" {
			return true
		}
	}
	if len(h["X-Autoreply"])+len(h["X-Autorespond"]) > 0 {
		return true
	}
	return slices.ContainsFunc(h["Precedence"], func(said string) bool { return slices.Contains(noMan, word(said)) })
}

// word is what a field says before its parameters and comments, in lower case.
func word(value string) string {
	value, _, _ = strings.Cut(value, ";")
	value, _, _ = strings.Cut(value, "(")
	return strings.ToLower(strings.TrimSpace(value))
}
