package site

import (
	"slices"
	"testing"
)

// optional are the members that an answer may lack.
var optional = []string{"options: maximum", "options: values"} // of GET /api/rules, where an option has them

// Without it the document could promise a member that no answer has.
func TestMembersAreSent(t *testing.T) {
	d, err := document()
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for name, operation := range d.operations() {
		for _, member := range d.unrequired(d.at(operation, "responses", "200", "content", "application/json", "schema"), "") {
			if found = append(found, member); !slices.Contains(optional, member) {
				t.Errorf("%s: no answer need have %s", name, member)
			}
		}
	}
	for _, member := range optional {
		if !slices.Contains(found, member) {
			t.Errorf("%s is required", member)
		}
	}
}

// unrequired are the members of closed objects in a schema that these need not have, each
// behind the member that it is in. What is put together of several (allOf), as a game's
// rules are, is left out.
func (d openAPIDocument) unrequired(schema any, in string) (list []string) {
	object, _ := d.resolve(schema).(map[string]any)
	if object == nil {
		return nil
	}
	required, _ := object["required"].([]any)
	properties, _ := object["properties"].(map[string]any)
	others, said := object["additionalProperties"].(bool)
	for name, property := range properties {
		if said && !others && !slices.Contains(required, any(name)) {
			list = append(list, in+": "+name)
		}
		list = append(list, d.unrequired(property, name)...)
	}
	return append(append(list, d.unrequired(object["items"], in)...), d.unrequired(object["additionalProperties"], in)...)
}
