package mailbox

import (
	"errors"
	"io/fs"
	"os"
	"slices"
)

// List returns the mails after the one of an id, or all for "", in the order of
// their arrival. The mails are shared with other callers: change nothing in
// their maps.
func (b *Box) List(after string) []Mail {
	b.mu.RLock()
	from, found := b.index(after)
	if found {
		from++
	}
	list := slices.Clone(b.mails[from:])
	parsed := make([]*Mail, len(list))
	for k, e := range list {
		parsed[k] = e.parsed
	}
	b.mu.RUnlock()

	mails := make([]Mail, 0, len(list))
	for k, e := range list {
		m := parsed[k]
		if m == nil {
			if m = b.read(e); m == nil {
				continue
			}
		}
		mails = append(mails, *m)
	}
	return mails
}

// Mail returns one mail, or ErrNotFound.
func (b *Box) Mail(id string) (Mail, error) {
	e, err := b.find(id)
	if err != nil {
		return Mail{}, err
	}
	b.mu.RLock()
	m := e.parsed
	b.mu.RUnlock()
	if m == nil {
		if m = b.read(e); m == nil {
			return Mail{}, ErrNotFound
		}
	}
	return *m, nil
}

// read parses the file of an entry, or returns nil if somebody has removed it. A
// file that cannot be read is a broken mail.
func (b *Box) read(e *entry) *Mail {
	file, err := os.ReadFile(b.path(e.id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return &Mail{ID: e.id, Headers: map[string]string{}, Fault: err}
	}
	env, raw := unpack(file)
	m := parse(raw)
	m.ID = e.id
	if env.to != "" {
		m.To = env.to
	}
	if m.Time.IsZero() {
		if info, err := os.Stat(b.path(e.id)); err == nil {
			m.Time = info.ModTime().UTC()
		}
	}
	b.keep(e, &m)
	return &m
}

// keep holds a parsed mail in memory, and lets go of the oldest ones while there
// are too many.
func (b *Box) keep(e *entry, m *Mail) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if at, ok := b.index(e.id); !ok || b.mails[at] != e {
		return // sent again meanwhile
	}
	b.forget(e)
	e.parsed = m
	b.kept += m.size()
	for k := 0; b.kept > b.most && k < len(b.mails); k++ {
		b.forget(b.mails[k])
	}
}

// forget drops what is in memory of an entry; b.mu is held.
func (b *Box) forget(e *entry) {
	if e.parsed != nil {
		b.kept -= e.parsed.size()
		e.parsed = nil
	}
}
