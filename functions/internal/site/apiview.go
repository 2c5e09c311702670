package site

import (
	"encoding/hex"
	"time"

	"fieldpost/engine"
)

// apiView is a View in JSON (product.md, "JSON API"). Every field is always
// there; what there is none of is null or empty. Whatever it says of the game
// itself comes from an engine.View, the rest is open to both players or is the
// viewer's own.
type apiView struct {
	Game        string          `json:"game"`
	Version     int             `json:"version"`
	Ply         int             `json:"ply"`
	State       string          `json:"state"`
	You         *string         `json:"you"`
	ToMove      *string         `json:"toMove"`
	Army        string          `json:"army"`
	CustomArmy  string          `json:"customArmy"`
	Rules       options         `json:"rules"`
	Pace        pace            `json:"pace"`
	Board       []apiPiece      `json:"board"`
	Trays       sides[[]string] `json:"trays"`
	Legal       []string        `json:"legal"`
	Rescue      *apiRescue      `json:"rescue"`
	RescuesUsed sides[int]      `json:"rescuesUsed"`
	Rescued     []string        `json:"rescued"`
	Claimable   bool            `json:"claimable"`
	Record      []string        `json:"record"`
	LastMove    *apiMove        `json:"lastMove"`
	Setup       *apiSetup       `json:"setup"`
	Players     sides[apiSeat]  `json:"players"`
	DrawOffer   *string         `json:"drawOffer"`
	Deadline    *string         `json:"deadline"`
	Extended    int64           `json:"extended"` // seconds
	Given       int             `json:"given"`
	Commitments *sides[string]  `json:"commitments"`
	Outcome     *string         `json:"outcome"`
	Reason      *string         `json:"reason"`
	Public      sides[bool]     `json:"public"`
}

// sides is what there is one of for each side.
type sides[T any] struct {
	Red  T `json:"red"`
	Blue T `json:"blue"`
}

type apiPiece struct {
	Square   string  `json:"square"`
	Color    string  `json:"color"`
	Rank     *string `json:"rank"`
	Moved    bool    `json:"moved"`
	Revealed bool    `json:"revealed"`
}

type apiRescue struct {
	Moves   []string `json:"moves"`
	Pieces  []string `json:"pieces"`
	Squares []string `json:"squares"`
}

type apiMove struct {
	Ply   int     `json:"ply"` // from 1, as in the record
	Color string  `json:"color"`
	From  string  `json:"from"`
	Via   *string `json:"via"`
	To    string  `json:"to"`
	Text  string  `json:"text"`
}

type apiSetup struct {
	Rows      string `json:"rows"`
	Submitted bool   `json:"submitted"`
}

type apiSeat struct {
	Name          string  `json:"name"`
	Ready         bool    `json:"ready"`
	Mail          string  `json:"mail"`
	VacationUntil *string `json:"vacationUntil"`
}

// apiView is the game as the visitor may see it now.
func (v *visit) apiView() apiView {
	m := &v.match
	view := v.view()
	if !m.Begun() && !m.Ended() {
		view = engine.View{Viewer: v.link.Seat, Rules: m.Rules}
	}
	a := apiView{
		Game: m.ID.String(), Version: v.version(), State: m.State.String(),
		Public: sides[bool]{m.Public.Red, m.Public.Blue},
		Pace:   paceOf(m.Pace), Setup: v.apiSetup(), DrawOffer: colorOrNull(m.Offer),
		Players: sides[apiSeat]{v.apiPlayer(engine.Red), v.apiPlayer(engine.Blue)},
	}
	a.look(&view)
	if !m.Deadline.IsZero() {
		k := m.ClockFor(v.link.Seat)
		a.Deadline = new(k.Deadline.Format(time.RFC3339))
		if !m.Forgiven.IsZero() {
			a.Extended = int64(k.Extended / time.Second)
		}
	}
	if other := v.link.Seat.Other(); v.plays() && m.Awaits(other) {
		a.Given = m.GivenTo(other)
	}
	if both, ok := m.Commitments(); ok {
		a.Commitments = &sides[string]{hex.EncodeToString(both.Red[:]), hex.EncodeToString(both.Blue[:])}
	}
	return a
}

// version counts what has happened before the visitor's eyes: what the players say to
// each other is hidden from others.
func (v *visit) version() int {
	if v.plays() {
		return v.match.Shown
	}
	return v.match.Standing()
}

// look fills in what a view of the game says.
func (a *apiView) look(v *engine.View) {
	a.Ply, a.You, a.ToMove = v.Ply, colorOrNull(v.Viewer), colorOrNull(v.ToMove)
	a.Army, a.Rules = v.Rules.Army.String(), optionsOf(v.Rules)
	if v.Rules.Army == engine.CustomArmy {
		a.CustomArmy = v.Rules.Troops.String()
	}
	a.Board = make([]apiPiece, len(v.Pieces))
	for i, p := range v.Pieces {
		a.Board[i] = apiPiece{p.Square.String(), p.Color.String(), rankOrNull(p.Rank), p.Moved, p.Revealed}
	}
	a.Trays = sides[[]string]{texts(v.Trays.Red), texts(v.Trays.Blue)}
	a.Legal = moveTexts(v, v.Legal)
	if r := v.Rescue; r != nil {
		a.Rescue = &apiRescue{moveTexts(v, r.Moves), texts(r.Ranks), texts(r.Squares)}
	}
	a.RescuesUsed = sides[int]{v.RescuesUsed.Red, v.RescuesUsed.Blue}
	a.Rescued, a.Claimable = texts(v.Rescued), v.Claimable
	a.Record = texts(v.Record)
	if n := len(v.Record); n > 0 {
		p := v.Record[n-1]
		a.LastMove = &apiMove{p.Number, p.Color.String(), p.Move.From.String(), nil, p.Move.To.String(), p.Text()}
		if p.Move.Via != 0 {
			a.LastMove.Via = new(p.Move.Via.String())
		}
	}
	if v.Outcome != engine.Undecided {
		a.Outcome, a.Reason = new(v.Outcome.String()), new(v.Reason.String())
	}
}

// apiSetup is the setup that the visitor has sent, as it stood at the start, or
// else his draft.
func (v *visit) apiSetup() *apiSetup {
	switch seat := v.seat(); {
	case !v.plays():
	case seat.Submitted:
		return &apiSetup{seat.Setup.Text(v.ground()), true}
	case seat.Drafted:
		return &apiSetup{seat.Draft.Text(v.ground()), false}
	}
	return nil
}

func (v *visit) apiPlayer(c engine.Color) apiSeat {
	s := v.match.Seat(c)
	seat := apiSeat{Name: v.called(c), Ready: s.Submitted, Mail: v.mailTo(c).String()}
	if away, there := v.match.Vacation(c, v.Now()); there && away.Runs(v.Now()) && v.toldOfVacations() {
		seat.VacationUntil = new(away.Until.Format(time.RFC3339))
	}
	return seat
}

// called is the name that the player of a seat has given, or what stands for that of
// who had himself forgotten.
func (v *visit) called(c engine.Color) string {
	if s := v.match.Seat(c); !s.Forgotten {
		return s.Name
	}
	return v.words.T("name.gone")
}

// texts writes out a list. It is never null.
func texts[T interface{ String() string }](list []T) []string {
	written := make([]string, len(list))
	for i, x := range list {
		written[i] = x.String()
	}
	return written
}

// moveTexts writes moves in output spelling.
func moveTexts(v *engine.View, moves []engine.Move) []string {
	written := make([]string, len(moves))
	for i, m := range moves {
		written[i] = v.Text(m)
	}
	return written
}

func colorOrNull(c engine.Color) *string {
	if c == engine.NoColor {
		return nil
	}
	return new(c.String())
}

func rankOrNull(r engine.Rank) *string {
	if r == engine.NoRank {
		return nil
	}
	return new(r.String())
}
