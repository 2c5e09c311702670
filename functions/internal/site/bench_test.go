package site

import (
	"testing"

	"fieldpost/engine"
	"fieldpost/infra/link"
)

// BenchmarkBoardPage is one look at a seat's board, from the request to the
// bytes.
func BenchmarkBoardPage(b *testing.B) {
	w := newWorld(b)
	m := w.playing()
	ann, at := w.browser(), w.to(m, engine.Red, link.Board)
	for b.Loop() {
		if status, _ := ann.get(at); status != 200 {
			b.Fatal(status)
		}
	}
}
