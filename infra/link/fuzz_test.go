package link

import (
	"errors"
	"strings"
	"testing"
)

// What is opened is sealed again to the same token: there is one spelling of
// every link, and none that sealing would not make.
func FuzzOpen(f *testing.F) {
	k := keys(f, master(f, 1))
	for _, l := range samples(f) {
		f.Add(uint8(l.Purpose), k.Seal(l))
	}
	f.Fuzz(func(t *testing.T, p uint8, token string) {
		l, err := k.Open(Purpose(p), token, noon)
		if err != nil {
			if !errors.Is(err, ErrBad) && !errors.Is(err, ErrExpired) {
				t.Fatal(err)
			}
			return
		}
		if got := k.Seal(l); got != token {
			t.Fatalf("%q opens as %v, which is %q", token, l, got)
		}
	})
}

// The same behind the signature, where a fuzzer does not come by itself.
func FuzzOpenSigned(f *testing.F) {
	k := keys(f, master(f, 1))
	for _, l := range samples(f) {
		f.Add(uint8(l.Purpose), body(f, l.Purpose, k.Seal(l))[prefix:])
	}
	f.Fuzz(func(t *testing.T, p uint8, fields []byte) {
		row := Purpose(p).row()
		if row == nil {
			return
		}
		token := signed(k, Purpose(p), append([]byte{layout, 1, row.code}, fields...))
		l, err := k.Open(Purpose(p), token, noon)
		if errors.Is(err, ErrBad) {
			return
		}
		if got := k.Seal(l); got != token {
			t.Fatalf("%q opens as %v, which is %q", token, l, got)
		}
	})
}

func FuzzParseMasters(f *testing.F) {
	const title = "fieldpost-keys v1\n"
	f.Add(title + "1 " + repeated("a1") + "\n")
	f.Add(title + "1 " + repeated("a1") + " retired 2026-03-01\n2 " + repeated("b2") + "\n")
	f.Add(title + "01 " + repeated("A1") + " retired 2026-02-30\n")
	f.Fuzz(func(t *testing.T, text string) {
		masters, err := ParseMasters(text)
		if err != nil {
			for _, word := range strings.Fields(text) {
				if len(word) > 20 && strings.Contains(err.Error(), word) {
					t.Fatalf("the error tells %q", word)
				}
			}
			return
		}
		if got, err := FormatMasters(masters); err != nil || got != text {
			t.Fatalf("%q is written back as %q, %v", text, got, err)
		}
	})
}
