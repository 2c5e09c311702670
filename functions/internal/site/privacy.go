package site

import (
	"net/http"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// privacyPage tells what is kept of whom, for how long, and who sees it: what
// the program does, in the program's own figures.
func (s *site) privacyPage(w http.ResponseWriter, r *http.Request) {
	lang := s.reading(r)
	days := func(d time.Duration) string { return lang.Span(d) }
	kept := []string{
		lang.T("privacy.kept.games"), lang.T("privacy.kept.running"), lang.T("talk.privacy"), lang.T("privacy.kept.notes"),
		lang.T("privacy.kept.profile", words.Args{"Span": days(player.IdleLife)}), lang.T("privacy.kept.health"), lang.T("hook.privacy"),
		lang.T("privacy.kept.unconfirmed", words.Args{"Span": days(match.UnconfirmedLife)}),
		lang.T("privacy.kept.unaccepted", words.Args{"Span": days(match.UnacceptedLife)}),
		lang.T("privacy.kept.candidate", words.Args{"Span": days(match.CandidateLife)}),
		lang.T("privacy.kept.change", words.Args{"Asked": days(match.ChangeLife), "Undo": days(match.UndoLife)}),
		lang.T("privacy.kept.ever", words.Args{"Span": days(match.UnacceptedLife)}), lang.T("privacy.kept.mails", words.Args{"Span": days(match.ClaimLife)}),
	}
	if s.Mailbox != nil {
		kept = append(kept, lang.T("privacy.kept.mailbox"))
	} else {
		kept = append(kept, lang.T("privacy.kept.sending", words.Args{"Span": days(notify.Patience)}))
	}
	if s.AnswersKept > 0 {
		kept = append(kept, lang.T("privacy.kept.answers", words.Args{"Span": days(s.AnswersKept)}))
	}
	if s.LogKept > 0 {
		kept = append(kept, lang.T("privacy.kept.log_for", words.Args{"Span": days(s.LogKept)}))
	} else {
		kept = append(kept, lang.T("privacy.kept.log"))
	}
	kept = append(kept, lang.T("privacy.kept.limits", words.Args{"Span": days(players.Day)}),
		lang.T("privacy.kept.client", words.Args{"Span": days(creationWindow)}))
	links := []string{
		lang.T("privacy.links.confirm", words.Args{"Span": days(link.Link{Purpose: link.Confirm}.Life())}),
		lang.T("privacy.links.join", words.Args{"Span": days(link.Link{Purpose: link.Join}.Life())}),
		lang.T("privacy.links.board", words.Args{"Span": days(link.Link{Purpose: link.Board}.Life())}),
		lang.T("privacy.links.move"),
		lang.T("privacy.links.player", words.Args{"Span": days(link.Link{Purpose: link.Player}.Life())}),
		lang.T("privacy.links.change", words.Args{
			"Asked": days(link.Link{Purpose: link.Readdress}.Life()), "Undo": days(link.Link{Purpose: link.Undo}.Life()),
		}),
		lang.T("privacy.links.mails"), lang.T("privacy.links.watch"), lang.T("feed.privacy"),
	}
	if s.AnswersKept > 0 || s.Answers != nil {
		links = append(links, lang.T("privacy.links.reply"))
	}
	p := page{
		Lang: lang.Lang(), Title: lang.T("privacy.title"),
		Lead: []string{lang.T("privacy.lead", words.Args{"Site": words.Name(s.Host.title())})},
		Parts: []part{
			{ID: "kept", Title: lang.T("privacy.kept.title"), List: kept},
			{ID: "yours", Title: lang.T("privacy.yours.title"), Text: []string{lang.T("privacy.yours.text")}},
			{ID: "seen", Title: lang.T("privacy.seen.title"), List: []string{
				lang.T("privacy.seen.opponent"), lang.T("privacy.seen.ranks"), lang.T("privacy.seen.others"), lang.T("privacy.seen.open"), lang.T("privacy.seen.host"),
			}},
			{ID: "links", Title: lang.T("privacy.links.title"), Text: []string{lang.T("privacy.links.text")}, List: links},
			{ID: "cookie", Title: lang.T("privacy.cookie.title"), Text: []string{
				lang.T("privacy.cookie.text", words.Args{"Span": days(markLife)}), lang.T("privacy.cookie.nothing_else"),
			}},
		},
	}
	host := part{ID: "host", Title: lang.T("privacy.host.title"), Text: []string{lang.T("privacy.host.unknown")}, Plain: s.Host.Imprint}
	if contact := s.Host.contact(); contact != nil {
		host.Text = []string{lang.T("privacy.host.contact", words.Args{"Contact": contact.Text})}
	} else if host.Plain != "" {
		host.Text = nil
	}
	p.Parts = append(p.Parts, host)
	s.write(w, answer{http.StatusOK, p})
}
