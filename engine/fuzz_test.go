package engine

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
)

func FuzzParseMove(f *testing.F) {
	for _, s := range []string{
		"a4-a5", "a1a10", "A4 A5", "a4 à a5", "a4 a\u0300 a5", "a4 nach a5", "a4×a5", "k9→k10", "e4-e5xf5",
		"e9-e10 +10@c2", "e9e10 + x @ c2", "a11a10", "a04a5", "a4a5a6a7", "a4 a5 thanks", "+5@c2", "a4--a5",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			var bad *MalformedError
			if !errors.As(err, &bad) || bad.Text != text {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if back, err := ParseMove(m.String()); err != nil || back != m {
			t.Fatalf("%q reads as %v, then as %v, %v", text, m, back, err)
		}
	})
}

func FuzzParseSetup(f *testing.F) {
	for _, s := range []string{
		"M9332...\n2S......\nFBB.....", "M9........\n..2.......\n.......2..\nFB.3.S....",
		"m 9 … . . . . .\r\n/ 10", "10 X 1 S", "..../....", "………", "é", "\n\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range []*Board{board8, board10} {
			s, err := ParseSetup(b, text)
			if err != nil {
				continue
			}
			if back, err := ParseSetup(b, s.Text(b)); err != nil || back != s {
				t.Fatalf("%q reads as %q, then as %q, %v", text, s.Text(b), back.Text(b), err)
			}
		}
	})
}

func FuzzParseTroops(f *testing.F) {
	f.Add("M 9 3 2 2 S B F")
	f.Add("10 10 x 1 s ?")
	f.Fuzz(func(t *testing.T, text string) {
		troops, err := ParseTroops(text)
		if err != nil {
			return
		}
		if back, err := ParseTroops(troops.String()); err != nil || back != troops {
			t.Fatalf("%q reads as %q, then as %q, %v", text, troops, back, err)
		}
	})
}

// FuzzParseWords tries the readers of single words: what one reads, it reads
// again from its own spelling.
func FuzzParseWords(f *testing.F) {
	for _, s := range []string{"red", "original", "isf", "flag", "a10", "K9", "a04", "10", "x", "none", "", "?"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		again(t, text, ParseColor)
		again(t, text, ParseArmy)
		again(t, text, ParseChase)
		again(t, text, ParseReason)
		again(t, text, ParseSquare)
		again(t, text, ParseRank)
	})
}

func again[T interface {
	comparable
	fmt.Stringer
}](t *testing.T, text string, parse func(string) (T, error)) {
	t.Helper()
	v, err := parse(text)
	if err != nil {
		if len(err.Error()) > 500 {
			t.Fatalf("an error of %d bytes", len(err.Error()))
		}
		return
	}
	if back, err := parse(v.String()); err != nil || back != v {
		t.Fatalf("%q reads as %v, then as %v, %v", text, v, back, err)
	}
}

func FuzzParseRules(f *testing.F) {
	f.Add(StandardRules(Original).String())
	f.Add("custom:M9F two-squares:5 chase:off quiet-claim:0 quiet-draw:0 max-plies:0 reconquest memory")
	f.Add("original two-squares:7 chase:isf quiet-claim:1 quiet-draw:400 max-plies:4000")
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := ParseRules(text); err == nil && r.String() != text {
			t.Fatalf("%q reads as %q", text, r)
		}
	})
}

func FuzzParsePosition(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 1))
	g := randomStart(f, StandardRules(Skirmish), rng)
	f.Add(g.Position().Text())
	for range 60 {
		if g.Outcome() == Undecided {
			g, _, _ = Apply(g, Play(g.ToMove(), randomMove(g, rng)))
		}
	}
	f.Add(g.Position().Text())
	f.Add("position 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePosition(text)
		if err != nil {
			return
		}
		if p.Text() != text {
			t.Fatalf("%q writes as %q", text, p.Text())
		}
		if _, err := StartFrom(p); err != nil {
			t.Fatalf("%q reads but starts no game: %v", text, err)
		}
	})
}

func FuzzUnpack(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, a := range Armies {
		r := StandardRules(a)
		if a == CustomArmy {
			r.Troops = Troops{Flag: 1, Marshal: 2, Bomb: 3}
		}
		r.Reconquest, r.SilentDefence = true, true
		r, err := r.Check()
		if err != nil {
			f.Fatal(err)
		}
		g := randomStart(f, r, rng)
		for range 80 {
			if g.Outcome() == Undecided {
				g, _, _ = Apply(g, Play(g.ToMove(), randomMove(g, rng)))
			}
		}
		f.Add(Pack(g))
		if g.Outcome() == Undecided {
			g, _, _ = Apply(g, Resign(Blue))
			f.Add(Pack(g))
		}
	}
	f.Add([]byte{})
	f.Add([]byte{packVersion + 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := Unpack(data)
		if err != nil {
			var corrupt *CorruptError
			var newer *VersionError
			if !errors.As(err, &corrupt) && !errors.As(err, &newer) {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		if !bytes.Equal(Pack(g), data) {
			t.Fatal("accepted what Pack does not write")
		}
	})
}
