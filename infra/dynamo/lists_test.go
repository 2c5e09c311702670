package dynamo_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/infra/dynamo"
)

// entries are what the index of games 0 … n−1 has, ever older, and items what the
// table has of them, all of ann.
func entry(n int) string {
	return fmt.Sprintf(`{"pk":{"S":"G#%v"},"sk":{"S":"G"},"cr":{"N":"%d"}}`, match.ID{1, byte(n)}, noon.Unix()-int64(n))
}

func stored(n int) string {
	return fmt.Sprintf(`{"pk":{"S":"G#%v"},"sk":{"S":"G"},"v":{"N":"1"},"c":{"B":"dGhlIGtleSBvZiBhbm4uLg=="},"cr":{"N":"%d"}}`,
		match.ID{1, byte(n)}, noon.Unix()-int64(n))
}

// list joins the n texts of f.
func list(n int, f func(int) string) string {
	all := []string{}
	for k := range n {
		all = append(all, f(k))
	}
	return join(all)
}

func join(all []string) string {
	text := "["
	for k, one := range all {
		if k > 0 {
			text += ","
		}
		text += one
	}
	return text + "]"
}

// batch is a request to read many, or what is left of one.
type batch struct {
	RequestItems map[string]struct{ Keys []json.RawMessage }
}

// reader answers Query with the first games, in pages, and BatchGetItem with what
// answer makes of the keys.
func reading(t *testing.T, games int, answer func(keys []json.RawMessage) (items, left []string)) *dynamo.Store {
	page := 0
	return script(func(call, body string) (int, string, error) {
		switch {
		case call == "Query" && page == 0:
			page++
			return http.StatusOK, fmt.Sprintf(`{"Items":%s,"LastEvaluatedKey":%s}`, list(games-1, entry), entry(games-2)), nil
		case call == "Query" && page == 1:
			page++
			return http.StatusOK, fmt.Sprintf(`{"Items":[%s]}`, entry(games-1)), nil
		case call == "Query":
			return http.StatusOK, `{"Items":[]}`, nil
		}
		var b batch
		if err := json.Unmarshal([]byte(body), &b); err != nil {
			t.Error(err)
		}
		items, left := answer(b.RequestItems["games"].Keys)
		unprocessed := "{}"
		if len(left) > 0 {
			unprocessed = `{"games":{"Keys":` + join(left) + `}}`
		}
		return http.StatusOK, `{"Responses":{"games":` + join(items) + `},"UnprocessedKeys":` + unprocessed + `}`, nil
	}).store()
}

// number returns which game a key is of.
func number(t *testing.T, key json.RawMessage) int {
	var k struct{ PK struct{ S string } }
	if err := json.Unmarshal(key, &k); err != nil {
		t.Fatal(err)
	}
	id, err := match.ParseID(k.PK.S[2:])
	if err != nil {
		t.Fatal(err)
	}
	return int(id[1])
}

// DynamoDB reads a hundred items at once at most, and gives back those for which
// it had no room. Without the rest a player would miss games.
func TestUnprocessedKeysAreReadAgain(t *testing.T) {
	const games, once = 130, 40
	reads := 0
	s := reading(t, games, func(keys []json.RawMessage) (items, left []string) {
		reads++
		if len(keys) > 100 {
			t.Errorf("%d keys at once", len(keys))
		}
		slices.Reverse(keys)
		for k, key := range keys {
			if k < once {
				items = append(items, stored(number(t, key)))
			} else {
				left = append(left, string(key))
			}
		}
		return items, left
	})
	got, err := s.OfPlayer(t.Context(), ann)
	if err != nil || len(got) != games || reads != 4 {
		t.Fatalf("%d games by %d reads, %v", len(got), reads, err)
	}
	for n, i := range got {
		if i.ID != (match.ID{1, byte(n)}) {
			t.Fatalf("game %d is %v", n, i.ID)
		}
	}
}

// Without an end to it a table that is too busy would be asked for ever.
func TestNothingProcessed(t *testing.T) {
	s := reading(t, 3, func(keys []json.RawMessage) (items, left []string) {
		for _, key := range keys {
			left = append(left, string(key))
		}
		return nil, left
	})
	got, err := s.OfPlayer(t.Context(), ann)
	if e, ok := errors.AsType[*dynamo.Error](err); !ok || e.Class != dynamo.Throttled || got != nil {
		t.Errorf("%d games, %v", len(got), err)
	}
}

// An index may be behind: a game may be gone, or belong to others by now.
func TestIndexBehind(t *testing.T) {
	s := reading(t, 4, func([]json.RawMessage) (items, left []string) {
		other := fmt.Sprintf(`{"pk":{"S":"G#%v"},"sk":{"S":"G"},"v":{"N":"2"},"o":{"B":"dGhlIGtleSBvZiBib2IuLg=="}}`, match.ID{1, 2})
		return []string{stored(3), other, stored(0)}, nil
	})
	got, err := s.OfPlayer(t.Context(), ann)
	if err != nil || len(got) != 2 || got[0].ID[1] != 0 || got[1].ID[1] != 3 {
		t.Errorf("%v, %v", got, err)
	}
}

// One game that cannot be read does not hide the others.
func TestUnreadableIsLeftOut(t *testing.T) {
	s := reading(t, 3, func([]json.RawMessage) (items, left []string) {
		return []string{stored(0), `{"pk":{"S":"G#x"},"sk":{"S":"G"},"v":{"N":"1"}}`, stored(2)}, nil
	})
	got, err := s.OfPlayer(t.Context(), ann)
	if _, ok := errors.AsType[*match.CorruptError](err); !ok || len(got) != 2 {
		t.Errorf("%d games, %v", len(got), err)
	}
	entries := script(func(call, _ string) (int, string, error) {
		if call == "Query" {
			return http.StatusOK, `{"Items":[{"pk":{"S":"P#x"},"sk":{"S":"P"}},` + entry(1) + `]}`, nil
		}
		return http.StatusOK, `{"Responses":{"games":[` + stored(1) + `]}}`, nil
	})
	got, err = entries.store().OfPlayer(t.Context(), ann)
	if _, ok := errors.AsType[*match.CorruptError](err); !ok || len(got) != 1 {
		t.Errorf("%d games, %v", len(got), err)
	}
}

// A moment that two games share must not make one of them twice, nor hide one.
func TestOwnOpponentIsListedOnce(t *testing.T) {
	s := script(func(call, _ string) (int, string, error) {
		if call == "Query" {
			return http.StatusOK, `{"Items":` + list(3, entry) + `}`, nil
		}
		return http.StatusOK, `{"Responses":{"games":` + list(3, stored) + `}}`, nil
	})
	got, err := s.store().OfPlayer(t.Context(), ann)
	if err != nil || len(got) != 3 || !got[0].Created.Equal(noon) || !got[2].Created.Equal(noon.Add(-2*time.Second)) {
		t.Errorf("%d games, %v", len(got), err)
	}
}
