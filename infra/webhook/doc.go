// Package webhook posts a message to an address that a stranger chose: over HTTPS, to
// port 443 of a machine on the public Internet, and nowhere else.
//
// Where a name leads is looked at when the connection is made, not before: a name may
// lead elsewhere by then. So no connection goes to this machine, to its networks, to
// the addresses by which a cloud gives its machines their secrets, or to one of these
// in the clothes of another (addresses.go). There is no proxy, no redirect is followed,
// the certificate is checked, and the whole takes five seconds at most. Of the answer
// the status counts; little is read of the rest, and none of it is kept.
//
// Errors do not tell the address.
//
// Source: product.md "Correspondence life".
package webhook
