package site

import (
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/notify"
	"fieldpost/infra/link"
)

// Without it a player could not learn here what he plays by.
func TestRulesPage(t *testing.T) {
	w := newWorld(t)
	status, page := w.browser().get(base + "/rules")
	want(t, status, page, 200, "The aim", "Board and setup", "The pieces", "Moving", "Attacking",
		"The two rules against repetition", "3 times in a row", "How a game ends", "after 200 moves", "after 400", "After 4000 moves",
		"Attacker advantage", "Exploding bombs", "Moving bombs", "Moving flag", "Reconquest", "Silent defence", "Memory",
		"Long moves in secret", "program Strategus", "g9-g10 +5@c2")
	words := w.words.For("en")
	for _, a := range engine.Armies {
		want(t, status, page, 200, words.Army(a), words.Troops(engine.StandardRules(a).Troops))
	}
	for _, r := range engine.Ranks {
		want(t, status, page, 200, `<th scope="row">`+words.Rank(r)+"</th>")
	}
	// The scouts of original, barrage, duel, lightning, skirmish and skirmish16.
	if row := "<tr><th scope=\"row\">Scout</th><td>2</td><td>2</td><td>8</td><td>2</td><td>2</td><td>4</td><td>2</td><td>3</td></tr>"; !strings.Contains(page, row) {
		t.Errorf("the page has no row %s", row)
	}
	// What stands in the table of moves is what a record has.
	for _, text := range []string{"e4-e5", "e4xe5", "e4-e5-f5", "g9-g10+5@c2"} {
		if _, err := engine.ParseMove(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Without it the page would promise what the program does not keep.
func TestPrivacyPage(t *testing.T) {
	w := hosted(t, Host{PerHour: 20, Contact: "host@a.example", Imprint: "Ann <b>Example</b>\nStreet 1"})
	words := w.words.For("en")
	_, page := w.browser().get(base + "/privacy")
	want(t, 200, page, 200, "tried again for "+words.Span(notify.Patience), "which mails are wanted", "all your games: "+words.Span(link.Link{Purpose: link.Player}.Life()), "to count them: for "+words.Span(creationWindow), "does not confirm is deleted after "+words.Span(match.UnconfirmedLife), "is deleted "+words.Span(match.UnacceptedLife), "forgotten after "+words.Span(match.CandidateLife), "not sent twice: for "+words.Span(match.ClaimLife),
		"confirm a game: "+words.Span(link.Link{Purpose: link.Confirm}.Life()), "invitation: "+words.Span(link.Link{Purpose: link.Join}.Life()),
		"board: "+words.Span(link.Link{Purpose: link.Board}.Life()), "forgotten "+words.Span(player.IdleLife)+" after it was last needed",
		"not confirmed: for "+words.Span(match.ChangeLife), "can be undone: for "+words.Span(match.UndoLife), "new address: "+words.Span(match.ChangeLife)+"; the one to undo that: "+words.Span(match.UndoLife),
		"the game is deleted after "+words.Span(match.UnacceptedLife), "have yourself forgotten",
		"his vacations, which the other sees too, and the moves that he saves", "messages to the other, the last one", "notes for himself", "the address of your webhook", "addresses of your calendar and feed", "kept for "+words.Span(markLife), "go to host@a.example", "Street 1")
	if strings.Contains(page, "<b>Example") || !strings.Contains(page, "<pre tabindex=\"0\">Ann &lt;b&gt;Example&lt;/b&gt;\nStreet 1</pre>") {
		t.Error("the imprint is not shown as it is")
	}
	elsewhere := newWorld(t)
	c := elsewhere.config(elsewhere.app)
	c.LogKept = 30 * 24 * time.Hour
	elsewhere.site = New(c)
	_, page = elsewhere.browser().get(base + "/privacy")
	want(t, 200, page, 200, "ranks: for 30 days", "!How long he keeps it")
	_, page = newWorld(t).browser().get(base + "/privacy") // with a mailbox, without a limit and a host
	want(t, 200, page, 200, "in its own mailbox", "has given no contact", "network address", "How long he keeps it is up to him", "!tried again", "!<pre")
}

// Without it a page would bear another name than the mails, or lead to nobody.
func TestFrameNamesTheHost(t *testing.T) {
	for _, c := range []struct{ contact, link string }{
		{"host@a.example", `<a href="mailto:host@a.example">The host: host@a.example</a>`},
		{"https://a.example/me?x=1", `<a href="https://a.example/me?x=1">The host: https://a.example/me?x=1</a>`},
	} {
		w := hosted(t, Host{Name: "Ann's <games>", Contact: c.contact})
		for _, at := range []string{"/", "/rules", "/privacy", "/nothing"} {
			_, page := w.browser().get(base + at)
			for _, part := range []string{
				"· Ann&#39;s &lt;games&gt;</title>", `<a class="brand" href="https://fieldpost.test/">Ann&#39;s &lt;games&gt;</a>`,
				"Ann&#39;s &lt;games&gt; plays Stratego by mail. It is not affiliated with Jumbo", c.link,
			} {
				if !strings.Contains(page, part) {
					t.Errorf("%s has no %s", at, part)
				}
			}
		}
	}
	_, page := newWorld(t).browser().get(base + "/")
	want(t, 200, page, 200, "· Fieldpost</title>", "!The host:")
}
