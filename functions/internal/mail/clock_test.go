package mail

import (
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// A reminder comes too late at the hour of a digest. Everything else can wait for it.
func TestPrompt(t *testing.T) {
	for k := Confirm; k.String() != "none"; k++ {
		if k.Prompt() != (k == Reminder) {
			t.Errorf("%v: %t", k, k.Prompt())
		}
	}
}

// A reminder says first that it is one and what is left, in every language; and then, as
// every mail before the start (T6), that a draft is saved and NOT submitted.
func TestT6Reminder(t *testing.T) {
	c := composer(t)
	_, letters := story(t)
	for lang, says := range map[string][3]string{
		"en": {"Reminder:", "in 1 day 12 hours", "NOT submitted"},
		"fr": {"Rappel :", "dans 1 jour 12 heures", "PAS envoyé"},
		"de": {"Erinnerung:", "noch 1 Tag 12 Stunden", "NICHT abgeschickt"},
		"nl": {"Herinnering:", "over 1 dag 12 uur", "NIET ingestuurd"},
	} {
		turn, draft := letters["reminder-red"], letters["reminder-red-draft"]
		for _, l := range []owed{turn, draft} {
			text := strings.Join(strings.Fields(compose(t, c, in(l.m, lang), Reminder, engine.Red).text), " ")
			if !strings.HasPrefix(text, says[0]) || strings.Contains(text, says[2]) != (l.m.ID == draft.m.ID && !l.m.Begun()) {
				t.Errorf("%s: %.300s", lang, text)
			}
			if before, _, _ := strings.Cut(text, "Bob h10"); l.m.Begun() && !strings.Contains(before, says[1]) {
				t.Errorf("%s: what is left is not in %q", lang, before)
			}
		}
		turnMail, reminder := compose(t, c, in(letters["your-turn-red"].m, lang), YourTurn, engine.Red), compose(t, c, in(turn.m, lang), Reminder, engine.Red)
		if turnMail.header.Get("References") != reminder.header.Get("References") || turnMail.header.Get("Subject") != reminder.header.Get("Subject") {
			t.Errorf("%s: the reminder is in another thread", lang)
		}
	}
}

// An answer to a mail counts as that of who knows of the offer which stands: a move would
// decline one of which a reader of one mail a day has not heard.
func TestOffersStandInMailsOfTheClock(t *testing.T) {
	c := composer(t)
	_, letters := story(t)
	m := do(t, letters["your-turn-red"].m, match.OfferDraw{By: engine.Blue, Ply: match.AnyPly})
	away := match.TakeVacation{By: engine.Blue, Days: 2}
	for kind, m := range map[Kind]match.Match{
		Away: do(t, m, away), Back: do(t, m, away, match.EndVacation{By: engine.Blue}),
		TimeGiven: do(t, m, match.GiveTime{By: engine.Blue, Ply: match.AnyPly}),
		TurnAgain: do(t, m, match.MailAgain{By: engine.Red}), Nudged: do(t, m, match.Nudge{By: engine.Blue}),
		NewLinks: do(t, m, match.RenewLinks{By: engine.Red}), Said: do(t, m, match.Say{By: engine.Blue, Text: "Well?"}),
	} {
		text := strings.Join(strings.Fields(compose(t, c, m, kind, engine.Red).text), " ")
		if !strings.Contains(text, "Bob offers you a draw") {
			t.Errorf("%v: %s", kind, text)
		}
	}
}
