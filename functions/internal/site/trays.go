package site

import (
	"strconv"

	"fieldpost/engine"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
)

// trays counts, rank by rank, what is left of both armies, and what of it is
// hidden.
type trays struct {
	Title string
	Head  []string
	Rows  []trayRow
	Notes []string
}

type trayRow struct {
	Piece piece // of nobody's color
	Rank  string
	Cells []trayCell
}

type trayCell struct {
	Text string // "2 of 5"
	None bool
}

// trays returns the count of view. Its columns are the reader's own side first,
// then the other; for the public, who has none, Red first.
func (v *visit) trays(view *engine.View) *trays {
	r := present.Reader{View: view, Words: v.words, Names: v.names}
	w, running := v.words, view.Outcome == engine.Undecided
	t := &trays{Title: w.T("page.play.trays"), Head: []string{w.T("page.play.rank")}, Notes: r.Rescues()}
	sides := []engine.Color{engine.Red, engine.Blue}
	if view.Viewer == engine.Blue {
		sides = []engine.Color{engine.Blue, engine.Red}
	}
	for _, s := range r.Stock(engine.Red) {
		t.Rows = append(t.Rows, trayRow{
			Piece: piece{Class: "piece", Art: []string{s.Rank.String()}}, Rank: w.Ranks(s.Rank, s.Total),
		})
	}
	for _, c := range sides {
		hides := running && c != view.Viewer
		name := *v.names.Of(c)
		switch {
		case c == view.Viewer:
			t.Head = append(t.Head, w.T("page.play.yours"))
		case hides:
			t.Head = append(t.Head, name, w.T("page.play.hides", words.Args{"Name": name}))
		default:
			t.Head = append(t.Head, name)
		}
		for i, s := range r.Stock(c) {
			row := &t.Rows[i]
			row.Cells = append(row.Cells, trayCell{w.T("page.play.left", words.Args{"N": s.Left, "Total": s.Total}), s.Left == 0})
			if hides {
				row.Cells = append(row.Cells, trayCell{strconv.Itoa(s.Hidden), s.Hidden == 0})
			}
		}
	}
	return t
}
