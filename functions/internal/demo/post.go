package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"
)

// letter is one mail as /mailbox.json lists it, as far as a player looks at it.
type letter struct {
	ID    string `json:"id"`
	To    string `json:"to"`
	Links struct {
		Confirm string            `json:"confirm"`
		Join    string            `json:"join"`
		Board   string            `json:"board"`
		Moves   map[string]string `json:"moves"`
	} `json:"links"`
}

// postman brings the players what has newly come into the mailbox.
type postman struct {
	box  *browser
	base string
	last string // id of the newest mail seen
}

// skip leaves alone what already lies in the mailbox.
func (p *postman) skip(ctx context.Context) error {
	old, err := p.collect(ctx)
	if err == nil && len(old) > 0 {
		p.last = old[len(old)-1].ID
	}
	return err
}

func (p *postman) collect(ctx context.Context) ([]letter, error) {
	at := p.base + "/mailbox.json"
	if p.last != "" {
		at += "?after=" + url.QueryEscape(p.last)
	}
	body, err := p.box.get(ctx, at)
	if err != nil {
		return nil, err
	}
	var all []letter
	if err := json.Unmarshal([]byte(body), &all); err != nil {
		return nil, fmt.Errorf("read the mailbox: %w", err)
	}
	return all, nil
}

// deliver waits until n mails have newly come, gives each to whom it is
// addressed, and fails if others or too many are among them. A press is
// answered once its mails lie in the mailbox, so that they are mostly there at
// the first look.
func (p *postman) deliver(ctx context.Context, n int, players ...*player) error {
	const look, patience = 20 * time.Millisecond, 500
	var fresh []letter
	for range patience {
		var err error
		if fresh, err = p.collect(ctx); err != nil {
			return err
		}
		if len(fresh) >= n {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(look):
		}
	}
	if len(fresh) != n {
		return fmt.Errorf("%d mails have come where there should be %d", len(fresh), n)
	}
	for _, l := range fresh {
		p.last = l.ID
		to := addressee(l, players)
		if to == nil {
			return fmt.Errorf("a mail has come for neither player")
		}
		to.mail = l
		if l.Links.Board != "" {
			to.seat = l.Links.Board
		}
		to.mails++
	}
	return nil
}

func addressee(l letter, players []*player) *player {
	for _, p := range players {
		if p.address == l.To {
			return p
		}
	}
	return nil
}
