package engine_test

import (
	"strings"
	"testing"

	"fieldpost/engine"
)

// Without this a rule read wrongly shows only in made-up games: at every
// position of the stored games, which strong programs played, the engine and
// the reference must agree on the whole list of legal moves and on each move
// that a repetition rule refuses. `go test` takes the games of fewer plies.
func TestReferenceStoredGames(t *testing.T) {
	most := 120
	if refLong() {
		most = 10_000
	}
	games := storedGames(t)
	if !refLong() {
		t.Logf("left out: the games of more than %d plies; make test-long plays them all", most)
	}
	var tally refTally
	t.Run("games", func(t *testing.T) {
		for _, stored := range games {
			if len(stored.moves) > most {
				continue
			}
			for _, profile := range []engine.Chase{engine.ChaseISF, engine.ChaseStrategus} {
				t.Run(stored.id+"/"+profile.String(), func(t *testing.T) {
					t.Parallel()
					tally.add(refStoredGame(t, &stored, profile))
				})
			}
		}
	})
	t.Logf("\n%s", tally.String())
	tally.mustHave(t, "", "games isf", "games strategus", "refused two-squares strategus", "refused more-squares strategus")
	if refLong() && (tally.counts["games isf"] != 121 || tally.counts["games strategus"] != 121) {
		t.Errorf("not all 121 games were played")
	}
}

func refStoredGame(t *testing.T, stored *storedGame, profile engine.Chase) map[string]int {
	pair, err := refBeginSetups(storedRules(stored.army, profile), stored.setups)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{"games " + profile.String(): 1}
	check := func(i int) {
		t.Helper()
		if len(pair.faults) > 0 {
			t.Fatalf("%s, index %d:\n%s", stored.id, i, pair.report())
		}
	}
	for i := 0; ; i++ {
		last := i >= len(stored.moves)-1
		pair.compareMoves()
		if i%20 == 0 || last {
			pair.comparePosition()
			pair.compareViews()
		}
		check(i)
		counts["positions "+profile.String()]++
		for word, moves := range pair.ref.know().refused {
			if len(moves) > 0 {
				counts["refused "+word+" "+profile.String()] += len(moves)
				counts["positions with "+word+" "+profile.String()]++
			}
		}
		if i == len(stored.moves) {
			return counts
		}
		word := pair.compareVerdict(stored.moves[i])
		refusable := last && strings.HasPrefix(stored.label, "last-illegal:more-squares")
		pair.want(word == "" || refusable && word == "more-squares", "the label of a move", stored.label, word)
		pair.want(word != "" || !refusable || profile != engine.ChaseStrategus, "the label of the last move", stored.label, word)
		if word != "" {
			check(i)
			return counts
		}
		pair.play(stored.moves[i])
		check(i)
	}
}
