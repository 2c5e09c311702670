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

// BenchmarkStepPage is one look back into a game of 400 plies.
func BenchmarkStepPage(b *testing.B) {
	w := newWorld(b)
	ann, at := w.browser(), stepTo(w.to(w.long(400), engine.Red, link.Board), 200)
	for b.Loop() {
		if status, _ := ann.get(at); status != 200 {
			b.Fatal(status)
		}
	}
}
