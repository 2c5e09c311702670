package mail

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/letter"
	"fieldpost/infra/link"
)

// answered is an answer as it is sent.
func answered(t testing.TB, c *Composer, m match.Match, a Answer) []byte {
	t.Helper()
	msg, err := c.Answer(m, a, "key")
	if err != nil {
		t.Fatal(err)
	}
	return msg.Raw
}

// Answers as their readers get them.
func TestAnswerMails(t *testing.T) {
	c := answerable(t)
	_, letters := story(t)
	setting := letters["set-up-blue"].m
	setups := deal(setting.Rules, rand.New(rand.NewPCG(1, 1)))
	set := do(t, setting, match.SetUp{By: engine.Blue, Setup: setups.Blue, Sure: true})
	turn, over := letters["your-turn-red"].m, letters["over-red"].m
	offered := letters["draw-offered-red"].m
	for name, of := range map[string]owedAnswer{
		"board": {turn, Answer{Seat: engine.Red, Says: []string{"So it stands."}, Game: true}},
		"wait":  {turn, Answer{Seat: engine.Blue, Says: []string{"So it stands."}, Game: true}},
		"moves": {offered, Answer{Seat: engine.Red, Says: []string{"So it stands."}, Moves: true, Record: true}},
		"army":  {set, Answer{Seat: engine.Blue, Says: []string{"Your setup is in."}, Army: true}},
		"over":  {over, Answer{Seat: engine.Blue, Says: []string{"The game is over."}, Game: true}},
		"press": {turn, Answer{
			Seat: engine.Red, Says: []string{"Nothing was played.", "Press this link:"}, Lists: []Lines{{"A list:", []string{"one", "two"}}},
			Press: []Press{{"Resign, on its own page", link.Link{Purpose: link.Act, Ply: 40, Action: match.Resigning}}},
		}},
	} {
		of.a.At, of.a.To = of.m.Changed.Add(time.Hour), "<1@mail.example>"
		p := read(t, answered(t, c, of.m, of.a))
		golden(t, "answer-"+name+".txt", "Reply-To: "+p.header.Get("Reply-To")+"\nReferences: "+p.header.Get("References")+"\n\n"+p.text)
		golden(t, "answer-"+name+".html", p.html)
		if got := p.header.Get("Auto-Submitted"); got != "auto-replied" {
			t.Errorf("%s: Auto-Submitted %q", name, got)
		}
		if got := p.header.Get("Date"); got != of.a.At.Format(time.RFC1123Z) {
			t.Errorf("%s: Date %q", name, got)
		}
	}
}

type owedAnswer struct {
	m match.Match
	a Answer
}

// An answer goes to nobody who does not sit there or is asked to, and says something.
func TestAnswerRefuses(t *testing.T) {
	c := answerable(t)
	says := []string{"Hello."}
	fresh := newMatch(t, engine.StandardRules(engine.Duel))
	confirmed := do(t, fresh, match.Confirm{})
	for name, of := range map[string]owedAnswer{
		"no seat":              {confirmed, Answer{Says: says}},
		"nothing to say":       {confirmed, Answer{Seat: engine.Red}},
		"not confirmed":        {fresh, Answer{Seat: engine.Red, Says: says}},
		"nobody sits there":    {alone(t, engine.StandardRules(engine.Duel), false), Answer{Seat: engine.Blue, Says: says}},
		"no such seat as this": {confirmed, Answer{Seat: 7, Says: says}},
	} {
		if msg, err := c.Answer(of.m, of.a, "key"); err == nil || msg.Raw != nil || strings.Contains(err.Error(), "@") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Who is only invited has no seat yet: an answer to him has no link to one.
func TestAnswerToTheInvited(t *testing.T) {
	c := answerable(t)
	m := do(t, newMatch(t, engine.StandardRules(engine.Duel)), match.Confirm{})
	p := read(t, answered(t, c, m, Answer{Seat: engine.Blue, At: m.Changed, Says: []string{"Hello."}, Game: true, Army: true, Moves: true, Record: true}))
	for _, secret := range []string{"/b/", "/p/"} {
		if strings.Contains(p.text+p.html, secret) {
			t.Errorf("it has a link %s", secret)
		}
	}
	if !slices.Equal(p.header["To"], []string{`"Bob" <bob@example.net>`}) {
		t.Errorf("to %q", p.header["To"])
	}
}

// Two answers with different keys are two mails, and one is the same each time.
func TestAnswersAreTheSameEveryTime(t *testing.T) {
	c := answerable(t)
	_, letters := story(t)
	a := Answer{Seat: engine.Red, At: dawn, Says: []string{"Hello."}, Game: true}
	one, again := answered(t, c, letters["your-turn-red"].m, a), answered(t, c, letters["your-turn-red"].m, a)
	if !bytes.Equal(one, again) {
		t.Error("two compositions differ")
	}
	other, err := c.Answer(letters["your-turn-red"].m, a, "another key")
	if err != nil {
		t.Fatal(err)
	}
	first, err := letter.Read(one)
	if err != nil {
		t.Fatal(err)
	}
	second, err := letter.Read(other.Raw)
	if err != nil || first.MessageID == second.MessageID {
		t.Errorf("two answers are one mail, %v", err)
	}
}
