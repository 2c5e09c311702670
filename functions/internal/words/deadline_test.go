package words

import (
	"testing"
	"time"
)

// Each deadline says whose it is and what being late costs. Without it a creator
// would read that the invited loses a game that he has not accepted.
func TestDeadline(t *testing.T) {
	_, w := english(t)
	now := time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		d    Deadline
		want string
	}{
		{Deadline{}, "You have until Tue 3 March 09:30 UTC: in 2 days. A move at that very moment still counts; after it the game is lost, without grace."},
		{Deadline{Name: "Bob"}, "Bob has until Tue 3 March 09:30 UTC: in 2 days."},
		{Deadline{Setup: true}, "Your setup must be in by Tue 3 March 09:30 UTC: in 2 days. At that very moment it still counts. Without it you lose, without grace; if neither of you has set up, the game is called off."},
		{Deadline{Setup: true, Name: "Bob"}, "Bob has until Tue 3 March 09:30 UTC: in 2 days. Without a setup by then, Bob loses."},
		{Deadline{Setup: true, Invite: true}, "You can accept until Tue 3 March 09:30 UTC: in 2 days. After that the invitation lapses."},
		{Deadline{Brief: true, Zone: "Europe/Amsterdam"}, "You have until Tue 3 March 10:30 CET: in 2 days."},
		{Deadline{Brief: true, Zone: "Europe/Amsterdam", Name: "Bob"}, "Bob has until Tue 3 March 10:30 CET: in 2 days."},
		{Deadline{Brief: true, Setup: true, Apart: true}, "Your setup must be in by Tue 3 March 09:30 UTC: in 2 days."},
		{Deadline{Brief: true, Setup: true, Invite: true}, "You can accept until Tue 3 March 09:30 UTC: in 2 days. After that the invitation lapses."},
		{Deadline{Setup: true, Invite: true, Name: "Bob"}, "The invitation to Bob stands until Tue 3 March 09:30 UTC: in 2 days. After that it lapses."},
	} {
		c.d.Now, c.d.At = now, now.Add(48*time.Hour)
		if got := w.Deadline(c.d); got != c.want {
			t.Errorf("%+v reads %q, want %q", c.d, got, c.want)
		}
	}
}
