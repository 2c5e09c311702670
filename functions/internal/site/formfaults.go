package site

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// formFaults are what is wrong in the form on the home page: a sentence for each
// field by its name. The zero value is a form in order.
type formFaults struct {
	texts  map[string]string
	status int // of the answer: 400 for what cannot be read, else 422
}

// add notes what is wrong in a field; the first word on it counts.
func (f *formFaults) add(field string, status int, text string) {
	if f.texts == nil {
		f.texts, f.status = map[string]string{}, status
	}
	if f.texts[field] == "" {
		f.texts[field] = text
	}
	f.status = min(f.status, status)
}

func (f *formFaults) any() bool { return len(f.texts) > 0 }

// of notes what create says of a form in which all fields are right for
// themselves. It reports false for an error that lies in no field.
func (f *formFaults) of(err error, w words.Words) bool {
	switch {
	case errors.Is(err, errCode):
		f.add("code", statusOf(err), w.T("page.home.wrong_code"))
	default:
		return false
	}
	return true
}

// readCreation reads the form on the home page. Its fields have the names of the
// members of POST /api/games: name, email, lang and tz are the creator's,
// opponent-name and opponent-email the other's, and those of rules and pace
// stand by themselves. What is left out has its default.
func (s *site) readCreation(r *http.Request, w words.Words) (request, *formFaults) {
	f, given := &formFaults{}, r.PostForm.Get
	q := newRequest()
	q.Creator = person{given("name"), given("email"), w.Lang(), strings.TrimSpace(given("tz"))}
	if name, email := given("opponent-name"), given("opponent-email"); strings.TrimSpace(name+email) != "" {
		q.Opponent = &person{Name: name, Email: email, Lang: w.Lang()}
	}
	q.Open, q.Pace.Vacation = given("open") == "1", given("no-vacation") != "1"
	q.Message = plainLines(given("message"))
	q.CustomArmy, q.Code = given("customArmy"), given("code")
	for name, at := range map[string]*string{"lang": &q.Creator.Lang, "color": &q.Color, "army": &q.Army, "chase": &q.Rules.Chase} {
		if text := given(name); text != "" {
			*at = text
		}
	}
	for name, on := range q.Rules.switches() {
		if text := given(name); text != "" {
			*on = text == "1"
		}
	}
	for name, n := range q.Rules.numbers() {
		f.number(w, given, name, n)
	}
	for name, days := range map[string]*float64{"days": &q.Pace.Days, "setupDays": &q.Pace.SetupDays} {
		if text := given(name); text != "" {
			var err error
			if *days, err = strconv.ParseFloat(text, 64); err != nil {
				*days = 0 // which no pace is
			}
		}
	}
	s.checkPeople(&q, w, f)
	q.checkPace(w, f)
	q.checkGame(w, f)
	return q, f
}

// plainLines returns text with the line breaks of a browser as we keep them.
func plainLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// number reads a limit of the rules.
func (f *formFaults) number(w words.Words, given func(string) string, name string, n *int) {
	text := strings.TrimSpace(given(name))
	if text == "" {
		return
	}
	read, err := strconv.Atoi(text)
	if err != nil || read < 0 || read > engine.MostPlies {
		f.add(name, http.StatusBadRequest, w.T("page.home.fault_number", words.Args{"Most": engine.MostPlies}))
		return
	}
	*n = read
}

func (s *site) checkPeople(q *request, w words.Words, f *formFaults) {
	say := func(field string, problem match.Problem) {
		if problem != match.NoProblem {
			f.add(field, http.StatusBadRequest, w.Problem(problem))
		}
	}
	say("name", match.CheckName(strings.Trim(q.Creator.Name, " ")))
	say("email", match.CheckAddress(q.Creator.Email))
	if q.Opponent != nil {
		say("opponent-name", match.CheckName(strings.Trim(q.Opponent.Name, " ")))
		say("opponent-email", match.CheckAddress(q.Opponent.Email))
	}
	say("message", match.CheckMessage(q.Message))
	switch same := q.Opponent != nil && s.Pepper.Key(q.Opponent.Email) == s.Pepper.Key(q.Creator.Email); {
	case same:
		f.add("opponent-email", http.StatusBadRequest, w.T("page.home.fault_own"))
	case q.Opponent != nil && q.Open:
		f.add("open", http.StatusBadRequest, w.T("page.home.fault_open"))
	case q.Open && q.Message != "":
		f.add("message", http.StatusBadRequest, w.T("page.home.fault_message"))
	}
	if !slices.Contains(s.Words.Languages(), q.Creator.Lang) {
		f.add("lang", http.StatusBadRequest, w.T("page.home.fault_choice"))
	}
	if q.Creator.checkZone("tz") != nil {
		f.add("tz", http.StatusBadRequest, w.T("page.home.fault_zone"))
	}
}

func (q *request) checkPace(w words.Words, f *formFaults) {
	for name, days := range map[string]float64{"days": q.Pace.Days, "setupDays": q.Pace.SetupDays} {
		_, err := pace{Days: days, SetupDays: days}.pace()
		if input, wrong := errors.AsType[*match.InputError](err); wrong {
			f.add(name, http.StatusBadRequest, w.Problem(input.Problem))
		}
	}
}

// checkGame looks at the army and the options, each alone, so that every fault
// of the rules is told where it was made.
func (q *request) checkGame(w words.Words, f *formFaults) {
	if _, err := engine.ParseColor(q.Color); err != nil && q.Color != "lot" {
		f.add("color", http.StatusBadRequest, w.T("page.home.fault_choice"))
	}
	if _, err := engine.ParseChase(q.Rules.Chase); err != nil {
		f.add("chase", http.StatusBadRequest, w.T("page.home.fault_choice"))
	}
	army, err := engine.ParseArmy(q.Army)
	if err != nil {
		f.add("army", http.StatusBadRequest, w.T("page.home.fault_choice"))
		return
	}
	rules := engine.StandardRules(engine.Original)
	rules.TwoSquares = q.Rules.TwoSquares
	if _, err := rules.Check(); err != nil {
		f.add("twoSquares", http.StatusBadRequest, w.T("page.home.fault_choice"))
	}
	if q.Rules.QuietDraw > 0 && q.Rules.QuietClaim > q.Rules.QuietDraw {
		f.add("quietClaim", http.StatusUnprocessableEntity, w.T("page.home.fault_claim", words.Args{"Most": q.Rules.QuietDraw}))
	}
	q.checkTroops(army, w, f)
}

func (q *request) checkTroops(army engine.Army, w words.Words, f *formFaults) {
	text := strings.TrimSpace(q.CustomArmy)
	switch {
	case army != engine.CustomArmy && text != "":
		f.add("customArmy", http.StatusUnprocessableEntity, w.T("page.home.fault_pieces_of_none"))
		return
	case army != engine.CustomArmy:
		return
	}
	rules := engine.StandardRules(army)
	rules.MovingBombs, rules.MovingFlag = q.Rules.MovingBombs, q.Rules.MovingFlag
	var err error
	if rules.Troops, err = engine.ParseTroops(text); err != nil {
		f.add("customArmy", http.StatusBadRequest, w.T("page.home.fault_symbols"))
		return
	}
	if _, err := rules.Check(); err != nil {
		f.add("customArmy", http.StatusUnprocessableEntity, w.T("page.home.fault_troops"))
	}
}
