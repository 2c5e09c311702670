package match

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a player's details may hold at most.
const (
	MostNameLetters    = 40
	MostMessageLetters = 500
	MostAddressBytes   = 254 // RFC 5321, 4.5.3.1.3, less its angle brackets
	mostLocalBytes     = 64  // before the @
	mostLangBytes      = 8
	mostZoneBytes      = 64
)

// checkPlayer returns p as a match keeps it, or an *InputError whose fields
// begin with who.
func checkPlayer(who string, p Player) (Player, error) {
	p.Name = strings.Trim(p.Name, " ")
	if p.Lang == "" {
		p.Lang = "en"
	}
	for _, check := range []struct {
		field, text string
		problem     Problem
	}{
		{"name", p.Name, CheckName(p.Name)},
		{"email", p.Address, CheckAddress(p.Address)},
		{"lang", p.Lang, checkLang(p.Lang)},
		{"tz", p.Zone, checkZone(p.Zone)},
	} {
		if check.problem != NoProblem {
			return Player{}, &InputError{Field: who + "." + check.field, Text: check.text, Problem: check.problem}
		}
	}
	return p, nil
}

// CheckName says what is wrong with a name, or NoProblem. A name is 1 to 40 characters
// that a reader sees as they are, in a mail's header as on a page: no control or
// direction characters, no double quotes, and nothing that a mail program makes
// a link of.
func CheckName(name string) Problem {
	visible := false
	for _, r := range name {
		switch {
		case r == '@' || r == '＠' || r == '﹫':
			return NameWithAt
		case r == '"':
			return NameWithQuotes
		case r == zeroWidthJoiner || r == zeroWidthNonJoiner: // Persian names, joined symbols
		case !unicode.IsGraphic(r) || unicode.IsSpace(r) && r != ' ' || strings.ContainsRune(blanks, r):
			return UnseenCharacters
		default:
			visible = visible || !unicode.IsMark(r) && r != ' '
		}
	}
	switch n := utf8.RuneCountInString(name); {
	case !utf8.ValidString(name):
		return NotUTF8
	case !visible:
		return Missing
	case n > MostNameLetters:
		return NameTooLong
	case looksLikeLink(name):
		return NameWithLink
	}
	return NoProblem
}

// tidy returns a message as a match keeps it. Forms end their lines with a
// carriage return too.
func tidy(message string) string {
	return strings.TrimSpace(strings.ReplaceAll(message, "\r\n", "\n"))
}

// CheckMessage says what is wrong with a message to whom is invited, or to the other
// player, or NoProblem. It is at most 500 characters that a reader sees as they are, and line breaks.
func CheckMessage(message string) Problem {
	for _, r := range message {
		switch {
		case r == '\n' || r == zeroWidthJoiner || r == zeroWidthNonJoiner:
		case !unicode.IsGraphic(r):
			return UnseenCharacters
		}
	}
	switch {
	case !utf8.ValidString(message):
		return NotUTF8
	case utf8.RuneCountInString(message) > MostMessageLetters:
		return MessageTooLong
	}
	return NoProblem
}

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
	// blanks count as letters or symbols in Unicode, and show nothing.
	blanks = "\u115f\u1160\u2800\u3164\uffa0"
)

// looksLikeLink reports whether mail programs may turn a part of a name or a message into a
// link: a scheme, or two labels joined by a dot of which the second could be a
// top-level domain. "J. R. Hartley" and "J.R." pass.
func looksLikeLink(name string) bool {
	name = strings.Map(func(r rune) rune {
		switch r {
		case zeroWidthJoiner, zeroWidthNonJoiner: // not seen, and dropped from a domain name
			return -1
		case '。', '．', '｡', '․': // dots too, in a domain name
			return '.'
		case '：':
			return ':'
		case '／':
			return '/'
		}
		return unicode.ToLower(r)
	}, name)
	for _, start := range []string{"//", "mailto:", "tel:", "www."} {
		if strings.Contains(name, start) {
			return true
		}
	}
	labels := strings.Split(name, ".")
	for i, label := range labels[1:] {
		before, _ := utf8.DecodeLastRuneInString(labels[i])
		letters := 0
		for _, r := range label {
			if !unicode.IsLetter(r) {
				break
			}
			letters++
		}
		if letters >= 2 && (unicode.IsLetter(before) || unicode.IsDigit(before)) {
			return true
		}
	}
	return false
}

// CheckAddress says what is wrong with a mail address, or NoProblem. An
// address is a plain addr-spec (RFC 5322, 3.4.1) in ASCII: no name, no comment, no quoted
// local part, no address literal, no line break.
func CheckAddress(address string) Problem {
	if address == "" {
		return Missing
	}
	if len(address) > MostAddressBytes {
		return AddressTooLong
	}
	for _, r := range address {
		if r <= ' ' || r == 0x7f {
			return AddressWithSpaces
		}
		if r > 0x7f {
			return AddressNotASCII
		}
	}
	parsed, err := mail.ParseAddress(address)
	at := strings.LastIndexByte(address, '@')
	if err != nil || parsed.Name != "" || parsed.Address != address || at > mostLocalBytes ||
		strings.ContainsAny(address, `"[]`) {
		return NoAddress
	}
	return NoProblem
}

// checkLang checks the shape of a language tag; which languages there are is
// the catalog's business.
func checkLang(lang string) Problem {
	if len(lang) < 2 || len(lang) > mostLangBytes || strings.Trim(lang, "abcdefghijklmnopqrstuvwxyz-") != "" {
		return NoLanguage
	}
	return NoProblem
}

// checkZone checks the shape of a time zone's name; whether there is such a
// zone, the caller looks up.
func checkZone(zone string) Problem {
	for _, r := range zone {
		if !strings.ContainsRune("/_+-", r) && (r > 0x7f || !unicode.IsLetter(r) && !unicode.IsDigit(r)) {
			return NoTimeZone
		}
	}
	if len(zone) > mostZoneBytes {
		return NoTimeZone
	}
	return NoProblem
}
