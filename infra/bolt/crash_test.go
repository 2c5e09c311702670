package bolt

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// crashPath, in the environment, makes the test binary the process to be killed.
const crashPath = "FIELDPOST_BOLT_CRASH"

func TestMain(m *testing.M) {
	if path := os.Getenv(crashPath); path != "" {
		if err := saveUntilKilled(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// crashMatches are saved at once, each by its own writer.
const crashMatches = 3

// saveUntilKilled goes on saving further versions of each match, and says on
// stdout which were accepted.
func saveUntilKilled(path string) error {
	s, err := Open(path)
	if err != nil {
		return err
	}
	errs := make(chan error)
	go func() { errs <- countOn(s) }()
	for n := range byte(crashMatches) {
		go func() { errs <- saveOn(s, match.ID{n, 1}) }()
	}
	return <-errs
}

func saveOn(s *Store, id match.ID) error {
	for {
		i, err := s.Load(context.Background(), id, true)
		if err != nil {
			return err
		}
		i = crashImage(id[0], i.Version+1)
		if err := s.Save(context.Background(), i); err != nil {
			return err
		}
		fmt.Printf("%d %d\n", id[0], i.Version)
	}
}

// countOn goes on counting uses and taking out what was counted.
func countOn(s *Store) error {
	for now := noon; ; now = now.Add(time.Second) {
		if _, err := s.Counters().Take(context.Background(), "x", 1, time.Second, now); err != nil {
			return err
		}
		if now.Unix()%8 == 0 {
			if _, err := s.Purge(context.Background(), now); err != nil {
				return err
			}
		}
	}
}

// crashImage is found otherwise with each version.
func crashImage(n byte, version uint64) match.Image {
	return match.Image{ID: match.ID{n, 1}, Version: version, Data: crashData(version), Index: match.Index{
		Creator: player.Key{n, 1}, Opponent: player.Key{n, 2, byte(version % 3)}, Created: noon, Open: version%2 == 0,
		Alarm: noon.Add(time.Duration(version/3%5+1) * time.Hour),
	}}
}

// crashData differs in length and content from version to version.
func crashData(version uint64) []byte {
	return fmt.Appendf(nil, "%*d", 1+version%5000, version)
}

// kill -9 in the middle of saves loses nothing that was acknowledged, leaves for
// each save that happened exactly one record, and no index that the matches do
// not have.
func TestKilledInTheMiddleOfSaves(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fieldpost.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	acked := map[byte]uint64{}
	for n := range byte(crashMatches) {
		if err := s.Create(t.Context(), crashImage(n, 1)); err != nil {
			t.Fatal(err)
		}
		acked[n] = 1
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, lines := range []int{1, 40, 7, 120, 3, 25} {
		killAfter(t, path, lines, acked)
		verifyCrash(t, path, acked)
	}
}

// killAfter runs the child, kills it when it has acknowledged so many saves, and
// notes in acked all that it has acknowledged until then.
func killAfter(t *testing.T, path string, lines int, acked map[byte]uint64) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), exe)
	child.Env = append(os.Environ(), crashPath+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for in := bufio.NewScanner(out); in.Scan(); {
		var n byte
		var version uint64
		if _, err := fmt.Sscanf(in.Text(), "%d %d", &n, &version); err != nil {
			t.Fatalf("the child says %q", in.Text())
		}
		acked[n] = max(acked[n], version)
		if seen++; seen == lines {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := child.Wait(); seen < lines || err == nil || child.ProcessState.Exited() {
		t.Fatalf("the child ended by itself after %d saves: %v", seen, err)
	}
}

func verifyCrash(t *testing.T, path string, acked map[byte]uint64) {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatalf("open after a kill: %v", err)
	}
	defer s.Close()
	if err := misfits(s); err != nil {
		t.Error(err)
	}
	recorded := map[byte]uint64{}
	for after := uint64(0); ; {
		n, i, ok, err := s.Next(t.Context(), after)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if i.Version != recorded[i.ID[0]]+1 || string(i.Data) != string(crashData(i.Version)) {
			t.Fatalf("record %d has version %d of match %d after %d", n, i.Version, i.ID[0], recorded[i.ID[0]])
		}
		recorded[i.ID[0]], after = i.Version, n
	}
	for n := range byte(crashMatches) {
		i, err := s.Load(t.Context(), match.ID{n, 1}, true)
		if err != nil {
			t.Fatal(err)
		}
		if i.Version < acked[n] || i.Version > acked[n]+1 {
			t.Errorf("match %d: version %d is stored, %d was acknowledged", n, i.Version, acked[n])
		}
		if want := crashImage(n, i.Version); string(i.Data) != string(want.Data) || i.Index != want.Index {
			t.Errorf("match %d: version %d has other data or another index", n, i.Version)
		}
		if recorded[n] != i.Version {
			t.Errorf("match %d: the records end at version %d, stored is %d", n, recorded[n], i.Version)
		}
		acked[n] = max(acked[n], i.Version) // what is seen once stays
	}
}
