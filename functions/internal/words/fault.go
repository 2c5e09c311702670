package words

import (
	"errors"
	"strconv"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/records"
)

func inputKey(p match.Problem) string              { return "input." + p.Code() }
func setupFaultKey(k engine.SetupFaultKind) string { return "setupfault." + k.String() }
func rowsFaultKey(k engine.RowsFaultKind) string   { return "rowsfault." + k.String() }
func rulesFaultKey(k engine.RulesFaultKind) string { return "rulesfault." + k.String() }
func lackKey(l records.Lack) string                { return "foreign." + l.String() }

// Problem says beside a field of a form what is wrong in it. It is empty for
// match.NoProblem.
func (w Words) Problem(p match.Problem) string {
	if p == match.NoProblem {
		return ""
	}
	least, most := p.Limits()
	return w.T(inputKey(p), Args{"Least": w.decimal(least), "Most": w.decimal(most)})
}

// Input says what is wrong with a detail, naming its member and quoting what may
// be quoted.
func (w Words) Input(e *match.InputError) string {
	args := Args{"Field": e.Field, "Quote": e.Quote(), "Problem": w.Problem(e.Problem)}
	if args["Quote"] == "" {
		return w.T("input.of", args)
	}
	return w.T("input.of_quoted", args)
}

// SetupFaults lists what is wrong with a setup, the hint on American numbers at
// the end. It is nil for an error that is neither *engine.SetupError,
// *engine.MalformedError of rows, nor match.ErrBlocked.
func (w Words) SetupFaults(err error) []string {
	if setup, ok := errors.AsType[*engine.SetupError](err); ok {
		list := w.setupFaults(setup)
		if setup.American {
			list = append(list, w.T("setupfault.american"))
		}
		return list
	}
	if rows, ok := errors.AsType[*engine.MalformedError](err); ok && rows.Rows != (engine.RowsFault{}) {
		return []string{w.Rows(rows.Rows)}
	}
	if errors.Is(err, match.ErrBlocked) {
		return []string{w.T("setupfault.blocked")}
	}
	return nil
}

// setupFaults are sentences, the last of them about all pieces that are missing and
// all that are too many.
func (w Words) setupFaults(e *engine.SetupError) []string {
	var missing, extra engine.Troops
	var list []string
	for _, f := range e.Faults {
		switch f.Kind {
		case engine.MissingPieces:
			missing[f.Rank] = uint8(f.Count)
		case engine.ExtraPieces:
			extra[f.Rank] = uint8(f.Count)
		default:
			list = append(list, w.T(setupFaultKey(f.Kind), Args{"Symbol": f.Rank.String(), "Square": f.Square.String()}))
		}
	}
	for _, some := range []struct {
		kind   engine.SetupFaultKind
		pieces engine.Troops
	}{{engine.MissingPieces, missing}, {engine.ExtraPieces, extra}} {
		if some.pieces.Total() > 0 {
			list = append(list, w.T(setupFaultKey(some.kind), Args{"Pieces": w.Troops(some.pieces)}))
		}
	}
	return list
}

// Rows says why the rows of a setup cannot be read.
func (w Words) Rows(f engine.RowsFault) string {
	return w.T(rowsFaultKey(f.Kind), Args{
		"Symbol": strconv.Quote(f.Symbol), "Row": f.Row, "Got": f.Got, "Rows": f.Rows, "Size": f.Size, "All": f.Rows * f.Size,
	})
}

// Senseless says everything that is senseless about rules.
func (w Words) Senseless(e *engine.RulesError) string {
	list := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		args := Args{"Number": f.N, "Most": f.Most}
		if f.Kind == engine.OwnPieces {
			args["Army"], args["Pieces"] = w.Army(f.Army), engine.StandardRules(f.Army).Troops.String()
		}
		list[i] = w.T(rulesFaultKey(f.Kind), args)
	}
	return strings.Join(list, " ")
}

// Lack says that a foreign format has no words for a game.
func (w Words) Lack(l records.Lack) string { return w.T(lackKey(l)) }

// decimal writes a limit without needless digits: "0.5", "14".
func (w Words) decimal(n float64) string {
	whole, part, broken := strings.Cut(strconv.FormatFloat(n, 'f', -1, 64), ".")
	if !broken {
		return whole
	}
	return w.T("number.decimal", Args{"Whole": whole, "Part": part})
}
