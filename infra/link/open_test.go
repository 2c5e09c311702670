package link

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"
)

// Without it one could turn his link into another seat's, game's or move's.
func TestEveryMutationIsRefused(t *testing.T) {
	k := keys(t, master(t, 1), master(t, 2))
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= \r\n\x00.%é"
	for name, l := range samples(t) {
		t.Run(name, func(t *testing.T) {
			token := k.Seal(l)
			refused := func(what string, p Purpose, token string) {
				t.Helper()
				if got, err := k.Open(p, token, noon); !errors.Is(err, ErrBad) || got != (Link{}) {
					t.Errorf("%s: %v, %v", what, got, err)
				}
			}
			spelled := l.Purpose.row().spelling()
			raw, err := spelled.DecodeString(token)
			if err != nil {
				t.Fatal(err)
			}
			for bit := range 8 * len(raw) {
				raw[bit/8] ^= 1 << (bit % 8)
				refused("a flipped bit", l.Purpose, spelled.EncodeToString(raw))
				raw[bit/8] ^= 1 << (bit % 8)
			}
			for i := range len(token) {
				for _, c := range alphabet {
					if changed := token[:i] + string(c) + token[i+1:]; changed != token {
						refused("another character", l.Purpose, changed)
					}
					refused("one more character", l.Purpose, token[:i]+string(c)+token[i:])
				}
				refused("one character less", l.Purpose, token[:i]+token[i+1:])
				refused("the beginning", l.Purpose, token[:i])
				refused("the end", l.Purpose, token[i+1:])
			}
			// A short move with line breaks in it is as long as a long one.
			for _, n := range []int{1, 2, 4, 8, 11} {
				refused("line breaks", l.Purpose, token[:20]+strings.Repeat("\n", n)+token[20:])
				refused("line breaks at the end", l.Purpose, token+strings.Repeat("\r", n))
			}
			for n := range 100 {
				if n != len(raw) {
					refused("another length", l.Purpose, spelled.EncodeToString(append(raw, make([]byte, 100)...)[:n]))
				}
			}
			for p := range Purpose(len(purposes) + 2) {
				if p != l.Purpose {
					refused("the route of "+p.String(), p, token)
				}
			}
			// The purpose is signed too: naming another one does not help.
			for p := Confirm; int(p) < len(purposes); p++ {
				if b := body(t, l.Purpose, token); p != l.Purpose {
					b[2] = p.row().code
					refused("relabelled "+p.String(), p, signed(k, l.Purpose, b))
				}
			}
			// Nor does a key that is known but did not sign.
			b := body(t, l.Purpose, token)
			b[1] = 2
			refused("another key", l.Purpose, spelled.EncodeToString(append(b, raw[len(b):]...)))
		})
	}
}

// A good tag does not excuse a token that could not have been sealed: a program
// with a fault, or a stolen key, gets no further than the tokens of this layout.
func TestSignedNonsenseIsRefused(t *testing.T) {
	k := keys(t, master(t, 1))
	for _, c := range []struct {
		name, of string
		at       int
		value    byte
	}{
		{"another version", "move", 0, 2},
		{"no seat", "board", 11, 0},
		{"a third seat", "board", 11, 3},
		{"a ply beyond 2³¹", "move", 13, 0x80},
		{"from nowhere", "move", 17, 0},
		{"from beyond j10", "move", 17, 101},
		{"to nowhere", "move", 18, 0},
		{"to beyond j10", "move", 18, 255},
		{"via beyond j10", "move via", 19, 101},
		{"long without need", "move via", 19, 0},
		{"a rank without a square", "move via", 20, 5},
		{"a square without a rank", "move via", 21, 12},
		{"no such rank", "move rescue", 20, 13},
		{"a rescue beyond j10", "move rescue", 21, 101},
		{"no action", "act", 17, 0},
		{"an action to come", "act", 17, 200},
		{"an action at a ply beyond 2³¹", "act", 13, 0x80},
		{"a rescued nothing", "move rescue", 20, 0},
		{"no seat to take", "candidate", 11, 0},
		{"no seat to watch", "watch", 11, 0},
		{"another version for ever", "unsubscribe", 0, 2},
		{"no seat to answer for", "reply", 11, 0},
	} {
		l := samples(t)[c.of]
		b := body(t, l.Purpose, k.Seal(l))
		b[c.at] = c.value
		if got, err := k.Open(l.Purpose, signed(k, l.Purpose, b), noon); !errors.Is(err, ErrBad) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

// Nobody's key, and no candidate, are in no token: without this one link would
// be that of everybody who has no key.
func TestSignedNobodyIsRefused(t *testing.T) {
	k := keys(t, master(t, 1))
	for _, c := range []struct {
		of       string
		at, size int
	}{{"player", prefix, 16}, {"unsubscribe", prefix, 16}, {"bounce", prefix, 16}, {"feed", prefix, 16}, {"candidate", 17, 8}} {
		l := samples(t)[c.of]
		b := body(t, l.Purpose, k.Seal(l))
		clear(b[c.at : c.at+c.size])
		if got, err := k.Open(l.Purpose, signed(k, l.Purpose, b), noon); !errors.Is(err, ErrBad) {
			t.Errorf("%s: %v, %v", c.of, got, err)
		}
	}
}

// Nor does it excuse one that is too short or too long.
func TestSignedLengthsAreStrict(t *testing.T) {
	k := keys(t, master(t, 1))
	for name, l := range samples(t) {
		b := body(t, l.Purpose, k.Seal(l))
		for n := prefix; n < 80; n++ {
			if row := l.Purpose.row(); n == len(b) || row.longer != nil && n == prefix+sizeOf(row.fields) {
				continue // cut off so, a longer form is the short one
			}
			token := signed(k, l.Purpose, append(bytes.Clone(b), make([]byte, 80)...)[:n])
			if got, err := k.Open(l.Purpose, token, noon); !errors.Is(err, ErrBad) {
				t.Errorf("%s with %d bytes: %v, %v", name, n, got, err)
			}
		}
	}
}

func TestLives(t *testing.T) {
	k := keys(t, master(t, 1))
	const end = time.Minute // of the minute in which the life runs out
	for name, life := range map[string]time.Duration{
		"confirm": 7 * day, "candidate": 48 * time.Hour, "join": 14 * day, "board": 400 * day, "player": 30 * day, "bounce": 30 * day,
	} {
		l := samples(t)[name]
		for _, late := range []time.Duration{0, 59*time.Second + 999} {
			l.Issued = noon.Add(late)
			token := k.Seal(l)
			want := l
			want.Issued = noon
			for _, c := range []struct {
				at  time.Time
				err error
			}{
				{noon.Add(-time.Hour), nil}, // a clock that is behind
				{noon, nil},
				{l.Issued.Add(life), nil},
				{noon.Add(life + end - 1), nil},
				{noon.Add(life + end), ErrExpired},
				{noon.Add(9000 * day), ErrExpired},
			} {
				got, err := k.Open(l.Purpose, token, c.at)
				if !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
					t.Errorf("%s of %v at %v: %v, want %v", name, l.Issued, c.at, err, c.err)
				}
				if got != want {
					t.Errorf("%s at %v: %v, want %v", name, c.at, got, want)
				}
			}
			if got := l.Expires(); !got.Equal(noon.Add(life + end)) {
				t.Errorf("%s expires at %v", name, got)
			}
		}
	}
	for _, name := range []string{"move", "move rescue", "act", "mark", "unsubscribe", "watch", "reply", "feed"} {
		l := samples(t)[name]
		if _, err := k.Open(l.Purpose, k.Seal(l), noon.Add(9000*day)); err != nil {
			t.Errorf("%s has no life of its own: %v", name, err)
		}
		if !l.Expires().IsZero() {
			t.Errorf("%s expires at %v", name, l.Expires())
		}
	}
}

// What time it is may depend on when a link was issued; a link that is alive by the plain
// time is asked nothing more.
func TestOpenFor(t *testing.T) {
	k := keys(t, master(t, 1))
	old := samples(t)["readdress"]
	token := k.Seal(old)
	slow := func(issued time.Time) time.Time {
		if issued.IsZero() {
			return noon.Add(3 * day)
		}
		return issued.Add(time.Hour)
	}
	if l, err := k.OpenFor(Readdress, token, slow); err != nil || l != old {
		t.Errorf("%v, %v", l, err)
	}
	for name, at := range map[string]time.Duration{"alive": day, "over": 3 * day} {
		_, err := k.OpenFor(Readdress, token, func(time.Time) time.Time { return noon.Add(at) })
		if _, want := k.Open(Readdress, token, noon.Add(at)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if _, err := k.OpenFor(Player, token, slow); !errors.Is(err, ErrBad) {
		t.Errorf("for another purpose: %v", err)
	}
}
