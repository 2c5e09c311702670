package match_test

import (
	"strings"
	"testing"

	"fieldpost/engine/match"
)

// TestID: ids stand in links and item keys; a second spelling of one would name
// the same game to the store and another to a cache.
func TestID(t *testing.T) {
	id := match.ID{0x57, 0xe1, 0xa2, 0x03, 0x04, 0x05, 0x06, 0x07}
	const text = "k7q2eayeaudao"
	if id.String() != text || id.Code() != "K7Q2" {
		t.Errorf("String %q Code %q", id.String(), id.Code())
	}
	if got, err := match.ParseID(text); err != nil || got != id {
		t.Errorf("ParseID: %x, %v", got, err)
	}
	for _, bad := range []string{"", text[:12], text + "a", strings.ToUpper(text), text[:12] + "z", text[:12] + "=", text[:12] + "1", " " + text[1:], text[:12] + "\n"} {
		if got, err := match.ParseID(bad); err == nil {
			t.Errorf("ParseID takes %q as %v", bad, got)
		}
	}
}

// FuzzParseID: what is read is written the same.
func FuzzParseID(f *testing.F) {
	for _, seed := range []string{"k7q2eayeaudao", "aaaaaaaaaaaaa", "k7q2eayeaudaz", "K7Q2EAYEAUDAO", "k7q2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if id, err := match.ParseID(text); err == nil && id.String() != text {
			t.Errorf("%q is read as %v", text, id)
		}
	})
}
