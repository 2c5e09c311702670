package engine_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"fieldpost/engine"
)

// refLong reports whether the whole comparison is wanted: `make test-long`.
func refLong() bool { return os.Getenv("FIELDPOST_LONG") == "1" }

const refSeed = 0x5eed

// refTally counts what occurred, so that a comparison of nothing is noticed.
type refTally struct {
	mu     sync.Mutex
	counts map[string]int
}

func (c *refTally) add(other map[string]int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		c.counts = map[string]int{}
	}
	for what, n := range other {
		c.counts[what] += n
	}
}

func (c *refTally) String() string {
	var b strings.Builder
	for _, what := range slices.Sorted(maps.Keys(c.counts)) {
		if !strings.HasPrefix(what, "options ") {
			fmt.Fprintf(&b, "%8d %s\n", c.counts[what], what)
		}
	}
	return b.String()
}

// mustHave fails when one of the listed things never occurred.
func (c *refTally) mustHave(t *testing.T, prefix string, list ...string) {
	t.Helper()
	for _, what := range list {
		if c.counts[prefix+what] == 0 {
			t.Errorf("%s%s never occurred: the comparison says nothing about it", prefix, what)
		}
	}
}

// Without this a rule read wrongly, in any army and any combination of options,
// goes unnoticed: the engine and a second reading of rules.md must agree on
// every move, refusal, view and end of many random games. One game is played
// again with FIELDPOST_GAME=its number.
func TestReferenceRandomGames(t *testing.T) {
	games, plies := 150, 100
	if refLong() {
		games, plies = 10_000, 300
	} else {
		t.Logf("left out: all but %d of 10,000 random games; make test-long plays them all", games)
	}
	first := 0
	if text := os.Getenv("FIELDPOST_GAME"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		first, games, plies = n, n+1, 300
	}
	var tally refTally
	t.Run("games", func(t *testing.T) {
		workers := runtime.GOMAXPROCS(0)
		for w := range workers {
			t.Run(strconv.Itoa(w), func(t *testing.T) {
				t.Parallel()
				for i := first + w; i < games && !t.Failed(); i += workers {
					tally.add(refRandomGame(t, i, plies))
				}
			})
		}
	})
	combinations := 0
	for what := range tally.counts {
		if strings.HasPrefix(what, "options ") {
			combinations++
		}
	}
	t.Logf("%d combinations of options\n%s", combinations, tally.String())
	if !refLong() || first > 0 {
		return
	}
	if combinations < 500 {
		t.Errorf("%d combinations of options, want at least 500", combinations)
	}
	for _, a := range engine.Armies {
		tally.mustHave(t, "army ", a.String())
	}
	tally.mustHave(t, "refused ", refWords...)
	for r := engine.ByFlag; r <= engine.ByTime; r++ {
		tally.mustHave(t, "end ", r.String())
	}
	tally.mustHave(t, "end ", "draw no-move")
	tally.mustHave(t, "happened ", "rescue", "rescue after an attack", "lapsed rescue", "return of a marked piece", "both gone",
		"bomb explodes", "attacker advantage", "unnamed defender", "scout shown", "captain shown", "captain's two steps into an attack",
		"chase by one side", "chase by both sides")
}

// refRandomGame plays one game in both and compares everything on the way.
func refRandomGame(t *testing.T, number, plies int) map[string]int {
	rng := rand.New(rand.NewPCG(refSeed, uint64(number)))
	rules := refRandomRules(rng)
	var pair *refPair
	var err error
	style := refRandomStyle(rng)
	switch rng.IntN(8) {
	case 0, 1, 2:
		var setups engine.Both[engine.Setup]
		setups.Red, setups.Blue = refRandomSetup(rng, rules), refRandomSetup(rng, rules)
		pair, err = refBeginSetups(rules, setups)
	case 3, 4, 5:
		pair, err = refBegin(refRandomStart(rng, rules, 12, 10))
	case 6:
		style = refChasing(rng)
		pair, err = refBegin(refRandomStart(rng, rules, 4, 2+rng.IntN(4)))
	default:
		style = refChasing(rng)
		pair, err = refBegin(refPocketStart(rng, rules))
	}
	if err != nil {
		t.Fatalf("game %d: %v", number, err)
	}
	r := pair.ref
	counts := map[string]int{"games": 1, "army " + r.rules.Army.String(): 1}
	options := r.rules
	options.Army, options.Troops = engine.NoArmy, engine.Troops{}
	options.QuietClaim, options.QuietDraw, options.MaxPlies = 0, 0, 0
	counts[fmt.Sprintf("options %+v", options)] = 1
	check := func() {
		t.Helper()
		if len(pair.faults) > 0 {
			t.Fatalf("game %d differs (seed %#x):\n%s", number, refSeed, pair.report())
		}
	}
	for ply := 0; ; ply++ {
		pair.compare()
		check()
		if r.outcome != engine.Undecided || ply == plies {
			break
		}
		for word, moves := range r.know().refused {
			counts["refused "+word] += len(moves)
		}
		for range 6 {
			if word := pair.compareVerdict(refRandomMove(rng, r)); word != "" {
				counts["refused "+word]++
			} else {
				counts["judged legal"]++
			}
		}
		if a, ok := refRandomAction(rng); ok {
			pair.act(a)
		} else {
			m := style.choose(rng, r)
			refCountWish(counts, r, m)
			pair.playAside(r.legal()[rng.IntN(len(r.legal()))])
			pair.play(m)
			refCountPly(counts, r, m)
		}
		check()
	}
	if r.outcome != engine.Undecided {
		counts["end "+r.reason.String()]++
		counts[fmt.Sprintf("end %v %v", r.outcome, r.reason)]++
	}
	counts["plies"] = len(r.history)
	return counts
}

// refRandomAction now and then draws an action that is no move.
func refRandomAction(rng *rand.Rand) (engine.Action, bool) {
	by := engine.Red
	if rng.IntN(2) == 0 {
		by = engine.Blue
	}
	switch n := rng.IntN(3000); {
	case n == 0:
		return engine.Resign(by), true
	case n == 1:
		return engine.TimeOut(by), true
	case n == 2:
		return engine.AgreeDraw(), true
	case n < 20:
		return engine.ClaimDraw(by), true
	}
	return engine.Action{}, false
}

// refCountWish counts what is wished for, before the move is played.
func refCountWish(counts map[string]int, r *reference, m engine.Move) {
	if m.Rescue == (engine.Rescue{}) {
		return
	}
	unmarked := func(id int) bool { return r.pieces[id].rank == m.Rescue.Rank && !r.pieces[id].marked }
	if !slices.ContainsFunc(*r.trays.Of(r.toMove), unmarked) {
		counts["happened return of a marked piece"]++
	}
}

func refCountPly(counts map[string]int, r *reference, asked engine.Move) {
	ply := &r.history[len(r.history)-1]
	mover := r.pieces[ply.piece].rank
	a := ply.attack
	for what, yes := range map[string]bool{
		"lapsed rescue":                      asked.Rescue != (engine.Rescue{}) && !ply.rescued,
		"rescue":                             ply.rescued,
		"rescue after an attack":             ply.rescued && ply.attacked(),
		"both gone":                          a.Result == engine.BothLose && a.Defender != engine.Bomb,
		"bomb explodes":                      a.Result == engine.BothLose && a.Defender == engine.Bomb,
		"attacker advantage":                 a.Result == engine.Wins && a.Attacker == a.Defender,
		"unnamed defender":                   ply.unnamed,
		"scout shown":                        ply.long && mover == engine.Scout,
		"captain shown":                      ply.long && mover == engine.Captain,
		"captain's two steps into an attack": ply.move.Via != 0 && ply.attacked(),
		"attack":                             ply.attacked(),
	} {
		if yes {
			counts["happened "+what]++
		}
	}
	if r.outcome == engine.Undecided {
		c := r.chases()
		switch {
		case c.Red.active && len(c.Red.evaders) > 0 && c.Blue.active && len(c.Blue.evaders) > 0:
			counts["happened chase by both sides"]++
		case c.Red.active && len(c.Red.evaders) > 0 || c.Blue.active && len(c.Blue.evaders) > 0:
			counts["happened chase by one side"]++
		}
	}
}
