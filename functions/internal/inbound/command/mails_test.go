package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/functions/internal/inbound/letter"
)

const samples = "../testdata"

// TestMails: sample mails of many programs, each with the command that it holds, or
// none, by expected.txt.
func TestMails(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(samples, "expected.txt"))
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]string)
	for line := range strings.Lines(string(table)) {
		name, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		want[name] = strings.TrimSpace(command)
	}
	files, err := filepath.Glob(filepath.Join(samples, "*.eml"))
	if err != nil || len(files) < 60 || len(files) != len(want) {
		t.Fatalf("%d mails, %d lines in expected.txt, %v", len(files), len(want), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			l, err := letter.Read(raw)
			if err != nil {
				t.Fatal(err)
			}
			if got := Find(l.Lines).text(); got != want[filepath.Base(file)] {
				t.Errorf("is read as %q, want %q, from\n%s", got, want[filepath.Base(file)], strings.Join(l.Lines, "\n"))
			}
			for _, line := range l.Lines {
				if slices.Contains([]string{"c4-c5", "c4: c5", "Resign"}, letter.Plain(line)) {
					t.Errorf("%q is read, which is quoted", line)
				}
			}
		})
	}
}
