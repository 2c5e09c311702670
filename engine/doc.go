// Package engine is Stratego: boards, armies, setups, moves, fights, both
// repetition rules, the end of a game, and what each player may know of it. It
// is pure: no I/O, no clock, no randomness, nothing but the standard library.
//
// # The types, from what is set up to what is seen
//
//	Rules     what the players agreed to; Check makes them canonical
//	Setup     one side's army on its own rows, free of color
//	Position  what stands where at one moment, free of history
//	Game      a whole game: start, record, and what the rules remember; a value
//	View      what one viewer may know; the only form that leaves for a reader
//
// Start or StartFrom begins a Game, Apply does an Action to it and returns the
// next Game with what Happened, Look turns it into a View; Recall and Reveal do so
// for an earlier ply. A move that the rules forbid is a *Refusal, which tells
// nothing that its mover may not know.
//
// # Inside
//
// The state keeps each side's pieces as sets of squares, so that the legal moves
// of a position are a few shifts and masks (moves.go); a second, independent
// walk through the rules (judge.go) explains every single move. Tests hold the
// two, and a literal reading of the rules, against each other.
//
// # Forms
//
// Text: moves, setups, rules, positions, record lines (the notation of rules.md
// 11). Binary: Pack, about two bytes a ply. All are canonical: one value, one
// form; readers of canonical forms refuse any other. Positions and packed games
// carry a version, and old versions stay readable.
//
// The rules' source is rules.md, distilled from four rule sheets (000–003) and
// the International Stratego Federation's game rules; docs/rules.md says which
// test shows which rule. Rank names in languages are not here: the engine speaks
// symbols.
package engine
