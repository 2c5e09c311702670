package metrics_test

import (
	"bytes"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/notify"
)

// docs/deploy.md says what the lines of a move cost, of which there are millions.
func TestLinesOfAMoveAreShort(t *testing.T) {
	with, without := 0, 0
	for namespace, n := range map[string]*int{"fieldpost": &with, "": &without} {
		var b bytes.Buffer
		log := metrics.Log(&b, namespace)
		id := match.ID{255, 254, 253, 252, 251, 250, 249, 248}
		metrics.Command(log, app.Deed{
			Game: id, Seat: engine.Blue, Command: match.ByLink{Command: match.PlayMove{}},
			After: match.Match{ID: id, Events: []match.Event{{Kind: match.Moved}}},
		}, 12345*time.Microsecond)
		notify.Log(log)(notify.Fate{Game: id, Seat: engine.Blue, Kind: "your-turn", Outcome: "sent"})
		*n = b.Len()
	}
	t.Logf("%d bytes, of which the metrics are %d", with, with-without)
	if with > 700 || with-without > 350 {
		t.Errorf("a move has %d bytes of lines, and the names of its metrics are %d of them", with, with-without)
	}
}
