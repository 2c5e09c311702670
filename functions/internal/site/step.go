package site

import (
	"net/http"
	"strconv"

	"fieldpost/engine"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// A board page shows an earlier ply by ?at=12, as its reader knew it then. When
// the game is over he may choose by &as= what he sees of it: what Red knew, what
// Blue knew, or the truth, which is what he sees otherwise. While it runs as=
// means nothing, whoever asks.

// step is what a reader looks at when he steps through a game.
type step struct {
	ply    int
	as     engine.Color // whose knowledge; NoColor: the public's
	truth  bool         // everything
	chosen string       // the word of as= in the page's own links; "" when none is needed
}

// steps reports whether the page has an address to which ?at= can be put: those
// of boards and for watching. Other links of a seat say what they are for.
func (v *visit) steps() bool {
	return v.match.Begun() && (v.link.Purpose == link.Board || v.link.Purpose == link.Watch)
}

// over reports whether the whole of the game may be shown.
func (v *visit) over() bool { return v.match.Game.Outcome() != engine.Undecided }

// sought returns the step that the request asks for: the last ply unless it says
// otherwise. It reports false if there is no such ply.
func (v *visit) sought() (step, bool) {
	last := v.match.Game.Ply()
	s := step{ply: last, as: v.link.Seat, truth: v.over()}
	if !shows(v.r) {
		return s, true
	}
	q := v.r.URL.Query()
	if v.over() {
		switch as := q.Get("as"); as {
		case "red", "blue":
			s.as, s.truth, s.chosen = engine.Red, false, as
			if as == "blue" {
				s.as = engine.Blue
			}
		}
	}
	if !q.Has("at") {
		return s, true
	}
	n, err := strconv.Atoi(q.Get("at"))
	if err != nil || n < 0 || n > last {
		return s, false
	}
	s.ply = n
	return s, true
}

// shows reports whether r only asks to be shown something.
func shows(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// stepped returns the page of the ply that the request asks for, which is now's
// for the last.
func (v *visit) stepped(now func() page) page {
	if !v.steps() {
		return now()
	}
	s, ok := v.sought()
	if !ok {
		return tell(now(), true, v.words.N("page.step.none", v.match.Game.Ply()))
	}
	if s.ply == v.match.Game.Ply() {
		return now()
	}
	view, ok := v.recall(s)
	if !ok {
		return now()
	}
	return v.lookBack(s, &view)
}

// recall returns the view of s. A knowledge that is not the reader's own is told
// of both players by their names.
func (v *visit) recall(s step) (engine.View, bool) {
	if s.truth {
		return engine.Reveal(v.match.Game, v.link.Seat, s.ply)
	}
	view, ok := engine.Recall(v.match.Game, s.as, s.ply)
	if s.as != v.link.Seat {
		view.Viewer = engine.NoColor
	}
	return view, ok
}

// lookBack is the page of an earlier ply.
func (v *visit) lookBack(s step, view *engine.View) page {
	w := v.words
	p := v.begin(w.T("page.step.title", words.Args{"Ply": s.ply, "Last": v.match.Game.Ply()}))
	switch {
	case s.truth:
		p.Lead = []string{w.T("page.step.truth")}
	case s.as == engine.NoColor:
		p.Lead = []string{w.T("page.step.public")}
	case s.as == v.link.Seat:
		p.Lead = []string{w.T("page.step.own")}
	default:
		p.Lead = []string{w.T("page.step.other", words.Args{"Name": *v.names.Of(s.as)})}
	}
	if view.Rules.Memory && !v.over() {
		p.Lead = append(p.Lead, w.T("page.step.memory"))
	}
	seen, turned := present.BoardOf(view), view.Viewer == engine.NoColor && s.as == engine.Blue
	if turned {
		seen = seen.Turned()
	}
	p.Board = v.drawFrom(view, seen, engine.Move{})
	p.Board.Key = v.stepKey(s, view)
	if turned {
		p.Board.Caption = w.T("board.caption_blue")
	}
	v.addReplay(&p, s, view)
	p.Trays = v.trays(view)
	p.Next = []anchor{{w.T("page.step.now"), "?"}}
	return p
}

// stepKey explains the signs of an earlier board.
func (v *visit) stepKey(s step, view *engine.View) []string {
	w, r := v.words, present.Reader{View: view, Words: v.words, Names: v.names}
	var key []string
	if view.Viewer == engine.NoColor {
		key = append(key, w.T("page.watch.key_shapes", words.Args{"Red": v.names.Red, "Blue": v.names.Blue}))
	} else {
		key = append(key, w.T("page.board.key_shapes"))
	}
	if !s.truth {
		key = append(key, w.T("page.play.key_back"))
	}
	if view.Viewer != engine.NoColor {
		key = append(key, w.T("page.play.key_seen", words.Args{"Name": v.other()}))
	}
	return append(key, w.T("page.play.key_last"), r.Legend())
}

// happened tells the last ply of view, or, where its ranks are forgotten, what is
// left of it.
func (v *visit) happened(view *engine.View) string {
	n := len(view.Record)
	if n == 0 {
		return v.words.T("page.step.start")
	}
	p := view.Record[n-1]
	if p.Attack.Result != engine.NoResult && p.Attack.Attacker == engine.NoRank || p.Move.Rescue.Square != 0 && p.Move.Rescue.Rank == engine.NoRank {
		return v.words.T("page.step.forgotten", words.Args{"Name": *v.names.Of(p.Color), "Move": p.Text()})
	}
	return v.words.LastMove(view, v.names)
}
