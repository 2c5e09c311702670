package site

import (
	"cmp"
	"maps"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// kept is all that a request may change. A mail for each letter and command is owed once.
type kept struct {
	games    map[match.ID]match.Image
	profiles map[player.Key]player.Image
	changes  map[match.ChangeID]match.AddressChange
	letters  int
}

func (w *world) kept() kept {
	return kept{maps.Clone(w.games.images), maps.Clone(w.people.profiles), maps.Clone(w.moves.kept), len(w.people.letters)}
}

// Every command by every door, sent twice by who has lost the answer, in the same moment
// or half a minute later: it acts once, or says that it was done.
func TestTwice(t *testing.T) {
	const ann, bob, red, blue = "ann@example.org", "bob@example.org", engine.Red, engine.Blue
	playing := func(w *world) match.Match { return w.playing() }
	moved := func(w *world) match.Match { return w.play(w.playing(), "e4-e5") }
	offered := func(w *world) match.Match { return w.give(w.playing(), match.OfferDraw{By: blue}) }
	over := func(w *world) match.Match { return w.give(w.playing(), match.Resign{By: red, Ply: match.AnyPly}) }
	away := func(w *world) match.Match { return w.give(w.playing(), match.TakeVacation{By: red, Days: 4}) }
	muted := func(w *world) match.Match { return w.give(w.playing(), match.Mute{By: red, On: true}) }
	invited := func(w *world) match.Match { return w.match(engine.StandardRules(engine.Barrage), match.Confirm{}) }
	settingUp := func(w *world) match.Match {
		return w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: blue})
	}
	hooked := func(w *world) match.Match {
		w.me(ann, "PUT", "/api/me/webhook", `{"url":"https://ann.example/"}`).read(t, 200)
		return w.playing()
	}
	stopped := func(w *world) match.Match { w.keep(ann, mode(player.Stopped)); return w.playing() }
	rows := `"setup":"` + strings.ReplaceAll(barrageRed, "\n", `\n`) + `"`

	// A request of Ann's, or of Bob's: by the token of a seat, or of a person, or by a link.
	type request func(*world, match.Match) func() reply
	seat := func(who engine.Color, method, below, body string) request {
		return func(w *world, m match.Match) func() reply {
			p := w.program(m, who)
			return func() reply { return p.call(method, below, body) }
		}
	}
	action := func(who engine.Color, body string) request { return seat(who, "POST", "/actions", body) }
	personally := func(address, method, below, body string) request {
		return func(w *world, m match.Match) func() reply {
			p := w.as(address, m)
			return func() reply { return p.call(method, below, body) }
		}
	}
	me := func(method, path, body string) request {
		return func(w *world, _ match.Match) func() reply {
			token := w.token(ann, w.profile(ann).Epoch)
			return func() reply {
				return w.browser().ask(method, base+path, nil, func(r *http.Request) {
					r.Header.Set("Authorization", "Bearer "+token)
					setBody(r, body)
				})
			}
		}
	}
	press := func(at string, pairs []string) func(*world) func() reply {
		return func(w *world) func() reply {
			return func() reply {
				status, page := w.browser().post(at, form(append(pairs, "sure", "1")...))
				return reply{status: status, page: page}
			}
		}
	}
	board := func(who engine.Color, pairs ...string) request {
		return func(w *world, m match.Match) func() reply { return press(w.to(m, who, link.Board), pairs)(w) }
	}
	join := func(pairs ...string) request {
		return func(w *world, m match.Match) func() reply { return press(w.to(m, blue, link.Join), pairs)(w) }
	}
	act := func(who engine.Color, ply int, a match.Action) request {
		return func(w *world, m match.Match) func() reply {
			return press(w.toAct(m, who, ply, a), []string{"do", a.String()})(w)
		}
	}
	games := func(pairs ...string) request {
		return func(w *world, _ match.Match) func() reply {
			return press(w.toGames(ann, w.profile(ann).Epoch), pairs)(w)
		}
	}
	mails := func(pairs ...string) request {
		return func(w *world, _ match.Match) func() reply { return press(w.toMails(ann), pairs)(w) }
	}
	for name, c := range map[string]struct {
		before func(*world) match.Match
		ask    request
		again  int  // status of the second answer; 0: that of the first
		secret bool // the webhook has another secret by then, and the answer tells it
	}{
		"JSON accept":          {before: invited, ask: personally(bob, "POST", "/actions", `{"action":"accept"}`)},
		"JSON decline":         {before: invited, ask: personally(bob, "POST", "/actions", `{"action":"decline"}`)},
		"JSON block":           {before: invited, ask: personally(bob, "POST", "/actions", `{"action":"block"}`)},
		"JSON resend":          {before: invited, ask: action(red, `{"action":"resend"}`)},
		"JSON correct-address": {before: invited, ask: action(red, `{"action":"correct-address","email":"bobby@example.net"}`)},
		"JSON withdraw":        {before: invited, ask: action(red, `{"action":"withdraw"}`)},
		"JSON draft":           {before: settingUp, ask: seat(red, "PUT", "/setup", `{`+rows+`,"submit":false}`)},
		"JSON setup":           {before: settingUp, ask: seat(red, "PUT", "/setup", `{`+rows+`,"submit":true}`)},
		"JSON move":            {before: playing, ask: seat(red, "POST", "/moves", `{"move":"e4-e5","ply":0}`)},
		"JSON move and draw":   {before: playing, ask: seat(red, "POST", "/moves", `{"move":"e4-e5","ply":0,"offerDraw":true}`)},
		"JSON lines":           {before: moved, ask: seat(red, "PUT", "/lines", `{"ply":1,"lines":["if j7-j6 then e5-e6"]}`)},
		"JSON resign":          {before: playing, ask: action(red, `{"action":"resign"}`)},
		"JSON offer-draw":      {before: playing, ask: action(red, `{"action":"offer-draw"}`)},
		"JSON accept-draw":     {before: offered, ask: action(red, `{"action":"accept-draw","ply":0}`)},
		"JSON decline-draw":    {before: offered, ask: action(red, `{"action":"decline-draw","ply":0}`)},
		"JSON abort":           {before: playing, ask: action(red, `{"action":"abort"}`)},
		"JSON rematch":         {before: over, ask: action(red, `{"action":"rematch"}`)},
		"JSON public":          {before: playing, ask: action(red, `{"action":"public"}`)},
		"JSON new-links":       {before: playing, ask: action(red, `{"action":"new-links"}`), again: 401},
		"JSON new-links, all":  {before: playing, ask: personally(ann, "POST", "/actions", `{"action":"new-links"}`)},
		"JSON give-time":       {before: playing, ask: action(blue, `{"action":"give-time","ply":0,"given":0}`)},
		"JSON nudge":           {before: playing, ask: action(blue, `{"action":"nudge"}`), again: 409},
		"JSON mail-again":      {before: playing, ask: action(red, `{"action":"mail-again"}`), again: 409},
		"JSON message":         {before: playing, ask: seat(red, "POST", "/messages", `{"text":"Hello"}`)},
		"JSON mute":            {before: playing, ask: seat(red, "PUT", "/messages", `{"mute":true}`)},
		"JSON unmute":          {before: muted, ask: seat(red, "PUT", "/messages", `{"mute":false}`)},
		"JSON notes":           {before: playing, ask: seat(red, "PUT", "/notes", `{"text":"x","guesses":[]}`)},
		"JSON vacation":        {before: playing, ask: seat(red, "PUT", "/vacation", `{"days":4}`)},
		"JSON vacation ends":   {before: away, ask: seat(red, "DELETE", "/vacation", "")},
		"JSON preferences":     {before: playing, ask: me("PUT", "/api/me", `{"mail":"daily","hour":0,"tz":"UTC","format":"text"}`)},
		"JSON webhook":         {before: playing, ask: me("PUT", "/api/me/webhook", `{"url":"https://ann.example/"}`), secret: true},
		"JSON no webhook":      {before: hooked, ask: me("DELETE", "/api/me/webhook", "")},
		"JSON address":         {before: playing, ask: me("PUT", "/api/me/address", `{"email":"annie@example.net"}`)},
		"JSON vacations":       {before: playing, ask: me("PUT", "/api/me/vacation", `{"days":4}`)},
		"JSON vacations end":   {before: away, ask: me("DELETE", "/api/me/vacation", "")},
		"JSON export":          {before: playing, ask: me("GET", "/api/me/export", "")},
		"JSON erase":           {before: playing, ask: me("DELETE", "/api/me", `{"sure":true,"resign":true}`), again: 401},

		"page accept":       {before: invited, ask: join("do", "accept")},
		"page decline":      {before: invited, ask: join("do", "decline")},
		"page block":        {before: invited, ask: join("do", "block")},
		"page resign":       {before: playing, ask: act(red, 0, match.Resigning)},
		"page offer":        {before: playing, ask: act(red, 0, match.OfferingDraw)},
		"page accept draw":  {before: offered, ask: act(red, 0, match.AcceptingDraw)},
		"page decline draw": {before: offered, ask: act(red, 0, match.DecliningDraw)},
		"page abort":        {before: playing, ask: act(red, 0, match.Aborting)},
		"page rematch":      {before: over, ask: act(red, 0, match.Rematching)},
		"page withdraw":     {before: invited, ask: act(red, 0, match.Withdrawing)},
		"page resend":       {before: invited, ask: act(red, 0, match.Resending)},
		"page new links":    {before: playing, ask: act(red, 0, match.RenewingLinks), again: 401},
		"page public":       {before: playing, ask: act(red, 0, match.Publishing)},
		"page nudge":        {before: playing, ask: act(blue, 0, match.Nudging)},
		"page mail again":   {before: playing, ask: act(red, 0, match.MailingAgain)},
		"page give time":    {before: playing, ask: act(blue, 0, match.GivingTime)},
		"board give time":   {before: playing, ask: board(blue, "do", "give-time", "ply", "0", "given", "0")},
		"board vacation":    {before: playing, ask: board(red, "do", "vacation", "days", "4")},
		"board back":        {before: away, ask: board(red, "do", "back")},
		"board say":         {before: playing, ask: board(red, "do", "say", "text", "Hello")},
		"board mute":        {before: playing, ask: board(red, "do", "mute")},
		"board unmute":      {before: muted, ask: board(red, "do", "unmute")},
		"board notes":       {before: playing, ask: board(red, "do", "notes", "note", "save", "notes", "typed")},
		"board line":        {before: moved, ask: board(red, "do", "add-line", "ply", "1", "line", "if j7-j6 then e5-e6")},
		"/p/ address":       {before: playing, ask: games("do", "change-address", "email", annie)},
		"/p/ erase":         {before: playing, ask: games("do", "erase", "resign", "1"), again: 401},
		"/p/ webhook":       {before: playing, ask: games("do", "webhook", "url", "https://ann.example/"), secret: true},
		"/p/ no webhook":    {before: hooked, ask: games("do", "no-webhook")},
		"/p/ vacation":      {before: playing, ask: games("do", "vacation", "days", "4")},
		"/p/ back":          {before: away, ask: games("do", "back")},
		"/p/ preferences":   {before: playing, ask: games("do", "preferences", "mail", "daily", "hour", "0", "tz", "UTC")},
		"/p/ new links":     {before: playing, ask: games("do", "new-links"), again: 401},
		"/u/ unsubscribe":   {before: playing, ask: mails("do", "unsubscribe")},
		"/u/ stop":          {before: playing, ask: mails("do", "stop")},
		"/u/ resume":        {before: stopped, ask: mails("do", "resume")},
		"/u/ daily":         {before: playing, ask: mails("do", "daily")},
		"/u/ one click":     {before: playing, ask: mails("List-Unsubscribe", "One-Click")},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			m := c.before(w)
			untouched := w.kept()
			notes := w.notebook.saves
			ask := c.ask(w, m)
			first := ask()
			if first.status < 200 || first.status > 299 {
				t.Fatalf("%d %s", first.status, main(first.page)+first.page[:min(len(first.page), 300)])
			}
			before := w.kept()
			if reflect.DeepEqual(untouched, before) && w.notebook.saves == notes && name != "JSON export" {
				t.Fatal("nothing was done")
			}
			for _, wait := range []time.Duration{0, match.Again / 2} {
				w.now = w.now.Add(wait)
				second := ask()
				if want := cmp.Or(c.again, first.status); second.status != want {
					t.Errorf("the second time: %d, not %d: %s", second.status, want, main(second.page))
				}
				after := w.kept()
				if c.secret {
					before.profiles, after.profiles = nil, nil
				}
				if !reflect.DeepEqual(before, after) {
					t.Errorf("after %v it acts again", wait)
				}
			}
		})
	}
}
