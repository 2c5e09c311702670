package notify_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
)

// TestLetters is the whole table event → who gets which mail. Without it a
// player could wait for a mail that nobody sends, or hear of what he must not
// know (that the other has changed his setup).
func TestLetters(t *testing.T) {
	game := line(t)
	scouts := engine.Setup{1: engine.Scout, 8: engine.Flag}
	early := after(t, game[1], match.SetUp{By: engine.Red, Setup: scouts}, match.SetUp{By: engine.Red, Setup: engine.Setup{2: engine.Scout, 8: engine.Flag}},
		match.Accept{By: engine.Blue}, match.SetUp{By: engine.Blue, Setup: scouts})
	second := after(t, game[2], match.SetUp{By: engine.Blue, Setup: scouts}, match.SetUp{By: engine.Blue, Setup: engine.Setup{2: engine.Scout, 8: engine.Flag}})

	drafted := after(t, game[2], match.SaveDraft{By: engine.Blue, Setup: scouts}, match.SetUp{By: engine.Red, Setup: scouts})

	offered := after(t, game[5], match.OfferDraw{By: engine.Red, Ply: 1}, match.DeclineDraw{By: engine.Blue, Ply: 1})
	moved := after(t, offered[0], move(t, engine.Blue, 1, "j7-j6"))
	with := move(t, engine.Blue, 1, "j7-j6")
	with.OfferDraw = true
	offeredWith := after(t, game[5], with, move(t, engine.Red, 2, "a5-a6"))
	accepted := after(t, offered[0], match.AcceptDraw{By: engine.Blue, Ply: 1})

	ifThen := match.SetLines{By: engine.Red, Ply: 1, Lines: []match.Line{{{Move: move(t, engine.Blue, 1, "j7-j6").Move}, {Move: move(t, engine.Red, 2, "a5-a6").Move}}}}
	lines := after(t, game[5], ifThen)[0]
	flag := ifThen
	flag.Lines = []match.Line{{ifThen.Lines[0][0], {Move: move(t, engine.Red, 2, "a5xa7").Move}}}
	muted := after(t, game[5], match.Mute{By: engine.Blue, On: true}, match.Say{By: engine.Red, Text: "Hello"},
		match.Nudge{By: engine.Red}, match.Say{By: engine.Blue, Text: "Hello"})

	invited, vacant, rematch := game[1], vacantSeat(t), rematch(t, game[7])

	seen := make(map[match.EventKind]bool)
	kinds := make(map[mail.Kind]bool)
	for _, test := range []struct {
		name      string
		m         match.Match
		red, blue mail.Kind
	}{
		{"created", game[0], mail.Confirm, mail.NoKind},
		{"confirmed", game[1], mail.SetUp, mail.Invite},
		{"accepted", game[2], mail.Accepted, mail.SetUp},
		{"the creator's setup is in first", game[3], mail.NoKind, mail.Waiting},
		{"the opponent's setup is in first", second[0], mail.Waiting, mail.NoKind},
		{"a draft is saved", drafted[0], mail.NoKind, mail.NoKind},
		{"the creator's setup is in and the opponent has a draft", drafted[1], mail.NoKind, mail.Waiting},
		{"the first setup is given anew", second[1], mail.NoKind, mail.NoKind},
		{"both setups are in", game[4], mail.GameOn, mail.GameOn},
		{"Red moved", game[5], mail.NoKind, mail.YourTurn},
		{"Blue moved", game[6], mail.YourTurn, mail.NoKind},
		{"the game ended", game[7], mail.Over, mail.Over},
		{"a setup before the acceptance", early[0], mail.NoKind, mail.NoKind},
		{"given anew before the acceptance", early[1], mail.NoKind, mail.NoKind},
		{"accepted after the creator's setup", early[2], mail.Accepted, mail.SetUp},
		{"the opponent's setup starts the game", early[3], mail.GameOn, mail.GameOn},
		{"over at the start", overAtOnce(t), mail.Over, mail.Over},
		{"Blue is the creator", blueCreates(t)[0], mail.NoKind, mail.Confirm},
		{"Blue confirmed", blueCreates(t)[1], mail.Invite, mail.SetUp},
		{"Red accepted", blueCreates(t)[2], mail.SetUp, mail.Accepted},
		{"Red offered a draw", offered[0], mail.NoKind, mail.DrawOffered},
		{"Blue declined it", offered[1], mail.DrawDeclined, mail.NoKind},
		{"Blue moved on", moved[0], mail.YourTurn, mail.NoKind},
		{"Blue offered a draw with a move", offeredWith[0], mail.YourTurn, mail.NoKind},
		{"Red moved on", offeredWith[1], mail.NoKind, mail.YourTurn},
		{"Blue accepted", accepted[0], mail.Over, mail.Over},
		{"Blue resigned", after(t, game[5], match.Resign{By: engine.Blue, Ply: 1})[0], mail.Over, mail.Over},
		{"Red called the game off", after(t, game[5], match.Abort{By: engine.Red, Ply: 1})[0], mail.Aborted, mail.Aborted},
		{"Blue ran out of time", timeOut(t, game[5]), mail.Over, mail.Over},
		{"Blue did not set up in time", timeOut(t, game[3]), mail.Over, mail.Over},
		{"neither set up in time", timeOut(t, game[2]), mail.Aborted, mail.Aborted},
		{"declined", after(t, invited, match.Decline{By: engine.Blue})[0], mail.Declined, mail.NoKind},
		{"nobody accepted in time", timeOut(t, invited), mail.Expired, mail.NoKind},
		{"withdrawn", after(t, invited, match.Withdraw{By: engine.Red})[0], mail.NoKind, mail.NoKind},
		{"resent", after(t, invited, match.Resend{By: engine.Red})[0], mail.NoKind, mail.Invite},
		{"sent to another address", after(t, invited, match.CorrectAddress{By: engine.Red, Address: "bob@example.com"})[0], mail.NoKind, mail.Invite},
		{"the creator renewed his links", after(t, invited, match.RenewLinks{By: engine.Red})[0], mail.NewLinks, mail.NoKind},
		{"Blue renewed his links", after(t, game[5], match.RenewLinks{By: engine.Blue})[0], mail.NoKind, mail.NewLinks},
		{"Red agreed to be watched", after(t, game[5], match.Publish{By: engine.Red})[0], mail.NoKind, mail.NoKind},
		{"Red chose another language", after(t, game[5], match.Speak{By: engine.Red, Lang: "fr"})[0], mail.NoKind, mail.NoKind},
		{"Red saved lines", lines, mail.NoKind, mail.NoKind},
		{"Red's line was played", after(t, lines, move(t, engine.Blue, 1, "j7-j6"))[0], mail.LinePlayed, mail.YourTurn},
		{"Red's line was not played", after(t, lines, move(t, engine.Blue, 1, "j7-j5"))[0], mail.YourTurn, mail.NoKind},
		{"Red's line was not played for an offer", after(t, lines, with)[0], mail.YourTurn, mail.NoKind},
		{"an offer has put Red's line aside", after(t, lines, match.OfferDraw{By: engine.Blue, Ply: 1})[0], mail.DrawOffered, mail.NoKind},
		{"Red's line ended the game", after(t, game[5], flag, move(t, engine.Blue, 1, "j7-j6"))[1], mail.Over, mail.Over},
		{"Red wrote to Blue", after(t, game[5], match.Say{By: engine.Red, Text: "Hello"})[0], mail.NoKind, mail.Said},
		{"Blue wrote after the end", after(t, game[7], match.Say{By: engine.Blue, Text: "Thanks"})[0], mail.Said, mail.NoKind},
		{"Blue muted Red", muted[0], mail.NoKind, mail.NoKind},
		{"Red wrote to Blue, who has muted him", muted[1], mail.NoKind, mail.NoKind},
		{"Red nudged Blue, who has muted him", muted[2], mail.NoKind, mail.NoKind},
		{"Blue wrote to Red, whom he has muted", muted[3], mail.Said, mail.NoKind},
		{"Red nudged Blue", after(t, game[5], match.Nudge{By: engine.Red})[0], mail.NoKind, mail.Nudged},
		{"Red nudged Blue, who has not set up", after(t, game[3], match.Nudge{By: engine.Red})[0], mail.NoKind, mail.Nudged},
		{"Blue asked for his turn", after(t, game[5], match.MailAgain{By: engine.Blue})[0], mail.NoKind, mail.TurnAgain},
		{"Red asked for his setup", after(t, game[2], match.MailAgain{By: engine.Red})[0], mail.TurnAgain, mail.NoKind},
		{"Red has another address", after(t, game[5], match.Readdress{By: engine.Red, Address: "annie@example.org"})[0], mail.NewLinks, mail.NoKind},
		{"Blue has another address", after(t, game[3], match.Readdress{By: engine.Blue, Address: "bobby@example.org"})[0], mail.NoKind, mail.NewLinks},
		{"Red has another address for a game that is over", after(t, game[7], match.Readdress{By: engine.Red, Address: "annie@example.org"})[0], mail.NoKind, mail.NoKind},
		{"Red has his address back", after(t, game[5], match.Readdress{By: engine.Red, Address: "annie@example.org", Back: true})[0], mail.NewLinks, mail.NoKind},
		{"Red leaves for good, and resigns", after(t, game[5], match.Leave{By: engine.Red})[0], mail.NoKind, mail.Over},
		{"Blue leaves for good while they set up", after(t, game[2], match.Leave{By: engine.Blue})[0], mail.Aborted, mail.NoKind},
		{"the invited leaves for good", after(t, invited, match.Leave{By: engine.Blue})[0], mail.Declined, mail.NoKind},
		{"the inviter leaves for good", after(t, invited, match.Leave{By: engine.Red})[0], mail.NoKind, mail.NoKind},
		{"Red is forgotten", after(t, game[7], match.Forget{By: engine.Red})[0], mail.NoKind, mail.NoKind},
		{"confirmed with a vacant seat", vacant[1], mail.SetUp, mail.NoKind},
		{"nobody took the vacant seat", timeOut(t, vacant[1]), mail.Expired, mail.NoKind},
		{"somebody took it", vacant[2], mail.Accepted, mail.SetUp},
		{"Red asked for a rematch, as Blue", rematch, mail.Invite, mail.SetUp},
		{"Red accepted the rematch", after(t, rematch, match.Accept{By: engine.Red})[0], mail.SetUp, mail.Accepted},
		{"Red declined the rematch", after(t, rematch, match.Decline{By: engine.Red})[0], mail.NoKind, mail.Declined},
		{"Red is reminded of his setup", reminded(t, game[3])[0], mail.NoKind, mail.Reminder},
		{"both are reminded of their setups", reminded(t, game[2])[0], mail.Reminder, mail.Reminder},
		{"Blue is reminded of his move", reminded(t, game[5])[0], mail.NoKind, mail.Reminder},
		{"Blue takes a vacation", after(t, game[5], match.TakeVacation{By: engine.Blue, Days: 3})[0], mail.Away, mail.NoKind},
		{"and ends it", after(t, game[5], match.TakeVacation{By: engine.Blue, Days: 3}, match.EndVacation{By: engine.Blue})[1], mail.Back, mail.NoKind},
		{"the creator takes one before anybody sits with him", after(t, invited, match.TakeVacation{By: engine.Red, Days: 3})[0], mail.NoKind, mail.NoKind},
		{"Red gives Blue time", after(t, game[5], match.GiveTime{By: engine.Red, Ply: match.AnyPly})[0], mail.NoKind, mail.TimeGiven},
		{"nothing happened", match.Match{State: match.Playing}, mail.NoKind, mail.NoKind},
	} {
		var want []mail.Letter
		for _, l := range []mail.Letter{{Kind: test.red, Seat: engine.Red}, {Kind: test.blue, Seat: engine.Blue}} {
			if l.Kind != mail.NoKind {
				want = append(want, l)
			}
			kinds[l.Kind] = true
		}
		for _, e := range test.m.Events {
			seen[e.Kind] = true
		}
		if diff := cmp.Diff(want, notify.Letters(test.m)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	for k := match.Created; k.String() != "none"; k++ {
		if !seen[k] {
			t.Errorf("no case for the event %v", k)
		}
	}
	for k := mail.Confirm; k.String() != "none"; k++ {
		if !kinds[k] {
			t.Errorf("no case in which the mail %v is owed", k)
		}
	}
}

// The table in docs/life-of-a-move.md is this one for people. Without this a kind
// of mail could be missing in it.
func TestTableNamesEveryMail(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/life-of-a-move.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(doc), "## Who gets which mail")
	for k := mail.Confirm; k.String() != "none"; k++ {
		if name := "**" + strings.ReplaceAll(k.String(), "-", " ") + "**"; !strings.Contains(table, name) {
			t.Errorf("the table has no %s", name)
		}
	}
}

// TestLettersOfAGame counts the mails of a game of n plies: 9 + n in all. The
// demonstration counts on it.
func TestLettersOfAGame(t *testing.T) {
	var got []string
	for _, m := range line(t) {
		for _, l := range notify.Letters(m) {
			got = append(got, fmt.Sprintf("%v %v", l.Seat, l.Kind))
		}
	}
	want := []string{
		"red confirm", "red set-up", "blue invite", "red accepted", "blue set-up", "blue waiting",
		"red game-on", "blue game-on", "blue your-turn", "red your-turn", "red over", "blue over",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// reminded is a match after each of its reminders.
func reminded(t *testing.T, m match.Match) (all []match.Match) {
	for range match.MostReminders {
		next, _, err := match.Decide(m, match.Remind{}, m.Due())
		if err != nil {
			t.Fatal(err)
		}
		all, m = append(all, next), next
	}
	return all
}

// overAtOnce is a match that the second setup ended: nobody can move.
func overAtOnce(t *testing.T) match.Match {
	r := engine.StandardRules(engine.CustomArmy)
	r.Troops[engine.Flag], r.Troops[engine.Scout], r.Troops[engine.Bomb] = 1, 1, 2
	m, err := match.New(match.Create{ID: match.ID{1}, Creator: engine.Red, Rules: r, Players: players()}, monday)
	if err != nil {
		t.Fatal(err)
	}
	locked := engine.Setup{0: engine.Flag, 20: engine.Bomb, 30: engine.Scout, 31: engine.Bomb}
	all := after(t, m, match.Confirm{}, match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Blue, Setup: locked, Sure: true}, match.SetUp{By: engine.Red, Setup: locked, Sure: true})
	return all[3]
}

// blueCreates is a match whose creator is Blue, created, confirmed and accepted.
func blueCreates(t *testing.T) []match.Match {
	m, err := match.New(match.Create{ID: match.ID{1}, Creator: engine.Blue, Rules: engine.StandardRules(engine.Duel), Players: players()}, monday)
	if err != nil {
		t.Fatal(err)
	}
	return append([]match.Match{m}, after(t, m, match.Confirm{}, match.Accept{By: engine.Red})...)
}

// vacantSeat is a match created without an opponent, confirmed, and joined.
func vacantSeat(t *testing.T) []match.Match {
	m, err := match.New(match.Create{
		ID: match.ID{1}, Creator: engine.Red, Rules: engine.StandardRules(engine.Duel),
		Players: engine.Both[match.Player]{Red: players().Red},
	}, monday)
	if err != nil {
		t.Fatal(err)
	}
	return append([]match.Match{m}, after(t, m, match.Confirm{}, match.Join{Player: players().Blue, Key: bobKey})...)
}

// rematch is the match for which Red of m asks; he is Blue in it.
func rematch(t *testing.T, m match.Match) match.Match {
	again, err := match.Rematch(m, engine.Red, engine.Both[[16]byte]{})
	if err != nil {
		t.Fatal(err)
	}
	next, err := match.New(again, m.Changed.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func players() engine.Both[match.Player] {
	return engine.Both[match.Player]{
		Red:  match.Player{Name: "Ann", Address: "ann@example.org"},
		Blue: match.Player{Name: "Bob", Address: "bob@example.net"},
	}
}
