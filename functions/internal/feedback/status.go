package feedback

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"regexp"
	"strings"
)

// The bounds of what is read of a delivery report.
const (
	mostParts  = 8
	mostStatus = 64 << 10 // bytes of its part for programs
)

// errNoReport is a mail that is no delivery report.
var errNoReport = errors.New("the mail is no delivery report")

// readStatus reads a delivery report (RFC 3464) and says what it means for the
// address of the mail that it reports on, or fails with errNoReport. An out-of-office
// is none.
func readStatus(raw []byte) (meaning, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return nothing, errNoReport
	}
	kind, of, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/report" || of["boundary"] == "" {
		return nothing, errNoReport
	}
	parts := multipart.NewReader(m.Body, of["boundary"])
	for range mostParts {
		part, err := parts.NextPart()
		if err != nil {
			break
		}
		kind, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type"))
		if kind != "message/delivery-status" && kind != "message/global-delivery-status" {
			continue
		}
		var body io.Reader = part
		if strings.EqualFold(strings.TrimSpace(part.Header.Get("Content-Transfer-Encoding")), "base64") {
			body = base64.NewDecoder(base64.StdEncoding, part)
		}
		text, _ := io.ReadAll(io.LimitReader(body, mostStatus)) // what is cut off says what it says
		return statusOf(string(text)), nil
	}
	return nothing, errNoReport
}

// statusOf reads the part for programs: groups of fields, of which the first is about
// the mail, and each other about one recipient. The mail had one; a group or more
// are about the addresses to which he has it passed on. Nothing reaches him if all of
// them have failed for good.
func statusOf(text string) meaning {
	failed := false
	for _, group := range groups(text) {
		action := word(group["action"])
		if action == "" {
			continue
		}
		if action != "failed" || !lasting(group["status"], group["diagnostic-code"]) {
			return nothing
		}
		failed = true
	}
	if failed {
		return gone
	}
	return nothing
}

// groups returns the fields of each group, by their names in lower case.
func groups(text string) []map[string]string {
	var all []map[string]string
	var group map[string]string
	var last string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		name, value, isField := strings.Cut(line, ":")
		switch {
		case strings.TrimSpace(line) == "":
			group = nil
		case line[0] == ' ' || line[0] == '\t':
			if group != nil {
				group[last] += " " + strings.TrimSpace(line)
			}
		case isField:
			if group == nil {
				group = make(map[string]string)
				all = append(all, group)
			}
			last = strings.ToLower(strings.TrimSpace(name))
			group[last] = strings.TrimSpace(value)
		}
	}
	return all
}

// word is what a field says before its comment, in lower case.
func word(value string) string {
	value, _, _ = strings.Cut(value, "(")
	return strings.ToLower(strings.TrimSpace(value))
}

var (
	codes = regexp.MustCompile(`\b[245]\.[0-9]{1,3}\.[0-9]{1,3}\b`)
	// passing are permanent failures of this mail alone (RFC 3463): a mailbox that is
	// full, a mail that is too large, one whose content is not taken. SES calls them
	// transient as well.
	passing = regexp.MustCompile(`^5\.(2\.2|2\.3|3\.4|6\.[0-9]+)$`)
)

// lasting reports whether a failure is of the address, for good. A server that does
// not say in the status of which kind it is may quote in the diagnosis one who does.
func lasting(status, diagnosis string) bool {
	code := codes.FindString(status)
	if strings.HasPrefix(code, "5") && strings.HasSuffix(code, ".0.0") {
		if more := codes.FindString(diagnosis); more != "" {
			code = more
		}
	}
	return strings.HasPrefix(code, "5") && !passing.MatchString(code)
}
