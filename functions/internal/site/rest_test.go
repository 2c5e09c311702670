package site

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// T5 on the page: a player stops his own clock by a press, both pages say so, and a
// press ends it. Without the tick nothing happens.
func TestT5VacationOnThePage(t *testing.T) {
	w := newWorld(t)
	m := w.playing() // Ann is to move
	ann, bob := w.browser(), w.browser()
	at, his := w.to(m, engine.Red, link.Board), w.to(m, engine.Blue, link.Board)
	status, page := ann.get(at)
	want(t, status, page, 200, "Time and vacation", "30 days of vacation left", "In all your games at once", "Take a vacation", "!More time", `max="30"`, `min="2026-03-01"`, `max="2026-04-30"`)
	status, page = ann.post(at, form("do", "vacation", "days", "7"))
	want(t, status, page, 200, "Nothing has changed", "Take a vacation again", `value="7"`, "<details class=\"rest\" open>")
	if w.stored(m).Version != m.Version {
		t.Fatal("a press without the tick took a vacation")
	}
	status, page = ann.post(at, form("do", "vacation", "days", "7", "sure", "1"))
	want(t, status, page, 200, "Your vacation is taken", "You are on vacation until Sun 8 March 12:00 UTC", "End my vacation now", "in 10 days", "!Take a vacation", "!In all your games")
	section := func(page string) string {
		_, after, _ := strings.Cut(page, `<details class="rest"`)
		inside, _, _ := strings.Cut(after, "</details>")
		return inside
	}
	above, _, _ := strings.Cut(page, `<section class="ground"`)
	want(t, status, above, 200, "You are on vacation until Sun 8 March 12:00 UTC. Until then")
	want(t, status, section(page), 200, "You are on vacation until Sun 8 March 12:00 UTC", "After it you have 23 days of vacation left", "of 30 in any 365 days")
	if got := w.stored(m).Deadline.Sub(m.Deadline); got != 7*24*time.Hour {
		t.Errorf("put off by %v", got)
	}
	status, page = bob.get(his)
	want(t, status, page, 200, "Ann is on vacation until Sun 8 March 12:00 UTC", "Give Ann more time: 3 days")
	status, page = ann.post(at, form("do", "vacation", "days", "7"))
	want(t, status, page, 200, "This is done already")
	status, page = ann.post(at, form("do", "vacation", "days", "3"))
	want(t, status, page, 422, "You have a vacation already")
	w.now = w.now.Add(30 * time.Hour)
	status, page = ann.post(at, form("do", "back"))
	want(t, status, page, 200, "You are back", "28 days of vacation left", "!You are on vacation")
	status, page = ann.post(at, form("do", "back"))
	want(t, status, page, 200, "You have no vacation in this game that could be ended")
	for fields, says := range map[string]string{
		"days=": "from 1 to 30 whole days", "days=31": "from 1 to 30 whole days", "days=29": "more than you have left for that time: 28 days",
		"days=1&from=2026-02-28": "not on a day that is over", "days=1&from=2026-05-02": "in 60 days at the latest", "days=1&from=24.12.": "must be a date",
	} {
		f := form("do", "vacation")
		for pair := range strings.SplitSeq(fields, "&") {
			name, value, _ := strings.Cut(pair, "=")
			f.Set(name, value)
		}
		status, page = ann.post(at, f)
		want(t, status, page, 422, says, "Time and vacation")
	}
	status, page = ann.post(at, form("do", "vacation", "days", "2", "from", "2026-03-20"))
	want(t, status, page, 200, "You will be on vacation from Fri 20 March to Sat 21 March.", "Call my vacation off")
	want(t, status, section(page), 200, "from Fri 20 March to Sat 21 March.", "After it you have 26 days of vacation left")
	status, page = ann.get(stepTo(at, 0)) // the last ply
	want(t, status, page, 200, "Time and vacation")
	w.play(w.stored(m), "e4-e5")
	status, page = ann.get(stepTo(at, 0))
	want(t, status, page, 200, "!Time and vacation")
}

// While they set up each may rest, and the page tells each his own deadline.
func TestVacationWhileSettingUp(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
	status, page := w.browser().post(w.to(m, engine.Blue, link.Board), form("do", "vacation", "days", "5", "sure", "1"))
	want(t, status, page, 200, "Your vacation is taken", "Fri 13 March", "!if neither of you")
	status, page = w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "Bob is on vacation", "Sun 8 March", "!Fri 13 March", "Give Bob more time: 7 days", "!if neither of you")
	w.now = m.Deadline.Add(time.Second)
	status, page = w.browser().get(w.to(m, engine.Blue, link.Board))
	want(t, status, page, 200, "Ann has run out of time: you win", "The setup of Ann was not in", "!Time and vacation")
	status, page = w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "You have run out of time", "Your setup was not in")
	a := w.program(m, engine.Blue).call("GET", "", "").read(t, 200)
	if a["state"] != "over" || a["outcome"] != "blue" || a["reason"] != "time" {
		t.Errorf("%v, %v by %v", a["state"], a["outcome"], a["reason"])
	}
}

// TestNoVacations: a game that was agreed on without them says so.
func TestNoVacations(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	without := m
	without.ID[0]++
	without.Pace.NoVacation = true
	if err := w.games.Create(t.Context(), match.Seal(without)); err != nil {
		t.Fatal(err)
	}
	ann := w.browser()
	at := w.to(without, engine.Red, link.Board)
	status, page := ann.get(at)
	want(t, status, page, 200, "There are no vacations in this game", "!Take a vacation")
	status, page = ann.post(at, form("do", "vacation", "days", "1", "sure", "1"))
	want(t, status, page, 422, "There are no vacations in this game")
	p := w.program(without, engine.Red)
	if a := p.call("GET", "/vacation", "").read(t, 200); a["allowed"] != any(false) || a["left"] != 0.0 {
		t.Errorf("%v", a)
	}
	if a := p.call("PUT", "/vacation", `{"days":1}`).read(t, 422); !strings.Contains(a["detail"].(string), "no vacations in this game") {
		t.Errorf("%v", a["detail"])
	}
}

// One press gives the other time, and a second one on the same page no more.
func TestGivingTimeOnThePage(t *testing.T) {
	w := newWorld(t)
	m := w.playing() // Ann is to move
	bob := w.browser()
	at := w.to(m, engine.Blue, link.Board)
	status, page := bob.post(at, form("do", "give-time", "ply", "0", "given", "0", "sure", "1"))
	want(t, status, page, 200, "Ann has 3 days more, and is told by mail", `name="given" value="1"`)
	status, page = bob.post(at, form("do", "give-time", "ply", "0", "given", "0"))
	want(t, status, page, 200, "This is done already")
	if got := w.stored(m).Deadline.Sub(m.Deadline); got != 3*24*time.Hour {
		t.Errorf("two presses gave %v", got)
	}
	bob.post(at, form("do", "give-time", "ply", "0", "given", "1"))
	if got := w.stored(m).Deadline.Sub(m.Deadline); got != 6*24*time.Hour {
		t.Errorf("a press of the next page: %v in all", got)
	}
	status, page = bob.get(at)
	want(t, status, page, 200, "This includes what you have given Ann: 6 days more.")
	status, page = w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "This includes what Bob has given you: 6 days more.")
	for _, body := range []url.Values{form("do", "give-time"), form("do", "give-time", "given", "2"), form("do", "give-time", "ply", "0")} {
		status, page = bob.post(at, body)
		want(t, status, page, 400, "That was not understood")
	}
	ann := w.browser()
	status, page = ann.post(w.to(m, engine.Red, link.Board), form("do", "give-time", "ply", "0", "given", "0", "sure", "1"))
	want(t, status, page, 200, "This cannot be done now", "!Give Bob")

	// By a link, which an answer to a doubtful mail has.
	by := w.toAct(m, engine.Blue, 0, match.GivingTime)
	status, page = bob.get(by)
	want(t, status, page, 200, "This is done already")
	m = w.play(w.stored(m), "e4-e5", "j7-j6")
	status, page = bob.get(at)
	want(t, status, page, 200, "!This includes")
	by = w.toAct(m, engine.Blue, 2, match.GivingTime)
	status, page = bob.get(by)
	want(t, status, page, 200, "Give Ann more time?", "gets 3 days more")
	for _, says := range []string{"Ann has 3 days more", "This is done already"} {
		status, page = bob.post(by, form("do", "give-time"))
		want(t, status, page, 200, says)
	}
	status, page = bob.get(w.toAct(m, engine.Blue, 1, match.GivingTime))
	want(t, status, page, 200, "from an earlier turn")
	status, page = bob.post(at, form("do", "give-time", "ply", "0", "given", "0"))
	want(t, status, page, 200, "This cannot be done now", `name="ply" value="2"`) // a page of the turn before
}

// The same by a program; the view tells of a vacation while it runs, to both players
// and to nobody else.
func TestVacationByAPI(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	m = w.give(w.give(m, match.Publish{By: engine.Red}), match.Publish{By: engine.Blue})
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	until := func(p *program) any {
		return p.call("GET", "", "").read(t, 200)["players"].(map[string]any)["red"].(map[string]any)["vacationUntil"]
	}
	a := ann.call("PUT", "/vacation", `{"from":"2026-03-10","days":4}`).read(t, 200)["vacation"].(map[string]any)
	if own := a["own"].(map[string]any); own["from"] != "2026-03-10T00:00:00Z" || own["until"] != "2026-03-14T00:00:00Z" || own["days"] != 4.0 || a["left"] != 26.0 || a["opponent"] != nil {
		t.Errorf("%v", a)
	}
	if got := bob.call("GET", "/vacation", "").read(t, 200); got["opponent"].(map[string]any)["days"] != 4.0 || got["own"] != nil || until(bob) != nil {
		t.Errorf("Bob reads %v, %v", got, until(bob))
	}
	a = ann.call("DELETE", "/vacation", "").read(t, 200)
	if v := a["vacation"].(map[string]any); v["own"] != nil || v["left"] != 30.0 {
		t.Errorf("%v", v)
	}
	ann.call("DELETE", "/vacation", "").read(t, 200)
	version := w.stored(m).Version
	for range 2 {
		ann.call("PUT", "/vacation", `{"days":3}`).read(t, 200)
	}
	if got := w.stored(m).Version; got != version+1 {
		t.Errorf("%d versions", got-version)
	}
	if until(ann) != "2026-03-04T12:00:00Z" || until(bob) != "2026-03-04T12:00:00Z" {
		t.Errorf("until %v and %v", until(ann), until(bob))
	}
	public := w.browser().ask("GET", w.to(m, engine.Red, link.Watch), nil, func(r *http.Request) { r.Header.Set("Accept", "application/json") })
	if strings.Contains(public.page, `"vacationUntil":"`) {
		t.Errorf("whoever watches reads of it: %s", public.page)
	}
	for body, status := range map[string]int{
		`{"days":1}`: 422, `{"days":0}`: 422, `{}`: 422, `{"days":"7"}`: 400, `{"days":7,"from":"soon"}`: 400, `{"day":7}`: 400,
	} {
		ann.call("PUT", "/vacation", body).read(t, status)
	}
	ann.call("POST", "/actions", `{"action":"give-time","ply":0,"given":0}`).read(t, 409)
	ann.call("POST", "/actions", `{"action":"resign"}`).read(t, 200)
	ann.call("PUT", "/vacation", `{"days":1}`).read(t, 409)
	ann.call("DELETE", "/vacation", "").read(t, 409)
}

// A program that gets no answer asks again, and gives no more by it; the view says how
// often it has given. Only the two players read of that.
func TestGivingTimeByAPI(t *testing.T) {
	w := newWorld(t)
	m := w.playing() // Ann is to move
	m = w.give(w.give(m, match.Publish{By: engine.Red}), match.Publish{By: engine.Blue})
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	for given := range 2 {
		for range 2 {
			view := bob.call("POST", "/actions", fmt.Sprintf(`{"action":"give-time","ply":0,"given":%d}`, given)).read(t, 200)["view"].(map[string]any)
			if want := float64(given + 1); view["given"] != want || bob.call("GET", "", "").read(t, 200)["given"] != want {
				t.Errorf("given %v, not %v", view["given"], want)
			}
		}
		if got, want := w.stored(m).Deadline.Sub(m.Deadline), time.Duration(given+1)*m.Pace.Move; got != want {
			t.Errorf("put off by %v, not %v", got, want)
		}
	}
	if got := ann.call("GET", "", "").read(t, 200)["given"]; got != 0.0 {
		t.Errorf("who was given time has given %v", got)
	}
	public := w.browser().ask("GET", w.to(m, engine.Red, link.Watch), nil, func(r *http.Request) { r.Header.Set("Accept", "application/json") })
	if !strings.Contains(public.page, `"given":0,`) {
		t.Errorf("who watches reads %s", public.page)
	}
	for body, says := range map[string]string{
		`{"action":"give-time"}`:                                         "400 ply: This is missing",
		`{"action":"give-time","given":2}`:                               "400 ply: This is missing",
		`{"action":"give-time","ply":0}`:                                 "400 given: This is missing",
		`{"action":"give-time","ply":0,"given":-1}`:                      "400 given -1",
		`{"action":"give-time","ply":0,"given":"2"}`:                     "400 given",
		`{"action":"nudge","given":2}`:                                   "400 given: This is for the action give-time alone",
		`{"action":"block","given":2}`:                                   "400 block",
		`{"action":"correct-address","email":"a@example.org","given":2}`: "400 given: This is for the action give-time alone",
		`{"action":"give-time","ply":0,"given":3}`:                       "409 The game is not at",
		`{"action":"give-time","ply":1,"given":2}`:                       "409 The game is not at",
	} {
		status, text, _ := strings.Cut(says, " ")
		if a := bob.call("POST", "/actions", body); strconv.Itoa(a.status) != status || !strings.Contains(a.read(t, a.status)["detail"].(string), text) {
			t.Errorf("%s: %d %s", body, a.status, a.page)
		}
	}
	w.play(w.stored(m), "e4-e5", "j7-j6")
	bob.call("POST", "/actions", `{"action":"give-time","ply":0,"given":2}`).read(t, 409) // of the turn before
	if got := bob.call("GET", "", "").read(t, 200)["given"]; got != 0.0 {
		t.Errorf("for the next deadline %v", got)
	}
}

// Whoever is invited does not learn whether who invites him is away.
func TestVacationsAreOfTheTwoWhoPlay(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.TakeVacation{By: engine.Red, Days: 5})
	status, page := w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "You are on vacation", "End my vacation now")
	status, page = w.browser().get(w.to(m, engine.Blue, link.Join))
	want(t, status, page, 200, "!vacation until")
	bob := w.as("bob@example.org", m)
	for _, at := range []string{"", "/vacation"} {
		if a := bob.call("GET", at, ""); a.status != 200 || strings.Contains(a.page, "2026-03-06") {
			t.Errorf("%d: %s", a.status, a.page)
		}
	}
	bob.call("PUT", "/vacation", `{"days":1}`).read(t, 409)
}

// A person rests in all of his games by one press, and reads which of them do not let
// him.
func TestVacationInAllGames(t *testing.T) {
	w := newWorld(t)
	list, _ := w.several()
	w.keep("bob@example.org", func(p player.Profile) (player.Profile, bool) { return p.Seen("bob@example.org", "", "Europe/Paris") })
	without := list[0] // it is Bob's turn
	i := w.games.images[without.ID]
	without, err := match.Open(i)
	if err != nil {
		t.Fatal(err)
	}
	without.Pace.NoVacation = true
	w.games.images[without.ID] = match.Seal(without)
	bob, at := w.browser(), w.toGames("bob@example.org", 0)
	status, page := bob.get(at)
	want(t, status, page, 200, "Vacation in all my games", "!End my vacation")
	saves := w.games.saves
	status, page = bob.post(at, form("do", "vacation", "days", "10", "from", "2026-03-08"))
	want(t, status, page, 200, "Nothing has changed")
	if w.games.saves != saves {
		t.Fatal("a press without the tick took a vacation")
	}
	status, page = bob.post(at, form("do", "vacation", "days", "10", "from", "2026-03-08", "sure", "1"))
	want(t, status, page, 200, "Done in 2 games", "There are no vacations in this game", "Your vacation is taken, and Ann", "End my vacation in all games", "You will be on vacation from Sun 8 March to")
	if got := w.games.saves - saves; got != 2 {
		t.Errorf("%d games were written", got)
	}
	status, page = bob.post(at, form("do", "vacation", "days", "10", "from", "2026-03-08", "sure", "1"))
	want(t, status, page, 200, "Nothing has changed. Below each game you read why.", "This is done already")
	status, page = bob.post(at, form("do", "vacation", "days", "10", "from", "8.3.", "sure", "1"))
	want(t, status, page, 422, "must be a date")
	status, page = bob.post(at, form("do", "back", "sure", "1"))
	want(t, status, page, 200, "Done in 2 games", "Your vacation is called off, and Ann", "!You are back", "!You will be on vacation", "!End my vacation")
	status, page = bob.post(at, form("do", "vacation", "days", "31", "sure", "1"))
	want(t, status, page, 422, "from 1 to 30 whole days", "!Below each game")
	if strings.Count(page, "from 1 to 30 whole days") != 1 {
		t.Error("the page says more than once that a vacation is too long")
	}
	status, page = w.browser().post(w.toGames("eve@example.org", 0), form("do", "back", "sure", "1"))
	want(t, status, page, 200, "No game of yours runs", "!Vacation in all my games")
}

// Who rests in every game that runs is offered to end it, and nothing that no game would
// take.
func TestVacationTakenInAllGames(t *testing.T) {
	w := newWorld(t)
	w.playing()
	ann, at := w.browser(), w.toGames("ann@example.org", 0)
	status, page := ann.post(at, form("do", "vacation", "days", "3", "sure", "1"))
	want(t, status, page, 200, "Done in 1 game", "End my vacation in all games", "!Take a vacation", `!name="days"`)
	w.playing()
	status, page = ann.get(at)
	want(t, status, page, 200, "End my vacation in all games", "Take a vacation")
	if strings.Index(page, "End my vacation") > strings.Index(page, "Take a vacation") {
		t.Error("what ends it stands below what takes another")
	}
}
