package player

import (
	"fmt"
	"strings"
	"testing"
)

// A second spelling of an address must not make a second person, nor another
// pepper's server the same one.
func TestKey(t *testing.T) {
	one, two := Pepper{1}, Pepper{2}
	ann := one.Key("ann@example.org")
	for _, c := range []struct {
		name string
		key  Key
		same bool
	}{
		{"the same address", one.Key("ann@example.org"), true},
		{"upper case", one.Key("Ann@EXAMPLE.org"), true},
		{"another address", one.Key("anna@example.org"), false},
		{"another pepper", two.Key("ann@example.org"), false},
		{"no address", one.Key(""), false},
	} {
		if same := c.key == ann; same != c.same {
			t.Errorf("%s: the same key is %v", c.name, same)
		}
	}
	if one.Key("") != (Key{}) {
		t.Error("no address has a key")
	}
}

// A pepper or key that strays into a log must tell nothing.
func TestSecretsHide(t *testing.T) {
	p := Pepper{0xab, 0xcd}
	for _, text := range []string{fmt.Sprint(p), fmt.Sprintf("%v %+v", p, p.Key("ann@example.org")), fmt.Sprint(p.Key("a@b.example"))} {
		if strings.Contains(text, "171") || strings.Contains(text, "abcd") || strings.Contains(text, "[") {
			t.Errorf("%q", text)
		}
	}
}
