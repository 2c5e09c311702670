package smtp

import "testing"

// Without it an account that may not send would make all players look unreachable, or
// one who is not there be written to for ever.
func TestLost(t *testing.T) {
	for _, c := range []struct {
		step  Step
		reply string
		lost  bool
	}{
		{Rcpt, "550 5.1.1", true},
		{Rcpt, "550 5.1.10", true},
		{Rcpt, "550 5.2.1", true},
		{End, "550 5.1.1", true},
		{Rcpt, "550", false},
		{Rcpt, "554 5.7.1", false},  // relaying denied
		{Rcpt, "550 5.1.8", false},  // of the sender
		{Rcpt, "552 5.2.2", false},  // a full mailbox
		{Rcpt, "450 4.1.1", false},  // it passes
		{Mail, "550 5.1.1", false},  // of the sender
		{Rcpt, "550 5.1.11", false}, // no such code
		{Rcpt, "", false},
	} {
		if e := (&Error{Step: c.step, Reply: c.reply}); e.Lost() != c.lost {
			t.Errorf("%s: lost is %t", e.Code(), e.Lost())
		}
	}
}
