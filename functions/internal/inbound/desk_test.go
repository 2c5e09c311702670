package inbound

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// A whole game, from the invitation to the rematch, needs nothing but mails.
func TestWholeGameByMail(t *testing.T) {
	for _, lang := range []string{"en", "fr", "de", "nl"} {
		w := newWorld(t)
		w.create(engine.Lightning, lang)
		w.answer(bob, "accept")
		w.answer(ann, "setup 2")
		w.answer(bob, "setup random")
		plies := 0
		for ; plies < 60 && w.match().State == match.Playing; plies++ {
			m := w.match()
			who := ann
			if m.Game.ToMove() == engine.Blue {
				who = bob
			}
			// He reads his moves from the text of his mail alone.
			mail := w.turn(who)
			moves := regexp.MustCompile(`(?m)^  ?([a-j][0-9]+): (.*)$|^([a-j][0-9]+): (.*)$`).FindAllStringSubmatch(mail.text, -1)
			if len(moves) == 0 {
				t.Fatalf("no moves in\n%s", mail.text)
			}
			line := moves[plies%len(moves)]
			from, to := line[1]+line[3], strings.Fields(line[2]+line[4])
			separators := []string{"-", " ", "x", "→", ""}
			got := w.answerTo(mail, from+separators[plies%len(separators)]+to[plies%len(to)])
			if ways := regexp.MustCompile(`[a-j][0-9]+-[a-j][0-9]+-[a-j][0-9]+`).FindAllString(got.text, -1); w.match().Game.Ply() == plies && len(ways) > 1 {
				w.answerTo(got, ways[plies%len(ways)]) // the captain was asked for his way
			}
			if m := w.match(); m.Game.Ply() != plies+1 {
				t.Fatalf("%s: ply %d\n%s", lang, m.Game.Ply(), w.last(who).text)
			}
		}
		if plies < 10 {
			t.Fatalf("only %d plies", plies)
		}
		if w.match().State == match.Playing {
			yes := map[string]string{"en": "resign yes", "fr": "abandonner oui", "de": "aufgeben ja", "nl": "opgeven ja"}[lang]
			word := map[string]string{"en": "I resign.", "fr": "J'abandonne", "de": "aufgeben", "nl": "opgeven"}[lang]
			asked := w.answerTo(w.turn(ann), word)
			if w.match().State != match.Playing {
				t.Fatal("resigned without being asked back")
			}
			asked.says(t, yes, "/a/")
			w.answerTo(asked, yes)
		}
		if w.match().State != match.Over {
			t.Fatal(w.match())
		}
		w.answer(ann, "rematch")
		again, err := match.Open(w.images[w.match().RematchID()])
		if err != nil || again.State != match.Invited || again.Creator != engine.Blue {
			t.Fatalf("%v %v", again, err)
		}
		w.answer(bob, "accept") // the invitation is his newest mail
		if again, _ = match.Open(w.images[again.ID]); again.State != match.SettingUp {
			t.Error(again)
		}
		if log := w.log.String(); strings.Contains(log, "@") || strings.Contains(log, "play+") || strings.Contains(log, "Ann") {
			t.Errorf("the log tells of somebody:\n%s", log)
		}
	}
}

// Scenario T15: an out-of-office reply, a delivery report, a forged From, and an
// HTML-only Outlook reply that quotes a board full of coordinates play no move, make
// no loop and bring at most three help mails a day, to the registered address alone.
func TestT15MailIn(t *testing.T) {
	w := newWorld(t)
	w.playing()
	before, to := len(w.box), w.turn(ann)
	quiet := func(what string, d Delivery) {
		t.Helper()
		if w.take(d); len(w.box) != before || w.match().Game.Ply() != 0 {
			t.Errorf("%s: %d mails, ply %d", what, len(w.box)-before, w.match().Game.Ply())
		}
	}
	legal := w.match().View(engine.Red).Legal[0].String()
	quiet("out of office", w.reply(ann, to, legal, "Auto-Submitted: auto-replied"))
	quiet("of an older program", w.reply(ann, to, legal, "Precedence: bulk"))
	report := w.reply(ann, to, legal)
	report.From = ""
	quiet("a report", report)
	report = w.reply(ann, to, legal)
	report.Raw = []byte(strings.Replace(string(report.Raw), "text/plain", "multipart/report; boundary=x", 1))
	quiet("a report by its type", report)
	quiet("our own", w.reply("games@fieldpost.example", to, legal))
	quiet("our own reply domain", w.reply(to.replyTo, to, legal))
	large := w.reply(ann, to, legal)
	large.Raw = append(large.Raw, make([]byte, MaxSize)...)
	quiet("too large", large)
	infected := w.reply(ann, to, legal)
	infected.Infected = true
	quiet("a virus", infected)
	unknown := w.reply(ann, to, legal)
	unknown.To = []string{"play+" + strings.Repeat("a", 56) + "@reply.fieldpost.example", "play@reply.fieldpost.example", "ann", "", "play+@"}
	quiet("to nobody", unknown)
	elsewhere := w.reply(ann, to, legal)
	elsewhere.To[0] = strings.Replace(to.replyTo, "reply.", "another.", 1)
	quiet("to another domain", elsewhere)

	// Whoever has the address of the mail, but not the player's mailbox.
	w.take(w.reply("mallory@example.com", to, legal))
	told := w.last(ann)
	if told.says(t, "not, or not alone, from your address", "/m/"); len(w.box) != before+1 || w.match().Game.Ply() != 0 {
		t.Fatalf("%d mails", len(w.box)-before)
	}
	token := regexp.MustCompile(`/m/(\S+)`).FindStringSubmatch(told.text)[1]
	l, err := w.desk.Keys.Open(link.Move, token, w.now)
	if err != nil || l.Move.String() != legal || l.Seat != engine.Red {
		t.Errorf("the link is %v, %v", l, err)
	}

	outlook, err := os.ReadFile("testdata/52-outlook-desktop-board-only.eml")
	if err != nil {
		t.Fatal(err)
	}
	raw := regexp.MustCompile(`(?m)^From:.*$`).ReplaceAllString(string(outlook), "From: "+ann)
	for i := range 10 {
		w.take(Delivery{From: ann, To: []string{to.replyTo}, At: w.now, Raw: []byte(fmt.Sprintf("X-Number: %d\r\n%s", i, raw))})
	}
	if got := len(w.box) - before; got != 3 {
		t.Errorf("%d mails about what came to nothing", got)
	}
	w.last(ann).says(t, "No line of your mail is a command", "“b4-b5” plays a move")
	for _, m := range w.box[before:] {
		if m.to != ann {
			t.Errorf("a mail to %s", m.to)
		}
	}
	// The player is not shut out by all that, and tomorrow is told again.
	w.answerTo(to, legal)
	if w.match().Game.Ply() != 1 {
		t.Error("the player's own move was not played")
	}
	w.now = w.now.Add(24 * time.Hour)
	w.take(w.reply(ann, to, "hello"))
	if w.last(ann).says(t, "No line of your mail"); w.match().Game.Ply() != 1 {
		t.Error("a move was played")
	}
}

// Two answers to the same turn: the same move is already played, another is not
// played any more. Without it a mail that is sent twice would be refused, or play
// what was meant for another turn.
func TestTwoAnswersToOneTurn(t *testing.T) {
	w := newWorld(t)
	w.playing()
	turn, legal := w.turn(ann), w.match().View(engine.Red).Legal
	w.answerTo(turn, legal[0].String()).says(t, "You played", "Your move is played, and Bob is told by mail.")
	again := w.answerTo(turn, legal[0].String())
	again.says(t, "This move is already played")
	w.answerTo(turn, legal[1].String()).says(t, "You have answered a mail of an earlier turn, in which you played "+legal[0].String(), "Turn 2: Bob to move")
	if m := w.match(); m.Game.Ply() != 1 {
		t.Errorf("ply %d", m.Game.Ply())
	}
	reply := w.match().View(engine.Blue).Legal[0]
	w.answer(bob, reply.String())
	third := w.answerTo(turn, legal[2].String())
	third.says(t, "You have answered a mail of an earlier turn", "It is your move")
	if m := w.match(); m.Game.Ply() != 2 {
		t.Errorf("ply %d", m.Game.Ply())
	}
	// The answer shows today's board, and so can be answered with a move.
	next := w.match().View(engine.Red).Legal[0]
	if w.answerTo(third, next.String()); w.match().Game.Ply() != 3 {
		t.Errorf("ply %d\n%s", w.match().Game.Ply(), w.last(ann).text)
	}
}

// The very same mail, taken in twice, counts once and is answered once.
func TestSeenBefore(t *testing.T) {
	w := newWorld(t)
	w.playing()
	d := w.reply(ann, w.turn(ann), w.match().View(engine.Red).Legal[0].String())
	w.take(d)
	n := len(w.box)
	w.take(d)
	if len(w.box) != n || w.match().Game.Ply() != 1 {
		t.Errorf("%d more mails, ply %d", len(w.box)-n, w.match().Game.Ply())
	}
}

// An answer crosses with a click on a link of the same mail.
func TestAnswerCrossesWithAClick(t *testing.T) {
	w := newWorld(t)
	w.playing()
	turn, legal := w.turn(ann), w.match().View(engine.Red).Legal
	click := match.ByLink{Seat: engine.Red, Command: match.PlayMove{By: engine.Red, Move: legal[0]}}
	if _, err := w.app.Do(t.Context(), game, click); err != nil {
		t.Fatal(err)
	}
	w.answerTo(turn, legal[0].String()).says(t, "already played")
	w.answerTo(turn, legal[1].String()).says(t, "in which you played "+legal[0].String())
	if w.match().Game.Ply() != 1 {
		t.Error("two moves were played")
	}
}

// Whatever goes wrong on the way, the mail may be taken again, and counts once.
func TestTakenAgain(t *testing.T) {
	for _, call := range []string{"save", "post", "mark"} {
		w := newWorld(t)
		w.playing()
		n := len(w.box)
		d := w.reply(ann, w.turn(ann), w.match().View(engine.Red).Legal[0].String())
		w.down = call
		if err := w.desk.Take(t.Context(), d); err == nil || strings.Contains(err.Error(), "@") {
			t.Errorf("%s: %v", call, err)
		}
		w.down = ""
		w.take(d)
		if len(w.box) != n+2 || w.match().Game.Ply() != 1 {
			t.Errorf("%s: %d more mails, ply %d", call, len(w.box)-n, w.match().Game.Ply())
		}
	}
}

// An offer is answered by the mail that has shown it, and by no other: a lapsed or
// later one is never touched.
func TestOfferInThatMail(t *testing.T) {
	w := newWorld(t)
	w.playing()
	old := w.turn(bob) // game on: no offer
	move := func(by engine.Color, more string) message {
		t.Helper()
		who := map[engine.Color]string{engine.Red: ann, engine.Blue: bob}[by]
		return w.answerTo(w.turn(who), w.match().View(by).Legal[0].String()+more)
	}
	move(engine.Red, " draw").says(t, "Your move is played with your offer of a draw")
	offer := w.turn(bob)
	w.answerTo(old, "accept").says(t, "a mail of an earlier turn", "Ann offers you a draw")
	w.answerTo(old, "decline").says(t, "a mail of an earlier turn")
	if m := w.match(); m.Offer != engine.Red {
		t.Fatal("an offer that the mail did not show was answered")
	}
	w.now = w.now.Add(24 * time.Hour)
	// Nor does a move by the old mail decline what it does not know.
	w.answerTo(old, w.match().View(engine.Blue).Legal[0].String()).says(t, "earlier turn")
	shown := w.answerTo(old, "board")
	shown.says(t, "Ann offers you a draw")
	w.answerTo(shown, "decline").says(t, "You have declined the draw")
	w.answerTo(shown, "decline").says(t, "done already")
	w.answerTo(offer, "accept").says(t, "tells of no offer")
	if m := w.match(); m.State != match.Playing || m.Offer != engine.NoColor {
		t.Fatal(m)
	}
	for range 5 {
		move(engine.Blue, "")
		move(engine.Red, "")
	}
	w.answerTo(w.turn(bob), "draw?").says(t, "Your offer of a draw stands")
	later := w.turn(ann)
	w.answerTo(later, "accept").says(t, "You have accepted the draw")
	if m := w.match(); m.State != match.Over || m.Game.Reason() != engine.ByAgreement {
		t.Error(m)
	}
}

// A move by a mail that does not show an offer made since plays nothing: it would
// decline what its player has not seen.
func TestMoveUnaware(t *testing.T) {
	w := newWorld(t)
	w.playing()
	turn, legal := w.turn(ann), w.match().View(engine.Red).Legal[0].String()
	w.answerTo(w.turn(bob), "draw").says(t, "Your offer of a draw stands")
	w.answerTo(turn, "accept").says(t, "tells of no offer that still stands", "Bob offers you a draw")
	told := w.answerTo(turn, legal)
	told.says(t, "Your move is not played yet: Bob has offered you a draw")
	if w.match().Game.Ply() != 0 {
		t.Fatal("played")
	}
	if w.answerTo(told, legal); w.match().Game.Ply() != 1 || w.match().Offer != engine.NoColor {
		t.Error("not played")
	}
}

// In mode aligned the address alone is no proof.
func TestAligned(t *testing.T) {
	for trust, plays := range map[Trust]bool{Aligned: true, Unaligned: false, Unchecked: false} {
		w := newWorld(t)
		w.playing()
		w.desk.Aligned = true
		d := w.reply(ann, w.turn(ann), w.match().View(engine.Red).Legal[0].String())
		d.Trust = trust
		w.take(d)
		if (w.match().Game.Ply() == 1) != plays {
			t.Errorf("%v: ply %d", trust, w.match().Game.Ply())
		}
		if !plays {
			w.last(ann).says(t, "neither DKIM nor SPF nor DMARC shows", "/m/")
		}
	}
}

// In doubt nothing is done, but for a draft; each command gets the link by which the
// player does it himself.
func TestDoubt(t *testing.T) {
	doubted := func(text, from, want string) {
		t.Helper()
		w := newWorld(t)
		w.playing()
		before := w.match()
		w.take(w.reply(from, w.turn(bob), text))
		w.last(bob).says(t, "not, or not alone, from your address", want)
		if now := w.match(); now.Version != before.Version {
			t.Errorf("%s: version %d, %d before", text, now.Version, before.Version)
		}
		if he, _ := w.people.Profile(t.Context(), w.pepper.Key(bob)); he.Mode != player.Turns {
			t.Errorf("%s: the mails were stopped", text)
		}
	}
	for text, want := range map[string]string{
		"resign": "/a/", "resign yes": "/a/", "draw": "/a/", "abort": "/a/", "accept": "no offer", "stop": "foot of this mail",
		"rematch": "cannot be done now", "setup 1": "setups cannot be changed", "say hello": "No message was sent either",
		bob + " is here": "No line", "claim": "Nothing has changed",
	} {
		doubted(text, "eve@example.com", want)
	}
	doubted("draw", bob+", eve@example.com", "/a/")
	doubted("draw", "Bob@example.net.example.com", "/a/")

	w := newWorld(t)
	w.create(engine.Duel, "")
	w.answer(bob, "accept")
	w.take(w.reply("eve@example.com", w.turn(bob), "setup random"))
	w.last(bob).says(t, "saved as a draft", "does not count yet", "Your army as it stands now")
	if he := w.match().Seat(engine.Blue); !he.Drafted || he.Submitted {
		t.Error("no draft")
	}
	w = newWorld(t)
	w.create(engine.Duel, "")
	w.take(w.reply("eve@example.com", w.turn(bob), "accept"))
	if w.last(bob).says(t, "/j/"); w.match().State != match.Invited {
		t.Error(w.match())
	}
}

// What is asked for is shown, and what is refused names its reason and the next step.
func TestAnswers(t *testing.T) {
	w := newWorld(t)
	w.create(engine.Barrage, "")
	w.answer(bob, "b4-b5").says(t, "The game has not begun", "Ann invites you to a game of Stratego")
	w.answerTo(w.turn(bob), "accept").says(t, "You have accepted the invitation of Ann")
	w.answerTo(w.turn(bob), "setup\nM9").says(t, "cannot be read", "Nothing was sent")
	w.answerTo(w.turn(ann), "setup random").says(t, "Your setup is in", "Your army as it stands now", "The same as rows")
	w.now = w.now.Add(24 * time.Hour)
	w.answerTo(w.turn(bob), "setup\nFFFFFFFFFF\n..........\n..........\n..........").says(t, "army")
	w.answerTo(w.turn(bob), "setup 3").says(t, "the game has begun")
	w.answerTo(w.turn(ann), "a1-a9").says(t, "So a1-a9 is not played, and it is still your move", "legal moves")
	w.now = w.now.Add(24 * time.Hour)
	w.answerTo(w.turn(bob), w.match().View(engine.Red).Legal[0].String()).says(t, "This cannot be done now")
	w.answerTo(w.turn(ann), "board").says(t, "legal moves", "Lost and hidden")
	w.answerTo(w.turn(ann), "moves").says(t, "legal moves")
	w.answerTo(w.turn(ann), "record").says(t, "turn 1")
	w.answerTo(w.turn(ann), "games").says(t, "These are your games", "Ann – Bob [")
	w.answerTo(w.turn(ann), "help").says(t, "This is what you can answer", "“resign” gives the game up")
	w.answerTo(w.turn(ann), "claim").says(t, "a draw can be claimed only when 200 moves")
	w.answerTo(w.turn(ann), "rematch").says(t, "This cannot be done now")
	wrong := w.match().View(engine.Red)
	rank := "Marshal "
	if wrong.At(wrong.Legal[0].From).Rank == engine.Marshal {
		rank = "General "
	}
	w.now = w.now.Add(24 * time.Hour)
	w.answerTo(w.turn(ann), rank+wrong.Legal[0].String()).says(t, "You have no piece of the rank "+rank+"on")
	stopped := w.answerTo(w.turn(ann), "stop")
	stopped.says(t, "You get no mails about your games", "The clocks of your games run on")
	if he, _ := w.people.Profile(t.Context(), w.pepper.Key(ann)); he.Mode != player.None {
		t.Error("the mails were not stopped")
	}
	w.answerTo(w.turn(bob), "abort").says(t, "The game is called off")
	if w.match().State != match.Aborted {
		t.Error(w.match())
	}
	w.answerTo(w.turn(bob), "draw").says(t, "The game is over")
	gone := w.turn(ann)
	if _, err := w.app.Do(t.Context(), game, match.Forget{By: engine.Red}); err != nil {
		t.Fatal(err)
	}
	w.answerTo(w.turn(bob), "games").says(t, "A player who left – Bob [")
	w.answerTo(w.turn(bob), "say Hello?").says(t, "the other player has left")
	before := len(w.box)
	w.take(w.reply(ann, gone, "board"))
	if len(w.box) != before {
		t.Error("who is forgotten is answered")
	}
}

// An answer is a mail of the game's thread, behind his own, and says what it is, so
// that no program answers it.
func TestAnswersAreThreaded(t *testing.T) {
	w := newWorld(t)
	w.playing()
	got := w.answerTo(w.turn(ann), "board")
	root := w.turn(ann).header.Get("References")
	id := fmt.Sprintf("<%d@mail.example>", w.written)
	if h := got.header; h.Get("References") != root+" "+id || h.Get("In-Reply-To") != id || h.Get("Auto-Submitted") != "auto-replied" ||
		h.Get("Subject") != w.turn(ann).header.Get("Subject") || got.replyTo == "" {
		t.Errorf("the header is %v", h)
	}
	for _, id := range []string{"<a b@c>", "<x>", "<" + strings.Repeat("a", 300) + "@b>", "<é@b.example>", `<"a"@b.example>`, "a@b"} {
		d := w.reply(ann, w.turn(ann), "board")
		d.Raw = []byte(regexp.MustCompile(`Message-ID: .*`).ReplaceAllString(string(d.Raw), "Message-ID: "+id))
		w.take(d)
		if refs := w.last(ann).header.Get("References"); refs != root {
			t.Errorf("%q comes into the header: %q", id, refs)
		}
	}
}

// A cancelled seat's old addresses are dead.
func TestCancelledAddress(t *testing.T) {
	w := newWorld(t)
	w.playing()
	old := w.turn(ann)
	if _, err := w.app.Do(t.Context(), game, match.RenewLinks{By: engine.Red}); err != nil {
		t.Fatal(err)
	}
	n := len(w.box)
	if w.take(w.reply(ann, old, "board")); len(w.box) != n {
		t.Error("answered")
	}
	w.answerTo(w.turn(ann), "board")
}

// Who has stopped all mail gets no answer either, and plays all the same.
func TestNoMailNoAnswer(t *testing.T) {
	w := newWorld(t)
	w.playing()
	turn, n := w.turn(ann), len(w.box)
	if _, err := w.people.SetMode(t.Context(), w.pepper.Key(ann), player.Stopped); err != nil {
		t.Fatal(err)
	}
	w.take(w.reply(ann, turn, w.match().View(engine.Red).Legal[0].String()))
	if w.match().Game.Ply() != 1 || len(w.box) != n+1 || w.box[n].to != bob {
		t.Errorf("ply %d, %d more mails", w.match().Game.Ply(), len(w.box)-n)
	}
}

// Whatever arrives, no mail is answered to an address other than the seat's, nothing
// below a quote counts, and the log tells of nobody.
func TestOnlyToTheSeat(t *testing.T) {
	w := newWorld(t)
	w.playing()
	froms := []string{ann, bob, "eve@example.com", ann + ", eve@example.com", "Ann <" + ann + ">, " + bob, "", "<>", "not an address", `"` + bob + `" <` + ann + ">"}
	texts := []string{"board", "draw", "resign yes", "accept", "decline", "stop", "help", "hello", "setup random", "games", "rematch", "b4-b5", "", "abort now", "> abort", "say hi"}
	fields := []string{"", "Reply-To: eve@example.com", "Sender: eve@example.com", "From: eve@example.com", "Cc: eve@example.com", "Auto-Submitted: no", "Return-Path: <eve@example.com>"}
	rapid.Check(t, func(rt *rapid.T) {
		to := w.turn(rapid.SampledFrom([]string{ann, bob}).Draw(rt, "to"))
		from := rapid.SampledFrom(froms).Draw(rt, "from")
		text := rapid.OneOf(rapid.SampledFrom(texts), rapid.String()).Draw(rt, "text")
		var more []string
		if f := rapid.SampledFrom(fields).Draw(rt, "field"); f != "" {
			more = append(more, f)
		}
		d := w.reply(from, to, text, more...)
		d.From = rapid.SampledFrom([]string{from, "eve@example.com", ""}).Draw(rt, "envelope")
		d.To = append(d.To, rapid.SampledFrom([]string{"eve@example.com", "play+eve@reply.fieldpost.example", to.replyTo}).Draw(rt, "more"))
		w.desk.Aligned = rapid.Bool().Draw(rt, "aligned")
		d.Trust = Trust(rapid.IntRange(0, 2).Draw(rt, "trust"))
		w.now = w.now.Add(time.Hour)
		n := len(w.box)
		if err := w.desk.Take(t.Context(), d); err != nil {
			rt.Fatal(err)
		}
		answers := 0
		for _, m := range w.box[n:] {
			if m.header.Get("Auto-Submitted") != "auto-replied" {
				continue
			}
			if answers++; m.to != to.to || m.header.Get("To") == "" || len(m.header["Cc"])+len(m.header["Bcc"]) > 0 {
				rt.Fatalf("an answer goes to %s", m.header.Get("To"))
			}
		}
		if answers > 1 {
			rt.Fatalf("%d answers", answers)
		}
	})
	if log := w.log.String(); strings.Contains(log, "@") || strings.Contains(log, "play+") {
		t.Errorf("the log has\n%s", log)
	}
}
