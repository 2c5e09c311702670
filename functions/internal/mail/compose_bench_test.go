package mail

import (
	"testing"
)

// BenchmarkTurnMail is what a move costs the notifier beside the sending.
func BenchmarkTurnMail(b *testing.B) {
	_, letters := story(b)
	l := letters["your-turn-red"]
	c := composer(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Compose(l.m, l.l, "key"); err != nil {
			b.Fatal(err)
		}
	}
}
