package site

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// speaks makes a request that of a browser that asks for a language.
func speaks(lang string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Accept-Language", lang) }
}

var (
	markup = regexp.MustCompile(`(?s)<style.*?</style>|<code.*?</code>|<pre.*?</pre>|<option.*?</option>|<[^>]*>`)
	// telltale are words that English alone has.
	telltale = regexp.MustCompile(`(?i)\b(the|you|your|and|with)\b`)
)

// inWholly fails unless a page is in one language.
func inWholly(t *testing.T, name, lang, page string) {
	t.Helper()
	if !strings.Contains(page, `<html lang="`+lang+`">`) {
		t.Errorf("%s in %s says it is in %.80q", name, lang, page[strings.Index(page, "<html"):])
	}
	if word := telltale.FindString(markup.ReplaceAllString(page, " ")); lang != "en" && word != "" {
		t.Errorf("%s in %s says %q:\n%s", name, lang, word, main(page))
	}
}

// spoken brings a match as far as the commands do, its creator reading one
// language and the opponent the other once he has accepted.
func (w *world) spoken(ann, bob string, commands ...match.Command) match.Match {
	w.t.Helper()
	c := match.Create{Creator: engine.Red, Rules: engine.StandardRules(engine.Barrage), ID: match.ID{byte(len(w.games.images) + 1), 9}}
	c.Players.Red = match.Player{Name: "Ann", Address: "ann@example.org", Lang: ann}
	c.Players.Blue = match.Player{Name: "Bob", Address: "bob@example.org", Lang: ann}
	c.Keys.Red, c.Keys.Blue = w.pepper.Key(c.Players.Red.Address), w.pepper.Key(c.Players.Blue.Address)
	m, err := w.app.Create(w.t.Context(), c)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, command := range commands {
		if a, ok := command.(match.Accept); ok {
			a.Lang = bob
			command = a
		}
		m = w.give(m, command)
	}
	return m
}

// begunBy are the commands up to the first move.
func begunBy(t testing.TB) []match.Command {
	return []match.Command{
		match.Confirm{},
		match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: setup(t, engine.Barrage, barrageRed)},
		match.SetUp{By: engine.Blue, Setup: setup(t, engine.Barrage, barrageBlue)},
	}
}

// A page is in the language of the seat that it is for, whatever the browser
// says, and one for nobody in particular in the browser's. Without it a reader
// would get one page in two languages, or a press in another than the page.
func TestPagesInEveryLanguage(t *testing.T) {
	for _, lang := range newWorld(t).words.Languages() {
		t.Run(lang, func(t *testing.T) {
			w := newWorld(t)
			steps := begunBy(t)
			fresh := w.spoken(lang, lang)
			invited := w.spoken(lang, lang, steps[:1]...)
			setting := w.spoken(lang, lang, steps[:2]...)
			playing := w.play(w.spoken(lang, lang, steps...), "e4-e5", "j7-j6")
			offered := w.give(w.spoken(lang, lang, steps...), match.OfferDraw{By: engine.Blue, Ply: 0})
			over := w.give(w.spoken(lang, lang, steps...), match.Resign{By: engine.Blue, Ply: 0})
			w.keep("ann@example.org", func(p player.Profile) (player.Profile, bool) { return p.Seen("ann@example.org", lang, "") })
			seat := map[string]string{
				"confirm": w.to(fresh, engine.Red, link.Confirm), "waiting": w.to(invited, engine.Red, link.Board),
				"set up": w.to(setting, engine.Red, link.Board), "board": w.to(playing, engine.Red, link.Board),
				"other's turn": w.to(playing, engine.Blue, link.Board), "move": w.toMove(playing, engine.Red, 2, "e5-e6"),
				"old move": w.toMove(playing, engine.Red, 0, "e4-e5"), "resign": w.toAct(playing, engine.Red, 2, match.Resigning),
				"offer": w.toAct(playing, engine.Red, 2, match.OfferingDraw), "accept": w.toAct(offered, engine.Red, 0, match.AcceptingDraw),
				"new links": w.toAct(playing, engine.Red, 2, match.RenewingLinks), "publish": w.toAct(playing, engine.Red, 2, match.Publishing),
				"offered": w.to(offered, engine.Red, link.Board), "over": w.to(over, engine.Red, link.Board), "lost": w.to(over, engine.Blue, link.Board),
				"rematch": w.toAct(over, engine.Red, 0, match.Rematching), "used invitation": w.to(playing, engine.Blue, link.Join),
				"mails": w.toMails("ann@example.org"), "games": w.toGames("ann@example.org", 0),
			}
			for name, at := range seat {
				r := w.browser().ask("GET", at, nil, speaks("ja,en;q=0.5"))
				if r.status != 200 {
					t.Errorf("%s: %d", name, r.status)
				}
				inWholly(t, name, lang, r.page)
				inWholly(t, "a press on "+name, lang, w.browser().ask("POST", at, form("do", "resign"), speaks("ja")).page)
			}
			for name, at := range map[string]string{
				"home": base + "/", "rules": base + "/rules", "privacy": base + "/privacy", "nothing": base + "/nothing", "a bad link": base + "/m/x",
				"invitation": w.to(invited, engine.Blue, link.Join), "mailbox": base + "/mailbox",
			} {
				inWholly(t, name, lang, w.browser().ask("GET", at, nil, speaks(lang+";q=0.9,ja;q=0.8")).page)
			}
			r := w.browser().ask("POST", base+"/", form("do", "create"), speaks(lang))
			inWholly(t, "an empty form", lang, r.page)
			want(t, r.status, r.page, 400, w.words.For(lang).T("page.home.button"))
		})
	}
}

// Who asks for a game, and who accepts one, chooses his language, and his seat
// keeps it. Until then it is his browser's. Without it somebody would be mailed
// for a whole game in a language that he does not read.
func TestEachChoosesHisLanguage(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	page := b.ask("GET", base+"/", nil, speaks("fr-CH,de;q=0.5")).page
	for _, lang := range []string{"en", "fr", "de", "nl"} {
		want(t, 200, page, 200, ">"+words.LanguageName(lang)+"</option>")
	}
	want(t, 200, page, 200, `<option value="fr" selected>français</option>`)
	if r := b.ask("POST", base+"/", filledIn("lang", "de"), speaks("fr")); r.status != 202 {
		t.Fatalf("%d\n%s", r.status, main(r.page))
	}
	m := w.only()
	creator, other := m.Seat(m.Creator), m.Seat(m.Opponent())
	if creator.Lang != "de" || other.Lang != "fr" {
		t.Errorf("the creator reads %q, the other will read %q", creator.Lang, other.Lang)
	}
	m = w.give(m, match.Confirm{})
	at := w.to(m, m.Opponent(), link.Join)
	for browser, lang := range map[string]string{"nl": "nl", "": "fr", "ja": "en"} {
		page := b.ask("GET", at, nil, speaks(browser)).page
		want(t, 200, page, 200, `<html lang="`+lang+`">`, `<option value="`+lang+`" selected>`)
	}
	r := b.ask("POST", at, form("do", "accept", "sure", "1", "lang", "nl"), speaks("fr"))
	want(t, r.status, r.page, 200, `<html lang="nl">`, "Je doet mee in de partij")
	if m = w.stored(m); m.Seat(m.Opponent()).Lang != "nl" || m.Seat(m.Creator).Lang != "de" {
		t.Errorf("the seats read %q and %q", m.Seat(m.Creator).Lang, m.Seat(m.Opponent()).Lang)
	}
}

// A program is told what is wrong in the language of its seat, or where there is
// none in the one that it asks for.
func TestProblemsInEveryLanguage(t *testing.T) {
	w := newWorld(t)
	m := w.spoken("de", "nl", begunBy(t)...)
	for seat, says := range map[engine.Color]string{engine.Red: "zu weit weg", engine.Blue: "niet aan zet"} {
		body := `{"move":"e4-e6","ply":0}`
		if got := w.program(m, seat).call("POST", "/moves", body).page; !strings.Contains(got, says) {
			t.Errorf("%v is told %s", seat, got)
		}
	}
	got := w.browser().ask("GET", base+"/api/games", nil, speaks("fr"))
	if want := w.words.For("fr").T("api.no_token"); !strings.Contains(strings.ReplaceAll(got.page, `\"`, `"`), want) {
		t.Errorf("a stranger is told %s", got.page)
	}
}

// Who has chosen badly, or whose opponent has guessed, chooses anew for all his
// games, and for nobody else. Without it a player who reads no French would have
// French mails until the game is over.
func TestLanguageOfAPerson(t *testing.T) {
	w := newWorld(t)
	steps := begunBy(t)
	playing, invited := w.spoken("fr", "fr", steps...), w.spoken("fr", "fr", steps[0])
	other := w.match(engine.StandardRules(engine.Duel))
	bob, at := w.browser(), w.toMails("bob@example.org")
	page := bob.ask("GET", at, nil, speaks("nl")).page
	want(t, 200, page, 200, `<html lang="nl">`, `<option value="nl" selected>Nederlands</option>`)
	// Each form does one thing, or Enter at the language would end his mails.
	forms := strings.Split(main(page), "<form")[1:]
	if len(forms) != 2 {
		t.Fatalf("%d forms", len(forms))
	}
	want(t, 200, forms[0], 200, `name="do" value="unsubscribe">`, `name="sure"`, "!name=\"lang\"", "!language")
	want(t, 200, forms[1], 200, `<input type="hidden" name="do" value="language">`, `name="lang"`, `name="sure"`, `<button type="submit">`, "!unsubscribe")
	status, page := bob.post(at, form("do", "language", "lang", "de"))
	want(t, status, page, 200, "Nothing has changed", `name="sure"`)
	for range 2 { // a second press does no harm
		status, page = bob.post(at, form("do", "language", "lang", "de", "sure", "1"))
		want(t, status, page, 200, `<html lang="de">`, `<option value="de" selected>`, "Erledigt", "!example.org")
	}
	for _, m := range []match.Match{playing, invited} {
		if m = w.stored(m); m.Seats.Blue.Lang != "de" || m.Seats.Red.Lang != "fr" || m.Version != versionOf(m, playing, invited)+1 {
			t.Errorf("Bob reads %q and Ann %q in %v", m.Seats.Blue.Lang, m.Seats.Red.Lang, m)
		}
	}
	if m := w.stored(other); m.Version != other.Version { // nobody has shown yet that it is Ann who asks
		t.Errorf("a game that was not confirmed was changed: %v", m)
	}
	if he := w.profile("bob@example.org"); he.Lang != "de" || he.Mode != player.Turns {
		t.Errorf("of Bob is kept %q, %v", he.Lang, he.Mode)
	}
	status, page = bob.get(w.to(playing, engine.Blue, link.Board))
	want(t, status, page, 200, `<html lang="de">`)
	status, page = bob.get(w.toGames("bob@example.org", 0))
	want(t, status, page, 200, `<html lang="de">`, "lädt dich zu einer Partie", "Zug 1: Ann ist am Zug")
	status, page = bob.post(at, form("do", "language", "lang", "tlh", "sure", "1"))
	want(t, status, page, 400, "Das wurde nicht verstanden")
}

// versionOf returns the version of the one of list that is m.
func versionOf(m match.Match, list ...match.Match) uint64 {
	for _, x := range list {
		if x.ID == m.ID {
			return x.Version
		}
	}
	return 0
}
