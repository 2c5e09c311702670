package browser

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// letter is a mail as /mailbox.json lists it.
type letter struct {
	ID, To, HTML string
	Links        struct {
		Confirm, Join, Board string
		Moves                map[string]string
	}
}

// post reads the mailbox of the server.
type post struct {
	base string
	mu   sync.Mutex
	read []letter
}

// mails returns all mails to an address, the oldest first, and waits until there
// are n at least.
func (p *post) mails(t *testing.T, to string, n int) []letter {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	late := time.After(patience)
	for {
		after := ""
		if len(p.read) > 0 {
			after = p.read[len(p.read)-1].ID
		}
		var more []letter
		call(t, http.MethodGet, p.base+"/mailbox.json?after="+url.QueryEscape(after), "", nil, &more)
		p.read = append(p.read, more...)
		mine := slices.DeleteFunc(slices.Clone(p.read), func(l letter) bool { return l.To != to })
		if len(mine) >= n {
			return mine
		}
		select {
		case <-late:
			t.Fatalf("%d mails to %s have come, not %d", len(mine), to, n)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// address is where the n-th mail to somebody (from 1) is shown as he sees it.
func (p *post) address(t *testing.T, to string, n int) string {
	t.Helper()
	return p.base + "/mailbox/" + url.PathEscape(p.mails(t, to, n)[n-1].ID) + "/html"
}

// call sends a program's request, with the bearer's token if there is one, and
// reads the answer into into unless that is nil.
func call(t *testing.T, method, at, token string, body, into any) {
	t.Helper()
	var sent io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		must(t, err)
		sent = bytes.NewReader(data)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, at, sent)
	must(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(r)
	must(t, err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	must(t, err)
	if resp.StatusCode >= 300 {
		t.Fatalf("%s %s: status %d: %s", method, at, resp.StatusCode, data)
	}
	if into != nil {
		must(t, json.Unmarshal(data, into))
	}
}

// token is the secret part of a link.
func token(link string) string { return link[strings.LastIndexByte(link, '/')+1:] }
