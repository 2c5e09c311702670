package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"fieldpost/docs"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// errNoToken is a request to a seat's route without the seat's token.
var errNoToken = errors.New("no token of a board")

// api serves the JSON API of product.md; docs/openapi.yaml describes it.
func (s *site) api(mux mux) {
	mux.HandleFunc("POST /api/games", s.createByJSON)
	mux.HandleFunc("GET /api/games", s.gamesJSON)
	mux.HandleFunc("PUT /api/me/webhook", s.putWebhook)
	mux.HandleFunc("DELETE /api/me/webhook", s.deleteWebhook)
	mux.HandleFunc("GET /api/rules", s.rulesJSON)
	mux.HandleFunc("GET /api/me/export", s.exportJSON)
	mux.HandleFunc("DELETE /api/me", s.eraseJSON)
	mux.HandleFunc("GET /api/me", s.getMe)
	mux.HandleFunc("PUT /api/me", s.putMe)
	mux.HandleFunc("PUT /api/me/address", s.putAddress)
	mux.HandleFunc("PUT /api/me/vacation", s.putVacations)
	mux.HandleFunc("DELETE /api/me/vacation", s.deleteVacations)
	mux.HandleFunc("GET /openapi.yaml", openAPI)
	mux.HandleFunc("GET /webhook.md", webhookDoc)
	s.seatRoute(mux, "GET /api/games/{id}", (*visit).getView)
	s.seatRoute(mux, "PUT /api/games/{id}/setup", (*visit).putSetup)
	s.seatRoute(mux, "POST /api/games/{id}/moves", (*visit).postMove)
	s.seatRoute(mux, "GET /api/games/{id}/lines", (*visit).getLines)
	s.seatRoute(mux, "PUT /api/games/{id}/lines", (*visit).putLines)
	s.seatRoute(mux, "POST /api/games/{id}/actions", (*visit).postAction)
	s.seatRoute(mux, "GET /api/games/{id}/record", (*visit).getRecord)
	s.seatRoute(mux, "GET /api/games/{id}/notes", (*visit).getNotes)
	s.seatRoute(mux, "PUT /api/games/{id}/notes", (*visit).putNotes)
	s.seatRoute(mux, "GET /api/games/{id}/messages", (*visit).getMessages)
	s.seatRoute(mux, "POST /api/games/{id}/messages", (*visit).postMessage)
	s.seatRoute(mux, "PUT /api/games/{id}/messages", (*visit).putMessages)
	s.seatRoute(mux, "GET /api/games/{id}/vacation", (*visit).getVacation)
	s.seatRoute(mux, "PUT /api/games/{id}/vacation", (*visit).putVacation)
	s.seatRoute(mux, "DELETE /api/games/{id}/vacation", (*visit).deleteVacation)
}

// seatRoute serves a route of one seat's game. An error that serve returns
// becomes a problem; until then it has written nothing.
func (s *site) seatRoute(mux mux, pattern string, serve func(v *visit, w http.ResponseWriter) error) {
	mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		v, err := s.enterByToken(r)
		if err != nil {
			s.problem(w, r, err)
			return
		}
		if err := serve(v, w); err != nil {
			v.problem(w, err)
		}
	})
}

// enterByToken opens the token of a request: a board's, which is for the seat of
// one game, or a player's, for whichever seat he has in the one that is asked
// for. It fails with errNoToken, link.ErrBad, link.ErrExpired, *tooManyError,
// and with match.ErrNotFound for every other game, be there one or not.
func (s *site) enterByToken(r *http.Request) (*visit, error) {
	l, err := s.bearer(r)
	if err != nil {
		return nil, err
	}
	if l.Purpose == link.Player {
		return s.enterAsPlayer(r, l)
	}
	if id, err := match.ParseID(r.PathValue("id")); err != nil || id != l.Game {
		return nil, match.ErrNotFound
	}
	return s.visit(r, l)
}

func (v *visit) getView(w http.ResponseWriter) error {
	v.sendTagged(w, encode(v.apiView()))
	return nil
}

// sendTagged answers with body and the hash of its bytes, or with 304 to who has
// these bytes already.
func (v *visit) sendTagged(w http.ResponseWriter, body []byte) {
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
	w.Header().Set("ETag", tag)
	if matches(v.r.Header.Values("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	send(w, http.StatusOK, "application/json", body)
}

// matches reports whether an If-None-Match names tag (RFC 9110, 13.1.2).
func matches(headers []string, tag string) bool {
	for known := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		known = strings.TrimPrefix(strings.TrimSpace(known), "W/")
		if known == tag || known == "*" {
			return true
		}
	}
	return false
}

// openAPI is the description of all this.
func openAPI(w http.ResponseWriter, _ *http.Request) {
	send(w, http.StatusOK, "application/yaml", docs.OpenAPI)
}

// webhookDoc says what a webhook is sent. Browsers show plain text, and store Markdown away.
func webhookDoc(w http.ResponseWriter, _ *http.Request) {
	send(w, http.StatusOK, "text/plain; charset=utf-8", docs.Webhook)
}

// writeJSON answers a program.
func (s *site) writeJSON(w http.ResponseWriter, status int, body any) {
	send(w, status, "application/json", encode(body))
}

// send writes an answer. A client that has left reads none, so that there is
// nobody to tell of an error.
func send(w http.ResponseWriter, status int, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// encode returns body as JSON with a line feed. What the API says can always be
// written so. Signs like > stay as they are: no browser takes this for a page.
func encode(body any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(body); err != nil {
		panic(err)
	}
	return b.Bytes()
}
