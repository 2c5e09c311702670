package words

import (
	"errors"
	"strings"

	"fieldpost/engine"
)

func refusalKey(r engine.Rule) string { return "refusal." + r.String() }

// Refusal tells a player why his move or setup is not legal, and what he can do
// instead. It is empty for an error that is neither *engine.Refusal nor
// *engine.SetupError: such errors are no judgement of the rules.
func (w Words) Refusal(err error) string {
	if setup, ok := errors.AsType[*engine.SetupError](err); ok {
		return w.T(refusalKey(engine.BadSetup), Args{"Faults": strings.Join(w.setupFaults(setup), " ")})
	}
	r, ok := errors.AsType[*engine.Refusal](err)
	if !ok {
		return ""
	}
	paths := make([]string, len(r.Paths))
	for i, m := range r.Paths {
		paths[i] = m.String()
	}
	because := make([]string, len(r.Because))
	for i, p := range r.Because {
		because[i] = p.String()
	}
	return w.T(refusalKey(r.Rule), Args{
		"Move": r.Move.String(), "From": r.Move.From.String(), "To": r.Move.To.String(),
		"Paths": strings.Join(paths, ", "), "Because": strings.Join(because, ", "),
	})
}
