package players

import (
	"context"
	"errors"

	"fieldpost/engine/player"
)

// Choice is how a person wants to be written to. What is zero or nil stays as it is.
//
// Source: product.md "Correspondence life", preferences.
type Choice struct {
	Lang, Zone string // of the catalog and of the zones that there are
	Mode       *player.Mode
	Hour       *uint8 // 0 to 23
	Board      *player.Shape
	Plain      *bool
}

// ErrStopped is a choice of mails by who has stopped them all, which only the link in
// his mails lifts.
var ErrStopped = errors.New("all mail is stopped")

// Choose keeps what a person has chosen, all of it or nothing. It fails with
// ErrStopped. His games are the caller's business.
func (p *Players) Choose(ctx context.Context, key player.Key, c Choice) (player.Profile, error) {
	var refused error
	he, err := p.Update(ctx, key, func(he player.Profile) (player.Profile, bool) {
		refused = nil
		if he.Mode == player.Stopped && c.Mode != nil {
			refused = ErrStopped
			return he, false
		}
		return c.of(he)
	})
	if err == nil {
		err = refused
	}
	return he, err
}

// of returns the profile as c has it.
func (c Choice) of(he player.Profile) (_ player.Profile, changed bool) {
	he, changed = he.Seen("", c.Lang, c.Zone)
	if c.Mode != nil {
		var moved bool
		he, moved = he.SetMode(*c.Mode)
		changed = changed || moved
	}
	prefs := he.Prefs
	if c.Hour != nil {
		prefs.Hour = player.HourAt(*c.Hour)
	}
	if c.Board != nil {
		prefs.Board = *c.Board
	}
	if c.Plain != nil {
		prefs.Plain = *c.Plain
	}
	he, preferred := he.Prefer(prefs)
	return he, changed || preferred
}

// Resume takes back that a person gets no mails about his games.
func (p *Players) Resume(ctx context.Context, key player.Key) (player.Profile, error) {
	return p.Update(ctx, key, player.Profile.Resume)
}
