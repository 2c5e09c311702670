package feedback

import (
	"context"
	"errors"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
)

// People keeps what is known of addresses. To tell it the same again changes
// nothing.
type People interface {
	// Bounced notes that a mail of a moment came back for good.
	Bounced(ctx context.Context, key player.Key, sent time.Time) error
	// Complained notes a complaint of a moment.
	Complained(ctx context.Context, key player.Key, at time.Time) error
	// Block keeps the invitations of one away from another.
	Block(ctx context.Context, by, whom player.Key) error
}

// Games returns matches, or match.ErrNotFound.
type Games interface {
	Load(ctx context.Context, id match.ID, strong bool) (match.Image, error)
}

// Desk takes reports. All fields must be set.
type Desk struct {
	Pepper player.Pepper
	People People
	Games  Games
}

// Take does what follows from a report, all of it before it fails. To take it again
// does no harm, and makes up for what failed.
//
// A bounce counts from when its mail was sent: who has read a later mail is there.
// A complaint counts from when it was made, however old the mail: it is a will.
func (d *Desk) Take(ctx context.Context, r Report) error {
	var failed error
	for _, address := range r.about {
		key := d.Pepper.Key(address)
		var err error
		switch r.means() {
		case gone:
			err = d.People.Bounced(ctx, key, r.sent)
		case unwanted:
			err = errors.Join(d.People.Complained(ctx, key, r.told), d.refuse(ctx, r, key))
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// refuse makes a complaint of an invitation a block of whoever invited (product.md
// "Life of a game" 2). Who has accepted complains of us.
func (d *Desk) refuse(ctx context.Context, r Report, key player.Key) error {
	if r.game == (match.ID{}) {
		return nil
	}
	image, err := d.Games.Load(ctx, r.game, true)
	if errors.Is(err, match.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	m, err := match.Open(image)
	if err != nil {
		return err
	}
	if r.seat != m.Opponent() || m.Seated(r.seat) || players.SeatOf(m, key) != r.seat {
		return nil
	}
	return d.People.Block(ctx, key, m.Seat(m.Creator).Key)
}
