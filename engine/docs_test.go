package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ruleFiles are the tests of rules.md 1 to 8 and 11; each of their tests must be
// named in docs/rules.md.
var ruleFiles = []string{
	"actions_test.go",
	"armies_test.go",
	"captain_test.go",
	"chase_test.go",
	"ending_test.go",
	"fights_test.go",
	"legalleak_test.go",
	"memory_test.go",
	"moving_test.go",
	"notation_test.go",
	"reconquest_test.go",
	"refusals_test.go",
	"rescue_test.go",
	"setup_rules_test.go",
	"silence_test.go",
	"twosquares_test.go",
	"variants_test.go",
	"views_test.go",
}

// TestRulesTable holds docs/rules.md to the tests: every test that it names
// exists, every rule has one, every source is known, and no test of a rule is
// left out.
func TestRulesTable(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "docs", "rules.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := namedTests(t)
	source := regexp.MustCompile(`^(000|001|002|003|ISF 1[01](\.[12])?|ours)$`)
	sections, named := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(cells[0], "| §") || strings.HasPrefix(cells[0], "| ---") {
			continue
		}
		if len(cells) != 4 {
			t.Errorf("%d cells: %s", len(cells), line)
			continue
		}
		section, _, _ := strings.Cut(strings.TrimPrefix(cells[0], "| "), ".")
		sections[section] = true
		for word := range strings.SplitSeq(cells[2], ", ") {
			if !source.MatchString(word) {
				t.Errorf("source %q: %s", word, line)
			}
		}
		list := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[3], -1)
		if len(list) == 0 {
			t.Errorf("no test: %s", line)
		}
		for _, match := range list {
			function, _, _ := strings.Cut(match[1], "/")
			named[function] = true
			if !tests[match[1]] {
				t.Errorf("there is no test %s", match[1])
			}
		}
	}
	for _, section := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "11"} {
		if !sections[section] {
			t.Errorf("section %s has no rule", section)
		}
	}
	for _, function := range functionsOf(t, ruleFiles...) {
		if !named[function.Name.Name] {
			t.Errorf("%s is in no row", function.Name.Name)
		}
	}
}

// namedTests lists the tests of this package, and their cases as `go test` names
// them: TestX and TestX/a_case. A case is known by its member `name`, or as the
// first, a string, of a table's line.
func namedTests(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	for _, function := range functionsOf(t, files...) {
		tests[function.Name.Name] = true
		ast.Inspect(function, func(n ast.Node) bool {
			line, ok := n.(*ast.CompositeLit)
			if !ok || len(line.Elts) == 0 {
				return true
			}
			first := line.Elts[0]
			for _, e := range line.Elts {
				if member, ok := e.(*ast.KeyValueExpr); ok {
					if key, ok := member.Key.(*ast.Ident); ok && key.Name == "name" {
						first = member.Value
					}
				}
			}
			if text, ok := first.(*ast.BasicLit); ok && text.Kind == token.STRING {
				name, err := strconv.Unquote(text.Value)
				if err != nil {
					t.Fatal(err)
				}
				tests[function.Name.Name+"/"+strings.ReplaceAll(name, " ", "_")] = true
			}
			return true
		})
	}
	return tests
}

// functionsOf returns the test functions of files.
func functionsOf(t *testing.T, files ...string) []*ast.FuncDecl {
	t.Helper()
	var list []*ast.FuncDecl
	for _, file := range slices.Sorted(slices.Values(files)) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				list = append(list, f)
			}
		}
	}
	return list
}
