package mail

import "fieldpost/engine/player"

// position shows the board as the reader sees it, in the shape that he has chosen, or
// drawn where he has chosen none. A turn mail shows him both then.
func (d *draft) position(caption string) {
	if d.to.Prefs.Board == player.Listed {
		d.pieces()
		return
	}
	d.sheet.add(d.drawing(caption))
}

// pieces lists the pieces of both sides, to be read aloud.
func (d *draft) pieces() {
	for _, s := range d.reader.Pieces() {
		d.sheet.add(list{s.Title, s.Lines})
	}
}
