package site

import (
	"net/http"
	"strconv"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// rulesPage tells the rules of rules.md in our own words.
func (s *site) rulesPage(w http.ResponseWriter, r *http.Request) {
	lang := s.reading(r)
	s.write(w, answer{http.StatusOK, page{
		Lang: lang.Lang(), Title: lang.T("rules.title"), Lead: []string{lang.T("rules.lead")},
		Parts: []part{
			{ID: "aim", Title: lang.T("rules.aim.title"), Text: []string{lang.T("rules.aim.text"), lang.T("rules.aim.turns")}},
			boardRules(lang), pieceRules(lang), movingRules(lang), attackRules(lang), repetitionRules(lang), endRules(lang),
			armyRules(lang), optionRules(lang), notationRules(lang),
		},
	}})
}

func boardRules(w words.Words) part {
	return part{ID: "board", Title: w.T("rules.board.title"), Text: []string{
		w.T("rules.board.ground"), w.T("rules.board.small"), w.T("rules.board.setup"), w.T("rules.board.secret"),
	}, Drawn: drawnBoard(w)}
}

// pieceRules has the pieces of every army that has a name.
func pieceRules(w words.Words) part {
	t := &table{Title: w.T("rules.pieces.caption"), Head: []string{w.T("rules.pieces.piece"), w.T("rules.pieces.drawn"), w.T("rules.pieces.symbol")}}
	for _, r := range engine.Ranks {
		t.Rows = append(t.Rows, []string{w.Rank(r), w.Sign(r), r.String()})
	}
	total := []string{w.T("rules.pieces.total"), "", ""}
	for _, a := range engine.Armies {
		if a == engine.CustomArmy {
			continue
		}
		troops := engine.StandardRules(a).Troops
		t.Head, total = append(t.Head, w.Army(a)), append(total, strconv.Itoa(troops.Total()))
		for i, r := range engine.Ranks {
			count := ""
			if troops[r] > 0 {
				count = strconv.Itoa(int(troops[r]))
			}
			t.Rows[i] = append(t.Rows[i], count)
		}
	}
	t.Rows = append(t.Rows, total)
	return part{ID: "pieces", Title: w.T("rules.pieces.title"), Text: []string{w.T("rules.pieces.text")}, Table: t}
}

func movingRules(w words.Words) part {
	return part{ID: "moving", Title: w.T("rules.moving.title"), Text: []string{
		w.T("rules.moving.turn"), w.T("rules.moving.step"), w.T("rules.moving.scout"), w.T("rules.moving.shown"),
	}, Drawn: drawnMoves(w)}
}

func attackRules(w words.Words) part {
	return part{
		ID: "attacking", Title: w.T("rules.attacking.title"),
		Text:  []string{w.T("rules.attacking.how"), w.T("rules.attacking.ranks")},
		Drawn: drawnFights(w),
		List: []string{
			w.T("rules.attacking.bomb"), w.T("rules.attacking.spy"), w.T("rules.attacking.flag"), w.T("rules.attacking.trays"),
		},
	}
}

func repetitionRules(w words.Words) part {
	usual := engine.StandardRules(engine.Original)
	return part{ID: "repetition", Title: w.T("rules.repetition.title"), Text: []string{
		w.N("rules.repetition.two_squares", usual.TwoSquares), w.T("rules.repetition.two_squares_more"),
		w.T("rules.repetition.chase"), w.T("rules.repetition.chase_more"), w.T("rules.repetition.list"),
	}, Drawn: drawnRepetition(w)}
}

func endRules(w words.Words) part {
	return part{ID: "end", Title: w.T("rules.end.title"), List: []string{
		w.T("rules.end.flag"), w.T("rules.end.both_stuck"), w.T("rules.end.stuck"), w.T("rules.end.no_piece"),
		w.T("rules.end.quiet", words.Args{"Claim": engine.StandardQuietClaim, "Draw": engine.StandardQuietDraw}),
		w.T("rules.end.length", words.Args{"Most": engine.StandardMaxPlies}),
		w.T("rules.end.players"), w.T("rules.end.time"),
		w.T("rules.end.shown"),
	}}
}

func armyRules(w words.Words) part {
	p := part{ID: "armies", Title: w.T("rules.armies.title"), Text: []string{w.T("rules.armies.text")}, Drawn: drawnCaptain(w)}
	for _, a := range engine.Armies {
		if a == engine.CustomArmy {
			continue
		}
		troops := engine.StandardRules(a).Troops
		p.List = append(p.List, w.T("rules.armies.army", words.Args{
			"Army": w.Army(a), "Count": troops.Total(), "Size": a.Board().Size, "Pieces": w.Troops(troops),
			"Likely": w.Likely(a, match.StandardPace.Move),
		}))
	}
	p.List = append(p.List, w.T("rules.armies.custom"), w.T("rules.armies.captain"))
	return p
}

// optionRules has every option of engine.Rules.
func optionRules(w words.Words) part {
	return part{ID: "options", Title: w.T("rules.options.title"), Text: []string{w.T("rules.options.text")}, List: []string{
		w.T("rules.options.attacker_advantage"), w.T("rules.options.exploding_bombs"), w.T("rules.options.moving_bombs"),
		w.T("rules.options.moving_flag"), w.T("rules.options.reconquest"), w.T("rules.options.silent_defence"),
		w.T("rules.options.memory"), w.T("rules.options.scout_reveal"), w.T("rules.options.two_squares"),
		w.T("rules.options.chase"), w.T("rules.options.limits"),
	}}
}

func notationRules(w words.Words) part {
	return part{
		ID: "notation", Title: w.T("rules.notation.title"),
		Text: []string{w.T("rules.notation.squares"), w.T("rules.notation.moves"), w.T("rules.notation.setups"), w.T("rules.notation.record")},
		Table: &table{
			Title: w.T("rules.notation.caption"),
			Head:  []string{w.T("rules.notation.written"), w.T("rules.notation.meaning")},
			Rows: [][]string{
				{"e4-e5", w.T("rules.notation.plain")},
				{"e4xe5 5>3", w.T("rules.notation.wins")},
				{"e4xe5 5<B", w.T("rules.notation.loses")},
				{"e4xe5 5=5", w.T("rules.notation.both")},
				{"e4xe5 5<?", w.T("rules.notation.silent")},
				{"a4-a8 (2)", w.T("rules.notation.long")},
				{"e4-e5-f5 (6)", w.T("rules.notation.captain")},
				{"g9-g10 +5@c2", w.T("rules.notation.rescue")},
			},
		},
	}
}
