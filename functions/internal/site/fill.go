package site

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"

	"fieldpost/engine"
	"fieldpost/functions/internal/setups"
	"fieldpost/functions/internal/words"
)

// The values of the buttons that fill in the rows, beside the number of a preset.
const (
	fillRandom = "random"
	fillMirror = "mirror"
	fillClear  = "clear"
	fillBack   = "back" // to the rows before the last press
)

// fillings are the buttons that fill in the rows of a setup, and what is said of
// them.
func (v *visit) fillings() (list []option, why string) {
	w := v.words
	why = w.T("page.setup.help_why_random")
	if setups.HasPresets(v.match.Rules.Army) {
		why = w.T("page.setup.help_why")
		for n := 1; n <= setups.Presets; n++ {
			number := strconv.Itoa(n)
			list = append(list, option{Value: number, Text: w.T("page.setup.preset", words.Args{"Number": number})})
		}
	}
	return append(list, option{Value: fillRandom, Text: w.T("page.setup.random")},
		option{Value: fillMirror, Text: w.T("page.setup.mirror")}, option{Value: fillClear, Text: w.T("page.ground.clear")}), why
}

// tryOut shows rows on the board, the written ones or those that a button fills
// in. It stores and sends nothing, so that its press needs no tick.
func (v *visit) tryOut() answer {
	rows, w := v.form("setup"), v.words
	if v.form("pick") != "" {
		return v.place()
	}
	switch help := v.form("help"); help {
	case "":
		s, err := v.written()
		if err != nil {
			return v.illegible(err)
		}
		if rows != "" {
			err = v.match.Rules.CheckSetup(s)
		}
		return ok(v.setUp(rows, err))
	case fillMirror:
		s, err := v.written()
		if err != nil {
			return v.illegible(err)
		}
		return v.filled(setups.Mirror(v.ground(), s), w.T("page.ground.mirrored"))
	case fillClear:
		return v.filled(engine.Setup{}, w.T("page.ground.cleared"))
	case fillBack:
		s, err := engine.ParseSetup(v.ground(), v.form("before"))
		if err != nil {
			return v.wrong(errOtherForm)
		}
		return v.filled(s, w.T("page.ground.undone"))
	default:
		return v.propose(help)
	}
}

// propose fills in rows by lot: any, or those of a preset.
func (v *visit) propose(help string) answer {
	lot, err := v.lot()
	if err != nil {
		return v.wrong(err)
	}
	if help == fillRandom {
		return v.filled(setups.Random(v.match.Rules, lot), v.words.T("page.setup.filled"))
	}
	n, err := strconv.Atoi(help)
	if err != nil {
		return v.wrong(errOtherForm)
	}
	s, there := setups.Preset(v.match.Rules, n, lot)
	if !there {
		return v.wrong(errOtherForm)
	}
	return v.filled(s, v.words.T("page.setup.filled"))
}

// filled is the setup page with s written into it, and what was written before
// kept for the button that brings it back.
func (v *visit) filled(s engine.Setup, said string) answer {
	now := working{rows: s.Text(v.ground()), said: said}
	if before, err := v.written(); err == nil && before != s {
		now.before = before.Text(v.ground())
	}
	return ok(v.workOn(now, nil))
}

// lot returns a source of chance that nobody can foretell.
func (s *site) lot() (*rand.Rand, error) {
	var seed [32]byte
	if _, err := io.ReadFull(s.Random, seed[:]); err != nil {
		return nil, fmt.Errorf("draw lots: %w", err)
	}
	return rand.New(rand.NewChaCha8(seed)), nil
}
