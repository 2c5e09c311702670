package functions_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A function is uploaded again when its bytes differ. Wherever a checkout lies, they
// must be the same, or a second deployment would change something.
func TestBuildsAreRepeatable(t *testing.T) {
	if os.Getenv("FIELDPOST_LONG") == "" {
		t.Log("left out: notify built twice for arm64; make test-long does it")
		return
	}
	elsewhere := t.TempDir()
	for _, part := range []string{"docs", "engine", "functions", "infra"} {
		if err := os.CopyFS(filepath.Join(elsewhere, part), os.DirFS(filepath.Join("..", part))); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(elsewhere, file), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	here, there := built(t, ".."), built(t, elsewhere)
	if !bytes.Equal(here, there) {
		t.Errorf("notify has %d bytes here and %d elsewhere, or others", len(here), len(there))
	}
}

// built returns the program notify as make builds it (TestBuildsAreOne) from a folder.
func built(t *testing.T, folder string) []byte {
	t.Helper()
	program := filepath.Join(t.TempDir(), "bootstrap")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-tags", "lambda.norpc", "-ldflags=-s -w", "-o", program, "./functions/notify")
	build.Dir, build.Env = folder, append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
