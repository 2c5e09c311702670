package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"

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
	desk  func(context.Context) (inbound.Taker, error) // as it is then
	log   *slog.Logger
}

// by gives the desk as it is then, once its keys are read.
func by(get func(context.Context) (*inbound.Desk, error)) func(context.Context) (inbound.Taker, error) {
	return func(ctx context.Context) (inbound.Taker, error) {
		desk, err := get(ctx)
		if err != nil {
			return nil, fmt.Errorf("keys: %w", err)
		}
		return desk, nil
	}
}

// handle reads the mails of one event, and hands each in. It fails if one of them
// cannot be read or followed; then Lambda gives it the event again.
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
		d := inbound.Delivery{
			From: strings.Trim(r.SES.Mail.Source, "<> "), To: receipt.Recipients, Raw: raw, Trust: trusted(r, raw),
			Infected: receipt.VirusVerdict.Status == "FAIL", At: receipt.Timestamp,
		}
		treatment := inbound.Judge(inbound.Mail{Raw: raw, Infected: d.Infected})
		in.log.Info("mail", "id", id, "bytes", len(raw), "treatment", treatment.String(), "recipients", len(receipt.Recipients),
			"spam", judged(receipt.SpamVerdict), "virus", judged(receipt.VirusVerdict),
			"spf", judged(receipt.SPFVerdict), "dkim", judged(receipt.DKIMVerdict), "dmarc", judged(receipt.DMARCVerdict), "trust", d.Trust.String())
		desk, err := in.desk(ctx)
		if err == nil {
			err = desk.Take(ctx, d)
		}
		if err != nil {
			in.log.Error("mail not followed", "id", id, "err", err)
			return err
		}
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
