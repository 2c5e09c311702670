package match_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

func change(t testing.TB) match.AddressChange {
	t.Helper()
	c, err := match.NewAddressChange(match.AddressChange{
		ID: match.ChangeID{7}, From: player.Key{1}, To: player.Key{2}, Old: ann.Address, New: "a@b.example", Lang: "fr",
	}, monday.Add(time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// goldenChange is what stores hold: never change it.
const goldenChange = "01" + "02" + "01" + "01000000000000000000000000000000" + "02000000000000000000000000000000" +
	"0f616e6e406578616d706c652e6f7267" + "0b6140622e6578616d706c65" + "026672" + "98b195cd06" + "3d" +
	"02" + "010000000000000001" + "020000000000000002"

// TestAddressChange follows one through its stages: what would be lost of it is
// whose seats were moved, or whether the old address may still take them back.
func TestAddressChange(t *testing.T) {
	c := change(t)
	if c.Stage != match.ChangeAsked || c.Version != 1 || !c.Expires().Equal(monday.Add(48*time.Hour)) || c.Undoes() {
		t.Errorf("asked: %v, until %v", c.Stage, c.Expires())
	}
	seats := []match.Place{{Game: match.ID{1}, Seat: red}, {Game: match.ID{2}, Seat: blue}}
	moving := c.Confirm(seats, true, monday.Add(time.Minute))
	if moving.Stage != match.ChangeMoving || moving.Version != 2 || !moving.Expires().Equal(monday.Add(time.Minute+7*24*time.Hour)) {
		t.Errorf("confirmed: %v, version %d, until %v", moving.Stage, moving.Version, moving.Expires())
	}
	if early := c.Confirm(seats, true, monday.Add(-time.Hour)); !early.Confirmed.Equal(c.Asked) {
		t.Errorf("confirmed before it was asked: %v", early.Confirmed)
	}
	if got := len(c.Confirm(make([]match.Place, 501), false, monday).Seats); got != match.MostMoved {
		t.Errorf("%d seats are moved", got)
	}
	for _, s := range []match.ChangeStage{match.ChangeUndoing, match.ChangeUndone} {
		if back := moving.Pass(s); !back.Undoes() || back.Version != 3 || !cmp.Equal(back.Seats, seats) || !back.Fresh || !back.Expires().Equal(moving.Expires()) {
			t.Errorf("%v: version %d", s, back.Version)
		}
	}
	for name, from := range map[string]match.AddressChange{"asked": c, "moving": moving, "done": moving.Pass(match.ChangeDone), "undone": moving.Pass(match.ChangeUndone)} {
		end := from.End()
		want := match.AddressChange{
			ID: from.ID, Version: from.Version + 1, Stage: match.ChangeEnded, From: from.From, To: from.To, Asked: from.Asked, Confirmed: from.Confirmed,
		}
		if diff := cmp.Diff(want, end); diff != "" || end.Undoes() || !end.Expires().Equal(from.Expires()) {
			t.Errorf("%s, ended: until %v (-want +got):\n%s", name, end.Expires(), diff)
		}
		if got, err := match.OpenAddressChange(end.ID, end.Version, match.SealAddressChange(end)); err != nil || !cmp.Equal(got, end) {
			t.Errorf("%s, ended: opened as another, %v", name, err)
		}
		for _, bend := range []func(*match.AddressChange){
			func(c *match.AddressChange) { c.Old = ann.Address }, func(c *match.AddressChange) { c.New = ann.Address },
			func(c *match.AddressChange) { c.Seats = seats }, func(c *match.AddressChange) { c.Lang = "fr" },
		} {
			bent := end
			bend(&bent)
			if _, err := match.OpenAddressChange(end.ID, end.Version, match.SealAddressChange(bent)); err == nil {
				t.Errorf("%s, ended: it keeps %+v", name, bent)
			}
		}
	}
	if got := hex.EncodeToString(match.SealAddressChange(moving)); got != goldenChange {
		t.Errorf("sealed as %s, stores hold %s", got, goldenChange)
	}
	for _, want := range []match.AddressChange{c, moving, moving.Pass(match.ChangeDone), moving.Pass(match.ChangeUndone)} {
		want.Version = 3
		got, err := match.OpenAddressChange(want.ID, 3, match.SealAddressChange(want))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%v, opened as another (-want +got):\n%s", err, diff)
		}
	}
}

func TestNewAddressChangeRefuses(t *testing.T) {
	for want, bend := range map[match.Problem]func(*match.AddressChange){
		match.NoAddress:   func(c *match.AddressChange) { c.New = "nowhere" },
		match.Missing:     func(c *match.AddressChange) { c.New = "" },
		match.SameAddress: func(c *match.AddressChange) { c.To = c.From },
	} {
		c := change(t)
		bend(&c)
		_, err := match.NewAddressChange(c, monday)
		if input, ok := errors.AsType[*match.InputError](err); !ok || input.Problem != want || input.Field != "email" {
			t.Errorf("%v: %v", want, err)
		}
	}
	for name, bend := range map[string]func(*match.AddressChange){
		"no id": func(c *match.AddressChange) { c.ID = match.ChangeID{} }, "of nobody": func(c *match.AddressChange) { c.From = player.Key{} },
		"to nobody": func(c *match.AddressChange) { c.To = player.Key{} }, "from nowhere": func(c *match.AddressChange) { c.Old = "" },
	} {
		c := change(t)
		bend(&c)
		if _, err := match.NewAddressChange(c, monday); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
}

// FuzzOpenAddressChange: two forms of one change, or a bent one that is taken, would
// move seats that nobody has named.
func FuzzOpenAddressChange(f *testing.F) {
	golden, err := hex.DecodeString(goldenChange)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(golden)
	f.Add(match.SealAddressChange(change(f)))
	for n := range golden {
		bent := bytes.Clone(golden)
		bent[n] ^= 0x81
		f.Add(bent)
		f.Add(golden[:n])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := match.OpenAddressChange(match.ChangeID{1}, 1, data)
		if err != nil {
			_, corrupt := errors.AsType[*match.CorruptError](err)
			_, newer := errors.AsType[*match.VersionError](err)
			if !corrupt && !newer {
				t.Errorf("%T %v", err, err)
			}
			return
		}
		if again := match.SealAddressChange(c); !bytes.Equal(again, data) {
			t.Errorf("%x is taken and written as %x", data, again)
		}
	})
}
