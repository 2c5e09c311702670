package main

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certificate is a pair of files in PEM, read anew when either has changed, so that
// whoever renews it need not start the program again. It may be asked at once.
type certificate struct {
	cert, key string // the files
	log       *slog.Logger

	mu     sync.Mutex
	pair   *tls.Certificate
	states [2]state // of the files that were read
}

// state is how a file is told from a later one of its name.
type state struct {
	changed time.Time
	size    int64
}

// get returns the certificate of today. Where new files cannot be read it is still the
// one before, and the log says so, once for them.
func (c *certificate) get() (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var now [2]state
	var failed error
	for i, name := range []string{c.cert, c.key} {
		info, err := os.Stat(name)
		if failed = cmp.Or(failed, err); err == nil {
			now[i] = state{info.ModTime(), info.Size()}
		}
	}
	if c.pair != nil && now == c.states {
		return c.pair, nil
	}
	c.states = now
	if failed == nil {
		var pair tls.Certificate
		if pair, failed = tls.LoadX509KeyPair(c.cert, c.key); failed == nil {
			c.pair = &pair
			return c.pair, nil
		}
	}
	if c.pair == nil {
		return nil, fmt.Errorf("-mail-cert and -mail-key: %w", failed)
	}
	c.log.Warn("the new certificate cannot be read: the one before stays", "err", failed.Error())
	return c.pair, nil
}
