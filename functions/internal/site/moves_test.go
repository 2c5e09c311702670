package site

import (
	"context"
	"slices"
	"sync"
	"time"

	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// moves keeps changes of addresses, and collects the mails of them, each once.
type moves struct {
	mu    sync.Mutex
	kept  map[match.ChangeID]match.AddressChange
	mails []moveLetter
	down  bool // mails cannot be sent
}

// moveLetter is a mail of a change.
type moveLetter struct {
	What, To string
	Change   match.ChangeID
	At       time.Time
}

// address returns its link.
func (l moveLetter) address(w *world) string {
	p := link.Readdress
	if l.What == "notice" {
		p = link.Undo
	}
	return w.seal(link.Link{Purpose: p, Change: l.Change, Issued: l.At})
}

func (m *moves) LoadChange(_ context.Context, id match.ChangeID) (match.AddressChange, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.kept[id]
	if !ok {
		return match.AddressChange{}, match.ErrNotFound
	}
	return match.OpenAddressChange(id, c.Version, match.SealAddressChange(c))
}

func (m *moves) SaveChange(_ context.Context, c match.AddressChange) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[match.ChangeID]match.AddressChange{}
	}
	if m.kept[c.ID].Version != c.Version-1 {
		return match.ErrConflict
	}
	m.kept[c.ID] = c
	return nil
}

func (m *moves) post(l moveLetter) error {
	if m.down {
		return errDown
	}
	same := func(o moveLetter) bool { return o.What == l.What && o.Change == l.Change }
	if !slices.ContainsFunc(m.mails, same) {
		m.mails = append(m.mails, l)
	}
	return nil
}

func (m *moves) AskMove(_ context.Context, c match.AddressChange) error {
	return m.post(moveLetter{"ask", c.New, c.ID, c.Asked})
}

func (m *moves) TellMoved(_ context.Context, c match.AddressChange) error {
	return m.post(moveLetter{"notice", c.Old, c.ID, c.Confirmed})
}

func (m *moves) TellUndone(_ context.Context, c match.AddressChange, at time.Time) error {
	return m.post(moveLetter{"undone", c.New, c.ID, at})
}

// newest returns the last mail of a kind.
func (m *moves) newest(what string) (last moveLetter, n int) {
	for _, l := range m.mails {
		if l.What == what {
			last, n = l, n+1
		}
	}
	return last, n
}
