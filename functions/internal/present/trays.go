package present

import (
	"fieldpost/engine"
	"fieldpost/functions/internal/words"
)

// mostRescues is how many pieces a side may bring back in a game (rules.md 7).
const mostRescues = 2

// Trays tells in a line for each side what it has lost, and under the option
// reconquest how many pieces it has brought back.
func (r Reader) Trays() []string {
	w := r.Words
	var lines []string
	for _, c := range r.both() {
		troops := w.Troops(count(*r.View.Trays.Of(c)))
		switch {
		case r.own(c) && troops == "":
			lines = append(lines, w.T("tray.own_none"))
		case r.own(c):
			lines = append(lines, w.T("tray.own", words.Args{"Pieces": troops}))
		case troops == "":
			lines = append(lines, w.T("tray.other_none", words.Args{"Name": r.name(c)}))
		default:
			lines = append(lines, w.T("tray.other", words.Args{"Name": r.name(c), "Pieces": troops}))
		}
	}
	return append(lines, r.Rescues()...)
}

// Hidden tells which pieces of the opponent, or for the public of both, are
// still unknown: the army without what lies in the tray and what has been
// shown. There is nothing to tell when the game is over.
func (r Reader) Hidden() []string {
	if !r.running() {
		return nil
	}
	var lines []string
	for _, c := range r.both() {
		if r.own(c) {
			continue
		}
		if list := r.hidden(c); len(list) > 0 {
			lines = append(lines, r.Words.T("hidden.list", words.Args{"Name": r.name(c), "Pieces": join(list)}))
		} else {
			lines = append(lines, r.Words.T("hidden.none", words.Args{"Name": r.name(c)}))
		}
	}
	return lines
}

func (r Reader) hidden(c engine.Color) []string {
	var list []string
	for _, s := range r.Stock(c) {
		switch {
		case s.Hidden <= 0:
		case s.Total == 1:
			list = append(list, r.Words.Rank(s.Rank))
		default:
			list = append(list, r.Words.T("hidden.part",
				words.Args{"N": s.Hidden, "Total": s.Total, "Ranks": r.Words.Ranks(s.Rank, s.Total)}))
		}
	}
	return list
}

// Stock is what a side has of a rank.
type Stock struct {
	Rank   engine.Rank
	Total  int // in its army
	Left   int // of these, not in the tray
	Hidden int // of these, somewhere on the board where the viewer does not know
}

// Stock counts what is left of each rank of the army of c, strongest first.
func (r Reader) Stock(c engine.Color) []Stock {
	var shown engine.Troops
	lost := count(*r.View.Trays.Of(c))
	for _, p := range r.View.Pieces {
		if p.Color == c && p.Rank != engine.NoRank {
			shown[p.Rank]++
		}
	}
	var list []Stock
	for _, rank := range engine.Ranks {
		total := int(r.View.Rules.Troops[rank])
		if total == 0 {
			continue
		}
		left := total - int(lost[rank])
		list = append(list, Stock{rank, total, left, left - int(shown[rank])})
	}
	return list
}

// Rescues tells how many pieces each side has brought back; nothing without the
// option reconquest.
func (r Reader) Rescues() []string {
	if !r.View.Rules.Reconquest {
		return nil
	}
	var lines []string
	for _, c := range r.both() {
		used := *r.View.RescuesUsed.Of(c)
		if r.own(c) {
			lines = append(lines, r.Words.T("rescues.own", words.Args{"Used": used, "Most": mostRescues}))
		} else {
			lines = append(lines, r.Words.T("rescues.other", words.Args{"Name": r.name(c), "Used": used, "Most": mostRescues}))
		}
	}
	return lines
}

func count(ranks []engine.Rank) engine.Troops {
	var t engine.Troops
	for _, r := range ranks {
		t[r]++
	}
	return t
}
