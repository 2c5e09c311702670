package site

import (
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// deed is what is said of an action on its page.
type deed struct {
	Title string
	Lead  []string
	Done  string
}

func (v *visit) deed() deed {
	w, name := v.words, v.other()
	switch v.link.Action {
	case match.Resigning:
		return deed{
			w.T("page.resign.title"),
			[]string{w.T("page.resign.lead", words.Args{"Name": name})},
			w.T("page.resign.done", words.Args{"Name": name}),
		}
	case match.OfferingDraw:
		return deed{
			w.T("page.offer.title"),
			[]string{w.T("page.offer.lead", words.Args{"Name": name})},
			w.T("page.offer.done", words.Args{"Name": name}),
		}
	case match.AcceptingDraw:
		return deed{
			w.T("page.accept.title"),
			[]string{w.T("page.accept.lead", words.Args{"Name": name})},
			w.T("page.accept.done", words.Args{"Name": name}),
		}
	case match.DecliningDraw:
		return deed{
			w.T("page.decline.title"),
			[]string{w.T("page.decline.lead", words.Args{"Name": name})},
			w.T("page.decline.done", words.Args{"Name": name}),
		}
	case match.ClaimingDraw:
		return deed{
			w.T("page.claim.title"),
			[]string{w.N("page.claim.lead", v.match.Rules.QuietClaim)},
			w.T("page.claim.done", words.Args{"Name": name}),
		}
	case match.Rematching:
		return deed{
			w.T("page.rematch.title"),
			[]string{w.T("page.rematch.lead", words.Args{"Name": name})},
			w.T("page.rematch.done", words.Args{"Name": name}),
		}
	case match.GivingTime:
		span := w.Span(v.gift())
		return deed{
			w.T("gift.title", words.Args{"Name": name}),
			[]string{w.T("gift.lead", words.Args{"Name": name, "Span": span})},
			w.T("gift.done", words.Args{"Name": name, "Span": span}),
		}
	case match.Withdrawing:
		return deed{
			w.T("page.withdraw.title"),
			[]string{w.T("page.withdraw.lead", words.Args{"Name": name})},
			w.T("page.withdraw.done"),
		}
	case match.Resending:
		return deed{
			w.T("page.resend.title"),
			[]string{w.N("page.resend.lead", match.MostResends, words.Args{"Name": name})},
			w.T("page.resend.done", words.Args{"Name": name}),
		}
	case match.RenewingLinks:
		return deed{
			w.T("page.renew.title"),
			[]string{w.T("page.renew.lead")},
			w.T("page.renew.done"),
		}
	case match.Nudging:
		return deed{
			w.T("talk.nudge_title", words.Args{"Name": name}),
			[]string{w.T("talk.nudge_lead", words.Args{"Name": name})},
			w.T("talk.nudge_done", words.Args{"Name": name}),
		}
	case match.MailingAgain:
		return deed{w.T("talk.again_title"), []string{w.T("talk.again_lead")}, w.T("talk.again_done")}
	case match.Publishing:
		d := deed{
			w.T("page.publish.title"),
			[]string{w.T("page.publish.lead", words.Args{"Name": name})},
			w.T("page.publish.done", words.Args{"Name": name}),
		}
		if v.match.Watched() {
			d.Done = w.T("page.watch.open")
		}
		return d
	default:
		return deed{
			w.T("page.abort.title"),
			[]string{w.T("page.abort.lead", words.Args{"Name": name})},
			w.T("page.abort.done", words.Args{"Name": name}),
		}
	}
}
