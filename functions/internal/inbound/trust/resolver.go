package trust

import (
	"context"
	"errors"
	"net"
	"sync"
)

// Resolver asks the DNS. A *net.Resolver is one.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupIPAddr(ctx context.Context, host string) ([]net.IPAddr, error)
}

const (
	mostAnswers = 30       // of the DNS, for one mail
	mostBytes   = 16 << 10 // of one answer's texts
)

// errTooMuch is that a mail wants more of the DNS than it gets.
var errTooMuch = errors.New("too much to ask the DNS")

// bounded is a resolver for one mail. The signatures are looked at together.
type bounded struct {
	Resolver

	mu      sync.Mutex
	asked   int
	unknown bool // something was not answered, for now or at all
}

func (b *bounded) take() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.asked == mostAnswers {
		b.unknown = true
		return errTooMuch
	}
	b.asked++
	return nil
}

// heard notes whether there was an answer, "no such name" being one.
func (b *bounded) heard(err error) error {
	if dns, ok := errors.AsType[*net.DNSError](err); err != nil && (!ok || !dns.IsNotFound) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.unknown = true
	}
	return err
}

// doubt reports whether something was not answered since it was last asked.
func (b *bounded) doubt() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	was := b.unknown
	b.unknown = false
	return was
}

// LookupTXT is that of a Resolver.
func (b *bounded) LookupTXT(ctx context.Context, name string) ([]string, error) {
	if err := b.take(); err != nil {
		return nil, err
	}
	texts, err := b.Resolver.LookupTXT(ctx, name)
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	if size > mostBytes {
		return nil, b.heard(errTooMuch)
	}
	return texts, b.heard(err)
}

// LookupMX is that of a Resolver.
func (b *bounded) LookupMX(ctx context.Context, name string) ([]*net.MX, error) {
	if err := b.take(); err != nil {
		return nil, err
	}
	list, err := b.Resolver.LookupMX(ctx, name)
	return list, b.heard(err)
}

// LookupIPAddr is that of a Resolver.
func (b *bounded) LookupIPAddr(ctx context.Context, host string) ([]net.IPAddr, error) {
	if err := b.take(); err != nil {
		return nil, err
	}
	list, err := b.Resolver.LookupIPAddr(ctx, host)
	return list, b.heard(err)
}

// LookupAddr finds no names: see the package comment.
func (b *bounded) LookupAddr(context.Context, string) ([]string, error) { return nil, nil }
