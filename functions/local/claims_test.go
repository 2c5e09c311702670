package main

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/notify"
	"fieldpost/infra/bolt"
)

// Without it a game would stand still for a minute after each crash in the
// middle of a mail.
func TestClaimsOfTheDead(t *testing.T) {
	const key = "G#mzxw6ytboi4dk/C#5#red"
	store, err := bolt.Open(filepath.Join(t.TempDir(), "db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	ctx, now := t.Context(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	until := now.Add(notify.ClaimLife)

	dead := &ownClaims{Claims: store}
	if sent, err := dead.Take(ctx, key, now, until); sent || err != nil {
		t.Fatalf("%v, %v", sent, err)
	}
	if _, err := dead.Take(ctx, key, now, until); !errors.Is(err, match.ErrHeld) {
		t.Errorf("this process took its own live claim again: %v", err)
	}
	alive := &ownClaims{Claims: store}
	if sent, err := alive.Take(ctx, key, now, until); sent || err != nil {
		t.Errorf("the claim of a dead process was not taken over: %v, %v", sent, err)
	}
	if err := alive.Mark(ctx, key, until); err != nil {
		t.Fatal(err)
	}
	next := &ownClaims{Claims: store}
	if sent, err := next.Take(ctx, key, now, until); !sent || err != nil {
		t.Errorf("a mail that was sent may be sent again: %v, %v", sent, err)
	}

	const other = "G#mzxw6ytboi4dk/C#6#blue"
	if _, err := alive.Take(ctx, other, now, until); err != nil {
		t.Fatal(err)
	}
	if err := alive.Drop(ctx, other); err != nil {
		t.Fatal(err)
	}
	if _, err := alive.Take(ctx, other, now, until); err != nil {
		t.Errorf("a claim that was given back cannot be taken: %v", err)
	}
}
