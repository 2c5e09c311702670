package present

import (
	"strings"

	"fieldpost/engine"
	"fieldpost/functions/internal/words"
)

// Say tells a cell in words, for whoever hears the board: "e5, your Captain",
// "e6, Bob: hidden, has moved".
func (r Reader) Say(c Cell) string {
	text := r.say(c)
	if c.Last {
		return r.Words.T("cell.last", words.Args{"Cell": text})
	}
	return text
}

func (r Reader) say(c Cell) string {
	w, at := r.Words, c.Square.String()
	switch {
	case c.Lake:
		return w.T("cell.lake", words.Args{"Square": at})
	case c.Color == engine.NoColor:
		return w.T("cell.empty", words.Args{"Square": at})
	case c.Own && c.Known:
		return w.T("cell.own_shown", words.Args{"Square": at, "Rank": w.Rank(c.Rank), "Name": r.name(c.Color.Other())})
	case c.Own:
		return w.T("cell.own", words.Args{"Square": at, "Rank": w.Rank(c.Rank)})
	case c.Rank != engine.NoRank:
		return w.T("cell.other", words.Args{"Square": at, "Rank": w.Rank(c.Rank), "Name": r.name(c.Color)})
	case c.Moved:
		return w.T("cell.hidden_moved", words.Args{"Square": at, "Name": r.name(c.Color)})
	}
	return w.T("cell.hidden", words.Args{"Square": at, "Name": r.name(c.Color)})
}

// Caption says what board it is and from which side it is seen.
func (r Reader) Caption() string {
	if r.View.Viewer == engine.Blue {
		return r.Words.T("board.caption_blue")
	}
	return r.Words.T("board.caption_red")
}

// Key explains the signs of the drawn board, a sentence each.
func (r Reader) Key() []string { return append(r.signs(), r.Words.T("board.key_ground")) }

// TableKey explains the signs of the board as a table, in which a thick frame
// marks the last move.
func (r Reader) TableKey() []string { return append(r.signs(), r.Words.T("board.key_table")) }

// signs explains what drawing and table have in common.
func (r Reader) signs() []string {
	w, b := r.Words, r.both()
	first, second := b[0].String()[:1], b[1].String()[:1]
	name := r.name(b[1])
	var key []string
	if r.View.Viewer == engine.NoColor {
		key = append(key, w.T("board.key_public", words.Args{"Red": r.Names.Red, "Blue": r.Names.Blue}))
	} else {
		key = append(key, w.T("board.key_sides", words.Args{"Own": first, "Other": second, "Name": name}))
	}
	if r.running() {
		key = append(key, w.T("board.key_hidden"))
		if r.View.Viewer != engine.NoColor {
			key = append(key, w.T("board.key_shown", words.Args{"Name": name}))
		}
	}
	return key
}

// Legend lists the ranks of the army in order of strength: what stands on the
// piece, and what stands for it in text where that is something else.
func (r Reader) Legend() string {
	w := r.Words
	var list []string
	for _, rank := range engine.Ranks {
		if r.View.Rules.Troops[rank] == 0 {
			continue
		}
		name, sign, typed := w.Rank(rank), w.Sign(rank), rank.String()
		switch {
		case rank == engine.Marshal:
			list = append(list, w.T("legend.marshal", words.Args{"Rank": name, "Sign": sign, "Typed": typed}))
		case sign != typed:
			list = append(list, w.T("legend.typed", words.Args{"Rank": name, "Sign": sign, "Typed": typed}))
		default:
			list = append(list, w.T("legend.rank", words.Args{"Rank": name, "Sign": sign}))
		}
	}
	for i, item := range list {
		list[i] = strings.ReplaceAll(item, " ", "\u00a0") // no line ends within one
	}
	return w.T("legend.ranks", words.Args{"Ranks": join(list)})
}
