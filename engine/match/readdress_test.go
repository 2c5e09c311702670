package match_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// TestReaddress: whoever sits may move his seat to another mailbox, whose links are
// new, and the other learns nothing of it. Nobody else may.
func TestReaddress(t *testing.T) {
	const address = "annie@example.org"
	at := stages(t)
	for s, seats := range map[match.State]string{
		match.Unconfirmed: "", match.Invited: "red", match.SettingUp: "red blue", match.Playing: "red blue", match.Over: "red blue", match.Aborted: "red blue",
	} {
		for _, by := range []engine.Color{engine.NoColor, red, blue} {
			m := at[s]
			got, events, err := match.Decide(m, match.Readdress{By: by, Address: address, Key: keyOf(address)}, m.Changed)
			can := by != engine.NoColor && (seats == "red blue" || seats == by.String())
			if !can {
				if !isStateError(err) {
					t.Errorf("%v at %v: %v", by, s, err)
				}
				continue
			}
			want := m
			seat := want.Seats.Of(by)
			seat.Address, seat.Key, seat.Epoch = address, keyOf(address), 1
			want.Version, want.Events = got.Version, []match.Event{{Kind: match.Readdressed, Seat: by}}
			if err != nil || !cmp.Equal(got, want, sameMatch) || !cmp.Equal(events, want.Events) || got.Shown != m.Shown {
				t.Errorf("%v at %v: %v, %v, shown %d", by, s, err, events, got.Shown)
			}
			back := match.Readdress{By: by, Address: m.Seat(by).Address, Key: m.Seat(by).Key, Back: true}
			if after := after(t, got, back); after.Seat(by).Address != m.Seat(by).Address || after.Seat(by).Epoch != 2 || after.Shown != m.Shown ||
				!cmp.Equal(after.Events, []match.Event{{Kind: match.Readdressed, Seat: by}, {Kind: match.CameBack, Seat: by}}) {
				t.Errorf("%v at %v: back at another address, or with links that were cancelled; %v", by, s, after.Events)
			}
			for _, spelling := range []string{address, "Annie@example.org"} {
				if err := second(match.Decide(got, match.Readdress{By: by, Address: spelling, Key: keyOf(address)}, m.Changed)); !errors.Is(err, match.ErrRepeated) {
					t.Errorf("%v at %v again: %v", by, s, err)
				}
			}
		}
	}
	named, _, _ := invited(t)
	for _, m := range []match.Match{after(t, named, match.Withdraw{By: red}), after(t, named, match.Decline{By: blue})} {
		if err := second(match.Decide(m, match.Readdress{By: red, Address: address}, m.Changed)); !isStateError(err) {
			t.Errorf("%v: %v", m.State, err)
		}
	}
}

// TestReaddressRefuses: one mailbox must not have both seats, nor a seat none.
func TestReaddressRefuses(t *testing.T) {
	m := keyed(t)
	if err := second(match.Decide(m, match.Readdress{By: red, Address: "BOB@example.net", Key: keyOf(bob.Address)}, m.Changed)); !errors.Is(err, match.ErrOpponent) {
		t.Errorf("to the opponent's address: %v", err)
	}
	input, bad := errors.AsType[*match.InputError](second(match.Decide(m, match.Readdress{By: red, Address: "nowhere"}, m.Changed)))
	if !bad || input.Problem != match.NoAddress || input.Field != "email" {
		t.Errorf("to no address: %v", input)
	}
	for range 255 {
		m = after(t, m, match.RenewLinks{By: red})
	}
	if err := second(match.Decide(m, match.Readdress{By: red, Address: "annie@example.org", Key: keyOf("annie@example.org")}, m.Changed)); !isStateError(err) {
		t.Errorf("its links could not be cancelled: %v", err)
	}
}

// keyed is a game of Ann and Bob under their keys.
func keyed(t testing.TB) match.Match {
	return after(t, created(t, keyedCreate()), match.Confirm{}, match.Accept{By: blue},
		match.SetUp{By: red, Setup: rows(t, "2........F")}, match.SetUp{By: blue, Setup: rows(t, "2........F")})
}
