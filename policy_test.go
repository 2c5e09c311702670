// Package fieldpost_test keeps the promises of the whole tree that no single
// package can: who may import whom, and that the clock, chance and the
// environment come in by the programs' main.go alone.
package fieldpost_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "fieldpost"

// place is what one package may import. Patterns are paths, within the module
// for own, whole for libraries; `/...` at the end takes all below and itself.
type place struct {
	pure      bool     // of the standard library, only its part without I/O, clock and chance
	own       []string // packages of this module
	libraries []string
}

// The standard library's part without I/O, clock and chance, for engine and
// below it. time is there for its types: the calls are tested apart.
var pure = []string{
	"bytes", "cmp", "crypto/hmac", "crypto/sha256", "encoding/base32", "encoding/binary", "encoding/hex", "encoding/xml",
	"errors", "fmt", "io", "iter", "maps", "math", "math/bits", "net/mail", "slices", "strconv", "strings",
	"time", "unicode", "unicode/utf8",
}

// logic is a package of functions/internal.
var logic = place{
	own: []string{"docs", "engine/...", "infra/link", "functions/internal/..."},
	libraries: []string{
		"github.com/wneessen/go-mail", "github.com/nicksnyder/go-i18n/v2/...",
		"golang.org/x/text/...", "golang.org/x/image/...", "golang.org/x/net/html/...", "github.com/jhillyerd/enmime/v2/...",
		"github.com/klauspost/compress/gzhttp",
	},
}

// program is a command: it puts together whatever there is.
var program = place{own: []string{"..."}, libraries: []string{"..."}}

// aws is the SDK, of which each adapter uses its own service.
var aws = []string{"github.com/aws/aws-sdk-go-v2/...", "github.com/aws/smithy-go/..."}

// places lists every package. One that is not here fails the test: its place is
// to be decided, not to be found out later.
var places = map[string]place{
	".":              {},
	"docs":           {},
	"engine":         {pure: true},
	"engine/match":   {pure: true, own: []string{"engine", "engine/player"}},
	"engine/player":  {pure: true},
	"engine/records": {pure: true, own: []string{"engine"}},

	"infra/awscli":    {},
	"infra/awsenv":    {libraries: aws},
	"infra/bolt":      {own: []string{"engine/..."}, libraries: []string{"go.etcd.io/bbolt/..."}},
	"infra/dynamo":    {own: []string{"engine/..."}, libraries: aws},
	"infra/link":      {own: []string{"engine/..."}},
	"infra/mailbox":   {own: []string{"engine/..."}},
	"infra/s3":        {libraries: aws},
	"infra/ses":       {libraries: aws},
	"infra/smtp":      {libraries: []string{"github.com/wneessen/go-mail/smtp", "github.com/emersion/go-msgauth/dkim"}},
	"infra/smtpd":     {libraries: []string{"github.com/emersion/go-smtp"}},
	"infra/sqs":       {libraries: aws},
	"infra/ssm":       {libraries: aws},
	"infra/storetest": {own: []string{"engine/..."}},
	"infra/webhook":   {},

	"infra/dynamo/dynamotest":       {libraries: aws},
	"functions/internal/lambdatest": {},
	"functions/sending":             program, // wiring that three mains share
	"functions/internal/rehearsal":  program, // its tests run the others
	"functions/internal/browser":    program, // its tests open the pages of the local program

	"functions/internal/app":      logic,
	"functions/internal/clock":    logic,
	"functions/internal/demo":     logic,
	"functions/internal/digest":   logic,
	"functions/internal/doctor":   logic,
	"functions/internal/feed":     logic,
	"functions/internal/feedback": logic,
	"functions/internal/gametime": logic,
	"functions/internal/hook":     logic,
	"functions/internal/inbound":  logic,
	"functions/internal/mail":     logic,
	"functions/internal/metrics":  logic,
	"functions/internal/notify":   logic,
	"functions/internal/panics":   logic,
	"functions/internal/players":  logic,
	"functions/internal/present":  logic,
	"functions/internal/replay":   logic,
	"functions/internal/rights":   logic,
	"functions/internal/secrets":  logic,
	"functions/internal/settings": logic,
	"functions/internal/setups":   logic,
	"functions/internal/site":     logic,
	"functions/internal/words":    logic,

	"functions/internal/inbound/command": logic,
	"functions/internal/inbound/letter":  logic,
	"functions/internal/inbound/trust": {libraries: []string{
		"github.com/emersion/go-msgauth/...", "blitiri.com.ar/go/spf", "golang.org/x/net/publicsuffix", "golang.org/x/net/idna",
	}},

	"functions":          program, // its tests compare template.yaml with all of them
	"functions/clock":    program,
	"functions/feedback": program,
	"functions/inbound":  program,
	"functions/local":    program,
	"functions/notify":   program,
	"functions/web":      program,
	"functions/webhook":  program,
}

// What tests may import beside what their package may.
var (
	testOwn       = []string{"infra/storetest", "infra/dynamo/dynamotest", "functions/internal/lambdatest"}
	testLibraries = []string{
		"github.com/google/go-cmp/cmp/...", "pgregory.net/rapid", "golang.org/x/text/...",
		"go.yaml.in/yaml/v3",                                         // the API's document
		"github.com/emersion/go-smtp", "github.com/emersion/go-sasl", // a mail server to send to
		"github.com/emersion/go-ical", // a calendar that reads ours
	}
)

// listed is a package as go list tells it.
type listed struct {
	ImportPath, Dir                    string
	Standard                           bool
	GoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports []string
	Error                              *struct{ Err string }
}

// goList runs go list on patterns.
func goList(t *testing.T, patterns ...string) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-e", "-json"}, patterns...)...)
	out, err := cmd.Output()
	if err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatalf("go list: %v", err)
	}
	var packages []listed
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Error != nil {
			t.Errorf("%s: %s", p.ImportPath, p.Error.Err)
		}
		packages = append(packages, p)
	}
	return packages
}

// within returns the path of a package of this module below its root, "." for
// the root, and false for any other package.
func within(importPath string) (string, bool) {
	if importPath == module {
		return ".", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

// A package in the wrong layer, or one that nobody has given a layer, fails.
func TestImportPolicy(t *testing.T) {
	packages := goList(t, "./...")
	if len(packages) < len(places)/2 {
		t.Fatalf("go list found only %d packages", len(packages))
	}
	standard := make(map[string]bool)
	for _, p := range goList(t, "std") {
		standard[p.ImportPath] = true
	}
	for _, p := range packages {
		name, _ := within(p.ImportPath)
		place, ok := places[name]
		if !ok {
			t.Errorf("%s has no place in the import policy: give it one here and in .golangci.yml", p.ImportPath)
			continue
		}
		for _, fault := range place.faults(p.Imports, standard) {
			t.Errorf("%s %s", p.ImportPath, fault)
		}
		place.pure = false
		place.own = append(slices.Clone(place.own), append(testOwn, name)...)
		place.libraries = append(slices.Clone(place.libraries), testLibraries...)
		for _, fault := range place.faults(append(p.TestImports, p.XTestImports...), standard) {
			t.Errorf("a test of %s %s", p.ImportPath, fault)
		}
	}
}

// faults says which of imports p may not have.
func (p place) faults(imports []string, standard map[string]bool) []string {
	var faults []string
	for _, path := range imports {
		own, ours := within(path)
		switch {
		case ours:
			if !matches(p.own, own) {
				faults = append(faults, "may not import "+path)
			}
		case path == "C" || path == "unsafe":
			faults = append(faults, "may not import "+path)
		case standard[path]:
			if p.pure && !slices.Contains(pure, path) {
				faults = append(faults, "may not import "+path+": it is not of the pure part of the standard library")
			}
		case !matches(p.libraries, path):
			faults = append(faults, "may not import the library "+path)
		}
	}
	return faults
}

func matches(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		root, tree := strings.CutSuffix(pattern, "...")
		root = strings.TrimSuffix(root, "/")
		return path == root || tree && (root == "" || strings.HasPrefix(path, root+"/"))
	})
}

// The policy itself must be able to say no.
func TestImportPolicySaysNo(t *testing.T) {
	standard := map[string]bool{"os": true, "fmt": true, "C": false}
	for _, c := range []struct {
		name, imports string
		ok            bool
	}{
		{"engine", "fmt", true},
		{"engine", "os", false},
		{"engine", module + "/engine/match", false},
		{"engine", "github.com/google/go-cmp/cmp", false},
		{"engine/records", module + "/engine", true},
		{"engine/records", module + "/engine/match", false},
		{"infra/bolt", module + "/engine/match", true},
		{"infra/bolt", module + "/infra/link", false},
		{"infra/bolt", "go.etcd.io/bbolt", true},
		{"infra/bolt", "go.etcd.io/bboltx", false},
		{"infra/dynamo", "github.com/aws/aws-sdk-go-v2/service/dynamodb/types", true},
		{"infra/dynamo", module + "/infra/dynamo/dynamotest", false},
		{"infra/link", "C", false},
		{"infra/ses", "github.com/aws/aws-sdk-go-v2/service/sesv2", true},
		{"infra/ses", module + "/infra/smtp", false},
		{"infra/smtp", "github.com/wneessen/go-mail/smtp", true},
		{"infra/smtp", "github.com/wneessen/go-mail", false},
		{"infra/smtp", "github.com/emersion/go-smtp", false},
		{"functions/internal/site", module + "/infra/link", true},
		{"functions/internal/site", module + "/infra/bolt", false},
		{"functions/internal/site", module + "/functions/local", false},
		{"functions/internal/settings", "github.com/aws/aws-lambda-go/events", false},
		{"functions/local", module + "/infra/bolt", true},
	} {
		if got := places[c.name].faults([]string{c.imports}, standard); (len(got) == 0) != c.ok {
			t.Errorf("%s importing %s: %q", c.name, c.imports, got)
		}
	}
}
