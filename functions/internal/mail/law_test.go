package mail

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// The secrecy law (rules.md 8) for mails: two games with the same public record
// that are equal in what a reader knows send him identical bytes, headers
// included. Salted commitments are excepted: they must differ. Without it a
// hidden rank could be read from an order, a count, a length or a boundary.
func TestT13ReadersGetTheSameMail(t *testing.T) {
	c := answerable(t)
	tried := 0
	rapid.Check(t, func(rt *rapid.T) {
		rules := engine.StandardRules(engine.Armies[rapid.IntRange(0, 5).Draw(rt, "army")])
		rules.SilentDefence = rapid.Bool().Draw(rt, "silent defence")
		rules.Memory = rapid.Bool().Draw(rt, "memory")
		rules.Reconquest = rapid.Bool().Draw(rt, "reconquest")
		rules.MovingBombs = rapid.Bool().Draw(rt, "moving bombs")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		setups := deal(rules, random)
		one := play(t, begun(t, newMatch(t, rules), setups), rapid.IntRange(0, 80).Draw(rt, "plies"), random)
		lang := rapid.SampledFrom(c.Words.Languages()).Draw(rt, "language")
		if one.State != match.Playing {
			return
		}
		reader := one.Game.ToMove()
		other, ok := twin(t, one, reader, random)
		if !ok {
			return
		}
		tried++
		one, other = in(one, lang), in(other, lang)
		kind := YourTurn
		if one.Game.Ply() == 0 {
			kind = GameOn
		}
		a, b := blank(raw(t, c, one, kind, reader), one), blank(raw(t, c, other, kind, reader), other)
		if !bytes.Equal(a, b) {
			rt.Errorf("%v can tell the two games apart (-one +other):\n%s", reader, cmp.Diff(string(a), string(b)))
		}
		if a, b := listed(t, c, one, kind, reader), listed(t, c, other, kind, reader); !bytes.Equal(a, b) {
			rt.Errorf("%v can tell the two games apart by a list (-one +other):\n%s", reader, cmp.Diff(string(a), string(b)))
		}
		if a, b := digested(t, c, one, reader), digested(t, c, other, reader); !bytes.Equal(a, b) {
			rt.Errorf("%v can tell the two games apart by the mail of the day (-one +other):\n%s", reader, cmp.Diff(string(a), string(b)))
		}
		// What is done beside the moves tells no more.
		same := func(kind Kind, commands ...match.Command) {
			a, b := raw(t, c, do(t, one, commands...), kind, reader), raw(t, c, do(t, other, commands...), kind, reader)
			if !bytes.Equal(a, b) {
				rt.Errorf("%v can tell the two games apart by %v (-one +other):\n%s", reader, kind, cmp.Diff(string(a), string(b)))
			}
		}
		ply := one.Game.Ply()
		same(DrawOffered, match.OfferDraw{By: reader.Other(), Ply: ply})
		same(YourTurn, match.OfferDraw{By: reader.Other(), Ply: ply})
		same(NewLinks, match.RenewLinks{By: reader})
		same(TimeGiven, match.GiveTime{By: reader.Other(), Ply: ply})
		same(Away, match.TakeVacation{By: reader.Other(), Days: 3})
		same(Back, match.TakeVacation{By: reader.Other(), Days: 3}, match.EndVacation{By: reader.Other()})
		same(YourTurn, match.TakeVacation{By: reader, Days: 3})
		same(Reminder)
		same(NewLinks, match.OfferDraw{By: reader.Other(), Ply: ply}, match.RenewLinks{By: reader})
		same(Said, match.Say{By: reader.Other(), Text: "Well?"})
		same(Nudged, match.Say{By: reader.Other(), Text: "Well?"}, match.Nudge{By: reader.Other()})
		same(TurnAgain, match.MailAgain{By: reader})
		same(DrawDeclined, match.OfferDraw{By: reader, Ply: ply}, match.DeclineDraw{By: reader.Other(), Ply: ply})
		shown := Answer{Seat: reader, At: one.Changed, Says: []string{"So it stands."}, Game: true, Moves: true, Record: true, Army: true}
		if a, b := answered(t, c, one, shown), answered(t, c, other, shown); !bytes.Equal(a, b) {
			rt.Errorf("%v can tell the two games apart by an answer (-one +other):\n%s", reader, cmp.Diff(string(a), string(b)))
		}
		if ply < 3 {
			same(Aborted, match.Abort{By: reader.Other(), Ply: ply})
		}
	})
	if tried < 10 && !testing.Short() { // with -short rapid tries a fifth
		t.Errorf("only %d pairs of games were compared", tried)
	}
}

// Before the game nothing tells how the other has set up.
func TestSetupsStaySecret(t *testing.T) {
	c := composer(t)
	rules := engine.StandardRules(engine.Original)
	letters := func(seed uint64) []byte {
		setups := deal(rules, rand.New(rand.NewPCG(seed, 0)))
		m := do(t, newMatch(t, rules), match.Confirm{}, match.SetUp{By: engine.Red, Setup: setups.Red, Sure: true})
		all := raw(t, c, m, Invite, engine.Blue)
		all = append(all, raw(t, c, do(t, m, match.Resend{By: engine.Red}), Invite, engine.Blue)...)
		shown := Answer{Seat: engine.Blue, At: m.Changed, Says: []string{"So it stands."}, Game: true, Moves: true, Record: true, Army: true}
		all = append(all, answered(t, c, m, shown)...)
		m = do(t, m, match.Accept{By: engine.Blue})
		all = append(all, answered(t, c, m, shown)...)
		all = append(all, raw(t, c, do(t, m, match.RenewLinks{By: engine.Blue}), NewLinks, engine.Blue)...)
		return append(append(all, raw(t, c, m, SetUp, engine.Blue)...), raw(t, c, m, Waiting, engine.Blue)...)
	}
	if one, other := letters(1), letters(2); !bytes.Equal(one, other) {
		t.Errorf("Blue can tell two setups of Red apart (-one +other):\n%s", cmp.Diff(string(one), string(other)))
	}
}

// The exception of the law: commitments do differ with the setup.
func TestFingerprintsDiffer(t *testing.T) {
	c := composer(t)
	rules := engine.StandardRules(engine.Original)
	begin := func(seed uint64) parts {
		return compose(t, c, begun(t, newMatch(t, rules), deal(rules, rand.New(rand.NewPCG(seed, 0)))), GameOn, engine.Blue)
	}
	if begin(1).text == begin(2).text {
		t.Error("two setups have the same fingerprints")
	}
}

// blank takes the commitments out of a mail. Its lines may break within them.
func blank(raw []byte, m match.Match) []byte {
	raw = bytes.ReplaceAll(raw, []byte("=\r\n"), nil)
	both, _ := m.Commitments()
	for _, sum := range [][32]byte{both.Red, both.Blue} {
		raw = bytes.ReplaceAll(raw, []byte(hex.EncodeToString(sum[:])), []byte("sum"))
	}
	return raw
}

// twin returns a match with the same record as m in which ranks of the reader's
// opponent are other than in m, where the reader cannot know them.
func twin(t testing.TB, m match.Match, reader engine.Color, random *rand.Rand) (match.Match, bool) {
	setups, _ := m.Game.Setups()
	view := engine.Look(m.Game, reader)
	for range 40 {
		changed := setups
		s := changed.Of(reader.Other())
		i, j := random.IntN(len(s)), random.IntN(len(s))
		if s[i] == s[j] || s[i] == engine.NoRank || s[j] == engine.NoRank {
			continue
		}
		s[i], s[j] = s[j], s[i]
		other := begun(t, newMatch(t, m.Rules), changed)
		for _, p := range m.Game.Record() {
			next, _, err := match.Decide(other, match.PlayMove{By: p.Color, Ply: p.Number - 1, Move: p.Move}, other.Changed.Add(60e9))
			if err != nil {
				break
			}
			if record := next.Game.Record(); record[len(record)-1] != p {
				break
			}
			other = next
		}
		// The trays lie in the open.
		if other.Game.Ply() == m.Game.Ply() && cmp.Equal(engine.Look(other.Game, reader).Trays, view.Trays) {
			return other, true
		}
	}
	return match.Match{}, false
}
