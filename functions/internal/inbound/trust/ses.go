package trust

import (
	"bytes"
	"errors"
	"net/mail"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/authres"
)

// sesName is how SES signs what it writes of its checks.
const sesName = "amazonses.com"

// SES reads what SES has found, which it writes into the first Authentication-Results
// of each mail that it takes in; further down others may have written theirs. A DKIM
// that has passed must name a domain of From's organisation: the verdict alone does
// not say whose signature it was. Its DMARC speaks for SPF, since without DKIM it has
// passed by that.
//
// Where a signature of that organisation is not Whole at the moment at which SES took the
// mail in, neither that DKIM nor that DMARC, which may have passed by it, is believed.
//
// The field quotes what the sender has written on the envelope. One in which that
// could look like a result is not believed.
func SES(raw []byte, at time.Time) Result {
	from, ok := From(raw)
	if !ok {
		return Result{}
	}
	r := Result{From: true, DKIM: Unknown, SPF: Unknown}
	results, err := sesResults(raw)
	if err != nil {
		return r
	}
	r.DKIM, r.SPF = Missing, Missing
	for _, result := range results {
		switch result := result.(type) {
		case *authres.DKIMResult:
			shown := result.Domain
			if shown == "" {
				shown = result.Identifier[strings.LastIndexByte(result.Identifier, '@')+1:]
			}
			r.DKIM = better(r.DKIM, read(result.Value, aligned(shown, from, false)))
		case *authres.DMARCResult:
			r.SPF = better(r.SPF, read(result.Value, strings.EqualFold(result.From, from)))
		}
	}
	if !Whole(raw, at) {
		r.DKIM, r.SPF = Failed, Missing
	}
	return r
}

var errNotSES = errors.New("no results of SES that can be read")

func sesResults(raw []byte) ([]authres.Result, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil || len(m.Header["Authentication-Results"]) == 0 {
		return nil, errNotSES
	}
	field, ok := bare(m.Header["Authentication-Results"][0])
	if !ok {
		return nil, errNotSES
	}
	name, results, err := authres.Parse(field)
	if err != nil || !strings.EqualFold(name, sesName) {
		return nil, errNotSES
	}
	return results, nil
}

// bare takes the comments out of a field. It does not try to read what is quoted
// outside them.
func bare(field string) (string, bool) {
	var b strings.Builder
	depth, quoted := 0, false
	for _, r := range field {
		switch {
		case quoted:
			quoted = false
		case depth > 0 && r == '\\':
			quoted = true
		case r == '(':
			depth++
		case r == ')':
			if depth--; depth < 0 {
				return "", false
			}
			b.WriteByte(' ')
		case depth > 0:
		case r == '"' || r == '\\':
			return "", false
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), depth == 0
}

// read makes one of SES's words a finding.
func read(value authres.ResultValue, aligned bool) Finding {
	switch {
	case value == authres.ResultPass && aligned:
		return Passed
	case value == authres.ResultPass:
		return Foreign
	case value == authres.ResultTempError:
		return Unknown
	case value == authres.ResultNone:
		return Missing
	}
	return Failed
}

// better is the finding of two that says more for the mail.
func better(a, b Finding) Finding {
	for _, f := range []Finding{Passed, Unknown, Foreign, Failed} {
		if a == f || b == f {
			return f
		}
	}
	return Missing
}
