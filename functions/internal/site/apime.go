package site

import (
	"net/http"
	"strconv"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// me is how a person is written to, and how his address fares, as the API has it.
type me struct {
	Lang   string  `json:"lang"`
	Zone   *string `json:"tz"` // null while it is not known
	Mail   string  `json:"mail"`
	Hour   int     `json:"hour"`
	Board  string  `json:"board"`
	Format string  `json:"format"`
	Health string  `json:"health"`
}

// myPrefs is the body of PUT /api/me. What is left out or null stays as it is.
type myPrefs struct {
	Lang   *string `json:"lang"`
	Zone   *string `json:"tz"`
	Mail   *string `json:"mail"`
	Hour   *int    `json:"hour"`
	Board  *string `json:"board"`
	Format *string `json:"format"`
}

// me returns what the API tells a person of himself.
func (g *guest) me() me {
	he := g.profile
	m := me{
		Lang: g.words.Lang(), Mail: "none", Hour: int(he.Hour().Clock()), Board: he.Prefs.Board.String(),
		Format: named(formatNames, he.Prefs.Plain),
		Health: [...]string{player.Well: "ok", player.Bouncing: "bouncing", player.Unwanted: "unwanted"}[he.Signs.Health()],
	}
	if he.Zone != "" {
		m.Zone = &he.Zone
	}
	if he.Mode != player.Stopped {
		m.Mail = named(modeNames, he.Mode)
	}
	return m
}

// getMe is GET /api/me.
func (s *site) getMe(w http.ResponseWriter, r *http.Request) {
	g, err := s.enterWithPlayer(r)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	s.writeJSON(w, http.StatusOK, g.me())
}

// putMe is PUT /api/me.
func (s *site) putMe(w http.ResponseWriter, r *http.Request) {
	g, err := s.enterWithPlayer(r)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	if err := g.put(); err != nil {
		s.complain(w, r, g.words, err, problem{})
		return
	}
	s.writeJSON(w, http.StatusOK, g.me())
}

// put keeps what the body of the request chooses, all of it or nothing.
func (g *guest) put() error {
	var q myPrefs
	if err := readJSON(g.r, &q); err != nil {
		return err
	}
	texts := map[string]*string{"lang": q.Lang, "tz": q.Zone, "mail": q.Mail, "board": q.Board, "format": q.Format}
	if q.Hour != nil {
		texts["hour"] = new(strconv.Itoa(*q.Hour))
	}
	c, err := choiceOf(func(name string) *string { return texts[name] })
	switch {
	case err != nil:
		return malformed(err)
	case q.Lang != nil && *q.Lang == "":
		return &match.InputError{Field: "lang", Problem: match.NoLanguage}
	case q.Zone != nil && *q.Zone == "":
		return &match.InputError{Field: "tz", Problem: match.NoTimeZone}
	}
	if err := g.known(c); err != nil {
		return err
	}
	return g.choose(c)
}
