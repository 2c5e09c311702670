package inbound

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/players"
)

// quoted is what a mail of ours quotes of somebody's words, in one line.
func (m message) quoted() string {
	var words []string
	for line := range strings.SplitSeq(m.text, "\n") {
		if said, ok := strings.CutPrefix(line, "> "); ok {
			words = append(words, said)
		}
	}
	return strings.Join(words, " ")
}

// Two players talk by nothing but answers to mails, in each language, and each reads
// exactly what the other has written. Without it an answer would go to nobody, or change
// on the way.
func TestTalkByMail(t *testing.T) {
	for lang, word := range map[string]string{"en": "say", "fr": "dire", "de": "sagen", "nl": "zeggen"} {
		w := newWorld(t)
		w.create(engine.Barrage, lang)
		if w.answer(bob, map[string]string{"en": "accept", "fr": "accepter", "de": "annehmen", "nl": "accepteren"}[lang]); w.match().State != match.SettingUp {
			t.Fatal(w.match())
		}
		const his = "Hello Ann – glad to meet you; is b4-b5 your usual way, or “resign yes”? <b>Let me know!</b> Émile, 東京 & co. wish you well."
		told := w.answerTo(w.turn(bob), word+" "+his)
		if told.quoted() != his {
			t.Errorf("%s: he is told that she was told %q", lang, told.quoted())
		}
		got := w.turn(ann)
		if got.quoted() != his || got.replyTo == "" {
			t.Errorf("%s: she reads %q\n%s", lang, got.quoted(), got.text)
		}
		const hers = "Nice to meet you too!"
		if w.answerTo(got, "\n"+strings.ToUpper(word[:1])+word[1:]+": "+hers+"\n\nresign yes"); w.turn(bob).quoted() != hers {
			t.Errorf("%s: he reads %q", lang, w.turn(bob).quoted())
		}
		if m := w.match(); m.State != match.SettingUp || m.Said.Blue.Text != his || m.Said.Red.Text != hers {
			t.Errorf("%s: %v: %q, %q", lang, m, m.Said.Blue.Text, m.Said.Red.Text)
		}
		if log := w.log.String(); strings.Contains(log, "meet") || strings.Contains(log, "Hello") {
			t.Errorf("the log tells what was said:\n%s", log)
		}
	}
}

// A message stands in the next mail too, until its reader has moved; and the mail that is
// sent twice is one message.
func TestMessageInTheNextMail(t *testing.T) {
	w := newWorld(t)
	w.playing()
	hello := w.reply(ann, w.turn(ann), "say Good luck!")
	w.take(hello)
	w.take(hello)
	if n := w.match().Talks; n != 1 {
		t.Errorf("%d messages", n)
	}
	w.answerTo(w.turn(ann), w.match().View(engine.Red).Legal[0].String())
	if turn := w.turn(bob); turn.quoted() != "Good luck!" {
		t.Errorf("his turn quotes %q", turn.quoted())
	}
	w.answerTo(w.turn(bob), w.match().View(engine.Blue).Legal[0].String())
	w.answerTo(w.turn(ann), w.match().View(engine.Red).Legal[0].String())
	if turn := w.turn(bob); turn.quoted() != "" {
		t.Errorf("his next turn quotes %q", turn.quoted())
	}
	w.answerTo(w.turn(bob), "resign yes")
	w.answerTo(w.turn(bob), "say Well played.")
	if w.turn(ann).quoted() != "Well played." {
		t.Error("no thanks after the end")
	}
}

// What is not sent is told to whom has written it, and nobody else hears of it.
func TestNotSaid(t *testing.T) {
	w := newWorld(t)
	w.create(engine.Barrage, "en")
	w.answerTo(w.turn(ann), "say Hello?").says(t, "once both of you take part")
	w.answerTo(w.turn(bob), "say Hello?").says(t, "once both of you take part")
	w.answer(bob, "accept")
	to := w.turn(ann)
	w.answerTo(to, "say "+strings.Repeat("é", match.MostMessageLetters+1)).says(t, "at most 500 characters", "it was not sent")
	w.take(w.reply("mallory@example.com", to, "say Bob, you are a fool"))
	doubt := w.last(ann)
	doubt.says(t, "not, or not alone, from your address", "No message was sent either")
	if strings.Contains(doubt.text, "fool") {
		t.Errorf("a stranger's words are mailed to Ann:\n%s", doubt.text)
	}
	if w.match().Talks != 0 || w.turn(bob).quoted() != "" {
		t.Error("something was sent")
	}
	w.now = w.now.Add(24 * time.Hour) // Ann has had her help mails
	for n := range players.MostMessages {
		w.answerTo(to, fmt.Sprint("say ", n))
	}
	w.answerTo(to, "say one more").says(t, "30 messages of yours in this game have gone out today", "Please try again in")
	if m := w.match(); m.Talks != players.MostMessages || m.Said.Red.Text != "29" {
		t.Errorf("%d messages, the last %q", m.Talks, m.Said.Red.Text)
	}
	w.answerTo(w.turn(bob), "say see www.evil.example")
	if got := w.turn(ann); strings.Contains(got.text, "evil") || !strings.Contains(strings.Join(strings.Fields(got.text), " "), "read the message on your board page") {
		t.Errorf("a link is mailed:\n%s", got.text)
	}
}

// A muted player is answered as ever, to the byte, and his messages reach nobody.
func TestMutedByMail(t *testing.T) {
	var answers [][]string
	for _, mute := range []bool{false, true} {
		w := newWorld(t)
		w.playing()
		if mute {
			if _, err := w.app.Do(t.Context(), game, match.Mute{By: engine.Blue, On: true}); err != nil {
				t.Fatal(err)
			}
		}
		before := len(w.box)
		var told []string
		for _, text := range []string{"say Hello", "say Hello", "board", w.match().View(engine.Red).Legal[0].String(), "say Your turn", "draw", "say No?"} {
			w.take(w.reply(ann, w.turn(ann), text))
		}
		for _, m := range w.box[before:] {
			if m.to == ann {
				told = append(told, fmt.Sprint(m.header)+m.text)
			} else if mute && m.quoted() != "" {
				t.Errorf("Bob, who has muted her, reads\n%s", m.text)
			}
		}
		answers = append(answers, told)
	}
	if len(answers[0]) != 7 || !slices.Equal(answers[0], answers[1]) {
		t.Errorf("Ann can tell that she is muted:\n%q\n%q", answers[0], answers[1])
	}
}

// What is said after an offer does not make the mail that has shown it an old one.
func TestTalkLapsesNoOffer(t *testing.T) {
	w := newWorld(t)
	w.playing()
	w.answerTo(w.turn(ann), "draw").says(t, "Your offer of a draw stands")
	offer := w.turn(bob)
	w.answerTo(w.turn(ann), "say It was a good game.")
	w.answerTo(w.turn(bob), "say It was.")
	w.answerTo(offer, "accept").says(t, "You have accepted the draw")
	if m := w.match(); m.State != match.Over {
		t.Error(m)
	}
}
