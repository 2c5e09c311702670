package site

import (
	"errors"
	"net/http"
	"time"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/rights"
	"fieldpost/infra/link"
)

// export is all that is kept of a person, as he may know it: of each game what its
// page and record would tell him, and nothing by which another could be known. That
// others have blocked him is theirs: neither it nor what follows from it is in here.
type export struct {
	Exported string          `json:"exported"`
	Site     string          `json:"site"`
	Profile  exportedProfile `json:"profile"`
	Change   *exportedChange `json:"addressChange"`
	Games    []exportedGame  `json:"games"`
}

type exportedProfile struct {
	Email     string  `json:"email"`
	Lang      string  `json:"lang"`
	Zone      string  `json:"tz"`
	Mails     string  `json:"mails"`
	Plain     bool    `json:"plain"`
	Board     string  `json:"board"`
	Hour      int     `json:"hour"`
	Health    string  `json:"health"`
	Read      *string `json:"lastRead"`
	Bounced   *string `json:"lastBounced"`
	Complain  *string `json:"lastComplaint"`
	Blocked   int     `json:"blocked"`
	Cancelled int     `json:"linksCancelled"`
	Used      *string `json:"lastUsed"`
	Webhook   *string `json:"webhook"` // its address; the secret was told once, and is told nobody again
}

// exportedChange is a change of his address that is not over yet.
type exportedChange struct {
	From      string  `json:"from"`
	To        string  `json:"to"`
	Asked     string  `json:"asked"`
	Confirmed *string `json:"confirmed"`
	Undone    bool    `json:"undone"`
	Expires   string  `json:"expires"`
}

// exportedGame is one game of his. Whatever else is kept of him in a game, what he
// has written in it or noted for himself, has its member here and its line in
// exportedGame.
type exportedGame struct {
	Seat    string    `json:"seat"`
	Name    string    `json:"name"`
	Email   string    `json:"email"`
	Lang    string    `json:"lang"`
	Zone    string    `json:"tz"`
	Created string    `json:"created"`
	Message string    `json:"message"` // that he has written to whom he invites
	View    apiView   `json:"view"`
	Record  apiRecord `json:"record"`

	Messages  apiMessages `json:"messages"`
	Notes     apiNotes    `json:"notes"`
	Lines     []apiLine   `json:"lines"` // that he has saved to be played
	Vacations []apiAway   `json:"vacations"`
}

// export gathers it. A game that cannot be read is left out, as from the page.
func (g *guest) export() (export, error) {
	now, he := g.Now(), g.profile
	games, err := g.allGames()
	if err != nil {
		return export{}, err
	}
	e := export{
		Exported: now.UTC().Format(time.RFC3339), Site: g.Host.title(), Profile: profileOf(he), Games: make([]exportedGame, len(games)),
	}
	for i, v := range games {
		if e.Games[i], err = v.exportedGame(); err != nil {
			return export{}, err
		}
	}
	switch c, err := g.rights().Pending(g.r.Context(), he); {
	case errors.Is(err, rights.ErrOver):
	case err != nil:
		return export{}, err
	case c.From == he.Key: // of whom he has come from, he has not shown that it is he
		e.Change = &exportedChange{
			From: c.Old, To: c.New, Asked: c.Asked.Format(time.RFC3339), Confirmed: momentOrNull(c.Confirmed), Undone: c.Undoes(),
			Expires: c.Expires().Format(time.RFC3339),
		}
	}
	return e, nil
}

func profileOf(he player.Profile) exportedProfile {
	return exportedProfile{
		Email: he.Address, Lang: he.Lang, Zone: he.Zone, Mails: he.Mode.String(),
		Plain: he.Prefs.Plain, Board: he.Prefs.Board.String(), Hour: int(he.Hour().Clock()), Health: he.Signs.Health().String(),
		Read: momentOrNull(he.Signs.Read), Bounced: momentOrNull(he.Signs.Bounced), Complain: momentOrNull(he.Signs.Complained),
		Blocked: len(he.Blocked), Cancelled: int(he.Epoch), Used: momentOrNull(he.Used), Webhook: textOrNull(he.Webhook.URL),
	}
}

func textOrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func (v *visit) exportedGame() (exportedGame, error) {
	m, seat := &v.match, v.seat()
	e := exportedGame{
		Seat: v.link.Seat.String(), Name: seat.Name, Email: seat.Address, Lang: seat.Lang, Zone: seat.Zone,
		Created: m.Created.Format(time.RFC3339), View: v.apiView(), Record: v.apiRecord(),
		Messages: v.apiMessages(), Notes: apiNotes{Guesses: []apiGuess{}}, Lines: v.savedLines().Lines, Vacations: []apiAway{},
	}
	if v.link.Seat == m.Creator {
		e.Message = m.Message
	}
	for _, away := range *m.Vacations.Of(v.link.Seat) {
		e.Vacations = append(e.Vacations, awayOf(away))
	}
	if !m.Begun() {
		return e, nil
	}
	n, err := v.loadNotes()
	e.Notes = v.apiNotes(n)
	return e, err
}

func momentOrNull(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return new(t.UTC().Format(time.RFC3339))
}

// exportFile is the export as a file to be saved.
func (s *site) exportFile(w http.ResponseWriter, r *http.Request) {
	g, err := s.receive(link.Player, r)
	if err == nil && !g.fresh() {
		err = errNotFresh
	}
	var e export
	if err == nil {
		e, err = g.export()
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="fieldpost-export.json"`)
	s.writeJSON(w, http.StatusOK, e)
}

// exportJSON is GET /api/me/export.
func (s *site) exportJSON(w http.ResponseWriter, r *http.Request) {
	g, err := s.enterFresh(r)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	e, err := g.export()
	if err != nil {
		s.problem(w, r, err)
		return
	}
	s.writeJSON(w, http.StatusOK, e)
}
