package site

import (
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// fold returns the part of a page that is folded away under an id.
func foldOf(t *testing.T, page, id string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, `<details class="options" id="`+id+`"`)
	if !found {
		t.Fatalf("nothing is folded away as %s", id)
	}
	fold, _, _ := strings.Cut(rest, "</details>")
	return fold
}

// Without it a new game would not be one screen, or who has changed something
// would not see it again.
func TestFormIsFoldedAway(t *testing.T) {
	fields := map[string][]string{
		"more": {"message"}, "pace": {"days", "setupDays", "color", "no-vacation"}, "place": {"tz"}, "options": {"memory", "twoSquares", "maxPlies"},
	}
	w := newWorld(t)
	_, page := w.browser().get(base + "/")
	for id, names := range fields {
		for _, name := range names {
			if !strings.Contains(foldOf(t, page, id), ` name="`+name+`"`) {
				t.Errorf("%s has no field %s", id, name)
			}
		}
	}
	for id, changed := range map[string][]string{
		"more": {"message", "Hello"}, "pace": {"color", "red"}, "place": {"tz", "Mars/Base"}, "options": {"twoSquares", "4"},
	} {
		status, page := w.browser().post(base+"/", filledIn(append(changed, "name", "")...))
		want(t, status, page, 400, "is missing")
		for other := range fields {
			if open := strings.HasPrefix(foldOf(t, page, other), " open>"); open != (other == id) {
				t.Errorf("%s is changed, and %s is open: %v", id, other, open)
			}
		}
	}
}

// Without it who has emptied the line for his zone would find it filled in again.
func TestZoneIsProposedOnce(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{})
	script := scriptPath("zone.js")
	join := w.to(m, engine.Blue, link.Join)
	for _, at := range []string{base + "/", join} {
		status, page := w.browser().get(at)
		want(t, status, page, 200, script, ` name="tz"`)
	}
	_, page := w.browser().post(base+"/", filledIn("name", "", "tz", ""))
	want(t, 200, page, 200, "!"+script, ` name="tz"`)
	_, page = w.browser().post(join, form("do", "accept"))
	want(t, 200, page, 200, "!"+script, ` name="tz"`)
}

// Without it the invited would not learn on the page where his address comes
// from, nor when it is forgotten (product.md, "Life of a game").
func TestInvitationSaysWhereTheAddressIsFrom(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{})
	status, page := w.browser().get(w.to(m, engine.Blue, link.Join))
	want(t, status, page, 200, "Ann has given us your address, for this invitation alone.", "deleted with the invitation after 30 days")
}
