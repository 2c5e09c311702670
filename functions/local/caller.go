package main

import (
	"context"

	"fieldpost/functions/internal/hook"
)

// caller calls the players' webhooks, apart from the mails, which none of them holds up.
type caller struct {
	shelf *hook.Shelf
	take  func(context.Context, hook.Call) error
}

// run works until ctx ends.
func (c caller) run(ctx context.Context) { c.shelf.Run(ctx, c.take) }
