package site

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// everything is the form with every field filled in, each otherwise than usual.
var everything = []string{
	"tz", "Europe/Paris", "army", "custom", "customArmy", "M 9 S B F", "color", "blue", "days", "5", "setupDays", "3",
	"twoSquares", "5", "chase", "strategus", "attackerAdvantage", "1", "explodingBombs", "1", "movingBombs", "1",
	"movingFlag", "1", "reconquest", "1", "silentDefence", "1", "scoutReveal", "0", "memory", "1",
	"quietClaim", "100", "quietDraw", "300", "maxPlies", "2000",
}

// Without it a wish of the form would be passed over.
func TestFormAsFilledIn(t *testing.T) {
	w := newWorld(t)
	status, page := w.browser().post(base+"/", filledIn(everything...))
	want(t, status, page, 202, "Check your mail")
	m := w.only()
	troops, err := engine.ParseTroops("M 9 S B F")
	if err != nil {
		t.Fatal(err)
	}
	rules := engine.Rules{
		Army: engine.CustomArmy, Troops: troops, TwoSquares: 5, Chase: engine.ChaseStrategus,
		AttackerAdvantage: true, ExplodingBombs: true, MovingBombs: true, MovingFlag: true, Reconquest: true,
		SilentDefence: true, Memory: true, QuietClaim: 100, QuietDraw: 300, MaxPlies: 2000,
	}
	if m.Rules != rules || m.Creator != engine.Blue || m.Pace != (match.Pace{Move: 5 * 24 * time.Hour, Setup: 3 * 24 * time.Hour}) {
		t.Errorf("creator %v, pace %v, rules %v", m.Creator, m.Pace, m.Rules)
	}
	if p := m.Seats.Blue.Player; p.Zone != "Europe/Paris" || p.Lang != "en" || p.Name != "Ann" {
		t.Errorf("zone %q, language %q", p.Zone, p.Lang)
	}
}

// Without it the form as it comes would not be the standard game.
func TestFormAsItComes(t *testing.T) {
	w := newWorld(t)
	_, page := w.browser().get(base + "/")
	want(t, 200, page, 200, "!<details class=\"options\" id=\"options\" open", `!" open>`, `!aria-invalid="true"`, `value="original" checked>`, `<option value="en" selected>English</option>`)
	for _, a := range engine.Armies {
		want(t, 200, page, 200, `name="army" value="`+a.String()+`"`, w.words.For("en").Brief(a, match.StandardPace.Move))
	}
	// Sent as a browser sends it: with every value that is shown.
	f := filledIn("tz", "", "customArmy", "", "army", "original", "color", "lot", "days", "3", "setupDays", "7",
		"twoSquares", "3", "chase", "isf", "scoutReveal", "1", "quietClaim", "200", "quietDraw", "400", "maxPlies", "4000")
	for name := range f {
		if name != "do" && !strings.Contains(page, ` name="`+name+`"`) {
			t.Errorf("the form has no field %s", name)
		}
	}
	if status, page := w.browser().post(base+"/", f); status != 202 {
		t.Fatalf("%d\n%s", status, main(page))
	}
	if m := w.only(); m.Rules != engine.StandardRules(engine.Original) || m.Pace != match.StandardPace || m.Seat(m.Creator).Player.Zone != "" {
		t.Errorf("pace %v, rules %v", m.Pace, m.Rules)
	}
}

// Without it who has mistyped one line would have to fill in all others again.
func TestFormIsKept(t *testing.T) {
	w := newWorld(t)
	status, page := w.browser().post(base+"/", filledIn(append(everything, "email", "ann at home")...))
	want(t, status, page, 400, "Please look at the marked line below", `value="ann at home"`, `<details class="options" id="options" open>`,
		`value="Ann"`, `value="Bob"`, `value="bob@example.org"`, `value="Europe/Paris"`, `value="custom" checked>`, `value="M 9 S B F"`,
		`<option value="blue" selected>`, `<option value="5" selected>5 days`, `<option value="3" selected>3 days`,
		`name="twoSquares" value="5" checked>`, `value="strategus" checked>`, `<option value="0" selected>A long move`,
		`value="100"`, `value="300"`, `value="2000"`, "a year or so, 5 years at most")
	for name := range (&options{}).switches() {
		if name != "scoutReveal" {
			want(t, 200, page, 200, `name="`+name+`" value="1" checked>`)
		}
	}
}

// Without it a player would be told that something is wrong, and not what.
func TestFormSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name, field, value string
		more               []string
		status             int
		says               string
	}{
		{"no name", "name", "", nil, 400, "is missing"},
		{"a control character", "name", "A\x07nn", nil, 400, "must not contain control, direction or invisible characters"},
		{"a direction character", "name", "A\u202enn", nil, 400, "must not contain control, direction or invisible characters"},
		{"a zero-width space", "opponent-name", "B\u200bob", nil, 400, "must not contain control, direction or invisible characters"},
		{"a link", "opponent-name", "www.example.org", nil, 400, "must not contain a link"},
		{"a long name", "name", strings.Repeat("x", 41), nil, 400, "is longer than 40 characters"},
		{"two lines", "email", "ann@example.org\r\nBcc: x@example.org", nil, 400, "must not contain spaces, line breaks"},
		{"no address", "opponent-email", "bob", nil, 400, "is no plain mail address"},
		{"half an opponent", "opponent-email", "", nil, 400, "is missing"},
		{"oneself", "opponent-email", "ANN@example.org", nil, 400, "This is your own address"},
		{"an open challenge to somebody", "open", "1", nil, 400, "leave the other's name and address empty"},
		{"a message with a bidi character", "message", "a\u202eb", nil, 400, "must not contain control"},
		{"no zone", "tz", "Mars/Base", nil, 400, "no time zone that we know"},
		{"the server's own zone", "tz", "Local", nil, 400, "no time zone that we know"},
		{"a path for a zone", "tz", "../../etc/passwd", nil, 400, "no time zone that we know"},
		{"no army", "army", "navy", nil, 400, "Please choose one of these"},
		{"no color", "color", "green", nil, 400, "Please choose one of these"},
		{"no chase", "chase", "fox", nil, 400, "Please choose one of these"},
		{"no two-squares rule", "twoSquares", "2", nil, 400, "Please choose one of these"},
		{"no days", "days", "soon", nil, 400, "must be from 0.5 to 14 days"},
		{"no number of days", "setupDays", "NaN", nil, 400, "must be from 0.5 to 14 days"},
		{"too many days", "days", "99", nil, 400, "must be from 0.5 to 14 days"},
		{"no number", "quietDraw", "many", nil, 400, "a whole number from 0, which means never, to 65535"},
		{"too large a number", "maxPlies", "65536", nil, 400, "a whole number from 0"},
		{"less than nothing", "quietClaim", "-1", nil, 400, "a whole number from 0"},
		{"a claim after the draw", "quietClaim", "500", nil, 422, "The game would be drawn before this, after 400 moves"},
		{"pieces of no army", "customArmy", "M F", nil, 422, "count for the custom army alone"},
		{"no symbols", "customArmy", "M Q F", []string{"army", "custom"}, 400, "with spaces between"},
		{"no pieces", "customArmy", "", []string{"army", "custom"}, 422, "exactly one flag"},
		{"no piece that moves", "customArmy", "B F", []string{"army", "custom"}, 422, "at least one piece that can move"},
		{"two flags", "customArmy", "M F F", []string{"army", "custom"}, 422, "exactly one flag"},
		{"no such language", "lang", "xx", nil, 400, "choose one of these"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			status, page := w.browser().post(base+"/", filledIn(append(c.more, c.field, c.value)...))
			want(t, status, page, c.status, "No game was created yet", c.says)
			if !strings.Contains(page, `id="`+c.field+`-fault"`) || strings.Count(page, `aria-invalid="true"`) != 1 {
				t.Errorf("the fault is not told at the field %s:\n%s", c.field, main(page))
			}
			if w.games.saves != 0 {
				t.Error("a game was stored")
			}
		})
	}
	w := newWorld(t)
	status, page := w.browser().post(base+"/", filledIn("name", "", "opponent-email", "bob", "days", "0", "army", "custom"))
	want(t, status, page, 400, "Please look at the 4 marked lines below")
	if n := strings.Count(page, `class="fault"`); n != 4 {
		t.Errorf("%d faults are marked, not four", n)
	}
	// A bomb that moves is a piece that can move.
	status, page = w.browser().post(base+"/", filledIn("army", "custom", "customArmy", "B F", "movingBombs", "1"))
	want(t, status, page, 202, "Check your mail")
}

// Without it what somebody types could act as HTML.
func TestFormIsEscaped(t *testing.T) {
	w := newWorld(t)
	const evil = `"><script>alert(1)</script>`
	names := slices.Collect(maps.Keys(filledIn(everything...)))
	f := form("do", "create", "code", evil, "lang", evil)
	for _, name := range names {
		if name != "do" {
			f.Set(name, evil)
		}
	}
	resp := w.browser().ask(http.MethodPost, base+"/", f)
	if resp.status != 400 || strings.Contains(resp.page, "<script>") || !strings.Contains(resp.page, "&lt;script&gt;") {
		t.Errorf("%d\n%s", resp.status, main(resp.page))
	}
}

// Without it the form would propose zones that it then refuses.
func TestZones(t *testing.T) {
	if len(zones) < 400 || !slices.IsSorted(zones) {
		t.Errorf("%d zones", len(zones))
	}
	for _, zone := range zones {
		if (&person{Zone: zone}).checkZone("tz") != nil {
			t.Errorf("%s is no zone", zone)
		}
	}
}

// Without it a player would confirm a game of a year without knowing.
func TestConfirmTellsTheLength(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Original))
	status, page := w.browser().get(w.to(m, engine.Red, link.Confirm))
	want(t, status, page, 200, "Likely length", "About 190 moves each")
	rules := engine.StandardRules(engine.CustomArmy)
	rules.Troops, _ = engine.ParseTroops("M F")
	m = w.match(rules)
	status, page = w.browser().get(w.to(m, engine.Red, link.Confirm))
	want(t, status, page, 200, "Custom", "!Likely length")
}

// The languages of the catalog are offered once there are two. Without it a
// player could not choose in which he is mailed.
func TestFormOffersLanguages(t *testing.T) {
	w := newWorld(t)
	m := formMaker{w.words.For("en"), form("lang", "fr"), &formFaults{}}
	var langs []formOption
	for _, f := range m.place([]string{"en", "fr"}) {
		if f.Name == "lang" {
			langs = f.Options
		}
	}
	if len(langs) != 2 || langs[0].Text != "English" || langs[1].Text != "français" || langs[0].Chosen || !langs[1].Chosen {
		t.Errorf("the form offers %+v", langs)
	}
}

// Whatever is typed, the form is shown with what is wrong, or the game is
// created. Without it a fault that only the match finds would end in a page on
// which all that was typed is lost.
func TestFormIsAlwaysAnswered(t *testing.T) {
	texts := map[string][]string{
		"name": {"Ann", " Ann ", "", "@", "دو د", "\u200d", "\xff", "J.R.", "a.de"}, "email": {"ann@example.org", "", "a@b", " a@b.c", "ä@b.c"},
		"opponent-name": {"Bob", "", "\u3164"}, "opponent-email": {"bob@example.org", "", "bob", "<b@c.de>"},
		"tz": {"", "UTC", "Europe/Paris", "europe/paris", "Local", "/", "Etc/GMT+1", "\x00"}, "lang": {"", "en", "fr", "EN"},
		"army": {"", "original", "custom", "duel", "none"}, "customArmy": {"", "M F", "F", "M 10 1 F", strings.Repeat("2 ", 40) + "F", strings.Repeat("2 ", 300), "…"},
		"color": {"", "red", "lot", "none"}, "days": {"", "0.5", "14", "14.0001", "0.50001", "1e300", "-1", "Inf", "x"}, "setupDays": {"", "7", "NaN"},
		"twoSquares": {"", "0", "3", "6", "x"}, "chase": {"", "off", "none"}, "movingBombs": {"", "1", "yes"}, "scoutReveal": {"", "0", "1", "no"},
		"quietClaim": {"", "0", "401", " 7 ", "+5", "99999999999999999999"}, "quietDraw": {"", "0", "100", "65535", "65536"}, "maxPlies": {"", "0", "1"},
	}
	w := newWorld(t)
	rapid.Check(t, func(t *rapid.T) {
		f := form("do", "create")
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			text := texts[name][0] // in order, so that some forms are
			if rapid.IntRange(0, 5).Draw(t, name+" is odd") == 0 {
				text = rapid.SampledFrom(texts[name]).Draw(t, name)
			}
			f.Set(name, text)
		}
		w.nextDay()
		status, page := w.browser().post(base+"/", f)
		switch {
		case status == 202 && strings.Contains(page, "Check your mail"):
		case (status == 400 || status == 422) && strings.Contains(page, "No game was created yet"):
		default:
			t.Errorf("%d\n%s", status, main(page))
		}
	})
	if w.games.saves == 0 {
		t.Error("no form was in order")
	}
}
