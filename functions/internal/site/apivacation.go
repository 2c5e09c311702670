package site

import (
	"errors"
	"net/http"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// vacationRequest is the body of PUT /api/games/{id}/vacation, and of /api/me/vacation.
type vacationRequest struct {
	From string `json:"from"` // a day where the player lives; "": now
	Days int    `json:"days"`
}

// apiVacation is a seat's vacation, and what is left of it.
type apiVacation struct {
	Allowed  bool     `json:"allowed"`
	Left     int      `json:"left"` // days that could be taken from now on
	Own      *apiAway `json:"own"`
	Opponent *apiAway `json:"opponent"`
}

// apiAway is a vacation that is not over.
type apiAway struct {
	From  string `json:"from"`
	Until string `json:"until"`
	Days  int    `json:"days"`
}

// vacationDone is the answer to who takes one or ends one.
type vacationDone struct {
	Vacation apiVacation `json:"vacation"`
	View     apiView     `json:"view"`
}

func (v *visit) getVacation(w http.ResponseWriter) error {
	v.writeJSON(w, http.StatusOK, v.apiVacation())
	return nil
}

func (v *visit) putVacation(w http.ResponseWriter) error {
	var q vacationRequest
	if err := readJSON(v.r, &q); err != nil {
		return err
	}
	c, err := q.command(v)
	if err != nil {
		return err
	}
	return v.changeVacation(w, c)
}

// command takes the vacation of q in the visitor's game.
func (q vacationRequest) command(v *visit) (c match.TakeVacation, err error) {
	c = match.TakeVacation{By: v.link.Seat, Days: q.Days, In: v.zone()}
	if q.From != "" {
		c.From, err = match.ParseDay("from", q.From, c.In)
	}
	return c, err
}

func (v *visit) deleteVacation(w http.ResponseWriter) error {
	return v.changeVacation(w, match.EndVacation{By: v.link.Seat, In: v.zone()})
}

// changeVacation gives c. What was done before is answered as if it were done now.
func (v *visit) changeVacation(w http.ResponseWriter, c match.Command) error {
	if err := v.do(c); err != nil && !errors.Is(err, match.ErrRepeated) {
		return err
	}
	v.settle(v.r.Context())
	v.writeJSON(w, http.StatusOK, vacationDone{v.apiVacation(), v.apiView()})
	return nil
}

func (v *visit) apiVacation() apiVacation {
	m, seat := v.match, v.link.Seat
	a := apiVacation{Allowed: !m.Pace.NoVacation, Own: v.apiAway(seat), Opponent: v.apiAway(seat.Other())}
	if !m.Ended() && m.Seated(seat) {
		a.Left = m.VacationLeft(seat, v.Now())
	}
	return a
}

func (v *visit) apiAway(c engine.Color) *apiAway {
	away, there := v.match.Vacation(c, v.Now())
	if !there || !v.toldOfVacations() {
		return nil
	}
	return new(awayOf(away))
}

func awayOf(v match.Vacation) apiAway {
	return apiAway{v.From.Format(time.RFC3339), v.Until.Format(time.RFC3339), v.Days}
}
