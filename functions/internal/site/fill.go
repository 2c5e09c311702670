package site

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"

	"fieldpost/engine"
	"fieldpost/functions/internal/setups"
	"fieldpost/functions/internal/words"
)

// The values of the buttons that fill in the rows, beside the number of a preset.
const (
	fillRandom = "random"
	fillMirror = "mirror"
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
		option{Value: fillMirror, Text: w.T("page.setup.mirror")}), why
}

// tryOut shows rows on the board, the written ones or those that a button fills
// in. It stores and sends nothing, so that its press needs no tick.
func (v *visit) tryOut() answer {
	rows := v.form("setup")
	switch help := v.form("help"); help {
	case "":
		s, err := engine.ParseSetup(v.ground(), rows)
		if err != nil {
			return answer{http.StatusUnprocessableEntity, v.setUp(rows, err)}
		}
		return ok(v.setUp(rows, v.match.Rules.CheckSetup(s)))
	case fillMirror:
		s, err := engine.ParseSetup(v.ground(), rows)
		if err != nil {
			return answer{http.StatusUnprocessableEntity, v.setUp(rows, err)}
		}
		return v.filled(setups.Mirror(v.ground(), s))
	default:
		lot, err := v.lot()
		if err != nil {
			return v.wrong(err)
		}
		if help == fillRandom {
			return v.filled(setups.Random(v.match.Rules, lot))
		}
		n, err := strconv.Atoi(help)
		if err != nil {
			return v.wrong(errOtherForm)
		}
		s, there := setups.Preset(v.match.Rules, n, lot)
		if !there {
			return v.wrong(errOtherForm)
		}
		return v.filled(s)
	}
}

// filled is the setup page with s written into it.
func (v *visit) filled(s engine.Setup) answer {
	p := v.setUp(s.Text(v.ground()), nil)
	return ok(tell(p, false, v.words.T("page.setup.filled")))
}

// lot returns a source of chance that nobody can foretell.
func (s *site) lot() (*rand.Rand, error) {
	var seed [32]byte
	if _, err := io.ReadFull(s.Random, seed[:]); err != nil {
		return nil, fmt.Errorf("draw lots: %w", err)
	}
	return rand.New(rand.NewChaCha8(seed)), nil
}
