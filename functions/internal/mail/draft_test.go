package mail

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// T6 for the mails: every mail up to the start says that a draft is saved and
// NOT submitted, and the last one that it did not count. Without it its owner
// would wait for a game that he has lost.
func TestT6MailsSayNotSubmitted(t *testing.T) {
	c := composer(t)
	rules := engine.StandardRules(engine.Barrage)
	setups := deal(rules, rand.New(rand.NewPCG(6, 0)))
	m := do(t, newMatch(t, rules), match.Confirm{}, match.Accept{By: engine.Blue},
		match.SaveDraft{By: engine.Red, Setup: setups.Red}, match.SaveDraft{By: engine.Blue, Setup: setups.Blue})
	first := do(t, m, match.SetUp{By: engine.Red, Setup: setups.Red, Sure: true})
	for _, l := range []struct {
		name string
		m    match.Match
		l    Letter
		says bool
	}{
		{"the creator is asked to set up", m, Letter{SetUp, engine.Red}, true},
		{"the opponent is asked to set up", m, Letter{SetUp, engine.Blue}, true},
		{"the opponent has accepted", m, Letter{Accepted, engine.Red}, true},
		{"the other waits", first, Letter{Waiting, engine.Blue}, true},
		{"his links are new", do(t, m, match.RenewLinks{By: engine.Blue}), Letter{NewLinks, engine.Blue}, true},
		{"the other's links are new", do(t, first, match.RenewLinks{By: engine.Red}), Letter{NewLinks, engine.Red}, false},
		{"lost with a draft", timeOut(t, first), Letter{Over, engine.Blue}, true},
		{"won against a draft", timeOut(t, first), Letter{Over, engine.Red}, false},
		{"two drafts", timeOut(t, m), Letter{Aborted, engine.Red}, true},
		{"submitted", first, Letter{Accepted, engine.Red}, false},
	} {
		p := compose(t, c, l.m, l.l.Kind, l.l.Seat)
		for part, text := range map[string]string{"text": p.text, "HTML": p.html} {
			if got := strings.Contains(text, "NOT submitted"); got != l.says {
				t.Errorf("%s: the %s says that a draft is not submitted: %v, want %v\n%s", l.name, part, got, l.says, text)
			}
			if !l.says && strings.Contains(text, "draft") {
				t.Errorf("%s: the %s speaks of a draft", l.name, part)
			}
		}
	}
}

// T13 for drafts: what the other has saved, and that he has, is in no mail of
// mine.
func TestT13DraftsStaySecret(t *testing.T) {
	c := composer(t)
	rules := engine.StandardRules(engine.Original)
	mine := deal(rules, rand.New(rand.NewPCG(3, 0))).Red
	letters := func(drafts ...match.Command) []byte {
		m := do(t, newMatch(t, rules), match.Confirm{}, match.Accept{By: engine.Blue})
		sent := m.Changed
		m = do(t, m, drafts...)
		m.Changed = sent // as mails are dated, which is no matter of drafts
		all := raw(t, c, m, Accepted, engine.Red)
		all = append(all, raw(t, c, do(t, m, match.RenewLinks{By: engine.Red}), NewLinks, engine.Red)...)
		m = do(t, m, match.SetUp{By: engine.Red, Setup: mine, Sure: true})
		return append(append(all, raw(t, c, m, SetUp, engine.Red)...), raw(t, c, timeOut(t, m), Over, engine.Red)...)
	}
	none := letters()
	for seed := range uint64(3) {
		with := letters(match.SaveDraft{By: engine.Blue, Setup: deal(rules, rand.New(rand.NewPCG(seed, 1))).Blue})
		if !bytes.Equal(none, with) {
			t.Errorf("Red can tell that Blue has a draft (-none +with):\n%s", cmp.Diff(string(none), string(with)))
		}
	}
}
