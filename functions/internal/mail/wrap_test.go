package mail

import (
	"strings"
	"testing"

	"fieldpost/functions/internal/inbound/command"
)

// Wherever a line breaks, what is left for the next one commands nothing.
func TestWrappedLinesCommandNothing(t *testing.T) {
	for _, text := range []string{
		"You give the game up, and NAME wins. It cannot be taken back.",
		"NAME has asked you whether you resign yes",
		"Not NAME, or no more mail from us? Say so here, and nothing more is sent to this address from then on:",
		"NAME voudrait vous dire bonjour avant la fin de la partie, et aussi de l'année, qui est déjà longue.",
	} {
		for n := range 2 * columns {
			var p page
			p.wrap(strings.ReplaceAll(text, "NAME", strings.Repeat("x ", n/2)+strings.Repeat("y", n%2+1)), "")
			lines := strings.Split(p.String(), "\n")
			for i, line := range lines {
				if columnsOf(line) > columns {
					t.Errorf("too wide: %q", line)
				}
				if c := command.Find(lines[i : i+1]); c.Kind != command.None {
					t.Errorf("%q is the command %v", line, c.Kind)
				}
			}
		}
	}
}
