package smtp

import "context"

// Check talks to the server as for a mail from an address, up to the point where it
// would name the recipient, and says good-bye: no mail is sent. It tells whether the
// server can be reached, has TLS with a good certificate, takes the account, and
// lets it send as from.
//
// It fails with *Error, at the latest after Timeout.
func (s *Sender) Check(ctx context.Context, from string) error {
	if !plain(from) {
		return failure(ctx, Compose, errAddress)
	}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	f := s.talk(ctx, from, nil)
	if f == nil {
		return nil
	}
	return f
}
