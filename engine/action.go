package engine

import "errors"

// Action is what a player, or the clock in his name, does to a game. The zero
// value is none.
type Action struct {
	Kind ActionKind
	By   Color // who does it; NoColor for AgreeDraw
	Move Move  // for a move
}

// ActionKind tells actions apart.
type ActionKind uint8

// The kinds of action.
const (
	NoAction ActionKind = iota
	Moving
	Resigning
	Agreeing
	Claiming
	TimingOut
)

// Play returns the action of moving.
func Play(by Color, m Move) Action { return Action{Moving, by, m} }

// Resign returns the action of giving up, on or off turn.
func Resign(by Color) Action { return Action{Kind: Resigning, By: by} }

// AgreeDraw returns the action of both players agreeing to a draw.
func AgreeDraw() Action { return Action{Kind: Agreeing} }

// ClaimDraw returns the action of claiming a draw by the quiet limit, on or off
// turn (rules.md 4.5).
func ClaimDraw(by Color) Action { return Action{Kind: Claiming, By: by} }

// TimeOut returns the action by which by loses on time.
func TimeOut(by Color) Action { return Action{Kind: TimingOut, By: by} }

// Happened is what an action did. Ply is zero unless it was a move; Outcome and
// Reason are set if the game ended by it.
type Happened struct {
	Ply     Ply
	Outcome Outcome
	Reason  Reason
}

// Errors of Apply beside *Refusal.
var (
	ErrOver        = errors.New("the game is over")
	ErrNotYourTurn = errors.New("it is the opponent's turn")
	ErrNoClaim     = errors.New("no draw can be claimed yet")
	ErrBadAction   = errors.New("no such action")
)
