package site

import (
	"fieldpost/engine"
	"fieldpost/functions/internal/words"
)

// The drawings of the rules, by the part of the page in which they stand. What a
// fight does in them is what engine does: a test plays them.

func drawnBoard(w words.Words) []diagram {
	return []diagram{{w.T("rules.draw.board"), []frame{*wholeBoard(engine.Original.Board())}}}
}

func drawnMoves(w words.Words) []diagram {
	step := newFrame(3, 3).red(engine.Captain, 1, 1).red(engine.Bomb, 1, 2).
		arrow(1, 1, 1, 0).arrow(1, 1, 0, 1).arrow(1, 1, 2, 1)
	scout := newFrame(6, 1).red(engine.Scout, 0, 0).blue(engine.NoRank, 5, 0).arrow(0, 0, 5, 0)
	return []diagram{
		{w.T("rules.draw.step"), []frame{*step}},
		{w.T("rules.draw.scout"), []frame{*scout}},
	}
}

// drawnFight is an attack before and after it.
type drawnFight struct{ attacker, defender, left engine.Rank }

// fights are those that are drawn; left is who stands on the attacked square.
var fights = []drawnFight{
	{engine.Captain, engine.Sergeant, engine.Captain},
	{engine.Lieutenant, engine.Lieutenant, engine.NoRank},
	{engine.General, engine.Bomb, engine.Bomb},
	{engine.Miner, engine.Bomb, engine.Miner},
	{engine.Spy, engine.Marshal, engine.Spy},
}

func drawnFights(w words.Words) []diagram {
	captions := []string{
		w.T("rules.draw.wins"), w.T("rules.draw.equal"), w.T("rules.draw.bomb"), w.T("rules.draw.miner"), w.T("rules.draw.spy"),
	}
	var list []diagram
	for i, f := range fights {
		before := newFrame(2, 1).red(f.attacker, 0, 0).blue(f.defender, 1, 0).arrow(0, 0, 1, 0)
		after := newFrame(2, 1)
		switch f.left {
		case f.attacker:
			after.red(f.left, 1, 0)
		case f.defender:
			after.blue(f.left, 1, 0)
		}
		list = append(list, diagram{captions[i], []frame{*before, *after}})
	}
	return list
}

func drawnRepetition(w words.Words) []diagram {
	limit := engine.StandardRules(engine.Original).TwoSquares
	to := newFrame(2, 1).red(engine.Major, 0, 0).arrow(0, 0, 1, 0)
	fro := newFrame(2, 1).red(engine.Major, 1, 0).arrow(1, 0, 0, 0)
	return []diagram{{w.N("rules.draw.two_squares", limit), []frame{*to, *fro, *to}}}
}

func drawnCaptain(w words.Words) []diagram {
	turn := newFrame(3, 3).red(engine.Captain, 0, 2).blue(engine.NoRank, 1, 1).arrow(0, 2, 0, 1, 1, 1)
	line := newFrame(1, 3).red(engine.Captain, 0, 2).arrow(0, 2, 0, 0)
	return []diagram{
		{w.T("rules.draw.captain"), []frame{*line}},
		{w.T("rules.draw.captain_turns"), []frame{*turn}},
	}
}
