package site

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"

	"fieldpost/docs"
	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/players"
)

// document is docs/openapi.yaml.
var document = sync.OnceValues(func() (openAPIDocument, error) {
	var written, root map[string]any
	if err := yaml.Unmarshal(docs.OpenAPI, &written); err != nil {
		return openAPIDocument{}, err
	}
	asJSON, err := json.Marshal(written) // so that its numbers are those of the answers
	if err == nil {
		err = json.Unmarshal(asJSON, &root)
	}
	d := openAPIDocument{root: root}
	for name := range d.operations() {
		method, path, _ := strings.Cut(name, " ")
		path = placeholder.ReplaceAllString(regexp.QuoteMeta(path), "[^/]+")
		d.known = append(d.known, knownRoute{name, method, regexp.MustCompile("^" + path + "$")})
	}
	return d, err
})

var placeholder = regexp.MustCompile(`\\\{[a-z]+\\\}`)

type openAPIDocument struct {
	root  map[string]any
	known []knownRoute
}

type knownRoute struct {
	name, method string
	path         *regexp.Regexp
}

// at follows keys from an object on, through references.
func (d openAPIDocument) at(value any, keys ...string) any {
	for _, key := range keys {
		object, _ := d.resolve(value).(map[string]any)
		value = object[key]
	}
	return d.resolve(value)
}

func (d openAPIDocument) resolve(value any) any {
	object, _ := value.(map[string]any)
	ref, ok := object["$ref"].(string)
	if !ok {
		return value
	}
	target := d.at(d.root, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	if target == nil {
		return map[string]any{"not": ref}
	}
	return target
}

// operations returns "GET /api/games/{id}" and the like, with what is said of
// them.
func (d openAPIDocument) operations() map[string]any {
	list := map[string]any{}
	for path, item := range d.at(d.root, "paths").(map[string]any) {
		for method, operation := range item.(map[string]any) {
			list[strings.ToUpper(method)+" "+path] = operation
		}
	}
	return list
}

// patterns lists the routes of a site with a mailbox.
type patterns []string

func (p *patterns) HandleFunc(pattern string, _ func(http.ResponseWriter, *http.Request)) {
	*p = append(*p, pattern)
}

// pages are the routes for people, which the document leaves out.
var pages = []string{
	"GET /{$}", "POST /{$}", "GET /rules", "GET /privacy", "GET /c/{token}", "GET /j/{token}", "GET /b/{token}", "POST /b/{token}", "GET /m/{token}", "GET /a/{token}", "/w/{token}",
	"GET /p/{token}", "POST /p/{token}", "GET /e/{token}", "POST /e/{token}", "GET /o/{token}", "POST /o/{token}", "GET /u/{token}", "POST /u/{token}",
	"GET /scripts/{file}", "GET /mailbox", "GET /mailbox/{id}", "POST /mailbox/{id}", "GET /mailbox/{id}/html", "GET /mailbox/{id}/raw", "/",
}

// Without it a route would be missing from the document, or the document would
// promise one that there is not.
func TestRoutesAndDocumentAgree(t *testing.T) {
	d, err := document()
	if err != nil {
		t.Fatal(err)
	}
	var served patterns
	(&site{Config{Mailbox: &fakeMailbox{}, Players: &players.Players{}}}).routes(&served)
	for _, pattern := range served {
		if !slices.Contains(pages, pattern) && d.operations()[pattern] == nil {
			t.Errorf("%s is not in docs/openapi.yaml", pattern)
		}
	}
	for _, pattern := range slices.Sorted(maps.Keys(d.operations())) {
		if !slices.Contains(served, pattern) {
			t.Errorf("docs/openapi.yaml has %s, which is served nowhere", pattern)
		}
	}
	for _, pattern := range pages {
		if !slices.Contains(served, pattern) {
			t.Errorf("there is no page %s", pattern)
		}
	}
}

// Every reference of the document must lead somewhere, and every schema must be
// of use.
func TestReferences(t *testing.T) {
	d, err := document()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, ref := range regexp.MustCompile(`\$ref: "#/([^"]+)"`).FindAllStringSubmatch(string(docs.OpenAPI), -1) {
		used[ref[1]] = true
		if d.at(d.root, strings.Split(ref[1], "/")...) == nil {
			t.Errorf("nothing is at %s", ref[1])
		}
	}
	for _, kind := range []string{"parameters", "responses", "schemas"} {
		for name := range d.at(d.root, "components", kind).(map[string]any) {
			if !used["components/"+kind+"/"+name] {
				t.Errorf("%s %s is used nowhere", kind, name)
			}
		}
	}
}

// fits fails the test unless an answer in JSON is one that the document has for
// its request. Every request of the tests goes through here.
func (w *world) fits(r *http.Request, a reply) {
	w.t.Helper()
	kind := a.header.Get("Content-Type")
	if !strings.HasSuffix(kind, "json") {
		return
	}
	d, err := document()
	if err != nil {
		w.t.Fatal(err)
	}
	name, operation := d.find(r)
	if operation == nil {
		if a.status != http.StatusNotFound && a.status != http.StatusMethodNotAllowed || kind != "application/problem+json" {
			w.t.Errorf("%s %s: %d in JSON, and the document does not know it", r.Method, r.URL.Path, a.status)
		}
		return
	}
	response := d.at(operation, "responses", fmt.Sprint(a.status))
	schema := d.at(response, "content", kind, "schema")
	if schema == nil {
		w.t.Errorf("%s: the document has no answer %d of %s", name, a.status, kind)
		return
	}
	var value any
	if err := json.Unmarshal([]byte(a.page), &value); err != nil {
		w.t.Errorf("%s: %v in %s", name, err, a.page)
		return
	}
	if bad := d.faults(value, schema, ""); len(bad) > 0 {
		w.t.Errorf("%s, %d: %s\n%s", name, a.status, strings.Join(bad, "; "), a.page)
	}
}

// find returns the operation of a request.
func (d openAPIDocument) find(r *http.Request) (name string, operation any) {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	for _, k := range d.known {
		if k.method == method && k.path.MatchString(r.URL.Path) {
			return k.name, d.operations()[k.name]
		}
	}
	return "", nil
}

// Without it a program could not read of the API where it is served, nor its author of
// webhooks.
func TestDocumentIsServed(t *testing.T) {
	resp := newWorld(t).browser().ask("GET", base+"/openapi.yaml", nil)
	if resp.status != 200 || resp.page != string(docs.OpenAPI) || resp.header.Get("Content-Type") != "application/yaml" {
		t.Errorf("%d %s", resp.status, resp.header.Get("Content-Type"))
	}
	resp = newWorld(t).browser().ask("GET", base+"/webhook.md", nil)
	if resp.status != 200 || resp.page != string(docs.Webhook) || resp.header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("%d %s", resp.status, resp.header.Get("Content-Type"))
	}
	for _, header := range []string{hook.IDHeader, hook.TimestampHeader, hook.SignatureHeader} {
		if !strings.Contains(resp.page, header) {
			t.Errorf("of webhooks it does not tell %q", header)
		}
	}
}
