package mailbox

import (
	"bytes"
	"strings"
)

// envelope is for whom a mail is and who answers for it, whatever its header
// says. The zero value is that of a file without one.
type envelope struct{ from, to string }

const (
	fromLine = "X-Envelope-From: "
	toLine   = "X-Envelope-To: "
	lineEnd  = "\r\n"
)

// valid reports whether e fits into its lines. From may be empty: nobody wants
// to hear of what becomes of the mail.
func (e envelope) valid() bool {
	control := func(r rune) bool { return r < ' ' || r == 0x7f }
	return e.to != "" && !strings.ContainsFunc(e.from+e.to, control)
}

// pack returns the content of a mail's file.
func (e envelope) pack(raw []byte) []byte {
	b := make([]byte, 0, len(fromLine)+len(e.from)+len(toLine)+len(e.to)+2*len(lineEnd)+len(raw))
	b = append(b, fromLine+e.from+lineEnd+toLine+e.to+lineEnd...)
	return append(b, raw...)
}

// unpack reads what pack wrote. A file that does not begin with an envelope is
// all message.
func unpack(file []byte) (envelope, []byte) {
	from, rest, ok := cutLine(file, fromLine)
	if !ok {
		return envelope{}, file
	}
	to, rest, ok := cutLine(rest, toLine)
	if e := (envelope{from, to}); ok && e.valid() {
		return e, rest
	}
	return envelope{}, file
}

func cutLine(b []byte, name string) (value string, rest []byte, ok bool) {
	if b, ok = bytes.CutPrefix(b, []byte(name)); !ok {
		return "", nil, false
	}
	line, rest, ok := bytes.Cut(b, []byte(lineEnd))
	return string(line), rest, ok
}
