package words

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/functions/internal/setups"
)

// randomPlies plays one game of r by lot to its end and returns its length.
func randomPlies(t testing.TB, r engine.Rules, lot *rand.Rand) int {
	t.Helper()
	g, err := engine.Start(r, engine.Both[engine.Setup]{Red: setups.Random(r, lot), Blue: setups.Random(r, lot)})
	if err != nil {
		t.Fatal(err)
	}
	for g.Outcome() == engine.Undecided {
		moves := g.Moves()
		if g, _, err = engine.Apply(g, engine.Play(g.ToMove(), moves[lot.IntN(len(moves))])); err != nil {
			t.Fatal(err)
		}
	}
	return g.Ply()
}

// meanPlies is how long games by lot last on average.
func meanPlies(t testing.TB, r engine.Rules, games int) (mean, deviation float64) {
	t.Helper()
	lot := rand.New(rand.NewPCG(uint64(r.Army), uint64(r.Troops.Total())))
	var sum, squares float64
	for range games {
		n := float64(randomPlies(t, r, lot))
		sum, squares = sum+n, squares+n*n
	}
	mean = sum / float64(games)
	return mean, math.Sqrt(squares/float64(games) - mean*mean)
}

// The figures of likelyPlies are those of docs/decisions/0010-likely-lengths.md.
// Without it a change of the rules' program, or a slip in a figure, would promise
// players another length than their games have.
func TestLikelyPliesAreMeasured(t *testing.T) {
	games, tolerance := 2000, 0.1
	if os.Getenv("FIELDPOST_LONG") == "" {
		games, tolerance = 30, 0.5
		t.Logf("left out: all but %d of 2,000 games of each army, and so all but gross slips; make test-long plays them all", games)
	}
	var whole float64 // the mean of the original army, which comes first
	for _, a := range engine.Armies {
		if a == engine.CustomArmy {
			continue
		}
		mean, deviation := meanPlies(t, engine.StandardRules(a), games)
		if a == engine.Original {
			whole = mean
		}
		likely := mean / whole * float64(likelyPlies[engine.Original])
		t.Logf("%v: by lot %.0f plies, standard deviation %.0f; likely %.0f", a, mean, deviation, likely)
		if off := math.Abs(likely/float64(likelyPlies[a]) - 1); off > tolerance {
			t.Errorf("%v: %d plies are told, %.0f were measured", a, likelyPlies[a], likely)
		}
	}
}

// Without it the form would promise a length that is no length, or none where
// there is one.
func TestLikely(t *testing.T) {
	_, w := english(t)
	const day = 24 * time.Hour
	for _, c := range []struct {
		army engine.Army
		pace time.Duration
		want string
	}{
		{engine.Original, 3 * day, "About 190 moves each: a year or so if both take a day for each move, and up to about 3 years if both always use the whole time of 3 days."},
		{engine.Original, day, "About 190 moves each: up to about a year if both always use the whole time of 1 day."},
		{engine.Original, day / 2, "About 190 moves each: up to about 6 months if both always use the whole time of 12 hours."},
		{engine.Skirmish, 3 * day, "About 35 moves each: 2 months or so if both take a day for each move, and up to about 7 months if both always use the whole time of 3 days."},
		{engine.Skirmish, day / 2, "About 35 moves each: up to about 5 weeks if both always use the whole time of 12 hours."},
		{engine.Lightning, 2 * day, "About 125 moves each: 8 months or so if both take a day for each move, and up to about 16 months if both always use the whole time of 2 days."},
		{engine.Original, 14 * day, "About 190 moves each: a year or so if both take a day for each move, and up to about 15 years if both always use the whole time of 14 days."},
		{engine.CustomArmy, 3 * day, ""},
		{engine.Original, 0, ""},
	} {
		if got := w.Likely(c.army, c.pace); got != c.want {
			t.Errorf("%v, %v: %q, want %q", c.army, c.pace, got, c.want)
		}
	}
	for _, a := range engine.Armies {
		if (w.Likely(a, day) == "") != (a == engine.CustomArmy) {
			t.Errorf("%v has the likely length %q", a, w.Likely(a, day))
		}
	}
}

// Without it the lengths beside the armies would be others than those of the game
// itself.
func TestBrief(t *testing.T) {
	_, w := english(t)
	const day = 24 * time.Hour
	for _, c := range []struct {
		army engine.Army
		pace time.Duration
		want string
	}{
		{engine.Original, 3 * day, "About 190 moves each: a year or so, 3 years at most"},
		{engine.Original, day, "About 190 moves each: a year at most"},
		{engine.Skirmish, day / 2, "About 35 moves each: 5 weeks at most"},
		{engine.CustomArmy, 3 * day, ""},
		{engine.Original, 0, ""},
	} {
		if got := w.Brief(c.army, c.pace); got != c.want {
			t.Errorf("%v, %v: %q, want %q", c.army, c.pace, got, c.want)
		}
	}
}

// Without it a player would find his language under its tag.
func TestLanguageName(t *testing.T) {
	for lang, name := range map[string]string{"en": "English", "nl": "Nederlands", "eo": "eo"} {
		if got := LanguageName(lang); got != name {
			t.Errorf("%s is called %q", lang, got)
		}
	}
}
