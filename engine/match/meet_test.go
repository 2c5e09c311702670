package match_test

import (
	"testing"
	"time"

	"fieldpost/engine/match"
)

// TestMeetingsBefore: two commands around an invitation that were both right
// when they were given meet, in either order. Without it a game could begin that
// was withdrawn, or two sit on one seat.
func TestMeetingsBefore(t *testing.T) {
	named, passed, _ := invited(t)
	accepts := match.ByLink{Seat: blue, Command: match.Accept{By: blue}}
	declines := match.ByLink{Seat: blue, Command: match.Decline{By: blue}}
	withdraws, redirects, resends, ends := match.Withdraw{By: red}, correction(red, cleo.Address), match.Resend{By: red}, match.TimeOut{}
	joins, alsoJoins := joining(bob), joining(cleo)
	at := func(s match.State) func(string) error {
		return func(command string) error { return stateError(command, s) }
	}
	setup, declined, withdrawn, expired := at(match.SettingUp), at(match.Declined), at(match.Withdrawn), at(match.Expired)
	for _, test := range []struct {
		name          string
		m             match.Match
		first, second match.Command
		want          error // of the second
		state         match.State
	}{
		{"accept, decline", named, accepts, declines, setup("decline"), match.SettingUp},
		{"decline, accept", named, declines, accepts, declined("accept"), match.Declined},
		{"accept, withdraw", named, accepts, withdraws, setup("withdraw"), match.SettingUp},
		{"withdraw, accept", named, withdraws, accepts, withdrawn("accept"), match.Withdrawn},
		{"accept, redirect", named, accepts, redirects, setup("correct the address"), match.SettingUp},
		{"redirect, accept", named, redirects, accepts, match.ErrCancelled, match.Invited},
		{"accept, resend", named, accepts, resends, setup("resend"), match.SettingUp},
		{"resend, accept", named, resends, accepts, nil, match.SettingUp},
		{"accept, time-out", named, accepts, ends, match.ErrEarly, match.SettingUp},
		{"time-out, accept", named, ends, accepts, expired("accept"), match.Expired},
		{"decline, withdraw", named, declines, withdraws, declined("withdraw"), match.Declined},
		{"withdraw, decline", named, withdraws, declines, withdrawn("decline"), match.Withdrawn},
		{"decline, redirect", named, declines, redirects, declined("correct the address"), match.Declined},
		{"redirect, decline", named, redirects, declines, match.ErrCancelled, match.Invited},
		{"decline, resend", named, declines, resends, declined("resend"), match.Declined},
		{"resend, decline", named, resends, declines, nil, match.Declined},
		{"decline, time-out", named, declines, ends, match.ErrEarly, match.Declined},
		{"time-out, decline", named, ends, declines, expired("decline"), match.Expired},
		{"withdraw, redirect", named, withdraws, redirects, withdrawn("correct the address"), match.Withdrawn},
		{"redirect, withdraw", named, redirects, withdraws, nil, match.Withdrawn},
		{"withdraw, resend", named, withdraws, resends, withdrawn("resend"), match.Withdrawn},
		{"resend, withdraw", named, resends, withdraws, nil, match.Withdrawn},
		{"withdraw, time-out", named, withdraws, ends, match.ErrEarly, match.Withdrawn},
		{"time-out, withdraw", named, ends, withdraws, expired("withdraw"), match.Expired},
		{"redirect, resend", named, redirects, resends, nil, match.Invited},
		{"resend, redirect", named, resends, redirects, nil, match.Invited},
		{"redirect, time-out", named, redirects, ends, nil, match.Expired},
		{"time-out, redirect", named, ends, redirects, expired("correct the address"), match.Expired},
		{"resend, time-out", named, resends, ends, nil, match.Expired},
		{"time-out, resend", named, ends, resends, expired("resend"), match.Expired},
		{"join, another joins", passed, joins, alsoJoins, match.ErrTaken, match.SettingUp},
		{"another joins, join", passed, alsoJoins, joins, match.ErrTaken, match.SettingUp},
		{"join twice", passed, joins, joins, match.ErrRepeated, match.SettingUp},
		{"join, withdraw", passed, joins, withdraws, setup("withdraw"), match.SettingUp},
		{"withdraw, join", passed, withdraws, joins, withdrawn("join"), match.Withdrawn},
		{"join, time-out", passed, joins, ends, match.ErrEarly, match.SettingUp},
		{"time-out, join", passed, ends, joins, expired("join"), match.Expired},
		{"withdraw from anybody, time-out", passed, withdraws, ends, match.ErrEarly, match.Withdrawn},
		{"time-out, withdraw from anybody", passed, ends, withdraws, expired("withdraw"), match.Expired},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := test.m.Deadline // the last second in which players' commands count
			clock := func(c match.Command) bool { _, ok := c.(match.TimeOut); return ok }
			if clock(test.first) {
				now = now.Add(time.Second)
			}
			m, _, err := match.Decide(test.m, test.first, now)
			if err != nil {
				t.Fatal(err)
			}
			if clock(test.second) {
				now = now.Add(time.Second)
			}
			next, _, err := match.Decide(m, test.second, now)
			if !fails(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if next.State != test.state || err != nil && next.Version != m.Version {
				t.Errorf("it is %v, want %v", next.State, test.state)
			}
			if _, err := match.Open(match.Seal(next)); err != nil {
				t.Error(err)
			}
		})
	}
}
