package player

// Prefs is how a person wants to be written to, in all his games. The zero value is
// that of who has chosen nothing.
//
// Source: product.md "Correspondence life", preferences.
type Prefs struct {
	Plain bool  // mails in text alone
	Board Shape // in which shape his mails show the board
	Hour  Hour  // when the day's mail is to come
}

// Hour is an hour of the day in his zone that he has chosen: 1 to 23, or Midnight. The
// zero value is none. It is stored as it is.
//
// In who gets a mail of the day, or did until he unsubscribed, zero is midnight all the
// same: he has an hour, and that is how earlier programs kept this one.
type Hour uint8

// Midnight is the hour at which a day begins.
const Midnight Hour = 24

// HourAt returns the hour at which a clock shows 0 to 23; what none shows is no choice.
func HourAt(clock uint8) Hour {
	if clock == 0 {
		return Midnight
	}
	return Hour(clock)
}

// Clock returns what a clock shows then, 0 to 23.
func (h Hour) Clock() uint8 { return uint8(h % Midnight) }

// Shape is how a board is shown in a mail. The zero value is both.
type Shape uint8

// The shapes.
const (
	Both   Shape = iota
	Drawn        // as a drawing alone
	Listed       // as a list of the pieces alone
	shapeEnd
)

// String returns "both", "drawn" or "listed".
func (s Shape) String() string {
	switch s {
	case Both:
		return "both"
	case Drawn:
		return "drawn"
	case Listed:
		return "listed"
	default:
		return "no shape"
	}
}

// Prefer notes how he wants to be written to. An hour that no day has, or a shape
// that is none, changes nothing.
func (p Profile) Prefer(prefs Prefs) (Profile, bool) {
	if prefs == p.Prefs || prefs.Hour > Midnight || prefs.Board >= shapeEnd {
		return p, false
	}
	p.Prefs = prefs
	return p, true
}

func putPrefs(p Profile) []byte {
	if p.Prefs == (Prefs{}) {
		return nil
	}
	return p.Prefs.bytes()
}

func takePrefs(r *reader, p *Profile) {
	if p.Prefs = r.prefs(); p.Prefs == (Prefs{}) {
		r.fail("no such preferences")
	}
}

func (p Prefs) bytes() []byte { return []byte{flag(p.Plain), byte(p.Board), byte(p.Hour)} }

func (r *reader) prefs() Prefs {
	p := Prefs{Plain: r.flag(), Board: Shape(r.byte()), Hour: Hour(r.byte())}
	if p.Board >= shapeEnd || p.Hour > Midnight {
		r.fail("no such preferences")
	}
	return p
}
