package records

import (
	"fmt"
	"slices"

	"fieldpost/engine"
)

// endings says which of our reasons each of Gravon's endings is.
var endings = []ending{
	{FlagCaptured, false, engine.ByFlag},
	{CannotMove, false, engine.ByNoMove},
	{CannotMove, false, engine.ByNoMovablePiece},
	{NobodyCanMove, true, engine.ByNoMove},
	{Forfeit, false, engine.ByResignation},
	{TieAgreed, true, engine.ByAgreement},
	{ClockOut, false, engine.ByTime},
	{ClockOutMissing, false, engine.ByTime},
	{OpponentMissing, false, engine.ByTime},
}

type ending struct {
	number Ending
	draw   bool
	reason engine.Reason
}

// GravonOf returns the finished game g as Gravon would keep it. It fails with
// ErrRunning, ErrNoSetups for a game from a free position, or *UnsupportedError
// where Gravon has no word for the army, an option that changes fights or
// moves, the ending, or the path of a captain.
func GravonOf(g engine.Game, players engine.Both[string]) (Gravon, error) {
	if g.Outcome() == engine.Undecided {
		return Gravon{}, ErrRunning
	}
	setups, ok := g.Setups()
	if !ok {
		return Gravon{}, ErrNoSetups
	}
	unsupported := func(lack Lack, format string, args ...any) (Gravon, error) {
		return Gravon{}, &UnsupportedError{gravonFormat, fmt.Sprintf(format, args...), lack}
	}
	r := g.Rules()
	if _, ok := gravonArmies[r.Army]; !ok {
		return unsupported(LackArmy, "the %v army", r.Army)
	}
	if r.AttackerAdvantage || r.ExplodingBombs || r.MovingBombs || r.MovingFlag || r.Reconquest {
		return unsupported(LackOptions, "the options of %q", r)
	}
	x := Gravon{Army: r.Army, Players: players, Setups: setups, Outcome: g.Outcome()}
	known := slices.IndexFunc(endings, func(e ending) bool {
		return e.reason == g.Reason() && e.draw == (g.Outcome() == engine.Draw)
	})
	if known < 0 {
		return unsupported(LackEnding, "a game that ended by %v", g.Reason())
	}
	x.Ending = endings[known].number
	for _, p := range g.Record() {
		x.Moves = append(x.Moves, engine.Move{From: p.Move.From, To: p.Move.To})
	}
	if same, err := x.Replay(r); err != nil || !slices.Equal(same.Record(), g.Record()) {
		return unsupported(LackPath, "the path of a captain")
	}
	return x, nil
}

// Replay plays x by the rules r, whose army must be x's. Gravon has limits and
// repetition rules of its own, so a real game may need them set off. It fails
// with *ReplayError, or *UnsupportedError for an ending that is none of ours.
func (x Gravon) Replay(r engine.Rules) (engine.Game, error) {
	if r.Army != x.Army {
		return engine.Game{}, &ReplayError{Text: r.Army.String(), Want: x.Army.String()}
	}
	g, err := start(r, x.Setups)
	if err != nil {
		return engine.Game{}, err
	}
	for _, m := range x.Moves {
		if g, err = play(g, m); err != nil {
			return engine.Game{}, err
		}
	}
	for _, e := range endings {
		if e.number != x.Ending || e.draw != (x.Outcome == engine.Draw) {
			continue
		}
		if done, err := finish(g, x.Outcome, e.reason); err == nil {
			return done, nil
		}
	}
	return engine.Game{}, &ReplayError{
		Ply: len(x.Moves) + 1, Text: fmt.Sprintf("%v, result type %d", x.Outcome, x.Ending), Want: endText(g),
	}
}
