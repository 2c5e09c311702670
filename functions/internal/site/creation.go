package site

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"time"

	"fieldpost/engine/match"
)

// creationWindow is the hour of Host.PerHour.
const creationWindow = time.Hour

// errClosed is a new game where the host takes none.
var errClosed = errors.New("no new games are taken here")

// errCode is a new game without the host's code.
var errCode = errors.New("the code is not the one of this server")

// crowdedError is a new game beyond Host.PerHour.
type crowdedError struct {
	tooManyError

	most int
}

func (e *crowdedError) Unwrap() error { return &e.tooManyError }

// admit decides whether the game that r asks for, and in which all else is in
// order, may be created. It fails with errCode or *crowdedError. A wrong code is
// counted as a game is, or it could be guessed.
func (s *site) admit(ctx context.Context, r *http.Request, code string) error {
	if err := s.countCreation(ctx, r); err != nil {
		return err
	}
	given, right := sha256.Sum256([]byte(code)), sha256.Sum256([]byte(s.Host.Code))
	if s.Host.Code != "" && subtle.ConstantTimeCompare(given[:], right[:]) == 0 {
		return errCode
	}
	return nil
}

// countCreation counts a new game for its client. Who plays with the local
// mailbox on his own machine is not counted.
func (s *site) countCreation(ctx context.Context, r *http.Request) error {
	most := s.Host.PerHour
	if most == 0 || s.Mailbox != nil && s.fromHere(r) {
		return nil
	}
	now := s.Real()
	ok, err := s.Limits.Take(ctx, "create "+s.clientKey(r), most, creationWindow, now)
	switch {
	case err != nil: // its text may hold the address
		s.Log.Warn("creation not counted")
	case !ok:
		return &crowdedError{tooManyError{wait: windowEnd(now, creationWindow).Sub(now)}, most}
	}
	return nil
}

// check returns what match.New would say of c, which nobody needs to count.
func (s *site) check(c match.Create) error {
	_, err := match.New(c, s.Now())
	return err
}
