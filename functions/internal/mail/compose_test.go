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
	"fieldpost/engine/player"
)

// owed is a letter with the match that owes it.
type owed struct {
	m match.Match
	l Letter
}

// reminded returns m after the next reminder.
func reminded(t testing.TB, m match.Match) match.Match {
	t.Helper()
	next, _, err := match.Decide(m, match.Remind{}, m.Due())
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// message is what an inviter writes, of which no mail may hold a word.
const message = "Fancy a game, xylophonist?"

// story returns every mail of a game that is played to its end, by name.
func story(t testing.TB) (names []string, letters map[string]owed) {
	t.Helper()
	letters = map[string]owed{}
	add := func(m match.Match, k Kind, seat engine.Color, of ...string) {
		name := strings.Join(append([]string{k.String(), seat.String()}, of...), "-")
		names = append(names, name)
		letters[name] = owed{m, Letter{Kind: k, Seat: seat}}
	}
	random := rand.New(rand.NewPCG(153, 12))
	rules := engine.StandardRules(engine.Barrage)
	setups := deal(rules, random)
	m := newMatch(t, rules)
	add(m, Confirm, engine.Red)
	m = do(t, m, match.Confirm{})
	add(m, SetUp, engine.Red)
	add(m, Invite, engine.Blue)
	letter := m
	letter.Message = message
	add(letter, Invite, engine.Blue, "message")
	add(do(t, m, match.Decline{By: engine.Blue}), Declined, engine.Red)
	add(timeOut(t, m), Expired, engine.Red)
	add(do(t, m, match.RenewLinks{By: engine.Red}), NewLinks, engine.Red, "invited")
	vacant := alone(t, rules, false)
	add(vacant, SetUp, engine.Red, "vacant")
	add(alone(t, rules, true), SetUp, engine.Red, "open")
	add(timeOut(t, vacant), Expired, engine.Red, "vacant")
	m = do(t, m, match.Accept{By: engine.Blue})
	add(m, SetUp, engine.Blue)
	add(m, Accepted, engine.Red)
	add(timeOut(t, m), Aborted, engine.Red, "clock")
	add(do(t, m, match.Leave{By: engine.Blue}), Aborted, engine.Red, "left")
	half := setups.Red
	half[slices.Index(half[:], engine.Flag)] = engine.NoRank
	drafts := do(t, m, match.SaveDraft{By: engine.Red, Setup: half}, match.SaveDraft{By: engine.Blue, Setup: setups.Blue})
	add(drafts, SetUp, engine.Blue, "draft")
	add(drafts, Accepted, engine.Red, "draft")
	add(timeOut(t, drafts), Aborted, engine.Red, "clock", "draft")
	add(reminded(t, m), Reminder, engine.Blue, "setup")
	add(reminded(t, reminded(t, m)), Reminder, engine.Blue, "setup", "last")
	add(reminded(t, drafts), Reminder, engine.Red, "draft")
	apart := do(t, m, match.GiveTime{By: engine.Red, Ply: match.AnyPly})
	add(apart, TimeGiven, engine.Blue, "setup")
	add(timeOut(t, apart), Over, engine.Red, "apart")
	add(timeOut(t, apart), Over, engine.Blue, "apart")
	drafts = do(t, drafts, match.SetUp{By: engine.Red, Setup: setups.Red, Sure: true})
	add(drafts, Waiting, engine.Blue, "draft")
	add(timeOut(t, drafts), Over, engine.Blue, "setup", "draft")
	m = do(t, m, match.SetUp{By: engine.Red, Setup: setups.Red, Sure: true})
	add(m, Waiting, engine.Blue)
	add(timeOut(t, m), Over, engine.Red, "setup")
	add(timeOut(t, m), Over, engine.Blue, "setup")
	add(do(t, m, match.Nudge{By: engine.Red}), Nudged, engine.Blue, "setup")
	add(do(t, m, match.MailAgain{By: engine.Blue}), TurnAgain, engine.Blue, "setup")
	m = do(t, m, match.SetUp{By: engine.Blue, Setup: setups.Blue, Sure: true})
	add(m, GameOn, engine.Red)
	add(m, GameOn, engine.Blue)
	aborted := do(t, m, match.Abort{By: engine.Blue, Ply: 0})
	add(aborted, Aborted, engine.Red)
	add(aborted, Aborted, engine.Blue)
	m = play(t, m, 39, random)
	add(m, YourTurn, engine.Blue)
	m = play(t, m, 1, random)
	add(m, YourTurn, engine.Red)
	offered := do(t, m, match.OfferDraw{By: engine.Blue, Ply: 40})
	add(offered, DrawOffered, engine.Red)
	add(do(t, m, match.OfferDraw{By: engine.Red, Ply: 40}), DrawOffered, engine.Blue)
	add(do(t, offered, match.DeclineDraw{By: engine.Red, Ply: 40}), DrawDeclined, engine.Blue)
	add(do(t, offered, match.AcceptDraw{By: engine.Red, Ply: 40}), Over, engine.Blue, "agreed")
	add(play(t, offered, 1, rand.New(rand.NewPCG(1, 2))), YourTurn, engine.Blue, "declined")
	add(do(t, m, match.PlayMove{By: engine.Red, Ply: 40, Move: m.Game.Moves()[0], OfferDraw: true}), YourTurn, engine.Blue, "offered")
	add(do(t, m, match.Resign{By: engine.Blue, Ply: 40}), Over, engine.Red, "resigned")
	add(do(t, m, match.Leave{By: engine.Blue}), Over, engine.Red, "left")
	add(timeOut(t, m), Over, engine.Red, "time")
	add(reminded(t, m), Reminder, engine.Red)
	add(reminded(t, reminded(t, m)), Reminder, engine.Red, "last")
	add(do(t, m, match.GiveTime{By: engine.Blue, Ply: 40}), TimeGiven, engine.Red)
	resting := do(t, m, match.TakeVacation{By: engine.Red, Days: 7})
	add(resting, Away, engine.Blue)
	add(do(t, m, match.TakeVacation{By: engine.Blue, From: m.Changed.AddDate(0, 0, 9), Days: 30}), Away, engine.Red, "soon")
	add(play(t, resting, 2, rand.New(rand.NewPCG(1, 2))), YourTurn, engine.Red, "away")
	add(do(t, resting, match.EndVacation{By: engine.Red}), Back, engine.Blue)
	soon := do(t, m, match.TakeVacation{By: engine.Blue, From: m.Changed.AddDate(0, 0, 9), Days: 30})
	add(do(t, soon, match.EndVacation{By: engine.Blue}), Back, engine.Red, "off")
	add(do(t, m, match.RenewLinks{By: engine.Red}), NewLinks, engine.Red)
	add(do(t, m, match.RenewLinks{By: engine.Blue}), NewLinks, engine.Blue)
	add(do(t, m, match.Readdress{By: engine.Red, Address: "annie@example.org", Key: player.Key{9}}, match.Readdress{By: engine.Red, Address: m.Seats.Red.Address, Key: m.Seats.Red.Key, Back: true}), NewLinks, engine.Red, "back")
	add(do(t, offered, match.RenewLinks{By: engine.Red}), NewLinks, engine.Red, "offered")
	add(do(t, m, match.Nudge{By: engine.Blue}), Nudged, engine.Red)
	add(do(t, m, match.MailAgain{By: engine.Red}), TurnAgain, engine.Red)
	said := do(t, m, match.Say{By: engine.Blue, Text: wordsOfBob}, match.OfferDraw{By: engine.Blue, Ply: 40}, match.Nudge{By: engine.Blue})
	add(said, Said, engine.Red)
	add(said, Nudged, engine.Red, "said")
	add(do(t, m, match.Say{By: engine.Blue, Text: "www.evil.example"}), Said, engine.Red, "linked")
	lined(t, m, add)
	m = play(t, m, 4000, random)
	add(m, Over, engine.Red)
	add(m, Over, engine.Blue)
	add(do(t, m, match.RenewLinks{By: engine.Red}), NewLinks, engine.Red, "over")
	add(do(t, m, match.Say{By: engine.Red, Text: wordsOfBob}), Said, engine.Blue, "over")
	rematch := again(t, m)
	add(rematch, SetUp, engine.Red, "again")
	add(rematch, Invite, engine.Blue, "again")
	add(do(t, rematch, match.Decline{By: engine.Blue}), Declined, engine.Red, "again")
	return names, letters
}

// wordsOfBob is a message that would do harm, if an answer could quote it for its writer's
// own, and a long one.
const wordsOfBob = "Bravo!\n\nresign yes\n<b>e6</b> – " + "Ann, Ann, Ann, Ann, Ann, Ann, Ann, Ann, Ann, Ann, Ann, Ann, Ann, Ann, resign yes"

// The text and HTML of each kind of mail, as their readers get them.
func TestEveryMail(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	for _, name := range names {
		l := letters[name]
		p := compose(t, c, l.m, l.l.Kind, l.l.Seat)
		var head strings.Builder
		for _, h := range []string{"From", "To", "Subject"} {
			head.WriteString(h + ": " + decode(t, p.header.Get(h)) + "\n")
		}
		golden(t, name+".txt", head.String()+"\n"+p.text)
		golden(t, name+".html", p.html)
	}
}

// timeOut gives the clock's command, a second after the deadline.
func timeOut(t testing.TB, m match.Match) match.Match {
	t.Helper()
	next, _, err := match.Decide(m, match.TimeOut{}, m.Deadline.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// What the other has written since the reader's last move stands in the mails that bring or
// ask for his turn, unless he has muted him, and in no other. Without it whoever misses one
// mail misses what it said, or reads the same words in each mail until he moves.
func TestMailsOfATurnQuoteWhatIsNew(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	quoting := []string{
		"waiting-blue", "waiting-blue-draft", "game-on-red", "your-turn", "line-played", "turn-again",
		"reminder-red-last", "reminder-blue-setup-last", "new-links-red", "new-links-red-offered", "new-links-red-back",
	}
	quoted := map[bool]int{}
	for _, name := range names {
		l := letters[name]
		if !l.m.Seated(l.m.Opponent()) || l.m.Unanswered(l.l.Seat).Text != "" {
			continue
		}
		m := l.m
		*m.Said.Of(l.l.Seat.Other()) = match.Message{Text: "Hello again!", At: m.Changed, Ply: m.Game.Ply()}
		m.Talks++
		if l.l.Kind != Said && l.l.Kind != SetUp && l.l.Kind != Accepted { // the last two come with the acceptance
			want := slices.Contains(quoting, name) || slices.Contains(quoting, l.l.Kind.String())
			p := compose(t, c, m, l.l.Kind, l.l.Seat)
			if strings.Contains(p.text, "> Hello again!\n") != want || strings.Contains(p.html, ">Hello again!</blockquote>") != want {
				t.Errorf("%s quotes it: %t", name, !want)
			}
			quoted[want]++
		}
		*m.Mutes.Of(l.l.Seat) = true
		if l.l.Kind != Said && !bytes.Equal(raw(t, c, m, l.l.Kind, l.l.Seat), raw(t, c, muted(l.m, l.l.Seat), l.l.Kind, l.l.Seat)) {
			t.Errorf("%s tells of a muted player's message", name)
		}
		if l.l.Kind != Said && !bytes.Equal(raw(t, c, muted(l.m, l.l.Seat.Other()), l.l.Kind, l.l.Seat), raw(t, c, l.m, l.l.Kind, l.l.Seat)) {
			t.Errorf("%s tells that its reader is muted", name)
		}
	}
	if quoted[true] < 10 || quoted[false] < 15 {
		t.Errorf("only %v mails were looked at", quoted)
	}
}

// muted is m in which the player of a seat has muted the other.
func muted(m match.Match, seat engine.Color) match.Match {
	*m.Mutes.Of(seat) = true
	return m
}
