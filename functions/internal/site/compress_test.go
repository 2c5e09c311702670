package site

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/infra/link"
)

// A browser that takes gzip must get the same page, for a part of the bytes.
func TestPagesAreCompressed(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	for name, at := range map[string]string{
		"board": w.to(m, engine.Red, link.Board), "home": base + "/", "move": w.toMove(m, engine.Red, 0, "e4-e5"), "a script": base + scriptPath("board.js"),
	} {
		plain := w.browser().ask("GET", at, nil)
		packed := w.browser().ask("GET", at, nil, func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip, deflate, br") })
		if packed.header.Get("Content-Encoding") != "gzip" || packed.header.Get("Vary") != "Accept-Encoding" || 2*len(packed.page) > len(plain.page) {
			t.Errorf("%s: %q, %d bytes of %d", name, packed.header.Get("Content-Encoding"), len(packed.page), len(plain.page))
			continue
		}
		unpacked, err := gzip.NewReader(strings.NewReader(packed.page))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(unpacked)
		if err != nil || string(text) != plain.page {
			t.Errorf("%s is another one when compressed: %v", name, err)
		}
	}
}

// An ETag is of the bytes of the answer, which must then be the ones that are sent.
func TestAnswersToProgramsAreNotCompressed(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	a := w.browser().ask("GET", base+"/api/games/"+m.ID.String(), nil, func(r *http.Request) {
		r.Header.Set("Accept-Encoding", "gzip")
		r.Header.Set("Authorization", "Bearer "+w.to(m, engine.Red, link.Board)[len(base+"/b/"):])
	})
	if a.status != 200 || a.header.Get("Content-Encoding") != "" || a.header.Get("ETag") == "" {
		t.Errorf("%d %v", a.status, a.header)
	}
}
