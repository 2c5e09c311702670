package site

import (
	"context"
	"net/http"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// OpenGames lists the open challenges.
type OpenGames interface {
	// OpenGames returns those that nobody has taken, newest first. It may be a
	// moment behind, and leave out the oldest of very many.
	OpenGames(ctx context.Context) ([]match.Image, error)
}

// challenges are the open challenges on the home page.
type challenges struct {
	Title string
	List  []anchor
}

// challenges returns nil where there are none. A fault of the store hides what it
// cannot read, and not the page.
func (s *site) challenges(r *http.Request, w words.Words) *challenges {
	if s.Open == nil {
		return nil
	}
	images, err := s.Open.OpenGames(r.Context())
	if err != nil {
		s.Log.Error("open challenges not all listed", "err", err)
	}
	c := &challenges{Title: w.T("page.open.title")}
	for _, i := range images {
		m, err := match.Open(i)
		if err != nil || !m.Open || m.State != match.Invited || m.Late(s.Now()) {
			continue
		}
		c.List = append(c.List, anchor{w.T("page.open.row", words.Args{
			"Name": words.Name(m.Seat(m.Creator).Name), "Army": w.Army(m.Rules.Army), "Pace": w.Span(m.Pace.Move),
		}), s.invitation(m)})
	}
	if c.List == nil {
		return nil
	}
	return c
}

// invitation is the link by which the vacant seat of m can be taken.
func (s *site) invitation(m match.Match) string {
	l := link.Link{
		Purpose: link.Join, Game: m.ID, Seat: m.Opponent(), Epoch: m.Seat(m.Opponent()).Epoch,
		Issued: m.Started(),
	}
	return s.BaseURL + "/" + l.Purpose.Route() + "/" + s.Keys.Seal(l)
}
