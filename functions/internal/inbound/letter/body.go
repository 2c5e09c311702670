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
// else its first HTML, as text. What is attached says nothing. A mail that is cut
// goes on behind raw.
func body(raw []byte, cut bool) (string, error) {
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
	leaves := root.DepthMatchAll(func(p *enmime.Part) bool { return p.FirstChild == nil })
	for _, kind := range []string{"text/plain", "text/html"} {
		for i, part := range leaves {
			if !says(part, kind) {
				continue
			}
			text := said(part, kind, cut && i == len(leaves)-1)
			if strings.TrimSpace(Plain(text)) != "" {
				return text, nil
			}
		}
	}
	return "", nil
}

// says reports whether p is text of a kind. One that says nothing of itself is
// plain, and so is one that is made of parts and does not say what is between them.
func says(p *enmime.Part, kind string) bool {
	switch {
	case strings.EqualFold(p.Disposition, "attachment"), p.FileName != "":
		return false
	case p.ContentType == "", strings.HasPrefix(p.ContentType, "multipart/"):
		return kind == "text/plain"
	}
	return p.ContentType == kind
}

// said is the text of a part, within MaxText. Where it is cut, or its encoding broke
// off, its last line is not whole, and is left: half a move is another move.
func said(p *enmime.Part, kind string, cut bool) string {
	_, params := mediaType(p.Header.Get("Content-Type"))
	text := decode(p.Content, params["charset"])
	if kind == "text/html" {
		text = htmlText(text)
	}
	for _, fault := range p.Errors {
		cut = cut || fault.Name == enmime.ErrorMalformedChildPart
	}
	if len(text) > MaxText {
		text, cut = text[:MaxText], true
	}
	if cut {
		text = whole(text)
	}
	if kind != "text/plain" || !strings.EqualFold(params["format"], "flowed") {
		return text
	}
	delSp := strings.EqualFold(params["delsp"], "yes")
	if cut { // it may have gone on in the line that was left
		return whole(unflow(strings.TrimSuffix(text, "\n"), delSp))
	}
	return unflow(text, delSp)
}

// whole is text without a last line that does not end.
func whole(text string) string { return text[:strings.LastIndexByte(text, '\n')+1] }

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
