// Package bolt keeps matches, mail claims and the stream of saved matches in one
// bbolt file: the embedded default store, used by one process at a time.
//
// It passes storetest, which states what a store promises. Every method that
// changes something is one transaction, on disk when it returns. An error other
// than those of package match may also come after the change was made; reading
// again tells.
//
// # File
//
// Numbers are big-endian. Bucket `items` has the keys of the one table that all
// stores think in, partition and sort key joined by a slash:
//
//	G#mzxw6ytboi4dk/G           game:  1 'G' version 8, length of data 4, data, events
//	G#mzxw6ytboi4dk/C#5#red     claim: 1 'C' until 8 (ns since 1970), 1 if sent, else 0
//
// Bucket `stream` holds one record for each saved image that is not done, under
// a number that rises by one with each write and is never used again:
//
//	number 8                    1 'S' id 8, then as a game from its version on
//
// The first byte of every value is the version of its form, the second its kind.
// A value with another version byte was written by a newer program.
package bolt
