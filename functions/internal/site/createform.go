package site

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// createForm is the form on the home page by which a game is created: who plays
// and with which army in sight, all else folded away as it usually is.
type createForm struct {
	People []fieldGroup
	Army   fieldGroup
	Folds  []fold
	Code   []field  // that the host asks for; none or one
	Zones  []string // that a browser proposes
}

// fieldGroup are fields that belong together.
type fieldGroup struct {
	Legend, Help string
	Fields       []field
	Ticks        []field // that come after the help
}

// fold is a group that is folded away, but for one who has changed something in
// it. Usual says in short how its fields come.
type fold struct {
	fieldGroup

	ID, Usual string
	Open      bool
}

// field is one thing to fill in. Kind is the type of an input, or number, select,
// radio or tick. A browser does not judge numbers: it could not show its verdict
// while the options are folded away.
type field struct {
	Kind, Name, Label string
	Help, Fault       string
	Value, Fill       string // Fill: what a browser may fill in by itself
	List              string // id of what it proposes
	Most              int    // characters; 0: no limit here
	Must              bool
	Chosen            bool // a tick
	Options           []formOption
}

// formOption is an answer of a select or radio field.
type formOption struct {
	option

	Help string
}

// zones are the time zones that the form proposes: those of the tz database's
// zone.tab. Every other zone of the database is taken too.
var zones = strings.Fields(mustRead("templates/zones.txt"))

// formMaker makes the fields of a form out of what was filled in before.
type formMaker struct {
	w     words.Words
	given url.Values
	wrong *formFaults
}

func (s *site) createForm(w words.Words, given url.Values, wrong *formFaults) *createForm {
	m := formMaker{w, given, wrong}
	languages := s.Words.Languages()
	place := w.T("page.start.zone")
	if len(languages) > 1 {
		place = w.T("page.start.place")
	}
	them, open := m.opponent()
	group := func(legend, help string, fields ...field) fieldGroup {
		return fieldGroup{Legend: legend, Help: help, Fields: fields}
	}
	f := &createForm{
		People: []fieldGroup{
			group(w.T("page.home.you"), "", m.person()...),
			{Legend: w.T("page.home.opponent"), Help: w.T("page.start.nobody"), Fields: them, Ticks: []field{open}},
		},
		Army: group(w.T("page.home.army"), m.lengths(), m.army()...),
		Folds: []fold{
			{ID: "more", fieldGroup: group(w.T("page.start.message"), "", m.message()...)},
			{ID: "pace", Usual: w.T("page.start.pace_usual"), fieldGroup: group(w.T("page.start.pace"), w.T("page.home.late"), m.pace()...)},
			{ID: "place", Usual: w.T("page.start.place_usual"), fieldGroup: group(place, "", m.place(languages)...)},
			{ID: "options", Usual: w.T("page.start.options_usual"), fieldGroup: group(w.T("page.home.options"), w.T("page.home.options_help"), m.options()...)},
		},
		Zones: zones,
	}
	for i := range f.Folds {
		for _, o := range f.Folds[i].Fields {
			f.Folds[i].Open = f.Folds[i].Open || o.Fault != "" || m.changed(o.Name)
		}
	}
	if s.Host.Code != "" {
		code := m.line("code", w.T("page.home.code"), "text", "off", 0)
		code.Help = w.T("page.home.code_help")
		f.Code = []field{code}
	}
	return f
}

// line is a line of text that must be filled in.
func (m *formMaker) line(name, label, kind, fill string, most int) field {
	return field{
		Kind: kind, Name: name, Label: label, Fill: fill, Most: most, Must: true,
		Value: m.given.Get(name), Fault: m.wrong.texts[name],
	}
}

// choose marks the answer that was given, or the usual one.
func (m *formMaker) choose(kind, name, label, usual string, options ...formOption) field {
	f := field{Kind: kind, Name: name, Label: label, Options: options, Fault: m.wrong.texts[name]}
	for _, wanted := range []string{m.given.Get(name), usual} {
		for i := range options {
			if options[i].Value == wanted {
				options[i].Chosen = true
				return f
			}
		}
	}
	return f
}

// answers are those of a field whose answers need no explanation: value, text …
func answers(pairs ...string) (list []formOption) {
	for i := 0; i+1 < len(pairs); i += 2 {
		list = append(list, formOption{option: option{Value: pairs[i], Text: pairs[i+1]}})
	}
	return list
}

// person are the fields about who fills in the form.
func (m *formMaker) person() []field {
	return []field{
		m.line("name", m.w.T("page.home.your_name"), "text", "name", match.MostNameLetters),
		m.line("email", m.w.T("page.home.your_email"), "email", "email", match.MostAddressBytes),
	}
}

// place are the fields about his language and time zone.
func (m *formMaker) place(languages []string) []field {
	w := m.w
	zone := m.line("tz", w.T("page.home.tz"), "text", "off", 0)
	zone.List, zone.Must, zone.Help = "zones", false, w.T("page.home.tz_help")
	return append(m.language(languages), zone)
}

// language is the field about his language; none where there is nothing to choose.
func (m *formMaker) language(languages []string) []field {
	if len(languages) < 2 {
		return nil
	}
	var pairs []string
	for _, lang := range languages {
		pairs = append(pairs, lang, words.LanguageName(lang))
	}
	return []field{m.choose("select", "lang", m.w.T("page.home.lang"), m.w.Lang(), answers(pairs...)...)}
}

// opponent are the fields about whom the creator wants to play, all of which may
// be left empty, and the one that says: whoever comes.
func (m *formMaker) opponent() (them []field, open field) {
	w := m.w
	name := m.line("opponent-name", w.T("page.home.their_name"), "text", "off", match.MostNameLetters)
	email := m.line("opponent-email", w.T("page.home.their_email"), "email", "off", match.MostAddressBytes)
	name.Must, email.Must = false, false
	return []field{name, email}, field{
		Kind: "tick", Name: "open", Label: w.T("page.start.open"), Chosen: m.given.Get("open") == "1",
		Fault: m.wrong.texts["open"],
	}
}

func (m *formMaker) message() []field {
	message := m.line("message", m.w.T("page.home.message"), "text", "off", match.MostMessageLetters)
	message.Value, message.Must = plainLines(message.Value), false
	message.Kind, message.Help = "lines", m.w.T("page.home.message_help")
	return []field{message}
}

func (m *formMaker) army() []field {
	custom := m.line("customArmy", m.w.T("page.home.custom"), "text", "off", 0)
	custom.Must, custom.Help = false, m.w.T("page.home.custom_help")
	return []field{m.choose("radio", "army", m.w.T("page.home.army"), engine.Original.String(), m.armies()...), custom}
}

func (m *formMaker) pace() []field {
	w := m.w
	return []field{
		m.choose("select", "days", w.T("page.home.days"), dayText(match.StandardPace.Move), m.spans(0.5, 1, 2, 3, 5, 7, 14)...),
		m.choose("select", "setupDays", w.T("page.home.setup_days"), dayText(match.StandardPace.Setup), m.spans(1, 3, 7, 14)...),
		m.choose("select", "color", w.T("page.home.color"), "lot", answers(
			"lot", w.T("page.home.lot"), "red", w.T("page.home.red"), "blue", w.T("page.home.blue"))...),
		{Kind: "tick", Name: "no-vacation", Label: w.T("page.home.no_vacation"), Chosen: m.given.Get("no-vacation") == "1"},
	}
}

// move is the time for a move as it was filled in, if it can be read.
func (m *formMaker) move() time.Duration {
	if days, err := strconv.ParseFloat(m.given.Get("days"), 64); err == nil {
		if p, err := (pace{Days: days, SetupDays: days}).pace(); err == nil {
			return p.Move
		}
	}
	return match.StandardPace.Move
}

// lengths says at which pace the lengths beside the armies are.
func (m *formMaker) lengths() string {
	pace := m.w.Span(m.move())
	if m.move() <= 24*time.Hour { // then there is one length
		return m.w.T("page.start.lengths_most", words.Args{"Pace": pace})
	}
	return m.w.T("page.start.lengths", words.Args{"Pace": pace})
}

// armies are all of them, each with how long its games are likely to last.
func (m *formMaker) armies() (list []formOption) {
	w, move := m.w, m.move()
	for _, a := range engine.Armies {
		o := formOption{option: option{Value: a.String()}, Help: w.Brief(a, move)}
		if a == engine.CustomArmy {
			o.Text = w.T("page.home.army_custom")
		} else {
			pieces := engine.StandardRules(a).Troops.Total()
			o.Text = w.N("page.home.army_choice", pieces, words.Args{"Army": w.Army(a), "Size": a.Board().Size})
		}
		list = append(list, o)
	}
	return list
}

// spans are times among which the form lets choose; their values are days.
func (m *formMaker) spans(days ...float64) (list []formOption) {
	for _, d := range days {
		span := time.Duration(d * 24 * float64(time.Hour))
		list = append(list, answers(dayText(span), m.w.Span(span))...)
	}
	return list
}

func dayText(d time.Duration) string { return strconv.FormatFloat(inDays(d), 'f', -1, 64) }

// options are those of the rules, as the standard rules have them unless they
// were changed before.
func (m *formMaker) options() []field {
	w, usual := m.w, optionsOf(engine.StandardRules(engine.Original))
	tick := func(name, text string) field {
		return field{Kind: "tick", Name: name, Label: text, Chosen: m.given.Get(name) == "1"}
	}
	number := func(name, label string, usual int) field {
		f := m.line(name, label, "number", "off", 0)
		if f.Must = false; f.Value == "" {
			f.Value = strconv.Itoa(usual)
		}
		return f
	}
	var squares []string
	for _, n := range []int{3, 4, 5} {
		squares = append(squares, strconv.Itoa(n), w.N("option.two_squares", n))
	}
	squares = append(squares, "0", w.T("option.two_squares_off"))
	return []field{
		tick("attackerAdvantage", w.T("option.attacker_advantage")),
		tick("explodingBombs", w.T("option.exploding_bombs")),
		tick("movingBombs", w.T("page.home.moving_bombs")),
		tick("movingFlag", w.T("option.moving_flag")),
		tick("reconquest", w.T("option.reconquest")),
		tick("silentDefence", w.T("option.silent_defence")),
		tick("memory", w.T("option.memory")),
		m.choose("select", "scoutReveal", w.T("page.home.reveal"), "1", answers(
			"1", w.T("page.home.reveal_on"), "0", w.T("option.scout_reveal_off"))...),
		m.choose("radio", "twoSquares", w.T("page.home.two_squares"), strconv.Itoa(usual.TwoSquares), answers(squares...)...),
		m.choose("radio", "chase", w.T("page.home.chase"), usual.Chase, answers(
			"isf", w.T("page.home.chase_isf"), "strategus", w.T("option.chase.strategus"), "off", w.T("option.chase.off"))...),
		number("quietClaim", w.T("page.home.quiet_claim"), usual.QuietClaim),
		number("quietDraw", w.T("page.home.quiet_draw"), usual.QuietDraw),
		number("maxPlies", w.T("page.home.max_plies"), usual.MaxPlies),
	}
}

// changed reports whether a field was filled in otherwise than it usually is.
func (m *formMaker) changed(name string) bool {
	text, usual := m.given.Get(name), optionsOf(engine.StandardRules(engine.Original))
	if text == "" {
		return false
	}
	if on := usual.switches()[name]; on != nil {
		return *on != (text == "1")
	}
	if n := usual.numbers()[name]; n != nil {
		return text != strconv.Itoa(*n)
	}
	return text != map[string]string{
		"chase": usual.Chase, "lang": m.w.Lang(), "color": "lot",
		"days": dayText(match.StandardPace.Move), "setupDays": dayText(match.StandardPace.Setup),
	}[name]
}
