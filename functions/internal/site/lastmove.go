package site

import (
	"fieldpost/engine"
	"fieldpost/functions/internal/words"
)

// lastMove tells what the last ply was, and shows its fight.
type lastMove struct {
	Text  string
	Fight *fight // nil for a move to an empty square
}

// fight is the two pieces that met. One that fell is drawn as beaten.
type fight struct{ Attacker, Defender piece }

// last returns the last move of view, nil before the first.
func (v *visit) last(view *engine.View) *lastMove {
	text := v.words.LastMove(view, v.names)
	if text == "" {
		return nil
	}
	return &lastMove{text, fightOf(view, v.words)}
}

// fightOf returns the fight of the last ply, with the ranks that were named.
func fightOf(view *engine.View, w words.Words) *fight {
	p := view.Record[len(view.Record)-1]
	a := p.Attack
	if a.Result == engine.NoResult {
		return nil
	}
	if a.Defender == engine.NoRank && a.Result == engine.Loses {
		// Silent defence names no defender, but his owner sees him standing.
		a.Defender = view.At(p.Move.To).Rank
	}
	show := func(c engine.Color, rank engine.Rank, falls bool) piece {
		shown := pieceOf(c, rank, c == view.Viewer).named(w, rank)
		if falls {
			shown.Art = append(shown.Art, "beaten")
		}
		return shown
	}
	return &fight{
		Attacker: show(p.Color, a.Attacker, a.Result != engine.Wins),
		Defender: show(p.Color.Other(), a.Defender, a.Result != engine.Loses),
	}
}
