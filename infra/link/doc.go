// Package link makes and reads capability links: short signed tokens that are
// the only key to a seat. It is pure: no I/O, no clock, no randomness of its
// own; the moment and the random reader are arguments. It does not know whether
// a game still runs or whether a seat's epoch has been raised: whoever opens a
// token compares its epoch with the seat's.
//
// # Token
//
// A token is base64url without padding (RFC 4648, section 5), but that of a mail
// address (below), of these bytes, numbers big-endian:
//
//	offset  size  field
//	     0     1  version of this layout, 1
//	     1     1  id of the master key, 1…255
//	     2     1  code of the purpose, a letter
//	     3     8  game id
//	    11     1  seat: 1 red, 2 blue
//	    12     1  epoch of the seat
//	    13     …  fields of the purpose
//	   end    16  tag
//
// The purposes, with the code, the route on which they count, their own fields
// and how long they live:
//
//	code  route  purpose  fields                                  bytes  characters  life
//	c     /c/    confirm  issued 4                                   33          44  7 days
//	c     /c/    confirm  issued 4, candidate 8                      41          55  48 hours
//	j     /j/    join     issued 4                                   33          44  14 days
//	b     /b/    board    issued 4                                   33          44  400 days
//	m     /m/    move     ply 4, from 1, to 1                        35          47  the ply's
//	m     /m/    move     ply 4, from 1, to 1, via 1,                38          51  the ply's
//	                      rescued rank 1, rescue square 1
//	a     /a/    act      ply 4, action 1                            34          46  the ply's
//	k     none   mark     none                                       29          39  the epoch's
//	w     /w/    watch    none                                       29          39  the epoch's
//	r     none   reply    shown 3, ply 3                             35          56  the epoch's
//
// Four purposes are a player's, not a seat's. In place of game, seat and epoch
// they have the player's key, and two of them the epoch of his profile:
//
//	code  route  purpose      fields                              bytes  characters  life
//	p     /p/    player       key 16, epoch 1, issued 4              40          54  30 days
//	u     /u/    unsubscribe  key 16                                 35          47  for ever
//	d     none   bounce       key 16, issued 4                       35          56  30 days
//	f     /p/    feed         key 16, epoch 1                        36          48  the epoch's
//
// A feed's token stands before the ending of its form: /p/TOKEN.ics and /p/TOKEN.atom.
//
// Two are of a person's change of his address, and have its id alone:
//
//	code  route  purpose    fields                                 bytes  characters  life
//	e     /e/    readdress  change 8, issued 4                        31          42  48 hours
//	o     /o/    undo       change 8, issued 4                        31          42  7 days
//
// A candidate is somebody who wants a vacant seat and shows that the address is
// his; neither his id nor a change's nor a player's key is all zeros.
//
// Issued counts minutes since 2020-01-01 00:00 UTC; a token counts for at least
// its life and for less than a minute more. Squares are 1 (a1) to 100 (j10), row
// by row; ranks are 1 (spy) to 12 (flag); 0 is none. Actions are 1 resign, 2 offer
// a draw, 3 accept, 4 decline, 5 claim one, 6 abort, 7 ask for a rematch, 8
// withdraw the invitation, 9 send it again, 10 new links, 11 let others watch, 12
// accept, 13 decline the invitation, 14 give time. A move has the longer form if and
// only if it has a via square or a rescue.
//
// The tag is HMAC-SHA256, cut to 16 bytes (that of a bounce token to 12), of all bytes before it, under the
// purpose's own key: HKDF-SHA256 of the master key without salt, its info the
// text "fieldpost link v1 " and the purpose's name, 32 bytes long.
//
// Reading is strict. A token has exactly a length of the purpose that the route
// asks for, and is the one spelling of its bytes; the tags are compared in
// constant time; a value which could not have been sealed is refused even under
// a good tag.
//
// Example: the move a4-a5 at ply 12 of game 00 01 02 03 04 05 06 07, red's seat
// in epoch 1, under key 1 = 32 bytes of 0x01:
//
//	01 01 6d 00 01 02 03 04 05 06 07 01 01 | 00 00 00 0c 1f 29 | tag 16
//	AQFtAAECAwQFBgcBAQAAAAwfKZlyoDcuBVOGsQJ1Gj_a3gs
//
// and the same seat's resignation at that ply:
//
//	01 01 61 00 01 02 03 04 05 06 07 01 01 | 00 00 00 0c 01 | tag 16
//	AQFhAAECAwQFBgcBAQAAAAwB5egMPr3FUgUDbg9PvMlSwg
//
// # Mark
//
// A mark is a token for no route. Its place is a cookie: it says that this
// browser has pressed a ticked button of that seat, in that epoch, before. By
// itself it allows nothing.
//
// # Mail addresses
//
// A reply token stands in a mail address, play+TOKEN@…, and so is written with the
// letters of base32 in lower case (RFC 4648, section 6) without padding; with
// "play+" it has 61 of the 64 characters that a local part may have. Shown is the
// version of the seat's view in the mail that it was sent with, and ply how many
// plies were played there: by them the caller knows what the answer is about.
// It counts as long as the game, which the caller asks.
//
// A bounce token stands in the address of a mail's envelope, bounce+TOKEN@…, in the
// same letters; with "bounce+" it has 63 characters, which is why its tag is shorter.
// It tells to whom a mail went and when, so that a report on it changes what is known
// of that address and of no other. It shows nobody anything.
//
// # Master keys
//
// There may be several master keys. The primary, the first that is not retired,
// signs; the others verify what they signed. A retired key verifies until 400
// days after the date of its retirement, and unsubscribe tokens for ever: who
// finds an old mail and wants no more must be heard. A key that is stolen is taken
// out of the list altogether, and with it die its links.
//
// To change keys, add a new one at the end and give it to every process; then
// mark the old one as retired. A process that has not yet read the second change
// goes on signing with a key that all others know.
//
// The keys file is text, one key a line, ids rising, every line ended by a line
// feed, and has exactly one spelling:
//
//	fieldpost-keys v1
//	1 9f…64 lower-case hex digits…07 retired 2026-03-01
//	2 4c…64 lower-case hex digits…e1
package link
