package trust

import (
	"bytes"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Whole reports whether each DKIM signature in a mail that is of the organisation of its
// From holds for the whole mail at a moment: From is among the fields that it signs, it
// has no body length (`l`), behind which anybody may write what he likes (RFC 6376, 8.2),
// and it has not expired. A mail without such a signature is whole. Look asks for the
// same; a provider's verdict may not, nor does it say which of two signatures was good.
func Whole(raw []byte, at time.Time) bool {
	from, ok := From(raw)
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if !ok || err != nil {
		return false
	}
	for name, values := range m.Header {
		if !strings.EqualFold(strings.TrimSpace(name), "DKIM-Signature") {
			continue
		}
		if slices.ContainsFunc(values, func(value string) bool { return !wholeBy(value, from, at) }) {
			return false
		}
	}
	return true
}

// wholeBy reports the same of one signature. One that cannot be read may be anybody's.
func wholeBy(value, from string, at time.Time) bool {
	tags := make(map[string]string)
	for tag := range strings.SplitSeq(value, ";") {
		name, value, is := strings.Cut(tag, "=")
		name = strings.TrimSpace(name)
		_, twice := tags[name]
		if twice || !is && name != "" {
			return false
		}
		tags[name] = strings.Join(strings.Fields(value), "")
	}
	switch d := tags["d"]; {
	case d == "":
		return false
	case !aligned(d, from, false): // it counts for nothing here
		return true
	}
	if _, cut := tags["l"]; cut {
		return false
	}
	if x, ends := tags["x"]; ends {
		if seconds, err := strconv.ParseInt(x, 10, 64); err != nil || at.After(time.Unix(seconds, 0)) {
			return false
		}
	}
	return slices.ContainsFunc(strings.Split(tags["h"], ":"), func(field string) bool { return strings.EqualFold(field, "From") })
}
