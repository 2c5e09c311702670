package match_test

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// TestByLink: a command by a link is that command while the link counts, the
// clock's excepted, and nothing else.
func TestByLink(t *testing.T) {
	m := stages(t)[match.Playing]
	move := play(t, red, 2, "a5-b5")
	plain, _, err := match.Decide(m, move, m.Changed)
	if err != nil {
		t.Fatal(err)
	}
	linked, _, err := match.Decide(m, match.ByLink{Seat: red, Command: move}, m.Changed)
	if err != nil || !cmp.Equal(plain, linked, sameMatch) {
		t.Errorf("the move by its link: %v, %v", linked, err)
	}
	if _, _, err := match.Decide(linked, match.ByLink{Seat: red, Command: move}, m.Changed); !errors.Is(err, match.ErrRepeated) {
		t.Errorf("again: %v", err)
	}
	renewed := after(t, m, match.ByLink{Seat: red, Command: match.RenewLinks{By: red}})
	for _, c := range []match.Command{move, match.RenewLinks{By: red}, match.Publish{By: red}} {
		if got, events, err := match.Decide(renewed, match.ByLink{Seat: red, Command: c}, m.Changed); !errors.Is(err, match.ErrCancelled) || events != nil || got.Version != renewed.Version {
			t.Errorf("%T by a cancelled link: %v", c, err)
		}
	}
	if _, _, err := match.Decide(renewed, match.ByLink{Seat: blue, Command: match.Publish{By: blue}}, m.Changed); err != nil {
		t.Errorf("the other's links: %v", err)
	}
	if _, _, err := match.Decide(m, match.ByLink{Command: move}, m.Changed); !errors.Is(err, engine.ErrBadAction) {
		t.Errorf("a link of nobody: %v", err)
	}
	if _, _, err := match.Decide(m, match.ByLink{Seat: red, Command: move}, m.Deadline.Add(time.Second)); !errors.Is(err, match.ErrLate) {
		t.Errorf("late: %v", err)
	}
}

// TestEpochsNeverWrap: links of an earlier epoch must never count again.
func TestEpochsNeverWrap(t *testing.T) {
	m := stages(t)[match.Playing]
	for want := 1; want <= math.MaxUint8; want++ {
		m = after(t, m, match.RenewLinks{By: blue})
		if got := m.Seat(blue).Epoch; int(got) != want || m.Seat(red).Epoch != 0 {
			t.Fatalf("epoch %d after %d times, and Red's %d", got, want, m.Seat(red).Epoch)
		}
	}
	if got, _, err := match.Decide(m, match.RenewLinks{By: blue}, m.Changed); !errors.Is(err, match.ErrLinksSpent) || got.Seat(blue).Epoch != math.MaxUint8 {
		t.Errorf("epoch %d, %v", got.Seat(blue).Epoch, err)
	}
	if fmt.Sprint(m.Choices(blue)) != "[offer-draw nudge abort resign public]" {
		t.Errorf("Blue is offered %v", m.Choices(blue))
	}
}

// TestRenewLinks: whoever sits may have new links, at any time, and nobody else.
func TestRenewLinks(t *testing.T) {
	at := stages(t)
	for s, seats := range map[match.State]string{
		match.Unconfirmed: "", match.Invited: "red", match.SettingUp: "red blue", match.Playing: "red blue", match.Over: "red blue", match.Aborted: "",
	} {
		for _, by := range []engine.Color{engine.NoColor, red, blue} {
			m, events, err := match.Decide(at[s], match.RenewLinks{By: by}, at[s].Changed)
			can := seats == "red blue" && by != engine.NoColor || seats == by.String()
			switch {
			case !can && !isStateError(err):
				t.Errorf("%v at %v: %v", by, s, err)
			case can && (err != nil || m.Seat(by).Epoch != 1 || !cmp.Equal(events, []match.Event{{Kind: match.LinksRenewed, Seat: by}})):
				t.Errorf("%v at %v: %v, epoch %d, %v", by, s, err, m.Seat(by).Epoch, events)
			}
		}
	}
}

// A double press, or a request that is sent again since its answer was lost, has one mail
// sent; whoever presses again a while later, or after something else, means it.
func TestOnePressThatComesTwice(t *testing.T) {
	const red = engine.Red
	at := stages(t)
	for _, c := range []struct {
		name   string
		m      match.Match
		c      match.Command
		before []match.Command
		wait   time.Duration
		want   error
	}{
		{"new links", at[match.Playing], match.RenewLinks{By: red}, nil, 0, match.ErrRepeated},
		{"new links, in the last second", at[match.Playing], match.RenewLinks{By: red}, nil, match.Again - time.Second, match.ErrRepeated},
		{"new links, later", at[match.Playing], match.RenewLinks{By: red}, nil, match.Again, nil},
		{"new links, after the other's", at[match.Playing], match.RenewLinks{By: red}, []match.Command{match.RenewLinks{By: engine.Blue}}, 0, nil},
		{"new links, after another thing", at[match.Playing], match.RenewLinks{By: red}, []match.Command{match.Publish{By: red}}, 0, nil},
		{"the invitation", at[match.Invited], match.Resend{By: red}, nil, 0, match.ErrRepeated},
		{"the invitation, later", at[match.Invited], match.Resend{By: red}, nil, match.Again, nil},
	} {
		m := c.m
		for _, first := range append([]match.Command{c.c}, c.before...) {
			m = give(t, m, first, m.Changed)
		}
		if _, _, err := match.Decide(m, c.c, m.Changed.Add(c.wait)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	last := give(t, give(t, at[match.Invited], match.Resend{By: red}, at[match.Invited].Changed), match.Resend{By: red}, at[match.Invited].Changed.Add(match.Again))
	for wait, want := range map[time.Duration]error{0: match.ErrRepeated, match.Again: match.ErrResent} {
		if _, _, err := match.Decide(last, match.Resend{By: red}, last.Changed.Add(wait)); !errors.Is(err, want) {
			t.Errorf("the last invitation, after %v: %v", wait, err)
		}
	}
}
