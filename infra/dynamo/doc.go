// Package dynamo keeps matches, profiles, mail claims, counters, candidates and changes
// of addresses in one DynamoDB table: the store of the functions on AWS.
//
// It passes storetest, which states what a store promises. Every method that
// changes something makes one write of one item. An error other than those of package match may also
// come after the change was made, and since the SDK sends again what got no
// answer, so may match.ErrConflict, match.ErrExists and match.ErrHeld; reading
// again tells.
//
// # Table
//
// Partition key pk and sort key sk are texts. An attribute that would be empty,
// nobody's or zero is left out. Times are seconds since 1970.
//
//	pk                          sk         attributes
//	G#mzxw6ytboi4dk             G          a game: v version, d data, ev events,
//	                                       c creator, o opponent (16 bytes each), cr created,
//	                                       while open: p shard, pc created; while
//	                                       the clock is awaited: al shard, au alarm; ttl expires
//	G#mzxw6ytboi4dk             C#5#red    a claim: u until, in ns; s 1 once sent; ttl
//	G#mzxw6ytboi4dk             N#red      the notes of a seat: d in the form of engine/match
//	P#00ff…                     P          a profile, under the key in hex: v version, d data;
//	                                       ttl, if it expires; while the clock is awaited:
//	                                       al 16 + shard, au alarm
//	R#api+x+red#1m0s#29539440   R          a counter of a key, written as in a query, in the
//	                                       window of that length and number: n uses; ttl its end
//	W#mzxw6ytboi4dk             W          a candidate: d in the form of engine/match; ttl
//	A#mzxw6ytboi4dk             A          a change of an address: v version, d in the form of
//	                                       engine/match; ttl
//
// Any other claim has the key of its mail, cut at the first slash.
//
// Four indexes have the keys alone, of those games that have their attributes:
//
//	creator    c, cr
//	opponent   o, cr
//	open       p, pc
//	alarm      al, au
//
// A game is written whole each time, and so are the attributes of its indexes,
// with the values that they had: DynamoDB then leaves the indexes alone. Only a
// write that changes a match.Index costs more than its item.
//
// DynamoDB deletes an item some time after its ttl, which may be days. Until then
// it is still there, as the contract allows: who must know compares the time
// himself, and a counter's window is part of its key.
//
// # Writes
//
// A game, profile or change is put whole on condition that it is not there, or that its
// version is the one before; a game that only gets another alarm, that version and
// alarm are as they were read. A counter is the only item that is updated in
// place. There are no transactions, no nested paths and no removed attributes:
// what is left is what every emulator does right.
package dynamo
