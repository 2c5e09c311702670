package site

import (
	"encoding/hex"
	"net/http"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/records"
)

// apiRecord is the record in JSON: while the game runs as its reader may have
// it, afterwards with all that it takes to play it again and to check the
// commitments.
type apiRecord struct {
	Game        string         `json:"game"`
	Army        string         `json:"army"`
	CustomArmy  string         `json:"customArmy"`
	Rules       options        `json:"rules"`
	Players     sides[string]  `json:"players"`
	Record      []string       `json:"record"`
	Setups      *sides[string] `json:"setups"`
	Salts       *sides[string] `json:"salts"`
	Commitments *sides[string] `json:"commitments"`
	Outcome     *string        `json:"outcome"`
	Reason      *string        `json:"reason"`
}

func (v *visit) getRecord(w http.ResponseWriter) error {
	switch format := v.r.URL.Query().Get("format"); format {
	case "", "text":
		text, err := v.recordText()
		if err != nil {
			return err
		}
		send(w, http.StatusOK, "text/plain; charset=utf-8", []byte(text))
	case "json":
		v.writeJSON(w, http.StatusOK, v.apiRecord())
	case "xml":
		x, err := records.GravonOf(v.match.Game, engine.Both[string]{Red: v.called(engine.Red), Blue: v.called(engine.Blue)})
		if err != nil {
			return err
		}
		text, err := x.Text()
		if err != nil {
			return err
		}
		send(w, http.StatusOK, "application/xml", text)
	default:
		return malformed(&requestError{noFormat, "format", format})
	}
	return nil
}

func (v *visit) recordText() (string, error) {
	if v.match.State == match.Over && v.match.Begun() {
		return records.WriteProof(v.match.Game, v.proof())
	}
	view := v.view()
	view.Rules = v.match.Rules // a game that has not begun has none of its own
	return records.WriteView(view), nil
}

func (v *visit) apiRecord() apiRecord {
	a, m := v.apiView(), &v.match
	r := apiRecord{
		Game: a.Game, Army: a.Army, CustomArmy: a.CustomArmy, Rules: a.Rules,
		Players: sides[string]{a.Players.Red.Name, a.Players.Blue.Name},
		Record:  a.Record, Commitments: a.Commitments, Outcome: a.Outcome, Reason: a.Reason,
	}
	if m.State == match.Over && m.Begun() { // a setup that was never played stays secret
		r.Setups = &sides[string]{m.Seats.Red.Setup.Text(v.ground()), m.Seats.Blue.Setup.Text(v.ground())}
		r.Salts = &sides[string]{hex.EncodeToString(m.Seats.Red.Salt[:]), hex.EncodeToString(m.Seats.Blue.Salt[:])}
	}
	return r
}
