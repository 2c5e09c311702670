package rights

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// outcome is how a world ends, without versions and epochs: where the games are, and what is
// kept of whom.
func (w *world) outcome(id match.ChangeID) string {
	var b strings.Builder
	for n := 1; n <= len(w.games); n++ {
		m := w.match(match.ID{7: byte(n)})
		fmt.Fprintf(&b, "%v %q forgotten %t; ", m.State, m.Seats.Red.Address, m.Seats.Red.Forgotten)
	}
	for _, key := range []player.Key{ann, annie} {
		p := w.profile(key)
		fmt.Fprintf(&b, "%q %v %q plays %t left %t; ", p.Address, p.Mode, p.Webhook.URL, p.Plays, !p.Left.IsZero())
	}
	fmt.Fprintf(&b, "stage %d", w.changes[id].Stage)
	return b.String()
}

// crossings are pairs of calls that may meet.
var crossings = map[string]struct {
	first []string // done before
	pair  [2]string
	ends  int // in how many ways it may end
}{
	"two confirms":                    {[]string{"ask"}, [2]string{"confirm", "confirm"}, 1},
	"confirm and undo":                {[]string{"ask"}, [2]string{"confirm", "undo"}, 2},
	"two undos":                       {[]string{"ask", "confirm"}, [2]string{"undo", "undo"}, 1},
	"confirm, erased where it begins": {[]string{"ask"}, [2]string{"confirm", "erase ann"}, 2},
	"confirm, erased where it leads":  {[]string{"ask"}, [2]string{"confirm", "erase annie"}, 2},
	"undo, erased where it begins":    {[]string{"ask", "confirm"}, [2]string{"undo", "erase ann"}, 2},
	"undo, erased where it leads":     {[]string{"ask", "confirm"}, [2]string{"undo", "erase annie"}, 2},
	"two erasures":                    {[]string{"ask", "confirm"}, [2]string{"erase annie", "erase annie"}, 1},
	"both erased":                     {[]string{"ask", "confirm"}, [2]string{"erase ann", "erase annie"}, 2},
}

func (w *world) do(call string, id match.ChangeID) error {
	ctx := w.t.Context()
	var err error
	switch call {
	case "confirm":
		_, err = w.Confirm(ctx, id, w.now)
	case "undo":
		_, err = w.Undo(ctx, id, w.now)
	case "erase ann":
		err = w.Erase(ctx, ann, true)
	case "erase annie":
		err = w.Erase(ctx, annie, true)
	}
	if errors.Is(err, match.ErrRepeated) || errors.Is(err, ErrOver) || errors.Is(err, ErrSuperseded) {
		return nil
	}
	return err
}

// serial are the outcomes of one after the other.
func serial(t *testing.T, first []string, calls [2]string) map[string]bool {
	ends := map[string]bool{}
	for _, order := range [][2]string{calls, {calls[1], calls[0]}} {
		w, id := begun(t, first)
		for _, call := range order {
			if err := w.do(call, id); err != nil {
				t.Fatal(err)
			}
		}
		ends[w.outcome(id)] = true
	}
	return ends
}

func begun(t *testing.T, first []string) (*world, match.ChangeID) {
	w, _, _ := settled(t)
	w.game(match.Accept{By: engine.Blue})
	id := w.asked()
	for _, call := range first[1:] {
		if err := w.do(call, id); err != nil {
			t.Fatal(err)
		}
	}
	return w, id
}

// Whichever two calls meet, and at whichever write of the one the other comes in whole,
// it ends as if one had come after the other.
func TestCallsThatMeet(t *testing.T) {
	for name, c := range crossings {
		ends := serial(t, c.first, c.pair)
		if len(ends) > c.ends {
			t.Errorf("%s: one after the other it ends in %d ways", name, len(ends))
		}
		for _, order := range [][2]string{c.pair, {c.pair[1], c.pair[0]}} {
			for at := 1; ; at++ {
				w, id := begun(t, c.first)
				writes := 0
				w.fault = func(string) error {
					if writes++; writes == at {
						return w.do(order[1], id)
					}
					return nil
				}
				err := w.do(order[0], id)
				w.fault = nil
				if errors.Is(err, match.ErrConflict) { // it is pressed again
					err = w.do(order[0], id)
				}
				if err != nil {
					t.Errorf("%s: %q within %q at write %d: %v", name, order[1], order[0], at, err)
				}
				if writes < at {
					break
				}
				if end := w.outcome(id); !ends[end] {
					t.Errorf("%s: %q within %q at write %d ends as %s", name, order[1], order[0], at, end)
				}
			}
		}
	}
}

// Wherever a call is cut off, before or after a write, it is done as a whole when it is
// asked for again, and others find nothing half done.
func TestCallsThatAreCutOff(t *testing.T) {
	for name, c := range crossings {
		ends := serial(t, c.first, c.pair)
		for _, call := range c.pair {
			for at := 1; ; at++ {
				w, id := begun(t, c.first)
				writes := 0
				w.fault = func(string) error {
					if writes++; writes >= at {
						return errDown
					}
					return nil
				}
				err := w.do(call, id)
				w.fault = nil
				if err == nil {
					break
				}
				if !errors.Is(err, errDown) {
					t.Errorf("%s: %s: %v", name, call, err)
				}
				for _, next := range []string{call, c.pair[0], c.pair[1]} {
					if err := w.do(next, id); err != nil {
						t.Errorf("%s: %s cut off at write %d, then %s: %v", name, call, at, next, err)
					}
				}
				if end := w.outcome(id); !ends[end] {
					t.Errorf("%s: %s cut off at write %d ends as %s", name, call, at, end)
				}
			}
		}
	}
}
