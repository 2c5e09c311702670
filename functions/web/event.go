package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aws/aws-lambda-go/events"
)

// errShape is a payload that is no request. It quotes nothing: a path is a secret.
var errShape = errors.New("the event is no request of an HTTP API, payload version 2.0")

// readEvent reads the payload of an HTTP API.
func readEvent(payload []byte) (events.APIGatewayV2HTTPRequest, error) {
	var e events.APIGatewayV2HTTPRequest
	if json.Unmarshal(payload, &e) != nil || e.Version != "2.0" ||
		e.RequestContext.HTTP.Method == "" || !strings.HasPrefix(e.RawPath, "/") {
		return events.APIGatewayV2HTTPRequest{}, errShape
	}
	return e, nil
}

// newRequest returns the request as net/http would have read it. The gateway says
// who the client is; what X-Forwarded-For says stays a header like any other.
// Headers of one name come joined by commas, and cookies apart from them.
func newRequest(ctx context.Context, e events.APIGatewayV2HTTPRequest) (*http.Request, error) {
	body := []byte(e.Body)
	if e.IsBase64Encoded {
		var err error
		if body, err = base64.StdEncoding.DecodeString(e.Body); err != nil {
			return nil, errShape
		}
	}
	at := &url.URL{RawQuery: e.RawQueryString}
	setPath(at, e.RawPath)
	r := &http.Request{
		Method: e.RequestContext.HTTP.Method, URL: at, RequestURI: at.RequestURI(),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: make(http.Header, len(e.Headers)), Host: e.RequestContext.DomainName,
		Body: http.NoBody, ContentLength: int64(len(body)),
		RemoteAddr: net.JoinHostPort(e.RequestContext.HTTP.SourceIP, "0"),
	}
	if len(body) > 0 {
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	for _, name := range slices.Sorted(maps.Keys(e.Headers)) {
		if strings.EqualFold(name, "Host") {
			r.Host = e.Headers[name]
			continue
		}
		r.Header.Add(name, e.Headers[name])
	}
	if len(e.Cookies) > 0 {
		r.Header.Set("Cookie", strings.Join(e.Cookies, "; "))
	}
	return r.WithContext(ctx), nil
}

// setPath gives u a path. The gateway decodes rawPath, though its name denies it,
// and emulators do not. What can be an encoded path is read as one; of our paths
// none has a character for which it matters.
func setPath(u *url.URL, raw string) {
	path, err := url.PathUnescape(raw)
	encoded := !strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '?' || r == '#' })
	if err != nil || !encoded {
		u.Path = raw
		return
	}
	u.Path = path
	if u.EscapedPath() != raw {
		u.RawPath = raw
	}
}

// recorder takes down what a handler answers. Make it by newRecorder.
type recorder struct {
	header http.Header
	sent   http.Header // as it was when the status was set
	status int         // 0: not set yet
	body   bytes.Buffer
}

func newRecorder() *recorder { return &recorder{header: make(http.Header)} }

// Header is that of http.ResponseWriter.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader is that of http.ResponseWriter. What comes before the answer, 1xx, is
// left out, and the first status stands.
func (r *recorder) WriteHeader(status int) {
	if r.status != 0 || status < 200 {
		return
	}
	r.status, r.sent = status, r.header.Clone()
}

// Write is that of http.ResponseWriter.
func (r *recorder) Write(b []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	if r.status == http.StatusNoContent || r.status == http.StatusNotModified {
		return 0, http.ErrBodyNotAllowed
	}
	return r.body.Write(b)
}

// oneLine is what net/http does to the values of headers.
var oneLine = strings.NewReplacer("\r", " ", "\n", " ")

// answer returns what was taken down, as the gateway wants it: cookies apart, each
// other header once, and bytes that are no text in base64. To a HEAD there is no
// body.
func (r *recorder) answer(method string) events.APIGatewayV2HTTPResponse {
	r.WriteHeader(http.StatusOK)
	body := r.body.Bytes()
	if _, named := r.sent["Content-Type"]; !named && len(body) > 0 {
		r.sent.Set("Content-Type", http.DetectContentType(body))
	}
	a := events.APIGatewayV2HTTPResponse{StatusCode: r.status, Headers: make(map[string]string, len(r.sent)), Cookies: []string{}}
	for name, values := range r.sent {
		switch {
		case name == "Set-Cookie":
			for _, v := range values {
				a.Cookies = append(a.Cookies, oneLine.Replace(v))
			}
		case len(values) > 0:
			a.Headers[name] = oneLine.Replace(strings.Join(values, ", "))
		}
	}
	switch {
	case method == http.MethodHead:
	case utf8.Valid(body):
		a.Body = string(body)
	default:
		a.Body, a.IsBase64Encoded = base64.StdEncoding.EncodeToString(body), true
	}
	return a
}
