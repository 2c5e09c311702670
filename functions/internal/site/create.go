package site

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// request is the body of POST /api/games. What is left out has its default.
type request struct {
	Creator    person  `json:"creator"`
	Opponent   *person `json:"opponent"`
	Open       bool    `json:"open"`
	Color      string  `json:"color"` // "red", "blue" or "lot"
	Army       string  `json:"army"`
	CustomArmy string  `json:"customArmy"`
	Rules      options `json:"rules"`
	Pace       pace    `json:"pace"`
	Message    string  `json:"message"`
	Code       string  `json:"code"`

	confirmed bool // the creator's address is shown to be his
}

type person struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Lang  string `json:"lang"`
	Zone  string `json:"tz"`
}

type options struct {
	TwoSquares        int    `json:"twoSquares"`
	Chase             string `json:"chase"`
	AttackerAdvantage bool   `json:"attackerAdvantage"`
	ExplodingBombs    bool   `json:"explodingBombs"`
	MovingBombs       bool   `json:"movingBombs"`
	MovingFlag        bool   `json:"movingFlag"`
	Reconquest        bool   `json:"reconquest"`
	SilentDefence     bool   `json:"silentDefence"`
	ScoutReveal       bool   `json:"scoutReveal"`
	Memory            bool   `json:"memory"`
	QuietClaim        int    `json:"quietClaim"`
	QuietDraw         int    `json:"quietDraw"`
	MaxPlies          int    `json:"maxPlies"`
}

type pace struct {
	Days      float64 `json:"days"`
	SetupDays float64 `json:"setupDays"`
	Vacation  bool    `json:"vacation"`
}

// pace returns p to the minute, or the *match.InputError of match.Pace.Check with
// the number as it was written.
func (p pace) pace() (match.Pace, error) {
	minutes := func(days float64) time.Duration {
		const most = 1e5 // beyond every pace, and still a time.Duration
		if math.IsNaN(days) {
			return 0
		}
		return time.Duration(math.Round(max(-most, min(days, most))*24*60)) * time.Minute
	}
	m := match.Pace{Move: minutes(p.Days), Setup: minutes(p.SetupDays), NoVacation: !p.Vacation}
	err := m.Check()
	if input, wrong := errors.AsType[*match.InputError](err); wrong {
		written := map[string]float64{"pace.days": p.Days, "pace.setupDays": p.SetupDays}
		input.Text = fmt.Sprint(written[input.Field])
	}
	return m, err
}

// paceOf returns p as JSON spells it.
func paceOf(p match.Pace) pace { return pace{inDays(p.Move), inDays(p.Setup), !p.NoVacation} }

// inDays returns a time in days.
func inDays(d time.Duration) float64 { return d.Hours() / 24 }

// newRequest returns a request with every default in place.
func newRequest() request {
	usual := engine.StandardRules(engine.Original)
	return request{Color: "lot", Army: usual.Army.String(), Pace: paceOf(match.StandardPace), Rules: optionsOf(usual)}
}

// optionsOf returns the options of rules as JSON spells them.
func optionsOf(r engine.Rules) options {
	return options{
		TwoSquares: r.TwoSquares, Chase: r.Chase.String(),
		AttackerAdvantage: r.AttackerAdvantage, ExplodingBombs: r.ExplodingBombs,
		MovingBombs: r.MovingBombs, MovingFlag: r.MovingFlag,
		Reconquest: r.Reconquest, SilentDefence: r.SilentDefence,
		ScoutReveal: r.ScoutReveal, Memory: r.Memory,
		QuietClaim: r.QuietClaim, QuietDraw: r.QuietDraw, MaxPlies: r.MaxPlies,
	}
}

// switches are the options that are on or off, by the names that JSON and the
// form give them.
func (o *options) switches() map[string]*bool {
	return map[string]*bool{
		"attackerAdvantage": &o.AttackerAdvantage, "explodingBombs": &o.ExplodingBombs,
		"movingBombs": &o.MovingBombs, "movingFlag": &o.MovingFlag, "reconquest": &o.Reconquest,
		"silentDefence": &o.SilentDefence, "scoutReveal": &o.ScoutReveal, "memory": &o.Memory,
	}
}

// numbers are the options that are numbers, by the same names.
func (o *options) numbers() map[string]*int {
	return map[string]*int{
		"twoSquares": &o.TwoSquares, "quietClaim": &o.QuietClaim, "quietDraw": &o.QuietDraw, "maxPlies": &o.MaxPlies,
	}
}

// createByJSON is POST /api/games.
func (s *site) createByJSON(w http.ResponseWriter, r *http.Request) {
	q := newRequest()
	if r.Header.Get("Authorization") != "" {
		s.createAsPlayer(w, r)
		return
	}
	if err := readJSON(r, &q); err != nil {
		s.problem(w, r, err)
		return
	}
	m, err := s.create(r, q)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	s.settle(r.Context())
	s.writeJSON(w, http.StatusAccepted, newState(m))
}

// accepted is the answer to a wish that goes on by mail.
type accepted struct {
	Game  string `json:"game"`
	State string `json:"state"`
}

func newState(m match.Match) accepted { return accepted{m.ID.String(), m.State.String()} }

// create asks for the match that q describes: ids, lots and salts are drawn
// here. Its one mail goes to the creator.
func (s *site) create(r *http.Request, q request) (match.Match, error) {
	if s.Host.Closed {
		return match.Match{}, errClosed
	}
	c, err := q.match()
	if err != nil {
		return match.Match{}, err
	}
	var lot [1]byte
	for _, part := range [][]byte{c.ID[:], c.Salts.Red[:], c.Salts.Blue[:], lot[:]} {
		if _, err := io.ReadFull(s.Random, part); err != nil {
			return match.Match{}, fmt.Errorf("draw for a new game: %w", err)
		}
	}
	if c.Creator == engine.NoColor {
		c.Creator = engine.Red
		if lot[0]&1 == 1 {
			c.Creator = engine.Blue
		}
	}
	for _, p := range []struct {
		seat engine.Color
		*person
	}{{c.Creator, &q.Creator}, {c.Creator.Other(), q.Opponent}} {
		if p.person != nil {
			*c.Players.Of(p.seat), *c.Keys.Of(p.seat) = p.player(), s.Pepper.Key(p.Email)
		}
	}
	c.Confirmed = q.confirmed
	if err := s.check(c); err != nil {
		return match.Match{}, err
	}
	if err := s.admit(r.Context(), r, q.Code); err != nil {
		return match.Match{}, err
	}
	return s.Games.Create(r.Context(), c)
}

// match returns what q says of the match itself. The creator's color is NoColor
// when the lot shall decide.
func (q *request) match() (match.Create, error) {
	c := match.Create{Open: q.Open, Message: plainLines(q.Message)}
	var err error
	if c.Pace, err = q.Pace.pace(); err != nil {
		return match.Create{}, err
	}
	if q.Color != "lot" {
		if c.Creator, err = engine.ParseColor(q.Color); err != nil {
			return match.Create{}, &match.InputError{Field: "color", Text: q.Color, Problem: match.NoSideOrLot}
		}
	}
	if c.Rules, err = q.rules(); err != nil {
		return match.Create{}, err
	}
	if err := q.Creator.checkZone("creator.tz"); err != nil {
		return match.Create{}, err
	}
	if q.Opponent == nil {
		return c, nil
	}
	return c, q.Opponent.checkZone("opponent.tz")
}

// checkZone looks the time zone up. None is in order: it is not known yet.
func (p *person) checkZone(field string) error {
	if _, err := time.LoadLocation(p.Zone); err != nil || p.Zone == "Local" {
		return &match.InputError{Field: field, Text: p.Zone, Problem: match.NoTimeZone}
	}
	return nil
}

func (q *request) rules() (engine.Rules, error) {
	army, err := engine.ParseArmy(q.Army)
	if err != nil {
		return engine.Rules{}, &match.InputError{Field: "army", Text: q.Army, Problem: match.NoArmy}
	}
	chase, err := engine.ParseChase(q.Rules.Chase)
	if err != nil {
		return engine.Rules{}, &match.InputError{Field: "rules.chase", Text: q.Rules.Chase, Problem: match.NoChase}
	}
	r := engine.Rules{
		Army: army, TwoSquares: q.Rules.TwoSquares, Chase: chase,
		AttackerAdvantage: q.Rules.AttackerAdvantage, ExplodingBombs: q.Rules.ExplodingBombs,
		MovingBombs: q.Rules.MovingBombs, MovingFlag: q.Rules.MovingFlag,
		Reconquest: q.Rules.Reconquest, SilentDefence: q.Rules.SilentDefence,
		ScoutReveal: q.Rules.ScoutReveal, Memory: q.Rules.Memory,
		QuietClaim: q.Rules.QuietClaim, QuietDraw: q.Rules.QuietDraw, MaxPlies: q.Rules.MaxPlies,
	}
	if q.CustomArmy != "" || army == engine.CustomArmy {
		if r.Troops, err = engine.ParseTroops(q.CustomArmy); err != nil {
			return engine.Rules{}, err
		}
	}
	return r.Check()
}

func (p *person) player() match.Player {
	return match.Player{Name: p.Name, Address: p.Email, Lang: p.Lang, Zone: p.Zone}
}
