package fieldpost_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The README's list of what is where names every package. Without it whoever reads it to
// find his way would miss what came last.
func TestReadmeNamesEveryPackage(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, tree, _ := strings.Cut(string(text), "## What is where")
	tree, _, ok := strings.Cut(tree, "## Develop")
	if !ok {
		t.Fatal("the README does not say what is where")
	}
	seen := 0
	for _, parent := range []string{"engine", "infra", "functions", "functions/internal"} {
		entries, err := os.ReadDir(parent)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if programs, _ := filepath.Glob(filepath.Join(parent, entry.Name(), "*.go")); len(programs) == 0 {
				continue
			}
			if seen++; !strings.Contains(tree, " "+entry.Name()+"/") && !strings.Contains(tree, "\n"+parent+"/"+entry.Name()+"/") {
				t.Errorf("%s/%s is not in the README", parent, entry.Name())
			}
		}
	}
	if seen < 40 {
		t.Errorf("%d packages were found", seen)
	}
}
