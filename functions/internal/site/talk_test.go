package site

import (
	"fmt"
	"html"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/players"
	"fieldpost/infra/link"
)

// Without it what a player writes on his page would not be on the other's, or would be
// taken for more than text.
func TestTalkOnTheBoard(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann, bob := w.browser(), w.browser()
	hers, his := w.to(m, engine.Red, link.Board), w.to(m, engine.Blue, link.Board)
	status, page := ann.get(hers)
	want(t, status, page, 200, "Messages with Bob", "Nothing has been written yet", `action="`+hers+`"`, `value="say"`, `value="mute"`, "!<details class=\"talk\" id=\"messages\" open")

	const text = "Hello <b>Bob</b>,\nsee https://evil.example"
	status, page = ann.post(hers, form("do", "say", "text", text))
	want(t, status, page, 200, "Nothing has changed. Please tick the box and press Send to Bob again", text+"</textarea>", `id="messages" open`)
	if w.stored(m).Talks != 0 {
		t.Fatal("it is sent without a tick")
	}
	status, page = ann.post(hers, form("do", "say", "text", strings.ReplaceAll(text, "\n", "\r\n"), "sure", "1"))
	want(t, status, page, 200, "Your message to Bob is sent.", "You wrote on Sun 1 March 12:00 UTC:", text+"</blockquote>", "!"+text+"</textarea>", "Turn 1: your move")
	if strings.Contains(page, "<b>Bob") || strings.Contains(page, `href="https://evil`) {
		t.Error("a message is more than text")
	}
	status, page = ann.post(hers, form("do", "say", "text", text))
	want(t, status, page, 200, "is sent already")

	status, page = bob.get(his)
	want(t, status, page, 200, "Ann wrote on Sun 1 March 12:00 UTC:", text, "!Nothing has been written yet")
	if at := strings.Index(page, "Ann wrote"); at > strings.Index(page, `<table class="board"`) {
		t.Error("a new message stands below the board")
	}
	m = w.play(w.stored(m), "e4-e5", "j7-j6")
	_, page = bob.get(his)
	if at := strings.Index(page, "Ann wrote"); at < strings.Index(page, `<table class="board"`) {
		t.Error("an old message stands above the board")
	}
	if got := w.stored(m); got.Shown != m.Shown || got.Talks != 1 {
		t.Errorf("%d messages", got.Talks)
	}
	for _, at := range []string{w.to(m, engine.Blue, link.Confirm), w.to(m, engine.Blue, link.Join)} {
		if _, page := w.browser().get(at); strings.Contains(page, "evil") || strings.Contains(page, `value="say"`) {
			t.Errorf("a link that took a seat shows what was said: %s", at)
		}
	}
	w.give(m, match.Resign{By: engine.Blue, Ply: match.AnyPly})
	status, page = bob.post(his, form("do", "say", "text", "Well played!", "sure", "1"))
	want(t, status, page, 200, "Your message to Ann is sent.", "Well played!")
}

// A message may be written while setting up, and once both take part only.
func TestTalkBeforeTheGame(t *testing.T) {
	w := newWorld(t)
	rules := engine.StandardRules(engine.Barrage)
	invited := w.match(rules, match.Confirm{})
	status, page := w.browser().post(w.to(invited, engine.Red, link.Board), form("do", "say", "text", "Hello", "sure", "1"))
	want(t, status, page, 200, "once both of you take part", "!Messages with")
	setting := w.give(invited, match.Accept{By: engine.Blue})
	at := w.to(setting, engine.Red, link.Board)
	status, page = w.browser().post(at, form("do", "say", "text", "Hello", "sure", "1"))
	want(t, status, page, 200, "Your message to Bob is sent.", `id="rows"`, "Hello</blockquote>")
	called := w.give(setting, match.Abort{By: engine.Blue, Ply: match.AnyPly})
	status, page = w.browser().get(w.to(called, engine.Blue, link.Board))
	want(t, status, page, 200, "The game is called off", "Ann wrote", "Hello")
}

// Nobody can write to who had himself forgotten, nor mute him: a form for it would be a
// promise that its press breaks.
func TestTalkToWhoHasLeft(t *testing.T) {
	w := newWorld(t)
	m := w.give(w.playing(), match.Say{By: engine.Red, Text: "Good luck"})
	m = w.give(m, match.Mute{By: engine.Red, On: true})
	m = w.give(w.give(m, match.Resign{By: engine.Blue, Ply: match.AnyPly}), match.Forget{By: engine.Blue})
	ann, at := w.browser(), w.to(m, engine.Red, link.Board)
	status, page := ann.get(at)
	want(t, status, page, 200, "Good luck</blockquote>", "the other player has left", `!value="say"`, `!value="mute"`, `!value="unmute"`)
	for _, do := range []string{"say", "unmute"} {
		status, page = ann.post(at, form("do", do, "text", "Hello", "sure", "1"))
		want(t, status, page, 200, "the other player has left", "!once both of you")
	}
}

// What is not sent stays in the form. Without it a long message would be lost by its last
// letter.
func TestUnsentIsKept(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann, at := w.browser(), w.to(m, engine.Red, link.Board)
	send := func(text string) (int, string) { return ann.post(at, form("do", "say", "text", text, "sure", "1")) }
	long := strings.Repeat("x", match.MostMessageLetters+1)
	status, page := send(long)
	want(t, status, page, 400, "Your message is not sent", long+"</textarea>", `id="messages" open`, `aria-invalid="true"`, "longer than 500 characters", "Turn 1: your move")
	status, page = send("a\u202eb")
	want(t, status, page, 400, "Your message is not sent", "a\u202eb</textarea>")
	status, page = send(" ")
	want(t, status, page, 400, "Your message is not sent", "is missing")
	for n := range players.MostMessages {
		if status, page = send(fmt.Sprint("message ", n)); status != 200 {
			t.Fatalf("message %d: %d\n%s", n, status, main(page))
		}
	}
	resp := ann.ask("POST", at, form("do", "say", "text", "one too many", "sure", "1"))
	want(t, resp.status, resp.page, 429, "Your message is not sent", "30 messages of yours in this game have gone out today", "one too many</textarea>", "message 29</blockquote>")
	if resp.header.Get("Retry-After") != "43200" {
		t.Errorf("Retry-After %s", resp.header.Get("Retry-After"))
	}
	if strings.Contains(w.log.String(), "message") && strings.Contains(w.log.String(), "one too many") {
		t.Error("the log tells what was written")
	}
}

// Whoever mutes reads nothing of the other any more, and again when he likes.
func TestMuteOnTheBoard(t *testing.T) {
	w := newWorld(t)
	m := w.give(w.playing(), match.Say{By: engine.Red, Text: "Hurry!"})
	m = w.give(w.play(m, "e4-e5"), match.Nudge{By: engine.Red})
	bob, at := w.browser(), w.to(m, engine.Blue, link.Board)
	status, page := bob.get(at)
	want(t, status, page, 200, "Hurry!", "Ann asked you on Sun 1 March", "Mute Ann", "!Hear Ann again")
	status, page = bob.post(at, form("do", "mute"))
	want(t, status, page, 200, "press Mute Ann again", "Hurry!")
	status, page = bob.post(at, form("do", "mute", "sure", "1"))
	want(t, status, page, 200, "Ann is muted, and does not learn of it", "You have muted Ann", "Hear Ann again", "!Hurry!", "!asked you on", "!Nothing has been written yet")
	if strings.Index(page, "Hear Ann again") > strings.Index(page, "Your message to Ann") {
		t.Error("the button by which Ann is heard again stands below the form for a message, far from what it mends")
	}
	status, page = bob.post(at, form("do", "mute"))
	want(t, status, page, 200, "Ann is muted")
	status, page = bob.post(at, form("do", "unmute"))
	want(t, status, page, 200, "You hear Ann again.", "Hurry!", "Ann asked you on")
}

// While they set up nobody has a turn to be mailed again.
func TestMailAgainForSetup(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
	status, page := w.browser().get(w.to(m, engine.Blue, link.Board))
	want(t, status, page, 200, ">Send me the mail for my setup again<", "!Mail me my turn again")
}

// A nudge and the mail of one's turn are pages of their own; once a day each.
func TestNudgeAndMailAgain(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5")
	ann, bob := w.browser(), w.browser()
	does := func(b *browser, seat engine.Color, label, do, says string) {
		t.Helper()
		_, board := b.get(w.to(m, seat, link.Board))
		status, page := b.get(acts(board)[label])
		want(t, status, page, 200, ">"+label+"</button>")
		status, page = b.post(acts(board)[label], form("do", do, "sure", "1"))
		want(t, status, page, 200, says)
	}
	does(ann, engine.Red, "Nudge Bob", "nudge", "It is passed on that you ask Bob to go on.")
	_, page := ann.get(w.to(m, engine.Red, link.Board))
	if label := acts(page); label["Nudge Bob"] != "" || label["Mail me my turn again"] != "" {
		t.Errorf("Ann's board leads to %q", label)
	}
	for _, method := range []string{"GET", "POST"} {
		resp := ann.ask(method, w.toAct(m, engine.Red, 1, match.Nudging), form("do", "nudge", "sure", "1"))
		want(t, resp.status, resp.page, 200, "this can be done once a day", "The next time is from Mon 2 March 12:00 UTC on", "Turn 2: Bob to move")
	}
	does(bob, engine.Blue, "Mail me my turn again", "mail-again", "The mail is on its way to you.")
	saves := w.games.saves
	resp := bob.ask("POST", w.toAct(m, engine.Blue, 1, match.MailingAgain), form("do", "mail-again", "sure", "1"))
	want(t, resp.status, resp.page, 200, "this can be done once a day")
	if w.games.saves != saves {
		t.Error("a second mail is asked for")
	}
	w.now = w.now.Add(24 * time.Hour)
	does(ann, engine.Red, "Nudge Bob", "nudge", "It is passed on")
}

// Who is on vacation is not hurried: the board does not offer it, and who comes by an
// earlier page reads until when.
func TestNoNudgeOnVacation(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5")
	m = w.give(m, match.TakeVacation{By: engine.Blue, Days: 3})
	ann := w.browser()
	status, page := ann.get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "Bob is on vacation until Wed 4 March 12:00 UTC")
	if acts(page)["Nudge Bob"] != "" {
		t.Error("the board offers it")
	}
	saves := w.games.saves
	for _, method := range []string{"GET", "POST"} {
		resp := ann.ask(method, w.toAct(m, engine.Red, 1, match.Nudging), form("do", "nudge", "sure", "1"))
		want(t, resp.status, resp.page, 200, "Nothing has changed: Bob is on vacation until Wed 4 March 12:00 UTC", "Turn 2: Bob to move")
	}
	if a := w.program(m, engine.Red).call("POST", "/actions", `{"action":"nudge"}`).read(t, 409); !strings.Contains(fmt.Sprint(a["detail"]), "on vacation until Wed 4 March 12:00 UTC") {
		t.Errorf("%v", a["detail"])
	}
	if w.games.saves != saves {
		t.Error("it is passed on")
	}
	w.now = w.now.Add(72 * time.Hour)
	_, page = ann.get(w.to(m, engine.Red, link.Board))
	if acts(page)["Nudge Bob"] == "" {
		t.Error("it is not offered when he is back")
	}
}

// What was written while one did not hear is there when one hears again, and the page says
// that no mail brings it; also when one has moved meanwhile.
func TestUnmutingShows(t *testing.T) {
	w := newWorld(t)
	m := w.give(w.playing(), match.Mute{By: engine.Blue, On: true})
	m = w.give(m, match.Say{By: engine.Red, Text: "Anybody there?"})
	m = w.play(m, "e4-e5", "j7-j6")
	bob, at := w.browser(), w.to(m, engine.Blue, link.Board)
	status, page := bob.get(at)
	want(t, status, page, 200, "!Anybody there?", "!wrote on", "You have muted Ann")
	status, page = bob.post(at, form("do", "unmute", "sure", "1"))
	want(t, status, page, 200, "You hear Ann again.", "it is not mailed to you any more", `id="messages" open`, "Anybody there?")
}

// A move that one's line made is no answer: what the other wrote before it stands above the
// board until one has moved or written oneself, once.
func TestLineIsNoAnswer(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5", "j7-j6")
	reply, err := engine.ParseMove("e5-e4")
	answer, bad := engine.ParseMove("j6-j7")
	if err != nil || bad != nil {
		t.Fatal(err, bad)
	}
	m = w.give(m, match.SetLines{By: engine.Blue, Ply: match.AnyPly, Lines: []match.Line{{{Move: reply}, {Move: answer}}}})
	m = w.play(w.give(m, match.Say{By: engine.Red, Text: "Guess why!"}), "e5-e4")
	if m.Game.Ply() != 4 {
		t.Fatalf("%d plies", m.Game.Ply())
	}
	bob, at := w.browser(), w.to(m, engine.Blue, link.Board)
	above := func() bool {
		t.Helper()
		status, page := bob.get(at)
		want(t, status, page, 200, "Guess why!")
		if n := strings.Count(page, "Guess why!"); n != 1 {
			t.Errorf("it stands there %d times", n)
		}
		before, _, _ := strings.Cut(page, `id="messages"`)
		return strings.Contains(before, "Guess why!")
	}
	if !above() {
		t.Error("after his line has moved it is not above the board")
	}
	status, page := bob.post(at, form("do", "say", "text", "I know why.", "sure", "1"))
	want(t, status, page, 200, "Your message to Ann is sent.")
	if above() {
		t.Error("he has answered, and it is still above the board")
	}
}

// Without it a program could not talk, or would be told more than its player.
func TestMessagesByAPI(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	ann, bob := w.program(m, engine.Red), w.program(m, engine.Blue)
	says := func(r reply, status int, wanted string) {
		t.Helper()
		r.read(t, status)
		if got := strings.TrimSpace(r.page); got != wanted {
			t.Errorf("%s, not %s", got, wanted)
		}
	}
	const none, hello = `{"red":null,"blue":null,"mute":false}`, `{"text":"Hello\n<you>","at":"2026-03-01T12:00:00Z"}`
	says(ann.call("GET", "/messages", ""), 200, none)
	version := func() any { return bob.call("GET", "", "").read(t, 200)["version"] }
	before := version()
	for range 2 { // the same once more does nothing
		says(ann.call("POST", "/messages", `{"text":"Hello\r\n<you>"}`), 200, `{"red":`+hello+`,"blue":null,"mute":false}`)
	}
	if version() != before.(float64)+1 {
		t.Errorf("the version goes from %v to %v", before, version())
	}
	got := bob.call("GET", "/messages", "")
	says(got, 200, `{"red":`+hello+`,"blue":null,"mute":false}`)
	if got.header.Get("ETag") != tagOf(got.page) {
		t.Errorf("the tag is %s", got.header.Get("ETag"))
	}
	before = version()
	for range 2 {
		says(bob.call("PUT", "/messages", `{"mute":true}`), 200, `{"red":null,"blue":null,"mute":true}`)
	}
	says(ann.call("GET", "/messages", ""), 200, `{"red":`+hello+`,"blue":null,"mute":false}`)
	says(bob.call("PUT", "/messages", `{"mute":false}`), 200, `{"red":`+hello+`,"blue":null,"mute":false}`)
	if version() != before {
		t.Error("a mute raises the version")
	}
	for _, body := range []string{``, `{}`, `{"text":""}`, `{"text":1}`, `{"text":"x","to":"Bob"}`, `{"text":"a\u202eb"}`, `{"text":"` + strings.Repeat("x", 501) + `"}`} {
		if a := ann.call("POST", "/messages", body, func(r *http.Request) { setBody(r, body) }); a.status != 400 || strings.Contains(a.page, `xxx`) {
			t.Errorf("%.40s: %d, %.200s", body, a.status, a.page)
		}
	}
	for _, body := range []string{`{}`, `{"mute":null}`, `{"mute":"yes"}`} {
		ann.call("PUT", "/messages", body).read(t, 400)
	}
	for n := range players.MostMessages - 1 {
		ann.call("POST", "/messages", fmt.Sprintf(`{"text":"%d"}`, n)).read(t, 200)
	}
	if a := ann.call("POST", "/messages", `{"text":"once more"}`); a.status != 429 || a.header.Get("Retry-After") == "" || !strings.Contains(a.page, "30 messages of yours") {
		t.Errorf("%d: %s", a.status, a.page)
	}
	bob.call("POST", "/actions", `{"action":"nudge"}`).read(t, 200)
	if a := bob.call("POST", "/actions", `{"action":"nudge"}`).read(t, 409); !strings.Contains(fmt.Sprint(a["detail"]), "Mon 2 March 12:00 UTC") {
		t.Errorf("%v", a["detail"])
	}
	bob.call("POST", "/actions", `{"action":"mail-again"}`).read(t, 409)
	ann.call("POST", "/actions", `{"action":"mail-again"}`).read(t, 200)
	ann.call("POST", "/actions", `{"action":"nudge"}`).read(t, 409)
	invited := w.match(engine.StandardRules(engine.Barrage), match.Confirm{})
	creator := w.program(invited, engine.Red)
	says(creator.call("GET", "/messages", ""), 200, none)
	creator.call("POST", "/messages", `{"text":"Hello"}`).read(t, 409)
	creator.call("PUT", "/messages", `{"mute":true}`).read(t, 409)
}

// T13 for mutes: a player who is muted, before he wrote or after, is answered as one who
// is not, to the byte, whatever he looks at and does. Without it he could tell.
func TestT13MutesTellNothing(t *testing.T) {
	for _, when := range []string{"before", "after"} {
		a, b := newWorld(t), newWorld(t)
		ma, mb := a.playing(), b.playing()
		mute := match.Mute{By: engine.Blue, On: true}
		if when == "before" {
			mb = b.give(mb, mute)
		}
		same := func(commands ...match.Command) {
			t.Helper()
			for _, c := range commands {
				ma, mb = a.give(ma, c), b.give(mb, c)
			}
			view := ma.View(engine.Red)
			samePages(t, a, b, ma, mb, &view)
			for _, below := range []string{"", "/messages", "/record?format=json"} {
				ra, rb := a.program(ma, engine.Red).call("GET", below, ""), b.program(mb, engine.Red).call("GET", below, "")
				if ra.page != rb.page || !cmp.Equal(ra.header, rb.header) {
					t.Errorf("%s, %s: the answers differ:\n%s", when, below, cmp.Diff(ra.page, rb.page))
				}
			}
		}
		same(match.Say{By: engine.Red, Text: "Hello"})
		if when == "after" {
			mb = b.give(mb, mute)
		}
		same(match.Say{By: engine.Blue, Text: "Hello yourself"}, match.Say{By: engine.Red, Text: "Your turn soon"})
		ma, mb = a.play(ma, "e4-e5"), b.play(mb, "e4-e5")
		same(match.Nudge{By: engine.Red})
		for _, body := range []string{`{"text":"Are you there?"}`, `{"text":"Are you there?"}`, `{"text":""}`} {
			ra, rb := a.program(ma, engine.Red).call("POST", "/messages", body), b.program(mb, engine.Red).call("POST", "/messages", body)
			if ra.page != rb.page || ra.status != rb.status {
				t.Errorf("%s: the answers to %s differ:\n%s", when, body, cmp.Diff(ra.page, rb.page))
			}
		}
		for _, f := range [][]string{{"do", "say", "text", "Hello?"}, {"do", "say", "text", "Hello?", "sure", "1"}, {"do", "mute", "sure", "1"}} {
			ra, rb := a.browser().ask("POST", a.to(ma, engine.Red, link.Board), form(f...)), b.browser().ask("POST", b.to(mb, engine.Red, link.Board), form(f...))
			if ra.page != rb.page || ra.status != rb.status {
				t.Errorf("%s: the pages after %v differ:\n%s", when, f, cmp.Diff(ra.page, rb.page))
			}
		}
		ma, mb = a.stored(ma), b.stored(mb)
		same(match.Say{By: engine.Blue, Text: "No."}, match.Resign{By: engine.Blue, Ply: match.AnyPly})
	}
}

// What the two say to each other is theirs alone: others who watch see neither it nor that
// something was said.
func TestWatchersHearNothing(t *testing.T) {
	w := newWorld(t)
	m := w.shown(w.playing())
	look := func() string {
		page := w.browser().ask("GET", w.toWatch(m, engine.Red), nil).page
		view := w.browser().ask("GET", w.toWatch(m, engine.Red), nil, asProgram)
		return page + view.page + view.header.Get("ETag")
	}
	before := look()
	m = w.give(m, match.Say{By: engine.Red, Text: "Between you and me"})
	m = w.give(m, match.Nudge{By: engine.Blue})
	m = w.give(m, match.Mute{By: engine.Blue, On: true})
	if after := look(); before != after {
		t.Errorf("they can tell:\n%s", cmp.Diff(before, after))
	}
}

// Without it one of the four languages would have a button that does another thing.
func TestTalkInEveryLanguage(t *testing.T) {
	w := newWorld(t)
	m := w.give(w.play(w.playing(), "e4-e5"), match.Say{By: engine.Red, Text: "§"})
	m = w.give(m, match.Nudge{By: engine.Red})
	var seen []string
	for _, lang := range w.words.Languages() {
		if lang != "en" {
			m = w.give(m, match.Speak{By: engine.Blue, Lang: lang})
		}
		_, page := w.browser().get(w.to(m, engine.Blue, link.Board))
		_, talk, _ := strings.Cut(page, `id="messages"`)
		talk, _, _ = strings.Cut(html.UnescapeString(talk), "<nav")
		if slices.Contains(seen, talk) || !strings.Contains(talk, "Ann") || strings.Contains(talk, "{{") {
			t.Errorf("%s: %s", lang, talk)
		}
		seen = append(seen, talk)
	}
}
