package site

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// asked is a change of an address that waits to be confirmed.
func (w *world) asked(from, to string) match.AddressChange {
	w.t.Helper()
	status, page := w.browser().post(w.toGames(from, w.profile(from).Epoch), form("do", "change-address", "email", to, "sure", "1"))
	want(w.t, status, page, 200, "A mail is on its way to "+to, "works for 48 hours")
	last, _ := w.moves.newest("ask")
	if last.To != to {
		w.t.Fatalf("mailed %q", last.To)
	}
	return w.moves.kept[last.Change]
}

// confirmed is one whose new address has pressed.
func (w *world) confirmed(from, to string) match.AddressChange {
	w.t.Helper()
	c := w.asked(from, to)
	last, _ := w.moves.newest("ask")
	status, page := w.browser().post(last.address(w), form("do", "confirm", "sure", "1"))
	want(w.t, status, page, 200, "Your address is changed", "!/b/", "!/p/", "!example.org")
	return w.moves.kept[c.ID]
}

const annie = "annie@example.net"

// The whole way there and back: what Ann has goes to her new address, the old one is
// told and takes it back, and Bob learns of neither.
func TestAddressChange(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	over := w.finish(w.playing())
	w.keep("ann@example.org", func(p player.Profile) (player.Profile, bool) { return p.Seen("ann@example.org", "en", "Europe/Paris") })
	bobs := w.program(m, engine.Blue).call("GET", "", "")
	_, bobSees := w.browser().get(w.to(m, engine.Blue, link.Board))
	oldBoard, oldGames := w.to(m, engine.Red, link.Board), w.toGames("ann@example.org", 0)

	c := w.confirmed("ann@example.org", annie)
	if len(c.Seats) != 2 || c.Stage != match.ChangeDone {
		t.Fatalf("%d seats are moved, stage %d", len(c.Seats), c.Stage)
	}
	for _, m := range []match.Match{m, over} {
		if seat := w.stored(m).Seats.Red; seat.Address != annie || seat.Key != w.pepper.Key(annie) || seat.Epoch != 1 || seat.Name != "Ann" {
			t.Errorf("%v: the seat is at %q, epoch %d", m.State, seat.Address, seat.Epoch)
		}
	}
	if p := w.profile(annie); p.Zone != "Europe/Paris" || p.Address != annie || !p.Plays || p.Signs.Health() != player.Well {
		t.Errorf("the new profile is %+v", p)
	}
	for _, at := range []string{oldBoard, oldGames} {
		status, page := w.browser().get(at)
		want(t, status, page, 401, "This link does not work")
	}
	status, page := w.browser().get(w.toGames(annie, 0))
	want(t, status, page, 200, "Turn 1: your move")
	if again := w.program(m, engine.Blue).call("GET", "", ""); again.header.Get("ETag") != bobs.header.Get("ETag") || again.page != bobs.page {
		t.Error("Bob's view tells of it")
	}
	if _, page := w.browser().get(w.to(m, engine.Blue, link.Board)); page != bobSees {
		t.Error("Bob's page tells of it")
	}
	first, _ := w.moves.newest("ask")
	status, page = w.browser().post(first.address(w), form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "Your address is changed")

	notice, n := w.moves.newest("notice")
	if n != 1 || notice.To != "ann@example.org" {
		t.Fatalf("%d notices, the last to %q", n, notice.To)
	}
	w.now = w.now.Add(2 * 24 * time.Hour)
	at := notice.address(w)
	saves := w.games.saves
	status, page = w.browser().post(at, form("do", "confirm"))
	want(t, status, page, 200, "Nothing has changed", "Bring my games back", "!example")
	if w.games.saves != saves {
		t.Error("a press without the tick has moved a game")
	}
	for range 2 {
		status, page = w.browser().post(at, form("do", "confirm", "sure", "1"))
		want(t, status, page, 200, "Your games are back")
	}
	for _, m := range []match.Match{m, over} {
		if seat := w.stored(m).Seats.Red; seat.Address != "ann@example.org" || seat.Key != w.pepper.Key("ann@example.org") || seat.Epoch != 2 {
			t.Errorf("%v: the seat is at %q, epoch %d", m.State, seat.Address, seat.Epoch)
		}
	}
	if last, n := w.moves.newest("undone"); n != 1 || last.To != annie {
		t.Errorf("%d mails tell the new address", n)
	}
	status, page = w.browser().get(w.toGames("ann@example.org", 1))
	want(t, status, page, 200, "Turn 1: your move")
	w.now = first.At
	status, page = w.browser().post(first.address(w), form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "The change was undone")
	if w.stored(m).Seats.Red.Address != "ann@example.org" {
		t.Error("a link that was undone moves the games again")
	}
	if log := w.log.String(); strings.Contains(log, "example") || !strings.Contains(log, "address confirmed") || !strings.Contains(log, "change of address undone") {
		t.Errorf("the log: %s", log)
	}
}

// Who has taken somebody's games must not carry them on before they can be taken
// back, nor may an earlier link count beside a later one.
func TestAddressChangeStays(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	first := w.asked("ann@example.org", "typo@example.net")
	w.confirmed("ann@example.org", annie)
	status, page := w.browser().post(w.seal(link.Link{Purpose: link.Readdress, Change: first.ID, Issued: w.now}), form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "Another change was asked for after this one")
	status, page = w.browser().post(w.toGames(annie, 0), form("do", "change-address", "email", "eve@example.net", "sure", "1"))
	want(t, status, page, 200, "come to this address not long ago")
	w.now = w.now.Add(match.UndoLife + time.Minute)
	w.asked(annie, "annette@example.net")
	notice, _ := w.moves.newest("notice")
	status, page = w.browser().get(notice.address(w))
	want(t, status, page, 401, "This link has expired")
	if w.stored(m).Seats.Red.Address != annie {
		t.Error("the game is elsewhere")
	}
}

// Nobody ends with two seats in one game, and until he presses nothing is moved.
func TestAddressChangeToTheOpponent(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	c := w.asked("ann@example.org", "Bob@example.org")
	saves := w.games.saves
	last, _ := w.moves.newest("ask")
	status, page := w.browser().post(last.address(w), form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "your opponent plays under this address", "Nothing has changed")
	if w.games.saves != saves || w.moves.kept[c.ID].Stage != match.ChangeAsked {
		t.Error("something was moved")
	}
	w.give(m, match.Resign{By: engine.Red, Ply: match.AnyPly})
	other := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}) // Bob is invited only
	w.give(other, match.Withdraw{By: engine.Red})
	status, page = w.browser().post(last.address(w), form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "Your address is changed", "0 games")
	if m := w.stored(m); m.Seats.Red.Key == m.Seats.Blue.Key {
		t.Error("one has both seats of a game that is over")
	}
}

// Whatever stops in the middle, another press does the rest, and nothing twice.
func TestAddressChangeIsCutOff(t *testing.T) {
	for fails := 1; fails < 9; fails++ {
		w := newWorld(t)
		var all []match.Match
		for range 3 {
			all = append(all, w.playing())
		}
		w.asked("ann@example.org", annie)
		last, _ := w.moves.newest("ask")
		faulty := &faultyGames{memory: w.games, left: fails}
		w.app.Games = faulty
		status, _ := w.browser().post(last.address(w), form("do", "confirm", "sure", "1"))
		faulty.left = -1
		if status == http.StatusOK && fails < 4 {
			t.Errorf("%d: a failure was not told", fails)
		}
		status, page := w.browser().post(last.address(w), form("do", "confirm", "sure", "1"))
		want(t, status, page, 200, "Your address is changed")
		for _, m := range all {
			if seat := w.stored(m).Seats.Red; seat.Address != annie || seat.Epoch != 1 {
				t.Errorf("%d: a game is at %q, epoch %d", fails, seat.Address, seat.Epoch)
			}
		}
		if p := w.profile("ann@example.org"); p.Epoch != 1 || p.Plays {
			t.Errorf("%d: the old profile: epoch %d, plays %t", fails, p.Epoch, p.Plays)
		}
		notice, n := w.moves.newest("notice")
		if n != 1 {
			t.Errorf("%d: %d notices", fails, n)
		}
		faulty.left = fails
		w.browser().post(notice.address(w), form("do", "confirm", "sure", "1"))
		faulty.left = -1
		status, page = w.browser().post(notice.address(w), form("do", "confirm", "sure", "1"))
		want(t, status, page, 200, "Your games are back")
		for _, m := range all {
			if seat := w.stored(m).Seats.Red; seat.Address != "ann@example.org" || seat.Epoch != 2 {
				t.Errorf("%d: back, a game is at %q, epoch %d", fails, seat.Address, seat.Epoch)
			}
		}
	}
}

// faultyGames fails from the nth save on, every other of which it has carried out.
type faultyGames struct {
	*memory
	left  int // saves until then; negative: none fails
	saves int
}

func (f *faultyGames) Save(ctx context.Context, i match.Image) error {
	f.saves++
	if f.left > 0 {
		f.left--
	}
	if f.left != 0 {
		return f.memory.Save(ctx, i)
	}
	if f.saves%2 == 0 {
		return errors.Join(errDown, f.memory.Save(ctx, i))
	}
	return errDown
}

// The form that a player sees whose mails come back leads to the same step.
func TestAddressChangeFromABoard(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at, do := w.to(m, engine.Red, link.Board), form("do", "change-address", "email", annie, "sure", "1")
	status, page := w.browser().get(at)
	want(t, status, page, 200, "!Another mail address")
	status, page = w.browser().post(at, do)
	want(t, status, page, 200, "mails reach your address")
	if _, n := w.moves.newest("ask"); n != 0 {
		t.Fatal("a board moves games whose mails arrive")
	}
	w.keep("ann@example.org", bounces(w.now))
	status, page = w.browser().get(w.to(m, engine.Blue, link.Board))
	want(t, status, page, 200, "Mails to Ann come back", "!Another mail address")
	status, page = w.browser().get(at)
	want(t, status, page, 200, "Another mail address", "Mail a link to the new address")
	status, page = w.browser().post(at, form("do", "change-address", "email", annie))
	want(t, status, page, 200, "Nothing has changed. Please tick the box and press Mail a link to the new address")
	status, page = w.browser().post(at, form("do", "change-address", "email", "nowhere", "sure", "1"))
	want(t, status, page, 400, "no plain mail address", `value="nowhere"`)
	status, page = w.browser().post(at, form("do", "change-address", "email", "ann@example.org", "sure", "1"))
	want(t, status, page, 400, "the address that you have already")
	status, page = w.browser().post(at, do)
	want(t, status, page, 200, "A mail is on its way to "+annie)
	last, _ := w.moves.newest("ask")
	status, page = w.browser().post(last.address(w), form("do", "confirm", "sure", "1"))
	want(t, status, page, 200, "Your address is changed", "1 game has moved")
	status, page = w.browser().get(w.to(m, engine.Blue, link.Board))
	want(t, status, page, 200, "!come back", "!"+annie)
	if w.health(annie) != player.Well {
		t.Error("the new address begins ill")
	}
}

// The answer must not tell whose an address is, and each address is mailed so often
// alone, whoever asks.
func TestAddressChangeLimits(t *testing.T) {
	w := newWorld(t)
	w.playing()
	w.keep("carl@example.net", mode(player.Stopped))
	var answers []string
	for _, to := range []string{"bob@example.org", "carl@example.net", "nobody@example.net"} {
		_, page := w.browser().post(w.toGames("ann@example.org", 0), form("do", "change-address", "email", to, "sure", "1"))
		answers = append(answers, strings.ReplaceAll(main(page), to, "…"))
	}
	if answers = slices.Compact(answers); len(answers) != 1 {
		t.Errorf("the answers differ: %q", answers)
	}
	if _, n := w.moves.newest("ask"); n != 2 {
		t.Errorf("%d mails: one went to who has stopped them, or one is missing", n)
	}
	for n := range 6 {
		w.now = w.now.Add(match.Again) // earlier it is one wish that comes twice
		status, page := w.browser().post(w.toGames("ann@example.org", 0), form("do", "change-address", "email", annie, "sure", "1"))
		if n < 5 {
			want(t, status, page, 200, "A mail is on its way")
			continue
		}
		want(t, status, page, 429, "Please try again in")
	}
	status, page := w.browser().post(w.toGames("eve@example.org", 0), form("do", "change-address", "email", "eva@example.net", "sure", "1"))
	want(t, status, page, 200, "There are no games of yours here")
}

// T14 on the links of these mails.
func TestT14ChangesOfAddress(t *testing.T) {
	w := newWorld(t)
	w.playing()
	w.confirmed("ann@example.org", annie)
	w.asked("bob@example.org", "bobby@example.net")
	ask, _ := w.moves.newest("ask")
	notice, _ := w.moves.newest("notice")
	saves, games, mails := w.people.saves, w.games.saves, len(w.moves.mails)
	for _, at := range []string{ask.address(w), notice.address(w), w.toGames("bob@example.org", 0), w.toGames("bob@example.org", 0) + "/export"} {
		scanner := w.browser()
		for _, do := range []string{"confirm", "change-address", "erase", "fresh-link", ""} {
			for _, method := range []string{"GET", "HEAD"} {
				if r := scanner.ask(method, at+"?do="+do+"&sure=1&email=x@example.net&resign=1", nil); r.status != 200 {
					t.Errorf("%s: %d", method, r.status)
				}
			}
			for _, sure := range []string{"", "0", "yes"} {
				scanner.post(at+"?sure=1", form("do", do, "sure", sure, "email", "x@example.net", "resign", "1"))
			}
		}
	}
	if w.people.saves != saves || w.games.saves != games || len(w.moves.mails) != mails || len(w.people.letters) != 0 {
		t.Errorf("%d profiles, %d games and %d mails came of it", w.people.saves-saves, w.games.saves-games, len(w.moves.mails)-mails)
	}
	status, page := w.browser().post(ask.address(w), form("do", "erase", "sure", "1"))
	want(t, status, page, 400, "That was not understood")
}
