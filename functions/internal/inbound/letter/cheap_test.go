//go:build !race

// Under the race detector pools forget what they hold, and what is allocated says
// nothing of the program that runs.

package letter

import (
	"runtime"
	"testing"
)

// TestMonstersAreCheap: no mail costs more than 32 MB, counted as all that is ever
// allocated; those with very many parts, or very deep, cost next to nothing.
func TestMonstersAreCheap(t *testing.T) {
	for name, m := range monsters() {
		raw := []byte(m.mail)
		most := uint64(32 << 20)
		if m.limit != "" {
			most = 2 << 20
		}
		if got := allocated(func() { _, _ = Read(raw) }); got > most {
			t.Errorf("%s: %d kB, want at most %d", name, got>>10, most>>10)
		} else {
			t.Logf("%s: %d kB", name, got>>10)
		}
	}
}

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
