package trust

import (
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// A signature that leaves room for another From, for more text, or for another day is
// none, whoever has looked at it. Without a row of it somebody who has one mail of Bob's
// could write in his name, below what he has signed.
func TestSignaturesOfLess(t *testing.T) {
	bobs := signed(t, letter(bob), "example.org")
	with := func(tag string) string { return strings.Replace(bobs, " d=", " "+tag+"; d=", 1) }
	fresh, stale := expiring(t, time.Now().Add(time.Hour)), expiring(t, time.Now().Add(-time.Hour))
	for _, c := range []struct {
		name  string
		raw   string
		at    time.Time
		whole bool
		look  Finding // of one's own
	}{
		{"whole", bobs, noon, true, Passed},
		{"none", letter(bob), noon, true, Missing},
		{"of no byte", with("l=0"), noon, false, Failed},
		{"of less", strings.Replace(with("l=7"), "b4-b5", "b4-b5\r\nresign yes", 1), noon, false, Failed},
		{"of as many as there are", with("l=7"), noon, false, Failed},
		{"with spaces", with("l\t=\r\n 7"), noon, false, Failed},
		{"of less by another", signed(t, with("l=7"), "evil.example"), noon, false, Foreign},
		{"another's of less", strings.Replace(signed(t, bobs, "evil.example"), " d=evil", " l=7; d=evil", 1), noon, true, Passed},
		{"of less by a part", strings.Replace(with("l=7"), "d=example.org", "d=mail.example.org", 1), noon, false, Failed},
		{"two, one of less", with("l=7")[:strings.Index(with("l=7"), "\r\nFrom:")+2] + bobs, noon, false, Passed},
		{"without From", unsigned(bobs), noon, false, Failed},
		{"that lasts", fresh, time.Now(), true, Passed},
		{"that lasts no more", stale, time.Now(), false, Failed},
		{"that will not last", fresh, time.Now().Add(2 * time.Hour), false, Passed},
		{"until nobody knows when", with("x=soon"), noon, false, Failed},
		{"of no domain", strings.Replace(bobs, " d=example.org;", "", 1), noon, false, Failed},
		{"that cannot be read", with("h"), noon, false, Failed},
		{"twice the same", with("h=from"), noon, false, Failed},
		{"a space behind its name", strings.Replace(with("l=7"), "DKIM-Signature:", "DKIM-Signature :", 1), noon, false, Failed},
		{"two From", "From: eve@evil.example\r\n" + bobs, noon, false, Missing},
	} {
		if got := Whole([]byte(c.raw), c.at); got != c.whole {
			t.Errorf("%s: whole %t", c.name, got)
		}
		if got := Look(t.Context(), world(), Mail{Raw: []byte(c.raw), Peer: stranger}); got.DKIM != c.look {
			t.Errorf("%s: DKIM %v", c.name, got.DKIM)
		}
		said := found("dkim=pass header.i=@example.org;\r\n dmarc=pass header.from=example.org;")
		if got := SES([]byte(said+c.raw), c.at); got.Aligned() != c.whole {
			t.Errorf("%s: by SES's words %+v", c.name, got)
		}
	}
}

// expiring is a mail of Bob's whose signature ends at a moment.
func expiring(t *testing.T, end time.Time) string {
	t.Helper()
	var out strings.Builder
	o := &dkim.SignOptions{Domain: "example.org", Selector: "s", Signer: key, HeaderKeys: []string{"From"}, Expiration: end}
	if err := dkim.Sign(&out, strings.NewReader(letter(bob)), o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// unsigned is a mail whose signature does not name From.
func unsigned(raw string) string { return strings.Replace(raw, "h=From:", "h=", 1) }
