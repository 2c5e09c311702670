package site

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/records"
	"fieldpost/infra/link"
)

// overGames are finished games on either board.
func overGames(w *world) map[string]match.Match {
	rows := setup(w.t, engine.Skirmish, "M9332...\n2SBBF...\n........")
	small := w.started(engine.StandardRules(engine.Skirmish), rows, rows)
	return map[string]match.Match{
		"10×10, played out": w.finish(w.playing()),
		"8×8, given up":     w.give(small, match.Resign{By: engine.Blue, Ply: 0}),
	}
}

// textOf is the record of m as Red gets it.
func (w *world) textOf(m match.Match) string {
	w.t.Helper()
	return w.program(m, engine.Red).call("GET", "/record", "").page
}

var commands = regexp.MustCompile(`(?m)^(Red|Blue): ([0-9a-f]{64})\nprintf '%s\\n' (\S+) (\S+) (\S+) (\S+) \| sha256sum$`)

// The command on the page makes the fingerprint above it, which is the one that
// the mails gave. Without it "verified" is a word.
func TestProofOnTheOverPage(t *testing.T) {
	w := newWorld(t)
	for name, m := range overGames(w) {
		t.Run(name, func(t *testing.T) {
			v := &visit{site: &site{w.config(w.app)}, match: m, words: w.words.For("en")}
			says, b := v.verified(w.textOf(m))
			want(t, 200, says, 200, "The commitments are verified")
			both, _ := m.Commitments()
			found := commands.FindAllStringSubmatch(b.Text, -1)
			if len(found) != 2 {
				t.Fatalf("%d commands in\n%s", len(found), b.Text)
			}
			for i, sum := range [][32]byte{both.Red, both.Blue} {
				made := sha256.Sum256([]byte(strings.Join(found[i][3:], "\n") + "\n"))
				if made != sum || found[i][2] != hexOf(sum) {
					t.Errorf("%s: the command makes %x, the page says %s, and promised is %x", found[i][1], made, found[i][2], sum)
				}
			}
		})
	}
}

// The record on the page is the one that the API gives: whoever keeps the page
// can prove the setups.
func TestWholeRecordOnTheOverPage(t *testing.T) {
	w := newWorld(t)
	m := w.finish(w.playing())
	status, page := w.browser().get(w.to(m, engine.Blue, link.Board))
	want(t, status, page, 200, `<pre id="record" tabindex="0">`+w.textOf(m)+"</pre>", "The commitments are verified", "Each command makes")
}

// A match whose record does not give what was promised, as only a damaged store
// could have it, is not called verified, and the log tells no setup.
func TestBrokenProofIsTold(t *testing.T) {
	w := newWorld(t)
	m := w.finish(w.playing())
	text := w.textOf(m)
	m.Seats.Blue.Setup = setup(t, engine.Barrage, barrageRed)
	v := &visit{site: &site{w.config(w.app)}, match: m, words: w.words.For("en")}
	says, _ := v.verified(text)
	want(t, 200, says, 200, "does not prove these setups", "!verified")
	want(t, 200, w.log.String(), 200, "record not verified", "BrokenPromiseError", "!M9S", "!sha256")
}

// Without it the page of a running game would open the setups.
func TestNoProofWhileItRuns(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	status, page := w.browser().get(w.to(m, engine.Red, link.Board))
	want(t, status, page, 200, "!sha256sum", "!verified", "!Fingerprint")
}

// What the API gives of a finished game proves its setups, and bent it does not.
// The promise is what the players had by mail when the game began.
func TestRecordVerifies(t *testing.T) {
	w := newWorld(t)
	for name, m := range overGames(w) {
		t.Run(name, func(t *testing.T) {
			promised, _ := m.Commitments()
			ann := w.program(m, engine.Red)
			text := ann.call("GET", "/record", "").page
			if err := records.Verify(text, promised); err != nil {
				t.Errorf("%v\n%s", err, text)
			}
			var broken *records.BrokenPromiseError
			salt := strings.Repeat("0", 31)
			for _, bent := range []string{
				strings.Replace(text, "salt blue 0", "salt blue 1", 1),
				strings.Replace(text, "salt red "+salt+"0", "salt red "+salt+"1", 1),
				strings.Replace(text, m.ID.String(), match.ID{7}.String(), 1),
			} {
				if err := records.Verify(bent, promised); bent == text || !errors.As(err, &broken) {
					t.Errorf("a bent record: %v\n%s", err, bent)
				}
			}

			r := ann.call("GET", "/record?format=json", "").read(t, 200)
			proof, setups := opened(t, r, m.Rules.Army.Board())
			if err := proof.Check(setups, promised); err != nil {
				t.Errorf("the record in JSON: %v", err)
			}
			setups.Red[0], setups.Red[1] = setups.Red[1], setups.Red[0]
			setups.Red[0], setups.Red[2] = setups.Red[2], setups.Red[0]
			if err := proof.Check(setups, promised); !errors.As(err, &broken) || broken.Side != engine.Red {
				t.Errorf("another setup in JSON: %v", err)
			}
		})
	}
}

// opened reads what opens the commitments from a record in JSON.
func opened(t *testing.T, r map[string]any, board *engine.Board) (p records.Proof, setups engine.Both[engine.Setup]) {
	t.Helper()
	p.Game = r["game"].(string)
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		salt, err := hex.DecodeString(r["salts"].(map[string]any)[c.String()].(string))
		if err != nil || len(salt) != 16 {
			t.Fatalf("salt %v: %v", r["salts"], err)
		}
		copy(p.Salts.Of(c)[:], salt)
		if *setups.Of(c), err = engine.ParseSetup(board, r["setups"].(map[string]any)[c.String()].(string)); err != nil {
			t.Fatal(err)
		}
	}
	return p, setups
}
