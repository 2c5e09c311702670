package app_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
)

// TestFaults plays a whole game while one call of the store after another goes
// wrong in every way, and the player presses again whenever he is told of a
// failure. At the end the game must be the same, with one version a command:
// without it an acknowledged command could be lost, or one press count twice.
func TestFaults(t *testing.T) {
	const most = 60 // more calls than the game makes; checked below
	for _, f := range []fault{failed, persisted, resent, behind} {
		for k := range most {
			t.Run(fmt.Sprintf("call %d %s", k, f), func(t *testing.T) {
				g := newGames()
				a := newApp(g)
				n := 0
				g.fault = func(string) fault {
					n++
					if n-1 == k {
						return f
					}
					return fine
				}
				if _, err := a.Create(ctx, request()); err != nil {
					if _, err := a.Create(ctx, request()); err != nil && !errors.Is(err, match.ErrExists) {
						t.Fatal(err)
					}
				}
				for i, c := range line {
					m, err := a.Do(ctx, id, c)
					if errors.Is(err, errDown) {
						if f == behind {
							t.Errorf("command %d failed by a read that was only old", i)
						}
						m, err = a.Do(ctx, id, c)
					}
					if err != nil && !errors.Is(err, match.ErrRepeated) {
						t.Fatalf("command %d, %T: %v", i, c, err)
					}
					if want := uint64(i + 2); m.Version != want {
						t.Fatalf("command %d, %T: version %d, want %d", i, c, m.Version, want)
					}
				}
				if m := g.stored(t); m.State != match.Over || m.Version != uint64(1+len(line)) {
					t.Errorf("stored: %v, version %d", m, m.Version)
				}
				if n >= most {
					t.Errorf("%d calls: some of them never failed", n)
				}
			})
		}
	}
}

// TestLostAnswer: the write arrived and the answer did not. The player must be
// told of his move as of any other, not that it was played before nor that
// somebody else was quicker.
func TestLostAnswer(t *testing.T) {
	for _, f := range []fault{persisted, resent} {
		for i, c := range line {
			t.Run(fmt.Sprintf("%T %d %s", c, i, f), func(t *testing.T) {
				g, a := playing(t, i)
				g.fault = func(call string) fault {
					if call == "save" {
						return f
					}
					return fine
				}
				m, err := a.Do(ctx, id, c)
				if err != nil || m.Version != uint64(i+2) {
					t.Errorf("got version %d, %v", m.Version, err)
				}
				if n := g.count("save"); n != 1 {
					t.Errorf("saved %d times", n)
				}
			})
		}
		t.Run("create "+string(f), func(t *testing.T) {
			g := newGames()
			g.fault = func(call string) fault {
				if call == "create" {
					return f
				}
				return fine
			}
			if m, err := newApp(g).Create(ctx, request()); err != nil || m.Version != 1 {
				t.Errorf("got version %d, %v", m.Version, err)
			}
		})
	}
}

// TestLostAnswerWithoutPress: an app that draws no presses answers as to a
// second press, which is a success too.
func TestLostAnswerWithoutPress(t *testing.T) {
	g, a := playing(t, 4)
	a.Press = nil
	g.fault = func(call string) fault {
		if call == "save" {
			return persisted
		}
		return fine
	}
	if m, err := a.Do(ctx, id, line[4]); !errors.Is(err, match.ErrRepeated) || m.Game.Ply() != 1 {
		t.Errorf("got ply %d, %v", m.Game.Ply(), err)
	}
}

// TestUnknownOutcome: the store fails before it did anything, and says so no
// better. The command is not reported as done.
func TestUnknownOutcome(t *testing.T) {
	g, a := playing(t, 4)
	g.fault = func(call string) fault {
		if call == "save" {
			return failed
		}
		return fine
	}
	if m, err := a.Do(ctx, id, line[4]); !errors.Is(err, errDown) || m.ID != (match.ID{}) {
		t.Errorf("got %v, %v", m, err)
	}
	if m := g.stored(t); m.Game.Ply() != 0 {
		t.Errorf("stored: ply %d", m.Game.Ply())
	}
}

// TestExists: an id that is taken is not somebody's own match by a lost answer.
func TestExists(t *testing.T) {
	g, a := playing(t, 2)
	if _, err := a.Create(ctx, request()); !errors.Is(err, match.ErrExists) {
		t.Errorf("error %v, want ErrExists", err)
	}
	if m := g.stored(t); m.Version != 3 {
		t.Errorf("stored: version %d", m.Version)
	}
}

// together lets n callers each load the match before any of them saves, so that
// all but one meet a conflict.
func together(g *games, n int) {
	var loaded sync.WaitGroup
	loaded.Add(n)
	var mu sync.Mutex
	saves := 0
	g.hook = func(call string) {
		if call != "save" {
			return
		}
		mu.Lock()
		saves++
		first := saves <= n
		mu.Unlock()
		if first {
			loaded.Done()
			loaded.Wait()
		}
	}
}

type answer struct {
	m   match.Match
	err error
}

// atOnce gives one command to each app at once.
func atOnce(g *games, apps []*app.App, commands []match.Command) []answer {
	together(g, len(commands))
	answers := make([]answer, len(commands))
	var done sync.WaitGroup
	for i := range commands {
		done.Go(func() { answers[i].m, answers[i].err = apps[i].Do(ctx, id, commands[i]) })
	}
	done.Wait()
	return answers
}

// TestT7DoublePOST is scenario T7: two identical moves at once on two instances
// make one version, and the later one is told that the move is played already.
// The same link with another move finds the ply gone and gets today's board.
func TestT7DoublePOST(t *testing.T) {
	g, a := playing(t, 4)
	b := newApp(g)
	press := b.Press
	b.Press = func() uint64 { return press() + 1<<32 }
	answers := atOnce(g, []*app.App{a, b}, []match.Command{line[4], line[4]})
	played, again := 0, 0
	for _, x := range answers {
		switch {
		case x.err == nil:
			played++
		case errors.Is(x.err, match.ErrRepeated):
			again++
		default:
			t.Errorf("error %v", x.err)
		}
		if x.m.Version != 6 || x.m.Game.Ply() != 1 {
			t.Errorf("answered with version %d at ply %d", x.m.Version, x.m.Game.Ply())
		}
	}
	if played != 1 || again != 1 {
		t.Errorf("%d played and %d already played, want one each", played, again)
	}
	if m := g.stored(t); m.Version != 6 {
		t.Errorf("stored: version %d", m.Version)
	}
	g.hook = nil
	if m, err := a.Do(ctx, id, move(engine.Red, 0, "a4-b4")); !errors.Is(err, match.ErrStale) || m.Game.Ply() != 1 {
		t.Errorf("another move: ply %d, %v", m.Game.Ply(), err)
	}
}

// TestStorm: many presses of one link at once, as a nervous player or a scanner
// makes them. One counts; nobody is refused.
func TestStorm(t *testing.T) {
	const n = 12
	g, a := playing(t, 4)
	apps, commands := make([]*app.App, n), make([]match.Command, n)
	for i := range n {
		apps[i], commands[i] = a, line[4]
	}
	played := 0
	for _, x := range atOnce(g, apps, commands) {
		if x.err == nil {
			played++
		} else if !errors.Is(x.err, match.ErrRepeated) {
			t.Errorf("error %v", x.err)
		}
	}
	if m := g.stored(t); played != 1 || m.Version != 6 {
		t.Errorf("%d played, stored version %d", played, m.Version)
	}
}

// TestBothSetUpAtOnce: two commands that fit together meet, and the second is
// tried again by itself; both players are answered as if they had come alone.
func TestBothSetUpAtOnce(t *testing.T) {
	g, a := playing(t, 2)
	for i, x := range atOnce(g, []*app.App{a, a}, line[2:4]) {
		if x.err != nil {
			t.Errorf("setup %d: %v", i, x.err)
		}
	}
	if m := g.stored(t); m.State != match.Playing || m.Version != 5 {
		t.Errorf("stored: %v, version %d", m, m.Version)
	}
}

// TestConflictTwice: a command that meets another each time it is tried is given
// up after one more try, with the match as it is then.
func TestConflictTwice(t *testing.T) {
	g, a := playing(t, 1)
	other := newApp(g)
	inside, setups := false, 0
	g.hook = func(call string) {
		if call != "save" || inside {
			return
		}
		inside, setups = true, setups+1
		setup := scouts
		setup[9], setup[9-setups] = engine.NoRank, engine.Flag
		if _, err := other.Do(ctx, id, match.SetUp{By: engine.Red, Setup: setup}); err != nil {
			t.Error(err)
		}
		inside = false
	}
	m, err := a.Do(ctx, id, match.Accept{By: engine.Blue})
	if !errors.Is(err, match.ErrConflict) || m.Version != 4 || m.State != match.Invited {
		t.Errorf("got %v, version %d, %v", m, m.Version, err)
	}
	if n := g.count("save"); n != 4 {
		t.Errorf("saved %d times in all, want 4", n)
	}
}

// TestOldReads: an eventual read may be behind. Whatever it makes of a command,
// the player must get the answer of the match as it is.
func TestOldReads(t *testing.T) {
	for _, test := range []struct {
		name    string
		before  int // commands given before
		command match.Command
		want    error
		version uint64
	}{
		{"not yet there", 0, match.Confirm{}, nil, 2},
		{"not yet confirmed", 1, match.Accept{By: engine.Blue}, nil, 3},
		{"not yet started", 4, line[4], nil, 6},
		{"not yet his turn", 5, line[5], nil, 7},
		{"not yet played", 5, line[4], match.ErrRepeated, 6},
		{"another move at a ply not yet played", 5, move(engine.Red, 0, "a4-b4"), match.ErrStale, 6},
		{"not yet over", 7, move(engine.Blue, 3, "j6-j5"), engine.ErrOver, 8},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, a := playing(t, test.before)
			g.fault = func(string) fault { return behind }
			m, err := a.Do(ctx, id, test.command)
			if !errors.Is(err, test.want) || m.Version != test.version {
				t.Errorf("got version %d, %v, want %d, %v", m.Version, err, test.version, test.want)
			}
		})
	}
}

// TestNegativeAnswers: each no is said only after a strong read, and comes with
// the match as it is.
func TestNegativeAnswers(t *testing.T) {
	for _, test := range []struct {
		name    string
		before  int
		command match.Command
		want    error
	}{
		{"not your turn", 4, move(engine.Blue, 0, "j7-j6"), engine.ErrNotYourTurn},
		{"stale", 5, move(engine.Red, 0, "a4-b4"), match.ErrStale},
		{"again", 5, line[4], match.ErrRepeated},
		{"over", 7, move(engine.Blue, 3, "j6-j5"), engine.ErrOver},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, a := playing(t, test.before)
			m, err := a.Do(ctx, id, test.command)
			if !errors.Is(err, test.want) || m.ID != id {
				t.Errorf("got %v, %v", m, err)
			}
			if g.count("load strongly") != 1 || g.count("save") != 0 {
				t.Errorf("calls %q", g.calls)
			}
		})
	}
	g, a := playing(t, 0)
	other := match.ID{9}
	if _, err := a.Load(ctx, other); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("unknown id: %v", err)
	}
	if g.count("load strongly") != 1 {
		t.Errorf("not found by %q", g.calls)
	}
	if _, err := a.Do(ctx, other, match.Confirm{}); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("command for an unknown id: %v", err)
	}
}

// TestOneReadOneWrite: the ordinary road of a command is one cheap read and one
// write. More would double what a move costs.
func TestOneReadOneWrite(t *testing.T) {
	g, a := playing(t, 4)
	if _, err := a.Do(ctx, id, line[4]); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(g.calls); got != "[load save]" {
		t.Errorf("calls %v", got)
	}
}
