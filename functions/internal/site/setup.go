package site

import (
	"errors"
	"net/http"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
)

// setupForm is the form in which a player sets up: by buttons, or by rows in a
// text field. The rows are what counts.
type setupForm struct {
	Ground  *ground // nil when the rows cannot be read
	Rows    string  // as he wrote them
	Before  string  // as they were before the last press; "": there was none
	Height  int
	Width   int
	Army    string   // what must be on them
	Symbols string   // the same, as it is written
	Faults  []string // what is wrong with Rows
	Blocked string   // what a further tick says: a setup that could not move, all the same
	Open    bool     // the text field is shown at once
	Tick    string
	Button  string
	Draft   string   // the button that saves; "" when there is nothing to save for
	Fill    []option // the buttons that fill in the rows
	FillWhy string
	Help    []string
}

// boardPage is a seat's own page: setting up, then the board.
type boardPage struct{}

func (b boardPage) show(v *visit) answer {
	a := b.look(v)
	a.page = v.resting(v.mailing(a.page))
	return a
}

// look is the page but for what is said of mails.
func (boardPage) look(v *visit) answer {
	if v.match.Begun() || v.match.Ended() {
		return ok(v.stepped(func() page { return v.noting(v.now()) }))
	}
	if !v.match.Seated(v.link.Seat) {
		return ok(v.now())
	}
	if v.asks("setup") && v.form("submit") == "" {
		v.missed = false // what only shows needs no tick
		return v.tryOut()
	}
	rows := v.form("setup")
	if rows == "" {
		rows = v.storedRows()
	}
	return ok(v.setUp(rows, nil))
}

func (b boardPage) press(v *visit) answer {
	switch {
	case v.asks("correct-address"):
		return v.correct()
	case v.asks("confirm-address"):
		return b.askAgain(v)
	case v.asks("notes"):
		return v.note(b)
	case v.asks("add-line"), v.asks("remove-line"):
		return b.pressLine(v)
	case v.asks(saying):
		return b.say(v)
	case v.asks(muting), v.asks(unmuting):
		return b.mute(v)
	case v.asks("change-address"):
		return b.changeAddress(v)
	case v.asks("resume-mails"):
		return b.resumeMails(v)
	}
	if a, was := b.rests(v); was {
		return a
	}
	if !v.asks("setup") {
		return v.wrong(errOtherForm)
	}
	w := v.words
	if p, late := v.setupLate(); late {
		return ok(p)
	}
	if v.form("submit") == "" {
		return v.tryOut()
	}
	rows := v.form("setup")
	s, err := engine.ParseSetup(v.ground(), rows)
	switch {
	case err != nil:
		return answer{http.StatusUnprocessableEntity, v.setUp(rows, err)}
	case v.form("submit") == "draft":
		return v.keep(s)
	case v.form("submit") != "1":
		return v.wrong(errOtherForm)
	}
	err = v.submit(s, v.form("blocked") == "1")
	switch status := statusOf(err); {
	case err == nil, errors.Is(err, match.ErrRepeated):
	case v.match.Begun(), v.match.Ended():
		p, _ := v.setupLate()
		return ok(p)
	case status == http.StatusUnprocessableEntity:
		return answer{status, v.setUp(rows, err)}
	default:
		return v.wrong(err)
	}
	if v.match.Begun() {
		return ok(tell(v.today(), false, w.T("page.setup.started")))
	}
	text := w.T("page.setup.saved", words.Args{"Name": v.other()})
	return ok(tell(v.setUp(v.seat().Setup.Text(v.match.Rules.Army.Board()), nil), false, text))
}

// submit sends the player's setup; sure takes one with which he could not move.
func (v *visit) submit(s engine.Setup, sure bool) error {
	return v.do(match.SetUp{By: v.link.Seat, Setup: s, Sure: sure})
}

// setupLate is the page for a setup that comes when none can come any more.
func (v *visit) setupLate() (page, bool) {
	switch {
	case v.match.Ended():
		return tell(v.now(), true, v.words.T("page.setup.over")), true
	case v.match.Begun():
		return tell(v.now(), true, v.words.T("page.setup.too_late")), true
	}
	return page{}, false
}

// setUp is the page on which a player sets up: what is wrong with the rows that
// he wrote, and the form.
func (v *visit) setUp(rows string, err error) page { return v.workOn(working{rows: rows}, err) }

// workOn is the same page for rows that buttons have changed.
func (v *visit) workOn(now working, err error) page {
	w, rules := v.words, v.match.Rules
	p := v.begin(w.T("page.setup.title"))
	p.Lead = []string{v.whoWaits()}
	if v.seat().Drafted {
		p.Lead = append(p.Lead, w.T("page.setup.draft"))
	}
	p.Lead = append(p.Lead, v.clock()...)
	p.Next = v.elsewhere()
	p = v.inviting(p)
	p.Setup = v.setupForm(now)
	p = v.talking(p)
	p.Scripts = append(p.Scripts, "setup.js")
	if v.plays() {
		v.live(&p)
	}
	if v.missed && p.Notice == nil {
		button := p.Setup.Button
		if v.form("submit") == "draft" && p.Setup.Draft != "" {
			button = p.Setup.Draft
		}
		p = tell(p, true, w.T("page.press.missed", words.Args{"Button": button}))
	}
	var s engine.Setup
	if strings.TrimSpace(now.rows) != "" || err != nil {
		var malformed error
		if s, malformed = engine.ParseSetup(rules.Army.Board(), now.rows); malformed != nil {
			p.Setup.Open = true
			return tell(p, true, v.unread(malformed))
		}
	}
	p.Setup.Ground = v.drawGround(s, now)
	switch {
	case errors.Is(err, match.ErrBlocked):
		p.Setup.Blocked = w.T("page.setup.blocked_tick")
		p = tell(p, true, w.T("page.setup.blocked"))
	case err != nil:
		p = tell(p, true, w.Refusal(err))
	}
	return p
}

// setupForm is the form but for the buttons of its ground.
func (v *visit) setupForm(now working) *setupForm {
	w, rules := v.words, v.match.Rules
	board := rules.Army.Board()
	f := &setupForm{
		Rows: now.rows, Before: now.before, Height: board.SetupRows, Width: board.Size,
		Army:    w.N("page.setup.army", rules.Troops.Total(), words.Args{"Pieces": w.Troops(rules.Troops)}),
		Symbols: rules.Troops.String(),
		Button:  w.T("page.setup.button"),
		Help: []string{
			w.N("page.setup.rows", board.SetupRows, words.Args{"Size": board.Size}),
			present.Reader{View: &engine.View{Rules: rules}, Words: w}.Legend(),
			w.T("page.setup.symbols"),
		},
	}
	if board.SetupRows*board.Size > rules.Troops.Total() {
		f.Help = append(f.Help, w.T("page.setup.empty"))
	}
	f.Fill, f.FillWhy = v.fillings()
	if v.seat().Submitted {
		f.Button = w.T("page.setup.replace")
	} else {
		f.Draft = w.T("page.setup.draft_button")
	}
	if !v.marked {
		f.Tick = w.T("page.press.tick", words.Args{"Name": v.name()})
	}
	return f
}

// whoWaits says how far both are.
func (v *visit) whoWaits() string {
	w := v.words
	switch other := v.match.Seat(v.link.Seat.Other()); {
	case v.match.Vacant() && v.seat().Submitted:
		return w.T("page.setup.in_and_vacant")
	case v.match.Vacant():
		return w.T("page.setup.vacant")
	case v.match.State == match.Invited && v.seat().Submitted:
		return w.T("page.setup.in_and_invited", words.Args{"Name": v.other()})
	case v.match.State == match.Invited:
		return w.T("page.setup.invited", words.Args{"Name": v.other()})
	case v.seat().Submitted:
		return w.T("page.setup.in", words.Args{"Name": v.other()})
	case other.Submitted:
		return w.T("page.setup.last", words.Args{"Name": v.other()})
	default:
		return w.T("page.setup.both", words.Args{"Name": v.other()})
	}
}

// unread tells why the rows cannot be read.
func (v *visit) unread(err error) string {
	return v.words.T("page.setup.unread", words.Args{"Why": strings.Join(v.words.SetupFaults(err), " ")})
}

// lookAhead is the view that the player has of his own pieces alone, as the rows
// would have them.
func (v *visit) lookAhead(s engine.Setup) *engine.View {
	ground := v.match.Rules.Army.Board()
	view := &engine.View{Viewer: v.link.Seat, Rules: v.match.Rules}
	for i := range ground.SetupRows * ground.Size {
		if s[i] != engine.NoRank {
			view.Pieces = append(view.Pieces, engine.Seen{
				Square: ground.HomeSquare(v.link.Seat, i), Color: v.link.Seat, Rank: s[i],
			})
		}
	}
	return view
}

// Placeholder returns rows with nothing placed yet, to show the form's shape.
func (f setupForm) Placeholder() string {
	return strings.TrimSuffix(strings.Repeat(strings.Repeat(".", f.Width)+"\n", f.Height), "\n")
}
