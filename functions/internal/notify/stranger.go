package notify

import (
	"context"
	"encoding/hex"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
)

// Strangers writes to who is no player yet, or has lost his links: the mails that
// belong to no stored match.
type Strangers struct {
	Composer *mail.Composer
	Postman  *Postman
}

// AskCandidate mails c the link by which he takes the vacant seat of m. To call
// it again sends nothing twice. It fails with a *DeliveryError while the mail is
// still owed, and as mail.Composer.JoinConfirm does.
func (s *Strangers) AskCandidate(ctx context.Context, m match.Match, id match.CandidateID, c match.Candidate) error {
	key := "W#" + hex.EncodeToString(id[:]) + "/C#join"
	to := mail.Recipient{Key: c.Key, Address: c.Player.Address, Lang: c.Player.Lang}
	message, err := s.Composer.JoinConfirm(m, id, to, c.Asked, key)
	if err != nil {
		return err
	}
	return s.Postman.Post(ctx, key, message)
}

// MailGames mails a person the link to all his games, of the moment at. To call
// it again with the same claim sends nothing twice. It fails as AskCandidate does.
func (s *Strangers) MailGames(ctx context.Context, claim string, to mail.Recipient, at time.Time) error {
	message, err := s.Composer.LostLink(to, at, claim)
	if err != nil {
		return err
	}
	return s.Postman.Post(ctx, claim, message)
}

// MailWebhookOff tells a person that his webhook was turned off at the moment at. It
// sends nothing twice, and fails, as MailGames does.
func (s *Strangers) MailWebhookOff(ctx context.Context, claim string, to mail.Recipient, at time.Time) error {
	message, err := s.Composer.WebhookOff(to, at, claim)
	if err != nil {
		return &DeliveryError{Step: "compose", Permanent: true, Err: err}
	}
	return s.Postman.Post(ctx, claim, message)
}

// AskAgain mails the player of a seat of m the link by which he shows that mails
// reach his address, of the moment at. It sends nothing twice, and fails, as
// MailGames does.
func (s *Strangers) AskAgain(ctx context.Context, claim string, m match.Match, seat engine.Color, at time.Time) error {
	message, err := s.Composer.AddressConfirm(m, seat, at, claim)
	if err != nil {
		return err
	}
	return s.Postman.Post(ctx, claim, message)
}

// MailDay mails a person what waits for him in his games, at a moment. It sends nothing
// twice, and fails, as MailGames does; also with an error of its own where nothing
// waits for him.
func (s *Strangers) MailDay(ctx context.Context, claim string, to mail.Recipient, day mail.Day, at time.Time) error {
	message, err := s.Composer.Digest(to, day, at, claim)
	if err != nil {
		return err
	}
	return s.Postman.Post(ctx, claim, message)
}
