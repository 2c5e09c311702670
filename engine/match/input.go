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
	Problem Problem
}

// Quote returns the offending text as it may be shown and logged: a number as it
// was written, all else between quotes, and nothing of an address or a message.
func (e *InputError) Quote() string {
	switch {
	case e.Text == "" || strings.HasSuffix(e.Field, "email") || e.Field == "message" || e.Field == "text":
		return ""
	case strings.HasPrefix(e.Field, "pace."):
		return e.Text
	}
	return fmt.Sprintf("%.80q", e.Text)
}

func (e *InputError) Error() string {
	if quote := e.Quote(); quote != "" {
		return fmt.Sprintf("%s %s: %v", e.Field, quote, e.Problem)
	}
	return fmt.Sprintf("%s: %v", e.Field, e.Problem)
}
