package site

import (
	"fmt"

	"fieldpost/functions/internal/words"
)

// requestFault is why a request cannot be read as what it should be.
type requestFault uint8

const (
	emptyBody requestFault = iota
	cutBody
	noJSON
	moreThanJSON
	noObject // but the JSON of text
	noText   // the member is the JSON of text, as in the next five
	noBool
	noWhole
	noNumber
	noMemberObject
	noPlain
	unknownMember
	noPly
	noGiven
	givenAlone
	negative
	actionAlone
	emailAlone
	noAction
	noFormat
	noButton
	noSquare
	noRescue
	noPiece
	noList
	noLine
	noResult
	noChoice // text lists the answers that there are
	requestFaultEnd
)

// requestError is a request that cannot be read, in parts that the catalog words.
type requestError struct {
	fault requestFault
	field string // the member or parameter; empty where there is one alone, or none
	text  string // what it was; never an address
}

func (e *requestError) Error() string {
	return fmt.Sprintf("bad request, fault %d of %q: %.80q", e.fault, e.field, e.text)
}

// say words e.
func (e *requestError) say(w words.Words) string {
	quote := fmt.Sprintf("%.80q", e.text)
	switch e.fault {
	case emptyBody:
		return w.T("request.empty")
	case cutBody:
		return w.T("request.cut")
	case noJSON:
		return w.T("request.no_json")
	case moreThanJSON:
		return w.T("request.more")
	case noObject:
		return w.T("request.no_object", words.Args{"Got": e.text})
	case noText:
		return w.T("request.no_text", words.Args{"Field": e.field, "Got": e.text})
	case noBool:
		return w.T("request.no_bool", words.Args{"Field": e.field, "Got": e.text})
	case noWhole:
		return w.T("request.no_whole", words.Args{"Field": e.field, "Got": e.text})
	case noNumber:
		return w.T("request.no_number", words.Args{"Field": e.field, "Got": e.text})
	case noMemberObject:
		return w.T("request.no_member_object", words.Args{"Field": e.field, "Got": e.text})
	case noPlain:
		return w.T("request.no_plain", words.Args{"Field": e.field})
	case unknownMember:
		return w.T("request.unknown", words.Args{"Quote": quote})
	case noPly:
		return w.T("request.no_ply")
	case noGiven:
		return w.T("request.no_given")
	case givenAlone:
		return w.T("request.given_alone")
	case negative:
		return w.T("request.negative", words.Args{"Field": e.field, "Number": e.text})
	case actionAlone:
		return w.T("request.alone", words.Args{"Quote": quote})
	case emailAlone:
		return w.T("request.email")
	case noAction:
		return w.T("request.no_action", words.Args{"Quote": quote})
	case noFormat:
		return w.T("request.no_format", words.Args{"Quote": quote})
	case noButton:
		return w.T("request.no_button")
	case noSquare:
		return w.T("request.no_square", words.Args{"Field": e.field, "Quote": quote})
	case noRescue:
		return w.T("request.no_rescue", words.Args{"Field": e.field, "Quote": quote})
	case noPiece:
		return w.T("request.no_piece", words.Args{"Field": e.field, "Quote": quote})
	case noList:
		return w.T("request.no_list", words.Args{"Field": e.field, "Got": e.text})
	case noLine:
		return w.T("line.no_line", words.Args{"Quote": quote})
	case noResult:
		return w.T("line.no_result", words.Args{"Quote": quote})
	case noChoice:
		return w.T("prefs.no_choice", words.Args{"Field": e.field, "List": e.text})
	}
	return w.T("request.unread")
}
