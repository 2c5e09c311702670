package rights

import (
	"context"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
)

// mostRounds is how often a person's games are listed to be forgotten in: a list has
// the newest alone.
const mostRounds = 20

// Erase forgets a person: in each of his games, which are given up before if give is
// set, then his profile, of which his key and his wish for no mails stay. It fails
// with ErrPlaying, and has done nothing, if he plays and give is not set. A game that
// nobody has confirmed is left to its end, some days away.
func (r *Rights) Erase(ctx context.Context, who player.Key, give bool) error {
	for range mostRounds {
		games, err := r.People.Games(ctx, who)
		if err != nil {
			return err
		}
		for _, m := range games {
			if !give && plays(m, who) {
				return ErrPlaying
			}
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
			break
		}
	}
	now := r.People.Now()
	// Also one of which nothing is kept has links, to which invitations of his are enough.
	_, err := r.People.Update(ctx, who, func(he player.Profile) (player.Profile, bool) { return he.Forget(now), true })
	return err
}

// forgetIn gives a person's game up, if it has not ended, and forgets him in it. It
// returns how many commands that took.
func (r *Rights) forgetIn(ctx context.Context, m match.Match, who player.Key) (int, error) {
	for did := 0; ; did++ {
		c := parting(m, who)
		if c == nil {
			return did, nil
		}
		if f, last := c.(match.Forget); last && m.TakesNotes() == nil {
			if err := r.Notes.SaveNotes(ctx, m.ID, f.By, match.Notes{}); err != nil {
				return did, err
			}
		}
		next, err := r.Games.DoOn(ctx, m, c)
		quicker := next.ID == m.ID && next.Version != m.Version // somebody was: what is next is seen by what stands now
		if err != nil && !quicker {
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
	case m.State == match.Playing:
		return match.Resign{By: seat, Ply: match.AnyPly}
	case m.State == match.SettingUp:
		return match.Abort{By: seat, Ply: match.AnyPly}
	case m.State == match.Invited && seat == m.Creator:
		return match.Withdraw{By: seat}
	case m.State == match.Invited:
		return match.Decline{By: seat}
	}
	return nil
}
