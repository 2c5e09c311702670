package secrets

import (
	"fmt"
	"io"
	"slices"
	"time"

	"fieldpost/infra/link"
)

// RotateError says why link keys cannot take the step that was asked for.
type RotateError struct{ Why string }

func (e *RotateError) Error() string { return "link keys: " + e.Why }

// lastID is the highest id of a key.
const lastID = 255

// Add returns the text of link keys with a new one at the end, and its id: the
// first step of changing keys. It signs nothing until the one before it is retired,
// by which time every process must know it. It fails with *RotateError while there
// is one that waits already, or when all ids are used up, and as link.ParseMasters
// does.
func Add(text string, random io.Reader) (string, uint8, error) {
	masters, err := link.ParseMasters(text)
	if err != nil {
		return "", 0, err
	}
	last := masters[len(masters)-1].ID
	if active := standing(masters); len(active) > 1 {
		return "", 0, &RotateError{fmt.Sprintf("key %d waits to take over from key %d: retire that one first", last, masters[active[0]].ID)}
	}
	if last == lastID {
		return "", 0, &RotateError{fmt.Sprintf("key %d is the last that there can be", last)}
	}
	m, err := link.NewMaster(last+1, random)
	if err != nil {
		return "", 0, err
	}
	text, err = link.FormatMasters(append(masters, m))
	return text, m.ID, err
}

// Retire returns the text of link keys in which all that are in use but the last
// are retired from the date of now on, in UTC, and the id of the one that takes
// over: the second step. It fails with *RotateError if none waits, and as
// link.ParseMasters does.
func Retire(text string, now time.Time) (string, uint8, error) {
	masters, err := link.ParseMasters(text)
	if err != nil {
		return "", 0, err
	}
	active := standing(masters)
	if len(active) < 2 {
		return "", 0, &RotateError{"no key waits to take over: add one first, and give it to every process"}
	}
	for _, i := range active[:len(active)-1] {
		masters[i].Retired = now.UTC().Truncate(24 * time.Hour)
	}
	text, err = link.FormatMasters(masters)
	return text, masters[active[len(active)-1]].ID, err
}

// standing returns the places of those keys that are not retired.
func standing(masters []link.Master) []int {
	var places []int
	for i, m := range slices.All(masters) {
		if m.Retired.IsZero() {
			places = append(places, i)
		}
	}
	return places
}
