package main

import (
	"strings"
	"testing"
	"time"

	"fieldpost/functions/internal/gametime"
)

// A day passes in a second, and all the same Ann has the time to do what takes a link of
// the last day, to confirm an address within two, and to undo that within seven; then they
// lapse. Without it who tries the program out finds every link of a person expired.
func TestLinksWaitForWhoHasThem(t *testing.T) {
	const ann, other = "ann@example.org", "annie@example.net"
	w := newWorkshop(t)
	w.start(gametime.MostSpeed)
	v := newVisitor(t)
	lost := func(address string) string { // the link that whoever has lost his is mailed
		t.Helper()
		v.must(t, "POST", w.base+"/", form("do", "lost", "email", address), 202, "Look into your mail")
		return linked(t, hears(t, w.base, address, "Open all my games</a>"), "player")
	}
	_, list := begin(t, w.base, 0, newVisitor(t), newVisitor(t))
	games := linked(t, newest(t, list, ann), "player")
	bobs := linked(t, newest(t, list, "bob@example.org"), "player")
	w.run(4 * time.Second)
	v.must(t, "GET", bobs+"/export", nil, 200, "bob@example.org")
	hears(t, w.base, ann, "You have run out of time")

	v.must(t, "GET", games+"/export", nil, 200, `"email":"ann@example.org"`)
	v.must(t, "POST", games, form("do", "webhook", "url", "https://ann.example/", "sure", "1"), 200, "The webhook is set")
	v.must(t, "POST", games, form("do", "change-address", "email", other, "sure", "1"), 200, "A mail is on its way to "+other)
	ask := linked(t, hears(t, w.base, other, "confirm"), "readdress")
	w.run(5 * time.Second)
	v.must(t, "GET", games+"/export", nil, 200, `"addressChanges":[{`)
	v.must(t, "POST", ask, form("do", "confirm", "sure", "1"), 200, "Your address is changed")
	undo := linked(t, hears(t, w.base, ann, "/o/"), "undo")
	w.run(10 * time.Second)
	v.must(t, "POST", lost(other), form("do", "change-address", "email", "a@example.net", "sure", "1"), 200, "have come to this address not long ago")
	v.must(t, "POST", undo, form("do", "confirm", "sure", "1"), 200, "Your games are back")
	w.run(2 * time.Second)
	games = lost(ann)
	w.run(3 * time.Second)
	v.must(t, "POST", games, form("do", "erase", "sure", "1"), 200, "You are forgotten")

	w.still(gametime.Patience)
	w.run(time.Second)
	if status, page, err := v.send("GET", undo, nil); err != nil || status != 401 || !strings.Contains(page, "expired") {
		t.Errorf("%d, %v: %s", status, err, page)
	}
	v.must(t, "GET", bobs, nil, 200, "less than 24 hours old")
}
