// Package letter reads a mail as the person has written it: who it says it is from,
// what it answers, and the lines above whatever it quotes. It knows no command and
// believes nobody.
//
// Source: product.md "By mail".
package letter

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/mail"
	"strings"
)

// Letter is a mail that has been read. The zero value says nothing.
type Letter struct {
	// From are the addresses of all its From fields, as they are spelled; empty when
	// one of them cannot be read. Who asks for exactly one asks for len 1.
	From []string

	MessageID  string   // with its angle brackets; empty if there is none
	InReplyTo  []string // ids, each with its angle brackets
	References []string // ids, oldest first
	Subject    string   // decoded, in one line

	// AuthenticationResults are the fields of that name as they stand, topmost first:
	// who took the mail in has put his on top (RFC 8601 section 5).
	AuthenticationResults []string

	// Lines are those above the first mark of a quote or a signature, within MaxText,
	// with links in brackets taken out. They are UTF-8.
	Lines []string
}

// What is read of a mail. Anything beyond fails with *LimitError, except what is
// left unread.
const (
	MaxSize       = 1 << 20   // bytes in all
	MaxRead       = 192 << 10 // bytes, of which the rest is left: most often what is attached
	MaxHeader     = 128 << 10 // bytes of the header
	MaxFields     = 500       // of the header, and of that of a part
	MaxDelimiters = 256       // lines that might part one part from another: any with two dashes
	MaxMultiparts = 8         // boundaries, and so how deep parts nest
	MaxText       = 64 << 10  // bytes of what it says, of which the rest is left
)

// LimitError is a mail that is made to be hard to read, or a monster.
type LimitError struct {
	What string // "bytes", "bytes of header", "fields", "delimiters", "multiparts"
	Most int
}

func (e *LimitError) Error() string { return fmt.Sprintf("mail has more than %d %s", e.Most, e.What) }

// ErrUnreadable is a mail without a header that anybody could read. Why is not
// said: the reason would quote it.
var ErrUnreadable = errors.New("mail cannot be read")

// Read reads a mail from its bytes. It fails with *LimitError or ErrUnreadable.
func Read(raw []byte) (Letter, error) {
	if len(raw) > MaxSize {
		return Letter{}, &LimitError{"bytes", MaxSize}
	}
	cut := len(raw) > MaxRead
	raw = raw[:min(len(raw), MaxRead)]
	if err := bounds(raw); err != nil {
		return Letter{}, err
	}
	read, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return Letter{}, ErrUnreadable
	}
	text, err := body(raw, cut)
	if err != nil {
		return Letter{}, err
	}
	h := read.Header
	return Letter{
		From:                  from(h),
		MessageID:             first(ids(h, "Message-Id")),
		InReplyTo:             ids(h, "In-Reply-To"),
		References:            ids(h, "References"),
		Subject:               subject(h),
		AuthenticationResults: h["Authentication-Results"],
		Lines:                 unlink(above(lines(text))),
	}, nil
}

// words decodes what a header has encoded.
var words = mime.WordDecoder{CharsetReader: charsetReader}

// from are the addresses of all From fields, or none when one cannot be read. It is
// strict: an address that two programs read in two ways is nobody's.
func from(h mail.Header) []string {
	parser := mail.AddressParser{WordDecoder: &words}
	var all []string
	for _, field := range froms(h) {
		list, err := parser.ParseList(field)
		if err != nil {
			return nil
		}
		for _, a := range list {
			all = append(all, a.Address)
		}
	}
	return all
}

// froms are the values of all fields that anybody could take for From. With a space
// before the colon (RFC 5322 section 4.5) it is one to who checks a signature, and
// none to net/mail: what is signed would not be what is read.
func froms(h mail.Header) []string {
	var all []string
	for name, values := range h {
		if strings.EqualFold(strings.TrimSpace(name), "From") {
			all = append(all, values...)
		}
	}
	return all
}

// ids are the message ids in all fields of a name.
func ids(h mail.Header, name string) []string {
	var all []string
	for _, field := range h[name] {
		for {
			_, rest, opened := strings.Cut(field, "<")
			id, after, closed := strings.Cut(rest, ">")
			if !opened || !closed {
				break
			}
			if id != "" && !strings.ContainsAny(id, " \t<") {
				all = append(all, "<"+id+">")
			}
			field = after
		}
	}
	return all
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func subject(h mail.Header) string {
	text := h.Get("Subject")
	if decoded, err := words.DecodeHeader(text); err == nil {
		text = decoded
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
}
