package site

import (
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// Links that lead no further are counted, with why, and those that do are not, nor
// those that never were ours. Without it a host would not see that his mails come late.
func TestStaleLinksAreCounted(t *testing.T) {
	for _, c := range []struct {
		name string
		open func(w *world, m match.Match)
		want string // the end of the one line; "": none
	}{
		{"one that counts", func(w *world, m match.Match) { w.browser().get(w.toMove(m, engine.Red, 0, "e4-e5")) }, ""},
		{"none of ours", func(w *world, _ match.Match) { w.browser().get(base + "/m/nonsense") }, ""},
		{"played already", func(w *world, m match.Match) {
			w.play(m, "e4-e5")
			w.browser().get(w.toMove(m, engine.Red, 0, "e4-e5"))
		}, "link=move why=passed StaleLinks=1"},
		{"pressed too late", func(w *world, m match.Match) {
			w.play(m, "e4-e5")
			w.browser().post(w.toMove(m, engine.Red, 0, "f4-f5"), form("do", "play", "sure", "1"))
		}, "link=move why=passed StaleLinks=1"},
		{"an action that is none any more", func(w *world, m match.Match) {
			w.browser().get(w.toAct(m, engine.Red, 0, match.AcceptingDraw))
		}, "link=act why=passed StaleLinks=1"},
		{"cancelled", func(w *world, m match.Match) {
			at := w.to(m, engine.Red, link.Board)
			if _, err := w.app.Do(w.t.Context(), m.ID, match.RenewLinks{By: engine.Red}); err != nil {
				w.t.Fatal(err)
			}
			w.browser().get(at)
		}, "link=board why=cancelled StaleLinks=1"},
		{"expired", func(w *world, m match.Match) {
			at := w.to(m, engine.Red, link.Board)
			w.now = w.now.Add(500 * 24 * time.Hour)
			w.browser().get(at)
		}, "link=board why=expired StaleLinks=1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			c.open(w, w.playing())
			var lines []string
			for line := range strings.Lines(w.log.String()) {
				if strings.Contains(line, "stale link") {
					lines = append(lines, line)
				}
			}
			if c.want == "" && len(lines) > 0 || c.want != "" && (len(lines) != 1 || !strings.HasSuffix(lines[0], c.want+"\n")) {
				t.Errorf("the lines are %q, want %q", lines, c.want)
			}
		})
	}
}
