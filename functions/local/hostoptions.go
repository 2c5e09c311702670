package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/site"
)

// hostOptions are the flags by which a host says who he is and whom he lets
// create games, as they were given.
type hostOptions struct {
	name, contact, imprint, proxies string
	create, code, perHour           string
}

const (
	mostImprint  = 64 << 10 // bytes
	mostCode     = 100      // bytes
	mostPerHour  = 1_000_000
	standardHour = "20"
)

// flags declares them.
func (h *hostOptions) flags(f *flag.FlagSet) {
	f.StringVar(&h.name, "site-name", site.StandardName, "`name` of this site, in mails and on pages")
	f.StringVar(&h.contact, "contact", "", "mail `address` or URL of the host, shown at the foot of every page")
	f.StringVar(&h.imprint, "imprint", "", "`file` of plain text that /privacy shows: who runs this server")
	f.StringVar(&h.proxies, "trust-proxy", "", "`networks` of proxies, CIDR[,CIDR]: only from there X-Forwarded-For counts")
	f.StringVar(&h.create, "create", "open", "who may create games: `open|code|off`, which is everybody, who knows the code, nobody")
	f.StringVar(&h.code, "create-code", "", "the `code` of -create code; better given as "+variable("create-code"))
	f.StringVar(&h.perHour, "create-per-hour", standardHour, "`number` of games that may be created from one address in an hour; 0: any number")
}

// read returns what the flags say. Its errors tell nothing of the code.
func (h *hostOptions) read() (site.Host, error) {
	host := site.Host{Name: h.name, Contact: h.contact}
	if problem := match.CheckName(h.name); problem != match.NoProblem {
		return site.Host{}, fmt.Errorf("-site-name %q %s", h.name, problem)
	}
	if h.contact != "" && match.CheckAddress(h.contact) != match.NoProblem && !webAddress(h.contact) {
		return site.Host{}, errors.New("-contact is neither a mail address, as in host@fieldpost.example, nor a URL, as in https://fieldpost.example/contact")
	}
	for _, read := range []func(*site.Host) error{h.readImprint, h.readProxies, h.readCreation} {
		if err := read(&host); err != nil {
			return site.Host{}, err
		}
	}
	return host, nil
}

// webAddress reports whether text is a URL that a page may lead to.
func webAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil
}

func (h *hostOptions) readImprint(host *site.Host) error {
	if h.imprint == "" {
		return nil
	}
	file, err := os.Open(h.imprint)
	if err != nil {
		return fmt.Errorf("-imprint: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostImprint+1))
	plain := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
	switch {
	case err != nil:
		return fmt.Errorf("-imprint: %w", err)
	case len(text) > mostImprint:
		return fmt.Errorf("-imprint %q is longer than %d bytes", h.imprint, mostImprint)
	case !utf8.ValidString(plain):
		return fmt.Errorf("-imprint %q is not UTF-8", h.imprint)
	case strings.ContainsFunc(plain, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }):
		return fmt.Errorf("-imprint %q is no plain text: it has control characters", h.imprint)
	case plain == "":
		return fmt.Errorf("-imprint %q is empty", h.imprint)
	}
	host.Imprint = plain
	return nil
}

func (h *hostOptions) readProxies(host *site.Host) error {
	if h.proxies == "" {
		return nil
	}
	for text := range strings.SplitSeq(h.proxies, ",") {
		network, err := netip.ParsePrefix(strings.TrimSpace(text))
		switch {
		case err != nil || network.Addr().Is4In6():
			return fmt.Errorf("-trust-proxy %q is no network, as in 127.0.0.1/32 or 10.0.0.0/8", text)
		case network.Bits() == 0:
			return fmt.Errorf("-trust-proxy %q trusts everybody: name the networks of your proxies alone", text)
		}
		host.Proxies = append(host.Proxies, network.Masked())
	}
	return nil
}

// onThisMachine reports whether clients of this machine may come from network.
func onThisMachine(network netip.Prefix) bool {
	return network.Overlaps(netip.MustParsePrefix("127.0.0.0/8")) || network.Contains(netip.IPv6Loopback())
}

func (h *hostOptions) readCreation(host *site.Host) (err error) {
	if host.PerHour, err = strconv.Atoi(h.perHour); err != nil || host.PerHour < 0 || host.PerHour > mostPerHour {
		return fmt.Errorf("-create-per-hour %q is no whole number from 0, which sets no limit, to %d", h.perHour, mostPerHour)
	}
	switch h.create {
	case "open", "off":
		host.Closed = h.create == "off"
		if h.code != "" {
			return fmt.Errorf("-create-code is of no use with -create %s: it needs -create code", h.create)
		}
	case "code":
		switch {
		case h.code == "":
			return fmt.Errorf("-create code needs a code: set %s", variable("create-code"))
		case len(h.code) > mostCode || !utf8.ValidString(h.code) || strings.TrimSpace(h.code) != h.code || strings.ContainsFunc(h.code, unicode.IsControl):
			return fmt.Errorf("-create-code can be at most %d bytes of text in UTF-8, without spaces at its ends and control characters", mostCode)
		}
		host.Code = h.code
	default:
		return fmt.Errorf("-create %q is none of open, code and off", h.create)
	}
	return nil
}
