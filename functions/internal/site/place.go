package site

import (
	"net/http"
	"strings"

	"fieldpost/engine"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/setups"
	"fieldpost/functions/internal/words"
)

// pickOff is the value of the button that puts the chosen piece back.
const pickOff = "off"

// ground is a player's own squares and his stock as buttons: choose, then choose
// again. Each press shows the page anew and stores nothing.
type ground struct {
	Caption string
	Files   []string
	Ahead   boardRow // the row before his own, where the lakes are
	Rows    []groundRow
	Stock   []stockPiece
	Held    string // what is chosen, as the form says it
	Said    string // what the last press has done
	Count   string // how many pieces stand
	Missing string
	Extra   string
	Texts   groundTexts // for the script
}

type groundRow struct {
	Label string
	Cells []groundCell
}

type groundCell struct {
	cell

	Held bool
}

// stockPiece is the pieces of one rank that do not stand yet.
type stockPiece struct {
	cell

	Text string // "Miner ×2"
	Held bool
	None bool // that could be placed
}

// working is a setup as it stands in the form, before it is stored.
type working struct {
	rows   string
	before string // the rows before the last press; "" if there are none
	held   setups.Pick
	said   string
}

// drawGround returns the buttons for the rows of w, which must be read already.
func (v *visit) drawGround(s engine.Setup, w working) *ground {
	rules, board := v.match.Rules, v.ground()
	view := v.lookAhead(s)
	r := present.Reader{View: view, Words: v.words, Names: v.names}
	seen := present.BoardOf(view)
	g := &ground{Caption: r.Caption(), Files: seen.Files, Held: v.pickText(w.held), Said: w.said, Texts: v.groundTexts()}
	first := board.Size - board.SetupRows
	g.Ahead.Label = seen.Rows[first-1].Label
	for _, c := range seen.Rows[first-1].Cells {
		g.Ahead.Cells = append(g.Ahead.Cells, drawCell(r, c, engine.Move{}))
	}
	for i, row := range seen.Rows[first:] {
		line := groundRow{Label: row.Label}
		for j, c := range row.Cells {
			held := w.held.Cell == i*board.Size+j+1
			line.Cells = append(line.Cells, groundCell{drawCell(r, c, engine.Move{}), held})
		}
		g.Rows = append(g.Rows, line)
	}
	p := setups.Placing{Setup: s}
	var missing, extra engine.Troops
	for _, rank := range engine.Ranks {
		left := p.Left(rules, rank)
		missing[rank], extra[rank] = uint8(max(left, 0)), uint8(max(-left, 0))
		if rules.Troops[rank] == 0 {
			continue
		}
		c := drawCell(r, present.Cell{Color: v.link.Seat, Rank: rank, Own: true}, engine.Move{})
		c.At = rank.String()
		g.Stock = append(g.Stock, stockPiece{
			cell: c, Text: v.words.T("page.ground.stock", words.Args{"Piece": v.words.Rank(rank), "Left": max(left, 0)}),
			Held: w.held.Cell == 0 && w.held.Rank == rank,
			None: left <= 0 && !(w.held.Cell > 0 && s[w.held.Cell-1] == rank),
		})
	}
	g.count(v.words, s.Troops().Total(), rules.Troops.Total(), missing, extra)
	return g
}

// count says what is there and what is not.
func (g *ground) count(w words.Words, placed, all int, missing, extra engine.Troops) {
	g.Count = w.N("page.ground.count", all, words.Args{"Placed": placed})
	if missing.Total() > 0 {
		g.Missing = w.T("page.ground.missing", words.Args{"Pieces": w.Troops(missing)})
	}
	if extra.Total() > 0 {
		g.Extra = w.T("page.ground.extra", words.Args{"Pieces": w.Troops(extra)})
	}
	if missing.Total() == 0 && extra.Total() == 0 {
		g.Missing = w.T("page.ground.whole")
	}
}

// place is a press on a square of one's own, on a piece of the stock, or on the
// button that puts the chosen piece back.
func (v *visit) place() answer {
	s, err := v.written()
	if err != nil {
		return v.illegible(err)
	}
	p := setups.Placing{Setup: s}
	var known bool
	if p.Held, known = v.pick(v.form("held")); !known && v.form("held") != "" {
		return v.wrong(errOtherForm)
	}
	var step setups.Step
	if v.form("pick") == pickOff {
		step = p.TakeOff()
	} else {
		on, known := v.pick(v.form("pick"))
		if !known {
			return v.wrong(errOtherForm)
		}
		step = p.Press(v.match.Rules, on)
	}
	now := working{rows: p.Setup.Text(v.ground()), before: v.form("before"), held: p.Held, said: v.said(step)}
	if p.Setup != s {
		now.before = s.Text(v.ground())
	}
	return ok(v.workOn(now, nil))
}

// illegible is the page with rows that cannot be read, as they were written.
func (v *visit) illegible(err error) answer {
	return answer{http.StatusUnprocessableEntity, v.setUp(v.form("setup"), err)}
}

// written reads the rows of the form. None at all is nothing placed.
func (v *visit) written() (engine.Setup, error) {
	rows := v.form("setup")
	if strings.TrimSpace(rows) == "" {
		return engine.Setup{}, nil
	}
	return engine.ParseSetup(v.ground(), rows)
}

// pick reads what a button of the ground says, "c4" or "M"; false if there is no
// such button.
func (v *visit) pick(text string) (setups.Pick, bool) {
	if at, err := engine.ParseSquare(text); err == nil {
		for i := range v.ground().SetupRows * v.ground().Size {
			if v.ground().HomeSquare(v.link.Seat, i) == at {
				return setups.Pick{Cell: i + 1}, true
			}
		}
		return setups.Pick{}, false
	}
	rank, err := engine.ParseRank(text)
	if err != nil || v.match.Rules.Troops[rank] == 0 {
		return setups.Pick{}, false
	}
	return setups.Pick{Rank: rank}, true
}

// pickText is what a button for p says: pick reads it.
func (v *visit) pickText(p setups.Pick) string {
	switch {
	case p.Cell > 0:
		return v.homeSquare(p.Cell)
	case p.Rank != engine.NoRank:
		return p.Rank.String()
	}
	return ""
}

// homeSquare is the name of a square of the player's setup, from 1.
func (v *visit) homeSquare(cell int) string {
	return v.ground().HomeSquare(v.link.Seat, cell-1).String()
}
