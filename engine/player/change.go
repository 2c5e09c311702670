package player

import (
	"encoding/binary"
	"time"
)

// Change is the change of his address of which a person's profile knows: the last
// that he has asked for, or that has brought him here. The zero value is none.
type Change struct {
	ID    [8]byte   // under which it is kept
	Until time.Time // from then on it is over; UTC, whole seconds
}

// Changes notes a change of his address, in place of an earlier one.
func (p Profile) Changes(c Change) (Profile, bool) {
	c.Until = time.Unix(c.Until.Unix(), 0).UTC()
	if c == p.Change || c.ID == [8]byte{} || c.Until.Unix() <= 0 {
		return p, false
	}
	p.Change = c
	return p, true
}

// Inherit notes what the profile of the same person's old address knows: how he wants
// to be written to, whom he blocks, and who blocks him. Stopped does not move: it is
// of an address, and whoever confirms a new one wants mails there.
func (p Profile) Inherit(old Profile) Profile {
	p, _ = p.Seen("", old.Lang, old.Zone)
	if old.Mode != Stopped {
		p, _ = p.SetMode(old.Mode)
		p.Digest.Paused = old.Digest.Paused && p.Mode == None
	}
	p, _ = p.Prefer(old.Prefs)
	if !p.Webhook.On() {
		p.Webhook = old.Webhook
	}
	for _, k := range old.Blocked {
		p, _ = p.Block(k)
	}
	for _, k := range old.BlockedBy {
		p, _ = p.BlockFrom(k)
	}
	return p
}

func putChange(p Profile) []byte {
	if p.Change == (Change{}) {
		return nil
	}
	return binary.BigEndian.AppendUint64(append([]byte(nil), p.Change.ID[:]...), uint64(p.Change.Until.Unix()))
}

func takeChange(r *reader, p *Profile) {
	copy(p.Change.ID[:], r.raw(len(p.Change.ID)))
	p.Change.Until = r.second()
	if p.Change.ID == [8]byte{} {
		r.fail("no such change")
	}
}
