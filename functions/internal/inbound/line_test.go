package inbound

import (
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// next returns a move that Blue could make now, and then one that Red could, and
// another that Blue could make: all of them are of one step to an empty square.
func next(t *testing.T, m match.Match) (reply, answer, other string) {
	t.Helper()
	plain := func(g engine.Game) (list []engine.Move) {
		for _, move := range g.Moves() {
			_, happened, err := engine.Apply(g, engine.Play(g.ToMove(), move))
			if err == nil && happened.Ply.Attack.Result == engine.NoResult && happened.Ply.Shown == engine.NoRank {
				list = append(list, move)
			}
		}
		return list
	}
	blue := plain(m.Game)
	g, _, err := engine.Apply(m.Game, engine.Play(m.Game.ToMove(), blue[0]))
	if err != nil {
		t.Fatal(err)
	}
	return blue[0].String(), plain(g)[0].String(), blue[1].String()
}

// T10 by mail: Red writes what he plays if, and Blue answers his own mail. Red is told
// what was played and what was not; nothing that Blue gets tells of it before.
func TestT10IfThen(t *testing.T) {
	for _, happens := range []bool{true, false} {
		w := newWorld(t)
		w.playing()
		w.answerTo(w.turn(ann), w.match().Game.Moves()[0].String())
		reply, answer, other := next(t, w.match())
		shown := w.match().Shown
		mails := len(w.box)

		// Red answers the mail before his own move: the lines are for the position after it.
		got := w.answerTo(w.turn(ann), "if "+reply+" then "+answer)
		got.says(t, "Saved. Bob does not see it.", "Your if-then lines:", "If Bob plays "+strings.Replace(reply, "-", " to ", 1)+", you play "+strings.Replace(answer, "-", " to ", 1)+".")
		if w.match().Shown != shown || len(w.box) != mails+1 {
			t.Errorf("version %d after %d, %d mails", w.match().Shown, shown, len(w.box)-mails)
		}
		before := w.turn(bob)
		if !happens {
			reply = other
		}
		said := w.answerTo(before, reply)
		m := w.match()
		if !happens {
			said.says(t, "You played "+reply, "Ann is told by mail")
			w.turn(ann).says(t, "Your turn 3:", "Your if-then lines were not played, and are gone: Bob has made another move than the ones you named.")
			if m.Game.Ply() != 2 || m.Game.ToMove() != engine.Red || w.last(bob).id != said.id {
				t.Errorf("ply %d", m.Game.Ply())
			}
			continue
		}
		said.says(t, "You played "+reply+".", "Ann has answered already, and it is your turn again.", "Ann "+answer+".")
		w.turn(bob).says(t, "Your turn 4: Ann "+answer+".", "Ann has answered your move at once. You played "+reply+".")
		w.turn(ann).says(t, "Your if-then line was played: Bob "+reply+". You played "+answer+".", "It is Bob's turn now.")
		for _, mail := range []message{said, w.turn(bob)} {
			if strings.Contains(strings.ToLower(mail.text), "if-then") {
				t.Errorf("Bob learns of the line:\n%s", mail.text)
			}
		}
		if m.Game.Ply() != 3 || m.Game.ToMove() != engine.Blue {
			t.Errorf("ply %d", m.Game.Ply())
		}
	}
}

// TestLinesByMail: adding, forgetting, and what is answered when nothing can be saved.
func TestLinesByMail(t *testing.T) {
	w := newWorld(t)
	w.playing()
	w.answerTo(w.turn(ann), "if a7-a6 then a4-a5").says(t, "It is your own turn: play your move first.")
	w.answerTo(w.turn(ann), w.match().Game.Moves()[0].String())
	reply, answer, other := next(t, w.match())
	w.answerTo(w.turn(ann), "Wenn "+reply+", dann "+answer+"\nsi "+other+" alors "+answer)
	if n := len(w.match().Plans.Red.Lines); n != 2 {
		t.Errorf("%d lines of two", n)
	}
	w.answerTo(w.turn(ann), "if "+reply+" then "+answer).says(t, "Your if-then lines:")
	w.answerTo(w.turn(ann), "if a1-a2 then "+answer).says(t, "As far as you can see, Bob could not play a1-a2 there.")
	if n := len(w.match().Plans.Red.Lines); n != 2 {
		t.Errorf("%d lines after a wrong one", n)
	}
	w.answerTo(w.turn(ann), "if nothing").says(t, "Removed.", "You have no if-then line saved.")
	if n := len(w.match().Plans.Red.Lines); n != 0 {
		t.Errorf("%d lines of none", n)
	}
	w.answerTo(w.turn(ann), "help").says(t, "“if b5-b4 then a4-a5”")

	// From another address nothing is saved, and nothing of it shown.
	w.take(w.reply("mallory@example.com", w.turn(ann), "if "+reply+" then "+answer))
	if n := len(w.match().Plans.Red.Lines); n != 0 {
		t.Error("saved for a stranger")
	}
	w.last(ann).says(t, "If-then lines are saved from your own address alone")

	// Blue has no such mail of Red's: his own address saves for himself.
	w.answerTo(w.turn(bob), "if "+reply+" then "+answer).says(t, "It is your own turn")
	w.answerTo(w.turn(bob), reply)
	w.answerTo(w.turn(bob), "if "+answer+" then "+other)
	if m := w.match(); len(m.Plans.Red.Lines) != 0 {
		t.Errorf("the lines are Red's: %v", m.Plans)
	}
	w.answerTo(w.turn(ann), "draw")
	w.answerTo(w.turn(bob), "if "+answer+" then "+other).says(t, "Ann has offered you a draw.")
}
