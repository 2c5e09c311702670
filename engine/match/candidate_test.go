package match_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

func candidate(t testing.TB, p match.Player) match.Candidate {
	t.Helper()
	c, err := match.NewCandidate(match.ID{1, 7: 8}, p, player.Key{2, 15: 9}, monday.Add(time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// goldenCandidate is what stores hold: never change it.
const goldenCandidate = "01" + "0100000000000008" + "02000000000000000000000000000009" + "98b195cd06" +
	"03426f62" + "0f626f62406578616d706c652e6e6574" + "02656e" + "00"

func TestCandidateGolden(t *testing.T) {
	c := candidate(t, bob)
	if got := hex.EncodeToString(match.SealCandidate(c)); got != goldenCandidate {
		t.Errorf("sealed as %s, stores hold %s", got, goldenCandidate)
	}
	got, err := match.OpenCandidate(unhex(t, goldenCandidate))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if want := monday.Add(48 * time.Hour); !got.Expires().Equal(want) {
		t.Errorf("he is too late at %v, want %v", got.Expires(), want)
	}
}

// The details come from whoever found the link, and go into the creator's mails.
func TestNewCandidateChecks(t *testing.T) {
	for field, p := range map[string]match.Player{
		"opponent.name":  {Name: "see www.spam.example", Address: "a@b.example"},
		"opponent.email": {Name: "Bob", Address: "Bob <a@b.example>"},
		"opponent.lang":  {Name: "Bob", Address: "a@b.example", Lang: "English"},
		"opponent.tz":    {Name: "Bob", Address: "a@b.example", Zone: "Europe Paris"},
	} {
		_, err := match.NewCandidate(match.ID{1}, p, player.Key{1}, monday)
		if input, ok := errors.AsType[*match.InputError](err); !ok || input.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := match.NewCandidate(match.ID{}, bob, player.Key{1}, monday); err == nil {
		t.Error("a candidate for no match")
	}
	c := candidate(t, match.Player{Name: " Bob ", Address: "bob@example.net"})
	if diff := cmp.Diff(bob, c.Player); diff != "" {
		t.Error(diff)
	}
}

// Whom the confirmed candidate names must be who then sits.
func TestCandidateJoins(t *testing.T) {
	open := create(engine.StandardRules(engine.Barrage))
	open.Players.Blue, open.Keys = match.Player{}, engine.Both[player.Key]{Red: player.Key{1}}
	m := after(t, created(t, open), match.Confirm{}, candidate(t, bob).Join())
	if seat := m.Seats.Blue; seat.Player != bob || seat.Key != (player.Key{2, 15: 9}) {
		t.Error("another sits")
	}
}

func TestOpenCandidateRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(b []byte) []byte
		want   string
	}{
		{"empty", func([]byte) []byte { return nil }, "corrupt image of a game: empty"},
		{"form 0", func(b []byte) []byte { b[0] = 0; return b }, "corrupt image of a game: no such form"},
		{"a newer form", func(b []byte) []byte { b[0] = 2; return b }, "image of a game in form 2, newer than this program"},
		{"no match", func(b []byte) []byte { clear(b[1:9]); return b }, "corrupt image of a game: not canonical"},
		{"another spelling of the time", func(b []byte) []byte { b[29] |= 0x80; return slices.Insert(b, 30, 0) }, "corrupt image of a game: not canonical"},
		{"no name", func(b []byte) []byte { b[31] = ' '; b[32] = ' '; b[33] = ' '; return b }, "corrupt image of a game: no such player"},
		{"a space before the name", func(b []byte) []byte { b[31] = ' '; return b }, "corrupt image of a game: no such player"},
		{"no address", func(b []byte) []byte { b[38] = ' '; return b }, "corrupt image of a game: no such player"},
		{"a byte more", func(b []byte) []byte { return append(b, 0) }, "corrupt image of a game: bytes left over"},
		{"a byte less", func(b []byte) []byte { return b[:len(b)-1] }, "corrupt image of a game: no number"},
		{"its first half", func(b []byte) []byte { return b[:20] }, "corrupt image of a game: cut short"},
	} {
		if _, err := match.OpenCandidate(c.change(unhex(t, goldenCandidate))); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// oneCandidate fails if data is taken and is not what SealCandidate writes.
func oneCandidate(t *testing.T, data []byte) {
	t.Helper()
	c, err := match.OpenCandidate(data)
	if err != nil {
		_, corrupt := errors.AsType[*match.CorruptError](err)
		_, newer := errors.AsType[*match.VersionError](err)
		if !corrupt && !newer {
			t.Errorf("%T %v", err, err)
		}
		return
	}
	if again := match.SealCandidate(c); !bytes.Equal(again, data) {
		t.Errorf("%x is taken and written as %x", data, again)
	}
}

func TestCandidateHasOneForm(t *testing.T) {
	whole := unhex(t, goldenCandidate)
	for n := range whole {
		for bit := range 8 {
			bent := slices.Clone(whole)
			bent[n] ^= 1 << bit
			oneCandidate(t, bent)
		}
		if _, err := match.OpenCandidate(whole[:n]); err == nil {
			t.Errorf("the first %d bytes are taken", n)
		}
	}
}

func TestCandidateLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, err := match.NewCandidate(match.ID{rapid.Byte().Draw(t, "game"), 1}, match.Player{
			Name: rapid.StringMatching(`[A-Za-zéß林]{1,40}`).Draw(t, "name"), Address: rapid.StringMatching(`[a-z]{1,60}@[a-z]{1,60}`).Draw(t, "address"),
			Lang: rapid.SampledFrom([]string{"", "en", "de"}).Draw(t, "lang"), Zone: rapid.SampledFrom([]string{"", "UTC"}).Draw(t, "zone"),
		}, player.Key{rapid.Byte().Draw(t, "key")}, time.Unix(rapid.Int64().Draw(t, "now"), 0))
		if err != nil {
			t.Fatal(err)
		}
		got, err := match.OpenCandidate(match.SealCandidate(c))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c, got); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	})
}

func TestCandidatesHide(t *testing.T) {
	c := candidate(t, bob)
	for _, verb := range []string{"%v", "%+v", "%s"} {
		for _, x := range []any{c, &c, []match.Candidate{c}} {
			if text := fmt.Sprintf(verb, x); strings.Contains(text, "example") || strings.Contains(text, "Bob") {
				t.Errorf("%s of %T prints %q", verb, x, text)
			}
		}
	}
}

func FuzzOpenCandidate(f *testing.F) {
	f.Add(match.SealCandidate(candidate(f, bob)))
	f.Add(match.SealCandidate(candidate(f, ann)))
	f.Fuzz(oneCandidate)
}
