package mail

import (
	"encoding/hex"
	"fmt"
	"strings"

	"fieldpost/engine"
	"fieldpost/functions/internal/words"
)

// Neither player, and no host, can change a setup after the start without the
// other's seeing it (architecture.md, "Commitment").

var sides = [...]engine.Color{engine.Red, engine.Blue}

// fingerprints gives the commitments of both setups, and the reader's own salt.
func (d *draft) fingerprints() {
	both, ok := d.match.Commitments()
	if !ok {
		return
	}
	w := d.words
	var lines []string
	for _, c := range sides {
		sum := *both.Of(c)
		lines = append(lines, w.T("mail.proof.line", words.Args{"Color": w.Color(c), "Hex": hex.EncodeToString(sum[:])}))
	}
	salt := d.match.Seat(d.seat).Salt
	d.sheet.add(
		heading{w.T("mail.proof.title")},
		paragraph{w.T("mail.proof.why")},
		verbatim{Lines: lines},
		verbatim{Lines: []string{w.T("mail.proof.salt", words.Args{"Hex": hex.EncodeToString(salt[:])})}},
	)
}

// setups opens both setups. The game must be over.
func (d *draft) setups() {
	w := d.words
	for _, c := range sides {
		rows := strings.Split(d.match.Seat(c).Setup.Text(d.match.Rules.Army.Board()), "\n")
		for i, row := range rows {
			rows[i] = strings.Join(strings.Split(row, ""), " ")
		}
		d.sheet.add(verbatim{
			w.T("mail.over.setup", words.Args{"Name": *d.names.Of(c), "Color": w.Color(c)}), rows,
		})
	}
}

// proof opens both salts, with a command that makes each fingerprint of what it
// stood for. The game must be over.
func (d *draft) proof() {
	w := d.words
	both, _ := d.match.Commitments()
	d.sheet.add(heading{w.T("mail.proof.title")}, paragraph{w.T("mail.over.proof")})
	for _, c := range sides {
		seat, sum := d.match.Seat(c), *both.Of(c)
		line := w.T("mail.proof.line", words.Args{"Color": w.Color(c), "Hex": hex.EncodeToString(sum[:])})
		d.sheet.add(verbatim{Lines: []string{line}}, verbatim{Lines: []string{
			`printf '%s\n' \`,
			fmt.Sprintf(`  %v %v \`, d.match.ID, c),
			fmt.Sprintf(`  %x \`, seat.Salt),
			fmt.Sprintf(`  %s \`, committed(seat.Setup)),
			`  | sha256sum`,
		}})
	}
}

// committed is a setup as match.Commitment writes it: 40 characters.
func committed(s engine.Setup) string {
	text := make([]byte, len(s))
	for i, r := range s {
		text[i] = '.'
		if r != engine.NoRank {
			text[i] = r.Symbol()
		}
	}
	return string(text)
}
