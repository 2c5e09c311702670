package site

import (
	"errors"
	"net/http"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// keep saves the player's rows as a draft and answers with the page on which
// they stand.
func (v *visit) keep(s engine.Setup) answer {
	w, rows := v.words, s.Text(v.ground())
	err := v.saveDraft(s)
	switch {
	case err == nil, errors.Is(err, match.ErrRepeated):
		return ok(tell(v.setUp(rows, nil), false, w.T("page.setup.draft_saved")))
	case v.match.Begun(), v.match.Ended():
		p, _ := v.setupLate()
		return ok(p)
	case errors.Is(err, match.ErrSubmitted):
		return answer{http.StatusConflict, tell(v.setUp(rows, nil), true, w.T("page.setup.draft_too_late"))}
	}
	return v.wrong(err)
}

// saveDraft keeps rows that are not submitted.
func (v *visit) saveDraft(s engine.Setup) error {
	return v.do(match.SaveDraft{By: v.link.Seat, Setup: s})
}
