// Package present turns an engine.View into what a reader sees: the board drawn
// as text and as a model of a table; the pieces, trays and
// legal moves as lines that can be read aloud. It takes nothing but a View, a
// language and the two names, so it cannot show what the viewer may not know.
//
// # The drawing
//
// The board is drawn from the viewer's side: Red has row 1 at the bottom, Blue
// row 10 and the files from right to left; the public sits with Red. A cell is
// five columns wide:
//
//	 r5     a piece: r red or b blue, then its rank (? hidden)
//	 b?'    hidden, and has moved: no bomb and no flag, unless those move
//	 r5!    the viewer's own, whose rank the opponent has seen
//	 .      an empty square         ~~    a lake
//	[b5]    the last move: the square it began on and the square it went for
package present
