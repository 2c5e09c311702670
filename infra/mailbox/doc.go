// Package mailbox sends mail into a folder and reads it there again: the local
// sender, where every reader's mail lies open. It is no mail server, and no seat
// is safe behind it: whoever shows it to others gives their seats away.
//
// # Folder
//
// Each mail is one file, 0600 in a folder 0700, written beside its place, synced
// and moved there, so that a mail is there whole or not at all. Its name is
//
//	0000000042-k4gxb3bt2jtq4ksijgzkc5ghme.eml
//
// ten digits that count the arrivals, and 26 letters of the claim key it was
// sent under (base32 of 16 bytes of SHA-256: the key itself tells a version,
// which nobody is to see). The name without `.eml` is the mail's id. Names sort
// by arrival; a mail that is sent again under its key takes the file, the id and
// with them the place of its first arrival. Other files are not looked at.
//
// The file begins with the envelope, as two lines, each ended by CR LF; the
// message follows byte for byte, so that mail programs can open the file:
//
//	X-Envelope-From: fieldpost@localhost
//	X-Envelope-To: ann@example.org
//	Date: Sun, 01 Mar 2026 12:00:00 +0000
//	…
//
// The folder belongs to one Box of one process at a time. What others add to it
// is seen when it is opened again, what they remove is left out of lists.
package mailbox
