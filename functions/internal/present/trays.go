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
	if !r.View.Rules.Reconquest {
		return lines
	}
	for _, c := range r.both() {
		used := *r.View.RescuesUsed.Of(c)
		if r.own(c) {
			lines = append(lines, w.T("rescues.own", words.Args{"Used": used, "Most": mostRescues}))
		} else {
			lines = append(lines, w.T("rescues.other", words.Args{"Name": r.name(c), "Used": used, "Most": mostRescues}))
		}
	}
	return lines
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
	known := count(*r.View.Trays.Of(c))
	for _, p := range r.View.Pieces {
		if p.Color == c && p.Rank != engine.NoRank {
			known[p.Rank]++
		}
	}
	var list []string
	for _, rank := range engine.Ranks {
		total := int(r.View.Rules.Troops[rank])
		switch n := total - int(known[rank]); {
		case n <= 0:
		case total == 1:
			list = append(list, r.Words.Rank(rank))
		default:
			list = append(list, r.Words.T("hidden.part",
				words.Args{"N": n, "Total": total, "Ranks": r.Words.Ranks(rank, total)}))
		}
	}
	return list
}

func count(ranks []engine.Rank) engine.Troops {
	var t engine.Troops
	for _, r := range ranks {
		t[r]++
	}
	return t
}
