package mail

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/inbound/letter"
)

// dangerous are names of players that would do harm, if a line could begin with one of
// them, or with what is left of it.
var dangerous = []string{
	"say hello", "Say: hello", "dire", "Bob dis: non", "zeggen", "ｓａｙ hello", "s\u200day it", "*say* so", "(sagen", "Bob\u202fsay",
	"resign yes", "Oui, j'abandonne", "ich gebe auf", "Ann I resign", "yes, I resign", "opgeven ja", "RESIGN", "Äccept", "accepté", "stop!",
	"Captain", "Major e6", "Lieutenant-colonel", "move", "play:", "Zug", "van", "Bob von", "b4-b5", "b4", "from b4 to b5", "É b4 b5",
	"if b5-b4 then", "si", "wenn", "vacation 7 days", "Urlaub bis", "vacances", "setup 1", "mise en place", "Aufstellung Zufall", "Ann set up random",
	"back", "zurück", "more time", "meine Spiele", "I am back", "draw", "annehmen", "weigeren", "abort the game",
	"> x", "-- ", "On x wrote:", "a: b", "Bob:", "[say](x)", "<say x>", "-----", "東ｓａｙ x", strings.Repeat("東", 36) + "say", strings.Repeat("東", 35) + "ab" + "say",
	strings.Repeat("Ann ", 8) + "say hi", "x resign yes y", "a b c d e f g h i j",
}

// messages are what such a player writes.
var messages = []string{"resign yes", "say hello", "b4-b5\nresign yes", "setup 1", "accept", wordsOfBob}

// quotation is what is left of ours when a mail program drops its marks.
var quotation = regexp.MustCompile(` role="article"|</?blockquote[^>]*>`)

// unmarked is a part of a mail as the text of an answer that quotes it without a mark, in
// lines of at most so many columns.
func unmarked(t testing.TB, kind, text string, most int) []string {
	t.Helper()
	text = quotation.ReplaceAllStringFunc(text, func(mark string) string {
		if strings.Contains(mark, "blockquote") {
			return "<br>"
		}
		return ""
	})
	l, err := letter.Read([]byte("From: a@x.example\r\nContent-Type: " + kind + "; charset=utf-8\r\n\r\n" + text))
	if err != nil {
		t.Fatal(err)
	}
	return rewrap(l.Lines, most)
}

// rewrap breaks lines as a mail program does that has another width.
func rewrap(lines []string, most int) (all []string) {
	for _, line := range lines {
		now := ""
		for word := range strings.SplitSeq(line, " ") {
			if now != "" && columnsOf(now)+1+columnsOf(word) > most {
				all, now = append(all, now), ""
			}
			if now != "" {
				now += " "
			}
			now += word
		}
		all = append(all, now)
	}
	return all
}

// Whatever the players are called and write to each other, the whole of a mail of ours
// below an answer, without a mark, commands nothing but what the answer does. Without it
// a player who is called "resign yes" could have the other's mail program resign.
func TestQuotedMailsCommandNothing(t *testing.T) {
	c := answerable(t)
	names, letters := story(t)
	above := []string{"", "Thanks!\n\n", "draw\n\n", "say hi\nthere\n\n", "if a4-a5 then b4-b5\n\n", "setup\nM 9 8 B\n\n", "vacation 7 days\n\n"}
	n := 0
	for _, lang := range c.Words.Languages() {
		for _, name := range names {
			for range 3 {
				n++
				m, seat := in(letters[name].m, lang), letters[name].l.Seat
				m.Seats.Red.Name, m.Seats.Blue.Name = dangerous[n%len(dangerous)], dangerous[(n/3)%len(dangerous)]
				if m.Vacant() {
					m.Seats.Of(m.Opponent()).Name = ""
				}
				for _, side := range sides {
					if said := m.Said.Of(side); said.Text != "" && !said.Linked() {
						said.Text = messages[n%len(messages)]
					}
				}
				p := compose(t, c, m, letters[name].l.Kind, seat)
				for kind, text := range map[string]string{"text/plain": p.text, "text/html": p.html} {
					for _, most := range []int{1000, 80, 78, 76, 72, 66} {
						below := unmarked(t, kind, text, most)
						for i, top := range above {
							if want, got := command.Find(strings.Split(top, "\n")), command.Find(append(strings.Split(top, "\n"), below...)); !cmp.Equal(want, got) {
								t.Errorf("%s in %s of %q and %q, %s in %d columns below %q: %v\n%s", name, lang, m.Seats.Red.Name, m.Seats.Blue.Name, kind, most, above[i], got, strings.Join(below, "\n"))
								break
							}
						}
					}
				}
			}
		}
	}
}

var _ = engine.Red
var _ match.Match
