package match_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// TestPrintsNoSecret prints matches and their parts as a careless log line
// would. Addresses and setups must not be in it.
func TestPrintsNoSecret(t *testing.T) {
	m := stages(t)[match.Playing]
	d := after(t, stages(t)[match.SettingUp], match.SaveDraft{By: engine.Red, Setup: rows(t, "2")})
	for _, verb := range []string{"%v", "%+v", "%s"} {
		for _, x := range []any{m, &m, m.Seats, m.Seats.Red, &m.Seats.Red, ann, match.Seal(m), d, d.Seats, d.Seats.Red} {
			text := fmt.Sprintf(verb, x)
			if strings.Contains(text, "example") || strings.Contains(text, "[2 0 0") || strings.Contains(text, fmt.Sprint(m.Seats.Red.Setup)) {
				t.Errorf("%s of %T prints %q", verb, x, text)
			}
		}
	}
}

// TestCommitment holds the text of which a commitment is the hash: players check
// it themselves, with sha256sum, long after. The hashes were made by sha256sum.
func TestCommitment(t *testing.T) {
	id := match.ID{1, 2, 3, 4, 5, 6, 7, 8}
	salt := [16]byte{0x00, 0x01, 0xfe, 0xff, 15: 0xa5}
	full := rows(t, "2222222233/3334444555/5666677788/9MSBBBBBBF")
	small, err := engine.ParseSetup(engine.Skirmish.Board(), "M9332.../2SBBF.../........")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		seat  engine.Color
		setup engine.Setup
		want  string
	}{
		{"red, original", engine.Red, full, "d2bdaee1dbfb2b1b9b0690234c27fb2c7cbbb140d7246d2876525e16617c2c53"},
		{"blue, original", engine.Blue, full, "4daa0f8adb6f8b67534e54db0279fc8425a5f0fc87ca0a5ebcf55e25b5a2e613"},
		{"red, skirmish", engine.Red, small, "3baea7f54ce072b03025dad887474fb3a3a604d7a65583d77d226323cadec7cd"},
	} {
		got := match.Commitment(id, test.seat, salt, test.setup)
		if hex.EncodeToString(got[:]) != test.want {
			t.Errorf("%s: %x, want %s", test.name, got, test.want)
		}
	}
}

// TestCommitments: none before the start, when a setup may still be changed and
// the hash would bind nobody; afterwards each seat's own.
func TestCommitments(t *testing.T) {
	at := stages(t)
	if _, ok := at[match.SettingUp].Commitments(); ok {
		t.Error("commitments before the start")
	}
	m := at[match.Over]
	got, ok := m.Commitments()
	want := engine.Both[[32]byte]{
		Red:  match.Commitment(m.ID, engine.Red, m.Seats.Red.Salt, m.Seats.Red.Setup),
		Blue: match.Commitment(m.ID, engine.Blue, m.Seats.Blue.Salt, m.Seats.Blue.Setup),
	}
	if !ok || got != want || got.Red == got.Blue {
		t.Errorf("got %x, %v", got, ok)
	}
}
