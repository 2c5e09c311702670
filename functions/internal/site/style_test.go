package site

import (
	"regexp"
	"testing"
)

// Only a setup's rows stand in spread capitals. Without it a message to the other
// player would look shouted while it is written.
func TestCapitalsAreForRows(t *testing.T) {
	t.Parallel()
	rules := regexp.MustCompile(`([^{}]+)\{[^{}]*text-transform: uppercase[^{}]*\}`).FindAllStringSubmatch(style, -1)
	if len(rules) != 1 || !regexp.MustCompile(`^\s*#rows $`).MatchString(rules[0][1]) {
		t.Errorf("capitals are set by the rules %q, not by that of #rows alone", rules)
	}
}
