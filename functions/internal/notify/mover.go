package notify

import (
	"context"
	"encoding/hex"
	"time"

	"fieldpost/engine/match"
)

// AskMove mails the new address of c the link that confirms it. To call it again
// sends nothing twice. It fails with a *DeliveryError while the mail is still owed,
// and as mail.Composer.MoveConfirm does.
func (s *Strangers) AskMove(ctx context.Context, c match.AddressChange) error {
	key := moveKey(c, "ask")
	message, err := s.Composer.MoveConfirm(c, key)
	if err != nil {
		return err
	}
	return s.Postman.Post(ctx, key, message)
}

// TellMoved mails the old address of c that its games have left, and how they come
// back. It sends nothing twice, and fails, as AskMove does.
func (s *Strangers) TellMoved(ctx context.Context, c match.AddressChange) error {
	key := moveKey(c, "notice")
	message, err := s.Composer.MoveNotice(c, key)
	if err != nil {
		return err
	}
	return s.Postman.Post(ctx, key, message)
}

// TellUndone mails the new address of c that its games have gone back, at now. It
// sends nothing twice, and fails, as AskMove does.
func (s *Strangers) TellUndone(ctx context.Context, c match.AddressChange, now time.Time) error {
	key := moveKey(c, "undone")
	message, err := s.Composer.MoveUndone(c, now, key)
	if err != nil {
		return err
	}
	return s.Postman.Post(ctx, key, message)
}

func moveKey(c match.AddressChange, what string) string {
	return "A#" + hex.EncodeToString(c.ID[:]) + "/C#" + what
}
