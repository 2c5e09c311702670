package match

import "fieldpost/engine"

// The part of lines holds both players' plans, red's and then blue's:
//
//	lines    number of lines, and each: number of steps, and each step
//	dropped  byte, why; then, of AnswerIllegal, the answer as a step
//	step     byte: 1 attack, 2 a square between, 4 a rescue, 16 times the result;
//	         from, to, and where there are such, the square between, the rank and the
//	         square of the rescue, a byte each
const (
	stepAttacks = 1 << iota
	stepVia
	stepRescues

	stepResult = 16
)

func putPlans(w *writer, m Match) {
	if m.Plans.Red.empty() && m.Plans.Blue.empty() {
		return
	}
	for _, p := range []Plan{m.Plans.Red, m.Plans.Blue} {
		w.number(uint64(len(p.Lines)))
		for _, l := range p.Lines {
			w.number(uint64(len(l)))
			for _, s := range l {
				w.step(s)
			}
		}
		w.byte(byte(p.Dropped.Why))
		if p.Dropped.Why == AnswerIllegal {
			w.step(Step{Move: p.Dropped.Answer})
		}
	}
}

func (p Plan) empty() bool { return len(p.Lines) == 0 && p.Dropped == Dropped{} }

func (w *writer) step(s Step) {
	kind := byte(s.Result) * stepResult
	var more []byte
	if s.Attack {
		kind |= stepAttacks
	}
	if m := s.Move; m.Via != 0 {
		kind |= stepVia
		more = append(more, byte(m.Via))
	}
	if wish := s.Move.Rescue; wish != (engine.Rescue{}) {
		kind |= stepRescues
		more = append(more, byte(wish.Rank), byte(wish.Square))
	}
	w.raw(append([]byte{kind, byte(s.Move.From), byte(s.Move.To)}, more...))
}

func takePlans(r *reader, m *Match) {
	for _, p := range []*Plan{&m.Plans.Red, &m.Plans.Blue} {
		for range r.below(MostLines + 1) {
			var l Line
			for range r.below(MostLinePlies + 1) {
				l = append(l, r.step())
			}
			if len(l) == 0 || len(l)%2 == 1 {
				r.fail("half a line")
			}
			p.Lines = append(p.Lines, l)
		}
		if p.Dropped.Why = DropReason(r.byte()); p.Dropped.Why >= dropEnd {
			r.fail("no such reason")
		}
		if p.Dropped.Why == AnswerIllegal {
			p.Dropped.Answer = r.step().Move
		}
	}
}

func (r *reader) step() Step {
	kind := r.byte()
	s := Step{Attack: kind&stepAttacks != 0, Result: engine.Result(kind / stepResult)}
	s.Move.From, s.Move.To = r.square(), r.square()
	if kind&stepVia != 0 {
		s.Move.Via = r.square()
	}
	if kind&stepRescues != 0 {
		s.Move.Rescue = engine.Rescue{Rank: engine.Rank(r.byte()), Square: r.square()}
	}
	if s.Result > engine.BothLose || s.Move.Rescue.Rank > engine.Flag {
		r.fail("no such step")
	}
	return s
}

func (r *reader) square() engine.Square {
	s := engine.Square(r.byte())
	if !engine.Original.Board().Holds(s) {
		r.fail("no such square")
	}
	return s
}
