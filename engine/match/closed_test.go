package match_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// What is done in a match that is over must not look like another end, or somebody
// who follows his games would see what the other does there.
func TestClosed(t *testing.T) {
	at := stages(t)
	playing, setting := at[match.Playing], at[match.SettingUp]
	for name, m := range map[string]match.Match{
		"resigned":             after(t, playing, match.Resign{By: red, Ply: match.AnyPly}),
		"out of time":          later(t, playing, match.TimeOut{}),
		"aborted":              after(t, setting, match.Abort{By: red, Ply: match.AnyPly}),
		"aborted by the clock": later(t, setting, match.TimeOut{}),
	} {
		if !m.Closed.Equal(m.Changed) {
			t.Errorf("%s: ended at %v, not %v", name, m.Closed, m.Changed)
		}
		if again, err := match.Open(match.Seal(m)); err != nil || !cmp.Equal(again, m, sameMatch) {
			t.Errorf("%s: opened as another: %v", name, err)
		}
		if m.State == match.Aborted { // in which nothing can be done any more
			continue
		}
		more := after(t, m, match.RenewLinks{By: engine.Blue})
		if !more.Closed.Equal(m.Closed) || !more.Changed.After(m.Closed) {
			t.Errorf("%s: new links make the end %v", name, more.Closed)
		}
		old := m
		old.Closed = time.Time{} // as an older program left it
		if still := after(t, old, match.RenewLinks{By: engine.Blue}); !still.Closed.IsZero() {
			t.Errorf("%s: an end that nobody knows is made up", name)
		}
	}
	for state, m := range at {
		if !m.Closed.IsZero() && state != match.Over && state != match.Aborted {
			t.Errorf("%v has an end", state)
		}
	}
}
