package site

import (
	"encoding/hex"
	"net/http"
	"net/netip"
	"strings"
)

// client returns from where a request comes, as limits count it: the address of
// an IPv4 client, of an IPv6 client the /64, which is one house. It is never
// logged nor shown.
//
// X-Forwarded-For counts from a trusted proxy alone, and of it the right-most
// address that is no trusted proxy's itself: whatever stands further left the
// client may have made up. Where a trusted proxy names nobody, it is the client.
func (s *site) client(r *http.Request) string {
	at := addressOf(r.RemoteAddr)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for s.trusted(at) && len(hops) > 0 {
		next := addressOf(strings.TrimSpace(hops[len(hops)-1]))
		hops = hops[:len(hops)-1]
		if !next.IsValid() {
			break
		}
		at = next
	}
	if at.Is6() {
		return netip.PrefixFrom(at, 64).Masked().String()
	}
	return at.String()
}

// clientKey stands for the client in what is stored: the address itself never is.
func (s *site) clientKey(r *http.Request) string {
	key := s.Pepper.Key("client " + s.client(r))
	return hex.EncodeToString(key[:])
}

// trusted reports whether an address is one of the host's proxies.
func (s *site) trusted(at netip.Addr) bool {
	for _, network := range s.Host.Proxies {
		if network.Contains(at) {
			return true
		}
	}
	return false
}

// addressOf reads an address with or without a port. It is not valid for
// anything else. An IPv4 address in IPv6 clothes becomes what it is.
func addressOf(text string) netip.Addr {
	if with, err := netip.ParseAddrPort(text); err == nil {
		return with.Addr().Unmap().WithZone("")
	}
	at, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		return netip.Addr{}
	}
	return at.Unmap().WithZone("")
}
