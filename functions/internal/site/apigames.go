package site

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
	"fieldpost/infra/link"
)

// errSeatToken is the token of one seat where a player's is needed.
var errSeatToken = errors.New("the token of one seat")

// bearer opens the token of a request: of a seat's board, or a player's. It fails
// with errNoToken, link.ErrBad, link.ErrExpired and *tooManyError.
func (s *site) bearer(r *http.Request) (link.Link, error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return link.Link{}, errNoToken
	}
	token = strings.TrimSpace(token)
	l, err := s.open(link.Board, token)
	if errors.Is(err, link.ErrBad) {
		l, err = s.open(link.Player, token)
	}
	if err != nil {
		return link.Link{}, err
	}
	return l, s.count(r, l)
}

// enterAsPlayer is the visit of who has a player's token to his seat in the game
// of the request. It fails with link.ErrBad if the token was cancelled, and with
// match.ErrNotFound for every game in which he has no seat.
func (s *site) enterAsPlayer(r *http.Request, l link.Link) (*visit, error) {
	g, err := s.guest(r, l)
	if err != nil {
		return nil, err
	}
	id, err := match.ParseID(r.PathValue("id"))
	if err != nil {
		return nil, match.ErrNotFound
	}
	m, err := s.Games.Load(r.Context(), id)
	if err == nil && players.SeatOf(m, l.Player) == engine.NoColor {
		m, err = s.Games.Reload(r.Context(), id) // he may have taken it just now
	}
	switch {
	case err != nil:
		return nil, err
	case players.SeatOf(m, l.Player) == engine.NoColor:
		return nil, match.ErrNotFound
	}
	return g.visitTo(m), nil
}

// enterWithPlayer opens the player's token of a request to a route of no game.
func (s *site) enterWithPlayer(r *http.Request) (*guest, error) {
	l, err := s.bearer(r)
	switch {
	case err != nil:
		return nil, err
	case l.Purpose != link.Player:
		return nil, errSeatToken
	}
	return s.guest(r, l)
}

// listed is one game in the list of a player's.
type listed struct {
	Game     string  `json:"game"`
	Seat     string  `json:"seat"`
	Token    *string `json:"token"` // of the seat's board; null while he does not sit there
	State    string  `json:"state"`
	ToMove   *string `json:"toMove"`
	Deadline *string `json:"deadline"`
	Version  int     `json:"version"`
}

// gamesJSON is GET /api/games.
func (s *site) gamesJSON(w http.ResponseWriter, r *http.Request) {
	g, err := s.enterWithPlayer(r)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	games, err := g.games()
	if err != nil {
		s.problem(w, r, err)
		return
	}
	list := make([]listed, len(games))
	for i, v := range games {
		m := v.match
		list[i] = listed{
			Game: m.ID.String(), Seat: v.link.Seat.String(), State: m.State.String(),
			ToMove: colorOrNull(sideToMove(m)), Version: m.Shown,
		}
		if m.Seated(v.link.Seat) {
			list[i].Token = new(s.Keys.Seal(v.link))
		}
		if !m.Deadline.IsZero() {
			list[i].Deadline = new(m.ClockFor(v.link.Seat).Deadline.Format(time.RFC3339))
		}
	}
	s.writeJSON(w, http.StatusOK, list)
}

// createAsPlayer is POST /api/games of who shows a player's token: the address is
// his, so that nothing is left to confirm.
func (s *site) createAsPlayer(w http.ResponseWriter, r *http.Request) {
	g, err := s.enterWithPlayer(r)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	q := newRequest()
	if err = readJSON(r, &q); err == nil {
		err = g.own(&q)
	}
	if err != nil {
		s.problem(w, r, err)
		return
	}
	m, err := s.create(r, q)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	s.settle(r.Context())
	v := g.visitTo(m)
	s.writeJSON(w, http.StatusCreated, struct {
		Game  string `json:"game"`
		State string `json:"state"`
		Seat  string `json:"seat"`
		Token string `json:"token"`
	}{m.ID.String(), m.State.String(), v.link.Seat.String(), s.Keys.Seal(v.link)})
}

// own makes the person the creator of the game that q asks for.
func (g *guest) own(q *request) error {
	he, known, err := g.Players.Known(g.r.Context(), g.link.Player)
	switch {
	case err != nil:
		return err
	case q.Creator.Email == "" && known:
		q.Creator.Email = he.Address
	case g.Pepper.Key(q.Creator.Email) != g.link.Player || g.link.Player == (player.Key{}):
		return &match.InputError{Field: "creator.email", Problem: match.OtherAddress}
	}
	if q.Creator.Lang == "" {
		q.Creator.Lang = he.Lang
	}
	if q.Creator.Zone == "" {
		q.Creator.Zone = he.Zone
	}
	q.confirmed = true
	return nil
}
