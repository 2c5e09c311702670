// Package trust says whether a mail comes from the domain that its From names. It
// knows no player and no token: whether that domain is the right one, the caller
// asks.
//
// A mail is aligned if a DKIM signature is good, or SPF lets the client send for the
// envelope's sender, and the domain that is shown by it is that of From (RFC 7489,
// 3.1): under the same organisational domain, or the very same where the domain's
// DMARC record asks for that. What a stranger writes about checks into the mail
// itself counts for nothing.
//
// Where a provider has done the checks, as SES, its own header is read instead
// (SES).
//
// All that a mail can cause is bounded: five signatures, 30 answers of the DNS of
// 16 KiB at most, and whatever time the context has. Lookups by the address of the
// client ("ptr") are not made: nothing matches it, as RFC 7208, 5.5 allows who may
// not wait for it.
package trust
