package inbound

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fieldpost/functions/internal/inbound/letter"
)

// written is a person's answer, with lines of its own in its header.
func written(lines ...string) []byte {
	header := append([]string{"Return-Path: <bob@example.org>", "From: Bob <bob@example.org>", "Subject: Re: Ann"}, lines...)
	return []byte(strings.Join(header, "\r\n") + "\r\n\r\nb4-b5\r\n")
}

// Answered, an auto-reply would be answered again, round and round; dropped, a
// player's move would be lost without a word.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name string
		raw  []byte
		want Treatment
	}{
		{"an answer", written(), Keep},
		{"from a machine for a person", written("Auto-Submitted: no"), Keep},
		{"the same, with a comment", written("Auto-Submitted: No (it was me)"), Keep},
		{"of first class", written("Precedence: first-class"), Keep},
		{"with a picture", written("Content-Type: multipart/mixed; boundary=x"), Keep},
		{"a return path further down", written("Return-Path: <>"), Keep},
		{"out of office", written("Auto-Submitted: auto-replied"), Automatic},
		{"with parameters", written("auto-submitted: Auto-Replied; owner-email=bob@example.org"), Automatic},
		{"generated", written("Auto-Submitted: auto-generated (by cron)"), Automatic},
		{"submitted and not", written("Auto-Submitted: no", "Auto-Submitted: auto-replied"), Automatic},
		{"to many", written("Precedence: bulk"), Automatic},
		{"to a list", written("Precedence: LIST"), Automatic},
		{"junk", written("precedence: junk"), Automatic},
		{"as some servers answer", written("Precedence: auto_reply"), Automatic},
		{"as others do", written("X-Autoreply: yes"), Automatic},
		{"as others do, with its subject", written("X-Autorespond: Re: Ann"), Automatic},
		{"returned", bytes.Replace(written(), []byte("<bob@example.org>\r\n"), []byte("<>\r\n"), 1), Report},
		{"returned to nobody", bytes.Replace(written(), []byte(" <bob@example.org>\r\n"), []byte("\r\n"), 1), Report},
		{"a report", written("Content-Type: Multipart/Report; report-type=delivery-status;", "\tboundary=x"), Report},
		{"a report that is automatic too", written("Auto-Submitted: auto-replied", "Content-Type: multipart/report"), Report},
		{"no header", []byte("b4-b5"), NoHeader},
		{"nothing", nil, NoHeader},
		{"no field", written("this is none"), NoHeader},
		{"a large header", written("X: " + strings.Repeat("x", letter.MaxHeader)), TooLarge},
		{"a large header, automatic behind it", written("X: "+strings.Repeat("x", letter.MaxHeader), "Auto-Submitted: auto-replied"), TooLarge},
		{"many fields", written(slices.Repeat([]string{"X: x"}, letter.MaxFields)...), TooLarge},
		{"many lines of one field", written("X: x" + strings.Repeat("\r\n x", letter.MaxFields)), Keep},
		{"a header alone", bytes.TrimSuffix(written("Auto-Submitted: auto-replied"), []byte("\r\n\r\nb4-b5\r\n")), Automatic},
	} {
		if got := Judge(Mail{Raw: c.raw}); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := Judge(Mail{Raw: written(), Infected: true}); got != Infected {
		t.Errorf("infected: %v", got)
	}
}

// The limit itself is still within it.
func TestJudgeSize(t *testing.T) {
	start := written()
	for size, want := range map[int]Treatment{MaxSize: Keep, MaxSize + 1: TooLarge, 2 * MaxSize: TooLarge} {
		raw := append(bytes.Clone(start), make([]byte, size-len(start))...)
		if got := Judge(Mail{Raw: raw}); got != want {
			t.Errorf("%d bytes: %v, want %v", size, got, want)
		}
	}
}

// A mail of a million fields must be dropped before they are read.
func TestJudgeIsCheap(t *testing.T) {
	raw := bytes.Repeat([]byte("a:\n"), MaxSize/3)
	if n := testing.AllocsPerRun(5, func() { Judge(Mail{Raw: raw}) }); n > 10 {
		t.Errorf("%v allocations", n)
	}
}

// Two treatments of one name could not be told apart in the log.
func TestTreatmentsHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for one := Keep; one <= Report; one++ {
		if seen[one.String()] || strings.HasPrefix(one.String(), "drop: ") == (one == Keep) {
			t.Errorf("%d is called %q", one, one)
		}
		seen[one.String()] = true
	}
}

// Whatever comes in by mail, it must be judged, and by its header alone.
func FuzzJudge(f *testing.F) {
	f.Add(written())
	f.Add(written("Auto-Submitted: auto-replied", " (folded)"))
	f.Add([]byte("Return-Path: <>\n\n"))
	f.Add([]byte(" : \n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got := Judge(Mail{Raw: raw})
		if got < Keep || got > Report || got == Infected {
			t.Errorf("judged %v", got)
		}
		header, _, ok := bytes.Cut(raw, []byte("\r\n\r\n"))
		if !ok || bytes.Contains(header, []byte("\n\n")) || got == NoHeader || got == TooLarge {
			return
		}
		if again := Judge(Mail{Raw: append(bytes.Clone(header), "\r\n\r\nanother body"...)}); again != got {
			t.Errorf("judged %v with another body, and %v before", again, got)
		}
	})
}
