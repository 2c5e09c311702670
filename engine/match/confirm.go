package match

import "time"

// InvitationLife is for how long an invitation can be accepted.
const InvitationLife = 14 * 24 * time.Hour

// Confirm is the creator's press on his confirm link: the address is his, and
// he wants the match. Only now is the opponent invited.
type Confirm struct{}

func (Confirm) decide(m *Match) ([]Event, error) {
	if m.State != Unconfirmed {
		return nil, ErrRepeated
	}
	m.State = Invited
	m.allow(InvitationLife)
	return []Event{{Confirmed, m.Creator}}, nil
}
