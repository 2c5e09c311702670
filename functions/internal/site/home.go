package site

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// createForm is the form on the home page by which a game is created.
type createForm struct {
	YourName, YourEmail, TheirName, TheirEmail field
	Armies, Colors                             []option
	Days, SetupDays                            []option
	PaceFault                                  string
}

// field is one line to fill in.
type field struct {
	Name, Label, Type, Value, Fill string
	Most                           int // characters; 0: no limit here
	Fault                          string
}

// home is what a visitor sees first.
func (s *site) home(w http.ResponseWriter, r *http.Request) {
	s.write(w, answer{http.StatusOK, s.homePage(r, nil)})
}

// createByForm is the form's way to the same creation as POST /api/games.
func (s *site) createByForm(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, malformed(err))
		return
	}
	if r.PostForm.Get("do") != "create" {
		s.fail(w, r, errOtherForm)
		return
	}
	lang := s.language(r)
	q := newRequest()
	for field, days := range map[string]*float64{"days": &q.Pace.Days, "setupDays": &q.Pace.SetupDays} {
		if text := r.PostForm.Get(field); text != "" {
			var err error
			if *days, err = strconv.ParseFloat(text, 64); err != nil {
				s.fail(w, r, malformed(err))
				return
			}
		}
	}
	q.Color, q.Army = r.PostForm.Get("color"), r.PostForm.Get("army")
	q.Creator = person{Name: r.PostForm.Get("name"), Email: r.PostForm.Get("email"), Lang: lang.Lang()}
	q.Opponent = &person{Name: r.PostForm.Get("opponent-name"), Email: r.PostForm.Get("opponent-email"), Lang: lang.Lang()}
	_, err := s.create(r, q)
	var input *match.InputError
	switch {
	case errors.As(err, &input), errors.Is(err, errNotOffered):
		s.write(w, answer{statusOf(err), s.homePage(r, err)})
		return
	case err != nil:
		s.fail(w, r, err)
		return
	}
	s.settle(r.Context())
	p := page{
		Lang: lang.Lang(), Title: lang.T("page.created.title"),
		Lead: []string{
			lang.T("page.created.look", words.Args{"Address": q.Creator.Email}),
			lang.T("page.created.nothing", words.Args{"Name": words.Name(q.Opponent.Name)}),
		},
	}
	if s.Mailbox != nil {
		p.Lead = append(p.Lead, lang.T("page.created.kept"))
		p.Next = []anchor{{lang.T("page.frame.mailbox"), s.BaseURL + "/mailbox"}}
	} else {
		p.Lead = append(p.Lead, lang.T("page.created.missing"))
	}
	s.write(w, answer{http.StatusAccepted, p})
}

// homePage shows the form as it was filled in, with what is wrong in it.
func (s *site) homePage(r *http.Request, err error) page {
	w := s.language(r)
	p := page{
		Lang: w.Lang(), Title: w.T("page.home.title"),
		Lead: []string{w.T("page.home.lead"), w.T("page.home.how"), w.T("page.home.rules")},
	}
	if err != nil {
		p = tell(p, true, w.T("page.home.refused"))
	}
	given := func(name string) string { return r.PostForm.Get(name) }
	f := &createForm{
		YourName: field{Name: "name", Label: w.T("page.home.your_name"), Type: "text", Fill: "name", Most: match.MostNameLetters},
		YourEmail: field{
			Name: "email", Label: w.T("page.home.your_email"), Type: "email", Fill: "email",
			Most: match.MostAddressBytes,
		},
		TheirName: field{
			Name: "opponent-name", Label: w.T("page.home.their_name"), Type: "text", Fill: "off",
			Most: match.MostNameLetters,
		},
		TheirEmail: field{
			Name: "opponent-email", Label: w.T("page.home.their_email"), Type: "email", Fill: "off",
			Most: match.MostAddressBytes,
		},
	}
	fields := map[string]*field{
		"creator.name": &f.YourName, "creator.email": &f.YourEmail,
		"opponent.name": &f.TheirName, "opponent.email": &f.TheirEmail,
	}
	for _, at := range fields {
		at.Value = given(at.Name)
	}
	var input *match.InputError
	if errors.As(err, &input) && fields[input.Field] != nil {
		fields[input.Field].Fault = w.T("page.home.fault", words.Args{"Problem": input.Problem})
	} else if input != nil && strings.HasPrefix(input.Field, "pace.") {
		f.PaceFault = w.T("page.home.fault", words.Args{"Problem": input.Problem})
	} else if errors.Is(err, errNotOffered) {
		f.TheirEmail.Fault = w.T("page.home.needed")
	}
	for _, a := range engine.Armies {
		if a == engine.CustomArmy {
			continue // its pieces cannot be chosen here
		}
		rules := engine.StandardRules(a)
		text := w.N("page.home.army_choice", rules.Troops.Total(), words.Args{"Army": w.Army(a), "Size": a.Board().Size})
		f.Armies = append(f.Armies, option{a.String(), text, given("army") == a.String()})
	}
	f.Colors = []option{
		{"lot", w.T("page.home.lot"), given("color") == "lot"},
		{"red", w.T("page.home.red"), given("color") == "red"},
		{"blue", w.T("page.home.blue"), given("color") == "blue"},
	}
	f.Days = paces(w, given("days"), match.StandardPace.Move, 12*time.Hour, 24*time.Hour, 2*24*time.Hour, 3*24*time.Hour, 5*24*time.Hour, 7*24*time.Hour, 14*24*time.Hour)
	f.SetupDays = paces(w, given("setupDays"), match.StandardPace.Setup, 24*time.Hour, 3*24*time.Hour, 7*24*time.Hour, 14*24*time.Hour)
	p.Create, p.Lost = f, s.lostForm(w)
	return p
}

// paces are the times among which the form lets choose; their values are days.
func paces(w words.Words, given string, usual time.Duration, times ...time.Duration) []option {
	chosen := given
	if chosen == "" {
		chosen = dayText(usual)
	}
	list := make([]option, len(times))
	for i, d := range times {
		list[i] = option{dayText(d), w.Span(d), dayText(d) == chosen}
	}
	return list
}

func dayText(d time.Duration) string { return strconv.FormatFloat(inDays(d), 'f', -1, 64) }
