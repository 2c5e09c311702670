package words

import (
	"strings"

	"fieldpost/engine"
)

// shapes are what a ply can be for a reader; each is a message of its own for
// each way of telling it. The last one only happens to who does not own the
// defender.
var shapes = []string{
	"quiet",        // to an empty square
	"shown",        // the same, and the rank was shown
	"quiet_rescue", // to an empty square, bringing a piece back
	"shown_rescue", // both
	"wins",         // an attack that won
	"wins_rescue",  // the same, bringing a piece back
	"loses",        // an attack that lost
	"both",         // both pieces are gone
	"loses_silent", // an attack that lost against a piece that the reader does not know
}

func turnKey(shape string) string { return "turn.first." + shape }
func lastKey(teller, shape string) string {
	return "last." + teller + "." + shape
}

// TurnLine is the first line of a turn mail: which turn it is, and what the
// opponent has just done. It differs from turn to turn. It must be the viewer's
// move.
func (w Words) TurnLine(v *engine.View, names engine.Both[string]) string {
	if len(v.Record) == 0 {
		return w.T("turn.first.opening", Args{"Turn": v.Ply + 1})
	}
	shape, args := told(w, v, names)
	args["Turn"] = v.Ply + 1
	return w.T(turnKey(shape), args)
}

// LastMove tells the last ply: "You moved …" to who made it, "Bob moved …" to
// his opponent, and both names to the public. It is empty before the first.
func (w Words) LastMove(v *engine.View, names engine.Both[string]) string {
	if len(v.Record) == 0 {
		return ""
	}
	teller := "they"
	switch v.Viewer {
	case engine.NoColor:
		teller = "seen"
	case v.Record[len(v.Record)-1].Color:
		teller = "you"
	}
	shape, args := told(w, v, names)
	return w.T(lastKey(teller, shape), args)
}

// told returns the shape of the last ply and what its messages may name.
func told(w Words, v *engine.View, names engine.Both[string]) (shape string, args Args) {
	p := v.Record[len(v.Record)-1]
	defender := p.Attack.Defender
	if defender == engine.NoRank && p.Attack.Result == engine.Loses {
		// Silent defence names no defender, but his owner sees him standing.
		defender = v.At(p.Move.To).Rank
	}
	rescue := p.Move.Rescue
	move, _, _ := strings.Cut(p.Text(), " ") // the ranks and the rescue follow a space
	args = Args{
		"Name": *names.Of(p.Color), "Other": *names.Of(p.Color.Other()),
		"Move": move,

		"Attacker": w.Strength(p.Attack.Attacker), "Defender": w.Strength(defender),
		"Square": rescue.Square.String(),
	}
	if p.Shown != engine.NoRank {
		args["Rank"] = w.Rank(p.Shown)
	}
	if rescue.Rank != engine.NoRank {
		args["Rescued"] = w.Rank(rescue.Rank)
	}
	switch p.Attack.Result {
	case engine.Wins:
		shape = "wins"
	case engine.Loses:
		if defender == engine.NoRank {
			return "loses_silent", args
		}
		return "loses", args
	case engine.BothLose:
		return "both", args
	default:
		shape = "quiet"
		if p.Shown != engine.NoRank {
			shape = "shown"
		}
	}
	if rescue != (engine.Rescue{}) {
		shape += "_rescue"
	}
	return shape, args
}
