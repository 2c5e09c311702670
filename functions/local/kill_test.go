package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fieldpost/functions/internal/demo"
)

// A game survives kill -9 between and in the middle of moves: what was answered
// is stored, a press whose answer was lost is pressed again without harm, and
// every mail that is owed lies in the mailbox once. Without it a power failure
// would lose a move, or leave the game waiting for a mail that never comes.
func TestKill9(t *testing.T) {
	script, err := demo.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	plies := 60
	if testing.Short() {
		plies = 16
	}
	data, lot := t.TempDir(), rand.New(rand.NewPCG(9, 9))
	server := start(t, "-addr", "127.0.0.1:0", "-data", data)
	base := server.base
	args := []string{"-addr", strings.TrimPrefix(base, "http://"), "-data", data}
	restart := func() {
		server.kill()
		server = start(t, args...)
		if server.base != base {
			t.Fatalf("restarted at %s, not at %s", server.base, base)
		}
	}
	const ann, bob = "ann@example.org", "bob@example.org"
	people := map[string]*visitor{ann: newVisitor(t), bob: newVisitor(t)}
	mails, kills := 0, 0

	// press sends a form of the newest mail's link, and kills the server before,
	// during or after it, or not at all.
	press := func(who, at string, f map[string]string, owed int) {
		t.Helper()
		mails += owed
		fields := form("sure", "1")
		for k, v := range f {
			fields.Set(k, v)
		}
		answered := make(chan error, 1)
		go func() {
			status, page, err := people[who].send("POST", at, fields)
			if err == nil && status != 200 {
				err = fmt.Errorf("status %d: %s", status, page)
			}
			answered <- err
		}()
		switch lot.IntN(3) {
		case 0: // in the middle
			<-time.After(time.Duration(lot.IntN(20_000)) * time.Microsecond)
			restart()
			kills++
			if err := <-answered; err != nil {
				people[who].must(t, "POST", at, fields, 200, "")
			}
		case 1: // as soon as it is answered
			if err := <-answered; err != nil {
				t.Fatal(err)
			}
			restart()
			kills++
		default:
			if err := <-answered; err != nil {
				t.Fatal(err)
			}
		}
	}
	last := func(who string) post { return newest(t, waitForMails(t, base, mails), who) }

	create(t, base, script.Army.String())
	mails = 1
	restart()
	press(ann, last(ann).Links.Confirm, map[string]string{"do": "confirm"}, 2)
	annBoard := last(ann).Links.Board
	press(bob, last(bob).Links.Join, map[string]string{"do": "accept"}, 2)
	bobBoard := last(bob).Links.Board
	rows := script.Army.Board()
	press(ann, annBoard, map[string]string{"do": "setup", "submit": "1", "setup": script.Setups.Red.Text(rows)}, 1)
	press(bob, bobBoard, map[string]string{"do": "setup", "submit": "1", "setup": script.Setups.Blue.Text(rows)}, 2)
	who, other := ann, bob
	for ply, m := range script.Moves[:plies] {
		links := last(who).Links.Moves
		at := links[m.String()]
		if at == "" {
			at = links[strings.Replace(m.String(), "-", "x", 1)]
		}
		if at == "" {
			t.Fatalf("ply %d: no link for %v in the newest mail", ply+1, m)
		}
		press(who, at, map[string]string{"do": "play"}, 1)
		who, other = other, who
	}

	list := waitForMails(t, base, mails)
	if len(list) != mails {
		t.Errorf("%d mails lie in the mailbox, %d are owed", len(list), mails)
	}
	seen := map[string]bool{}
	for _, m := range list {
		if id := m.Headers["Message-ID"]; id == "" || seen[id] {
			t.Errorf("a mail has no id of its own: %q", id)
		} else {
			seen[id] = true
		}
	}
	page := people[ann].must(t, "GET", annBoard, nil, 200, `<pre id="record"`)
	if want := fmt.Sprintf("\n%d. ", plies); !strings.Contains(page, want) || strings.Contains(page, fmt.Sprintf("\n%d. ", plies+1)) {
		t.Errorf("the record does not end with ply %d", plies)
	}
	if kills < plies/3 {
		t.Errorf("only %d kills in %d plies", kills, plies)
	}
	server.kill()
	if log := server.errs.String(); strings.Contains(log, "panic") {
		t.Errorf("the log:\n%s", log)
	}
}
