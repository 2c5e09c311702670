package site

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// unheard are the errors that no reader is answered: what they are for instead.
var unheard = map[string]string{
	"engine.ErrBadAction":        "a failure of ours",
	"engine.CorruptError":        "a failure of ours",
	"engine.VersionError":        "a failure of ours",
	"engine.PositionError":       "free positions, which nobody can send",
	"match.ErrRepeated":          "a success",
	"site.panicError":            "behind an answer",
	"match.ErrOpponent":          "the page has its own words",
	"rights.ErrSuperseded":       "the page has its own words",
	"rights.ErrOver":             "becomes link.ErrExpired",
	"match.ErrCancelled":         "becomes link.ErrExpired or link.ErrBad",
	"match.ErrEarly":             "the clock's",
	"match.ErrHeld":              "the postman's",
	"match.CorruptError":         "a failure of ours",
	"match.VersionError":         "a failure of ours",
	"records.ErrNoSetups":        "free positions, which nobody can send",
	"records.ErrNoProof":         "records that are read, which nobody can send",
	"records.BrokenPromiseError": "records that are read, which nobody can send",
	"records.MalformedError":     "records that are read, which nobody can send",
	"records.VersionError":       "records that are read, which nobody can send",
	"records.ReplayError":        "records that are read, which nobody can send",
	"link.KeysError":             "the host's",
	"players.barredError":        "those that it is the type of are listed",
	"site.malformedError":        "the cause in it",
	"site.errNoGuess":            "the page has its own words",
	"site.errNotMailed":          "the page has its own words",
}

// Without it an error that comes one day would be forgotten by reaching.
func TestEveryErrorIsListed(t *testing.T) {
	listed := map[string]bool{}
	for name := range reaching(t) {
		name, _, _ = strings.Cut(name, " ")
		listed[name] = true
	}
	for _, dir := range []string{
		"../../../engine", "../../../engine/match", "../../../engine/records", "../../../infra/link", "../players", "../rights", ".",
	} {
		names := errorsIn(t, dir)
		if len(names) == 0 {
			t.Errorf("%s has no errors: has it moved?", dir)
		}
		for _, name := range names {
			if listed[name] == (unheard[name] != "") {
				t.Errorf("%s is listed as reaching readers: %v; as not: %v", name, listed[name], unheard[name] != "")
			}
		}
	}
}

// errorsIn names the error values and types that a package declares for others,
// or, within this one, for itself: "match.ErrStale", "match.StateError".
func errorsIn(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			var declared []*ast.Ident
			switch n := n.(type) {
			case *ast.FuncDecl:
				return false
			case *ast.ValueSpec:
				declared = n.Names
			case *ast.TypeSpec:
				declared = []*ast.Ident{n.Name}
			}
			for _, name := range declared {
				if strings.HasPrefix(strings.ToLower(name.Name), "err") || strings.HasSuffix(name.Name, "Error") {
					names = append(names, file.Name.Name+"."+name.Name)
				}
			}
			return true
		})
	}
	return names
}
