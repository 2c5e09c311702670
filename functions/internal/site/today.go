package site

import (
	"net/http"
	"slices"
	"strconv"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// begin returns a page about the visitor's game with nothing on it yet.
func (v *visit) begin(title string) page {
	return page{Lang: v.words.Lang(), Title: title, Game: v.words.T("page.game", words.Args{
		"Red": v.names.Red, "Blue": v.names.Blue, "Code": v.match.ID.Code(),
	})}
}

// today returns the page of a game that has begun as it stands now: whose turn
// it is, the board, and, if it is the visitor's own turn, his moves. It is what
// a player gets to see whatever he came for and whatever had happened to that.
func (v *visit) today() page {
	view := v.view()
	w := v.words
	var p page
	switch {
	case v.match.State == match.Aborted:
		p = v.begin(w.T("page.board.aborted"))
		p.Lead = []string{w.Aborted(v.link.Seat, v.match.AbortedBy, v.names)}
	case view.Outcome != engine.Undecided:
		p = v.begin(w.T("page.board.over"))
		p.Over = v.result(&view)
	case view.ToMove == v.link.Seat:
		p = v.begin(w.T("page.board.your_turn", words.Args{"Turn": strconv.Itoa(view.Ply + 1)}))
	default:
		p = v.begin(w.T("page.board.their_turn", words.Args{"Name": v.other(), "Turn": strconv.Itoa(view.Ply + 1)}))
	}
	if view.ToMove == v.link.Seat.Other() {
		p.Lead = append(p.Lead, v.nextMail())
	}
	if v.plays() {
		p.Asked = v.askedForDraw()
		p.Lead = slices.Concat(p.Lead, v.dropped(), v.publicity(), v.ownOffer())
	}
	if !v.plays() && v.match.Ended() {
		return p
	}
	v.lay(&p, &view, engine.Move{})
	v.letStep(&p, &view)
	switch {
	case v.plays():
		p.Moves = v.offer(&view, p.Board)
		v.live(&p)
		v.addLines(&p)
	case view.ToMove == v.link.Seat: // a link that took a seat is no link to play by
		p.Lead = append(p.Lead, w.T("page.board.in_mail"))
	}
	v.addPapers(&p, &view)
	p.Blocks = append(p.Blocks, v.audience()...)
	p.Next = slices.DeleteFunc(v.elsewhere(), func(a anchor) bool {
		return p.Asked != nil && slices.Contains(p.Asked.Answers, a) || p.Over != nil && p.Over.Again != nil && a == *p.Over.Again
	})
	return v.talking(p)
}

// lay puts on p what a player has before him while he thinks: the board, the
// last move, the clock and the trays. The squares of a move that waits to be
// played are marked.
func (v *visit) lay(p *page, view *engine.View, marked engine.Move) {
	p.Board = v.draw(view, marked)
	p.Last = v.last(view)
	p.Clock = v.countdown()
	p.Trays = v.trays(view)
	p.Scripts = append(p.Scripts, "board.js")
}

// plays reports whether the visitor came by a link to play by. One that took a
// seat is none: its page shows no link of the seat.
func (v *visit) plays() bool {
	switch v.link.Purpose {
	case link.Board, link.Move, link.Act:
		return true
	}
	return false
}

// mostWritten is how many plies of a running game stand on its page as text too.
// A longer one is listed where it is stepped through, some plies at a time.
const mostWritten = 400

// mostRecorded is the same of a game that is over, whose record can be checked by it.
const mostRecorded = 1500

// addPapers adds the record and, when the game is over, the whole of it, both
// setups and their proof.
func (v *visit) addPapers(p *page, view *engine.View) {
	w := v.words
	add := func(b block) { p.Blocks = append(p.Blocks, b) }
	title := w.T("page.board.record")
	if view.Outcome == engine.Undecided {
		if n := len(view.Record); 0 < n && n <= mostWritten {
			add(block{ID: "record", Title: title, Text: record(view), Open: !v.steps()})
		}
		return
	}
	text, err := v.recordText()
	if err != nil {
		text = record(view)
	}
	says, proof := v.verified(text)
	p.Lead = append(p.Lead, says)
	if len(view.Record) <= mostRecorded {
		add(block{ID: "record", Title: title, Text: text, Open: !v.steps()})
	} else {
		p.Lead = append(p.Lead, w.T("page.board.record_long", words.Args{"Address": "/api/games/" + v.match.ID.String() + "/record"}))
	}
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		add(block{
			ID:    "setup-" + c.String(),
			Title: w.T("page.board.setup_of", words.Args{"Name": *v.names.Of(c), "Color": w.Color(c)}),
			Text:  v.match.Seat(c).Setup.Text(v.match.Rules.Army.Board()),
		})
	}
	add(proof)
}

// now is the page of the visitor's game whatever state it is in, for who comes
// by a link that has done its work.
func (v *visit) now() page {
	if v.match.Begun() {
		return v.today()
	}
	w := v.words
	p := v.begin(w.T("page.soon.title"))
	switch {
	case v.match.State == match.Aborted:
		p.Title = w.T("page.board.aborted")
		p.Lead = []string{w.Aborted(v.link.Seat, v.match.AbortedBy, v.names)}
		return v.talking(p)
	case v.match.State == match.Over: // before the game could begin
		view := v.view()
		p.Title = w.T("page.board.over")
		late := view.Outcome.Winner() != v.link.Seat
		p.Lead = []string{w.Ended(&view, v.names), w.Unset(late, v.other())}
		if late && v.seat().Drafted && v.plays() {
			p.Lead = append(p.Lead, w.T("unset.draft"))
		}
		return v.talking(p)
	case v.match.Refused():
		p.Title = w.T("page.refused.title")
		p.Lead = []string{v.whyRefused()}
		return p
	case v.match.State == match.Unconfirmed:
		p.Lead = []string{w.T("page.soon.unconfirmed")}
	case v.match.Vacant():
		p.Lead = []string{w.T("page.soon.vacant")}
	case v.match.State == match.Invited:
		p.Lead = []string{w.T("page.soon.invited", words.Args{"Name": v.other()})}
	case v.seat().Submitted:
		p.Lead = []string{w.T("page.soon.waiting", words.Args{"Name": v.other()})}
	default:
		p.Lead = []string{w.T("page.soon.set_up")}
	}
	p.Lead = append(p.Lead, v.clock()...)
	p.Next = v.elsewhere()
	return p
}

// whyRefused says how the match came to nothing before anybody accepted.
func (v *visit) whyRefused() string {
	w, inviting := v.words, v.link.Seat == v.match.Creator
	name := v.other()
	switch {
	case v.match.State == match.Declined && inviting:
		return w.T("page.refused.declined_they", words.Args{"Name": name})
	case v.match.State == match.Declined:
		return w.T("page.refused.declined_you")
	case v.match.State == match.Withdrawn && inviting:
		return w.T("page.refused.withdrawn_you")
	case v.match.State == match.Withdrawn:
		return w.T("page.refused.withdrawn_they", words.Args{"Name": name})
	case inviting:
		return w.T("page.refused.expired_they")
	}
	return w.T("page.refused.expired_you", words.Args{"Name": name})
}

// tell puts what has happened on top of p.
func tell(p page, bad bool, text ...string) page {
	p.Notice = &notice{Bad: bad, Text: text}
	return p
}

// ok is a page of status 200.
func ok(p page) answer { return answer{http.StatusOK, p} }

// tick completes a form: the tick that says who presses, unless the browser's
// mark stands for it, and the word why nothing was done without it.
func (v *visit) tick(p page, f *press) page {
	switch {
	case v.marked:
		f.Tick = ""
	case f.Tick == "":
		f.Tick = v.words.T("page.press.tick", words.Args{"Name": v.name()})
	}
	p.Press = f
	if v.missed {
		p = tell(p, true, v.words.T("page.press.missed", words.Args{"Button": f.Button}))
	}
	return p
}

// wrong answers a press that came to nothing by no fault of the game's.
func (v *visit) wrong(err error) answer {
	status := statusOf(err)
	if status == http.StatusInternalServerError {
		v.Log.Error("request failed", "game", v.link.Game, "seat", v.link.Seat, "err", err)
	}
	return answer{status, v.failure(v.words, err, status)}
}

// elsewhere leads from a page of a seat to its board and to what can be done
// beside moving.
func (v *visit) elsewhere() []anchor {
	if !v.plays() {
		return nil
	}
	var list []anchor
	if v.link.Purpose != link.Board {
		list = append(list, anchor{v.words.T("page.board.link"), v.boardLink()})
	}
	return append(list, v.acts()...)
}
