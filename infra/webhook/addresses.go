package webhook

import "net/netip"

// closed are the networks that nothing is posted to: what the registries of IANA for
// special purposes (RFC 6890) do not call globally reachable, and those whose addresses
// stand for IPv4 addresses, in which any of the others may be meant.
var closed = prefixes(
	"0.0.0.0/8",       // this network, unspecified
	"10.0.0.0/8",      // private
	"100.64.0.0/10",   // shared, behind a carrier's NAT; also some clouds' own services
	"127.0.0.0/8",     // loopback
	"169.254.0.0/16",  // link-local; also where clouds tell machines their secrets
	"172.16.0.0/12",   // private
	"192.0.0.0/24",    // protocol assignments
	"192.0.2.0/24",    // documentation
	"192.88.99.0/24",  // relays of 6to4
	"192.168.0.0/16",  // private
	"198.18.0.0/15",   // benchmarks
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"224.0.0.0/4",     // multicast
	"240.0.0.0/4",     // reserved, broadcast

	"::/96",          // unspecified, loopback, IPv4-compatible
	"::ffff:0:0/96",  // IPv4-mapped
	"64:ff9b::/96",   // NAT64
	"64:ff9b:1::/48", // NAT64 of one's own network
	"100::/64",       // discard
	"2001::/23",      // protocol assignments, with Teredo and ORCHID
	"2001:db8::/32",  // documentation
	"2002::/16",      // 6to4
	"3fff::/20",      // documentation
	"5f00::/16",      // segment routing
	"fc00::/7",       // unique local; also a cloud's secrets
	"fe80::/10",      // link-local
	"fec0::/10",      // site-local
	"ff00::/8",       // multicast
)

// global is where IPv6 has its public addresses; all else is kept free.
var global = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

// public reports whether a machine at that address and port may be posted to.
func public(to netip.AddrPort) bool {
	ip := to.Addr()
	if to.Port() != 443 || ip.Zone() != "" || ip.Is6() && !global.Contains(ip) {
		return false
	}
	for _, network := range closed {
		if network.Contains(ip) {
			return false
		}
	}
	return ip.IsValid()
}
