package site

import (
	"errors"
	"net/http"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
)

// movePage is behind the link of one move at one ply: the board with the move
// marked and one button. When the game is no longer at that ply it says what
// became of the move, and shows the game as it is now.
type movePage struct{}

func (movePage) show(v *visit) answer {
	if !v.match.Begun() {
		return ok(v.now())
	}
	view := v.view()
	if p, stale := v.late(&view); stale {
		v.site.stale(v.link.Purpose, passed)
		return ok(p)
	}
	ways := v.ways(&view)
	if len(ways) == 0 { // signed by us, and yet no move: another program's mistake
		return ok(tell(v.today(), true, v.words.T("page.move.not_legal")))
	}
	return ok(v.ask(&view, ways))
}

// act plays, for a person as for a program.
func (movePage) act(v *visit) error {
	if !v.asks("play") {
		return errOtherForm
	}
	move, err := v.wanted()
	if err != nil {
		return malformed(err)
	}
	return v.do(match.PlayMove{
		By: v.link.Seat, Ply: v.link.Ply, Move: move,
		OfferDraw: v.offersDraw(), Unaware: v.form("offered") != "1",
	})
}

// offersDraw reports whether the form offers a draw with its move.
func (v *visit) offersDraw() bool { return v.form("offer-draw") == "1" }

func (movePage) told(v *visit, repeated bool) (int, any) {
	return http.StatusOK, v.played(v.link.Ply, repeated)
}

func (m movePage) press(v *visit) answer {
	err := m.act(v)
	w := v.words
	var soon *match.OfferError
	switch status := statusOf(err); {
	case !v.match.Begun() && status == http.StatusConflict:
		return ok(v.now())
	case err == nil:
		view := v.view()
		if view.Ply > v.link.Ply+1 {
			return ok(tell(v.today(), false, v.answered(v.link.Ply)...))
		}
		if view.Outcome != engine.Undecided {
			return ok(tell(v.today(), false, w.T("page.move.played_last")))
		}
		if v.match.Offer == v.link.Seat && v.offersDraw() {
			return ok(tell(v.today(), false, w.T("page.move.played_offer", words.Args{"Name": v.other()})))
		}
		return ok(tell(v.today(), false, w.T("page.move.played", words.Args{"Name": v.other()})))
	case errors.Is(err, match.ErrOffered): // the page has another meaning now: it is drawn again
		view := v.view()
		text := w.T("page.move.offered", words.Args{"Name": v.other(), "Button": w.T("page.move.button")})
		return ok(tell(v.ask(&view, v.ways(&view)), true, text))
	case errors.As(err, &soon):
		view := v.view()
		return ok(tell(v.ask(&view, v.ways(&view)), true, w.N("page.act.soon", soon.Moves)))
	case errors.Is(err, match.ErrRepeated):
		v.site.stale(v.link.Purpose, passed)
		view := v.view()
		made := view.Record[v.link.Ply]
		return ok(tell(v.today(), false, w.T("page.move.already", words.Args{"Move": made.Text()})))
	case status == http.StatusConflict:
		v.site.stale(v.link.Purpose, passed)
		view := v.view()
		return ok(v.stale(&view))
	case status == http.StatusUnprocessableEntity:
		view := v.view()
		return answer{status, tell(v.ask(&view, v.ways(&view)), true, w.Refusal(err))}
	default:
		return v.wrong(err)
	}
}

// wanted is the link's move with what the form adds: a captain's way, a rescue.
func (v *visit) wanted() (engine.Move, error) {
	m := v.link.Move
	if via := v.form("via"); via != "" {
		at, err := engine.ParseSquare(via)
		if err != nil {
			return m, &requestError{noSquare, "via", via}
		}
		m.Via = at
	}
	if rescue := v.form("rescue"); rescue != "" {
		with, err := engine.ParseMove(m.String() + " +" + rescue)
		if err != nil {
			return m, &requestError{noRescue, "rescue", rescue}
		}
		m.Rescue = with.Rescue
	}
	return m, nil
}

// late is the page for a link whose ply is not the present one, or whose game is
// over: was this move played, or not?
func (v *visit) late(view *engine.View) (page, bool) {
	w := v.words
	over := v.match.Ended()
	if v.link.Ply == view.Ply && !over && view.ToMove == v.link.Seat {
		return page{}, false
	}
	if v.link.Ply < len(view.Record) {
		made := view.Record[v.link.Ply]
		if made.Color == v.link.Seat && made.Move.From == v.link.Move.From && made.Move.To == v.link.Move.To {
			return tell(v.today(), false, w.T("page.move.already", words.Args{"Move": made.Text()})), true
		}
	}
	return v.stale(view), true
}

// stale is the page of a move that was not played and cannot be any more.
func (v *visit) stale(view *engine.View) page {
	w := v.words
	switch {
	case v.match.Ended():
		return tell(v.today(), true, w.T("page.move.over"))
	case v.link.Ply < len(view.Record) && view.Record[v.link.Ply].Color == v.link.Seat:
		return tell(v.today(), true, w.T("page.move.other", words.Args{"Move": view.Record[v.link.Ply].Text()}))
	case view.ToMove == v.link.Seat:
		return tell(v.today(), true, w.T("page.move.stale"))
	}
	return tell(v.today(), true, w.T("page.move.stale_wait", words.Args{"Name": v.other()}))
}

// ways are the legal moves that the link's squares may mean: more than one where
// a captain has two ways.
func (v *visit) ways(view *engine.View) []engine.Move {
	var list []engine.Move
	for _, m := range view.Legal {
		asked := v.link.Move
		if m.From == asked.From && m.To == asked.To && (asked.Via == 0 || asked.Via == m.Via) {
			list = append(list, m)
		}
	}
	return list
}

// ask is the page of a move that can be played now.
func (v *visit) ask(view *engine.View, ways []engine.Move) page {
	w := v.words
	r := present.Reader{View: view, Words: w, Names: v.names}
	title := view.Text(v.link.Move)
	for _, g := range r.Moves() {
		for _, c := range g.Choices {
			if c.From == v.link.Move.From && c.To == v.link.Move.To {
				title = c.Words
			}
		}
	}
	p := v.begin(w.T("page.move.title", words.Args{"Move": title}))
	v.lay(&p, view, v.link.Move)
	p.Next = v.elsewhere()
	if view.Shows(v.link.Move) {
		p.Lead = append(p.Lead, v.shows(view.At(v.link.Move.From).Rank))
	}
	f := &press{Do: "play", Button: w.T("page.move.button")}
	if len(ways) > 1 {
		f.Choices = append(f.Choices, v.waysChoice(ways))
	}
	if c, may := v.rescueChoice(view); may {
		f.Choices = append(f.Choices, c)
	}
	if v.match.Offer == v.link.Seat.Other() {
		p.Lead = append(p.Lead, w.T("page.move.declines", words.Args{"Name": v.other()}))
		f.Knows = "offered"
	} else if v.match.OfferAt(v.link.Seat, v.link.Ply+1) == nil {
		f.Wish = &wish{Name: "offer-draw", Text: w.T("page.move.offer_draw"), Chosen: v.form("offer-draw") == "1"}
	}
	return v.tick(p, f)
}

// shows warns that the other will know a piece by how far it goes.
func (v *visit) shows(rank engine.Rank) string {
	if rank == engine.Captain {
		return v.words.T("page.move.shows_captain", words.Args{"Name": v.other()})
	}
	return v.words.T("page.move.shows_scout", words.Args{"Name": v.other()})
}

func (v *visit) waysChoice(ways []engine.Move) choice {
	w := v.words
	c := choice{Name: "via", Label: w.T("page.move.ways"), Must: true}
	for _, m := range ways {
		via := m.Via.String()
		c.Options = append(c.Options, option{
			Value: via, Text: w.T("page.move.way", words.Args{"Via": via}), Chosen: v.form("via") == via,
		})
	}
	return c
}

func (v *visit) rescueChoice(view *engine.View) (choice, bool) {
	if view.Rescue == nil {
		return choice{}, false
	}
	may := false
	for _, m := range view.Rescue.Moves {
		may = may || m.From == v.link.Move.From && m.To == v.link.Move.To
	}
	w := v.words
	c := choice{Name: "rescue", Label: w.T("page.move.rescue"), Options: []option{{Text: w.T("page.move.no_rescue")}}}
	for _, rank := range view.Rescue.Ranks {
		group := optionGroup{Label: w.Rank(rank)}
		for _, at := range view.Rescue.Squares {
			value := rank.String() + "@" + at.String()
			group.Options = append(group.Options, option{
				Value: value, Chosen: v.form("rescue") == value,
				Text: w.T("page.move.bring_back", words.Args{"Rank": w.Rank(rank), "Square": at.String()}),
			})
		}
		c.Groups = append(c.Groups, group)
	}
	return c, may
}
