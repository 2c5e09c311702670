package mailbox

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
)

// deepest is how far multiparts may lie in one another.
const deepest = 8

// parse reads a message. It never fails: what cannot be read is in Fault, and
// then Text is the message as it is.
func parse(raw []byte) Mail {
	m := Mail{Headers: map[string]string{}}
	broken := func(err error) Mail {
		m.Fault, m.Text, m.HTML, m.Links = err, text(raw), "", Links{}
		return m
	}
	message, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return broken(fmt.Errorf("header: %w", err))
	}
	m.readHeader(message.Header, raw)
	if err := m.readPart(textproto.MIMEHeader(message.Header), message.Body, deepest); err != nil {
		return broken(fmt.Errorf("body: %w", err))
	}
	if m.Links = findLinks(m.HTML); m.HTML == "" {
		m.Links = linesOf(m.Text)
	}
	return m
}

func (m *Mail) readHeader(h mail.Header, raw []byte) {
	for _, name := range writtenNames(raw) {
		var values []string
		for _, v := range h[textproto.CanonicalMIMEHeaderKey(name)] {
			values = append(values, decode(v))
		}
		m.Headers[name] = strings.Join(values, ", ")
	}
	m.Subject = decode(h.Get("Subject"))
	m.From = addresses(h.Get("From"))
	m.ReplyTo = addresses(h.Get("Reply-To"))
	if list, err := mail.ParseAddressList(h.Get("To")); err == nil {
		m.To = list[0].Address
	}
	if date, err := h.Date(); err == nil {
		m.Time = date.UTC()
	}
}

// writtenNames returns the names of the header's fields, each once and in the
// spelling of its first appearance: net/mail has one of its own ("Message-Id").
func writtenNames(raw []byte) []string {
	var names []string
	seen := map[string]bool{}
	for line := range bytes.Lines(raw) {
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			break
		}
		name, _, ok := strings.Cut(string(line), ":")
		if key := textproto.CanonicalMIMEHeaderKey(name); ok && line[0] != ' ' && line[0] != '\t' && !seen[key] {
			seen[key] = true
			names = append(names, name)
		}
	}
	return names
}

// readPart finds the first plain and the first HTML part, looking into
// multiparts; the parts that are files are left alone.
func (m *Mail) readPart(h textproto.MIMEHeader, body io.Reader, depth int) error {
	kind, params := "text/plain", map[string]string(nil)
	if value := h.Get("Content-Type"); value != "" {
		var err error
		if kind, params, err = mime.ParseMediaType(value); err != nil {
			return fmt.Errorf("content type: %w", err)
		}
	}
	if strings.HasPrefix(kind, "multipart/") {
		return m.readParts(multipart.NewReader(body, params["boundary"]), depth)
	}
	into := map[string]*string{"text/plain": &m.Text, "text/html": &m.HTML}[kind]
	if place, _, _ := mime.ParseMediaType(h.Get("Content-Disposition")); into == nil || *into != "" || place == "attachment" {
		return nil
	}
	content, err := content(h.Get("Content-Transfer-Encoding"), body)
	*into = text(content)
	return err
}

func (m *Mail) readParts(parts *multipart.Reader, depth int) error {
	if depth == 0 {
		return errors.New("too many multiparts in one another")
	}
	for {
		part, err := parts.NextRawPart()
		if err == io.EOF { // wrapped, it says that the last boundary is missing
			return nil
		}
		if err != nil {
			return err
		}
		if err := m.readPart(part.Header, part, depth-1); err != nil {
			return err
		}
	}
}

func content(encoding string, body io.Reader) ([]byte, error) {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "7bit", "8bit", "binary":
		return io.ReadAll(body)
	case "quoted-printable":
		return io.ReadAll(quotedprintable.NewReader(body))
	case "base64":
		return io.ReadAll(base64.NewDecoder(base64.StdEncoding, body))
	}
	return nil, fmt.Errorf("%.40q is no transfer encoding", encoding)
}

// text returns b as UTF-8 with lines ended by "\n".
func text(b []byte) string {
	return strings.ToValidUTF8(strings.ReplaceAll(string(b), "\r\n", "\n"), "\uFFFD")
}

// decode resolves the encoded words of a header (RFC 2047).
func decode(value string) string {
	var d mime.WordDecoder
	if s, err := d.DecodeHeader(value); err == nil {
		value = s
	}
	return strings.ToValidUTF8(value, "\uFFFD")
}

// addresses returns an address list for reading: names without quotes.
func addresses(value string) string {
	list, err := mail.ParseAddressList(value)
	if err != nil {
		return decode(value)
	}
	var out []string
	for _, a := range list {
		if a.Name == "" {
			out = append(out, a.Address)
		} else {
			out = append(out, a.Name+" <"+a.Address+">")
		}
	}
	return strings.Join(out, ", ")
}
