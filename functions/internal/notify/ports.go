package notify

import (
	"context"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/mail"
)

// ClaimLife is how long a claim keeps others away. Every call of a Sender must
// come back well before.
const ClaimLife = 60 * time.Second

// Games tells what has become of a match. A mail costs one read at most, which need
// not be strong, and one that seems to have passed a strong one more.
type Games interface {
	Load(ctx context.Context, id match.ID, strong bool) (match.Image, error)
}

// Consent tells who wants which mails.
type Consent interface {
	// Mails tells how to takes a mail of kind k that follows from what from, the
	// player at the other seat, or nobody, has done. It is not wanted if to wants no
	// more mail of that kind, or blocks from and k is an invitation. Neither key is
	// told to anybody, and false drops the mail for good: from never learns of it.
	// he is the profile of to, whether he wants the mail or not.
	Mails(ctx context.Context, to, from player.Key, k mail.Kind) (he player.Profile, wanted bool, err error)
}

// Calls takes what people's own programs are to be told: hook.Queue.
type Calls interface {
	// Put keeps a call, perhaps twice, or fails. Both may have happened.
	Put(ctx context.Context, c hook.Call) error
}

// Claims lets exactly one sender at a time send the mail of a key.
type Claims interface {
	// Take claims a key until a moment. It reports whether the mail is sent
	// already, and fails with match.ErrHeld while another's claim is live at now.
	Take(ctx context.Context, key string, now, until time.Time) (sent bool, err error)
	// Mark says that the mail is sent, for thirty days from until, the moment
	// until which the key was claimed.
	Mark(ctx context.Context, key string, until time.Time) error
	// Drop gives the claim back.
	Drop(ctx context.Context, key string) error
}

// Composer makes a letter of a match into a message. It is pure: the same match,
// letter and key give the same bytes.
type Composer interface {
	Compose(m match.Match, l mail.Letter, key string) (mail.Message, error)
}

// Sender hands a message to the world. A sender that keeps mails itself stores
// one of a known key over the old one.
//
// An error with the method Refused() bool that returns true says that nothing
// was accepted; with Permanent() bool that returns true, too, that it never will
// be. After any other error the mail may have been accepted or not.
type Sender interface {
	Send(ctx context.Context, key, from, to string, raw []byte) (id string, err error)
}
