package match

import (
	"fmt"
	"slices"

	"fieldpost/engine"
)

// LineFault is what is wrong with lines. The zero value is nothing.
type LineFault uint8

// The faults.
const (
	NoLineFault   LineFault = iota
	TooManyLines            // more than MostLines
	LineTooLong             // more than MostLinePlies
	NoAnswer                // it does not end with an answer
	TwoAnswers              // another line answers the same in another way
	IllMove                 // the move cannot be made there, as far as the player can tell: Rule says why
	NoFightResult           // the move attacks, and the result is not named
	NoFight                 // a result is named, and the move attacks nobody
	lineFaultEnd
)

var lineFaultNames = [lineFaultEnd]string{
	"none", "too-many-lines", "line-too-long", "no-answer", "two-answers", "move", "no-result", "no-fight",
}

// LineFaults lists every fault.
func LineFaults() []LineFault {
	var list []LineFault
	for f := NoLineFault + 1; f < lineFaultEnd; f++ {
		list = append(list, f)
	}
	return list
}

// String returns "too-many-lines", "line-too-long", "no-answer", "two-answers",
// "move", "no-result", "no-fight" or "none".
func (f LineFault) String() string {
	if f >= lineFaultEnd {
		f = NoLineFault
	}
	return lineFaultNames[f]
}

// LineError says what is wrong with lines that a player wants to save.
type LineError struct {
	Fault LineFault
	Line  int         // from 1; 0 of TooManyLines
	Step  int         // from 1; odd ones are the opponent's; 0 where it is not about one
	Move  engine.Move // of that step
	Rule  engine.Rule // of IllMove
}

func (e *LineError) Error() string {
	if e.Fault == IllMove {
		return fmt.Sprintf("line %d, step %d, %q: %v", e.Line, e.Step, e.Move, e.Rule)
	}
	return fmt.Sprintf("line %d, step %d: %v", e.Line, e.Step, e.Fault)
}

// CheckLines returns lines as they are saved for the viewer of v, whose opponent is to
// move: their moves are possible for all that he can tell, each fight in them names
// its result, none is part of another, and no two answer the same differently. The
// repetition rules are not asked: they are when the time has come. It fails with
// *LineError.
func CheckLines(v *engine.View, lines []Line) ([]Line, error) {
	if len(lines) > MostLines {
		return nil, &LineError{Fault: TooManyLines}
	}
	var checked []Line
	for i, l := range lines {
		l, err := checkLine(v, l)
		if err != nil {
			err.Line = i + 1
			return nil, err
		}
		for _, k := range checked {
			if step := contradict(k, l); step > 0 {
				return nil, &LineError{Fault: TwoAnswers, Line: i + 1, Step: step, Move: l[step-1].Move}
			}
		}
		checked = append(checked, l)
	}
	return shortest(checked), nil
}

func checkLine(v *engine.View, l Line) (Line, *LineError) {
	switch {
	case len(l) > MostLinePlies:
		return nil, &LineError{Fault: LineTooLong}
	case len(l)%2 == 1 || len(l) == 0:
		return nil, &LineError{Fault: NoAnswer}
	}
	s, checked := newSketch(v), slices.Clone(l)
	for i := range checked {
		by, step := v.Viewer, &checked[i]
		if i%2 == 0 {
			by = by.Other()
		}
		fail := func(f LineFault, r engine.Rule) (Line, *LineError) {
			return nil, &LineError{Fault: f, Step: i + 1, Move: l[i].Move, Rule: r}
		}
		if rule := s.judge(by, &step.Move); rule != engine.NoRule {
			return fail(IllMove, rule)
		}
		step.Attack = s.pieces[step.Move.To] != standing{}
		switch last := i+1 == len(l); {
		case !step.Attack && step.Result != engine.NoResult:
			return fail(NoFight, engine.NoRule)
		case last:
			step.Result = engine.NoResult
		case step.Attack && step.Result == engine.NoResult:
			return fail(NoFightResult, engine.NoRule)
		}
		s.play(*step)
	}
	return checked, nil
}
