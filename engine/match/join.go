package match

import "fieldpost/engine/player"

// Join takes the vacant seat of a match for whoever has shown that the address
// is his: the first who does sits. It fails with ErrTaken when somebody else
// does already, or when he is the creator himself.
type Join struct {
	Player Player
	Key    player.Key // of his address
}

func (j Join) decide(m *Match) ([]Event, error) {
	seat := m.Seats.Of(m.Opponent())
	switch sits := !m.Vacant(); {
	case sits && j.Key != (player.Key{}) && seat.Key == j.Key && m.Seated(m.Opponent()):
		return nil, ErrRepeated
	case sits, j.Key == m.Seats.Of(m.Creator).Key:
		return nil, ErrTaken
	case m.State != Invited:
		return nil, &StateError{"join", m.State}
	}
	p, err := checkPlayer("opponent", j.Player)
	if err != nil {
		return nil, err
	}
	seat.Player, seat.Key = p, j.Key
	return m.seat(), nil
}
