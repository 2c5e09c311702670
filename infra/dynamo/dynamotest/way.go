package dynamotest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Fault is how one request goes wrong.
type Fault string

// The faults, as DynamoDB and the way to it have them.
const (
	Fine      Fault = ""
	Throttled Fault = "throttled"                      // nothing was done
	Conflict  Fault = "in conflict with a transaction" // nothing was done
	Down      Fault = "internal error"                 // nothing was done, but nobody knows
	Unsent    Fault = "lost on its way"                // nothing was done, but nobody knows
	Lost      Fault = "answer lost"                    // it was done
	Stale     Fault = "behind"                         // a read that is not strong gets the item before the last
	Denied    Fault = "denied"                         // nothing was done, and never will be
)

// Faults are all ways to go wrong.
var Faults = []Fault{Throttled, Conflict, Down, Unsent, Lost, Stale, Denied}

// replies are the answers that take the place of the emulator's. Their texts hold
// what nobody may see in a log.
var replies = map[Fault]struct {
	status int
	code   string
}{
	Throttled: {http.StatusBadRequest, "ThrottlingException"},
	Conflict:  {http.StatusBadRequest, "TransactionConflictException"},
	Down:      {http.StatusInternalServerError, "InternalServerError"},
	Denied:    {http.StatusBadRequest, "AccessDeniedException"},
}

// Secret stands in every text that comes with a fault.
const Secret = "ann@example.org"

var errWay = errors.New("connection reset by peer, about " + Secret)

// Way carries requests to an emulator, and lets those go wrong that Choose
// chooses. It must not be copied.
type Way struct {
	// Choose returns the fault of a request of the call "PutItem", …; nil: all
	// are fine. It is called once for each try of the SDK, one at a time.
	Choose func(call string) Fault

	mu     sync.Mutex
	calls  []string
	stored map[string][]json.RawMessage // the items that were put, by key
}

// Calls returns the calls so far, those that were sent again as often as they
// were.
func (w *Way) Calls() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.calls...)
}

// RoundTrip is that of a http.RoundTripper.
func (w *Way) RoundTrip(r *http.Request) (*http.Response, error) {
	_, call, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	fault := w.choose(call)
	if reply, ok := replies[fault]; ok {
		return answer(r, reply.status, fmt.Sprintf(`{"__type":"com.amazonaws.dynamodb.v20120810#%s","message":"about %s"}`, reply.code, Secret)), nil
	}
	switch {
	case fault == Unsent:
		return nil, errWay
	case fault == Stale && call == "GetItem":
		if old, ok := w.old(body); ok {
			return answer(r, http.StatusOK, old), nil
		}
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err == nil && resp.StatusCode == http.StatusOK && call == "PutItem" {
		w.remember(body)
	}
	if err == nil && fault == Lost {
		_ = resp.Body.Close()
		return nil, errWay
	}
	return resp, err
}

func (w *Way) choose(call string) Fault {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls = append(w.calls, call)
	if w.Choose == nil {
		return Fine
	}
	return w.Choose(call)
}

// request is what puts and gets have in common.
type request struct {
	Item           json.RawMessage
	Key            keys
	ConsistentRead bool
}

type keys struct{ PK, SK struct{ S string } }

func (k keys) String() string { return k.PK.S + "/" + k.SK.S }

func (w *Way) remember(body []byte) {
	var r request
	var k keys
	if json.Unmarshal(body, &r) != nil || json.Unmarshal(r.Item, &k) != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stored == nil {
		w.stored = make(map[string][]json.RawMessage)
	}
	w.stored[k.String()] = append(w.stored[k.String()], r.Item)
}

// old answers a read that is not strong with the item before the last, if any.
func (w *Way) old(body []byte) (string, bool) {
	var r request
	if json.Unmarshal(body, &r) != nil || r.ConsistentRead {
		return "", false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.stored[r.Key.String()]
	if len(all) < 2 {
		return "{}", true
	}
	return `{"Item":` + string(all[len(all)-2]) + `}`, true
}

func answer(r *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Request: r,
		Header:        http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body:          io.NopCloser(strings.NewReader(body)),
		ContentLength: int64(len(body)),
	}
}
