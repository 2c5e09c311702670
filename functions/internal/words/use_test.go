package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// use is one place in the program that asks for a message.
type use struct {
	where string
	key   string
	args  []string // names of the placeholders that it fills
	count bool     // by N: also fills N
	open  bool     // args are not all to be seen: a call inside a page template
}

// inTemplate matches a message asked for by a page template, {{T "page.x" …}},
// also inside Go strings.
var inTemplate = regexp.MustCompile(`\b([TN]) "([a-z][a-z0-9_-]*(?:\.[A-Za-z0-9_-]+)+)"`)

// uses reads the whole program below functions and lists every use; complaints
// are calls that it cannot judge.
func uses(t *testing.T) (list []use, complaints []string) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		switch filepath.Ext(path) {
		case ".go":
			more, bad := usesInGo(t, path)
			list, complaints = append(list, more...), append(complaints, bad...)
		case ".html", ".tmpl":
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			list = append(list, usesInTemplate(path, string(data))...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, complaints
}

func usesInTemplate(where, text string) (list []use) {
	for _, m := range inTemplate.FindAllStringSubmatch(text, -1) {
		list = append(list, use{where: where, key: m[2], count: m[1] == "N", open: true})
	}
	return list
}

func usesInGo(t *testing.T, path string) (list []use, complaints []string) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	inWords := file.Name.Name == "words"
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				list = append(list, usesInTemplate(path, text)...)
			}
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "T" && sel.Sel.Name != "N" || len(call.Args) == 0 {
			return true
		}
		where := set.Position(call.Pos()).String()
		lit, ok := call.Args[0].(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			if !inWords { // whose made keys the function derived lists
				complaints = append(complaints, where+": the key of a message must be a literal")
			}
			return true
		}
		u := use{where: where, count: sel.Sel.Name == "N"}
		u.key, _ = strconv.Unquote(lit.Value)
		rest := call.Args[1:]
		if u.count {
			rest = rest[min(1, len(rest)):]
		}
		for _, arg := range rest {
			names, ok := argNames(arg)
			if !ok && !inWords {
				complaints = append(complaints, where+": the arguments of a message must be a literal words.Args{…}")
			}
			u.args, u.open = append(u.args, names...), u.open || !ok
		}
		list = append(list, u)
		return true
	})
	return list, complaints
}

// argNames returns the names in a literal Args{…}.
func argNames(e ast.Expr) (names []string, ok bool) {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil, false
	}
	for _, element := range lit.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return nil, false
		}
		name, ok := pair.Key.(*ast.BasicLit)
		if !ok {
			return nil, false
		}
		text, _ := strconv.Unquote(name.Value)
		names = append(names, text)
	}
	return names, true
}

// Without it a message is missing, or its placeholders wrong, in the mail of the
// first player who gets it.
func TestEveryUseHasAMessage(t *testing.T) {
	messages := files(t)["en"]
	list, complaints := uses(t)
	for _, c := range complaints {
		t.Error(c)
	}
	for _, u := range list {
		forms := messages[u.key]
		if forms == nil {
			t.Errorf("%s: there is no message %q", u.where, u.key)
			continue
		}
		if plural := len(forms) > 1; plural != u.count {
			t.Errorf("%s: message %q has plural forms: %v; asked for by N: %v", u.where, u.key, plural, u.count)
		}
		if u.open {
			continue
		}
		given := slices.Clone(u.args)
		if u.count {
			given = append(given, "N")
		}
		want := placeholders(forms)
		for _, name := range want {
			if !slices.Contains(given, name) {
				t.Errorf("%s: message %q wants the placeholder %q", u.where, u.key, name)
			}
		}
		for _, name := range u.args {
			if !slices.Contains(want, name) {
				t.Errorf("%s: message %q has no placeholder %q", u.where, u.key, name)
			}
		}
	}
}

// Without it the catalog fills with messages that translators work on for
// nobody.
func TestEveryMessageIsUsed(t *testing.T) {
	used := map[string]bool{}
	list, _ := uses(t)
	for _, u := range list {
		used[u.key] = true
	}
	for _, key := range derived() {
		used[key] = true
	}
	for key := range files(t)["en"] {
		if !used[key] {
			t.Errorf("%q is used nowhere", key)
		}
	}
}

// The tests above are worth what their reading of the program is worth.
func TestUsesAreFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.go")
	text := `package x
func f() {
	w.T("a.plain")
	w.N("a.counted", n, words.Args{"X": 1, "Y": f()})
	w.T(key)
	w.T("a.open", args)
	_ = ` + "`<p>{{T \"page.x\"}}</p>`" + `
}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	list, complaints := usesInGo(t, path)
	var got []string
	for _, u := range list {
		got = append(got, u.key+" "+strings.Join(u.args, ","))
	}
	want := []string{"a.plain ", "a.counted X,Y", "a.open ", "page.x "}
	if !slices.Equal(got, want) || len(complaints) != 2 {
		t.Errorf("found %q and %q", got, complaints)
	}
}
