package match

import "fieldpost/engine"

// SetUp submits By's setup, which stays secret from the other player. The
// creator may give it as soon as he has confirmed, the opponent once he has
// accepted; it may be given anew until the other's is in. The second setup
// starts the game, which the setups alone may end at once (rules.md 4).
type SetUp struct {
	By    engine.Color
	Setup engine.Setup
	Sure  bool // take a setup with which By could not move, see ErrBlocked
}

// String hides the setup.
func (s SetUp) String() string { return "a setup of " + s.By.String() }

func (s SetUp) decide(m *Match) ([]Event, error) {
	if !m.Seated(s.By) {
		return nil, &StateError{"set up", m.State}
	}
	seat := m.Seats.Of(s.By)
	if seat.Submitted && seat.Setup == s.Setup {
		return nil, ErrRepeated
	}
	if m.State != Invited && m.State != SettingUp {
		return nil, &StateError{"set up", m.State}
	}
	if err := m.Rules.CheckSetup(s.Setup); err != nil {
		return nil, err
	}
	if !s.Sure && m.Rules.Blocked(s.By, s.Setup) {
		return nil, ErrBlocked
	}
	events := []Event{{SetupSubmitted, s.By}}
	if seat.Submitted {
		events[0].Kind = SetupReplaced
	}
	clocks := m.clocks()
	seat.Setup, seat.Submitted = s.Setup, true
	seat.Draft, seat.Drafted = engine.Setup{}, false
	if !m.Seats.Red.Submitted || !m.Seats.Blue.Submitted {
		m.keep(clocks)
		return events, nil
	}
	return m.start(events)
}

// start begins the game: both setups are in.
func (m *Match) start(events []Event) ([]Event, error) {
	g, err := engine.Start(m.Rules, engine.Both[engine.Setup]{Red: m.Seats.Red.Setup, Blue: m.Seats.Blue.Setup})
	if err != nil {
		return nil, err
	}
	m.Game, m.State = g, Playing
	return m.settle(append(events, Event{Kind: Started})), nil
}
