package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/functions/internal/inbound/letter"
)

// TestOurMailsHoldNoCommand: in an answer that quotes a mail of ours without any
// mark nothing of it is taken for what he says.
func TestOurMailsHoldNoCommand(t *testing.T) {
	files, err := filepath.Glob("../../mail/testdata/*")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d mails, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		kind, text := "text/html", strings.ReplaceAll(string(data), `role="article"`, "")
		if filepath.Ext(file) == ".txt" {
			kind = "text/plain"
			_, text, _ = strings.Cut(text, "\n\n")
		}
		l, err := letter.Read([]byte("From: a@x.example\r\nContent-Type: " + kind + "; charset=utf-8\r\n\r\n" + text))
		if err != nil {
			t.Fatal(err)
		}
		if got := Find(l.Lines); got.Kind != None {
			t.Errorf("%s: %q", filepath.Base(file), got.text())
		}
	}
}
