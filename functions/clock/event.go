package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"fieldpost/engine/match"
)

// errShape is a payload that no schedule sends.
var errShape = errors.New("the event is none of a schedule")

// readEvent reads the payload of a schedule, and returns for which moment it is.
func readEvent(payload []byte) (time.Time, error) {
	var e events.EventBridgeEvent
	if json.Unmarshal(payload, &e) != nil || e.Source != "aws.events" || e.DetailType != "Scheduled Event" || e.Time.IsZero() {
		return time.Time{}, errShape
	}
	return e.Time, nil
}

// games is the table.
type games interface {
	Load(ctx context.Context, id match.ID, strong bool) (match.Image, error)
}

// clock is called every minute.
type clock struct {
	games games
	now   func() time.Time
	log   *slog.Logger
}

// handle looks whether the table answers. No game has the id that it asks for.
func (c *clock) handle(ctx context.Context, payload json.RawMessage) error {
	due, err := readEvent(payload)
	if err != nil {
		c.log.Error("minute not read", "err", err)
		return err
	}
	start := c.now()
	if _, err := c.games.Load(ctx, match.ID{1}, false); err != nil && !errors.Is(err, match.ErrNotFound) {
		c.log.Error("the table does not answer", "err", err)
		return err
	}
	c.log.Info("minute", "late", start.Sub(due), "duration", c.now().Sub(start))
	return nil
}
