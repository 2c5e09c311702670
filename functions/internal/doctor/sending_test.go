package doctor

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// coded is an error as adapters have it, whose text says more than it should.
type coded string

func (c coded) Error() string { return string(c) + ": text with bob@example.net" }
func (c coded) Code() string  { return string(c) }

type relay struct{ err error }

func (r relay) Check(context.Context, string) error { return r.err }

func TestSMTP(t *testing.T) {
	for code, do := range map[string]string{
		"connect timeout":      "host and port",
		"STARTTLS not offered": "smtps://",
		"AUTH 535 5.7.8":       "user and password",
		"MAIL 553 5.7.1":       "send as -mail-from",
	} {
		f := SMTP(t.Context(), relay{coded(code)}, "smtps://mail.example:465", "games@fieldpost.example")
		want(t, f, Wrong, "smtps://mail.example:465: "+code)
		want(t, f, Wrong, do)
		if strings.Contains(f.String(), "@") {
			t.Errorf("an address is told: %s", f)
		}
	}
	want(t, SMTP(t.Context(), relay{}, "smtps://mail.example:465", "x@y.example"), OK, "takes mails")
	if f := SMTP(t.Context(), relay{errors.New("bob@example.net")}, "x", "y"); strings.Contains(f.String(), "bob") {
		t.Errorf("%s", f)
	}
}

// amazon is SES; err is that of every question.
type amazon struct {
	account    Account
	identities map[string]Identity
	set        string
	recipients [][]string
	err        error
}

func (a amazon) Account(context.Context) (Account, error) { return a.account, a.err }

func (a amazon) Identity(_ context.Context, domain string) (Identity, error) {
	i, ok := a.identities[domain]
	if !ok && a.err == nil {
		return i, ErrNotFound
	}
	return i, a.err
}

func (a amazon) ActiveRules(context.Context) (string, [][]string, error) {
	return a.set, a.recipients, a.err
}

var denied = amazon{err: coded("AccessDeniedException")}

func TestSESAccount(t *testing.T) {
	good := Account{Sending: true, Production: true, Standing: "HEALTHY", Quota: 50000, Sent: 12, Rate: 14}
	for _, c := range []struct {
		name   string
		change func(*Account)
		want   []Verdict
		said   string
	}{
		{"well", func(*Account) {}, []Verdict{OK, OK}, "12 of 50000 mails sent in 24 hours, 14 a second"},
		{"in the sandbox", func(a *Account) { a.Production, a.Quota, a.Rate = false, 200, 1 }, []Verdict{Missing, OK}, "put-account-details"},
		{"paused", func(a *Account) { a.Sending = false }, []Verdict{Wrong, OK, OK}, "paused"},
		{"on probation", func(a *Account) { a.Standing = "PROBATION" }, []Verdict{Wrong, OK, OK}, "PROBATION"},
		{"nearly used up", func(a *Account) { a.Sent = 40000 }, []Verdict{OK, Wrong}, "ask for a higher quota"},
		{"without a quota", func(a *Account) { a.Quota = -1 }, []Verdict{OK, OK}, "quota: none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := good
			c.change(&a)
			wantAll(t, SESAccount(t.Context(), amazon{account: a}), c.want, c.said)
		})
	}
	wantAll(t, SESAccount(t.Context(), denied), []Verdict{Wrong}, "AccessDeniedException")
}

// wantAll fails unless findings have these verdicts and one of them says a text.
func wantAll(t *testing.T, got []Finding, verdicts []Verdict, said string) {
	t.Helper()
	var text []string
	for i, f := range got {
		text = append(text, f.String())
		if i < len(verdicts) {
			want(t, f, verdicts[i], "")
		}
	}
	if all := strings.Join(text, "\n"); len(got) != len(verdicts) || !strings.Contains(all, said) || strings.Contains(all, "@") {
		t.Errorf("%s\nwant %v with %q", all, verdicts, said)
	}
}

func TestSESIdentity(t *testing.T) {
	good := Identity{Verified: true, Signs: true, DKIM: "SUCCESS", Tokens: []string{"aa", "bb"}}
	for _, c := range []struct {
		name   string
		change func(*Identity)
		want   []Verdict
		said   string
	}{
		{"well", func(*Identity) {}, []Verdict{OK, OK, OK}, "amazonses.com"},
		{"new", func(i *Identity) { i.Verified, i.DKIM = false, "PENDING" }, []Verdict{Missing, Missing, OK}, "aa._domainkey.fieldpost.example CNAME aa.dkim.amazonses.com, bb._domainkey"},
		{"unsigned", func(i *Identity) { i.Signs = false }, []Verdict{OK, Wrong, OK}, "--signing-enabled"},
		{"a sender of its own", func(i *Identity) { i.MailFrom, i.Bounces = "bounce.fieldpost.example", "SUCCESS" }, []Verdict{OK, OK, OK}, "SPF of bounce.fieldpost.example"},
		{"a sender that is not there", func(i *Identity) { i.MailFrom, i.Bounces = "bounce.fieldpost.example", "PENDING" }, []Verdict{OK, OK, Missing}, "pending"},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := good
			c.change(&i)
			wantAll(t, SESIdentity(t.Context(), amazon{identities: map[string]Identity{domain: i}}, "play."+domain), c.want, c.said)
		})
	}
	wantAll(t, SESIdentity(t.Context(), amazon{}, domain), []Verdict{Missing}, "create-email-identity --email-identity "+domain)
	wantAll(t, SESIdentity(t.Context(), denied, domain), []Verdict{Wrong}, "AccessDeniedException")
}

func TestSESRules(t *testing.T) {
	const replies = "reply.fieldpost.example"
	for _, c := range []struct {
		name string
		ses  amazon
		v    Verdict
		said string
	}{
		{"none", amazon{}, Missing, "set-active-receipt-rule-set"},
		{"well", amazon{set: "fp", recipients: [][]string{{"x.example"}, {"Reply.fieldpost.example"}}}, OK, "fp"},
		{"for all", amazon{set: "fp", recipients: [][]string{nil}}, OK, "fp"},
		{"for all below", amazon{set: "fp", recipients: [][]string{{".fieldpost.example"}}}, OK, "fp"},
		{"for the one above alone", amazon{set: "fp", recipients: [][]string{{"fieldpost.example"}}}, Wrong, "no rule"},
		{"for one address", amazon{set: "fp", recipients: [][]string{{"play@reply.fieldpost.example"}}}, Wrong, "no rule"},
		{"without rules", amazon{set: "other"}, Wrong, "other"},
		{"another one", amazon{set: "other", recipients: [][]string{{"x.example"}}}, Wrong, "set-active-receipt-rule-set"},
		{"denied", denied, Wrong, "AccessDeniedException"},
	} {
		t.Run(c.name, func(t *testing.T) { want(t, SESRules(t.Context(), c.ses, replies), c.v, c.said) })
	}
}

// The exit status of the command depends on it.
func TestWrite(t *testing.T) {
	for _, c := range []struct {
		all  []Finding
		well bool
		text string
	}{
		{[]Finding{fine("a"), fine("b")}, true, "ok      a\nok      b\n"},
		{[]Finding{fine("a"), missing("do", "b")}, false, "ok      a\nmissing b — do\n"},
		{[]Finding{wrong("do", "b"), fine("a")}, false, "wrong   b — do\nok      a\n"},
	} {
		var out strings.Builder
		well, err := Write(&out, c.all)
		if well != c.well || err != nil || out.String() != c.text {
			t.Errorf("%v %v\n%s", well, err, out.String())
		}
	}
}
