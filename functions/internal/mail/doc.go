// Package mail writes the mails of a match, and the few that belong to none.
// Compose is a pure function, and so are the others: the same match, letter, key
// and settings give the same bytes at any time, so that a mail which is sent
// again is the same mail.
//
// A mail is composed once, as a sheet of blocks, and written twice: as text of
// 76 columns that can be read aloud, and as HTML of tables and inline styles
// that needs no image and means nothing by color alone. Both are parts of one
// multipart/alternative message (RFC 2046, 5.1.4), in quoted-printable.
//
// What the game's readers may know comes from engine.View by package present;
// every sentence comes from package words. Of the match itself a letter shows
// the names, the army, a seat's own salt, and the inviter's address to whom he
// invites; and everything of both setups when the game is over. What the inviter
// writes to him is in no mail: it waits on a page.
//
// # Headers
//
// All mails of a seat form one thread: References and In-Reply-To name a message
// that never was, <GAME.SEAT@HOST>, and the subject never changes, but when a
// vacant seat is taken. Senders that replace our Message-ID cannot break that. The
// confirm mail stands outside, for it goes to an address that has confirmed nothing
// and so must not carry a word of whoever typed it in: no name, not even in the
// subject. So do the mails to whoever wants a vacant seat, asks for the link to all
// his games, or shows that mails reach him again, and the mail of the day, which tells
// of all the games of a person.
//
// Every mail to an address whose key is known can be the last: List-Unsubscribe and
// List-Unsubscribe-Post (RFC 8058) name the page that its foot links to as well.
//
// Reply-To, where the site takes answers, is an address of the seat's own, which
// tells what this mail has shown (reply.go).
//
// Date is when the match last changed, from which the time that is left is
// counted too; Message-ID an HMAC of the claim key.
package mail
