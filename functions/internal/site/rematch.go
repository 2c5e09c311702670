package site

import (
	"errors"
	"fmt"
	"io"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// errRematchRefused means that the rematch of a game came to nothing before.
var errRematchRefused = errors.New("a rematch was asked for, and came to nothing")

// rematch asks for a rematch of the visitor's game, or accepts the one that the
// other has asked for. Then the visit is one to the new game, at the visitor's
// seat there. It fails with match.ErrRepeated if he has done so before.
func (v *visit) rematch() error {
	var salts engine.Both[[16]byte]
	for _, salt := range []*[16]byte{&salts.Red, &salts.Blue} {
		if _, err := io.ReadFull(v.Random, salt[:]); err != nil {
			return fmt.Errorf("draw for a rematch: %w", err)
		}
	}
	c, err := match.Rematch(v.match, v.link.Seat, salts)
	if err != nil {
		return err
	}
	m, err := v.Games.Create(v.r.Context(), c)
	if errors.Is(err, match.ErrExists) {
		if m, err = v.Games.Reload(v.r.Context(), c.ID); err != nil {
			return err
		}
		if m.Seat(c.Creator).Key != *c.Keys.Of(c.Creator) { // the invitation went to another address since
			return errRematchRefused
		}
		v.turnTo(m, c.Creator)
		switch {
		case m.Refused():
			return errRematchRefused
		case m.Creator == c.Creator:
			return match.ErrRepeated
		}
		return v.do(match.Accept{By: c.Creator})
	}
	if err == nil {
		v.turnTo(m, c.Creator)
	}
	return err
}

// turnTo makes the visit one to another match of the same player. His link to it
// comes by mail: here it is as one that took a seat, which shows none.
func (v *visit) turnTo(m match.Match, seat engine.Color) {
	v.link = link.Link{Purpose: link.Confirm, Game: m.ID, Seat: seat, Epoch: m.Seat(seat).Epoch, Action: v.link.Action}
	v.read = m
	v.stand(m)
}
