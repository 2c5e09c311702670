package feedback

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
)

var (
	pepper  = player.Pepper{3}
	bobKey  = pepper.Key(bob)
	annKey  = pepper.Key("ann@example.org")
	noon    = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	errDown = errors.New("the store does not answer")
)

// store keeps profiles and one game in memory, and may fail at any of its calls.
type store struct {
	profiles map[player.Key]player.Image
	game     match.Image
	calls    int
	writes   int
	fails    int // the call that fails; 0: none
	persists bool
}

func (s *store) failing() bool { s.calls++; return s.calls == s.fails }

func (s *store) LoadProfile(_ context.Context, key player.Key) (player.Image, error) {
	if s.failing() {
		return player.Image{}, errDown
	}
	i, ok := s.profiles[key]
	if !ok {
		return player.Image{}, match.ErrNotFound
	}
	return i, nil
}

func (s *store) SaveProfile(_ context.Context, i player.Image) error {
	fails := s.failing()
	if fails && !s.persists {
		return errDown
	}
	if s.profiles[i.Key].Version != i.Version-1 {
		return match.ErrConflict
	}
	s.profiles[i.Key] = i
	s.writes++
	if fails {
		return errDown
	}
	return nil
}

func (s *store) Load(_ context.Context, id match.ID, _ bool) (match.Image, error) {
	if s.failing() {
		return match.Image{}, errDown
	}
	if s.game.ID != id {
		return match.Image{}, match.ErrNotFound
	}
	return s.game, nil
}

func newStore() *store { return &store{profiles: map[player.Key]player.Image{}} }

func (s *store) desk() *Desk {
	return &Desk{Pepper: pepper, People: &players.Players{Profiles: s}, Games: s}
}

func (s *store) profile(t testing.TB, key player.Key) player.Profile {
	t.Helper()
	i, ok := s.profiles[key]
	if !ok {
		return player.Profile{Key: key}
	}
	p, err := player.Open(i)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// report is that of a shape, of a mail sent so many minutes after noon.
func report(t testing.TB, name string, minutes int) Report {
	t.Helper()
	text := shape(t, name)
	for _, at := range []string{"12:00:00.000", "12:00:04.000", "13:30:00.000"} {
		was, err := time.Parse("15:04:05.000", at)
		if err != nil {
			t.Fatal(err)
		}
		text = strings.ReplaceAll(text, at, was.Add(time.Duration(minutes)*time.Minute).Format("15:04:05.000"))
	}
	r, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What a report changes, and that one which means nothing writes nothing.
func TestTake(t *testing.T) {
	for _, c := range []struct {
		name string
		want player.Health
	}{
		{"no-mailbox", player.Bouncing},
		{"complaint-untold", player.Unwanted},
		{"mailbox-full", player.Well},
		{"ooto-undetermined", player.Well},
		{"not-spam", player.Well},
	} {
		s := newStore()
		for range 2 {
			if err := s.desk().Take(t.Context(), report(t, c.name, 0)); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if got := s.profile(t, bobKey).Signs.Health(); got != c.want || s.writes > 1 || (s.writes == 0) != (c.want == player.Well) {
			t.Errorf("%s: Bob is %v after %d writes", c.name, got, s.writes)
		}
	}
	s := newStore()
	if err := s.desk().Take(t.Context(), report(t, "several", 0)); err != nil {
		t.Error(err)
	}
	for address, want := range map[string]player.Health{bob: player.Bouncing, "ann@example.org": player.Bouncing, "zoe@example.org": player.Well, "eve@example.org": player.Well} {
		if got := s.profile(t, pepper.Key(address)).Signs.Health(); got != want {
			t.Errorf("of several %s is %v", address, got)
		}
	}
}

// A bounce of a mail from before the address was confirmed again must not count,
// and a complaint counts by its own time.
func TestTakeLate(t *testing.T) {
	for _, c := range []struct {
		name    string
		minutes int // of the mail, after noon
		read    int
		want    player.Health
	}{
		{"no-mailbox", 0, 1, player.Well}, // told at 13:30
		{"no-mailbox", 2, 1, player.Bouncing},
		{"complaint-untold", 0, 1, player.Unwanted}, // made at 13:30
		{"complaint-untold", 0, 91, player.Well},
	} {
		s := newStore()
		d := s.desk()
		if err := d.People.(*players.Players).Read(t.Context(), bobKey, noon.Add(time.Duration(c.read)*time.Minute)); err != nil {
			t.Fatal(err)
		}
		if err := d.Take(t.Context(), report(t, c.name, c.minutes)); err != nil {
			t.Fatal(err)
		}
		if got := s.profile(t, bobKey).Signs.Health(); got != c.want {
			t.Errorf("%s of minute %d, read until %d: %v, not %v", c.name, c.minutes, c.read, got, c.want)
		}
	}
}

// Reports and presses, in any order, some of them several times, some of them
// with a store that fails at any call and is asked again: the profile is the same.
func TestTakeInAnyOrder(t *testing.T) {
	type step struct {
		name    string // of a shape; "": he reads a mail
		minutes int
	}
	rapid.Check(t, func(rt *rapid.T) {
		steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) step {
			return step{rapid.SampledFrom([]string{"", "no-mailbox", "complaint-untold", "mailbox-full"}).Draw(t, "name"), rapid.IntRange(0, 200).Draw(t, "minutes")}
		}), 1, 6).Draw(rt, "steps")
		take := func(list []step, faulty bool) player.Signs {
			s := newStore()
			d := s.desk()
			for _, step := range list {
				if faulty {
					s.fails, s.persists = s.calls+rapid.IntRange(0, 3).Draw(rt, "fails"), rapid.Bool().Draw(rt, "persists")
				}
				do := func() error {
					if step.name == "" {
						return d.People.(*players.Players).Read(t.Context(), bobKey, noon.Add(time.Duration(step.minutes)*time.Minute))
					}
					return d.Take(t.Context(), report(t, step.name, step.minutes))
				}
				if err := do(); err != nil { // Lambda calls again
					if err := do(); err != nil {
						rt.Fatal(err)
					}
				}
			}
			return s.profile(t, bobKey).Signs
		}
		again := rapid.SliceOf(rapid.SampledFrom(steps)).Draw(rt, "again")
		other := rapid.Permutation(append(again, steps...)).Draw(rt, "order")
		if diff := cmp.Diff(take(steps, false), take(other, true)); diff != "" {
			rt.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

// invitation is the game of the shapes, in which Ann has invited Bob.
func invitation(t testing.TB, commands ...match.Command) match.Image {
	t.Helper()
	c := match.Create{ID: match.ID{1, 2, 3, 4, 5, 6, 7, 8}, Creator: engine.Red, Rules: engine.StandardRules(engine.Barrage)}
	c.Players.Red = match.Player{Name: "Ann", Address: "ann@example.org"}
	c.Players.Blue = match.Player{Name: "Bob", Address: bob}
	c.Keys.Red, c.Keys.Blue = annKey, bobKey
	m, err := match.New(c, noon)
	for _, command := range commands {
		if err == nil {
			m, _, err = match.Decide(m, command, noon)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return match.Seal(m)
}

// Who complains of an invitation blocks whoever sent it, once however often it is
// told; three complaints would end all his invitations. Without the other cases a
// player would be blocked for mails that are ours.
func TestComplaintOfAnInvitation(t *testing.T) {
	correct := match.CorrectAddress{By: engine.Red, Address: "rob@example.org", Key: pepper.Key("rob@example.org")}
	for _, c := range []struct {
		name     string
		commands []match.Command
		report   string
		change   [2]string // in the event
		blocked  bool
	}{
		{"invited", []match.Command{match.Confirm{}}, "complaint-untold", [2]string{}, true},
		{"declined", []match.Command{match.Confirm{}, match.Decline{By: engine.Blue}}, "complaint-untold", [2]string{}, true},
		{"accepted", []match.Command{match.Confirm{}, match.Accept{By: engine.Blue}}, "complaint-untold", [2]string{}, false},
		{"sent to somebody else since", []match.Command{match.Confirm{}, correct}, "complaint-untold", [2]string{}, false},
		{"before any invitation", nil, "complaint-untold", [2]string{}, false},
		{"another seat", []match.Command{match.Confirm{}}, "complaint-untold", [2]string{".blue@", ".red@"}, false},
		{"another game", []match.Command{match.Confirm{}}, "complaint-untold", [2]string{"<aebag", "<qebag"}, false},
		{"no game", []match.Command{match.Confirm{}}, "complaint-untold", [2]string{`"References"`, `"List-Id"`}, false},
		{"no spam", []match.Command{match.Confirm{}}, "not-spam", [2]string{}, false},
		{"a bounce", []match.Command{match.Confirm{}}, "no-mailbox", [2]string{}, false},
	} {
		s := newStore()
		s.game = invitation(t, c.commands...)
		r, err := Read([]byte(strings.Replace(shape(t, c.report), c.change[0], c.change[1], 1)))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := s.desk().Take(t.Context(), r); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if got := s.profile(t, bobKey).Blocks(annKey); got != c.blocked || len(s.profile(t, annKey).BlockedBy) == 1 != c.blocked {
			t.Errorf("%s: Ann is blocked: %t", c.name, got)
		}
	}
}

// Each call fails once, with and without having been carried out: the report fails,
// and the next try makes it good.
func TestTakeFails(t *testing.T) {
	whole := newStore()
	whole.game = invitation(t, match.Confirm{})
	if err := whole.desk().Take(t.Context(), report(t, "complaint-untold", 0)); err != nil {
		t.Fatal(err)
	}
	if whole.calls != 7 {
		t.Errorf("%d calls, not seven: two for each of three profiles' changes, and the game", whole.calls)
	}
	for n := range whole.calls {
		for _, persists := range []bool{false, true} {
			s := newStore()
			s.game, s.fails, s.persists = whole.game, n+1, persists
			err := s.desk().Take(t.Context(), report(t, "complaint-untold", 0))
			if !errors.Is(err, errDown) {
				t.Errorf("call %d: %v", n+1, err)
			}
			s.fails = 0
			if err := s.desk().Take(t.Context(), report(t, "complaint-untold", 0)); err != nil {
				t.Errorf("call %d, again: %v", n+1, err)
			}
			for _, key := range []player.Key{annKey, bobKey} {
				got, want := s.profile(t, key), whole.profile(t, key)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("call %d: %s", n+1, diff)
				}
			}
		}
	}
	s := newStore()
	s.game = invitation(t, match.Confirm{})
	s.game.Data = nil
	if err := s.desk().Take(t.Context(), report(t, "complaint-untold", 0)); err == nil || strings.Contains(err.Error(), "@") {
		t.Errorf("a game that cannot be read: %v", err)
	}
	if s.profile(t, bobKey).Signs.Health() != player.Unwanted {
		t.Error("the complaint is lost with it")
	}
}

// The error of a report holds no address of its own, and nothing prints one.
func TestTakeTellsNothing(t *testing.T) {
	text, err := json.Marshal(report(t, "no-mailbox", 0))
	if err != nil || strings.Contains(string(text), "@") {
		t.Errorf("%s, %v", text, err)
	}
	if text := fmt.Sprintf("%+v %v", newStore().desk(), pepper); strings.Contains(text, "[3 ") {
		t.Errorf("%s", text)
	}
}
