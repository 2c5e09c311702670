package site

import (
	"net/http"

	"fieldpost/engine"
)

// apiRules is what can be played, for a program that offers a choice.
type apiRules struct {
	Armies  []apiArmy            `json:"armies"`
	Options map[string]apiOption `json:"options"`
	Ranks   []apiRank            `json:"ranks"` // strongest first
}

type apiArmy struct {
	Name      string   `json:"name"`
	Pieces    *string  `json:"pieces"` // null for the custom army
	Count     *int     `json:"count"`
	Size      int      `json:"size"`
	SetupRows int      `json:"setupRows"`
	Lakes     []string `json:"lakes"`
}

// apiOption is an option with what it may be: one of Values, or a number up to
// Maximum.
type apiOption struct {
	Default any   `json:"default"`
	Values  []any `json:"values,omitempty"`
	Maximum int   `json:"maximum,omitempty"`
}

type apiRank struct {
	Symbol   string            `json:"symbol"`
	Strength *int              `json:"strength"` // 1 to 10; null for the bomb and the flag
	Names    map[string]string `json:"names"`
}

func (s *site) rulesJSON(w http.ResponseWriter, _ *http.Request) {
	usual := optionsOf(engine.StandardRules(engine.Original))
	yesOrNo := func(usual bool) apiOption { return apiOption{Default: usual, Values: []any{false, true}} }
	plies := func(usual int) apiOption { return apiOption{Default: usual, Maximum: engine.MostPlies} }
	a := apiRules{Options: map[string]apiOption{
		"twoSquares": {Default: usual.TwoSquares, Values: []any{0, 3, 4, 5}},
		"chase": {Default: usual.Chase, Values: []any{
			engine.ChaseISF.String(), engine.ChaseStrategus.String(), engine.ChaseOff.String(),
		}},
		"attackerAdvantage": yesOrNo(usual.AttackerAdvantage),
		"explodingBombs":    yesOrNo(usual.ExplodingBombs),
		"movingBombs":       yesOrNo(usual.MovingBombs),
		"movingFlag":        yesOrNo(usual.MovingFlag),
		"reconquest":        yesOrNo(usual.Reconquest),
		"silentDefence":     yesOrNo(usual.SilentDefence),
		"scoutReveal":       yesOrNo(usual.ScoutReveal),
		"memory":            yesOrNo(usual.Memory),
		"quietClaim":        plies(usual.QuietClaim),
		"quietDraw":         plies(usual.QuietDraw),
		"maxPlies":          plies(usual.MaxPlies),
	}}
	for _, army := range engine.Armies {
		a.Armies = append(a.Armies, armyOf(army))
	}
	for _, r := range engine.Ranks {
		rank := apiRank{Symbol: r.String(), Names: s.Words.RankNames(r)}
		if r <= engine.Marshal {
			rank.Strength = new(int(r))
		}
		a.Ranks = append(a.Ranks, rank)
	}
	s.writeJSON(w, http.StatusOK, a)
}

func armyOf(a engine.Army) apiArmy {
	ground := a.Board()
	army := apiArmy{Name: a.String(), Size: ground.Size, SetupRows: ground.SetupRows}
	for row := 1; row <= ground.Size; row++ {
		for file := 1; file <= ground.Size; file++ {
			if at := engine.At(file, row); ground.Lake(at) {
				army.Lakes = append(army.Lakes, at.String())
			}
		}
	}
	if troops := engine.StandardRules(a).Troops; a != engine.CustomArmy {
		army.Pieces, army.Count = new(troops.String()), new(troops.Total())
	}
	return army
}
