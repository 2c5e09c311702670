package site

import (
	"slices"
	"strconv"

	"fieldpost/engine"
	"fieldpost/functions/internal/words"
)

// mostListed is how many plies of a record lead to their steps on one page, so
// that a page stays small however long a game is.
const mostListed = 200

// replay is what stands beside a board to step through its game.
type replay struct {
	Ply, Last int
	Where     words.Args
	Says      string // what happened at that ply
	Running   bool   // the last ply is a board to play on
	As        string // the word of as=, where it is chosen
	Go        []goTo // first, back, forward, last
	Switches  []goTo // as whom; none while the game runs
	Heads     [2]string
	Rows      [][]goTo // the plies two by two, Red's first
	Earlier   *anchor  // more plies than are listed
	Later     *anchor
}

// goTo is a way to a step.
type goTo struct {
	ID, Text string
	To       string // "": it is not to be had here
	Current  bool   // it is what is looked at
}

// here returns the address of s, and of its board there, on the page that the
// reader has before him.
func here(s step) string {
	to := "?at=" + strconv.Itoa(s.ply)
	if s.chosen != "" {
		to += "&as=" + s.chosen
	}
	return to + "#board"
}

// letStep puts the controls on the page of the game as it stands now.
func (v *visit) letStep(p *page, now *engine.View) {
	if v.steps() {
		s, _ := v.sought()
		s.ply = now.Ply
		v.addReplay(p, s, now)
	}
}

// addReplay puts the controls on the page of s, unless nothing was played yet.
func (v *visit) addReplay(p *page, s step, view *engine.View) {
	if v.match.Game.Ply() > 0 {
		p.Replay = v.replay(s, view)
		p.Scripts = append(p.Scripts, "replay.js")
	}
}

// replay returns the controls on the page of s.
func (v *visit) replay(s step, view *engine.View) *replay {
	last := v.match.Game.Ply()
	w := v.words
	r := &replay{Ply: s.ply, Last: last, Where: words.Args{"Ply": s.ply, "Last": last}, Says: v.happened(view), Running: !v.match.Ended(), As: s.chosen}
	way := func(id, text string, ply int, there bool) {
		g := goTo{ID: id, Text: text}
		if there {
			g.To = here(step{ply: ply, chosen: s.chosen})
		}
		r.Go = append(r.Go, g)
	}
	way("first", w.T("page.step.first"), 0, s.ply > 0)
	way("back", w.T("page.step.back"), s.ply-1, s.ply > 0)
	way("forward", w.T("page.step.forward"), s.ply+1, s.ply < last)
	way("last", w.T("page.step.last"), last, s.ply < last)
	if v.over() {
		for _, c := range []struct{ word, text string }{
			{"", w.T("page.step.as_truth")}, {"red", w.T("page.step.as_red")}, {"blue", w.T("page.step.as_blue")},
		} {
			r.Switches = append(r.Switches, goTo{Text: c.text, To: here(step{ply: s.ply, chosen: c.word}), Current: c.word == s.chosen})
		}
	}
	for i, c := range []engine.Color{engine.Red, engine.Blue} {
		r.Heads[i] = w.T("page.step.side", words.Args{"Name": *v.names.Of(c), "Color": w.Color(c)})
	}
	v.list(r, s)
	return r
}

// list puts the plies around that of s into r.
func (v *visit) list(r *replay, s step) {
	view := v.view()
	first, end := around(s.ply, len(view.Record))
	for pair := range slices.Chunk(view.Record[first:end], 2) {
		var row []goTo
		for _, p := range pair {
			row = append(row, goTo{
				Text: p.String(), To: here(step{ply: p.Number, chosen: s.chosen}), Current: p.Number == s.ply,
			})
		}
		r.Rows = append(r.Rows, row)
	}
	if first > 0 {
		r.Earlier = &anchor{v.words.T("page.step.earlier"), here(step{ply: first, chosen: s.chosen})}
	}
	if end < len(view.Record) {
		r.Later = &anchor{v.words.T("page.step.later"), here(step{ply: end, chosen: s.chosen})}
	}
}

// around returns which plies of a record of n are listed on the page of ply: from
// index first, one of Red's, to before end.
func around(ply, n int) (first, end int) {
	if n <= mostListed {
		return 0, n
	}
	first = min(max(0, ply-mostListed/2), n-mostListed)
	first += first % 2
	return first, min(first+mostListed, n)
}
