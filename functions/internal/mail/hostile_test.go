package mail

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/inbound/letter"
	"fieldpost/functions/internal/words"
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

// commandsOf fails if the text of a mail says another command than what stands above it,
// in whatever width it is quoted.
func commandsOf(t *testing.T, what, kind, text string) {
	t.Helper()
	whole := unmarked(t, kind, text, 1000)
	for _, most := range []int{1000, 78, 72, 66} {
		below := rewrap(whole, most)
		if got := command.Find(below); got.Kind != command.None {
			t.Errorf("%s, %s in %d columns: %v\n%s", what, kind, most, got.Kind, strings.Join(below, "\n"))
		}
	}
	for _, top := range []string{"Thanks!\n", "draw\n", "say hi\nthere\n", "if a4-a5 then b4-b5\n", "setup\nM 9 8 B\n", "vacation 7 days\n"} {
		above := strings.Split(top, "\n")
		if want, got := command.Find(above), command.Find(append(above, whole...)); !cmp.Equal(want, got) {
			t.Errorf("%s, %s below %q: %v\n%s", what, kind, top, got.Kind, strings.Join(whole, "\n"))
		}
	}
}

// Whatever the players are called and write to each other, the whole of a mail of ours
// below an answer, without a mark, commands nothing but what the answer does. Without it
// a player who is called "resign yes" could have the other's mail program resign.
func TestQuotedMailsCommandNothing(t *testing.T) {
	c := answerable(t)
	names, letters := story(t)
	n := 0
	for _, lang := range c.Words.Languages() {
		for _, name := range names {
			n++
			m, l := in(letters[name].m, lang), letters[name].l
			m.Seats.Red.Name, m.Seats.Blue.Name = dangerous[n%len(dangerous)], dangerous[n/2%len(dangerous)]
			if m.Vacant() {
				m.Seats.Of(m.Opponent()).Name = ""
			}
			p := compose(t, c, m, l.Kind, l.Seat)
			what := fmt.Sprintf("%s in %s of %q and %q", name, lang, m.Seats.Red.Name, m.Seats.Blue.Name)
			commandsOf(t, what, "text/plain", p.text)
			commandsOf(t, what, "text/html", p.html)
		}
	}
}

// The same of what they write to each other, and of the mails that tell of many games.
func TestQuotedMessagesCommandNothing(t *testing.T) {
	c := answerable(t)
	_, letters := story(t)
	m := letters["message-red"].m
	for i, name := range dangerous {
		lang, said := c.Words.Languages()[i%4], messages[i%len(messages)]
		m := in(m, lang)
		m.Seats.Blue.Name, m.Said.Blue.Text = name, said
		what := fmt.Sprintf("%q of %q in %s", said, name, lang)
		told := Answer{Seat: engine.Red, At: m.Changed, Says: []string{c.Words.For(lang).T("talk.told", words.Args{"Name": command.Name(words.Name(name))})}, Told: said}
		for kind, raw := range map[string][]byte{"message": raw(t, c, m, Said, engine.Red), "answer": answered(t, c, m, told), "digest": digested(t, c, m, engine.Red)} {
			p := read(t, raw)
			commandsOf(t, kind+" "+what, "text/plain", p.text)
			commandsOf(t, kind+" "+what, "text/html", p.html)
		}
	}
}

// The same of the answers to mails, which quote what the game could say: of a move that is
// not clear, and of moves that are listed with no board above them.
func TestQuotedAnswersCommandNothing(t *testing.T) {
	c := answerable(t)
	_, letters := story(t)
	turn, over, m := letters["your-turn-red"].m, letters["over-red"].m, twoWays(t)
	_, _, ambiguous := match.Decide(m, match.PlayMove{By: engine.Red, Ply: 0, Move: engine.Move{From: engine.At(5, 4), To: engine.At(6, 5)}}, m.Changed)
	for i, name := range dangerous {
		for _, lang := range c.Words.Languages() {
			w, fit := c.Words.For(lang), command.Name(words.Name(name))
			way := w.Refusal(ambiguous)
			if way == "" {
				t.Fatal(ambiguous)
			}
			for what, of := range map[string]owedAnswer{
				"two ways": {m, Answer{Says: []string{way, w.T("answer.which_way", words.Args{"Move": "e4-f5"})}, Moves: true}},
				"moves":    {m, Answer{Says: []string{w.T("mail.opponent")}, Moves: true, Record: true}},
				"board":    {turn, Answer{Says: []string{w.T("gift.own_turn", words.Args{"Name": fit})}, Game: true}},
				"over":     {over, Answer{Says: []string{w.T("answer.over")}, Game: true, Record: true}},
				"missing":  {turn, Answer{Says: []string{w.T("answer.bare_vacation"), w.T("answer.bare_say"), w.T("answer.bare_if"), w.T("answer.bare_more")}}},
			} {
				if i%4 != 0 && what != "board" {
					continue // no name of a player in it
				}
				m := in(of.m, lang)
				m.Seats.Red.Name, m.Seats.Blue.Name = name, name
				of.a.Seat, of.a.At = engine.Red, m.Changed
				p := read(t, answered(t, c, m, of.a))
				commandsOf(t, fmt.Sprintf("%s in %s of %q", what, lang, name), "text/plain", p.text)
				commandsOf(t, fmt.Sprintf("%s in %s of %q", what, lang, name), "text/html", p.html)
			}
		}
	}
}

// twoWays is a game in which a captain reaches f5 by two ways, and a miner has one move.
func twoWays(t *testing.T) match.Match {
	t.Helper()
	rules := engine.StandardRules(engine.Lightning)
	m := begun(t, newMatch(t, rules), deal(rules, rand.New(rand.NewPCG(1, 1))))
	g, err := engine.StartFrom(engine.Position{
		Rules: rules, ToMove: engine.Red,
		Pieces: map[engine.Square]engine.Piece{
			engine.At(5, 4): {Color: engine.Red, Rank: engine.Captain}, engine.At(1, 1): {Color: engine.Red, Rank: engine.Miner},
			engine.At(2, 1): {Color: engine.Red, Rank: engine.Flag}, engine.At(5, 10): {Color: engine.Blue, Rank: engine.Flag},
			engine.At(10, 9): {Color: engine.Blue, Rank: engine.Scout},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	m.Game = g
	return m
}
