package site

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"fieldpost/engine"
)

// Without it an action that is not there yet would look done.
func TestActionsAreRefused(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann := w.program(m, engine.Red)
	for _, action := range slices.Sorted(maps.Keys(actions)) {
		if p := ann.call("POST", "/actions", `{"action":"`+action+`"}`).read(t, 422); !strings.Contains(p["detail"].(string), "not offered here: to "+action) {
			t.Errorf("%s: %v", action, p["detail"])
		}
	}
	for _, body := range []string{``, `{}`, `{"action":"explode"}`, `{"action":"resign","who":"bob"}`} {
		ann.call("POST", "/actions", body, func(r *http.Request) { setBody(r, body) }).read(t, 400)
	}
	if w.stored(m).Version != m.Version {
		t.Error("something was done")
	}
}
