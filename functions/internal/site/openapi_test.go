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

	"fieldpost/docs"
)

// document is docs/openapi.yaml.
var document = sync.OnceValues(func() (openAPIDocument, error) {
	value, err := readYAML(string(docs.OpenAPI))
	root, _ := value.(map[string]any)
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
	"GET /{$}", "POST /{$}", "GET /c/{token}", "GET /j/{token}", "GET /b/{token}", "POST /b/{token}", "GET /m/{token}",
	"GET /mailbox", "GET /mailbox/{id}", "GET /mailbox/{id}/html", "GET /mailbox/{id}/raw", "/",
}

// Without it a route would be missing from the document, or the document would
// promise one that there is not.
func TestRoutesAndDocumentAgree(t *testing.T) {
	d, err := document()
	if err != nil {
		t.Fatal(err)
	}
	var served patterns
	(&site{Config{Mailbox: &fakeMailbox{}}}).routes(&served)
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
		if a.status != http.StatusNotFound || kind != "application/problem+json" {
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

// faults says in what value differs from a schema, of the words of JSON Schema
// that the document uses.
func (d openAPIDocument) faults(value, schema any, at string) (list []string) {
	s := d.resolve(schema).(map[string]any)
	fault := func(format string, args ...any) { list = append(list, at+" "+fmt.Sprintf(format, args...)) }
	for word := range s {
		if !slices.Contains([]string{
			"type", "const", "enum", "pattern", "minimum", "maximum", "minLength", "maxLength", "items", "properties",
			"required", "additionalProperties", "allOf", "description", "default", "format",
		}, word) {
			fault("the schema says %q, which nobody checks", word)
		}
	}
	if types := s["type"]; types != nil && !slices.ContainsFunc(listOf(types), func(t any) bool { return isOf(value, t) }) {
		fault("is %v, not %v", value, types)
		return list
	}
	if want, ok := s["const"]; ok && value != want {
		fault("is %v, not %v", value, want)
	}
	if among, ok := s["enum"].([]any); ok && !slices.Contains(among, value) {
		fault("is %v, none of %v", value, among)
	}
	switch value := value.(type) {
	case string:
		if p, ok := s["pattern"].(string); ok && !regexp.MustCompile(p).MatchString(value) {
			fault("is %q, not like %s", value, p)
		}
	case float64:
		if least, ok := s["minimum"].(float64); ok && value < least {
			fault("is %v, less than %v", value, least)
		}
	case []any:
		for i, item := range value {
			list = append(list, d.faults(item, s["items"], fmt.Sprintf("%s[%d]", at, i))...)
		}
	case map[string]any:
		list = append(list, d.objectFaults(value, s, at)...)
	}
	for _, part := range listOf(s["allOf"]) {
		if part != nil {
			list = append(list, d.faults(value, part, at)...)
		}
	}
	return list
}

func (d openAPIDocument) objectFaults(value, s map[string]any, at string) (list []string) {
	required, _ := s["required"].([]any)
	for _, name := range required {
		if _, ok := value[name.(string)]; !ok {
			list = append(list, fmt.Sprintf("%s.%s is missing", at, name))
		}
	}
	properties, _ := s["properties"].(map[string]any)
	for name, member := range value {
		schema, known := properties[name]
		if !known {
			schema, known = s["additionalProperties"].(map[string]any)
		}
		switch {
		case known:
			list = append(list, d.faults(member, schema, at+"."+name)...)
		case s["additionalProperties"] == false:
			list = append(list, fmt.Sprintf("%s.%s is not in the document", at, name))
		}
	}
	return list
}

func listOf(value any) []any {
	if list, ok := value.([]any); ok {
		return list
	}
	return []any{value}
}

func isOf(value, kind any) bool {
	switch value := value.(type) {
	case nil:
		return kind == "null" || kind == nil
	case bool:
		return kind == "boolean"
	case string:
		return kind == "string"
	case float64:
		return kind == "number" || kind == "integer" && value == float64(int(value))
	case []any:
		return kind == "array"
	}
	return kind == "object"
}

// The check of answers is worth what it finds.
func TestSchemasAreChecked(t *testing.T) {
	d, err := document()
	if err != nil {
		t.Fatal(err)
	}
	schema := func(name string) any { return d.at(d.root, "components", "schemas", name) }
	for _, c := range []struct {
		schema, value string
		ok            bool
	}{
		{"TextsOrNull", `null`, true},
		{"TextsOrNull", `{"red":"a","blue":"b"}`, true},
		{"TextsOrNull", `{"red":"a"}`, false},
		{"TextsOrNull", `{"red":"a","blue":1}`, false},
		{"TextsOrNull", `{"red":"a","blue":"b","green":"c"}`, false},
		{"ColorOrNull", `"red"`, true},
		{"ColorOrNull", `null`, true},
		{"Color", `null`, false},
		{"Square", `"a11"`, false},
		{"AgreedRules", `{"twoSquares":3}`, false},
		{"Problem", `{"type":"about:blank","title":"","status":1.5,"detail":""}`, false},
		{"NewMove", `{"move":"a4-a5","ply":-1}`, false},
	} {
		var value any
		if err := json.Unmarshal([]byte(c.value), &value); err != nil {
			t.Fatal(err)
		}
		if bad := d.faults(value, schema(c.schema), ""); (len(bad) == 0) != c.ok {
			t.Errorf("%s as %s: %q", c.value, c.schema, bad)
		}
	}
}

// Without it a program could not read of the API where it is served.
func TestDocumentIsServed(t *testing.T) {
	resp := newWorld(t).browser().ask("GET", base+"/openapi.yaml", nil)
	if resp.status != 200 || resp.page != string(docs.OpenAPI) || resp.header.Get("Content-Type") != "application/yaml" {
		t.Errorf("%d %s", resp.status, resp.header.Get("Content-Type"))
	}
}
