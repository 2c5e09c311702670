// Package records reads and writes games and setups in the text forms that
// leave Fieldpost: its own record, and what other Stratego programs write. It
// imports the engine alone, and knows no file, network or clock.
//
// The formats:
//
//   - Letters: a setup in 40 letters, own front row first (stratego_env) or own
//     back row first (pystratego). ParseLetters, Letters.
//   - Field: a 10×10 board in 100 letters, as StraDoS2 writes it. ParseField, Field.Text.
//   - Gravon: the XML in which gravon.de keeps its games. ParseGravon, Gravon.Text.
//   - Record: our own, below. Write, WriteView, WriteProof, Read, Verify.
//
// The letters are those of rules.md 11: A is an empty square, B a bomb, C the
// spy, D to L the ranks 2 to 10, M the flag. In a field these are Red's, N to Y
// are Blue's in the same order, and _ is a lake.
//
// # The record, version 1
//
//	record 1
//	rules barrage two-squares:3 chase:isf quiet-claim:200 quiet-draw:400 max-plies:4000 scout-reveal
//	red .2......../.....M3.../.9......2./....FBS...
//	blue ......2..M/3........./..9......./..2.FBS...
//	end red flag
//	1. b4-b7 (2)
//	2. j7-j6
//	3. b7xb8 2>3
//
// Every line ends with a line feed. The rules are engine.Rules in its canonical
// text; the setups are their rows as the owner sees them, his front row first,
// a slash between rows; then the outcome and the reason (rules.md 4), or
// `end none` while the game runs; then the plies as rules.md 11 writes them. The
// record of a running game has no setups, and only the ranks that its reader
// knows.
//
// The record of a match ends with its proof, which opens the commitments that
// both players got when the game began (engine.Commitment): the id of the game
// and both salts.
//
//	game k7cqcaqdaqcqm
//	salt red 0f1e2d3c4b5a69788796a5b4c3d2e1f0
//	salt blue 00112233445566778899aabbccddeeff
//
// Nothing else is read: one game has one text.
package records
