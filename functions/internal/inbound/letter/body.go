package letter

import (
	"bytes"
	"errors"
	"mime"
	"regexp"
	"strings"

	"github.com/jhillyerd/enmime/v2"
)

// body returns the text that a mail says: its first plain text that says anything,
// else its first HTML, as text. What is attached says nothing.
func body(raw []byte) (string, error) {
	multiparts := make(map[string]bool) // each is asked about more than once
	parser := enmime.NewParser(
		enmime.SetCustomParseMediaType(func(value string) (string, map[string]string, []string, error) {
			kind, params := mediaType(value)
			if params["boundary"] != "" {
				if multiparts[value] = true; len(multiparts) > MaxMultiparts {
					return "", nil, nil, &LimitError{"multiparts", MaxMultiparts}
				}
			}
			if !packed[strings.ToLower(params["charset"])] {
				params["charset"] = "utf-8" // left as it is: decode knows better
			}
			return kind, params, nil, nil
		}),
		enmime.DisableCharacterDetection(true),
		enmime.MultipartWOBoundaryAsSinglePart(true),
		enmime.SetReadPartErrorPolicy(func(*enmime.Part, error) bool { return true }),
	)
	root, err := parser.ReadParts(bytes.NewReader(raw))
	if err != nil {
		if limit, ok := errors.AsType[*LimitError](err); ok {
			return "", limit
		}
		return "", ErrUnreadable
	}
	for _, kind := range []string{"text/plain", "text/html"} {
		for _, part := range root.DepthMatchAll(func(p *enmime.Part) bool { return says(p, kind) }) {
			if text := said(part, kind); strings.TrimSpace(Plain(text)) != "" {
				return text, nil
			}
		}
	}
	return "", nil
}

// says reports whether p is text of a kind. One that says nothing of itself is
// plain, and so is one that is made of parts and does not say what is between them.
func says(p *enmime.Part, kind string) bool {
	if p.FirstChild != nil || strings.EqualFold(p.Disposition, "attachment") {
		return false
	}
	if p.ContentType == "" || strings.HasPrefix(p.ContentType, "multipart/") {
		return kind == "text/plain"
	}
	return p.ContentType == kind
}

// said is the text of a part. Where its encoding broke off, so did its last line.
func said(p *enmime.Part, kind string) string {
	_, params := mediaType(p.Header.Get("Content-Type"))
	content := p.Content
	for _, fault := range p.Errors {
		if fault.Name == enmime.ErrorMalformedChildPart {
			content = content[:bytes.LastIndexByte(content, '\n')+1]
		}
	}
	text := decode(content, params["charset"])
	if kind == "text/html" {
		return beginning(htmlText(text))
	}
	text = beginning(text)
	if strings.EqualFold(params["format"], "flowed") {
		return unflow(text, strings.EqualFold(params["delsp"], "yes"))
	}
	return text
}

// beginning is text up to its last whole line within MaxText.
func beginning(text string) string {
	if len(text) <= MaxText {
		return text
	}
	return text[:strings.LastIndexByte(text[:MaxText], '\n')+1]
}

// parameter is one as a program writes it that has not read RFC 2045.
var parameter = regexp.MustCompile(`(?i)\b(boundary|charset|format|delsp)\s*=\s*"?([^";\s]+)`)

// mediaType reads a Content-Type or a Content-Disposition, whatever it says. Only a
// multipart has a boundary.
func mediaType(value string) (string, map[string]string) {
	kind, params, err := mime.ParseMediaType(value)
	if err != nil || params == nil {
		kind, _, _ = strings.Cut(value, ";")
		kind = strings.ToLower(strings.TrimSpace(kind))
		params = make(map[string]string)
		for _, m := range parameter.FindAllStringSubmatch(value, -1) {
			params[strings.ToLower(m[1])] = m[2]
		}
	}
	if kind == "text" {
		kind = "text/plain"
	}
	if !strings.HasPrefix(kind, "multipart/") {
		delete(params, "boundary")
	}
	return kind, params
}
