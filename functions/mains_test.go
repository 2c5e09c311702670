package functions_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mostLines are the lines of a main.go at most, without what it says of the program.
const mostLines = 59

// A main.go reads the configuration and wires (architecture.md "Tree"): no test gets
// at what else it does.
func TestMainsAreShort(t *testing.T) {
	mains, err := filepath.Glob("*/main.go")
	if err != nil || len(mains) < 6 {
		t.Fatalf("%d programs, %v", len(mains), err)
	}
	for _, name := range mains {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, code, _ := strings.Cut(string(text), "\npackage main\n")
		if lines := 1 + strings.Count(code, "\n"); code == "" || lines > mostLines {
			t.Errorf("%s has %d lines", name, lines)
		}
	}
}
