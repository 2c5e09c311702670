package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/go-cmp/cmp"
)

// An event as API Gateway sends it, with what we do not use left out.
const event = `{
	"version": "2.0", "routeKey": "$default", "rawPath": "/api/games", "rawQueryString": "a=b%20c&a=%2F&d=1+2",
	"cookies": ["mark-x-red=AQ", "other=2"],
	"headers": {
		"accept": "text/html,application/json;q=0.9", "content-length": "13", "content-type": "application/json",
		"host": "play.example", "x-forwarded-for": "192.0.2.99, 203.0.113.7", "x-forwarded-proto": "https"
	},
	"queryStringParameters": {"a": "b c,/", "d": "1 2"},
	"requestContext": {
		"domainName": "abc123.execute-api.eu-central-1.amazonaws.com", "stage": "$default",
		"http": {"method": "POST", "path": "/api/games", "protocol": "HTTP/1.1", "sourceIp": "203.0.113.7"}
	},
	"body": "{\"move\": \"ö\"}", "isBase64Encoded": false
}`

func mustRead(t *testing.T, payload string) *http.Request {
	t.Helper()
	e, err := readEvent([]byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRequest(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func body(t *testing.T, r *http.Request) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Without it a seat's mark, a query or a body would be another here than on a
// server of one's own.
func TestRequestIsWhatTheClientSent(t *testing.T) {
	got := mustRead(t, event)
	want, err := http.ReadRequest(bufio.NewReader(strings.NewReader(strings.ReplaceAll(`POST /api/games?a=b%20c&a=%2F&d=1+2 HTTP/1.1
Host: play.example
Accept: text/html,application/json;q=0.9
Content-Type: application/json
Content-Length: 14
Cookie: mark-x-red=AQ; other=2
X-Forwarded-For: 192.0.2.99, 203.0.113.7
X-Forwarded-Proto: https

{"move": "ö"}`, "\n", "\r\n"))))
	if err != nil {
		t.Fatal(err)
	}
	want.Header.Set("Content-Length", got.Header.Get("Content-Length")) // the gateway's count is of no interest
	if diff := cmp.Diff(want.Header, got.Header); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want.URL, got.URL); diff != "" {
		t.Error(diff)
	}
	if got.Host != "play.example" || got.RequestURI != want.RequestURI || got.Method != "POST" || got.ContentLength != 14 {
		t.Errorf("%s %s %s, %d bytes", got.Method, got.Host, got.RequestURI, got.ContentLength)
	}
	if a, b := body(t, got), body(t, want); a != b {
		t.Errorf("body %q, want %q", a, b)
	}
	if got.RemoteAddr != "203.0.113.7:0" {
		t.Errorf("client %q", got.RemoteAddr)
	}
	if c, err := got.Cookie("other"); err != nil || c.Value != "2" {
		t.Errorf("cookie %v, %v", c, err)
	}
}

// with returns the event with one thing changed.
func with(t *testing.T, old, replacement string) string {
	t.Helper()
	if strings.Count(event, old) != 1 {
		t.Fatalf("the event does not have %s once", old)
	}
	return strings.Replace(event, old, replacement, 1)
}

func TestRequests(t *testing.T) {
	t.Run("a body in base64", func(t *testing.T) {
		raw := "\x00\xff\r\n"
		payload := with(t, `"body": "{\"move\": \"ö\"}", "isBase64Encoded": false`, `"body": "`+base64.StdEncoding.EncodeToString([]byte(raw))+`", "isBase64Encoded": true`)
		if r := mustRead(t, payload); r.ContentLength != 4 || body(t, r) != raw {
			t.Errorf("%d bytes", r.ContentLength)
		}
	})
	t.Run("no body", func(t *testing.T) {
		if r := mustRead(t, with(t, `"body": "{\"move\": \"ö\"}", `, "")); r.ContentLength != 0 || r.Body != http.NoBody {
			t.Errorf("%d bytes", r.ContentLength)
		}
	})
	t.Run("no host", func(t *testing.T) {
		if r := mustRead(t, with(t, `"host": "play.example", `, "")); r.Host != "abc123.execute-api.eu-central-1.amazonaws.com" {
			t.Errorf("host %q", r.Host)
		}
	})
	t.Run("a client of IPv6", func(t *testing.T) {
		if r := mustRead(t, with(t, `"sourceIp": "203.0.113.7"`, `"sourceIp": "2001:db8::7"`)); r.RemoteAddr != "[2001:db8::7]:0" {
			t.Errorf("client %q", r.RemoteAddr)
		}
	})
	for _, c := range []struct{ raw, path, escaped string }{
		{"/", "/", "/"},
		{"/m/AQ-_~.", "/m/AQ-_~.", "/m/AQ-_~."},
		{"/a%2Fb", "/a/b", "/a%2Fb"},         // as emulators have it
		{"/a b", "/a b", "/a%20b"},           // as the gateway has it
		{"/a?b#c", "/a?b#c", "/a%3Fb%23c"},   // likewise
		{"/100%", "/100%", "/100%25"},        // likewise
		{"/ö", "/ö", "/%C3%B6"},              // likewise
		{"//a/../b", "//a/../b", "//a/../b"}, // the site itself says where it is
	} {
		t.Run("path "+c.raw, func(t *testing.T) {
			r := mustRead(t, with(t, `"rawPath": "/api/games"`, `"rawPath": "`+c.raw+`"`))
			if r.URL.Path != c.path || r.URL.EscapedPath() != c.escaped || r.URL.RawQuery != "a=b%20c&a=%2F&d=1+2" {
				t.Errorf("path %q, escaped %q, query %q", r.URL.Path, r.URL.EscapedPath(), r.URL.RawQuery)
			}
		})
	}
}

// What is no request must be told as such, and not be quoted.
func TestEventsOfAnotherShape(t *testing.T) {
	for name, payload := range map[string]string{
		"no JSON":       `x`,
		"a list":        `[]`,
		"empty":         `{}`,
		"version 1.0":   with(t, `"version": "2.0"`, `"version": "1.0"`),
		"no method":     with(t, `"method": "POST", `, ""),
		"no path":       with(t, `"rawPath": "/api/games", `, ""),
		"no such path":  with(t, `"rawPath": "/api/games"`, `"rawPath": "secret"`),
		"no base64":     with(t, `"isBase64Encoded": false`, `"isBase64Encoded": true`),
		"another shape": with(t, `"cookies": ["mark-x-red=AQ", "other=2"]`, `"cookies": "secret"`),
	} {
		e, err := readEvent([]byte(payload))
		if err == nil {
			_, err = newRequest(t.Context(), e)
		}
		if !errors.Is(err, errShape) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// handlers are pages of every kind.
var handlers = map[string]http.HandlerFunc{
	"nothing": func(http.ResponseWriter, *http.Request) {},
	"text":    func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "grüß <&> \x00\u2028") },
	"html":    func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<!DOCTYPE html><p>x") },
	"bytes": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write([]byte("\x89PNG\r\n\x1a\n\xff\xfe"))
	},
	"headers": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Add("Link", "<a>")
		w.Header().Add("Link", "<b>")
		w.Header().Set("X-Odd", "a\r\nb")
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "1", Path: "/", HttpOnly: true})
		http.SetCookie(w, &http.Cookie{Name: "b", Value: "2,3"})
		w.WriteHeader(http.StatusCreated)
		w.Header().Set("X-Late", "x")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "a")
		_, _ = io.WriteString(w, "b")
	},
	"no content": func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
		if _, err := io.WriteString(w, "x"); !errors.Is(err, http.ErrBodyNotAllowed) {
			panic("a body went out")
		}
	},
	"not modified": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("ETag", `"x"`)
		w.WriteHeader(http.StatusNotModified)
	},
	"early hints": func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusEarlyHints)
		_, _ = io.WriteString(w, "x")
	},
	"redirect": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/b/x?y=1", http.StatusSeeOther) },
	"no type": func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		_, _ = io.WriteString(w, "x")
	},
}

// Whatever a handler does, the client must get what net/http's own server would
// have sent.
func TestAnswersAreThoseOfAServer(t *testing.T) {
	for name, handler := range handlers {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
			t.Run(method+" "+name, func(t *testing.T) {
				server := httptest.NewUnstartedServer(handler)
				server.Config.ErrorLog = log.New(io.Discard, "", 0)
				server.Start()
				defer server.Close()
				req, err := http.NewRequestWithContext(t.Context(), method, server.URL, http.NoBody)
				if err != nil {
					t.Fatal(err)
				}
				want, err := http.DefaultTransport.RoundTrip(req)
				if err != nil {
					t.Fatal(err)
				}
				wantBody, err := io.ReadAll(want.Body)
				if err != nil {
					t.Fatal(err)
				}
				_ = want.Body.Close()

				w := newRecorder()
				handler(w, httptest.NewRequest(method, "/", http.NoBody))
				got := delivered(t, w.answer(method))
				gotBody, err := io.ReadAll(got.Body)
				if err != nil {
					t.Fatal(err)
				}
				if got.StatusCode != want.StatusCode || !bytes.Equal(gotBody, wantBody) {
					t.Errorf("%d %q, want %d %q", got.StatusCode, gotBody, want.StatusCode, wantBody)
				}
				for _, own := range []string{"Date", "Content-Length"} { // the gateway's own
					want.Header.Del(own)
				}
				if lines := want.Header["Link"]; lines != nil {
					want.Header["Link"] = []string{strings.Join(lines, ", ")}
				}
				if diff := cmp.Diff(want.Header, got.Header); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// delivered is what the gateway makes of an answer, after its way through JSON.
func delivered(t *testing.T, a events.APIGatewayV2HTTPResponse) *http.Response {
	t.Helper()
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	a = events.APIGatewayV2HTTPResponse{}
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	r := &http.Response{StatusCode: a.StatusCode, Header: http.Header{}, Body: http.NoBody}
	for name, value := range a.Headers {
		r.Header.Set(name, value)
	}
	for _, cookie := range a.Cookies {
		r.Header.Add("Set-Cookie", cookie)
	}
	data := []byte(a.Body)
	if a.IsBase64Encoded {
		if data, err = base64.StdEncoding.DecodeString(a.Body); err != nil {
			t.Fatal(err)
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	return r
}

// No event may bring the function down, and what a request says is what the event
// said.
func FuzzEvent(f *testing.F) {
	f.Add([]byte(event))
	f.Add([]byte(`{"version":"2.0","rawPath":"/%zz","requestContext":{"http":{"method":"GET"}},"headers":{"HOST":"a","host":"b","":"c"},"cookies":["a;b","\r\n"]}`))
	f.Add([]byte(`{"version":"2.0","rawPath":"/","requestContext":{"http":{"method":"GET","sourceIp":"::1"}},"body":"AA==","isBase64Encoded":true}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		e, err := readEvent(payload)
		if err != nil {
			return
		}
		r, err := newRequest(context.Background(), e)
		if err != nil {
			return
		}
		if r.URL.RawQuery != e.RawQueryString || r.Method != e.RequestContext.HTTP.Method {
			t.Errorf("%s %q", r.Method, r.URL.RawQuery)
		}
		if r.URL.Path == "" || r.URL.Path != e.RawPath && r.URL.EscapedPath() != e.RawPath {
			t.Errorf("path %q of %q", r.URL.Path, e.RawPath)
		}
		got := body(t, r)
		want := e.Body
		if e.IsBase64Encoded {
			b, err := base64.StdEncoding.DecodeString(e.Body)
			if err != nil {
				t.Fatal(err)
			}
			want = string(b)
		}
		if got != want || r.ContentLength != int64(len(want)) {
			t.Errorf("body %q, %d bytes; want %q", got, r.ContentLength, want)
		}
		// An echo must come back as it was.
		w := newRecorder()
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, got) }).ServeHTTP(w, r)
		echo, err := io.ReadAll(delivered(t, w.answer(http.MethodGet)).Body)
		if err != nil || string(echo) != want {
			t.Errorf("echo %q, %v", echo, err)
		}
	})
}
