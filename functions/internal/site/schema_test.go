package site

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"testing"
)

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
		if others, said := s["additionalProperties"].(bool); known {
			list = append(list, d.faults(member, schema, at+"."+name)...)
		} else if said && !others {
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
