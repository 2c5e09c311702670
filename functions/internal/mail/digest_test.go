package mail

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// ann is the reader of the mails of the day.
var ann = Recipient{Address: "ann@example.org", Key: annKey, Epoch: 4, Lang: "en"}

// another makes m another match, whose opponent has another name.
func another(m match.Match, n byte, name string) match.Match {
	m.ID[7] = n
	m.Seats.Blue.Name = name
	return m
}

// today are games of Ann's in every state in which a mail of the day may find one.
func today(t testing.TB) []Sitting {
	rules := engine.StandardRules(engine.Barrage)
	random := rand.New(rand.NewPCG(153, 12))
	setups := deal(rules, random)
	fresh := newMatch(t, rules)
	invited := do(t, fresh, match.Confirm{})
	settingUp := do(t, invited, match.Accept{By: engine.Blue})
	mine := play(t, begun(t, fresh, setups), 40, random)
	theirs := play(t, mine, 1, random)
	offered := do(t, theirs, match.OfferDraw{By: engine.Blue, Ply: 41})
	half := do(t, settingUp, match.SetUp{By: engine.Red, Setup: setups.Red, Sure: true})
	list := []match.Match{
		fresh, another(invited, 1, "Cleo"), another(settingUp, 2, "Dora"), another(mine, 3, "Emil"), another(theirs, 4, "Fritz"),
		another(offered, 5, "Gus"), another(half, 6, "Hugo"), another(do(t, mine, match.Resign{By: engine.Red, Ply: 40}), 7, "Ivo"),
		alone(t, rules, false),
	}
	var games []Sitting
	for _, m := range list {
		games = append(games, Sitting{m, engine.Red})
	}
	return games
}

// The mail of the day in both parts; its headers; and that it has what waits for Ann,
// with a link to each board, and nothing of what is over.
func TestDigest(t *testing.T) {
	c := answerable(t)
	day := Day{Games: today(t), Zone: "Europe/Paris"}
	msg, err := c.Digest(ann, day, evening, "P#1/C#digest#2026-03-03")
	if err != nil {
		t.Fatal(err)
	}
	p := read(t, msg.Raw)
	golden(t, "digest.txt", p.text)
	golden(t, "digest.html", p.html)
	for name, want := range map[string]string{
		"From": `"Fieldpost" <games@fieldpost.example>`, "To": "<ann@example.org>", "Subject": "Stratego: your games today",
		"Date": evening.Format(time.RFC1123Z), "References": "", "In-Reply-To": "", "Reply-To": "",
		"List-Unsubscribe":      "<" + c.BaseURL + "/u/" + c.Links.Seal(link.Link{Purpose: link.Unsubscribe, Player: annKey}) + ">",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "Auto-Submitted": "auto-generated",
	} {
		if got := p.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, part := range []string{p.text, p.html} {
		for _, want := range []string{"3 games wait for you", "Dora", "Emil", "Gus", "offers you a draw", "Fritz", "Cleo", "Hugo", "nobody has taken the other seat"} {
			if !strings.Contains(unmark(part), want) {
				t.Errorf("it does not tell of %q:\n%s", want, part)
			}
		}
		if strings.Contains(part, "Ivo") || strings.Contains(part, "Bob") || strings.Contains(part, "bob@") {
			t.Errorf("it tells of a game that is over, or that was not confirmed:\n%s", part)
		}
	}
	boards := map[string]bool{}
	for _, l := range anchor.FindAllStringSubmatch(p.html, -1) {
		if l[2] != "b" {
			continue
		}
		opened, err := c.Links.Open(link.Board, l[3], evening)
		if err != nil || opened.Seat != engine.Red || boards[opened.Game.String()] {
			t.Errorf("%v: seat %v", err, opened.Seat)
		}
		boards[opened.Game.String()] = true
		if !strings.Contains(p.text, "/b/"+l[3]+"\n") {
			t.Error("the text lacks the link to a board")
		}
	}
	if len(boards) != 3 {
		t.Errorf("%d boards", len(boards))
	}
	if id := strings.Count(p.html, `id="board-`); id != 3 {
		t.Errorf("%d ids of boards", id)
	}
	for _, line := range strings.Split(p.text, "\n") {
		if columnsOf(line) > columns && !strings.HasPrefix(line, "https://") {
			t.Errorf("a line of %d columns: %q", columnsOf(line), line)
		}
	}
}

// In all languages, in text alone, and by the clock of the night on which clocks change
// (T4).
func TestDigestsDiffer(t *testing.T) {
	c := composer(t)
	night := time.Date(2026, 3, 28, 23, 30, 0, 0, time.UTC)
	s := today(t)[3]
	s.Match.Deadline = night.Add(24 * time.Hour)
	s.Match.Seats.Red.Zone = ""
	for _, lang := range c.Words.Languages() {
		to := ann
		to.Lang, to.Prefs.Plain = lang, true
		msg, err := c.Digest(to, Day{Games: []Sitting{s}, Zone: "Europe/Amsterdam"}, night, "k")
		if err != nil {
			t.Fatal(err)
		}
		_, text := alonePart(t, msg.Raw)
		golden(t, "digest-night-"+lang+".txt", text)
	}
	since := s.Match.Since(engine.Red)
	for name, want := range map[string]bool{"before": false, "at": true, "after": true} {
		last := map[string]time.Time{"before": since.Add(-time.Second), "at": since, "after": since.Add(time.Hour)}[name]
		msg, err := c.Digest(ann, Day{Games: []Sitting{s}, Last: last}, night, "k")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(read(t, msg.Raw).text, "waited for you in your last daily mail already"); got != want {
			t.Errorf("the last mail was sent %s his time began: it says that the game waited then: %v", name, got)
		}
	}
}

// While both set up each has his own time: the mail sorts by that of its reader, and tells
// him it. Without it a game that he has ten days for stood first, since the other has one.
func TestDigestGoesByTheReadersTime(t *testing.T) {
	c, games := composer(t), today(t)
	setup, move := games[2], games[3] // Dora and Emil
	setup.Match = do(t, setup.Match, match.TakeVacation{By: engine.Red, Days: 10})
	move.Match.Deadline = setup.Match.Until(engine.Blue).Add(24 * time.Hour)
	if !setup.Match.Deadline.Before(move.Match.Deadline) || !setup.Match.Until(engine.Red).After(move.Match.Deadline) {
		t.Fatalf("%v, %v and %v", setup.Match.Deadline, move.Match.Deadline, setup.Match.Until(engine.Red))
	}
	theirs := games[4] // Fritz
	theirs.Match = do(t, theirs.Match, match.TakeVacation{By: engine.Blue, Days: 3})
	at := theirs.Match.Changed
	msg, err := c.Digest(ann, Day{Games: []Sitting{setup, move, theirs}, Zone: "UTC"}, at, "k")
	if err != nil {
		t.Fatal(err)
	}
	text := unmark(read(t, msg.Raw).text)
	own := c.Words.For("en").When(setup.Match.Until(engine.Red), setup.Match.Seat(engine.Red).Zone)
	for _, want := range []string{own, "You are on vacation until", "Fritz is on vacation until"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("it does not tell %q:\n%s", want, text)
		}
	}
	if strings.Index(text, "Dora") < strings.Index(text, "Emil") {
		t.Errorf("the game with ten days more stands first:\n%s", text)
	}
}

// What the other does in secret changes nothing in the mail. Without it a reader could tell
// that a line was saved, or a draft, by a sentence that is not there.
func TestDigestTellsNoSecret(t *testing.T) {
	c, games := composer(t), today(t)
	for name, test := range map[string]struct {
		s    Sitting
		does match.Command
	}{
		"a draft": {games[2], match.SaveDraft{By: engine.Blue}},
		"lines":   {games[3], saved(games[3].Match, ahead(t, games[3].Match, 2, 0))},
		"a mute":  {games[3], match.Mute{By: engine.Blue, On: true}},
		"links":   {games[3], match.RenewLinks{By: engine.Blue}},
	} {
		last := test.s.Match.Changed.Add(time.Hour)
		then, _, err := match.Decide(test.s.Match, test.does, last.Add(time.Hour))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var texts []string
		for _, m := range []match.Match{test.s.Match, then} {
			msg, err := c.Digest(ann, Day{Games: []Sitting{{m, engine.Red}}, Last: last}, last.Add(2*time.Hour), "k")
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(msg.Raw))
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: the mail tells of it:\n%s", name, cmp.Diff(texts[0], texts[1]))
		}
	}
}

// What the other has written since stands in it, for who has no mail of his turn to find it
// in, unless he has muted him.
func TestDigestQuotes(t *testing.T) {
	c, s := composer(t), today(t)[3]
	s.Match = do(t, s.Match, match.Say{By: engine.Blue, Text: "Take your time!"})
	for name, test := range map[string]struct {
		m    match.Match
		want bool
	}{
		"new":      {s.Match, true},
		"answered": {do(t, s.Match, match.Say{By: engine.Red, Text: "Thanks."}), false},
		"muted":    {do(t, s.Match, match.Mute{By: engine.Red, On: true}), false},
	} {
		msg, err := c.Digest(ann, Day{Games: []Sitting{{test.m, engine.Red}}}, evening, "k")
		if err != nil {
			t.Fatal(err)
		}
		p := read(t, msg.Raw)
		if got := strings.Count(p.text, "> Take your time!"); (got == 1) != test.want || got > 1 || strings.Contains(p.html, "Take your time!") != test.want {
			t.Errorf("%s: it quotes %d times", name, got)
		}
	}
}

func TestDigestRefuses(t *testing.T) {
	games := today(t)
	for name, call := range map[string]struct {
		to    Recipient
		games []Sitting
	}{
		"nobody":                 {Recipient{Address: "ann@example.org"}, games},
		"nothing":                {ann, nil},
		"nothing waits":          {ann, []Sitting{games[0], games[1], games[4], games[6], games[7], games[8]}},
		"one is only invited to": {ann, []Sitting{{games[1].Match, engine.Blue}}},
	} {
		if msg, err := composer(t).Digest(call.to, Day{Games: call.games}, evening, "k"); err == nil || msg.Raw != nil || strings.Contains(err.Error(), "@") {
			t.Errorf("%s: a mail was composed, %v", name, err)
		}
	}
}

// digested is the mail of the day of the reader of one game.
func digested(t testing.TB, c *Composer, m match.Match, reader engine.Color) []byte {
	t.Helper()
	seat := m.Seat(reader)
	msg, err := c.Digest(Recipient{Address: seat.Address, Key: seat.Key, Lang: seat.Lang}, Day{Games: []Sitting{{m, reader}}}, m.Changed, "k")
	if err != nil {
		t.Fatal(err)
	}
	return msg.Raw
}

// listed is a mail of a reader who has the board as a list.
func listed(t testing.TB, c *Composer, m match.Match, k Kind, reader engine.Color) []byte {
	t.Helper()
	msg, err := c.Compose(m, Letter{Kind: k, Seat: reader, Prefs: player.Prefs{Board: player.Listed}}, "k")
	if err != nil {
		t.Fatal(err)
	}
	return blank(msg.Raw, m)
}
