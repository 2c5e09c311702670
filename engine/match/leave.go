package match

import "fieldpost/engine"

// Leave ends a match, as it stands, for a player who will have himself forgotten: By
// resigns, calls it off, takes his invitation back or declines the other's. Forget comes
// next. A match that its creator has not confirmed ends by itself.
//
// Source: product.md "Correspondence life", erasure.
type Leave struct{ By engine.Color }

func (l Leave) decide(m *Match) ([]Event, error) {
	did, err := l.as(m).decide(m)
	if err == nil {
		return append(did, Event{Left, l.By}), nil
	}
	return nil, err
}

// as is the command by which the match ends.
func (l Leave) as(m *Match) Command {
	switch {
	case m.State == SettingUp, m.State == Aborted:
		return Abort{By: l.By, Ply: AnyPly}
	case m.State == Playing, m.State == Over:
		return Resign{By: l.By, Ply: AnyPly}
	case l.By == m.Creator:
		return Withdraw(l)
	}
	return Decline(l)
}
