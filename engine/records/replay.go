package records

import (
	"strings"

	"fieldpost/engine"
)

// start begins a game, or says which setup is wrong.
func start(r engine.Rules, setups engine.Both[engine.Setup]) (engine.Game, error) {
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		if err := r.CheckSetup(*setups.Of(c)); err != nil {
			return engine.Game{}, &ReplayError{Text: c.String(), Err: err}
		}
	}
	g, err := engine.Start(r, setups)
	if err != nil {
		return engine.Game{}, &ReplayError{Text: r.String(), Err: err}
	}
	return g, nil
}

// play makes the next move, whoever's it is.
func play(g engine.Game, m engine.Move) (engine.Game, error) {
	next, _, err := engine.Apply(g, engine.Play(g.ToMove(), m))
	if g.Outcome() != engine.Undecided {
		err = engine.ErrOver
	}
	if err != nil {
		return engine.Game{}, &ReplayError{Ply: g.Ply() + 1, Text: m.String(), Err: err}
	}
	return next, nil
}

// finish brings g to its end: by the last ply, or by the action that the reason
// names. Who claimed a draw is not kept, so it is Red.
func finish(g engine.Game, outcome engine.Outcome, reason engine.Reason) (engine.Game, error) {
	if g.Outcome() == engine.Undecided {
		loser := outcome.Winner().Other()
		actions := map[engine.Reason]engine.Action{
			engine.ByResignation: engine.Resign(loser),
			engine.ByTime:        engine.TimeOut(loser),
			engine.ByAgreement:   engine.AgreeDraw(),
			engine.ByClaim:       engine.ClaimDraw(engine.Red),
		}
		if a, ok := actions[reason]; ok {
			next, _, err := engine.Apply(g, a)
			if err != nil {
				return engine.Game{}, &ReplayError{Ply: g.Ply() + 1, Text: outcome.String() + " " + reason.String(), Err: err}
			}
			g = next
		}
	}
	if g.Outcome() != outcome || g.Reason() != reason {
		return engine.Game{}, &ReplayError{Ply: g.Ply() + 1, Text: outcome.String() + " " + reason.String(), Want: endText(g)}
	}
	return g, nil
}

// endText writes how g stands: `red flag`, or `none` while it runs.
func endText(g engine.Game) string {
	if g.Outcome() == engine.Undecided {
		return g.Outcome().String()
	}
	return g.Outcome().String() + " " + g.Reason().String()
}

// setupText writes rows on one line.
func setupText(b *engine.Board, s engine.Setup) string {
	return strings.ReplaceAll(s.Text(b), "\n", "/")
}
