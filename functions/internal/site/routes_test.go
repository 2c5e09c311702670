package site

import (
	"net/http"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// A token counts on the route of its purpose alone, for people and programs, and
// changes nothing anywhere else. Without it a link that is given to strangers, to
// watch or to stop mail, could open a seat.
func TestEveryPurposeOnEveryRoute(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	m = w.give(m, match.Publish{By: engine.Red})
	m = w.give(m, match.Publish{By: engine.Blue})
	ann := w.pepper.Key("ann@example.org")
	c := w.asked("ann@example.org", "annie@example.org")
	tokens := []link.Link{
		{Purpose: link.Confirm},
		{Purpose: link.Join},
		{Purpose: link.Board},
		{Purpose: link.Watch},
		{Purpose: link.Mark},
		{Purpose: link.Reply},
		{Purpose: link.Move, Move: engine.Move{From: engine.At(5, 4), To: engine.At(5, 5)}},
		{Purpose: link.Act, Action: match.OfferingDraw},
		{Purpose: link.Player, Player: ann},
		{Purpose: link.Unsubscribe, Player: ann},
		{Purpose: link.Feed, Player: ann},
		{Purpose: link.Readdress, Change: c.ID},
		{Purpose: link.Undo, Change: c.ID},
		{Purpose: link.Confirm, Candidate: match.CandidateID{1}},
	}
	saves, profiles := w.games.saves, w.people.saves
	for _, l := range tokens {
		if l.Player != ann && l.Change == (match.ChangeID{}) {
			l.Game, l.Seat = m.ID, engine.Red
		}
		l.Issued = w.now
		token := w.keys.Seal(l)
		for _, route := range []string{"c", "j", "b", "m", "a", "w", "p", "u", "e", "o"} {
			own := route == l.Purpose.Route() && l.Candidate == (match.CandidateID{}) && l.Purpose != link.Feed // no such candidate is there; a feed needs its ending
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				for _, accept := range []string{"text/html", "application/json"} {
					program := method == http.MethodPost && strings.Contains("cjma", route) || method == http.MethodGet && route == "w"
					if own && method == http.MethodPost || accept != "text/html" && !program {
						continue
					}
					a := w.browser().ask(method, base+"/"+route+"/"+token, form("do", "play", "sure", "1", "List-Unsubscribe", "One-Click"), func(r *http.Request) {
						r.Header.Set("Accept", accept)
					})
					switch {
					case own && a.status != http.StatusOK:
						t.Errorf("%v on its own route: %d", l.Purpose, a.status)
					case !own && a.status != http.StatusUnauthorized && a.status != http.StatusMethodNotAllowed:
						t.Errorf("%v: %s /%s/ as %s: %d", l.Purpose, method, route, accept, a.status)
					case !own && len(a.cookies) > 0:
						t.Errorf("%v on /%s/ got a mark", l.Purpose, route)
					}
				}
			}
		}
	}
	if w.games.saves != saves || w.people.saves != profiles {
		t.Error("something was written")
	}
}
