package mail

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"testing"

	"fieldpost/engine"
)

var (
	printed     = regexp.MustCompile(`(Red|Blue): ([0-9a-f]{64})\n`)
	commandLine = regexp.MustCompile(`printf '%s\\n' \\\n  (\S+) (\S+) \\\n  (\S+) \\\n  (\S+) \\\n  \| sha256sum\n`)
)

// The command that the last mail gives makes the fingerprints that the first
// one gave. Without it the promise of fair setups is a row of digits.
func TestProofHolds(t *testing.T) {
	c := composer(t)
	_, letters := story(t)
	first := letters["game-on-blue"]
	last := letters["over-blue"]
	was := printed.FindAllStringSubmatch(compose(t, c, first.m, GameOn, engine.Blue).text, -1)
	text := compose(t, c, last.m, Over, engine.Blue).text
	is := printed.FindAllStringSubmatch(text, -1)
	commands := commandLine.FindAllStringSubmatch(text, -1)
	if len(was) != 2 || len(is) != 2 || len(commands) != 2 {
		t.Fatalf("%d fingerprints at first, %d at last, %d commands; want 2 each", len(was), len(is), len(commands))
	}
	for i := range was {
		sum := sha256.Sum256([]byte(strings.Join(commands[i][1:], "\n") + "\n"))
		if was[i][2] != is[i][2] || hex.EncodeToString(sum[:]) != is[i][2] {
			t.Errorf("%s: %s at first, %s at last, and the command gives %x", was[i][1], was[i][2], is[i][2], sum)
		}
	}
}

// A player's salt guards his setup: it is mailed to him alone while the game
// runs.
func TestSaltIsTheReadersOwn(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	for _, name := range names {
		l := letters[name]
		p := compose(t, c, l.m, l.l.Kind, l.l.Seat)
		for _, seat := range sides {
			salt := l.m.Seat(seat).Salt
			want := l.l.Kind == Over && l.m.Begun() || l.l.Kind == GameOn && seat == l.l.Seat
			for _, part := range []string{p.text, p.html} {
				if got := strings.Contains(part, hex.EncodeToString(salt[:])); got != want {
					t.Errorf("%s: the salt of %v is in it: %v, want %v", name, seat, got, want)
				}
			}
		}
	}
}
