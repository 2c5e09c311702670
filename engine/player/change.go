package player

import (
	"encoding/binary"
	"slices"
	"time"
)

// Change is a change of a person's address that leads from here, or to here.
type Change struct {
	ID    [8]byte   // under which it is kept
	Until time.Time // from then on it is over; UTC, whole seconds
	Came  Came      // what has come here with it
}

// MostChanges is of how many changes that are not over a profile knows. Who has so
// many asks for no more.
const MostChanges = 16

// Changing notes a change of his address, or until when one is now that it knew. It
// changes nothing if there is no room for another.
func (p Profile) Changing(id [8]byte, until time.Time) (Profile, bool) {
	until = time.Unix(until.Unix(), 0).UTC()
	if id == [8]byte{} || until.Unix() <= 0 {
		return p, false
	}
	c := Change{ID: id, Until: until}
	if at := p.change(id); at >= 0 {
		if p.Changes[at].Until.Equal(until) {
			return p, false
		}
		c.Came = p.Changes[at].Came
		p.Changes = slices.Delete(slices.Clone(p.Changes), at, at+1)
	}
	if len(p.Changes) >= MostChanges {
		return p, false
	}
	p.Changes = append(slices.Clone(p.Changes), c)
	return p, true
}

// LastChange returns the id of the change that was noted last; zero for none.
func (p Profile) LastChange() (id [8]byte) {
	if n := len(p.Changes); n > 0 {
		id = p.Changes[n-1].ID
	}
	return id
}

// Changed drops the changes that are over.
func (p Profile) Changed(over func(Change) bool) (Profile, bool) {
	if !slices.ContainsFunc(p.Changes, over) {
		return p, false
	}
	p.Changes = slices.DeleteFunc(slices.Clone(p.Changes), over)
	if len(p.Changes) == 0 {
		p.Changes = nil
	}
	return p, true
}

// Knows reports whether the profile has noted a change.
func (p Profile) Knows(id [8]byte) bool { return p.change(id) >= 0 }

func (p Profile) change(id [8]byte) int {
	return slices.IndexFunc(p.Changes, func(c Change) bool { return c.ID == id })
}

// noted returns the changes without what has come with them.
func (p Profile) noted() []Change {
	var list []Change
	for _, c := range p.Changes {
		list = append(list, Change{ID: c.ID, Until: c.Until})
	}
	return list
}

func putChanges(p Profile) (b []byte) {
	for _, c := range p.Changes {
		b = binary.BigEndian.AppendUint64(append(b, c.ID[:]...), uint64(c.Until.Unix()))
	}
	return b
}

func takeChanges(r *reader, p *Profile) {
	for first := true; r.err == nil && (first || len(r.data) > 0); first = false {
		var c Change
		copy(c.ID[:], r.raw(len(c.ID)))
		c.Until = r.second()
		if c.ID == [8]byte{} || p.Knows(c.ID) || len(p.Changes) == MostChanges {
			r.fail("no such change")
		}
		p.Changes = append(p.Changes, c)
	}
}
