package site

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/words"
)

// A person may have a program of his own told that it is his turn, or that a game is
// over. Where it is told is chosen on the page of all his games, or by the API, with a
// link that is young: an old one, found somewhere, must not have another's program told.

// webhookForm is what a person's page has of his webhook.
type webhookForm struct {
	Title     string
	Text      []string // whom it is for, and what it does
	Docs      anchor   // what is sent, for who writes the program
	State     []string
	Open      bool   // there is news of it
	Secret    string // shown this once
	Called    string // what the secret is called
	Set, Drop *press
}

// webhook is the part of the page.
func (g *guest) webhook() *webhookForm {
	w, h := g.words, g.profile.Webhook
	f := &webhookForm{
		Title: w.T("hook.title"), Open: g.missed && (g.form("do") == "webhook" || g.form("do") == "no-webhook"), Called: w.T("hook.secret"),
		Text: []string{w.T("hook.why"), w.T("hook.what")}, Docs: anchor{w.T("hook.docs"), g.site.BaseURL + "/webhook.md"},
	}
	switch host := hook.Host(h); {
	case h.On():
		f.State = append(f.State, w.T("hook.on", words.Args{"Host": host}))
	case h.Failed:
		f.State, f.Open = append(f.State, w.T("hook.off", words.Args{"Host": host})), true
	default:
		f.State = append(f.State, w.T("hook.none"))
	}
	if !g.fresh() {
		f.State = append(f.State, w.T("hook.old"))
		return f
	}
	tick := w.T("page.person.tick")
	f.Set = &press{Do: "webhook", Tick: tick, Button: w.T("hook.set"), Aside: true, Fields: []field{{
		Kind: "url", Name: "url", Label: w.T("hook.label"), Help: w.T("hook.help"), Fill: "off", Most: player.MostURL, Must: true, Value: g.form("url"),
	}}}
	if h.URL != "" {
		f.Drop = &press{Do: "no-webhook", Tick: tick, Button: w.T("hook.drop"), Aside: true}
	}
	return f
}

// pressWebhook sets the webhook, or removes it.
func (p gamesPage) pressWebhook(of *guest) answer {
	w := of.words
	if !of.fresh() {
		return of.told(p, true, w.T("hook.old"))
	}
	if of.form("do") == "no-webhook" {
		if err := of.dropWebhook(of.r.Context()); err != nil {
			return of.wrong(err)
		}
		return of.told(p, false, w.T("hook.dropped"))
	}
	switch err := of.setWebhook(of.r.Context(), strings.TrimSpace(of.form("url"))); {
	case errors.Is(err, hook.ErrAddress):
		a := of.told(p, true, w.T("hook.bad"))
		if f := a.page.Webhook; f != nil {
			f.Open, f.Set.Fields[0].Fault = true, w.T("hook.bad")
		}
		a.status = statusOf(err)
		return a
	case err != nil:
		return of.wrong(err)
	}
	of.r.PostForm.Del("url") // it stands in no form any more
	a := of.told(p, false, w.T("hook.done"))
	if f := a.page.Webhook; f != nil {
		f.Open, f.Secret = true, hook.Secret(of.profile.Webhook)
	}
	return a
}

// told is the page with a word of what has happened.
func (g *guest) told(p gamesPage, bad bool, text string) answer {
	a := p.show(g)
	a.page = tell(a.page, bad, text)
	return a
}

// setWebhook makes an address the one that is told, with a new secret. It fails with
// hook.ErrAddress.
func (g *guest) setWebhook(ctx context.Context, address string) error {
	if err := hook.CheckAddress(address); err != nil {
		return err
	}
	he, known, err := g.Players.Known(ctx, g.link.Player)
	if err != nil {
		return err
	}
	mails := ""
	if known {
		mails = he.Address
	}
	var secret [32]byte
	if _, err := io.ReadFull(g.Random, secret[:]); err != nil {
		return err
	}
	if g.profile, err = g.Players.SetWebhook(ctx, g.link.Player, address, secret, mails); err != nil {
		return err
	}
	g.Log.Info("webhook set")
	return nil
}

func (g *guest) dropWebhook(ctx context.Context) (err error) {
	if g.profile, err = g.Players.DropWebhook(ctx, g.link.Player); err == nil {
		g.Log.Info("webhook removed")
	}
	return err
}

// webhookJSON is the webhook as a program is told of it.
type webhookJSON struct {
	URL    *string `json:"url"`    // null: there is none
	Secret *string `json:"secret"` // told this once
}

// putWebhook is PUT /api/me/webhook.
func (s *site) putWebhook(w http.ResponseWriter, r *http.Request) {
	g, err := s.enterFresh(r)
	var body struct {
		URL string `json:"url"`
	}
	if err == nil {
		err = readJSON(r, &body)
	}
	if err == nil {
		err = g.setWebhook(r.Context(), body.URL)
	}
	if err != nil {
		s.problem(w, r, err)
		return
	}
	s.writeJSON(w, http.StatusOK, webhookJSON{URL: &body.URL, Secret: new(hook.Secret(g.profile.Webhook))})
}

// deleteWebhook is DELETE /api/me/webhook.
func (s *site) deleteWebhook(w http.ResponseWriter, r *http.Request) {
	g, err := s.enterFresh(r)
	if err == nil {
		err = g.dropWebhook(r.Context())
	}
	if err != nil {
		s.problem(w, r, err)
		return
	}
	s.writeJSON(w, http.StatusOK, webhookJSON{})
}
