package main

import (
	"time"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/feedback"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/secrets"
)

// store is what the desk asks of the table.
type store interface {
	feedback.Games
	players.Profiles
}

// at makes a desk over a store, of the text of the pepper.
func at(s store, now func() time.Time) func(texts []string) (*feedback.Desk, error) {
	return func(texts []string) (*feedback.Desk, error) {
		pepper, err := secrets.ParseKey(secrets.Whole(texts[0]))
		if err != nil {
			return nil, secrets.Named(secrets.Pepper, err)
		}
		return &feedback.Desk{
			Pepper: player.Pepper(pepper), Games: s,
			People: &players.Players{Profiles: s, Now: now}, // it lists and counts nothing here
		}, nil
	}
}
