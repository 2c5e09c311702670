package match

import (
	"fmt"
	"strings"
)

// InputError says what is wrong with a player's own details. Its text quotes
// the offending one but for a mail address or a message, so that it may be logged.
type InputError struct {
	Field   string // as the JSON API spells it: "creator.name", "opponent.email", …
	Text    string // the offending text; secret in a field of addresses, and a message's
	Problem string // what is wrong, in a few words
}

func (e *InputError) Error() string {
	if e.Text == "" || strings.HasSuffix(e.Field, "email") || e.Field == "message" {
		return fmt.Sprintf("%s: %s", e.Field, e.Problem)
	}
	return fmt.Sprintf("%s %.80q: %s", e.Field, e.Text, e.Problem)
}
