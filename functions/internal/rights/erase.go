package rights

import (
	"context"
	"errors"
	"slices"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
)

// mostRounds is how often a person's games are listed to be forgotten in: a list has
// the newest alone.
const mostRounds = 20

// Erase forgets a person: the changes of his address end, his games, which are given up
// before if give is set, forget him, then his profile does, of which his key and his wish
// for no mails stay; and so does that of the address that he has left not long ago. It
// fails with ErrPlaying, and has done nothing, if he plays and give is not set; and with
// match.ErrConflict if others never leave him alone, or there are more games than one call
// forgets him in: the next goes on. A game that nobody has confirmed is left to its end,
// some days away.
func (r *Rights) Erase(ctx context.Context, who player.Key, give bool) error {
	for range mostTries {
		he, err := r.People.Profile(ctx, who)
		if err == nil {
			err = r.leaveAll(ctx, he, give)
		}
		if err != nil {
			return err
		}
		came := false // somebody, with games, since it was looked at
		err = r.forget(ctx, who, func(now player.Profile) bool {
			came = overtook(now, he)
			return !came
		})
		if err != nil || !came {
			return err
		}
	}
	return match.ErrConflict
}

// leaveAll ends the changes of a person's address, and forgets him in his games. It fails
// as Erase does.
func (r *Rights) leaveAll(ctx context.Context, he player.Profile, give bool) error {
	who := he.Key
	for _, c := range he.Changes { // what has begun to move is seen where it goes
		if _, err := r.finish(ctx, c.ID); err != nil && !errors.Is(err, match.ErrNotFound) {
			return err
		}
	}
	if err := r.gives(ctx, who, give); err != nil {
		return err
	}
	if err := r.endAll(ctx, he); err != nil {
		return err
	}
	for range mostRounds { // from here on no change takes a game away, or brings one
		if err := r.gives(ctx, who, give); err != nil {
			return err
		}
		games, err := r.People.Games(ctx, who)
		if err != nil {
			return err
		}
		left := 0
		for _, m := range games {
			did, err := r.forgetIn(ctx, m, who)
			if err != nil {
				return err
			}
			left += did
		}
		if left == 0 {
			return nil
		}
	}
	return match.ErrConflict
}

// gives fails with ErrPlaying if a person plays and does not give that up.
func (r *Rights) gives(ctx context.Context, who player.Key, give bool) error {
	if give {
		return nil
	}
	games, err := r.People.Games(ctx, who)
	if err == nil && slices.ContainsFunc(games, func(m match.Match) bool { return plays(m, who) }) {
		err = ErrPlaying
	}
	return err
}

// forget forgets the profile of a key, if which says so. There need be nothing in it:
// whoever was only invited has links to all his games too, and feeds that would go on.
func (r *Rights) forget(ctx context.Context, key player.Key, which func(player.Profile) bool) error {
	now := r.People.Now()
	_, err := r.People.Amend(ctx, key, func(he player.Profile) (player.Profile, bool) {
		if !which(he) {
			return he, false
		}
		return he.Forget(now), true
	})
	return err
}

// forgetIn gives a person's game up, if it has not ended, and forgets him in it. It
// returns how many commands that took. His notes go before, since who asks again does not
// find the game any more, and after: they may have been saved in between. Who saves them
// later sees that he is forgotten.
func (r *Rights) forgetIn(ctx context.Context, m match.Match, who player.Key) (int, error) {
	for did := 0; ; did++ {
		c := parting(m, who)
		if c == nil {
			return did, nil
		}
		empty := func() error { return nil }
		if f, last := c.(match.Forget); last {
			empty = func() error { return r.Notes.SaveNotes(ctx, m.ID, f.By, match.Notes{}) }
		}
		if err := empty(); err != nil {
			return did, err
		}
		next, err := r.Games.DoOn(ctx, m, c)
		quicker := next.ID == m.ID && next.Version != m.Version // somebody was: what is next is seen by what stands now
		if err != nil && !quicker {
			return did, err
		}
		if err := empty(); err != nil {
			return did, err
		}
		m = next
	}
}

// parting is the next command by which somebody leaves a match for good, or nil when
// there is none.
func parting(m match.Match, who player.Key) match.Command {
	seat := players.SeatOf(m, who)
	switch {
	case seat == engine.NoColor: // he is forgotten
	case m.Ended():
		return match.Forget{By: seat}
	case m.State != match.Unconfirmed:
		return match.Leave{By: seat}
	}
	return nil
}
