package match

import "fieldpost/engine"

// ByLink is a command that came by a link of a seat. It counts while the seat's
// links are those of that epoch: links may be cancelled between the moment when
// the link was looked at and the one when the command is decided, and a seat may
// have been promised to another address by then. It fails with ErrCancelled.
type ByLink struct {
	Seat    engine.Color
	Epoch   uint8 // of the link
	Command Command
}

func (b ByLink) decide(m *Match) ([]Event, error) {
	if b.Seat != engine.Red && b.Seat != engine.Blue {
		return nil, engine.ErrBadAction
	}
	if m.Seats.Of(b.Seat).Epoch != b.Epoch {
		return nil, ErrCancelled
	}
	return b.Command.decide(m)
}
