package feedback

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// shape reads an event as SES writes it: of its simulator, or one like it.
func shape(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const bob = "bob@example.org"

// shapes are all of them, and what each means. Without it an absence would end
// somebody's mails, or mails go on to where nobody is.
var shapes = map[string]struct {
	means meaning
	about []string
}{
	"bounce":            {gone, []string{"bounce@simulator.amazonses.com"}},
	"suppressionlist":   {gone, []string{"suppressionlist@simulator.amazonses.com"}},
	"ooto":              {nothing, nil},
	"complaint":         {unwanted, []string{"complaint@simulator.amazonses.com"}},
	"ooto-undetermined": {nothing, nil},
	"no-mailbox":        {gone, []string{bob}},
	"account-list":      {gone, []string{bob}},
	"mailbox-full":      {nothing, nil},
	"too-large":         {nothing, nil},
	"content":           {nothing, nil},
	"forwarded":         {gone, []string{bob}},                    // the mail was sent to him, whoever it was passed on to
	"several":           {gone, []string{bob, "Ann@example.org"}}, // Zoe is not named, and Eve was not written to
	"complaint-untold":  {unwanted, []string{bob}},
	"complaint-list":    {unwanted, []string{bob}},
	"complaint-virus":   {unwanted, []string{bob}},
	"not-spam":          {nothing, nil},
	"auth-failure":      {nothing, nil},
}

func TestShapes(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) != len(shapes) {
		t.Errorf("%d files for %d shapes, %v", len(files), len(shapes), err)
	}
	for name, want := range shapes {
		r, err := Read([]byte(shape(t, name)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if r.means() != want.means || !slices.Equal(r.about, want.about) {
			t.Errorf("%s: it means %d for %q, not %d for %q", name, r.means(), r.about, want.means, want.about)
		}
		if text := fmt.Sprintf("%v %+v", r, &r); strings.Contains(text, "@") {
			t.Errorf("%s prints as %s", name, text)
		}
	}
}

func TestRead(t *testing.T) {
	r, err := Read([]byte(shape(t, "complaint")))
	if err != nil {
		t.Fatal(err)
	}
	game := match.ID{1, 2, 3, 4, 5, 6, 7, 8}
	sent, told := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), time.Date(2026, 3, 1, 13, 30, 0, 0, time.UTC)
	if r.Kind != "complaint" || r.Mail != "0107018f00000001-00000000-0000-0000-0000-000000000000-000000" || r.Class != "abuse" || r.Detail != "" ||
		r.Named != 1 || !r.sent.Equal(sent) || !r.told.Equal(told) || r.game != game || r.seat != engine.Blue {
		t.Errorf("%q %q %q %q, %d named, sent %v, told %v, game %v, %v", r.Kind, r.Mail, r.Class, r.Detail, r.Named, r.sent, r.told, r.game, r.seat)
	}
}

// An event of another shape must fail, so that Lambda keeps it, and tell nothing.
func TestReadRefuses(t *testing.T) {
	for name, change := range map[string][2]string{
		"another kind": {`"Bounce"`, `"Delivery"`},
		"no class":     {`"bounceType": "Permanent",`, ""},
		"no mail":      {`"messageId"`, `"id"`},
		"a mail that would be logged": {
			`"messageId": "0107018f00000001`, `"messageId": "bob@example.org`,
		},
		"not sent":      {`"timestamp": "2026-03-01T12:00:00.000Z",`, ""},
		"never told":    {`"timestamp": "2026-03-01T13:30:00.000Z"`, `"timestamp": null`},
		"another time":  {"2026-03-01T12:00:00.000Z", "yesterday"},
		"to nobody":     {`"destination": [`, `"destinations": [`},
		"of nobody":     {`"bouncedRecipients": [`, `"recipients": [`},
		"another truth": {`"destination": [`, `"destination": [{"x": `},
	} {
		text := strings.Replace(shape(t, "no-mailbox"), change[0], change[1], 1)
		if _, err := Read([]byte(text)); err == nil || strings.Contains(err.Error(), "@") || text == shape(t, "no-mailbox") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{"", "bounce of bob@example.org", `"bob@example.org"`, "{}"} {
		if _, err := Read([]byte(text)); err == nil || strings.Contains(err.Error(), "@") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Of which game a mail was only our own header says.
func TestThread(t *testing.T) {
	for root, known := range map[string]bool{
		"<aebagbafaydqq.blue@fieldpost.example>": true, " <aebagbafaydqq.red@x>\r\n": true,
		"<aebagbafaydqq.none@fieldpost.example>": false, "<AEBAGBAFAYDQQ.blue@x>": false, "<a.blue@x>": false, "": false, "<aebagbafaydqq@x>": false,
	} {
		if game, seat := thread(root); (game != match.ID{}) != known || (seat != engine.NoColor) != known {
			t.Errorf("%q: game %v, %v", root, game, seat)
		}
	}
}

func FuzzRead(f *testing.F) {
	for name := range shapes {
		f.Add([]byte(shape(f, name)))
	}
	f.Fuzz(func(t *testing.T, detail []byte) {
		r, err := Read(detail)
		if err == nil && (r.Kind == "" || !plain.MatchString(r.Mail) || (len(r.about) > 0) && r.means() == nothing) {
			t.Errorf("%q is taken", r.Kind)
		}
	})
}
