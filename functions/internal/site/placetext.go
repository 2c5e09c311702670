package site

import (
	"fieldpost/engine"
	"fieldpost/functions/internal/setups"
	"fieldpost/functions/internal/words"
)

// said says what a press has done.
func (v *visit) said(s setups.Step) string {
	piece, other, square, from := "", "", "", ""
	if s.Piece != engine.NoRank {
		piece = v.words.Rank(s.Piece)
	}
	if s.Other != engine.NoRank {
		other = v.words.Rank(s.Other)
	}
	if s.Cell > 0 {
		square = v.homeSquare(s.Cell)
	}
	if s.From > 0 {
		from = v.homeSquare(s.From)
	}
	return stepText(v.words, s.Kind, piece, other, square, from)
}

// stepText says what a press has done to a piece and another, which are words for
// one of each.
func stepText(w words.Words, kind setups.StepKind, piece, other, square, from string) string {
	switch kind {
	case setups.ChoseSquare:
		return w.T("page.ground.chose_square", words.Args{"Square": square})
	case setups.ChosePlaced:
		return w.T("page.ground.chose_placed", words.Args{"Piece": piece, "Square": square})
	case setups.ChoseStock:
		return w.T("page.ground.chose_stock", words.Args{"Piece": piece})
	case setups.Placed:
		return w.T("page.ground.placed", words.Args{"Piece": piece, "Square": square})
	case setups.Replaced:
		return w.T("page.ground.replaced", words.Args{"Piece": piece, "Square": square, "Other": other})
	case setups.Moved:
		return w.T("page.ground.moved", words.Args{"Piece": piece, "Square": square, "From": from})
	case setups.Swapped:
		return w.T("page.ground.swapped", words.Args{"Piece": piece, "Square": square, "Other": other, "From": from})
	case setups.TakenOff:
		return w.T("page.ground.taken_off", words.Args{"Piece": piece, "From": from})
	case setups.NoneLeft:
		return w.T("page.ground.none_left", words.Args{"Piece": piece})
	}
	return w.T("page.ground.let_go")
}

// groundTexts are what the script must know of a setup and of the language, as
// JSON in the page. In the messages {Piece} and the like stand for what only the
// script knows.
type groundTexts struct {
	Size    int                 `json:"size"`
	Squares []string            `json:"squares"` // of the setup, in its order
	Troops  map[string]int      `json:"troops"`  // the army by symbol
	Order   []string            `json:"order"`   // the symbols, strongest first
	Typed   map[string]string   `json:"typed"`   // the symbol by what stands on the pieces, where that is another letter
	Names   map[string]string   `json:"names"`
	Counts  map[string][]string `json:"counts"` // "Miner", "2 Miners", … as many as the army has
	Saved   string              `json:"saved"`  // the rows that are stored; "" for none
	Say     map[string]string   `json:"say"`
}

func (v *visit) groundTexts() groundTexts {
	w, board, rules := v.words, v.ground(), v.match.Rules
	t := groundTexts{
		Size: board.Size, Troops: map[string]int{}, Typed: map[string]string{}, Names: map[string]string{}, Counts: map[string][]string{},
		Saved: v.storedRows(), Say: v.placeTexts(),
	}
	for i := range board.SetupRows * board.Size {
		t.Squares = append(t.Squares, v.homeSquare(i+1))
	}
	for _, rank := range engine.Ranks {
		symbol := rank.String()
		t.Order, t.Names[symbol] = append(t.Order, symbol), w.Rank(rank)
		if sign := w.Sign(rank); len(sign) == 1 && sign != symbol {
			t.Typed[sign] = symbol
		}
		for n := 1; n <= int(rules.Troops[rank]); n++ {
			var some engine.Troops
			some[rank] = uint8(n)
			t.Troops[symbol], t.Counts[symbol] = n, append(t.Counts[symbol], w.Troops(some))
		}
	}
	return t
}

// stepKeys are the names by which the script knows what a press has done.
var stepKeys = map[setups.StepKind]string{
	setups.LetGo: "letGo", setups.ChoseSquare: "choseSquare", setups.ChosePlaced: "chosePlaced", setups.ChoseStock: "choseStock",
	setups.Placed: "placed", setups.Replaced: "replaced", setups.Moved: "moved", setups.Swapped: "swapped",
	setups.TakenOff: "takenOff", setups.NoneLeft: "noneLeft",
}

// placeTexts are the messages of the script.
func (v *visit) placeTexts() map[string]string {
	w, all := v.words, v.match.Rules.Troops.Total()
	say := map[string]string{}
	for kind, key := range stepKeys {
		say[key] = stepText(w, kind, "{Piece}", "{Other}", "{Square}", "{From}")
	}
	say["count"] = w.N("page.ground.count", all, words.Args{"Placed": "{Placed}"})
	say["missing"] = w.T("page.ground.missing", words.Args{"Pieces": "{Pieces}"})
	say["extra"] = w.T("page.ground.extra", words.Args{"Pieces": "{Pieces}"})
	say["whole"] = w.T("page.ground.whole")
	say["empty"] = w.T("cell.empty", words.Args{"Square": "{Square}"})
	say["own"] = w.T("cell.own", words.Args{"Square": "{Square}", "Rank": "{Piece}"})
	say["stock"] = w.T("page.ground.stock", words.Args{"Piece": "{Piece}", "Left": "{Left}"})
	say["undone"] = w.T("page.ground.undone")
	say["mirrored"] = w.T("page.ground.mirrored")
	say["cleared"] = w.T("page.ground.cleared")
	say["read"] = w.T("page.ground.read")
	say["noPiece"] = w.T("page.ground.no_piece", words.Args{"Symbol": "{Symbol}"})
	say["rowWidth"] = w.T("page.ground.row_width", words.Args{"Row": "{Row}", "Got": "{Got}", "Size": "{Size}"})
	say["short"] = w.T("page.ground.short", words.Args{"Got": "{Got}", "All": "{All}"})
	say["long"] = w.T("page.ground.long", words.Args{"All": "{All}"})
	say["copied"] = w.T("page.ground.copied")
	say["copyByHand"] = w.T("page.ground.copy_by_hand")
	say["pasteByHand"] = w.T("page.ground.paste_by_hand")
	return say
}

// storedRows are the rows that the player has sent, or else saved; "" for none.
func (v *visit) storedRows() string {
	switch seat := v.seat(); {
	case seat.Submitted:
		return seat.Setup.Text(v.ground())
	case seat.Drafted:
		return seat.Draft.Text(v.ground())
	}
	return ""
}
