package feedback

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// returned are mails that came back, in the shapes in which servers write them, and
// what each means. Without it somebody's mails would end for a full mailbox or an
// absence, or go on to where nobody is.
var returned = map[string]struct {
	means meaning
	err   error
}{
	"postfix-unknown":     {gone, nil},
	"postfix-no-domain":   {gone, nil},
	"postfix-full":        {nothing, nil},
	"postfix-given-up":    {nothing, nil},
	"postfix-delayed":     {nothing, nil},
	"postfix-delivered":   {nothing, nil},
	"postfix-too-large":   {nothing, nil},
	"exim-unknown":        {gone, nil},
	"exim-untold":         {gone, nil},
	"exim-full":           {nothing, nil}, // only the diagnosis says it
	"exchange-unknown":    {gone, nil},
	"exchange-german":     {gone, nil},
	"exchange-content":    {nothing, nil},
	"exchange-restricted": {gone, nil},
	"gmail-unknown":       {gone, nil},
	"gmail-delayed":       {nothing, nil},
	"base64":              {gone, nil},
	"global":              {gone, nil},
	"passed-on":           {nothing, nil}, // to two, of whom one gets it
	"passed-on-nowhere":   {gone, nil},
	"untold":              {nothing, nil},
	"no-end":              {gone, nil}, // some servers cut off what they return
	"out-of-office":       {nothing, errNoReport},
	"vacation":            {nothing, errNoReport},
	"read-receipt":        {nothing, errNoReport},
	"qmail":               {nothing, errNoReport}, // for people alone
	"no-boundary":         {nothing, errNoReport},
}

// sample reads one of them.
func sample(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "returned", name+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestReturnedShapes(t *testing.T) {
	files, err := filepath.Glob("testdata/returned/*.eml")
	if err != nil || len(files) != len(returned) {
		t.Errorf("%d files for %d shapes, %v", len(files), len(returned), err)
	}
	for name, want := range returned {
		raw := sample(t, name)
		for end, raw := range map[string][]byte{"CR LF": raw, "LF": bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))} {
			if got, err := readStatus(raw); got != want.means || !errors.Is(err, want.err) {
				t.Errorf("%s, lines ended by %s: it means %d, %v; want %d, %v", name, end, got, err, want.means, want.err)
			}
		}
	}
}

// A report may be of any size and shape: it costs little and never more.
func TestReturnedBounds(t *testing.T) {
	head := "Content-Type: multipart/report; boundary=x\r\n\r\n"
	status := "--x\r\nContent-Type: message/delivery-status\r\n\r\na: b\r\n\r\n"
	failed := "Action: failed\r\nStatus: 5.1.1\r\n\r\n"
	for name, c := range map[string]struct {
		raw   string
		means meaning
	}{
		"many parts":     {head + strings.Repeat("--x\r\n\r\n\r\n", mostParts) + status + failed + "--x--\r\n", nothing},
		"some parts":     {head + strings.Repeat("--x\r\n\r\n\r\n", mostParts-1) + status + failed + "--x--\r\n", gone},
		"far behind":     {head + status + strings.Repeat("x: y\r\n", mostStatus/5) + "\r\n" + failed + "--x--\r\n", nothing},
		"many groups":    {head + status + strings.Repeat(failed, 1000) + "--x--\r\n", gone},
		"folded at once": {head + "--x\r\nContent-Type: message/delivery-status\r\n\r\n folded\r\n\r\n" + failed + "--x--\r\n", gone},
	} {
		if got, _ := readStatus([]byte(c.raw)); got != c.means {
			t.Errorf("%s: it means %d", name, got)
		}
	}
}

func FuzzReadStatus(f *testing.F) {
	for name := range returned {
		f.Add(sample(f, name))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		means, err := readStatus(raw)
		if means == unwanted || err != nil && (means != nothing || strings.Contains(fmt.Sprint(err), "@")) {
			t.Errorf("it means %d, %v", means, err)
		}
	})
}
