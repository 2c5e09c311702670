// Package hook tells people's own programs that it is their turn, or that a game is
// over. A call is decided by whoever sends the mails (notify), kept by a queue of its
// own, so that a slow program holds up no mail, and made by a Courier:
//
//	image → Owed → Queue → Courier → a program
//	             ↑_________|  up to five tries over a day
//
// What is posted is JSON and says nothing that plays or shows a board:
//
//	{"game":"k7cqcaqdaqcqm","event":"turn","at":"2026-03-01T12:00:00Z"}
//
// with three headers: Fieldpost-Id, the same for the same call however often it comes;
// Fieldpost-Timestamp, the seconds since 1970 at which this try is made; and
// Fieldpost-Signature, "v1=" and the HMAC-SHA256 in hex of the timestamp, a dot and the
// body, under the secret as it was shown. docs/webhook.md is for who reads them.
//
// When the last try has failed the webhook is off, and its owner gets a mail.
//
// Source: product.md "Correspondence life".
package hook
