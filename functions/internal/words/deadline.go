package words

import "time"

// Deadline is a deadline as it stands for one reader.
type Deadline struct {
	At, Now time.Time
	Zone    string // of the reader; "" while it is not known
	Setup   bool   // it is for a setup, not for a move
	Invite  bool   // it is for the answer to an invitation, whatever Setup says
	Apart   bool   // the other, who is to set up too, has another
	Name    string // of the player whose time runs, made fit by Name; "" when it is the reader's own
	Brief   bool   // one of many: by the reader's clock alone, without what being late costs
}

// Deadline tells until when a player has time, and what being late costs.
func (w Words) Deadline(d Deadline) string {
	at, in := w.when(d.At, d.Zone, d.Brief), w.In(d.At, d.Now)
	switch {
	case d.Brief && d.Name == "" && !d.Invite && d.Setup:
		return w.T("deadline.brief_setup", Args{"At": at, "In": in})
	case d.Brief && d.Name == "" && !d.Invite:
		return w.T("deadline.brief_move", Args{"At": at, "In": in})
	case d.Invite && d.Name == "":
		return w.T("deadline.invite_you", Args{"At": at, "In": in})
	case d.Invite:
		return w.T("deadline.invite_they", Args{"Name": d.Name, "At": at, "In": in})
	case d.Setup && d.Name == "" && d.Apart:
		return w.T("deadline.setup_apart", Args{"At": at, "In": in})
	case d.Setup && d.Name == "":
		return w.T("deadline.setup_you", Args{"At": at, "In": in})
	case d.Setup:
		return w.T("deadline.setup_they", Args{"Name": d.Name, "At": at, "In": in})
	case d.Name == "":
		return w.T("deadline.move_you", Args{"At": at, "In": in})
	}
	return w.T("deadline.move_they", Args{"Name": d.Name, "At": at, "In": in})
}

// Outage tells that the server stood still for d, and that this was added to the
// deadline, or to the one before.
func (w Words) Outage(d time.Duration, before bool) string {
	if before {
		return w.T("outage.before", Args{"Span": w.Span(d)})
	}
	return w.T("outage.now", Args{"Span": w.Span(d)})
}

// Pace tells how much time there is for a move and for the setup, and what
// being late costs, a sentence each.
func (w Words) Pace(move, setup time.Duration) []string {
	return []string{
		w.T("pace.move", Args{"Span": w.Span(move)}),
		w.T("pace.setup", Args{"Span": w.Span(setup)}),
		w.T("pace.late"),
	}
}
