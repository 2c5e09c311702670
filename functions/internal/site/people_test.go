package site

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/mail"
	"fieldpost/infra/link"
)

// register keeps profiles in a map, counts in memory and collects the letters to
// people.
type register struct {
	counters
	mu       sync.Mutex
	profiles map[player.Key]player.Image
	loads    int
	saves    int
	letters  []gamesLetter
	down     bool // nothing can be read or written
}

var errRegister = errors.New("the register does not answer")

func (r *register) LoadProfile(_ context.Context, key player.Key) (player.Image, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.loads++
	if r.down {
		return player.Image{}, errRegister
	}
	i, ok := r.profiles[key]
	if !ok {
		return player.Image{}, match.ErrNotFound
	}
	return i, nil
}

func (r *register) SaveProfile(_ context.Context, i player.Image) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.down:
		return errRegister
	case r.profiles[i.Key].Version != i.Version-1:
		return match.ErrConflict
	case r.profiles == nil:
		r.profiles = map[player.Key]player.Image{}
	}
	r.profiles[i.Key] = i
	r.saves++
	return nil
}

// gamesLetter is the mail with the link to all games.
type gamesLetter struct {
	Claim string
	mail.Recipient
	At time.Time
}

func (r *register) post(claim string, to mail.Recipient, at time.Time) {
	r.letters = append(r.letters, gamesLetter{claim, to, at})
}

// OfPlayer lists the games of a player, newest first.
func (m *memory) OfPlayer(_ context.Context, key player.Key) ([]match.Image, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []match.Image
	for _, i := range m.images {
		if i.Creator == key || i.Opponent == key {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b match.Image) int {
		return -cmp.Or(a.Created.Compare(b.Created), bytes.Compare(a.ID[:], b.ID[:]))
	})
	return list, nil
}

// profile returns what is kept of an address.
func (w *world) profile(address string) player.Profile {
	w.t.Helper()
	i, ok := w.people.profiles[w.pepper.Key(address)]
	if !ok {
		return player.Profile{Key: w.pepper.Key(address)}
	}
	p, err := player.Open(i)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// keep stores a changed profile.
func (w *world) keep(address string, change func(player.Profile) (player.Profile, bool)) {
	w.t.Helper()
	p, changed := change(w.profile(address))
	if !changed {
		w.t.Fatal("the profile is like this already")
	}
	if err := w.people.SaveProfile(w.t.Context(), player.Seal(p)); err != nil {
		w.t.Fatal(err)
	}
}

// mode returns a change of the mails.
func mode(m player.Mode) func(player.Profile) (player.Profile, bool) {
	return func(p player.Profile) (player.Profile, bool) { return p.SetMode(m) }
}

func (w *world) toMails(address string) string {
	return w.seal(link.Link{Purpose: link.Unsubscribe, Player: w.pepper.Key(address)})
}

func (w *world) toGames(address string, epoch uint8) string {
	return w.seal(link.Link{Purpose: link.Player, Player: w.pepper.Key(address), Epoch: epoch, Issued: w.now})
}

// nextDay lets what was counted for addresses be over, for tests of other limits.
func (w *world) nextDay() {
	w.people.counters.mu.Lock()
	defer w.people.counters.mu.Unlock()
	clear(w.people.used)
}
