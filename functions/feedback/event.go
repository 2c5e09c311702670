package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"regexp"

	"github.com/aws/aws-lambda-go/events"
)

// errShape is a payload that is neither. It quotes nothing: addresses are secrets.
var errShape = errors.New("the event is no bounce and no complaint of SES")

// returned is what has come back.
type returned struct {
	kind       string // "bounce" or "complaint"
	mail       string // what SES calls the mail
	class      string // "Permanent", "Transient", "abuse"; "" if it is not told
	detail     string // "General", "MailboxFull"; "" if it is not told
	recipients int
}

// recipients are those of whom an event tells.
type recipients []struct{ EmailAddress string }

// readEvent reads an event of SES as EventBridge gives it.
func readEvent(payload []byte) (returned, error) {
	var e events.EventBridgeEvent
	if json.Unmarshal(payload, &e) != nil || e.Source != "aws.ses" {
		return returned{}, errShape
	}
	var told struct {
		EventType string
		Mail      struct{ MessageID string }
		Bounce    struct {
			BounceType, BounceSubType string
			BouncedRecipients         recipients
		}
		Complaint struct {
			ComplaintFeedbackType, ComplaintSubType string
			ComplainedRecipients                    recipients
		}
	}
	if json.Unmarshal(e.Detail, &told) != nil {
		return returned{}, errShape
	}
	r := returned{mail: told.Mail.MessageID}
	var whose recipients
	switch b, c := told.Bounce, told.Complaint; told.EventType {
	case "Bounce":
		r.kind, r.class, r.detail, whose = "bounce", b.BounceType, b.BounceSubType, b.BouncedRecipients
	case "Complaint":
		r.kind, r.class, r.detail, whose = "complaint", c.ComplaintFeedbackType, c.ComplaintSubType, c.ComplainedRecipients
	}
	if !words.MatchString(r.kind) || !words.MatchString(r.mail) || len(whose) == 0 || r.kind == "bounce" && r.class == "" {
		return returned{}, errShape
	}
	for _, he := range whose {
		if he.EmailAddress == "" {
			return returned{}, errShape
		}
	}
	r.recipients = len(whose)
	return r, nil
}

// words are what may be logged of an event: no address is one.
var words = regexp.MustCompile(`^[A-Za-z0-9-]{1,128}$`)

// word is text, if it may be logged.
func word(text string) string {
	if text == "" || words.MatchString(text) {
		return text
	}
	return "unknown"
}

// returns takes what comes back.
type returns struct{ log *slog.Logger }

// handle takes note of one bounce or complaint.
func (r *returns) handle(_ context.Context, payload json.RawMessage) error {
	back, err := readEvent(payload)
	if err != nil {
		r.log.Error("returned mail not read", "err", err)
		return err
	}
	r.log.Info(back.kind, "mail", back.mail, "class", word(back.class), "detail", word(back.detail), "recipients", back.recipients)
	return nil
}
