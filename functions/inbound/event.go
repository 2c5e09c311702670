package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"regexp"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/functions/internal/inbound"
	"fieldpost/functions/internal/panics"
)

// errShape is a payload that is no mail. It quotes nothing: a mail is a secret.
var errShape = errors.New("the event is no mail that SES has received")

// identifiers are what SES calls a mail, which is what the bucket has it under, too.
var identifiers = regexp.MustCompile(`^[A-Za-z0-9-]{1,128}$`)

// readEvent reads the payload of a receipt rule's action.
func readEvent(payload []byte) ([]events.SimpleEmailRecord, error) {
	var e events.SimpleEmailEvent
	if json.Unmarshal(payload, &e) != nil || len(e.Records) == 0 {
		return nil, errShape
	}
	for _, r := range e.Records {
		if r.EventSource != "aws:ses" || !identifiers.MatchString(r.SES.Mail.MessageID) || len(r.SES.Receipt.Recipients) == 0 {
			return nil, errShape
		}
	}
	return e.Records, nil
}

// mails are those that SES has put away, by its ids: of each at most its first most
// bytes.
type mails interface {
	Read(ctx context.Context, id string, most int) ([]byte, error)
}

// inbox takes the mails that come in.
type inbox struct {
	mails mails
	log   *slog.Logger
}

// handle reads the mails of one event, and takes note of what becomes of each. It
// fails if one of them cannot be read; then Lambda gives it the event again.
func (in *inbox) handle(ctx context.Context, payload json.RawMessage) (err error) {
	defer panics.Catch(&err, in.log)
	records, err := readEvent(payload)
	if err != nil {
		in.log.Error("mail not read", "err", err)
		return err
	}
	for _, r := range records {
		id, receipt := r.SES.Mail.MessageID, r.SES.Receipt
		raw, err := in.mails.Read(ctx, id, inbound.MaxSize+1)
		if err != nil {
			in.log.Error("mail not read", "id", id, "err", err)
			return err
		}
		treatment := inbound.Judge(inbound.Mail{Raw: raw, Infected: receipt.VirusVerdict.Status == "FAIL"})
		in.log.Info("mail", "id", id, "bytes", len(raw), "treatment", treatment.String(), "recipients", len(receipt.Recipients),
			"spam", judged(receipt.SpamVerdict), "virus", judged(receipt.VirusVerdict),
			"spf", judged(receipt.SPFVerdict), "dkim", judged(receipt.DKIMVerdict), "dmarc", judged(receipt.DMARCVerdict))
	}
	return nil
}

// judged is a verdict, if it is one of SES's.
func judged(v events.SimpleEmailVerdict) string {
	switch v.Status {
	case "PASS", "FAIL", "GRAY", "PROCESSING_FAILED", "DISABLED":
		return v.Status
	}
	return "unknown"
}
