package site

import (
	"encoding/hex"
	"fmt"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/records"
	"fieldpost/functions/internal/words"
)

// proof is what opens the commitments of the visitor's match, which must be over.
func (v *visit) proof() records.Proof {
	m := &v.match
	return records.Proof{
		Game:  m.ID.String(),
		Salts: engine.Both[[16]byte]{Red: m.Seats.Red.Salt, Blue: m.Seats.Blue.Salt},
	}
}

// verified says what came of checking the record that the visitor is shown
// against the commitments, and gives these with the commands that make them
// anew. The game must be over.
func (v *visit) verified(record string) (says string, b block) {
	w := v.words
	promised, _ := v.match.Commitments()
	says = w.T("page.proof.holds")
	if err := records.Verify(record, promised); err != nil {
		v.Log.Error("record not verified", "game", v.match.ID, "kind", fmt.Sprintf("%T", err)) // its text may quote a setup
		says = w.T("page.proof.broken")
	}
	b = block{ID: "proof", Title: w.T("page.proof.title"), Why: w.T("page.proof.why")}
	p := v.proof()
	var lines []string
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		sum := *promised.Of(c)
		parts := strings.Split(engine.CommitmentText(p.Game, c, *p.Salts.Of(c), v.match.Seat(c).Setup), "\n")
		lines = append(lines,
			w.T("page.proof.line", words.Args{"Color": w.Color(c), "Hex": hex.EncodeToString(sum[:])}),
			fmt.Sprintf(`printf '%%s\n' %s | sha256sum`, strings.Join(parts, " ")))
	}
	b.Text = strings.Join(lines, "\n") + "\n"
	return says, b
}
