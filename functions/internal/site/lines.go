package site

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/words"
)

// linesForm is what a player sees of the moves that he has saved to be played if, and
// where he adds one. It is there while he waits.
type linesForm struct {
	At     string // the page of his board, which takes its presses
	Ply    int
	Title  string // how many are saved, where any is
	Open   bool   // one was saved or removed just now, or was not
	Why    string
	Saved  []savedLine
	How    string
	Value  string // as he wrote it, where it was not taken
	Tick   string
	Remove string
}

// savedLine is one that can be taken out again.
type savedLine struct {
	Text string   // in the grammar of mails
	Says []string // in sentences
}

// addLines puts the form on p while the other is to move, and offers no draw.
func (v *visit) addLines(p *page) {
	m, seat, w := &v.match, v.link.Seat, v.words
	if m.State != match.Playing || m.Offer == seat.Other() || m.Game.ToMove() == seat {
		return
	}
	short, long := v.examples()
	f := &linesForm{
		At: v.boardLink(), Ply: m.Game.Ply(), Why: w.T("page.line.why", words.Args{"Name": v.other()}),
		How: w.T("page.line.how", words.Args{
			"Example": short, "Long": long, "Plies": match.MostLinePlies,
			"Wins": v.resultWord(engine.Wins), "Loses": v.resultWord(engine.Loses), "Both": v.resultWord(engine.BothLose),
		}),
	}
	for _, l := range m.Plans.Of(seat).Lines {
		f.Saved = append(f.Saved, savedLine{command.WriteLine(w.Lang(), l), w.Line(l, v.other())})
	}
	if !v.marked {
		f.Tick = w.T("page.press.tick", words.Args{"Name": v.name()})
	}
	f.Title = w.T("page.line.title")
	if n := len(f.Saved); n > 0 {
		f.Title = w.N("page.line.title_saved", n)
	}
	f.Open = v.asks("add-line") || v.asks("remove-line")
	if v.missed && v.asks("add-line") {
		f.Value = v.form("line")
		*p = tell(*p, true, w.T("page.press.missed", words.Args{"Button": w.T("page.line.save")}))
	}
	if v.missed && v.asks("remove-line") {
		*p = tell(*p, true, w.T("page.press.missed", words.Args{"Button": w.T("page.line.remove")}))
	}
	p.Lines = f
}

// dropped says why the visitor's lines were not played, until the next ply.
func (v *visit) dropped() []string {
	if text := v.words.LineDropped(v.match, v.link.Seat, v.other()); text != "" {
		return []string{text}
	}
	return nil
}

// examples are a short line and a long one, as they may be written in the visitor's
// language.
func (v *visit) examples() (short, long string) {
	var view engine.View
	if v.match.Begun() {
		view = v.view()
	}
	s, l := samples(&view)
	return command.WriteLine(v.words.Lang(), s), command.WriteLine(v.words.Lang(), l)
}

func (v *visit) resultWord(r engine.Result) string { return command.ResultWord(v.words.Lang(), r) }

// pressLine adds a line, or takes one out.
func (b boardPage) pressLine(v *visit) answer {
	w, text := v.words, v.form("line")
	l, read := command.ReadLine(text)
	if !read {
		short, _ := v.examples()
		return b.notSaved(v, w.T("line.unread", words.Args{"Example": short}))
	}
	ply, err := strconv.Atoi(v.form("ply"))
	if err != nil {
		return v.wrong(errOtherForm)
	}
	set := match.SetLines{By: v.link.Seat, Ply: ply, Lines: []match.Line{l}, Add: true}
	done := append(v.reads(l), w.T("line.saved", words.Args{"Name": v.other()}))
	if v.asks("remove-line") {
		set.Add, set.Lines = false, v.linesWithout(l)
		done = []string{w.T("line.removed", words.Args{"Name": v.other()})}
	}
	err = v.do(set)
	fault := w.LineFault(err, v.other())
	switch {
	case err == nil, errors.Is(err, match.ErrRepeated) && set.Add:
		return v.toldOnBoard(b, false, done...)
	case errors.Is(err, match.ErrRepeated), errors.Is(err, match.ErrStale) && !set.Add:
		return v.toldOnBoard(b, false, w.T("page.line.gone"))
	case errors.Is(err, match.ErrYourTurn):
		return v.toldOnBoard(b, true, fault)
	case fault != "":
		return b.notSaved(v, fault)
	case errors.Is(err, match.ErrOffered):
		return v.toldOnBoard(b, true, w.T("page.act.offered", words.Args{"Name": v.other()}))
	case statusOf(err) == http.StatusConflict:
		return v.toldOnBoard(b, true, w.T("page.line.not_now"))
	default:
		return v.wrong(err)
	}
}

// reads tells in sentences what a line does, if it can be saved.
func (v *visit) reads(l match.Line) []string {
	view := v.view()
	l, fits := fitting(&view, l)
	if !fits {
		return nil
	}
	return v.words.Line(l, v.other())
}

// notSaved is the page of a line that was not taken, with what was written.
func (b boardPage) notSaved(v *visit, why string) answer {
	a := v.toldOnBoard(b, true, why, v.words.T("line.not_saved"))
	a.status = http.StatusUnprocessableEntity
	if a.page.Lines != nil {
		a.page.Lines.Value = v.form("line")
	}
	return a
}

// linesWithout are the visitor's lines but for one.
func (v *visit) linesWithout(gone match.Line) []match.Line {
	return slices.DeleteFunc(slices.Clone(v.match.Plans.Of(v.link.Seat).Lines), func(l match.Line) bool {
		return slices.EqualFunc(l, gone, func(a, b match.Step) bool { return a.Move == b.Move && a.Result == b.Result })
	})
}

// answered tells the visitor of his move at a ply, which the other has answered in the
// same moment.
func (v *visit) answered(ply int) []string {
	w, view := v.words, v.view()
	own, ok := engine.Recall(v.match.Game, v.link.Seat, ply+1)
	if !ok {
		return nil
	}
	if view.Outcome != engine.Undecided {
		return []string{w.LastMove(&own, v.names), w.T("line.answered_last", words.Args{"Name": v.other()})}
	}
	return []string{w.LastMove(&own, v.names), w.T("line.answered", words.Args{"Name": v.other()})}
}
