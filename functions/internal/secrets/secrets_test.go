package secrets

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func lot() *rand.ChaCha8 { return rand.NewChaCha8([32]byte{7}) }

// Without it a key that was kept could not be read, or another would be.
func TestKeyComesBack(t *testing.T) {
	text, err := NewKey(lot())
	if err != nil {
		t.Fatal(err)
	}
	want := make([]byte, Size)
	_, _ = lot().Read(want)
	if got, err := ParseKey(text); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%x, %v; want %x", got, err, want)
	}
	if _, err := NewKey(strings.NewReader("short")); err == nil {
		t.Error("made of five bytes of chance")
	}
}

// A damaged text must not be taken for a key, and never be told.
func TestDamagedKeys(t *testing.T) {
	whole := strings.Repeat("0a", Size)
	for name, text := range map[string]string{
		"empty": "", "no end": whole, "two ends": whole + "\n\n", "short": whole[2:] + "\n", "long": whole + "0a\n",
		"upper case": strings.ToUpper(whole) + "\n", "no digits": strings.Repeat("x", 64) + "\n", "spaces": " " + whole + "\n",
	} {
		if _, err := ParseKey(text); !errors.Is(err, errKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ParseLinkKeys(whole); err == nil || strings.Contains(err.Error(), "0a0a") {
		t.Errorf("link keys: %v", err)
	}
	for _, text := range []string{whole, whole + "\n", whole + "\n\n"} {
		if _, err := ParseKey(Whole(text)); err != nil {
			t.Errorf("made whole: %v", err)
		}
	}
}

// A rotation in two steps: no link that was mailed dies, and at no moment does
// anybody sign with a key that another process does not know.
func TestRotation(t *testing.T) {
	l := link.Link{Purpose: link.Board, Game: match.ID{1}, Seat: engine.Red, Epoch: 1, Issued: noon}
	first, err := NewLinkKeys(lot())
	if err != nil {
		t.Fatal(err)
	}
	second, id, err := Add(first, rand.NewChaCha8([32]byte{8}))
	if err != nil || id != 2 {
		t.Fatalf("key %d, %v", id, err)
	}
	third, id, err := Retire(second, noon)
	if err != nil || id != 2 || strings.Count(third, "retired 2026-03-01\n") != 1 {
		t.Fatalf("key %d, %v", id, err)
	}
	keys := map[string]*link.Keys{}
	for _, text := range []string{first, second, third} {
		if keys[text], err = ParseLinkKeys(text); err != nil {
			t.Fatal(err)
		}
	}
	old := keys[first].Seal(l)
	if keys[second].Seal(l) != old || keys[third].Seal(l) == old {
		t.Error("the new key signs too early or not at all")
	}
	for _, step := range []struct{ signs, reads string }{
		{first, second}, {second, first}, {second, third}, {third, second}, {first, third},
	} {
		if got, err := keys[step.reads].Open(link.Board, keys[step.signs].Seal(l), noon); err != nil || got != l {
			t.Errorf("a link does not open any more: %v", err)
		}
	}
	fourth, id, err := Add(third, rand.NewChaCha8([32]byte{9}))
	if err != nil || id != 3 {
		t.Fatalf("once more: key %d, %v", id, err)
	}
	if _, id, err = Retire(fourth, noon.AddDate(1, 0, 0)); err != nil || id != 3 {
		t.Errorf("once more: key %d, %v", id, err)
	}
}

// A step out of order would cut off links, or lose a key.
func TestStepsOutOfOrder(t *testing.T) {
	first, err := NewLinkKeys(lot())
	if err != nil {
		t.Fatal(err)
	}
	var out *RotateError
	if _, _, err := Retire(first, noon); !errors.As(err, &out) {
		t.Errorf("retired the only key: %v", err)
	}
	second, _, err := Add(first, lot())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Add(second, lot()); !errors.As(err, &out) {
		t.Errorf("added another while one waits: %v", err)
	}
	m, err := link.NewMaster(lastID, lot())
	if err != nil {
		t.Fatal(err)
	}
	full, err := link.FormatMasters([]link.Master{m})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Add(full, lot()); !errors.As(err, &out) {
		t.Errorf("after the last id: %v", err)
	}
	if _, _, err := Add("damaged", lot()); err == nil {
		t.Error("added to what is no keys file")
	}
	if _, _, err := Retire("damaged", noon); err == nil {
		t.Error("retired in what is no keys file")
	}
}
