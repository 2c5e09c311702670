package functions_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

var starts = regexp.MustCompile(`lambda\.Start\(\w+\.(\w+)\)`)

// Through whatever Lambda calls no panic may come: what was thrown, perhaps an
// address, would stand in Lambda's own log line. So catching is what it begins with.
func TestHandlersCatchPanics(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(readTemplate(t).functions())) {
		started := starts.FindStringSubmatch(source(t, name))
		if started == nil {
			t.Errorf("%s starts nothing", name)
			continue
		}
		files, err := filepath.Glob(name + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		catches := false
		for _, file := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range parsed.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == started[1] {
					catches = catches || catching(f)
				}
			}
		}
		if !catches {
			t.Errorf("%s lets panics through", name)
		}
	}
}

// catching reports whether a function begins with defer panics.Catch(…).
func catching(f *ast.FuncDecl) bool {
	if len(f.Body.List) == 0 {
		return false
	}
	first, ok := f.Body.List[0].(*ast.DeferStmt)
	if !ok {
		return false
	}
	catch, ok := first.Call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := catch.X.(*ast.Ident)
	return ok && of.Name == "panics" && catch.Sel.Name == "Catch"
}
