package engine

// hop is a Move without its rescue in one word: from, via, to, a byte each.
type hop uint32

func newHop(from, via, to Square) hop { return hop(from) | hop(via)<<8 | hop(to)<<16 }

func (h hop) from() Square { return Square(h) }
func (h hop) via() Square  { return Square(h >> 8) }
func (h hop) to() Square   { return Square(h >> 16) }
func (h hop) move() Move   { return Move{From: h.from(), Via: h.via(), To: h.to()} }

// long reports whether h is more than one step.
func (h hop) long() bool {
	switch int(h.to()) - int(h.from()) {
	case files, -files, 1, -1:
		return false
	}
	return true
}

// reverses reports whether h goes back exactly where g came from (end squares).
func (h hop) reverses(g hop) bool { return h.from() == g.to() && h.to() == g.from() }
