package site

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// Whatever he has chosen comes back by the first button of the page on which he has
// unsubscribed, and by that of his board: singly or one a day, and at which hour.
func TestUnsubscribingIsTakenBackByOnePress(t *testing.T) {
	for _, hour := range []int{-1, 0, 7, 8, 23} {
		for _, mode := range []string{"turns", "daily"} {
			for _, way := range []string{"one click", "unsubscribe", "stop", "unsubscribe, stop", "unsubscribe, board"} {
				w := newWorld(t)
				m := w.playing()
				ann, at := w.browser(), w.toMails("ann@example.org")
				body := fmt.Sprintf(`{"mail":%q,"tz":"UTC","board":"both","format":"html","hour":%d}`, mode, hour)
				if hour < 0 {
					body = fmt.Sprintf(`{"mail":%q}`, mode)
				}
				w.mine("ann@example.org", "PUT", body).read(t, 200)
				before := w.profile("ann@example.org")
				for _, do := range strings.Split(way, ", ") {
					switch do {
					case "one click":
						ann.post(at, form("List-Unsubscribe", "One-Click"))
					case "board":
						ann.post(w.to(m, engine.Red, link.Board), form("do", "resume-mails", "sure", "1"))
					default:
						ann.post(at, form("do", do, "sure", "1"))
					}
				}
				if !strings.HasSuffix(way, "board") {
					if he := w.profile("ann@example.org"); he.WantsMails() {
						t.Fatalf("%s: %v", way, he.Mode)
					}
					_, page := ann.get(at)
					_, first, _ := strings.Cut(page, `name="do" value="`)
					do, _, _ := strings.Cut(first, `"`)
					ann.post(at, form("do", do, "sure", "1"))
				}
				he := w.profile("ann@example.org")
				if he.Mode != before.Mode || he.Prefs != before.Prefs || he.Zone != before.Zone || !he.Alarm.Equal(before.Alarm) || he.Digest != before.Digest {
					t.Errorf("%s at %d after %s: %v, %+v at %v, and it was %v, %+v at %v",
						mode, hour, way, he.Mode, he.Prefs, he.Alarm, before.Mode, before.Prefs, before.Alarm)
				}
				if hour >= 0 && he.Mode == player.Daily && int(he.Hour().Clock()) != hour {
					t.Errorf("at %d, not at %d", he.Hour().Clock(), hour)
				}
			}
		}
	}
}
