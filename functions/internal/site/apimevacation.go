package site

import (
	"errors"
	"net/http"
	"time"

	"fieldpost/engine/match"
)

// restsJSON is what came of a person's vacation in each of his games that run.
type restsJSON struct {
	Games []restJSON `json:"games"`
}

type restJSON struct {
	Game     string      `json:"game"`
	Seat     string      `json:"seat"`
	Outcome  string      `json:"outcome"` // done, already, refused, failed
	Detail   string      `json:"detail"`
	Vacation apiVacation `json:"vacation"` // as it is now
}

// putVacations is PUT /api/me/vacation.
func (s *site) putVacations(w http.ResponseWriter, r *http.Request) {
	var q vacationRequest
	s.restsJSON(w, r, false, func() error { return q.read(r) }, func(v *visit) error {
		c, err := q.command(v)
		if err != nil {
			return err
		}
		return v.do(c)
	})
}

// read reads q, and fails with what no game would take.
func (q *vacationRequest) read(r *http.Request) error {
	if err := readJSON(r, q); err != nil {
		return err
	}
	if q.Days < 1 || q.Days > match.MostVacation {
		return &match.VacationError{Fault: match.VacationLength, Days: q.Days}
	}
	if q.From == "" {
		return nil
	}
	_, err := match.ParseDay("from", q.From, time.UTC)
	return err
}

// deleteVacations is DELETE /api/me/vacation.
func (s *site) deleteVacations(w http.ResponseWriter, r *http.Request) {
	s.restsJSON(w, r, true, func() error { return nil }, (*visit).comeBack)
}

// restsJSON reads a request and does it in every game that runs.
func (s *site) restsJSON(w http.ResponseWriter, r *http.Request, ending bool, read func() error, do func(*visit) error) {
	g, err := s.enterWithPlayer(r)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	var done []restIn
	if err = read(); err == nil {
		done, err = g.everywhere(do)
	}
	if err != nil {
		s.complain(w, r, g.words, err, problem{})
		return
	}
	s.settle(r.Context())
	list := restsJSON{Games: make([]restJSON, len(done))}
	for i, in := range done {
		list.Games[i] = restJSON{
			Game: in.match.ID.String(), Seat: in.link.Seat.String(), Outcome: in.outcome(), Detail: g.restSaid(in, ending), Vacation: in.apiVacation(),
		}
	}
	s.writeJSON(w, http.StatusOK, list)
}

// outcome is the word of what came of it.
func (in restIn) outcome() string {
	switch {
	case in.err == nil:
		return "done"
	case errors.Is(in.err, match.ErrRepeated):
		return "already"
	case statusOf(in.err) < http.StatusInternalServerError && !errors.Is(in.err, match.ErrConflict): // others were quicker
		return "refused"
	}
	return "failed"
}
