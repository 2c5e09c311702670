package words

import (
	"errors"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

func lineKey(teller string, r engine.Result) string {
	if r == engine.NoResult {
		return "line." + teller + ".quiet"
	}
	return "line." + teller + "." + r.String()
}
func lineOnKey(r engine.Result) string           { return "line.on." + r.String() }
func lineDroppedKey(why match.DropReason) string { return "line.dropped." + why.String() }
func lineFaultKey(f match.LineFault) string      { return "line.fault." + f.String() }

// Line tells in sentences what a saved line does; name is the opponent's.
func (w Words) Line(l match.Line, name string) []string {
	var list []string
	teller := "if"
	for i := 0; i+1 < len(l); i += 2 {
		if i > 0 && l[i-1].Attack {
			list = append(list, w.T(lineOnKey(l[i-1].Result), Args{"Move": l[i-1].Text()}))
		}
		list = append(list, w.T(lineKey(teller, l[i].Result), Args{"Name": name, "Reply": w.step(l[i]), "Answer": w.step(l[i+1])}))
		teller = "then"
	}
	return list
}

// step is a move in the middle of a sentence: "b5 to b4", or as it is written where
// that says more.
func (w Words) step(s match.Step) string {
	if s.Attack || s.Move.Via != 0 || s.Move.Rescue != (engine.Rescue{}) {
		return s.Text()
	}
	return w.T("line.step", Args{"From": s.Move.From.String(), "To": s.Move.To.String()})
}

// LineDropped tells c, whose lines were put aside, why; it is empty where none were.
// name is the opponent's.
func (w Words) LineDropped(m match.Match, c engine.Color, name string) string {
	switch d := m.Plans.Of(c).Dropped; {
	case d.Why == match.NotDropped:
		return ""
	case d.Why == match.OtherResult && m.Game.ToMove() != c: // it was the fight of his own answer
		return w.T("line.rest_dropped")
	case d.Why == match.AnswerIllegal:
		return w.T(lineDroppedKey(d.Why), Args{"Name": name, "Move": d.Answer.String(), "Why": w.Refusal(m.Game.Legal(engine.Play(c, d.Answer)))})
	default:
		return w.T(lineDroppedKey(d.Why), Args{"Name": name})
	}
}

// LineFault says why lines are not saved; it is empty for an error of another kind.
// name is the opponent's.
func (w Words) LineFault(err error, name string) string {
	switch e, ok := errors.AsType[*match.LineError](err); {
	case errors.Is(err, match.ErrYourTurn):
		return w.T("line.your_turn", Args{"Name": name})
	case !ok:
		return ""
	case e.Fault == match.IllMove && e.Rule == engine.AmbiguousPath:
		return w.T("line.fault.way", Args{"Move": e.Move.String()})
	case e.Fault == match.IllMove && e.Step%2 == 0:
		return w.T("line.fault.own_move", Args{"Move": e.Move.String(), "Why": w.Refusal(&engine.Refusal{Rule: e.Rule, Move: e.Move})})
	default:
		return w.T(lineFaultKey(e.Fault), Args{"Name": name, "Move": e.Move.String(), "Lines": match.MostLines, "Plies": match.MostLinePlies})
	}
}
