package site

import (
	"errors"

	"fieldpost/functions/internal/metrics"
	"fieldpost/infra/link"
)

// whyStale is what has become of a link that was genuine once.
type whyStale string

const (
	expired   whyStale = "expired"
	cancelled whyStale = "cancelled" // its owner has newer ones
	passed    whyStale = "passed"    // the game is beyond what it was for
)

// stale counts the opening of a link that leads no further. Many of them at once tell
// the host that his mails come late, or that somebody tries old links out. What was
// never a link of ours is not counted.
func (s *site) stale(p link.Purpose, why whyStale) {
	s.Log.Info("stale link", "link", p.String(), "why", string(why), metrics.StaleLinks.Count(1))
}

// open opens a token as Keys.OpenFor does, by the time of who has the link.
func (s *site) open(p link.Purpose, token string) (link.Link, error) {
	l, err := s.Keys.OpenFor(p, token, s.Players.NowFor)
	if errors.Is(err, link.ErrExpired) {
		s.stale(p, expired)
	}
	return l, err
}
