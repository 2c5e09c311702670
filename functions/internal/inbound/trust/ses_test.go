package trust

import (
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// found is a field as SES writes it, with the results behind its SPF.
func found(results string) string {
	return "Authentication-Results: amazonses.com;\r\n" +
		" spf=pass (spfCheck: domain of example.org designates 192.0.2.7 as permitted sender) client-ip=192.0.2.7; envelope-from=bob@example.org; helo=mail.example.org;\r\n " +
		results + "\r\n"
}

// Only what SES says counts, and only for the domain that it names. Without a row of
// it a signature of anybody's own domain would make him Bob.
func TestSES(t *testing.T) {
	for _, c := range []struct {
		name, fields string
		want         Result
	}{
		{"by i", found("dkim=pass header.i=@example.org;\r\n dmarc=pass header.from=example.org;"), Result{true, Passed, Passed}},
		{"by d", found("dkim=pass header.d=mail.example.org;"), Result{true, Passed, Missing}},
		{"two signatures", found("dkim=pass header.i=@evil.example;\r\n dkim=pass header.i=@example.org;"), Result{true, Passed, Missing}},
		{"of another", found("dkim=pass header.i=@evil.example;\r\n dmarc=none header.from=example.org;"), Result{true, Foreign, Missing}},
		{"that ends alike", found("dkim=pass header.d=evilexample.org;"), Result{true, Foreign, Missing}},
		{"of nobody", found("dkim=pass;"), Result{true, Foreign, Missing}},
		{"failed", found("dkim=fail header.i=@example.org;\r\n dmarc=fail header.from=example.org;"), Result{true, Failed, Failed}},
		{"failed for now", found("dkim=temperror header.i=@example.org;"), Result{true, Unknown, Missing}},
		{"none", found("dkim=none;"), Result{true, Missing, Missing}},
		{"by SPF alone", found("dmarc=pass header.from=example.org;"), Result{true, Missing, Passed}},
		{"DMARC of another", found("dmarc=pass header.from=evil.example;"), Result{true, Missing, Foreign}},
		{"none at all", "", Result{true, Unknown, Unknown}},
		{"of another service", strings.Replace(found("dkim=pass header.i=@example.org;"), "amazonses.com", "mx.example", 1), Result{true, Unknown, Unknown}},
		{"of a name alike", strings.Replace(found("dkim=pass header.i=@example.org;"), "amazonses.com", "amazonses.com.evil.example", 1), Result{true, Unknown, Unknown}},
		{"his own below it", found("dkim=none;") + found("dkim=pass header.i=@example.org;"), Result{true, Missing, Missing}},
		{"his own alone, behind another", "Authentication-Results: mx.example; none\r\n" + found("dkim=pass header.i=@example.org;"), Result{true, Unknown, Unknown}},
		{
			"a result on the envelope", strings.Replace(found("dkim=none;"), "envelope-from=bob@example.org",
				`envelope-from="x; dkim=pass header.d=example.org; x"@evil.example`, 1), Result{true, Unknown, Unknown},
		},
		{
			"a result in a comment", strings.Replace(found("dkim=none;"), "(spfCheck:", "(spfCheck: ; dkim=pass header.d=example.org; (", 1),
			Result{true, Unknown, Unknown}, // it does not end
		},
		{
			"a result in a whole comment", strings.Replace(found("dkim=none;"), "(spfCheck:", "(; dkim=pass header.d=example.org;", 1),
			Result{true, Missing, Missing},
		},
		{
			"a comment that seems to end", strings.Replace(found("dkim=none;"), "(spfCheck:", `(\); dkim=pass header.d=example.org;`, 1),
			Result{true, Missing, Missing},
		},
	} {
		if got := SES([]byte(c.fields+letter(bob)), noon); got != c.want {
			t.Errorf("%s: From %t, DKIM %v, SPF %v", c.name, got.From, got.DKIM, got.SPF)
		}
	}
	if got := SES([]byte("From: eve@evil.example\r\n"+found("dkim=pass header.i=@example.org;")+letter(bob)), noon); got != (Result{}) {
		t.Errorf("two From: %+v", got)
	}
}

// A field that is not SES's shows nothing, whatever else stands in it.
func FuzzSES(f *testing.F) {
	f.Add("mx.example; dkim=pass header.i=@example.org")
	f.Add("amazonses.com.evil.example; dkim=pass header.d=example.org")
	f.Add("amazonses.com 1; (a(b)) dkim=pass header.d=example.org")
	f.Fuzz(func(t *testing.T, field string) {
		r := SES([]byte("Authentication-Results: "+field+"\r\n"+letter(bob)), noon)
		if r.Aligned() && !strings.Contains(strings.ToLower(field), "amazonses.com") {
			t.Errorf("%q aligns", field)
		}
	})
}

func TestWords(t *testing.T) {
	for f, word := range map[Finding]string{Missing: "missing", Passed: "passed", Foreign: "foreign", Failed: "failed", Unknown: "unknown"} {
		if f.String() != word {
			t.Errorf("%v is not %s", f, word)
		}
	}
	for c, word := range map[Check]string{NoCheck: "none", FromCheck: "From", DKIMCheck: "DKIM", SPFCheck: "SPF"} {
		if c.String() != word {
			t.Errorf("%v is not %s", c, word)
		}
	}
}
