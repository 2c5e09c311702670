// Package setups helps a player to set up: piece by piece, by presets, by lot,
// and by the mirror. Whatever it makes is only proposed; it knows no match and no
// seat.
//
// Rows are as their owner sees them, as in engine.Setup. Chance is an argument.
//
// Source: product.md "Life of a game" 3.
package setups

import (
	"embed"
	"math/rand/v2"
	"strings"

	"fieldpost/engine"
)

// Presets is how many presets there are for an army.
const Presets = 3

// The presets of an army are a file: the rows of each as their owner sees them,
// front row first, an empty line between two. In each the flag stands in the
// back row and in no corner, so that its guard closes round it, and behind a piece.
//
//go:embed presets/*.txt
var files embed.FS

// presets holds every preset by army, as it stands in its file.
var presets = func() map[engine.Army][]engine.Setup {
	all := make(map[engine.Army][]engine.Setup)
	for _, army := range engine.Armies {
		if army == engine.CustomArmy {
			continue
		}
		text, err := files.ReadFile("presets/" + army.String() + ".txt")
		if err != nil {
			panic(err)
		}
		for rows := range strings.SplitSeq(string(text), "\n\n") {
			s, err := engine.ParseSetup(army.Board(), rows)
			if err != nil {
				panic(err)
			}
			all[army] = append(all[army], s)
		}
	}
	return all
}()

// HasPresets reports whether there are presets for an army: for every one but
// the custom army, whose pieces nobody knows beforehand.
func HasPresets(a engine.Army) bool { return len(presets[a]) > 0 }

// Preset returns the preset n of r's army, from 1, otherwise each time: the
// flag and its guard are moved along the back row, the whole is mirrored by lot,
// and other pieces change places with near ones. Who knows the list does not
// know where a piece stands. It is legal, does not block its owner, and has a piece
// before the flag. Without
// such a preset it returns the zero Setup and false.
func Preset(r engine.Rules, n int, lot *rand.Rand) (engine.Setup, bool) {
	list := presets[r.Army]
	if n < 1 || n > len(list) {
		return engine.Setup{}, false
	}
	g := groundOf(r.Army.Board())
	s := list[n-1]
	g.shift(&s, lot)
	if lot.IntN(2) == 0 {
		s = Mirror(r.Army.Board(), s)
	}
	g.loosen(&s, lot)
	return free(r, s), true
}
