package site

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// profileMembers says where in an export each part of a profile stands.
var profileMembers = map[string]string{
	"Address": "email", "Lang": "lang", "Zone": "tz", "Mode": "mails", "Epoch": "linksCancelled", "Used": "lastUsed",
	"Prefs.Plain": "plain", "Prefs.Board": "board", "Prefs.Hour": "hour",
	"Signs.Read": "lastRead", "Signs.Bounced": "lastBounced", "Signs.Complained": "lastComplaint",
	"Digest.Last": "lastDaily", "Digest.Paused": "dailyPaused", "Webhook.URL": "webhook", "Webhook.Failed": "webhookOff",
	"Blocked": "blocked",
}

// profileRest says of the others why they stand in none.
var profileRest = map[string]string{
	"Key":            "a number made of the address, under which the server keeps the rest",
	"Version":        "counts the writes of the server",
	"Webhook.Secret": "was told once, and is told nobody again",
	"Changes":        "the change of the address stands beside the profile; what has come with one stands in the profile too",
	"Plays":          "the games themselves are there",
	"Left":           "the end of the change of the address, which is there",
	"Alarm":          "follows from the hour and the zone",
	"BlockedBy":      "is theirs who have blocked him",
}

// seatMembers says where in the export of a game stands what is kept of one player.
var seatMembers = map[string]string{
	"Seats.Name": "name", "Seats.Address": "email", "Seats.Lang": "lang", "Seats.Zone": "tz", "Seats.Epoch": "linksCancelled",
	"Seats.Setup": "view.setup.rows", "Seats.Submitted": "view.setup.submitted", "Seats.Draft": "view.setup.rows", "Seats.Drafted": "view.setup",
	"Seats.Offered": "drawOffered", "Seats.Declined": "drawDeclined", "Seats.Salt": "record.salts",
	"Message": "message", "Vacations": "vacations", "Public": "view.public", "Plans.Lines": "lines", "Plans.Dropped": "dropped",
	"Said": "messages", "Mutes": "messages.mute", "Nudged": "lastNudge", "Asked": "lastTurnAsked",
}

// seatRest says of the others why they stand in none.
var seatRest = map[string]string{
	"Seats.Key":       "a number made of the address, under which the server finds his games",
	"Seats.Forgotten": "of who is forgotten nothing is exported",
	"Unread":          "whether a message is still new to him, which the message shows in messages",
}

// gameParts are those of a match that are of no one player.
var gameParts = []string{
	"ID", "Version", "Created", "Changed", "Rules", "Pace", "State", "Creator", "Unnamed", "Open", "Resent", "Again", "Game", "Deadline",
	"Forgiven", "Extended", "Reminded", "Given", "Apart", "Alarm", "Closed", "Offer", "AbortedBy", "Shown", "Talks", "Press", "Events",
}

// fields calls f with each field of a structure, those of structures within it in
// their place.
func fields(of reflect.Type, within map[string]bool, prefix string, f func(name string, index []int)) {
	for i := range of.NumField() {
		field := of.Field(i)
		name := prefix + field.Name
		if field.Anonymous {
			name = strings.TrimSuffix(prefix, ".")
		}
		if field.Type.Kind() == reflect.Struct && (within[name] || field.Anonymous) {
			if !field.Anonymous {
				name += "."
			} else {
				name = prefix
			}
			fields(field.Type, within, name, func(name string, index []int) { f(name, append([]int{i}, index...)) })
			continue
		}
		f(name, []int{i})
	}
}

// Whatever is kept of a person in his profile stands in his export, in its own member,
// or there is a reason why it does not.
func TestExportOfProfilesIsWhole(t *testing.T) {
	members := func(p player.Profile) map[string]any {
		b, err := json.Marshal(profileOf(p))
		var m map[string]any
		if err == nil {
			err = json.Unmarshal(b, &m)
		}
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	none, seen := members(player.Profile{}), map[string]bool{}
	within := map[string]bool{"Prefs": true, "Signs": true, "Digest": true, "Webhook": true}
	fields(reflect.TypeFor[player.Profile](), within, "", func(name string, index []int) {
		seen[name] = true
		member, exported := profileMembers[name]
		if exported == (profileRest[name] != "") {
			t.Errorf("%s is kept: is it exported, or why is it not?", name)
			return
		}
		if !exported {
			return
		}
		var p player.Profile
		fill(reflect.ValueOf(&p).Elem().FieldByIndex(index))
		if got, there := members(p)[member]; !there || reflect.DeepEqual(got, none[member]) {
			t.Errorf("%s is kept, and %q is %v", name, member, got)
		}
	})
	for _, list := range []map[string]string{profileMembers, profileRest} {
		for name := range list {
			if !seen[name] {
				t.Errorf("%s is not kept", name)
			}
		}
	}
}

// fill sets a field to what it may be and is not by itself.
func fill(v reflect.Value) {
	if _, moment := reflect.TypeAssert[time.Time](v); moment {
		v.Set(reflect.ValueOf(time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC)))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	}
}

// Whatever a match keeps of one of its players stands in his export, or there is a
// reason why it does not.
func TestExportOfGamesIsWhole(t *testing.T) {
	seen := map[string]bool{}
	fields(reflect.TypeFor[match.Match](), nil, "", func(name string, _ []int) {
		of, _ := reflect.TypeFor[match.Match]().FieldByName(name)
		if both := strings.HasPrefix(of.Type.Name(), "Both["); both == slices.Contains(gameParts, name) && name != "Message" {
			t.Errorf("%s is kept: of whom is it?", name)
		}
		if !slices.Contains(gameParts, name) {
			seen[name] = true
		}
	})
	for name, of := range map[string]reflect.Type{"Seats": reflect.TypeFor[match.Seat](), "Plans": reflect.TypeFor[match.Plan]()} {
		delete(seen, name)
		fields(of, nil, name+".", func(name string, _ []int) { seen[name] = true })
	}
	has := exportsOfEverything(t)
	for name := range seen {
		member, exported := seatMembers[name]
		switch {
		case exported == (seatRest[name] != ""):
			t.Errorf("%s is kept: is it exported, or why is it not?", name)
		case exported && !has(member):
			t.Errorf("%s is kept, and nothing stands in %q", name, member)
		}
	}
	for _, list := range []map[string]string{seatMembers, seatRest} {
		for name := range list {
			if !seen[name] {
				t.Errorf("%s is not kept", name)
			}
		}
	}
}

// exportsOfEverything reports whether something stands in a member of the exports of
// games in which Bob, or Ann, has done whatever can be done.
func exportsOfEverything(t *testing.T) func(member string) bool {
	w := newWorld(t)
	rules := engine.StandardRules(engine.Barrage)
	line := match.Line{{Move: moveOf(t, "e4-e5")}, {Move: moveOf(t, "j7-j6")}}
	m := w.playing()
	for _, c := range []match.Command{
		match.Say{By: engine.Blue, Text: "Good luck!"},
		match.Mute{By: engine.Blue, On: true},
		match.Publish{By: engine.Blue},
		match.SetLines{By: engine.Blue, Ply: 0, Lines: []match.Line{line}},
		match.Nudge{By: engine.Blue},
		match.RenewLinks{By: engine.Blue},
		match.TakeVacation{By: engine.Blue, Days: 3, In: time.UTC},
		match.OfferDraw{By: engine.Red, Ply: 0},
		match.DeclineDraw{By: engine.Blue, Ply: 0},
		match.MailAgain{By: engine.Red},
	} {
		m = w.give(m, c)
	}
	w.give(w.playing(), match.SetLines{By: engine.Blue, Ply: 0, Lines: []match.Line{line}})
	other := w.playing() // whose lines are not played
	other = w.give(other, match.SetLines{By: engine.Blue, Ply: 0, Lines: []match.Line{line}})
	w.play(other, "a4-a5")
	w.finish(w.playing())
	w.match(rules, match.Confirm{}, match.SaveDraft{By: engine.Red, Setup: engine.Setup{0: engine.Flag}})
	c := match.Create{ID: match.ID{9, 9, 9}, Creator: engine.Red, Confirmed: true, Rules: rules, Message: "Shall we?"}
	c.Players.Red, c.Players.Blue = match.Player{Name: "Bob", Address: "bob@example.org", Zone: "UTC"}, match.Player{Name: "Carl", Address: "carl@example.org"}
	c.Keys.Red, c.Keys.Blue = w.pepper.Key("bob@example.org"), w.pepper.Key("carl@example.org")
	if _, err := w.app.Create(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	var games []any
	for _, who := range []string{"bob@example.org", "ann@example.org"} {
		w.keep(who, func(p player.Profile) (player.Profile, bool) { return p.Seen(who, "en", "UTC") })
		var e struct{ Games []any }
		r := w.me(who, "GET", "/api/me/export", "")
		if err := json.Unmarshal([]byte(r.page), &e); err != nil || r.status != 200 {
			t.Fatalf("%d %v: %s", r.status, err, r.page)
		}
		games = append(games, e.Games...)
	}
	return func(member string) bool {
		return slices.ContainsFunc(games, func(game any) bool {
			for _, name := range strings.Split(member, ".") {
				of, ok := game.(map[string]any)
				if !ok {
					return false
				}
				game = of[name]
			}
			switch v := game.(type) {
			case nil:
				return false
			case []any:
				return len(v) > 0
			case bool:
				return v
			case string:
				return v != ""
			case float64:
				return v >= 0
			}
			return true
		})
	}
}

func moveOf(t *testing.T, text string) engine.Move {
	t.Helper()
	move, err := engine.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return move
}
