package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
)

// prefs is the form by which a person chooses how he is written to.
type prefs struct {
	Title string
	Why   string // may be empty
	Form  *press
}

// The names by which preferences go in forms and in the API.
var (
	modeNames   = map[string]player.Mode{"turns": player.Turns, "daily": player.Daily, "none": player.None}
	shapeNames  = map[string]player.Shape{"both": player.Both, "drawn": player.Drawn, "listed": player.Listed}
	formatNames = map[string]bool{"html": false, "text": true} // whether it is plain
)

// named returns the name of a value.
func named[T comparable](names map[string]T, value T) string {
	for name, v := range names {
		if v == value {
			return name
		}
	}
	return ""
}

// allPrefs is the form of a person's page, with all preferences.
func (g *guest) allPrefs(p page, wrong *formFaults) page {
	w, he, m := g.words, g.profile, g.prefsMaker("preferences", wrong)
	var hours []string
	for h := range 24 {
		hours = append(hours, strconv.Itoa(h), clockText(uint8(h)))
	}
	fields := []field{
		m.choose("select", "hour", w.T("prefs.hour"), strconv.Itoa(int(he.Hour().Clock())), answers(hours...)...),
		m.choose("select", "board", w.T("prefs.board"), he.Prefs.Board.String(), answers(
			"both", w.T("prefs.board_both"), "drawn", w.T("prefs.board_drawn"), "listed", w.T("prefs.board_listed"))...),
		m.choose("select", "format", w.T("prefs.format"), named(formatNames, he.Prefs.Plain), answers(
			"html", w.T("prefs.format_html"), "text", w.T("prefs.format_text"))...),
	}
	if he.Mode != player.Stopped {
		mail := m.choose("radio", "mail", w.T("prefs.mail"), named(modeNames, he.Mode),
			formOption{option{Value: "turns", Text: w.T("prefs.mail_turns")}, ""},
			formOption{option{Value: "daily", Text: w.T("prefs.mail_daily")}, w.T("prefs.mail_daily_help")},
			formOption{option{Value: "none", Text: w.T("prefs.mail_none")}, w.T("prefs.mail_none_help")})
		fields = append([]field{mail}, fields...)
	}
	fields = append(fields, g.placeFields(m)...)
	p.Prefs = &prefs{w.T("prefs.title"), w.T("prefs.why"), &press{
		Do: "preferences", Shown: g.shownPrefs(true).Encode(), Fields: fields, Tick: w.T("page.person.tick"), Button: w.T("prefs.save"),
	}}
	p.Zones = zones
	return p
}

// placePrefs is the form of the page that a link in every mail leads to for ever: his
// language and zone alone.
func (g *guest) placePrefs(p page, wrong *formFaults) page {
	w := g.words
	p.Prefs = &prefs{w.T("prefs.place"), "", &press{
		Do: "language", Shown: g.shownPrefs(false).Encode(), Fields: g.placeFields(g.prefsMaker("language", wrong)), Tick: w.T("page.person.tick"), Button: w.T("prefs.save"),
	}}
	p.Zones = zones
	return p
}

// shownPrefs are the fields of a form of preferences, all or language and zone alone, as
// they show what is kept. The form brings them back: what was not touched in it is no
// choice, and what was changed meanwhile on another page or by a mail program stays.
func (g *guest) shownPrefs(all bool) url.Values {
	he := g.profile
	shown := url.Values{"lang": {g.words.Lang()}, "tz": {he.Zone}}
	if !all {
		return shown
	}
	shown.Set("hour", strconv.Itoa(int(he.Hour().Clock())))
	shown.Set("board", he.Prefs.Board.String())
	shown.Set("format", named(formatNames, he.Prefs.Plain))
	if he.Mode != player.Stopped {
		shown.Set("mail", named(modeNames, he.Mode))
	}
	return shown
}

// touched returns what the form of the request chooses: the fields that are not as it
// showed them. A language that is not known yet is chosen by leaving it. A form that does
// not tell what it showed chooses all its fields. It fails with errOtherForm.
func (g *guest) touched() (url.Values, error) {
	shown, err := url.ParseQuery(g.form("shown"))
	if err != nil {
		return nil, errOtherForm
	}
	touched := url.Values{}
	for name, given := range g.r.PostForm {
		text := strings.TrimSpace(g.form(name))
		if shown.Has(name) && text == shown.Get(name) && (name != "lang" || g.profile.Lang != "") {
			continue
		}
		touched[name] = given
	}
	return touched, nil
}

// stayed reports whether the form of the request shows something that was changed since,
// and leaves it as it shows it: what it was changed to stays.
func (g *guest) stayed(all bool) bool {
	shown, _ := url.ParseQuery(g.form("shown"))
	touched, _ := g.touched()
	kept := g.shownPrefs(all)
	for name := range shown {
		if g.r.PostForm.Has(name) && !touched.Has(name) && shown.Get(name) != kept.Get(name) {
			return true
		}
	}
	return false
}

// prefsMaker makes the fields of a form that does so: as they were filled in if its
// press came to nothing, else as they are kept.
func (g *guest) prefsMaker(do string, wrong *formFaults) *formMaker {
	given := url.Values{}
	if (g.missed || wrong.any()) && g.form("do") == do {
		if touched, err := g.touched(); err == nil {
			given = touched
		}
	}
	return &formMaker{g.words, given, wrong}
}

func (g *guest) placeFields(m *formMaker) []field {
	w := g.words
	zone := m.line("tz", w.T("prefs.zone"), "text", "off", 0)
	zone.List, zone.Must = "zones", false
	if !m.given.Has("tz") {
		zone.Value = g.profile.Zone
	}
	zone.Help = w.T("prefs.zone_now", words.Args{"Now": w.Moment(g.Now(), g.profile.Zone)})
	return append(m.language(g.Words.Languages()), zone)
}

// chosen reads a form of preferences. What is not in it, or not touched, stays as it is.
func (g *guest) chosen() (players.Choice, *formFaults, error) {
	faults := &formFaults{}
	touched, err := g.touched()
	if err != nil {
		return players.Choice{}, faults, err
	}
	c, err := choiceOf(func(name string) *string {
		if text := strings.TrimSpace(touched.Get(name)); text != "" {
			return &text
		}
		return nil
	})
	if err != nil {
		return c, faults, errOtherForm // no form of ours has such an answer
	}
	switch err := g.known(c); {
	case err == nil:
	case c.Lang != "" && !slices.Contains(g.Words.Languages(), c.Lang):
		return c, faults, errOtherForm
	default:
		faults.add("tz", http.StatusBadRequest, detail(g.words, err))
	}
	return c, faults, nil
}

// known fails with an *match.InputError for a language that the site does not speak,
// or a zone that there is not.
func (g *guest) known(c players.Choice) error {
	if c.Lang != "" && !slices.Contains(g.Words.Languages(), c.Lang) {
		return &match.InputError{Field: "lang", Text: c.Lang, Problem: match.NoLanguage}
	}
	return (&person{Zone: c.Zone}).checkZone("tz")
}

// choiceOf reads a choice, nil for what is not chosen. It fails with a *requestError.
func choiceOf(given func(name string) *string) (c players.Choice, err error) {
	if text := given("lang"); text != nil {
		c.Lang = *text
	}
	if text := given("tz"); text != nil {
		c.Zone = *text
	}
	if c.Mode, err = among(modeNames, "mail", given("mail"), "turns, daily, none"); err != nil {
		return c, err
	}
	if c.Board, err = among(shapeNames, "board", given("board"), "both, drawn, listed"); err != nil {
		return c, err
	}
	if c.Plain, err = among(formatNames, "format", given("format"), "html, text"); err != nil {
		return c, err
	}
	if text := given("hour"); text != nil {
		hour, err := strconv.ParseUint(*text, 10, 8)
		if err != nil || hour > 23 {
			return c, &requestError{fault: noChoice, field: "hour", text: "0 … 23"}
		}
		c.Hour = new(uint8(hour))
	}
	return c, nil
}

// among returns the value of a name, nil of none.
func among[T any](names map[string]T, field string, name *string, all string) (*T, error) {
	if name == nil {
		return nil, nil
	}
	value, ok := names[*name]
	if !ok {
		return nil, &requestError{fault: noChoice, field: field, text: all}
	}
	return &value, nil
}

// choose keeps a choice, and brings language and zone to the seats of all his games. A
// second try does the rest of one that failed.
func (g *guest) choose(c players.Choice) error {
	ctx := g.r.Context()
	he, err := g.Players.Choose(ctx, g.link.Player, c)
	if err != nil {
		return err
	}
	g.profile = he
	if he.Lang != "" {
		g.words = g.Words.For(he.Lang)
	}
	g.Log.Info("preferences chosen", "mode", he.Mode)
	if c.Lang == "" && c.Zone == "" {
		return nil
	}
	games, err := g.Players.Games(ctx, g.link.Player)
	if err != nil {
		return err
	}
	for _, game := range games {
		by := players.SeatOf(game, g.link.Player)
		if seat := game.Seat(by); (c.Lang == "" || seat.Lang == c.Lang) && (c.Zone == "" || seat.Zone == c.Zone) {
			continue
		}
		if _, err := g.Games.DoOn(ctx, game, match.Speak{By: by, Lang: c.Lang, Zone: c.Zone}); err != nil && !errors.Is(err, match.ErrRepeated) {
			return err
		}
	}
	return nil
}

// pressedPrefs carries out the form of preferences of a page that show draws: all of
// them, or language and zone alone.
func (g *guest) pressedPrefs(all bool, show func(wrong *formFaults) answer) answer {
	c, faults, err := g.chosen()
	if !all {
		c = players.Choice{Lang: c.Lang, Zone: c.Zone}
	}
	switch {
	case err != nil:
		return g.wrong(err)
	case faults.any():
		a := show(faults)
		a.status = faults.status
		a.page = tell(a.page, true, g.words.T("prefs.faulty"))
		return a
	}
	stayed := g.stayed(all)
	if err := g.choose(c); err != nil {
		return g.wrong(err)
	}
	var said []string
	if c != (players.Choice{}) || !stayed {
		said = append(said, g.words.T("page.mails.done"))
	}
	if stayed {
		said = append(said, g.words.T("door.stayed"))
	}
	a := show(&formFaults{})
	a.page = tell(a.page, false, said...)
	return a
}

// clockText is an hour of the day as clocks show it.
func clockText(hour uint8) string { return fmt.Sprintf("%02d:00", hour) }
