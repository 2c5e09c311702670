package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
)

// readJSON reads a body that is one JSON object, without a field that into does
// not have, and nothing after it.
func readJSON(r *http.Request, into any) error {
	d := json.NewDecoder(r.Body)
	var whole json.RawMessage
	if err := d.Decode(&whole); err != nil {
		return malformed(plainly(err))
	}
	if string(whole) == "null" { // which decoding takes for an object that says nothing
		return malformed(&requestError{fault: noObject, text: "null"})
	}
	strict := json.NewDecoder(bytes.NewReader(whole))
	strict.DisallowUnknownFields()
	if err := strict.Decode(into); err != nil {
		return malformed(plainly(err))
	}
	var tooLarge *http.MaxBytesError
	switch _, err := d.Token(); {
	case errors.As(err, &tooLarge):
		return err
	case !errors.Is(err, io.EOF):
		return malformed(&requestError{fault: moreThanJSON})
	}
	return nil
}

// plainly says what is wrong with a JSON body in the terms of JSON, not of Go.
func plainly(err error) error {
	switch {
	case errors.Is(err, io.EOF):
		return &requestError{fault: emptyBody}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &requestError{fault: cutBody}
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return err
	}
	if _, bad := errors.AsType[*json.SyntaxError](err); bad {
		return &requestError{fault: noJSON}
	}
	kind, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		if name, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
			return &requestError{fault: unknownMember, text: strings.Trim(name, `"`)}
		}
		return &requestError{fault: noJSON}
	}
	if kind.Field == "" {
		return &requestError{fault: noObject, text: kind.Value}
	}
	fault, plain := map[reflect.Kind]requestFault{
		reflect.String: noText, reflect.Bool: noBool, reflect.Int: noWhole, reflect.Float64: noNumber, reflect.Slice: noList,
	}[kind.Type.Kind()]
	if !plain {
		fault = noMemberObject
	}
	return &requestError{fault, kind.Field, kind.Value}
}

// formFields are the fields of all forms behind links. A JSON body has the same.
var formFields = []string{
	"do", "sure", "via", "rescue", "setup", "submit", "blocked", "offered", "offer-draw", "name",
	"email", "lang", "tz", "notes", "note", "forget", "at", "rank", "ply", "line", "text", "from",
	"days", "given", "resign", "mail", "hour", "board", "format", "shown", "url", "pick", "held",
	"before", "help", "as",
}

// readForm reads the body of a press: a form, or a JSON object with the same
// fields, whose true and false are a tick and none.
func readForm(r *http.Request) error {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		if err := r.ParseForm(); err != nil {
			return malformed(err)
		}
		return nil
	}
	var object map[string]any
	if err := readJSON(r, &object); err != nil {
		return err
	}
	r.PostForm = url.Values{}
	for name, value := range object {
		if !slices.Contains(formFields, name) {
			return malformed(&requestError{fault: unknownMember, text: name})
		}
		switch value := value.(type) {
		case string:
			r.PostForm.Set(name, value)
		case bool:
			if value {
				r.PostForm.Set(name, "1")
			}
		case float64:
			r.PostForm.Set(name, fmt.Sprint(value))
		default:
			return malformed(&requestError{fault: noPlain, field: name})
		}
	}
	return nil
}

// wantsJSON reports whether a request comes from a program: it is one to the
// API, or it asks for JSON and not for a page.
func wantsJSON(r *http.Request) bool {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		return true
	}
	program := false
	for accepted := range strings.SplitSeq(strings.Join(r.Header.Values("Accept"), ","), ",") {
		kind, parameters, err := mime.ParseMediaType(accepted)
		if err != nil || strings.Trim(parameters["q"], "0.") == "" && parameters["q"] != "" {
			continue
		}
		switch kind {
		case "application/json", "application/problem+json":
			program = true
		case "text/html":
			return false
		}
	}
	return program
}
