package demo

import (
	_ "embed"
	"fmt"
	"strings"

	"fieldpost/engine"
)

// Script is a whole game that two players have agreed to act out: the army, the
// secret setups and every move until the end.
type Script struct {
	Name   string
	Army   engine.Army
	Setups engine.Both[engine.Setup]
	Moves  []engine.Move // Red first; full paths
}

// shipped is the game that comes with the program, for a machine on which there
// is no other. Its form is that of Text.
//
//go:embed testdata/short.txt
var shipped string

// Shipped returns the game that comes with the program.
func Shipped() (Script, error) { return ParseScript(shipped) }

// Rules are the rules of the game with which s is played: the usual ones without
// the limits that would cut a long game short.
func (s Script) Rules() engine.Rules {
	r := engine.StandardRules(s.Army)
	r.QuietClaim, r.QuietDraw, r.MaxPlies = 0, 0, 0
	return r
}

// Replay plays s by the rules, without any server, and returns how it ends. It
// fails if a move is not legal or the game does not end with the last one.
func (s Script) Replay() (engine.Game, error) {
	g, err := engine.Start(s.Rules(), s.Setups)
	if err != nil {
		return engine.Game{}, fmt.Errorf("game %q: %w", s.Name, err)
	}
	for i, m := range s.Moves {
		next, _, err := engine.Apply(g, engine.Play(g.ToMove(), m))
		if err != nil {
			return engine.Game{}, fmt.Errorf("game %q, ply %d, %v: %w", s.Name, i+1, m, err)
		}
		g = next
	}
	if g.Outcome() == engine.Undecided {
		return engine.Game{}, fmt.Errorf("game %q: it is not over after its %d moves", s.Name, len(s.Moves))
	}
	return g, nil
}

// Text returns s as ParseScript reads it: the name, the army, the rows of Red
// and of Blue as each sees them, and the moves, each part after an empty line.
func (s Script) Text() string {
	var b strings.Builder
	board := s.Army.Board()
	fmt.Fprintf(&b, "%s\n%v\n\n%s\n\n%s\n", s.Name, s.Army, s.Setups.Red.Text(board), s.Setups.Blue.Text(board))
	for i, m := range s.Moves {
		if i%10 == 0 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
		b.WriteString(m.String())
	}
	b.WriteByte('\n')
	return b.String()
}

// ParseScript reads what Text writes.
func ParseScript(text string) (Script, error) {
	parts := strings.Split(strings.TrimSpace(text), "\n\n")
	if len(parts) != 4 {
		return Script{}, fmt.Errorf("a game has 4 parts with empty lines between, not %d", len(parts))
	}
	name, army, _ := strings.Cut(parts[0], "\n")
	s := Script{Name: name}
	var err error
	if s.Army, err = engine.ParseArmy(army); err != nil {
		return Script{}, err
	}
	for i, c := range []engine.Color{engine.Red, engine.Blue} {
		if *s.Setups.Of(c), err = engine.ParseSetup(s.Army.Board(), parts[1+i]); err != nil {
			return Script{}, err
		}
	}
	for _, word := range strings.Fields(parts[3]) {
		m, err := engine.ParseMove(word)
		if err != nil {
			return Script{}, err
		}
		s.Moves = append(s.Moves, m)
	}
	return s, nil
}

// FindGame reads the game called name from a table of games: tab-separated
// lines of id, army ("classic" or "barrage"), the field at the start as 100
// letters from a1 row by row (rules.md 11), a label, and the moves (`a4a5 …`).
func FindGame(table, name string) (Script, error) {
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(cells) == 5 && cells[0] == name {
			return parseRow(cells)
		}
	}
	return Script{}, fmt.Errorf("no game %q in the table", name)
}

func parseRow(cells []string) (Script, error) {
	s := Script{Name: cells[0]}
	switch cells[1] {
	case "classic":
		s.Army = engine.Original
	case "barrage":
		s.Army = engine.Barrage
	default:
		return Script{}, fmt.Errorf("game %q: no army %q", s.Name, cells[1])
	}
	if err := s.deploy(cells[2]); err != nil {
		return Script{}, fmt.Errorf("game %q: %w", s.Name, err)
	}
	for _, word := range strings.Fields(cells[4]) {
		m, err := engine.ParseMove(word)
		if err != nil {
			return Script{}, fmt.Errorf("game %q: %w", s.Name, err)
		}
		s.Moves = append(s.Moves, m)
	}
	return s, nil
}

// The letters of a field in the order of engine.Rank from bomb and spy to flag.
const (
	redLetters  = "BCDEFGHIJKLM"
	blueLetters = "NOPQRSTUVWXY"
)

var letterRanks = [...]engine.Rank{
	engine.Bomb, engine.Spy, engine.Scout, engine.Miner, engine.Sergeant, engine.Lieutenant,
	engine.Captain, engine.Major, engine.Colonel, engine.General, engine.Marshal, engine.Flag,
}

func (s *Script) deploy(field string) error {
	if len(field) != 100 {
		return fmt.Errorf("its field has %d squares, not 100", len(field))
	}
	rules := engine.StandardRules(s.Army)
	for c, letters := range map[engine.Color]string{engine.Red: redLetters, engine.Blue: blueLetters} {
		pieces := map[engine.Square]engine.Rank{}
		for i := range len(field) {
			if n := strings.IndexByte(letters, field[i]); n >= 0 {
				pieces[engine.At(i%10+1, i/10+1)] = letterRanks[n]
			}
		}
		setup, err := rules.SetupFrom(c, pieces)
		if err != nil {
			return err
		}
		*s.Setups.Of(c) = setup
	}
	return nil
}
