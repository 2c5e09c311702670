package link

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func TestKeysFile(t *testing.T) {
	old := master(t, 1)
	old.Retired = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	text, err := FormatMasters([]Master{old, master(t, 2), master(t, 255)})
	if err != nil {
		t.Fatal(err)
	}
	want := "fieldpost-keys v1\n" +
		"1 " + repeated("01") + " retired 2026-03-01\n" +
		"2 " + repeated("02") + "\n" +
		"255 " + repeated("ff") + "\n"
	if text != want {
		t.Errorf("got\n%swant\n%s", text, want)
	}
	back, err := ParseMasters(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(back) != 3 || back[0] != old || back[2] != master(t, 255) {
		t.Errorf("read back as %v", back)
	}
}

// A keys file that is not exactly right is refused, and no word of it is told:
// any may be a part of a secret.
func TestKeysFileRefused(t *testing.T) {
	const title = "fieldpost-keys v1\n"
	one, two := "1 "+repeated("a1")+"\n", "2 "+repeated("b2")+"\n"
	for name, c := range map[string]struct {
		line int
		text string
	}{
		"empty":               {1, ""},
		"no title":            {1, one},
		"another version":     {1, "fieldpost-keys v2\n" + one},
		"a title with spaces": {1, " " + title + one},
		"carriage returns":    {1, "fieldpost-keys v1\r\n" + one},
		"no keys":             {1, title},
		"no last line feed":   {2, title + strings.TrimSpace(one)},
		"an empty line":       {3, title + one + "\n" + two},
		"an empty last line":  {3, title + one + "\n"},
		"the same id twice":   {3, title + one + one},
		"falling ids":         {3, title + two + one},
		"id 0":                {2, title + "0" + one[1:]},
		"id 256":              {2, title + "256" + one[1:]},
		"id 01":               {2, title + "0" + one},
		"id +1":               {2, title + "+" + one},
		"id in letters":       {2, title + "one" + one[1:]},
		"upper-case hex":      {2, title + strings.ToUpper(one)},
		"short":               {2, title + one[:64] + "\n"},
		"long":                {2, title + one[:66] + "a1\n"},
		"no hex":              {2, title + "1 " + strings.Repeat("zz", 32) + "\n"},
		"zeros":               {2, title + "1 " + repeated("00") + "\n"},
		"a key alone":         {2, title + one[2:]},
		"two spaces":          {2, title + "1  " + one[2:]},
		"a trailing space":    {2, title + one[:66] + " \n"},
		"retired without day": {2, title + one[:66] + " retired\n"},
		"another word":        {2, title + one[:66] + " expired 2026-03-01\n"},
		"no such day":         {2, title + one[:66] + " retired 2026-02-30\n"},
		"a short date":        {2, title + one[:66] + " retired 2026-3-1\n"},
		"a date of old":       {2, title + one[:66] + " retired 1999-01-01\n"},
		"the first date":      {2, title + one[:66] + " retired 0001-01-01\n"},
		"more after the date": {2, title + one[:66] + " retired 2026-03-01 x\n"},
	} {
		got, err := ParseMasters(c.text)
		var bad *KeysError
		if !errors.As(err, &bad) || got != nil {
			t.Errorf("%s: %v, %v", name, got, err)
			continue
		}
		if bad.Line != c.line {
			t.Errorf("%s: in line %d, want %d: %v", name, bad.Line, c.line, err)
		}
		for _, secret := range []string{"a1a1", "A1A1", "b2b2", "zzzz", "0000"} {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%s: the error tells of the key: %v", name, err)
			}
		}
	}
}

func TestFormatRefuses(t *testing.T) {
	late := master(t, 1)
	late.Retired = noon
	old := master(t, 1)
	old.Retired = time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, masters := range map[string][]Master{
		"nothing":      nil,
		"no id":        {{}},
		"no secret":    {{ID: 1}},
		"falling ids":  {master(t, 2), master(t, 1)},
		"equal ids":    {master(t, 2), master(t, 2)},
		"not a date":   {late},
		"an old date":  {old},
		"a second bad": {master(t, 1), {ID: 2}},
	} {
		if text, err := FormatMasters(masters); err == nil {
			t.Errorf("%s: written as\n%s", name, text)
		}
	}
}

func TestNewMaster(t *testing.T) {
	broken := errors.New("no randomness")
	for name, c := range map[string]struct {
		id     uint8
		random io.Reader
		want   error
	}{
		"a reader that fails":    {1, iotest.ErrReader(broken), broken},
		"a reader that is short": {1, bytes.NewReader(make([]byte, 31)), io.ErrUnexpectedEOF},
		"a reader of zeros":      {1, bytes.NewReader(make([]byte, 32)), nil},
		"id 0":                   {0, strings.NewReader(repeated("x")), nil},
	} {
		m, err := NewMaster(c.id, c.random)
		if err == nil || m != (Master{}) || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
	if m, err := NewMaster(1, iotest.OneByteReader(strings.NewReader(repeated("x")))); err != nil || m.secret[31] != 'x' {
		t.Errorf("read byte by byte: %v", err)
	}
}

// A key in a log is a key lost: no verb and no encoder may print one.
func TestSecretsDoNotPrint(t *testing.T) {
	m := master(t, 0xab)
	k := keys(t, m)
	j, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{string(j)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%o"} {
		texts = append(texts, fmt.Sprintf(verb, m), fmt.Sprintf(verb, k), fmt.Sprintf(verb, &m),
			fmt.Sprintf(verb, []Master{m}), fmt.Sprintf(verb, struct{ K *Keys }{k}))
	}
	derived := fmt.Sprintf("%x", k.ring[0xab].keys[Move][:4])
	for _, text := range texts {
		for _, secret := range []string{"abab", "ABAB", "171171", "171 171", "171,171", derived} {
			if strings.Contains(text, secret) {
				t.Errorf("%q holds the secret", text)
			}
		}
	}
	if got, want := fmt.Sprint(m, ", ", k), "link key 171, 1 link keys, signing with 171"; got != want {
		t.Errorf("printed as %q, want %q", got, want)
	}
}

func TestRotation(t *testing.T) {
	retired := func(m Master, date time.Time) Master { m.Retired = date; return m }
	first, second := master(t, 1), master(t, 2)
	gone := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

	before := keys(t, first)
	announced := keys(t, first, second)
	after := keys(t, retired(first, gone), second)
	removed := keys(t, second)

	l := samples(t)["move"]
	old := before.Seal(l)
	if got := announced.Seal(l); got != old {
		t.Errorf("a key signs before its predecessor is retired")
	}
	fresh := after.Seal(l)
	if fresh == old || body(t, l.Purpose, fresh)[1] != 2 {
		t.Errorf("a retired key signs")
	}
	end := gone.Add(400 * 24 * time.Hour)
	for _, c := range []struct {
		name  string
		keys  *Keys
		token string
		at    time.Time
		want  error
	}{
		{"old link, keys as they were", before, old, noon, nil},
		{"old link, new key announced", announced, old, noon, nil},
		{"new link, new key announced", announced, fresh, noon, nil},
		{"old link after the change", after, old, noon, nil},
		{"old link on the last day", after, old, end.Add(-1), nil},
		{"old link after 400 days", after, old, end, ErrBad},
		{"new link after 400 days", after, fresh, end, nil},
		{"new link where the key is not known", before, fresh, noon, ErrBad},
		{"old link of a key that was taken out", removed, old, noon, ErrBad},
	} {
		if _, err := c.keys.Open(Move, c.token, c.at); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// Only the links by which a player stops our mails outlive the key that signed
// them. Without it who finds an old mail could not, or any old link would open.
func TestRetiredKeysVerifyUnsubscribeForEver(t *testing.T) {
	first := master(t, 1)
	before := keys(t, first)
	first.Retired = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	after, removed := keys(t, first, master(t, 2)), keys(t, master(t, 2))
	late := first.Retired.Add(20 * RetiredLife)
	for name, l := range samples(t) {
		token := before.Seal(l)
		_, err := after.Open(l.Purpose, token, late)
		if lasts := l.Purpose == Unsubscribe; lasts && err != nil || !lasts && !errors.Is(err, ErrBad) {
			t.Errorf("%s under a key retired long ago: %v", name, err)
		}
		if _, err := removed.Open(l.Purpose, token, noon); !errors.Is(err, ErrBad) {
			t.Errorf("%s under a key taken out: %v", name, err)
		}
	}
}

func TestNewKeysRefuses(t *testing.T) {
	gone := master(t, 1)
	gone.Retired = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for name, masters := range map[string][]Master{
		"no key":        nil,
		"only retired":  {gone},
		"the same id":   {master(t, 1), master(t, 1)},
		"an empty key":  {{ID: 3}},
		"a key without": {{}},
	} {
		if k, err := NewKeys(masters); err == nil {
			t.Errorf("%s: %v", name, k)
		}
	}
}
