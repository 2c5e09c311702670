package site

import (
	"net/http"
	"time"

	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// export is all that is kept of a person, as he may know it: of each game what its
// page and record would tell him, and nothing by which another could be known. That
// others have blocked him is theirs: neither it nor what follows from it is in here.
type export struct {
	Exported string           `json:"exported"`
	Site     string           `json:"site"`
	Profile  exportedProfile  `json:"profile"`
	Changes  []exportedChange `json:"addressChanges"` // that he has asked for, the newest at the end
	Games    []exportedGame   `json:"games"`
	Older    bool             `json:"olderLeftOut"` // Games are the newest match.MostListed, and there may be older ones
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
	Day       *string `json:"lastDaily"`   // for when his last mail of the day was sent
	Paused    bool    `json:"dailyPaused"` // none took the place of one mail a day
	Webhook   *string `json:"webhook"`     // its address; the secret was told once, and is told nobody again
	Failed    bool    `json:"webhookOff"`  // too many calls in a row came to nothing
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
	Lines     []apiLine   `json:"lines"`   // that he has saved to be played
	Dropped   *apiDropped `json:"dropped"` // what became of those before
	Vacations []apiAway   `json:"vacations"`
	Nudged    *string     `json:"lastNudge"`     // when he last asked the other to move
	Asked     *string     `json:"lastTurnAsked"` // when he last asked for the mail of his turn
	Offered   *int        `json:"drawOffered"`   // after how many plies he last offered a draw
	Declined  *int        `json:"drawDeclined"`  // and last declined one
	Cancelled int         `json:"linksCancelled"`
}

// export gathers it. A game that cannot be read is left out, as from the page.
func (g *guest) export() (export, error) {
	now, he := g.Now(), g.profile
	games, err := g.allGames()
	if err != nil {
		return export{}, err
	}
	e := export{
		Exported: now.UTC().Format(time.RFC3339), Site: g.Host.title(), Profile: profileOf(he), Changes: []exportedChange{},
		Games: make([]exportedGame, len(games)), Older: g.full,
	}
	for i, v := range games {
		if e.Games[i], err = v.exportedGame(); err != nil {
			return export{}, err
		}
	}
	changes, err := g.rights().Pending(g.r.Context(), he)
	if err != nil {
		return export{}, err
	}
	for _, c := range changes {
		if c.From != he.Key { // of whom he has come from, he has not shown that it is he
			continue
		}
		e.Changes = append(e.Changes, exportedChange{
			From: c.Old, To: c.New, Asked: c.Asked.Format(time.RFC3339), Confirmed: momentOrNull(c.Confirmed), Undone: c.Undoes(),
			Expires: c.Expires().Format(time.RFC3339),
		})
	}
	return e, nil
}

func profileOf(he player.Profile) exportedProfile {
	return exportedProfile{
		Email: he.Address, Lang: he.Lang, Zone: he.Zone, Mails: he.Mode.String(),
		Plain: he.Prefs.Plain, Board: he.Prefs.Board.String(), Hour: int(he.Hour().Clock()), Health: he.Signs.Health().String(),
		Read: momentOrNull(he.Signs.Read), Bounced: momentOrNull(he.Signs.Bounced), Complain: momentOrNull(he.Signs.Complained),
		Blocked: len(he.Blocked), Cancelled: int(he.Epoch), Used: momentOrNull(he.Used),
		Day: momentOrNull(he.Digest.Last), Paused: he.Digest.Paused, Webhook: textOrNull(he.Webhook.URL), Failed: he.Webhook.Failed,
	}
}

func textOrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func (v *visit) exportedGame() (exportedGame, error) {
	m, seat, saved := &v.match, v.seat(), v.savedLines()
	e := exportedGame{
		Seat: v.link.Seat.String(), Name: seat.Name, Email: seat.Address, Lang: seat.Lang, Zone: seat.Zone,
		Created: m.Created.Format(time.RFC3339), View: v.apiView(), Record: v.apiRecord(),
		Messages: v.apiMessages(), Notes: apiNotes{Guesses: []apiGuess{}}, Lines: saved.Lines, Dropped: saved.Dropped, Vacations: []apiAway{},
		Nudged: momentOrNull(*m.Nudged.Of(v.link.Seat)), Asked: momentOrNull(*m.Asked.Of(v.link.Seat)),
		Offered: plyOrNull(seat.Offered), Declined: plyOrNull(seat.Declined), Cancelled: int(seat.Epoch),
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

// plyOrNull is how many plies were played, of a number that is one more, or 0 for never.
func plyOrNull(n int) *int {
	if n == 0 {
		return nil
	}
	return new(n - 1)
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
