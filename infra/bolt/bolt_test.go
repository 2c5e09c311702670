package bolt

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/infra/storetest"
)

// whole is the store with its counters, whose method has a claim's name.
type whole struct{ *Store }

func (w whole) Limits() storetest.Limits { return w.Counters() }

// Close closes the store when it is known to be whole: whatever the clause did,
// its indexes have what the items say and nothing else.
func (w whole) Close() error {
	return errors.Join(misfits(w.Store), w.Store.Close())
}

func newPlace(t *testing.T) storetest.Place {
	path := filepath.Join(t.TempDir(), "data", "fieldpost.db")
	return func() (storetest.Store, error) {
		s, err := Open(path)
		if err != nil {
			return nil, err
		}
		return whole{s}, nil
	}
}

func TestContract(t *testing.T) { storetest.Run(t, newPlace) }

func TestStreamContract(t *testing.T) { storetest.RunStream(t, newPlace) }

// fresh opens an empty store.
func fresh(t testing.TB) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "fieldpost.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// A second process on the same data would send every mail twice.
func TestSecondOpenIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fieldpost.db")
	first, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := Open(path); !errors.Is(err, ErrLocked) || second != nil {
		t.Errorf("opened twice: %v", err)
	}
	if err := first.Create(t.Context(), match.Image{ID: match.ID{1}, Version: 1}); err != nil {
		t.Errorf("the first suffers from the second: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	third, err := Open(path)
	if err != nil {
		t.Fatalf("after the first has closed: %v", err)
	}
	if err := third.Close(); err != nil {
		t.Error(err)
	}
}

// The file holds addresses and setups: it is its owner's alone.
func TestModes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "data")
	s, err := Open(filepath.Join(dir, "fieldpost.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for path, want := range map[string]os.FileMode{
		filepath.Dir(dir): 0o700, dir: 0o700, filepath.Join(dir, "fieldpost.db"): 0o600,
	} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s: mode %o, want %o", filepath.Base(path), got, want)
		}
	}
}

func TestOpenRefusesWhatIsNoStore(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte(strings.Repeat("this is no store\n", 4096)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"another file": file, "a folder": dir, "a folder that is a file": filepath.Join(file, "x"),
	} {
		if s, err := Open(path); err == nil || errors.Is(err, ErrLocked) {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

func BenchmarkSave(b *testing.B) {
	s := fresh(b)
	i := match.Image{ID: match.ID{1}, Version: 1, Data: make([]byte, 600), Events: make([]byte, 4)}
	if err := s.Create(b.Context(), i); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		i.Version++
		if err := s.Save(b.Context(), i); err != nil {
			b.Fatal(err)
		}
	}
}

// What a request that is counted costs: each is a transaction with its fsync.
func BenchmarkCount(b *testing.B) {
	s, now := fresh(b).Counters(), time.Unix(1772366400, 0)
	for b.Loop() {
		if ok, err := s.Take(b.Context(), "api k7cqcaqdaqcqm red", math.MaxInt, time.Minute, now); !ok || err != nil {
			b.Fatal(err)
		}
	}
}

// What one costs that is refused: nothing is written.
func BenchmarkCountRefused(b *testing.B) {
	s, now := fresh(b).Counters(), time.Unix(1772366400, 0)
	for n := 0; b.Loop(); n++ {
		if ok, err := s.Take(b.Context(), "api k7cqcaqdaqcqm red", 1, time.Minute, now); ok && n > 0 || err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	s := fresh(b)
	i := match.Image{ID: match.ID{1}, Version: 1, Data: make([]byte, 600), Events: make([]byte, 4)}
	if err := s.Create(b.Context(), i); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Load(b.Context(), i.ID, false); err != nil {
			b.Fatal(err)
		}
	}
}
