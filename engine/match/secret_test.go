package match_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
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

// TestTellsNoSecret prints everything that a program may hold on its way, and
// every error that quotes what somebody sent. Whose address, key, message, salt
// or rows it was must not be in it.
func TestTellsNoSecret(t *testing.T) {
	named, passed, open := invited(t)
	c := create(custom("F 2"))
	c.Players.Blue.Address, c.Message, c.Keys = "secret@example.org", "our secret", both(keyOf(ann.Address), keyOf(bob.Address))
	c.Salts.Red = [16]byte{0xde, 0xad}
	rowsOf := rows(t, "2........F")
	waits := after(t, drawn(t, plain(), twoFronts), play(t, red, 0, "a4-a5"))
	lines := match.SetLines{By: red, Ply: 1, Lines: lined(t, "a7-a6, a5xa6")}
	planned := after(t, waits, lines)
	set, draft := match.SetUp{By: red, Setup: rowsOf}, match.SaveDraft{By: red, Setup: rowsOf}
	moved := correction(red, "secret@example.org")
	changing, err := match.NewAddressChange(match.AddressChange{
		ID: match.ChangeID{1}, From: keyOf(ann.Address), To: keyOf("x"), Old: ann.Address, New: "secret@example.org",
	}, monday)
	if err != nil {
		t.Fatal(err)
	}
	readdress := match.Readdress{By: red, Address: "secret@example.org", Key: keyOf(bob.Address)}
	things := []any{
		changing, &changing, readdress,
		match.ByLink{Seat: red, Command: readdress},
		after(t, stages(t)[match.Playing], match.Readdress{By: red, Address: "secret@example.org"}),
		named, passed, open, created(t, c), c, &c, c.Players, c.Keys, match.Seal(named), match.Seal(named).Index, match.Seal(open),
		set, draft, moved, joining(cleo), &moved, lines, &lines, planned, planned.Plans, planned.Plans.Red,
		match.ByLink{Seat: red, Command: lines},
		match.ByLink{Seat: red, Command: set},
		match.ByLink{Seat: red, Command: moved},
		match.ByLink{Seat: blue, Command: joining(cleo)},
		[]match.Command{set, draft, moved, joining(cleo)},
		after(t, named, draft), after(t, named, set), after(t, named, moved).Seats, after(t, open, joining(cleo)).Seats,
	}
	fail := func(m match.Match, c match.Command) {
		t.Helper()
		_, _, err := match.Decide(m, c, m.Changed)
		if err == nil {
			t.Fatalf("%T is taken", c)
		}
		things = append(things, err, fmt.Errorf("wrapped: %w", err))
	}
	fail(named, correction(red, "no secret address"))
	fail(named, correction(red, ann.Address))
	fail(passed, match.Join{Player: match.Player{Name: "Bob", Address: "no secret address"}, Key: keyOf("x")})
	fail(passed, joining(ann))
	fail(after(t, passed, joining(bob)), joining(cleo))
	fail(named, match.SetUp{By: red, Setup: rows(t, "2.......F2")})
	fail(after(t, named, match.Withdraw{By: red}), moved)
	fail(named, match.ByLink{Seat: red, Epoch: 7, Command: moved})
	fail(named, match.Readdress{By: red, Address: "no secret address"})
	fail(named, readdress)
	for _, change := range []func(*match.Create){
		func(c *match.Create) { c.Message = "our secret\x00" },
		func(c *match.Create) { c.Message = strings.Repeat("our secret", 99) },
		func(c *match.Create) { c.Players.Blue.Address = "no secret address" },
		func(c *match.Create) { c.Keys.Blue = c.Keys.Red },
	} {
		bad := c
		change(&bad)
		_, err := match.New(bad, monday)
		if err == nil {
			t.Fatal("it is taken")
		}
		things = append(things, err)
	}
	image := match.Seal(named)
	image.Opponent = player.Key{9}
	image.Open = true
	if _, err := match.Open(image); err == nil {
		t.Fatal("it is opened")
	} else {
		things = append(things, err)
	}
	keys := both(keyOf(ann.Address), keyOf(bob.Address))
	secrets := []string{
		"a7", "a6", fmt.Sprint(lines.Lines),
		"example", "secret", "One game?", "dead", "[222 173", "2 0 0 0 0", fmt.Sprint(rowsOf), fmt.Sprintf("%d", rowsOf), "2........",
		fmt.Sprint(keys.Red[:]), fmt.Sprint(keys.Blue[:]), hex.EncodeToString(keys.Red[:]), hex.EncodeToString(keys.Blue[:]),
	}
	for _, verb := range []string{"%v", "%+v", "%s"} {
		for _, x := range things {
			text := fmt.Sprintf(verb, x)
			for _, secret := range secrets {
				if strings.Contains(text, secret) {
					t.Errorf("%s of %T prints %q", verb, x, text)
				}
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
