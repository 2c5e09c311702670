package doctor

import (
	"context"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"strings"
)

// leastBits is the length of the shortest RSA key that anybody believes (RFC 8301,
// 3.2).
const leastBits = 1024

// DKIM checks the public half of the key that signs, at selector._domainkey.domain.
// Want is the record that fits the private half; "": it is not known, and whatever
// key is there counts.
func DKIM(ctx context.Context, dns Resolver, domain, selector, want string) Finding {
	if selector == "" {
		return missing("give -dkim-selector: it is s= in the DKIM-Signature of any mail that the site has sent; if there is none, sign by -dkim-key", "DKIM of %s: the name of the key is not known", domain)
	}
	name := selector + "._domainkey." + domain
	what, do := "DKIM at "+name, "add the TXT record that your provider tells"
	if want != "" {
		do = `add a TXT record ` + name + ` with "` + want + `"`
	}
	all, err := dns.LookupTXT(ctx, rooted(name))
	var found []string
	for _, text := range all {
		if _, ok := tags(text)["p"]; ok {
			found = append(found, text)
		}
	}
	switch {
	case err != nil && !absent(err):
		return unasked(what, err)
	case len(found) == 0:
		return missing(do, "%s: no TXT record with a key", what)
	case len(found) > 1:
		return wrong("keep one of them, and use another selector for another key", "%s: %d records, of which each server takes another", what, len(found))
	}
	record := tags(found[0])
	switch fault := keyFault(record); {
	case record["p"] == "":
		return wrong(do, "%s: the key is withdrawn", what)
	case fault != "":
		return wrong(do, "%s: %s", what, fault)
	case want != "" && record["p"] != tags(want)["p"]:
		return wrong(do+", in place of the one there, or under another -dkim-selector", "%s: it is not that of -dkim-key, so that no signature fits", what)
	case want != "":
		return fine("%s: it fits the key", what)
	}
	return fine("%s: a key is there", what)
}

// keyFault says what is wrong with the key of a record; "" if it is one.
func keyFault(record map[string]string) string {
	if v, ok := record["v"]; ok && !strings.EqualFold(v, "DKIM1") {
		return "the record is of another version"
	}
	der, err := base64.StdEncoding.DecodeString(record["p"])
	kind, named := record["k"]
	switch {
	case err != nil:
		return "the key is no base64: perhaps it is cut off"
	case named && strings.EqualFold(kind, "ed25519"):
		if len(der) != ed25519.PublicKeySize {
			return "the key is not as long as one of Ed25519"
		}
	case !named || strings.EqualFold(kind, "rsa"):
		key, err := x509.ParsePKIXPublicKey(der)
		public, ok := key.(*rsa.PublicKey)
		if err != nil || !ok {
			return "the key cannot be read as one of RSA: perhaps it is cut off"
		}
		if public.N.BitLen() < leastBits {
			return "the key is too short: use 2048 bits"
		}
	default:
		return "the key is neither of RSA nor of Ed25519"
	}
	return ""
}
