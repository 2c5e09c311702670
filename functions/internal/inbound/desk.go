package inbound

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/inbound/letter"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// Claims lets a mail count once, whoever takes it in how often.
type Claims interface {
	// Take claims a key until a moment. It reports whether the mail was done with
	// before, and fails with match.ErrHeld while another's claim is live at now.
	Take(ctx context.Context, key string, now, until time.Time) (done bool, err error)
	// Mark says that the mail is done with.
	Mark(ctx context.Context, key string, until time.Time) error
	// Drop gives the claim back.
	Drop(ctx context.Context, key string) error
}

// Post sends a mail of ours, once for each key.
type Post interface {
	Post(ctx context.Context, key string, m mail.Message) error
}

// claimLife is how long a mail that is being followed is kept from others. A program
// that takes mails in has done with one well before.
const claimLife = 60 * time.Second

// Desk takes the mails that come in: it is a Taker. It finds the seat by the address
// to which a mail was sent, asks whether it is from that seat's player, does what he
// has written, and answers him. Whatever comes in, it writes to nobody but the
// player of the seat, at his registered address. All fields but Real must be set.
type Desk struct {
	Games    players.Games // behind its Gate
	People   *players.Players
	Keys     *link.Keys
	Words    *words.Catalog
	Composer *mail.Composer // its ReplyDomain is where mails come in
	Claims   Claims
	Post     Post

	// Aligned: a mail counts if it is Aligned too, and not by its address and From
	// alone.
	Aligned bool

	Now    func() time.Time
	Real   func() time.Time // by which claims run out; nil: Now, the time of the games
	Random io.Reader        // for setups by lot, and salts
	Log    *slog.Logger
}

// Take is that of Taker.
func (d *Desk) Take(ctx context.Context, in Delivery) error {
	treatment := Judge(Mail{Raw: in.Raw, Infected: in.Infected})
	if treatment == Keep && in.From == "" {
		treatment = Report
	}
	if treatment != Keep {
		d.Log.Info("mail dropped", "treatment", treatment.String(), "trust", in.Trust.String(), metrics.Arrivals.Count(1))
		return nil
	}
	read, err := letter.Read(in.Raw)
	if errors.Is(err, letter.ErrUnreadable) {
		d.Log.Info("mail dropped", "treatment", NoHeader.String(), metrics.Arrivals.Count(1))
		return nil
	}
	seats := d.seats(in.To)
	if len(seats) == 0 {
		d.Log.Info("mail dropped", "treatment", "drop: no seat", "trust", in.Trust.String(), metrics.Arrivals.Count(1))
	}
	var failed []error
	for _, l := range seats {
		failed = append(failed, d.takeFor(ctx, l, in, read, err != nil))
	}
	return errors.Join(failed...)
}

// seats are those to whose addresses a mail was sent, each once. The others are
// nobody's: nobody learns which there are.
func (d *Desk) seats(to []string) []link.Link {
	var list []link.Link
	known := make(map[link.Link]bool)
	for _, address := range to {
		local, domain := split(address)
		token, ours := strings.CutPrefix(local, link.ReplyPrefix)
		if !ours || d.Composer.ReplyDomain == "" || domain != player.Normal(d.Composer.ReplyDomain) {
			continue
		}
		l, err := d.Keys.Open(link.Reply, token, d.Now())
		if seat := (link.Link{Game: l.Game, Seat: l.Seat}); err == nil && !known[seat] {
			known[seat] = true
			list = append(list, l)
		}
	}
	return list
}

// takeFor takes a mail for one seat, unless that was done before.
func (d *Desk) takeFor(ctx context.Context, l link.Link, in Delivery, read letter.Letter, unread bool) error {
	digest := sha256.Sum256(in.Raw)
	item, seat := "I#"+hex.EncodeToString(digest[:]), fmt.Sprintf("%v.%v", l.Game, l.Seat)
	claim, now := item+"/C#"+seat, d.real()
	until := now.Add(claimLife)
	switch done, err := d.Claims.Take(ctx, claim, now, until); {
	case err != nil:
		return fmt.Errorf("claim a mail: %w", err)
	case done:
		d.Log.Info("mail dropped", "game", l.Game, "seat", l.Seat, "treatment", "drop: seen before", metrics.Arrivals.Count(1))
		return nil
	}
	v := &visit{Desk: d, link: l, in: in, read: read, unread: unread, key: item + "/C#answer." + seat}
	if err := v.follow(ctx); err != nil {
		_ = d.Claims.Drop(context.WithoutCancel(ctx), claim) // or it runs out by itself
		return err
	}
	if err := d.Claims.Mark(context.WithoutCancel(ctx), claim, until); err != nil {
		return fmt.Errorf("mark a mail: %w", err) // once more: the command is done, and its answer sent
	}
	return nil
}

// real is the world's time.
func (d *Desk) real() time.Time {
	if d.Real != nil {
		return d.Real()
	}
	return d.Now()
}

// split returns both parts of an address in lower case, without angle brackets.
func split(address string) (local, domain string) {
	address = player.Normal(strings.Trim(address, "<> "))
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return "", ""
	}
	return address[:at], address[at+1:]
}
