package site

import (
	"cmp"
	"net/netip"
	"strings"

	"fieldpost/engine/match"
)

// Host is what the site says of who runs it, and whom he lets create games. The
// zero value is a site of no known host on which everybody may, without end.
type Host struct {
	Name    string // of the site, as match.CheckName lets it pass; "": StandardName
	Contact string // the host's mail address, or an http or https URL; "": none
	Imprint string // plain text, shown on /privacy; "": none

	// Proxies are the networks of the proxies whose X-Forwarded-For is believed.
	Proxies []netip.Prefix

	Closed  bool   // no new games
	Code    string // that a new game needs; "": none. Secret
	PerHour int    // new games for a client address in an hour; 0: any number
}

// StandardName is the name of a site that has no other.
const StandardName = "Fieldpost"

// title returns the name of the site.
func (h *Host) title() string { return cmp.Or(h.Name, StandardName) }

// contact returns the link by which the host is reached, nil for none.
func (h *Host) contact() *anchor {
	switch {
	case h.Contact == "":
		return nil
	case match.CheckAddress(h.Contact) == match.NoProblem && !strings.Contains(h.Contact, "://"):
		return &anchor{h.Contact, "mailto:" + h.Contact}
	}
	return &anchor{h.Contact, h.Contact}
}
