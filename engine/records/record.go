package records

import (
	"errors"
	"strconv"
	"strings"

	"fieldpost/engine"
)

// recordVersion is what Write writes. Older versions stay readable.
const (
	recordFormat  = "record"
	recordVersion = "1"
)

// Write returns the record of the finished game g. It fails with ErrRunning, or
// with ErrNoSetups for a game from a free position.
func Write(g engine.Game) (string, error) {
	if g.Outcome() == engine.Undecided {
		return "", ErrRunning
	}
	setups, ok := g.Setups()
	if !ok {
		return "", ErrNoSetups
	}
	return write(engine.Look(g, engine.NoColor), &setups), nil
}

// WriteView returns the record as the viewer of v may have it: without setups,
// and while the game runs without an end.
func WriteView(v engine.View) string { return write(v, nil) }

func write(v engine.View, setups *engine.Both[engine.Setup]) string {
	var b strings.Builder
	line := func(parts ...string) {
		b.WriteString(strings.Join(parts, " "))
		b.WriteByte('\n')
	}
	line(recordFormat, recordVersion)
	line("rules", v.Rules.String())
	if setups != nil {
		board := v.Rules.Army.Board()
		line("red", setupText(board, setups.Red))
		line("blue", setupText(board, setups.Blue))
	}
	if v.Outcome == engine.Undecided {
		line("end", v.Outcome.String())
	} else {
		line("end", v.Outcome.String(), v.Reason.String())
	}
	for _, p := range v.Record {
		line(p.String())
	}
	return b.String()
}

// Read plays the game of a record again by its own rules and returns it. It
// reads what Write and WriteProof write and nothing else: it fails with
// *MalformedError, *VersionError, *ReplayError, or, where the record has no
// setups or no end, with ErrNoSetups or ErrRunning. Whether the proof holds is
// for Verify.
func Read(text string) (engine.Game, error) {
	plays, _, err := cutProof(text)
	if err != nil {
		return engine.Game{}, err
	}
	return read(plays)
}

// read reads a record without a proof.
func read(text string) (engine.Game, error) {
	r := reader{lines: strings.Split(text, "\n")}
	g, err := r.game()
	if err == nil {
		err = r.compare(g)
	}
	if err != nil {
		return engine.Game{}, err
	}
	return g, nil
}

// reader goes through a record line by line.
type reader struct {
	lines []string
	at    int // lines read
}

func (r *reader) bad(text, want string) error {
	return &MalformedError{Format: recordFormat, At: "line " + strconv.Itoa(r.at), Text: text, Want: want}
}

// next returns what follows word on the next line, which must begin with it.
func (r *reader) next(word, want string) (string, error) {
	line := ""
	if r.at < len(r.lines) {
		line = r.lines[r.at]
	}
	r.at++
	rest, ok := strings.CutPrefix(line, word+" ")
	if !ok {
		return "", r.bad(line, want)
	}
	return rest, nil
}

func (r *reader) game() (engine.Game, error) {
	none := engine.Game{}
	version, err := r.next(recordFormat, `"`+recordFormat+` 1"`)
	if err != nil {
		return none, err
	}
	if version != recordVersion {
		if n, err := strconv.Atoi(version); err == nil && n > 1 {
			return none, &VersionError{version}
		}
		return none, r.bad(version, "a version of the record")
	}
	line, err := r.next("rules", "the rules")
	if err != nil {
		return none, err
	}
	rules, err := engine.ParseRules(line)
	if err != nil {
		return none, r.bad(line, "rules in canonical text")
	}
	if r.at < len(r.lines) && strings.HasPrefix(r.lines[r.at], "end ") {
		return none, ErrNoSetups
	}
	setups, err := r.setups(rules.Army.Board())
	if err != nil {
		return none, err
	}
	g, err := start(rules, setups)
	if err != nil {
		return none, err
	}
	outcome, reason, err := r.end()
	if err != nil {
		return none, err
	}
	for r.at < len(r.lines)-1 {
		if g, err = r.ply(g); err != nil {
			return none, err
		}
	}
	return finish(g, outcome, reason)
}

func (r *reader) setups(b *engine.Board) (engine.Both[engine.Setup], error) {
	var setups engine.Both[engine.Setup]
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		line, err := r.next(c.String(), "a setup for "+c.String())
		if err != nil {
			return setups, err
		}
		if *setups.Of(c), err = engine.ParseSetup(b, line); err != nil {
			var malformed *engine.MalformedError
			errors.As(err, &malformed)
			return setups, r.bad(c.String(), "a setup: "+malformed.Hint)
		}
	}
	return setups, nil
}

func (r *reader) end() (engine.Outcome, engine.Reason, error) {
	line, err := r.next("end", "how the game ended")
	if err != nil {
		return engine.Undecided, engine.NoReason, err
	}
	if line == engine.Undecided.String() {
		return engine.Undecided, engine.NoReason, ErrRunning
	}
	who, why, _ := strings.Cut(line, " ")
	for _, outcome := range []engine.Outcome{engine.RedWins, engine.BlueWins, engine.Draw} {
		if outcome.String() == who {
			if reason, err := engine.ParseReason(why); err == nil {
				return outcome, reason, nil
			}
		}
	}
	return engine.Undecided, engine.NoReason, r.bad(line, "an outcome and a reason, as in \"red flag\"")
}

// ply plays the next line: its move and the rescue that happened. What it says
// of a fight is for compare to test.
func (r *reader) ply(g engine.Game) (engine.Game, error) {
	line, err := r.next(strconv.Itoa(g.Ply()+1)+".", "ply "+strconv.Itoa(g.Ply()+1))
	if err != nil {
		return g, err
	}
	path, rest, _ := strings.Cut(line, " ")
	if i := strings.IndexByte(rest, '+'); i >= 0 {
		path += " " + rest[i:]
	}
	m, err := engine.ParseMove(path)
	if err != nil {
		return g, r.bad(line, "a move")
	}
	return play(g, m)
}

// compare tests that the text is the one that Write gives for g.
func (r *reader) compare(g engine.Game) error {
	text, err := Write(g)
	if err != nil {
		return err
	}
	want := strings.Split(text, "\n")
	for i := range max(len(want), len(r.lines)) {
		is, should := "", ""
		if i < len(r.lines) {
			is = r.lines[i]
		}
		if i < len(want) {
			should = want[i]
		}
		if is != should || i >= len(want) || i >= len(r.lines) {
			r.at = i + 1
			return r.bad(is, "the canonical line, "+strconv.Quote(should))
		}
	}
	return nil
}
