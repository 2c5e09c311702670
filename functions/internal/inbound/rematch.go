package inbound

import (
	"context"
	"errors"
	"fmt"
	"io"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// errRematchRefused means that the rematch of a game came to nothing before.
var errRematchRefused = errors.New("a rematch was asked for, and came to nothing")

// rematch asks for a rematch, or accepts the one that the other has asked for. It
// fails with match.ErrRepeated if he has done so before.
func (v *visit) rematch(ctx context.Context) error {
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
	_, err = v.Games.Create(ctx, c)
	if !errors.Is(err, match.ErrExists) {
		return err
	}
	m, err := v.Games.Reload(ctx, c.ID)
	he := m.Seat(c.Creator)
	switch {
	case err != nil:
		return err
	case he.Key != *c.Keys.Of(c.Creator), m.Refused(): // the invitation went to another address since, or nowhere
		return errRematchRefused
	case m.Creator == c.Creator:
		return match.ErrRepeated
	}
	_, err = v.Games.DoOn(ctx, m, match.ByLink{Seat: c.Creator, Epoch: he.Epoch, Command: match.Accept{By: c.Creator}})
	return err
}
