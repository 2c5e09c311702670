package dynamo_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/dynamo"
)

// DynamoDB gives an answer in pages, which may be short, and a page may hold what is
// no game. Neither may hide a game whose time is up, nor more be asked for than is
// wanted.
func TestDueReadsAllPages(t *testing.T) {
	var limits []int
	s := script(func(_, body string) (int, string, error) {
		var q struct{ Limit int }
		if err := json.Unmarshal([]byte(body), &q); err != nil {
			t.Error(err)
		}
		limits = append(limits, q.Limit)
		switch len(limits) {
		case 1:
			return http.StatusOK, fmt.Sprintf(`{"Items":[%s,{"pk":{"S":"P#x"},"sk":{"S":"P"}}],"LastEvaluatedKey":%s}`, entry(0), entry(0)), nil
		case 2:
			return http.StatusOK, fmt.Sprintf(`{"Items":[],"LastEvaluatedKey":%s}`, entry(0)), nil
		}
		return http.StatusOK, fmt.Sprintf(`{"Items":[%s,%s,%s],"LastEvaluatedKey":%s}`, entry(1), entry(2), entry(3), entry(3)), nil
	})
	due, err := s.store().Due(t.Context(), 7, noon, 5)
	if _, ok := errors.AsType[*match.CorruptError](err); !ok {
		t.Error(err)
	}
	if want := []match.ID{{1, 0}, {1, 1}, {1, 2}, {1, 3}}; !slices.Equal(due, want) || !slices.Equal(limits, []int{5, 3, 3}) {
		t.Errorf("%v by limits %v", due, limits)
	}
}

// What was not read is not taken for nothing.
func TestDueFails(t *testing.T) {
	s := script(func(string, string) (int, string, error) {
		return http.StatusBadRequest, `{"__type":"ProvisionedThroughputExceededException"}`, nil
	})
	due, err := s.store().Due(t.Context(), 7, noon, 5)
	if e, ok := errors.AsType[*dynamo.Error](err); !ok || e.Class != dynamo.Throttled || due != nil {
		t.Errorf("%v, %v", due, err)
	}
}

// What is no profile's must hide nobody, nor be taken for one.
func TestDueProfilesGoesPastWhatIsNone(t *testing.T) {
	s := script(func(string, string) (int, string, error) {
		return http.StatusOK, `{"Items":[` + entry(0) + `,{"pk":{"S":"P#00ff"},"sk":{"S":"P"}},{"pk":{"S":"P#` + strings.Repeat("ab", 16) + `"},"sk":{"S":"C#x"}},` +
			`{"pk":{"S":"P#` + strings.Repeat("ab", 16) + `"},"sk":{"S":"P"}}]}`, nil
	})
	due, err := s.store().DueProfiles(t.Context(), 3, noon, 5)
	if _, ok := errors.AsType[*match.CorruptError](err); !ok || len(due) != 1 || due[0] != player.Key(bytes.Repeat([]byte{0xab}, 16)) {
		t.Errorf("%d are due, %v", len(due), err)
	}
	s = script(func(string, string) (int, string, error) {
		return http.StatusBadRequest, `{"__type":"ProvisionedThroughputExceededException"}`, nil
	})
	due, err = s.store().DueProfiles(t.Context(), 3, noon, 5)
	if e, ok := errors.AsType[*dynamo.Error](err); !ok || e.Class != dynamo.Throttled || due != nil {
		t.Errorf("%d are due, %v", len(due), err)
	}
}
