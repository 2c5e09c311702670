package match

import "fmt"

// Problem is what is wrong with a detail of a player or of a match that he asks
// for. The zero value is nothing. Some are found by the callers of this package,
// which know more: the languages, the time zones, whose address it is.
type Problem uint8

// The problems.
const (
	NoProblem Problem = iota
	Missing
	NotUTF8
	UnseenCharacters // control, direction or invisible ones
	NameWithAt
	NameWithQuotes
	NameWithLink
	NameTooLong
	MessageTooLong
	NotesTooLong
	AddressTooLong
	AddressWithSpaces
	AddressNotASCII
	NoAddress
	NoLanguage
	NoTimeZone
	OwnAddress    // of the opponent: it is the creator's
	OtherAddress  // of the creator: it is not the one of his token
	NoSide        // neither red nor blue
	NoSideOrLot   // nor left to the lot
	NoArmy        // no name of one
	NoChase       // no profile of the more-squares rule
	PaceLimits    // a time too short or too long
	PaceInSeconds // a time that is not in whole minutes
	OpenNotVacant // an open challenge with an opponent
	OpenMessage   // an open challenge with a message
	NoDate        // no day of the calendar
	SameAddress   // of who changes his: it is the one that he has
	problemEnd
)

var problems = [problemEnd]struct{ code, text string }{
	NoProblem:         {"none", "is in order"},
	Missing:           {"missing", "is missing"},
	NotUTF8:           {"not-utf8", "is not UTF-8"},
	UnseenCharacters:  {"unseen-characters", "must not contain control, direction or invisible characters"},
	NameWithAt:        {"name-with-at", "must not contain an @"},
	NameWithQuotes:    {"name-with-quotes", "must not contain double quotes"},
	NameWithLink:      {"name-with-link", "must not contain a link (put a space after a full stop)"},
	NameTooLong:       {"name-too-long", "is longer than %[2]g characters"},
	MessageTooLong:    {"message-too-long", "is longer than %[2]g characters"},
	NotesTooLong:      {"notes-too-long", "is longer than %[2]g characters"},
	AddressTooLong:    {"address-too-long", "is longer than %[2]g bytes"},
	AddressWithSpaces: {"address-with-spaces", "must not contain spaces, line breaks or control characters"},
	AddressNotASCII:   {"address-not-ascii", "must be ASCII (write a domain in its xn-- form)"},
	NoAddress:         {"no-address", "is no plain mail address, as in ann@example.org"},
	NoLanguage:        {"no-language", `is no language, as in "en"`},
	NoTimeZone:        {"no-time-zone", `is no time zone, as in "Europe/Paris"`},
	OwnAddress:        {"own-address", "is the creator's own address"},
	OtherAddress:      {"other-address", "is not the address of this token: leave it out"},
	NoSide:            {"no-side", "must be red or blue"},
	NoSideOrLot:       {"no-side-or-lot", "must be red, blue or lot"},
	NoArmy:            {"no-army", "is no army"},
	NoChase:           {"no-chase", "must be isf, strategus or off"},
	PaceLimits:        {"pace-limits", "must be from %[1]g to %[2]g days"},
	PaceInSeconds:     {"pace-in-seconds", "must be whole minutes"},
	OpenNotVacant:     {"open-not-vacant", "is for a game without an opponent yet"},
	OpenMessage:       {"open-message", "is for somebody you know: an open challenge has none"},
	NoDate:            {"no-date", `is no date, as in "2026-12-24"`},
	SameAddress:       {"same-address", "is the address that you have already"},
}

// Problems lists every problem.
func Problems() []Problem {
	var list []Problem
	for p := NoProblem + 1; p < problemEnd; p++ {
		list = append(list, p)
	}
	return list
}

// Code returns a word for p, by which a catalog may know it: "missing",
// "name-too-long". It is "none" for NoProblem.
func (p Problem) Code() string {
	if p >= problemEnd {
		p = NoProblem
	}
	return problems[p].code
}

// Limits returns the least and the most that a problem of length or time is
// about, in its own unit: characters, bytes or days. Both are 0 for all others.
func (p Problem) Limits() (least, most float64) {
	switch p {
	case NameTooLong:
		return 1, MostNameLetters
	case MessageTooLong:
		return 0, MostMessageLetters
	case NotesTooLong:
		return 0, MostNotesLetters
	case AddressTooLong:
		return 1, MostAddressBytes
	case PaceLimits:
		return LeastPace.Hours() / 24, MostPace.Hours() / 24
	}
	return 0, 0
}

// String says in English what is wrong, as the rest of a sentence that begins
// with the detail: "is missing".
func (p Problem) String() string {
	if p >= problemEnd {
		p = NoProblem
	}
	if least, most := p.Limits(); most > 0 {
		return fmt.Sprintf(problems[p].text, least, most)
	}
	return problems[p].text
}
