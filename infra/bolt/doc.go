// Package bolt keeps matches, profiles, mail claims, counters, candidates,
// changes of addresses and the stream of saved matches in one bbolt file: the embedded default store, used by
// one process at a time.
//
// It passes storetest, which states what a store promises. Every method that
// changes something is one transaction, on disk when it returns. An error other
// than those of package match may also come after the change was made; reading
// again tells.
//
// # File
//
// Numbers are big-endian, times seconds since 1970 with 0 for none. Bucket `items`
// has the keys of the one table that all stores think in, partition and sort key
// joined by a slash:
//
//	G#mzxw6ytboi4dk/G           game:  1 'G' version 8, creator 16, opponent 16, created 8,
//	                            expires 8, a byte 1 if open, and 2 if it has an alarm;
//	                            then that alarm 8; length of data 4, data, events
//	G#mzxw6ytboi4dk/C#5#red     claim: 1 'C' until 8 (ns since 1970), 1 if sent, else 0
//	G#mzxw6ytboi4dk/N#red       notes of a seat: 1 'N' then the form of engine/match
//	P#00ff…/P                   profile, under the key in hex: 1 'P' version 8, data; if it
//	                            expires or has an alarm: 1 'p' version 8, expires 8, alarm 8,
//	                            data, where 0 is none
//	R#api x red#1m0s#29539440   counter of a key in the window of that length and number:
//	                            1 'R' end of the window 8, uses 8
//	T#/T                        time of the games, on a server where it is another than the
//	                            world's: 1 'T' then the form of functions/internal/gametime
//	W#mzxw6ytboi4dk/W           candidate: 1 'W' then the form of engine/match
//	A#mzxw6ytboi4dk/A           change of an address: 1 'A' version 8, then the form of
//	                            engine/match
//
// Bucket `stream` holds one record for each saved image that is not done, under
// a number that rises by one with each write and is never used again:
//
//	number 8                    1 'S' id 8, then as a game from its version on
//
// Four buckets are indexes of items, with empty values, written in the same
// transaction. A time written newest first is its complement:
//
//	players                     key 16, created 8 newest first, id 8
//	open                        created 8 newest first, id 8
//	alarms                      shard 1, alarm 8, id 8; of a profile 16 + shard 1, alarm 8, key 16
//	ends                        when the item is over 8, the item's key
//
// Bucket `calls` keeps texts, whose form is others' matter, until they are due:
//
//	due 8 (ns since 1970), number 8
//
// The first byte of every other value is the version of its form, the second its kind.
// A value with another version byte was written by a newer program.
package bolt
