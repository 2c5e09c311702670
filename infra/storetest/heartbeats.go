package storetest

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"fieldpost/engine/match"
)

// heartbeat returns one that differs for each version.
func heartbeat(version uint64) match.Heartbeat {
	h := match.Heartbeat{Version: version, Beat: noon.Add(time.Duration(version) * time.Minute)}
	for n := range version % 3 {
		from := noon.Add(time.Duration(n-9) * time.Hour)
		h.Outages = append(h.Outages, match.Outage{From: from, To: from.Add(time.Minute)})
	}
	if version%2 == 0 {
		h.Paused = noon
	}
	return h
}

var heartbeats = []clause{
	{"before the first there is the zero one", func(t *testing.T, h *home) {
		wantHeartbeat(t, h, match.Heartbeat{})
	}},
	{"what is saved comes back", func(t *testing.T, h *home) {
		for v := range uint64(6) {
			mustBeat(t, h, heartbeat(v+1))
			wantHeartbeat(t, h, heartbeat(v+1))
		}
		h.reopen(t)
		wantHeartbeat(t, h, heartbeat(6))
	}},
	{"a save needs the version before it", func(t *testing.T, h *home) {
		for _, v := range []uint64{0, 2, 3, 1<<64 - 1} {
			wantError(t, fmt.Sprint("save version ", v, " first"), h.SaveHeartbeat(t.Context(), heartbeat(v)), match.ErrConflict)
		}
		mustBeat(t, h, heartbeat(1))
		mustBeat(t, h, heartbeat(2))
		for _, v := range []uint64{0, 1, 2, 4} {
			wantError(t, fmt.Sprint("save version ", v), h.SaveHeartbeat(t.Context(), heartbeat(v)), match.ErrConflict)
		}
		wantHeartbeat(t, h, heartbeat(2))
	}},
	{"of many who save at once one wins", func(t *testing.T, h *home) {
		for v := range uint64(3) {
			errs := together(16, func(n int) error {
				b := heartbeat(v + 1)
				b.Beat = noon.Add(time.Duration(n) * time.Hour)
				return h.SaveHeartbeat(t.Context(), b)
			})
			won := heartbeat(v + 1)
			won.Beat = noon.Add(time.Duration(wantOne(t, errs, match.ErrConflict)) * time.Hour)
			wantHeartbeat(t, h, won)
		}
	}},
}

func mustBeat(t *testing.T, h *home, b match.Heartbeat) {
	t.Helper()
	if err := h.SaveHeartbeat(t.Context(), b); err != nil {
		t.Fatal(err)
	}
}

func wantHeartbeat(t *testing.T, h *home, want match.Heartbeat) {
	t.Helper()
	got, err := h.LoadHeartbeat(t.Context())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the heartbeat is %+v, %v, want %+v", got, err, want)
	}
}
