package player

import (
	"slices"
	"time"
)

// Came is what has come to an address with a change, as it came, so that an undo can
// take it away. The zero value is nothing.
type Came struct {
	Address    bool // none was known here
	Lang, Zone string
	Mode       Mode
	Prefs      Prefs
	Webhook    Mark // of the one that came; zero: none did
	Blocked    []Key
	BlockedBy  []Key
}

func (c Came) nothing() bool {
	return !c.Address && c.Lang == "" && c.Zone == "" && c.Mode == Turns && c.Prefs == Prefs{} && c.Webhook == Mark{} &&
		len(c.Blocked) == 0 && len(c.BlockedBy) == 0
}

// chosen reports whether anything of how he is written to was ever chosen here.
func (p Profile) chosen() bool {
	return p.Lang != "" || p.Zone != "" || p.Mode != Turns || p.Prefs != Prefs{} || p.Webhook != Webhook{}
}

// Inherit notes what the profile of the same person's old address knows, and with the
// change that brings him here, which must be noted, what has come: how he wants to be
// written to, if nothing of that was chosen here before, whom he blocks, and who
// blocks him. Stopped does not move: it is of an address, and whoever confirms a new
// one wants mails there. address is that of this profile.
//
// Source: product.md "Correspondence life": preferences belong to the address.
func (p Profile) Inherit(old Profile, change [8]byte, address string) Profile {
	at := p.change(change)
	if at < 0 {
		return p
	}
	var came Came
	if !p.chosen() {
		p.Lang, p.Zone, p.Prefs, p.Webhook = old.Lang, old.Zone, old.Prefs, old.Webhook
		if old.Mode != Stopped {
			p.Mode = old.Mode
			p.Digest.Paused = old.Digest.Paused && p.Mode == None
		}
		came = Came{Lang: p.Lang, Zone: p.Zone, Mode: p.Mode, Prefs: p.Prefs}
		if p.Webhook != (Webhook{}) {
			came.Webhook = p.Webhook.Mark()
		}
	}
	came.Address = p.Address == ""
	p, _ = p.Seen(address, "", "")
	for _, k := range old.Blocked {
		if next, blocked := p.Block(k); blocked {
			p, came.Blocked = next, append(came.Blocked, k)
		}
	}
	for _, k := range old.BlockedBy {
		if next, blocked := p.BlockFrom(k); blocked {
			p, came.BlockedBy = next, append(came.BlockedBy, k)
		}
	}
	p.Changes = slices.Clone(p.Changes)
	p.Changes[at].Came = came
	return p
}

// CameWith returns what has come with a change and was not taken away.
func (p Profile) CameWith(change [8]byte) Came {
	if at := p.change(change); at >= 0 {
		return p.Changes[at].Came
	}
	return Came{}
}

// TakeAway undoes Inherit, but for what its owner has chosen otherwise since; and for
// the address, if he plays under it.
func (p Profile) TakeAway(change [8]byte) (Profile, bool) {
	came := p.CameWith(change)
	if came.nothing() {
		return p, false
	}
	if came.Address && !p.Plays {
		p.Address = ""
	}
	if p.Lang == came.Lang {
		p.Lang = ""
	}
	if p.Zone == came.Zone {
		p.Zone = ""
	}
	if p.Prefs.Plain == came.Prefs.Plain {
		p.Prefs.Plain = false
	}
	if p.Prefs.Board == came.Prefs.Board {
		p.Prefs.Board = Both
	}
	if p.Prefs.Hour == came.Prefs.Hour {
		p.Prefs.Hour = 0
	}
	if p.Webhook.Mark() == came.Webhook {
		p.Webhook = Webhook{}
	}
	if p.Mode == came.Mode && p.Mode != Turns {
		p.Mode, p.Alarm, p.Digest.Paused = Turns, time.Time{}, false
	}
	p.Blocked, p.BlockedBy = without(p.Blocked, came.Blocked), without(p.BlockedBy, came.BlockedBy)
	p.Changes = slices.Clone(p.Changes)
	p.Changes[p.change(change)].Came = Came{}
	return p, true
}

// putCame writes, of each change with which something has come, a byte, its place among
// them; a byte, 1 if the address has; the mode; the language and zone; the preferences;
// the mark; and the keys.
func putCame(p Profile) (b []byte) {
	for at, c := range p.Changes {
		if c.Came.nothing() {
			continue
		}
		b = appendTexts(append(b, byte(at), flag(c.Came.Address), byte(c.Came.Mode)), c.Came.Lang, c.Came.Zone)
		b = append(append(b, c.Came.Prefs.bytes()...), c.Came.Webhook[:]...)
		b = appendKeys(b, c.Came.Blocked, c.Came.BlockedBy)
	}
	return b
}

func takeCame(r *reader, p *Profile) {
	for next := 0; r.err == nil && (next == 0 || len(r.data) > 0); {
		at := int(r.byte())
		c := Came{Address: r.flag(), Mode: r.mode(), Lang: r.text(mostLangBytes), Zone: r.text(mostZoneBytes), Prefs: r.prefs()}
		copy(c.Webhook[:], r.raw(len(c.Webhook)))
		c.Blocked, c.BlockedBy = r.keys(p.Key, MostBlocked), r.keys(p.Key, MostBlockers)
		if r.err != nil || at < next || at >= len(p.Changes) || c.nothing() {
			r.fail("nothing has come so")
			return
		}
		p.Changes[at].Came = c
		next = at + 1
	}
}
