package engine

import "fmt"

// Rules are what the two players agreed to play (rules.md 4–7). The zero value
// is no rules; StandardRules gives the usual ones. Only rules that Check
// returned may start a game.
type Rules struct {
	Army   Army
	Troops Troops // each side's pieces; derived from Army, given only for CustomArmy

	TwoSquares int   // two-squares limit L: 0 (off), 3, 4 or 5
	Chase      Chase // profile of the more-squares rule

	AttackerAdvantage bool
	ExplodingBombs    bool
	MovingBombs       bool // implies ExplodingBombs
	MovingFlag        bool
	Reconquest        bool
	SilentDefence     bool
	ScoutReveal       bool // a long scout move, and a captain's second step, shows the rank
	Memory            bool

	QuietClaim int // plies without attack after which a draw may be claimed; 0 = never
	QuietDraw  int // plies without attack at which the game is drawn; 0 = never
	MaxPlies   int // plies at which the game is drawn; 0 = never
}

// Chase is a profile of the more-squares rule (rules.md 6). The zero value is
// none of them.
type Chase uint8

// The profiles.
const (
	NoChase        Chase = iota
	ChaseISF             // only pieces that were chased count
	ChaseStrategus       // standing next to any enemy piece counts
	ChaseOff             // no such rule
)

var chaseNames = [...]string{"none", "isf", "strategus", "off"}

// String returns "isf", "strategus" or "off".
func (c Chase) String() string {
	if int(c) >= len(chaseNames) {
		return "none"
	}
	return chaseNames[c]
}

// ParseChase reads a name that String gives.
func ParseChase(name string) (Chase, error) {
	for c := ChaseISF; c <= ChaseOff; c++ {
		if chaseNames[c] == name {
			return c, nil
		}
	}
	return NoChase, fmt.Errorf("%q is no chase profile: isf, strategus or off", shorten(name))
}

// The usual limits (rules.md 4.5), and the largest that Check lets pass.
const (
	StandardQuietClaim = 200
	StandardQuietDraw  = 400
	StandardMaxPlies   = 4000
	MostPlies          = 65535
)

// StandardRules returns the rules of a with every option at its default.
func StandardRules(a Army) Rules {
	r := Rules{
		Army: a, TwoSquares: 3, Chase: ChaseISF, ScoutReveal: true,
		QuietClaim: StandardQuietClaim, QuietDraw: StandardQuietDraw, MaxPlies: StandardMaxPlies,
	}
	if a < armyEnd {
		r.Troops = armyTroops[a]
	}
	return r
}

// Check returns r in its canonical form (moving bombs switch exploding ones on,
// the troops of a named army filled in), or *RulesError with every fault.
func (r Rules) Check() (Rules, error) {
	var faults []RulesFault
	fault := func(bad bool, f RulesFault) {
		if bad {
			faults = append(faults, f)
		}
	}
	r.ExplodingBombs = r.ExplodingBombs || r.MovingBombs
	switch {
	case r.Army == NoArmy || r.Army >= armyEnd:
		fault(true, RulesFault{Kind: NoSuchArmy})
	case r.Army == CustomArmy:
		r.checkTroops(fault)
	default:
		own := armyTroops[r.Army]
		fault(r.Troops != Troops{} && r.Troops != own, RulesFault{Kind: OwnPieces, Army: r.Army})
		r.Troops = own
	}
	fault(r.TwoSquares != 0 && (r.TwoSquares < 3 || r.TwoSquares > 5), RulesFault{Kind: BadTwoSquares, N: r.TwoSquares})
	fault(r.Chase < ChaseISF || r.Chase > ChaseOff, RulesFault{Kind: NoSuchChase})
	limit := func(kind RulesFaultKind, n int) {
		fault(n < 0 || n > MostPlies, RulesFault{Kind: kind, N: n, Most: MostPlies})
	}
	limit(BadQuietClaim, r.QuietClaim)
	limit(BadQuietDraw, r.QuietDraw)
	limit(BadMaxPlies, r.MaxPlies)
	fault(r.QuietDraw > 0 && r.QuietClaim > r.QuietDraw, RulesFault{Kind: ClaimAfterDraw, N: r.QuietClaim, Most: r.QuietDraw})
	if len(faults) > 0 {
		return Rules{}, &RulesError{faults}
	}
	return r, nil
}

func (r *Rules) checkTroops(fault func(bool, RulesFault)) {
	const most = 4 * files
	movers := 0
	for rank := range rankEnd {
		if r.moves(rank) {
			movers += int(r.Troops[rank])
		}
	}
	fault(r.Troops[NoRank] != 0, RulesFault{Kind: PieceOfNoRank})
	fault(r.Troops[Flag] != 1, RulesFault{Kind: NotOneFlag, N: int(r.Troops[Flag]), Most: 1})
	fault(movers == 0, RulesFault{Kind: NothingMoves})
	fault(r.Troops.Total() > most, RulesFault{Kind: TooManyPieces, N: r.Troops.Total(), Most: most})
}

// moves reports whether pieces of rank may leave their square under r.
func (r *Rules) moves(rank Rank) bool {
	switch rank {
	case NoRank:
		return false
	case Bomb:
		return r.MovingBombs
	case Flag:
		return r.MovingFlag
	}
	return rank < rankEnd
}

// attacks reports whether pieces of rank may attack: all but bombs and flags.
func attacks(rank Rank) bool { return rank >= Spy && rank <= Marshal }
