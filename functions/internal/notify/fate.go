package notify

import (
	"cmp"
	"errors"
	"log/slog"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/metrics"
)

// Fate is what has become of a mail at one try. A mail that was sent before has none.
type Fate struct {
	Game match.ID     // zero for a mail that belongs to none
	Seat engine.Color // likewise
	Kind string       // as mail.Message has it
	// Outcome is "sent"; "unwanted", if its reader takes no such mail, or "passed", if
	// it has nothing true to tell any more: then it never is; "failed": it may yet be.
	Outcome string
	Step    string // of a DeliveryError, of a mail that failed
}

// The outcomes of a Fate.
const (
	sent     = "sent"
	unwanted = "unwanted"
	passedBy = "passed"
	failed   = "failed"
)

// Log makes what a Postman tells fates to: a line for each.
func Log(log *slog.Logger) func(Fate) {
	return func(f Fate) {
		line := []any{"kind", cmp.Or(f.Kind, "other"), "outcome", f.Outcome}
		if f.Game != (match.ID{}) {
			line = append([]any{"game", f.Game.String(), "seat", f.Seat.String()}, line...)
		}
		switch f.Outcome {
		case sent:
			line = append(line, metrics.Mails.Count(1))
		case failed:
			line = append(line, "step", f.Step, metrics.Unsent.Count(1))
		default:
			line = append(line, "why", f.Outcome, metrics.Spared.Count(1))
		}
		log.Info("mail out", line...)
	}
}

// tell tells the fate of a mail.
func (p *Postman) tell(f Fate, outcome string) {
	if p.Tell != nil {
		f.Outcome = outcome
		p.Tell(f)
	}
}

// tellFailure tells of a try that has failed, but where another is at the same mail.
func (p *Postman) tellFailure(f Fate, e *DeliveryError) {
	if e == nil || errors.Is(e.Err, match.ErrHeld) || p.Tell == nil {
		return
	}
	f.Step = e.Step
	p.tell(f, failed)
}

// about is what a fate says of a letter of m.
func about(m match.Match, l mail.Letter) Fate {
	return Fate{Game: m.ID, Seat: l.Seat, Kind: l.Kind.String()}
}
