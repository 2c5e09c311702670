package match_test

import (
	"errors"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// Without it a draft would be lost, count as a setup, or be seen by the other in
// the version that both are told.
func TestSaveDraft(t *testing.T) {
	m := stages(t)[match.SettingUp]
	half, whole := rows(t, "2"), rows(t, "2........F")
	next := after(t, m, match.SaveDraft{By: engine.Red, Setup: half})
	if s := next.Seats.Red; !s.Drafted || s.Draft != half || s.Submitted {
		t.Errorf("after a draft: %+v", s)
	}
	if next.Version != m.Version+1 || next.Shown != m.Shown || next.Deadline != m.Deadline || !next.Awaits(engine.Red) {
		t.Errorf("version %d shown %d deadline %v, want one more than %d, %d and %v", next.Version, next.Shown, next.Deadline, m.Version, m.Shown, m.Deadline)
	}
	if _, _, err := match.Decide(next, match.SaveDraft{By: engine.Red, Setup: half}, next.Changed); !errors.Is(err, match.ErrRepeated) {
		t.Errorf("the same draft again: %v", err)
	}
	next = after(t, next, match.SaveDraft{By: engine.Red, Setup: engine.Setup{}}) // all squares empty: a draft too
	if s := next.Seats.Red; !s.Drafted || s.Draft != (engine.Setup{}) {
		t.Errorf("after another draft: %+v", s)
	}
	next = after(t, next, match.SetUp{By: engine.Red, Setup: whole})
	if s := next.Seats.Red; s.Drafted || s.Draft != (engine.Setup{}) || s.Setup != whole {
		t.Errorf("the setup did not take the place of the draft: %+v", s)
	}
	if next.Shown != m.Shown+1 {
		t.Errorf("shown %d after the setup, want %d", next.Shown, m.Shown+1)
	}
	if _, _, err := match.Decide(next, match.SaveDraft{By: engine.Red, Setup: half}, next.Changed); !errors.Is(err, match.ErrSubmitted) {
		t.Errorf("a draft of whose setup is in: %v", err)
	}
	next = after(t, next, match.SetUp{By: engine.Blue, Setup: whole})
	if _, _, err := match.Decide(next, match.SaveDraft{By: engine.Red, Setup: half}, next.Changed); !isState(err) {
		t.Errorf("a draft when the game has begun: %v", err)
	}
}

// Without it who does not sit yet could store something, and rows that no image
// can hold would be stored.
func TestSaveDraftRefused(t *testing.T) {
	at := stages(t)
	for _, c := range []struct {
		name string
		m    match.Match
		by   engine.Color
	}{
		{"before the creator has confirmed", at[match.Unconfirmed], engine.Red},
		{"before the opponent has accepted", at[match.Invited], engine.Blue},
		{"by nobody", at[match.SettingUp], engine.NoColor},
		{"when the game is over", at[match.Over], engine.Red},
	} {
		if _, _, err := match.Decide(c.m, match.SaveDraft{By: c.by, Setup: rows(t, "2")}, c.m.Changed); !isState(err) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	c := create(engine.StandardRules(engine.Skirmish))
	m := after(t, created(t, c), match.Confirm{})
	_, _, err := match.Decide(m, match.SaveDraft{By: engine.Red, Setup: rows(t, "2222222222/2222222222/2222222222")}, m.Changed)
	if _, ok := errors.AsType[*engine.MalformedError](err); !ok {
		t.Errorf("rows of another board: %v", err)
	}
}

func isState(err error) bool {
	_, ok := errors.AsType[*match.StateError](err)
	return ok
}

// T6 for the match: a draft is submitted for nobody, and its owner loses on time.
func TestT6DraftIsNoSetup(t *testing.T) {
	m := stages(t)[match.SettingUp]
	whole := rows(t, "2........F")
	lost := later(t, m, match.SaveDraft{By: engine.Red, Setup: whole}, match.SetUp{By: engine.Blue, Setup: whole}, match.TimeOut{})
	if outcome, reason := lost.Outcome(); outcome != engine.BlueWins || reason != engine.ByTime {
		t.Errorf("a draft and a setup: %v %v", outcome, reason)
	}
	off := later(t, m, match.SaveDraft{By: engine.Red, Setup: whole}, match.SaveDraft{By: engine.Blue, Setup: whole}, match.TimeOut{})
	if off.State != match.Aborted || off.Begun() {
		t.Errorf("two drafts: %v", off)
	}
}
