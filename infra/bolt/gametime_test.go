package bolt_test

import (
	"path/filepath"
	"testing"
	"time"

	"fieldpost/infra/bolt"
)

// The time of the games lies in the file with them, and no purge takes it out. Without
// it they would be set back at the next start.
func TestTimeIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	for n, want := range []string{"", "12:00", "13:00"} {
		s, err := bolt.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.LoadTime(t.Context()); err != nil || string(got) != want {
			t.Errorf("at start %d it is %q, %v; want %q", n, got, err, want)
		}
		for _, next := range []string{"11:00", []string{"12:00", "13:00", ""}[n]} {
			if err := s.SaveTime(t.Context(), []byte(next)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Purge(t.Context(), time.Now().AddDate(100, 0, 0)); err != nil {
			t.Errorf("purge: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
