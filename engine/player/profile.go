package player

import (
	"slices"
	"time"
)

// Profile is what is kept of a person: his address, how he is written to, and
// who wants nothing of whom. It is a value: its methods return a changed one, and
// leave it as it was. The zero value with a Key is that of somebody of whom
// nothing is kept yet.
//
// Source: product.md "Life of a game" 2 and "Correspondence life".
type Profile struct {
	Key     Key
	Version uint64 // of the stored profile; 0: none is
	Address string // as last seen; secret; at most 254 bytes
	Lang    string // "en"; "": not known; at most 8 bytes
	Zone    string // "Europe/Paris"; "": not known; at most 64 bytes
	Mode    Mode
	Epoch   uint8 // of links to all his games (`/p/`); see LinksCount
	Signs   Signs // of how his address fares with mails
	Prefs   Prefs // how he wants to be written to
	Webhook Webhook

	// Changes are the changes of his address of which the profile knows, the last at
	// the end. At most MostChanges, each once.
	Changes []Change

	// Used is the last day, UTC, on which the profile was needed; zero: not known.
	// Plays says that a game is kept in which he takes part. Left is until when the
	// games can come back that a change of his address has taken from here; zero if
	// none has, or the address was needed since: UTC, whole seconds, and only while he
	// does not play. They tell how long the profile is kept (retention.go).
	Used   time.Time
	Plays  bool
	Left   time.Time
	Digest Digest

	// Alarm is the moment of his next mail of the day, for which the store is to wake
	// the clock; zero unless his mode is Daily, and where his games have left. UTC, whole
	// seconds.
	Alarm time.Time

	// Blocked are those whose invitations he does not get, the last blocked at
	// the end. At most MostBlocked, each once.
	Blocked []Key
	// BlockedBy are the first different people who blocked him. At most
	// MostBlockers, each once; more would change nothing.
	BlockedBy []Key
}

const (
	// MostBlocked is how many people one may block. Who blocks one more lifts his
	// oldest block.
	MostBlocked = 200
	// MostBlockers is how many different people must have blocked somebody for
	// him to invite nobody any more.
	MostBlockers = 3
)

// Mode is which mails a person gets. The zero value is every mail that is owed.
type Mode uint8

// The modes.
const (
	Turns   Mode = iota // all mails
	None                // no mails about games; what he asks for himself he gets
	Stopped             // no mail of any kind, whoever asks for it; only its own link lifts it
	Daily               // one mail a day in place of those about games that can wait
	modeEnd
)

func (m Mode) String() string {
	switch m {
	case Turns:
		return "turns"
	case None:
		return "none"
	case Stopped:
		return "stopped"
	case Daily:
		return "daily"
	default:
		return "no mode"
	}
}

// String hides the profile.
func (p Profile) String() string { return "profile of a player" }

// Seen keeps the address as it was written last, which must be one of the same
// key, and the language and zone where they are known. What is longer than a
// profile has room for is not kept.
func (p Profile) Seen(address, lang, zone string) (Profile, bool) {
	changed := false
	for _, text := range []struct {
		kept *string
		seen string
		most int
	}{{&p.Address, address, mostAddressBytes}, {&p.Lang, lang, mostLangBytes}, {&p.Zone, zone, mostZoneBytes}} {
		if text.seen != "" && text.seen != *text.kept && len(text.seen) <= text.most {
			*text.kept, changed = text.seen, true
		}
	}
	return p, changed
}

// SetMode chooses the mails. It changes nothing while they are Stopped, which
// Lift alone ends, nor to what is no mode. Who asks for Daily and has never chosen an
// hour gets it at the UsualHour; Wind sets its alarm.
func (p Profile) SetMode(m Mode) (Profile, bool) {
	if p.Mode == Stopped || m == p.Mode || m >= modeEnd {
		return p, false
	}
	daily := p.Mode == Daily || p.Digest.Paused
	if daily || m == Daily {
		p.Prefs.Hour = p.Hour()
	}
	p.Digest.Paused = daily && (m == None || m == Stopped)
	if m != Daily {
		p.Alarm = time.Time{}
	}
	p.Mode = m
	return p, true
}

// Resume takes None back: he gets his mails as he did before, singly or one a day, for
// which Wind sets the alarm.
func (p Profile) Resume() (Profile, bool) {
	if p.Mode != None {
		return p, false
	}
	return p.SetMode(p.before())
}

// Lift ends Stopped likewise.
func (p Profile) Lift() (Profile, bool) {
	if p.Mode != Stopped {
		return p, false
	}
	p.Mode = None
	return p.SetMode(p.before())
}

// Hour returns the hour at which his mail of the day comes, or would.
func (p Profile) Hour() Hour {
	switch {
	case p.Prefs.Hour != 0:
		return p.Prefs.Hour
	case p.Mode == Daily || p.Digest.Paused:
		return Midnight
	}
	return UsualHour
}

// before is how somebody who has unsubscribed got his mails until then.
func (p Profile) before() Mode {
	if p.Digest.Paused {
		return Daily
	}
	return Turns
}

// lastEpoch is that of a profile whose links to all his games have been cancelled as often
// as epochs can be counted: no link of it counts, so that it need not be cancelled.
const lastEpoch uint8 = 255

// RenewLinks cancels every link to all his games; others take their place. It changes
// nothing when that was done 254 times, since none could: links of an earlier epoch must
// never count again.
func (p Profile) RenewLinks() (Profile, bool) {
	if p.Epoch >= lastEpoch-1 {
		return p, false
	}
	p.Epoch++
	return p, true
}

// CancelLinks cancels them whether others can take their place or not. It changes nothing
// where none counts any more.
func (p Profile) CancelLinks() (Profile, bool) {
	if p.Epoch == lastEpoch {
		return p, false
	}
	p.Epoch++
	return p, true
}

// LinksCount reports whether links to all his games of an epoch count.
func (p Profile) LinksCount(epoch uint8) bool { return epoch == p.Epoch && epoch != lastEpoch }

// Block keeps k's invitations away from him. Nobody, and he himself, cannot be
// blocked.
func (p Profile) Block(k Key) (Profile, bool) {
	if k == (Key{}) || k == p.Key || p.Blocks(k) {
		return p, false
	}
	kept := p.Blocked[max(0, len(p.Blocked)+1-MostBlocked):]
	p.Blocked = append(slices.Clone(kept), k)
	return p, true
}

// Unblock lifts a block.
func (p Profile) Unblock(k Key) (Profile, bool) {
	if !p.Blocks(k) {
		return p, false
	}
	p.Blocked = without(p.Blocked, []Key{k})
	return p, true
}

// without returns the keys that are not in others.
func without(keys, others []Key) []Key {
	var kept []Key
	for _, k := range keys {
		if !slices.Contains(others, k) {
			kept = append(kept, k)
		}
	}
	return kept
}

// BlockFrom notes that k has blocked him. Nobody, he himself, who did before and
// who comes after the first MostBlockers change nothing.
func (p Profile) BlockFrom(k Key) (Profile, bool) {
	if k == (Key{}) || k == p.Key || slices.Contains(p.BlockedBy, k) || len(p.BlockedBy) >= MostBlockers {
		return p, false
	}
	p.BlockedBy = append(slices.Clone(p.BlockedBy), k)
	return p, true
}

// Blocks reports whether he gets no invitation of k's.
func (p Profile) Blocks(k Key) bool { return slices.Contains(p.Blocked, k) }

// MayInvite reports whether he may still invite others.
func (p Profile) MayInvite() bool { return len(p.BlockedBy) < MostBlockers }

// GameMails reports whether he gets the mails of his games, singly or one a day: he
// wants them, and they neither come back nor cause complaints.
func (p Profile) GameMails() bool { return p.WantsMails() && p.Signs.Health() == Well }

// WantsMails reports whether he wants to be mailed about his games.
func (p Profile) WantsMails() bool { return p.Mode == Turns || p.Mode == Daily }

// AnyMail reports whether he gets mails for which he, or somebody in his name,
// has asked: to confirm a game, a lost link.
func (p Profile) AnyMail() bool { return p.Mode != Stopped }

// Reachable reports whether a mail that he asks for would reach him, as far as is
// known: what exists in that mail alone must not be made for who is not.
func (p Profile) Reachable() bool { return p.AnyMail() && p.Signs.Health() != Bouncing }
