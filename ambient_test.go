package fieldpost_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ambient are the doors by which the clock, chance and the environment come in,
// as package and name. A name may end in *.
var ambient = map[string][]string{
	"time":         {"Now", "Since", "Until"},
	"os":           {"Getenv", "LookupEnv", "Environ", "ExpandEnv", "Setenv", "Unsetenv", "Clearenv", "UserHomeDir", "UserConfigDir", "UserCacheDir", "Hostname"},
	"syscall":      {"Getenv", "Environ"},
	"crypto/rand":  {"*"},
	"math/rand":    {"*"},
	"hash/maphash": {"MakeSeed"},
	// Its sources are given a seed; all else draws from one that nobody gave.
	"math/rand/v2": {
		"Int*", "Uint*", "N", "Float*", "ExpFloat64", "NormFloat64", "Perm", "Shuffle",
	},
}

// telling are the stacks that have the arguments of each call, such as the ranks of
// a setup: functions/internal/panics has one that may be logged.
var telling = map[string][]string{"runtime": {"Stack"}, "runtime/debug": {"Stack", "PrintStack"}}

// sleeping has no place anywhere, in tests least of all, but for those that
// live in synctest's time.
var sleeping = map[string][]string{"time": {"Sleep"}}

// rendering is what those who draw a game for a reader may not touch.
var rendering = map[string][]string{module + "/engine": {"Game", "Position", "Look"}}

// Whoever reads the clock anywhere but in a main.go cannot be tested with
// another time; whoever sleeps is slow or flaky or both.
func TestAmbientOnlyInMain(t *testing.T) {
	for _, p := range goList(t, "./...") {
		name, _ := within(p.ImportPath)
		for _, file := range p.GoFiles {
			banned := []map[string][]string{sleeping, telling}
			if ok, _ := path.Match("functions/*/main.go", path.Join(name, file)); !ok {
				banned = append(banned, ambient)
			}
			if name == "functions/internal/present" {
				banned = append(banned, rendering)
			}
			report(t, parse(t, filepath.Join(p.Dir, file), nil), banned...)
		}
		for _, file := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			source := parse(t, filepath.Join(p.Dir, file), nil)
			if !slices.Contains(slices.Collect(maps.Values(source.imports)), "testing/synctest") {
				report(t, source, sleeping)
			}
		}
	}
}

func TestAmbientIsFound(t *testing.T) {
	const file = `package p
import (
	clock "time"
	"math/rand/v2"
	crand "crypto/rand"
	"os"
	"runtime/debug"
)
var now = clock.Now
var dice = rand.New(rand.NewPCG(1, 2)).IntN(6)
func f(time struct{ Now int }) (int, clock.Duration) { _ = time.Now; return rand.IntN(6), clock.Second }
func g() { _, _ = crand.Read(nil); _, _ = os.LookupEnv("X"); os.Exit(1) }
func h() { debug.PrintStack(); _ = debug.Stack(); _ = debug.SetGCPercent(1) }
`
	want := []string{
		"9: time.Now", "11: math/rand/v2.IntN", "12: crypto/rand.Read", "12: os.LookupEnv",
		"13: runtime/debug.PrintStack", "13: runtime/debug.Stack",
	}
	if got := parse(t, "p.go", file).uses(ambient, sleeping, telling); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// source is a file and the packages that it calls by name.
type source struct {
	name    string
	set     *token.FileSet
	file    *ast.File
	imports map[string]string // local name → path
}

// parse reads the file name, or text in its place.
func parse(t *testing.T, name string, text any) source {
	t.Helper()
	s := source{name, token.NewFileSet(), nil, make(map[string]string)}
	var err error
	if s.file, err = parser.ParseFile(s.set, name, text, parser.SkipObjectResolution); err != nil {
		t.Fatal(err)
	}
	for _, spec := range s.file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		local := strings.TrimSuffix(imported, "/v2")
		local = local[strings.LastIndexByte(local, '/')+1:]
		if spec.Name != nil {
			local = spec.Name.Name
		}
		if local == "." {
			t.Errorf("%s: an import into the file's own names hides where they come from", name)
		}
		s.imports[local] = imported
	}
	return s
}

func report(t *testing.T, s source, banned ...map[string][]string) {
	t.Helper()
	for _, use := range s.uses(banned...) {
		t.Errorf("%s:%s has no place here", s.name, use)
	}
}

// uses returns the line and name of every use of something banned.
func (s source) uses(banned ...map[string][]string) []string {
	var found []string
	ast.Inspect(s.file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		// A variable that hides the package it is named after would be found too.
		base, ok := selector.X.(*ast.Ident)
		if !ok {
			return true
		}
		imported := s.imports[base.Name]
		for _, list := range banned {
			for _, pattern := range list[imported] {
				if ok, _ := path.Match(pattern, selector.Sel.Name); ok {
					found = append(found, fmt.Sprintf("%d: %s.%s", s.set.Position(n.Pos()).Line, imported, selector.Sel.Name))
				}
			}
		}
		return true
	})
	return found
}
