package site

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// toAct returns the link of an action of a seat at a ply.
func (w *world) toAct(m match.Match, seat engine.Color, ply int, a match.Action) string {
	return w.seal(link.Link{Purpose: link.Act, Game: m.ID, Seat: seat, Ply: ply, Action: a})
}

// give gives a command as another player's press would.
func (w *world) give(m match.Match, c match.Command) match.Match {
	w.t.Helper()
	m, err := w.app.Do(w.t.Context(), m.ID, c)
	if err != nil {
		w.t.Fatalf("%#v: %v", c, err)
	}
	return m
}

var actLink = regexp.MustCompile(`<a (?:class="button" )?href="([^"]+/a/[^"]+)">([^<]+)</a>`)

// acts returns the actions to which a page leads: label → address.
func acts(page string) map[string]string {
	list := map[string]string{}
	for _, m := range actLink.FindAllStringSubmatch(page, -1) {
		list[m[2]] = m[1]
	}
	return list
}

// act follows the board page of a seat to an action and presses its button.
func (b *browser) act(m match.Match, seat engine.Color, label string, says ...string) {
	b.t.Helper()
	_, board := b.get(b.to(m, seat, link.Board))
	at := acts(board)[label]
	if at == "" {
		b.t.Fatalf("the board of %v leads to %q, not to %q", seat, acts(board), label)
	}
	status, page := b.get(at)
	want(b.t, status, page, 200, ">"+label+"</button>", `name="sure"`)
	before := b.stored(m).Version
	action := regexp.MustCompile(`name="do" value="([^"]+)"`).FindStringSubmatch(page)[1]
	status, page = b.post(at, form("do", action))
	want(b.t, status, page, 200, "Nothing has changed", "tick the box")
	if got := b.stored(m).Version; got != before {
		b.t.Fatalf("%s: looking, or a press without the tick, wrote version %d", label, got)
	}
	status, page = b.post(at, form("do", action, "sure", "1"))
	want(b.t, status, page, 200, says...)
	if got := b.stored(m).Version; got != before+1 {
		b.t.Fatalf("%s: the press wrote %d versions", label, got-before)
	}
	status, page = b.post(at, form("do", action))
	want(b.t, status, page, 200, "This is done already")
	if got := b.stored(m).Version; got != before+1 {
		b.t.Errorf("%s: the second press wrote another version", label)
	}
}

// Without it a player could not offer, take or refuse a draw, give up or call
// off, or would do it by one slip.
func TestActs(t *testing.T) {
	w := newWorld(t)
	t.Run("resign", func(t *testing.T) {
		m := w.playing()
		w.browser().act(m, engine.Blue, "Resign", "You have resigned, and Ann is told by mail", "The game is over", "You have resigned: Ann wins", `<pre id="setup-red"`)
		status, page := w.browser().get(w.to(m, engine.Red, link.Board))
		want(t, status, page, 200, "Bob has resigned: you win!", "Ask for a rematch", "!>Resign<", "!>Offer a draw<")
		if n := strings.Count(page, ">Ask for a rematch<"); n != 1 {
			t.Errorf("the page offers a rematch %d times", n)
		}
	})
	t.Run("offer and accept", func(t *testing.T) {
		m := w.playing()
		w.browser().act(m, engine.Red, "Offer a draw", "Your offer of a draw stands", "until Bob answers or moves")
		status, page := w.browser().get(w.to(m, engine.Red, link.Board))
		want(t, status, page, 200, "!Offer a draw", "!Accept the draw")
		status, page = w.browser().get(w.to(m, engine.Blue, link.Board))
		want(t, status, page, 200, "Ann offers you a draw", "!>Offer a draw<")
		if strings.Index(page, "Decline the draw") > strings.Index(page, `<table class="board"`) || strings.Count(page, "Accept the draw") != 1 {
			t.Error("the answers do not stand, once, beside the offer")
		}
		w.browser().act(m, engine.Blue, "Accept the draw", "You have accepted the draw", "Ann and Bob have agreed to a draw")
	})
	t.Run("offer and decline", func(t *testing.T) {
		m := w.playing()
		w.browser().act(m, engine.Blue, "Offer a draw", "Your offer of a draw stands")
		w.browser().act(m, engine.Red, "Decline the draw", "You have declined the draw", "Turn 1: your move")
		status, page := w.browser().get(w.to(m, engine.Blue, link.Board))
		want(t, status, page, 200, "!offer of a draw", "!>Offer a draw<")
		status, page = w.browser().post(w.toAct(m, engine.Red, 0, match.AcceptingDraw), form("do", "accept-draw", "sure", "1"))
		want(t, status, page, 200, "no offer of a draw by Bob stands")
	})
	t.Run("claim", func(t *testing.T) {
		rules := engine.StandardRules(engine.Barrage)
		rules.QuietClaim = 2
		m := w.started(rules, setup(t, engine.Barrage, barrageRed), setup(t, engine.Barrage, barrageBlue))
		status, page := w.browser().get(w.to(m, engine.Red, link.Board))
		want(t, status, page, 200, "!Claim a draw")
		status, page = w.browser().post(w.toAct(m, engine.Red, 0, match.ClaimingDraw), form("do", "claim-draw", "sure", "1"))
		want(t, status, page, 200, "This cannot be done now")
		m = w.play(m, "e4-e5", "j7-j6")
		w.browser().act(m, engine.Blue, "Claim a draw", "You have claimed a draw", "The game is over")
	})
	t.Run("abort", func(t *testing.T) {
		m := w.playing()
		m = w.play(m, "e4-e5", "j7-j6")
		old := w.toAct(m, engine.Red, 2, match.Aborting)
		w.browser().act(m, engine.Red, "Call the game off", "The game is called off, and Bob is told", "!setup-blue", "!/m/", "!/a/", "You have called the game off. Nobody has won.")
		status, page := w.browser().get(w.to(m, engine.Blue, link.Board))
		want(t, status, page, 200, "The game is called off", "Ann has called the game off", "!/m/", "!/a/", "!You get a mail when")
		status, page = w.browser().get(w.toMove(m, engine.Red, 2, "e5-e6"))
		want(t, status, page, 200, "The game is over, and nothing has changed", "!>Play<")
		status, page = w.browser().post(w.toMove(m, engine.Red, 2, "e5-e6"), form("do", "play", "sure", "1"))
		want(t, status, page, 200, "The game is over, and nothing has changed")
		status, page = w.browser().get(old)
		want(t, status, page, 200, "This is done already")
	})
	t.Run("abort while setting up", func(t *testing.T) {
		m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
		w.browser().act(m, engine.Blue, "Call the game off", "The game is called off, and Ann is told")
		status, page := w.browser().get(w.to(m, engine.Red, link.Board))
		want(t, status, page, 200, "The game is called off", "Bob has called the game off", `!id="rows"`, "!/a/")
		status, page = w.browser().post(w.to(m, engine.Red, link.Board), form("do", "setup", "setup", barrageRed, "submit", "1", "sure", "1"))
		want(t, status, page, 200, "Nothing was sent: the game is over")
	})
	t.Run("not after three plies", func(t *testing.T) {
		m := w.play(w.playing(), "e4-e5", "j7-j6", "e5-e6")
		status, page := w.browser().get(w.to(m, engine.Red, link.Board))
		want(t, status, page, 200, "!Call the game off", "Resign")
		status, page = w.browser().post(w.toAct(m, engine.Red, 3, match.Aborting), form("do", "abort", "sure", "1"))
		want(t, status, page, 200, "This cannot be done now", "Turn 4: Bob to move")
	})
}

// Without it an old mail would resign, or answer an offer, in a game that has
// gone on since.
func TestStaleActs(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	m = w.play(m, "e4-e5", "j7-j6")
	before := w.games.saves
	inGame := slices.DeleteFunc(slices.Clone(match.Actions), func(a match.Action) bool { return !a.InGame() })
	for _, a := range inGame {
		for _, method := range []string{"GET", "POST"} {
			resp := w.browser().ask(method, w.toAct(m, engine.Red, 0, a), form("do", a.String(), "sure", "1"))
			want(t, resp.status, resp.page, 200, "This link is from an earlier turn", "Turn 3: your move")
			if acts(resp.page)["Resign"] == "" {
				t.Errorf("%v: no way to do it now", a)
			}
		}
	}
	m = w.give(m, match.Resign{By: engine.Blue, Ply: 2})
	for _, a := range inGame {
		status, page := w.browser().post(w.toAct(m, engine.Red, 2, a), form("do", a.String(), "sure", "1"))
		want(t, status, page, 200, "The game is over, and nothing has changed", "Bob has resigned: you win!")
	}
	if w.games.saves != before+1 {
		t.Errorf("%d writes by old links", w.games.saves-before-1)
	}
}

// T9: what a button means is what it meant on the page that was shown. Without
// it a move would accept, or refuse unseen, a draw that was offered meanwhile.
func TestT9ChangedMeaning(t *testing.T) {
	w := newWorld(t)
	t.Run("offered between GET and POST of a move", func(t *testing.T) {
		m := w.playing()
		ann, at := w.browser(), w.toMove(m, engine.Red, 0, "e4-e5")
		status, page := ann.get(at)
		want(t, status, page, 200, ">Play</button>", `!name="offered"`, `name="offer-draw"`)
		offered := w.give(m, match.OfferDraw{By: engine.Blue, Ply: 0})
		for _, f := range []string{"", "1"} { // also with an offer of his own, which would meet the other
			status, page = ann.post(at, form("do", "play", "sure", "1", "offer-draw", f))
			want(t, status, page, 200, "Your move is not played yet: Bob has offered you a draw", `name="offered" value="1"`, ">Play</button>", `!name="offer-draw"`)
			if got := w.stored(m); got.Version != offered.Version || got.Offer != engine.Blue {
				t.Fatalf("the press wrote version %d; the offer of %v stands", got.Version, got.Offer)
			}
		}
		status, page = ann.post(at, form("do", "play", "offered", "1"))
		want(t, status, page, 200, "Your move is played", "Turn 2: Bob to move", "!offer of a draw")
		if got := w.stored(m); got.State != match.Playing || got.Offer != engine.NoColor || got.Game.Ply() != 1 {
			t.Errorf("%v at ply %d, the offer of %v stands", got, got.Game.Ply(), got.Offer)
		}
	})
	t.Run("resigned between GET and POST of a move", func(t *testing.T) {
		m := w.playing()
		w.give(m, match.Resign{By: engine.Blue, Ply: 0})
		status, page := w.browser().post(w.toMove(m, engine.Red, 0, "e4-e5"), form("do", "play", "sure", "1"))
		want(t, status, page, 200, "The game is over, and nothing has changed", "Bob has resigned: you win!")
	})
	t.Run("offered between GET and POST of a resignation", func(t *testing.T) {
		m := w.playing()
		ann, at := w.browser(), w.toAct(m, engine.Red, 0, match.Resigning)
		status, page := ann.get(at)
		want(t, status, page, 200, ">Resign</button>", `!name="offered"`)
		w.give(m, match.OfferDraw{By: engine.Blue, Ply: 0})
		status, page = ann.post(at, form("do", "resign", "sure", "1"))
		want(t, status, page, 200, "You have not resigned: Bob has offered you a draw", `name="offered" value="1"`, ">Resign</button>")
		if got := w.stored(m); got.State != match.Playing {
			t.Fatal("lost, with a draw on offer")
		}
		status, page = ann.post(at, form("do", "resign", "offered", "1"))
		want(t, status, page, 200, "You have resigned")
	})
	t.Run("the other offers before my offer", func(t *testing.T) {
		m := w.playing()
		w.give(m, match.OfferDraw{By: engine.Blue, Ply: 0})
		status, page := w.browser().post(w.toAct(m, engine.Red, 0, match.OfferingDraw), form("do", "offer-draw", "sure", "1"))
		want(t, status, page, 200, "Bob has offered you a draw. Accept or decline that first", "Turn 1: your move")
		if got := w.stored(m); got.State != match.Playing {
			t.Error("two offers have made a draw that nobody accepted")
		}
	})
	t.Run("the offer's maker moves before the answer", func(t *testing.T) {
		m := w.playing()
		m = w.give(m, match.OfferDraw{By: engine.Red, Ply: 0})
		old := w.toAct(m, engine.Blue, 0, match.AcceptingDraw)
		m = w.play(m, "e4-e5")
		status, page := w.browser().post(old, form("do", "accept-draw", "sure", "1"))
		want(t, status, page, 200, "This link is from an earlier turn", "Ann offers you a draw", "Turn 2: your move")
		if acts(page)["Accept the draw"] == "" || w.stored(m).State != match.Playing {
			t.Error("the old answer counted, or there is no way to a new one")
		}
	})
	t.Run("one button for another", func(t *testing.T) {
		m := w.playing()
		m = w.give(m, match.OfferDraw{By: engine.Blue, Ply: 0})
		before := w.games.saves
		for _, c := range []struct{ at, do string }{
			{w.toMove(m, engine.Red, 0, "e4-e5"), "accept-draw"},
			{w.toMove(m, engine.Red, 0, "e4-e5"), "resign"},
			{w.toAct(m, engine.Red, 0, match.DecliningDraw), "accept-draw"},
			{w.toAct(m, engine.Red, 0, match.AcceptingDraw), "decline-draw"},
			{w.toAct(m, engine.Red, 0, match.AcceptingDraw), "resign"},
			{w.toAct(m, engine.Red, 0, match.Resigning), "play"},
			{w.to(m, engine.Red, link.Board), "accept-draw"},
		} {
			status, page := w.browser().post(c.at, form("do", c.do, "sure", "1"))
			want(t, status, page, 400, "That was not understood")
		}
		if w.games.saves != before {
			t.Error("a button did what another one says")
		}
	})
}

// Without it an offer could not go with a move, or would be made unasked.
func TestOfferWithAMove(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann := w.browser()
	status, page := ann.post(w.toMove(m, engine.Red, 0, "e4-e5"), form("do", "play", "sure", "1", "offer-draw", "1"))
	want(t, status, page, 200, "Your move is played with your offer of a draw", "Turn 2: Bob to move", "until Bob answers or moves")
	if got := w.stored(m); got.Offer != engine.Red || got.Version != m.Version+1 {
		t.Errorf("the offer of %v stands at version %d", got.Offer, got.Version)
	}
	bob := w.toMove(m, engine.Blue, 1, "j7-j6")
	status, page = w.browser().get(bob)
	want(t, status, page, 200, "Ann offers you a draw. This move declines it", `name="offered"`, `!name="offer-draw"`)
	m = w.play(w.stored(m), "j7-j6")
	at := w.toMove(m, engine.Red, 2, "e5-e6")
	status, page = ann.get(at)
	want(t, status, page, 200, `!name="offer-draw"`)
	status, page = ann.post(at, form("do", "play", "offer-draw", "1"))
	want(t, status, page, 200, "Make 4 more moves", ">Play</button>")
	if got := w.stored(m); got.Game.Ply() != 2 {
		t.Error("the move was played without the offer that was to go with it")
	}
}

// Without it a player would not see until when he has time, and in whose hours.
func TestTimeIsShown(t *testing.T) {
	w := newWorld(t)
	c := match.Create{ID: match.ID{7}, Creator: engine.Red, Rules: engine.StandardRules(engine.Barrage)}
	c.Pace = match.Pace{Move: 36 * time.Hour, Setup: 5 * 24 * time.Hour}
	c.Players.Red = match.Player{Name: "Ann", Address: "ann@example.org", Zone: "Europe/Amsterdam"}
	c.Players.Blue = match.Player{Name: "Bob", Address: "bob@example.org"}
	m, err := w.app.Create(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	shows := func(seat engine.Color, p link.Purpose, texts ...string) {
		t.Helper()
		status, page := w.browser().get(w.to(m, seat, p))
		page = regexp.MustCompile(`</?time[^>]*>`).ReplaceAllString(page, "")
		want(t, status, page, 200, texts...)
	}
	shows(engine.Red, link.Confirm, "1 day 12 hours for each move", "5 days to set up", "there is no grace")
	m = w.give(m, match.Confirm{})
	shows(engine.Blue, link.Join, "1 day 12 hours for each move", "5 days to set up", "there is no grace")
	shows(engine.Red, link.Board, "!must be in by")
	m = w.give(m, match.Accept{By: engine.Blue})
	w.now = w.now.Add(25 * time.Hour)
	shows(engine.Red, link.Board, "Your setup must be in by Fri 6 March 13:00 CET (UTC+01:00), which is Fri 6 March 12:00 UTC: in 3 days 23 hours")
	shows(engine.Blue, link.Board, "Your setup must be in by Fri 6 March 12:00 UTC: in 3 days 23 hours")
	m = w.give(m, match.SetUp{By: engine.Red, Setup: setup(t, engine.Barrage, barrageRed)})
	shows(engine.Red, link.Board, "Bob has until Fri 6 March 13:00 CET (UTC+01:00)")
	m = w.give(m, match.SetUp{By: engine.Blue, Setup: setup(t, engine.Barrage, barrageBlue)})
	shows(engine.Red, link.Board, "You have until Wed 4 March 02:00 CET (UTC+01:00), which is Wed 4 March 01:00 UTC: in 1 day 12 hours", "without grace")
	shows(engine.Blue, link.Board, "Ann has until Wed 4 March 01:00 UTC: in 1 day 12 hours")
	status, page := w.browser().get(w.toMove(m, engine.Red, 0, "e4-e5"))
	want(t, status, page, 200, "You have until Wed 4 March 02:00 CET")
	status, page = w.browser().get(w.toAct(m, engine.Red, 0, match.Resigning))
	want(t, status, page, 200, "You have until Wed 4 March 02:00 CET")
}

// A deadline that has passed is applied by a look, whatever page it is at, and
// the look shows the end. Without it a player could still play when his time is
// up, or wait for ever for one who has gone.
func TestALookAppliesTheDeadline(t *testing.T) {
	rows := map[engine.Color]string{engine.Red: barrageRed, engine.Blue: barrageBlue}
	for name, test := range map[string]struct {
		commands []match.Command
		at       func(*world, match.Match) string
		says     []string
	}{
		"the board of who was to move": {
			nil, func(w *world, m match.Match) string { return w.to(m, engine.Red, link.Board) },
			[]string{"The game is over", "You have run out of time: Bob wins", `<pre id="setup-blue"`, "!/m/"},
		},
		"the board of the other": {
			nil, func(w *world, m match.Match) string { return w.to(m, engine.Blue, link.Board) },
			[]string{"Ann has run out of time: you win!"},
		},
		"a move": {
			nil, func(w *world, m match.Match) string { return w.toMove(m, engine.Red, 0, "e4-e5") },
			[]string{"The game is over, and nothing has changed", "You have run out of time", "!>Play<"},
		},
		"a resignation": {
			nil, func(w *world, m match.Match) string { return w.toAct(m, engine.Blue, 0, match.Resigning) },
			[]string{"The game is over, and nothing has changed", "you win!"},
		},
		"an old link of the confirmation": {
			nil, func(w *world, m match.Match) string { return w.to(m, engine.Red, link.Confirm) },
			[]string{"Ann has run out of time: Bob wins"},
		},
		"the setup of who was ready": {
			[]match.Command{match.SetUp{By: engine.Blue, Setup: setup(t, engine.Barrage, rows[engine.Blue])}},
			func(w *world, m match.Match) string { return w.to(m, engine.Blue, link.Board) },
			[]string{"The game is over", "Ann has run out of time: you win!", "The setup of Ann was not in", `!id="rows"`},
		},
		"the setup of who was not": {
			[]match.Command{match.SetUp{By: engine.Blue, Setup: setup(t, engine.Barrage, rows[engine.Blue])}},
			func(w *world, m match.Match) string { return w.to(m, engine.Red, link.Board) },
			[]string{"You have run out of time: Bob wins", "Your setup was not in", `!id="rows"`, "!S......M22"},
		},
		"the setup when neither was": {
			[]match.Command{},
			func(w *world, m match.Match) string { return w.to(m, engine.Red, link.Board) },
			[]string{"The game is called off", "Neither Ann nor Bob has set up in time", `!id="rows"`},
		},
	} {
		for _, method := range []string{"GET", "POST"} {
			t.Run(name+" "+method, func(t *testing.T) {
				w := newWorld(t)
				m := w.playing()
				if test.commands != nil {
					m = w.match(engine.StandardRules(engine.Barrage), append([]match.Command{match.Confirm{}, match.Accept{By: engine.Blue}}, test.commands...)...)
				}
				at := test.at(w, m)
				do := map[bool]string{true: "play", false: "setup"}[strings.Contains(at, "/m/")]
				if strings.Contains(at, "/a/") {
					do = "resign"
				} else if strings.Contains(at, "/c/") {
					do = "confirm"
				}
				press := form("do", do, "sure", "1", "setup", barrageRed, "submit", "1")
				w.now = m.Deadline
				w.browser().get(at)
				if got := w.stored(m); got.Version != m.Version || got.Ended() {
					t.Fatalf("at the deadline itself: %v", got)
				}
				w.now = w.now.Add(time.Second)
				for range 2 {
					resp := w.browser().ask(method, at, press)
					want(t, resp.status, resp.page, 200, test.says...)
				}
				if got := w.stored(m); got.Version != m.Version+1 || !got.Ended() {
					t.Errorf("stored: %v, %d versions later", got, got.Version-m.Version)
				}
			})
		}
	}
}

// An offer of a draw and its answers stand together and first, whatever else there is to
// say. Without it the buttons would come below a nudge or a fault of the mails, as if they
// answered that.
func TestDrawIsAskedFirst(t *testing.T) {
	w := newWorld(t)
	m := w.give(w.play(w.playing(), "e4-e5"), match.Nudge{By: engine.Red})
	m = w.give(m, match.OfferDraw{By: engine.Red, Ply: 1})
	w.keep("bob@example.org", bounces(w.now))
	status, page := w.browser().get(w.to(m, engine.Blue, link.Board))
	rest := page
	for _, part := range []string{
		"Ann offers you a draw", "Accept the draw</a>", "Decline the draw</a>", "Ann asked you on", "come back", "Mail me a link to confirm my address", "Another mail address", "Ann e4-e5", `<section class="ground"`,
	} {
		_, after, found := strings.Cut(rest, part)
		if !found || status != 200 {
			t.Fatalf("%q is missing, or too early, in\n%s", part, main(page))
		}
		rest = after
	}
	if _, after, _ := strings.Cut(rest, `<nav aria-label="Next">`); strings.Contains(after, "Accept the draw") {
		t.Error("the answers stand at the end once more")
	}
}
