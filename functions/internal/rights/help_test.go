package rights

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/players"
)

var (
	pepper  = player.Pepper{3}
	ann     = pepper.Key("ann@example.org")
	annie   = pepper.Key("annie@example.net")
	bob     = pepper.Key("bob@example.org")
	errDown = errors.New("it does not answer")
)

// world is everything that rights stand on, in memory.
type world struct {
	Rights
	t        *testing.T
	now      time.Time
	games    map[match.ID]match.Image
	profiles map[player.Key]player.Image
	changes  map[match.ChangeID]match.AddressChange
	notes    map[string]match.Notes   // by match and seat
	mails    []string                 // what, and to whom
	mail     error                    // what sending a mail returns
	before   func()                   // called before a match is saved
	saved    func(match.Match)        // called with each that is
	taking   func()                   // called before something is counted
	fault    func(write string) error // called before anything is written, with what
}

// write asks for a fault.
func (w *world) write(what string) error {
	if w.fault == nil {
		return nil
	}
	return w.fault(what)
}

func newWorld(t *testing.T) *world {
	w := &world{
		t: t, now: time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC), games: map[match.ID]match.Image{},
		profiles: map[player.Key]player.Image{}, changes: map[match.ChangeID]match.AddressChange{},
		notes: map[string]match.Notes{},
	}
	clock := func() time.Time { return w.now }
	w.Rights = Rights{
		Games: &app.App{Games: w, Now: clock}, Changes: w, Notes: w, Post: w,
		People: &players.Players{Profiles: w, Lists: w, Limits: w, Now: clock},
	}
	return w
}

func (w *world) SaveNotes(_ context.Context, id match.ID, seat engine.Color, n match.Notes) error {
	if err := w.write("notes"); err != nil {
		return err
	}
	w.notes[id.String()+" "+seat.String()] = n
	return nil
}

func (w *world) Load(_ context.Context, id match.ID, _ bool) (match.Image, error) {
	i, ok := w.games[id]
	if !ok {
		return match.Image{}, match.ErrNotFound
	}
	return i, nil
}

func (w *world) Create(_ context.Context, i match.Image) error {
	w.games[i.ID] = i
	return nil
}

func (w *world) Save(_ context.Context, i match.Image) error {
	if w.before != nil {
		w.before()
	}
	if err := w.write("game"); err != nil {
		return err
	}
	if w.games[i.ID].Version != i.Version-1 {
		return match.ErrConflict
	}
	w.games[i.ID] = i
	if w.saved != nil {
		w.saved(w.match(i.ID))
	}
	return nil
}

func (w *world) OfPlayer(_ context.Context, key player.Key) ([]match.Image, error) {
	var list []match.Image
	for _, i := range w.games {
		if i.Creator == key || i.Opponent == key {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b match.Image) int { return slices.Compare(a.ID[:], b.ID[:]) })
	return list, nil
}

func (w *world) LoadProfile(_ context.Context, key player.Key) (player.Image, error) {
	i, ok := w.profiles[key]
	if !ok {
		return player.Image{}, match.ErrNotFound
	}
	return i, nil
}

func (w *world) SaveProfile(_ context.Context, i player.Image) error {
	if err := w.write("profile"); err != nil {
		return err
	}
	if w.profiles[i.Key].Version != i.Version-1 {
		return match.ErrConflict
	}
	w.profiles[i.Key] = i
	return nil
}

func (w *world) LoadChange(_ context.Context, id match.ChangeID) (match.AddressChange, error) {
	c, ok := w.changes[id]
	if !ok {
		return match.AddressChange{}, match.ErrNotFound
	}
	return c, nil
}

func (w *world) SaveChange(_ context.Context, c match.AddressChange) error {
	if err := w.write("change"); err != nil {
		return err
	}
	if w.changes[c.ID].Version != c.Version-1 {
		return match.ErrConflict
	}
	w.changes[c.ID] = c
	return nil
}

// Take allows everything.
func (w *world) Take(context.Context, string, int, time.Duration, time.Time) (bool, error) {
	if w.taking != nil {
		w.taking()
	}
	return true, nil
}

// post sends each mail once.
func (w *world) post(what, to string) error {
	if err := w.write("mail"); err != nil {
		return err
	}
	if w.mail == nil && !slices.Contains(w.mails, what+" "+to) {
		w.mails = append(w.mails, what+" "+to)
	}
	return w.mail
}

func (w *world) AskMove(_ context.Context, c match.AddressChange) error { return w.post("ask", c.New) }

func (w *world) TellMoved(_ context.Context, c match.AddressChange) error {
	return w.post("moved", c.Old)
}

func (w *world) TellUndone(_ context.Context, c match.AddressChange, _ time.Time) error {
	return w.post("undone", c.New)
}

// game is one of Ann and Bob, after commands.
func (w *world) game(commands ...match.Command) match.ID {
	w.t.Helper()
	c := match.Create{Creator: engine.Red, Confirmed: true, Rules: engine.StandardRules(engine.Barrage)}
	binary.BigEndian.PutUint64(c.ID[:], uint64(len(w.games)+1))
	c.Players.Red, c.Keys.Red = match.Player{Name: "Ann", Address: "ann@example.org"}, ann
	c.Players.Blue, c.Keys.Blue = match.Player{Name: "Bob", Address: "bob@example.org"}, bob
	games := &app.App{Games: w, Now: func() time.Time { return w.now }}
	m, err := games.Create(w.t.Context(), c)
	for _, command := range commands {
		if err == nil {
			m, err = games.Do(w.t.Context(), m.ID, command)
		}
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return m.ID
}

func (w *world) match(id match.ID) match.Match {
	w.t.Helper()
	m, err := match.Open(w.games[id])
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

// keep stores a changed profile.
func (w *world) keep(key player.Key, change func(player.Profile) (player.Profile, bool)) {
	w.t.Helper()
	if _, err := w.People.Update(w.t.Context(), key, change); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) profile(key player.Key) player.Profile {
	w.t.Helper()
	p, err := w.People.Profile(w.t.Context(), key)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// asked is Ann's wish to be Annie.
func (w *world) asked() match.ChangeID {
	w.t.Helper()
	c, err := w.Ask(w.t.Context(), ann, annie, "annie@example.net", match.ChangeID{7, byte(len(w.changes))})
	if err != nil {
		w.t.Fatal(err)
	}
	return c.ID
}
