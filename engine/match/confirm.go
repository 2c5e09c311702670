package match

// Confirm is the creator's press on his confirm link: the address is his, and
// he wants the match. Only now is the opponent invited.
type Confirm struct{}

func (Confirm) decide(m *Match) ([]Event, error) {
	if m.State != Unconfirmed {
		return nil, ErrRepeated
	}
	m.State = Invited
	return []Event{{Confirmed, m.Creator}}, nil
}
