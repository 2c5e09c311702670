package engine

import (
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestPackedGamesStayReadable holds packed games of every army, as version 1
// wrote them, with the positions that they end in. Without it a stored game
// could become unreadable, or read as another.
func TestPackedGamesStayReadable(t *testing.T) {
	const golden = "testdata/packed-1.txt"
	if *update {
		var b strings.Builder
		for i, a := range Armies {
			r := StandardRules(a)
			if a == CustomArmy {
				r.Troops = Troops{Flag: 1, Marshal: 2, Scout: 4, Bomb: 3}
			}
			r.Reconquest, r.MovingBombs, r.SilentDefence, r.Memory = true, i%2 == 0, i%3 == 0, i%3 == 1
			r.QuietClaim, r.QuietDraw, r.MaxPlies = 10*i, 300+i, 4000+i
			g := playSome(t, r, uint64(i), 150)
			if a == Duel {
				g, _, _ = Apply(g, Resign(g.ToMove()))
			}
			fmt.Fprintf(&b, "%x\n%s\n", Pack(g), g.Position().Text())
		}
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	games := strings.Split(strings.TrimSuffix(string(text), "\n\n"), "\n\n")
	if len(games) != len(Armies) {
		t.Fatalf("%d golden games, want one for each army", len(games))
	}
	for _, game := range games {
		packed, want, _ := strings.Cut(game, "\n")
		data, err := hex.DecodeString(packed)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Unpack(data)
		if err != nil {
			t.Errorf("a game of version 1 is not readable: %v", err)
		} else if got := strings.TrimSuffix(g.Position().Text(), "\n"); got != want {
			t.Errorf("a game of version 1 reads as\n%s\nwant\n%s", got, want)
		}
	}
}

// playSome plays random legal moves, up to plies.
func playSome(tb testing.TB, r Rules, seed uint64, plies int) Game {
	tb.Helper()
	r, err := r.Check()
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 5))
	g := randomStart(tb, r, rng)
	for g.Outcome() == Undecided && g.Ply() < plies {
		if g, _, err = Apply(g, Play(g.ToMove(), randomMove(g, rng))); err != nil {
			tb.Fatal(err)
		}
	}
	return g
}

// A stored game must fit a write unit of a database (rules.md 12).
func TestPackedSize(t *testing.T) {
	g := game400(t)
	if n := len(Pack(g)); n >= 1000 {
		t.Errorf("400 plies of an original game pack to %d bytes, want less than 1,000", n)
	}
}

func TestUnpackRefuses(t *testing.T) {
	data := Pack(playSome(t, StandardRules(Barrage), 1, 40))
	for cut := range data {
		if _, err := Unpack(data[:cut]); err == nil {
			t.Errorf("accepted the first %d of %d bytes", cut, len(data))
		}
	}
	if _, err := Unpack(append(data, 0)); err == nil {
		t.Error("accepted a byte too many")
	}
	agreed, _, err := Apply(playSome(t, StandardRules(Barrage), 1, 40), AgreeDraw())
	if err != nil {
		t.Fatal(err)
	}
	drawn := Pack(agreed)
	for b := 1; b < 256; b++ {
		bent := append([]byte(nil), drawn...)
		bent[len(bent)-1] ^= byte(b)
		if g, err := Unpack(bent); err == nil && g.Reason() == ByAgreement {
			t.Errorf("ending %#x is accepted as a draw agreed", bent[len(bent)-1])
		}
	}
	newer := append([]byte{packVersion + 1}, data[1:]...)
	if _, err := Unpack(newer); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("a newer version gives %v", err)
	}
}
