package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"regexp"

	"github.com/aws/aws-lambda-go/events"
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

// inbox takes the mails that come in.
type inbox struct{ log *slog.Logger }

// handle takes note of the mails of one event.
func (in *inbox) handle(_ context.Context, payload json.RawMessage) error {
	records, err := readEvent(payload)
	if err != nil {
		in.log.Error("mail not read", "err", err)
		return err
	}
	for _, r := range records {
		receipt := r.SES.Receipt
		in.log.Info("mail", "id", r.SES.Mail.MessageID, "recipients", len(receipt.Recipients),
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
