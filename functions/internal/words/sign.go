package words

import "fieldpost/engine"

// Sign returns what stands on a piece of rank r where pieces are drawn, on pages
// and in HTML mails: "10" for the Marshal, "9" to "2", and the language's own
// initial of spy, bomb and flag; "?" for NoRank. What is typed, and what records
// and boards in plain text have, is r.String() in all languages (rules.md 11).
func (w Words) Sign(r engine.Rank) string {
	switch r {
	case engine.Marshal:
		return "10"
	case engine.Spy:
		return w.T("sign.spy")
	case engine.Bomb:
		return w.T("sign.bomb")
	case engine.Flag:
		return w.T("sign.flag")
	}
	return r.String()
}
