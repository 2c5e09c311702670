package engine

// run is what the two-squares rule remembers of one side: how many moves its
// last moved piece has made in a row, where that piece stands, and the latest of
// those moves. The zero value is no run.
type run struct {
	at   Square
	n    int
	last [8]hop // last[(n-1)&7] is the latest
}

// add notes a move; a piece that did not survive ends the run.
func (r *run) add(h hop, alive bool) {
	if !alive {
		*r = run{}
		return
	}
	if r.at != h.from() || r.n == 0 {
		r.n = 0
	}
	r.last[r.n&7] = h
	r.n++
	r.at = h.to()
}

// previous returns the latest move of the run.
func (r *run) previous() hop { return r.last[(r.n-1)&7] }

// span is a row of boundaries between the squares of one line: on line, from lo
// up to but not including hi. It is empty when lo ≥ hi.
type span struct{ line, lo, hi int8 }

func (a span) meet(b span) span {
	if a.line != b.line {
		return span{}
	}
	return span{a.line, max(a.lo, b.lo), min(a.hi, b.hi)}
}

func (a span) empty() bool { return a.lo >= a.hi }

// crossing is the set of boundaries that a move crosses: along a row and along
// a file. A captain that turns crosses one of each.
type crossing struct{ row, file span }

func (a crossing) meet(b crossing) crossing { return crossing{a.row.meet(b.row), a.file.meet(b.file)} }
func (a crossing) empty() bool              { return a.row.empty() && a.file.empty() }

func (h hop) crossing() crossing {
	ff, fr := int8(h.from().File()), int8(h.from().Row())
	tf, tr := int8(h.to().File()), int8(h.to().Row())
	alongRow := func(row int8) span { return span{row, min(ff, tf), max(ff, tf)} }
	alongFile := func(file int8) span { return span{file, min(fr, tr), max(fr, tr)} }
	switch {
	case fr == tr:
		return crossing{row: alongRow(fr)}
	case ff == tf:
		return crossing{file: alongFile(ff)}
	case int8(h.via().Row()) == fr:
		return crossing{alongRow(fr), alongFile(tf)}
	}
	return crossing{alongRow(tr), alongFile(ff)}
}

// worn returns the boundaries that each of the last limit moves crossed; a move
// of the same piece across one of them is refused (rules.md 5).
func (r *run) worn(limit int) crossing {
	if limit == 0 || r.n < limit {
		return crossing{}
	}
	c := r.previous().crossing()
	for i := 2; i <= limit && !c.empty(); i++ {
		c = c.meet(r.last[(r.n-i)&7].crossing())
	}
	return c
}

// shuffles reports whether h is refused by the two-squares rule.
func (s *state) shuffles(h hop) bool {
	r := &s.sides[s.turn].run
	return r.at == h.from() && !r.worn(s.TwoSquares).meet(h.crossing()).empty()
}
