package dynamo_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
	"fieldpost/infra/dynamo"
)

// everything is an image with everything that an item can have.
var everything = match.Image{
	ID: id, Version: 18, Data: []byte{0, 255, 'd'}, Events: []byte{7, 1},
	Index: match.Index{Creator: ann, Opponent: bob, Created: noon, Open: true, Expires: noon.Add(time.Hour), Alarm: noon.Add(time.Minute)},
}

// What is put comes out of the stream as it was. Without it a mail would tell of
// another game than the stored one.
func TestRecord(t *testing.T) {
	for name, want := range map[string]match.Image{
		"everything": everything, "nothing": {ID: id, Version: 1},
	} {
		var newImage json.RawMessage
		s := script(func(_, body string) (int, string, error) {
			var request struct{ Item json.RawMessage }
			err := json.Unmarshal([]byte(body), &request)
			newImage = request.Item
			return http.StatusOK, `{}`, err
		})
		if err := s.store().Save(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		got, err := dynamo.OpenRecord(newImage)
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: version %d, %v", name, got.Version, err)
		}
	}
}

func TestRecordOfAnotherShape(t *testing.T) {
	for _, text := range []string{
		``, `null`, `{}`, `[]`, `"x"`, `{"pk":"G#aaaqeayeaudao"}`, `{"pk":{"S":["G#aaaqeayeaudao"]},"sk":{"S":"G"},"v":{"N":"1"}}`,
		`{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"N#red"},"v":{"N":"1"},"d":{"B":"AQAA"}}`, // notes
		`{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":1}}`, `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"1"},"d":{"B":"%"}}`,
	} {
		if i, err := dynamo.OpenRecord([]byte(text)); !cmp.Equal(i, match.Image{}) {
			t.Errorf("%q: version %d", text, i.Version)
		} else if _, ok := errors.AsType[*match.CorruptError](err); !ok {
			t.Errorf("%q: %v", text, err)
		}
	}
	// What a later program adds does not hide the rest.
	const later = `{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"1"},"al":{"N":"3"},"x":{"M":{"y":{"BOOL":true}}},"z":{"NULL":true}}`
	if i, err := dynamo.OpenRecord([]byte(later)); err != nil || i.Version != 1 {
		t.Errorf("version %d, %v", i.Version, err)
	}
}

func FuzzOpenRecord(f *testing.F) {
	f.Add([]byte(`{"pk":{"S":"G#aaaqeayeaudao"},"sk":{"S":"G"},"v":{"N":"1"},"d":{"B":"AQI="},"c":{"B":"dGhlIGtleSBvZiBhbm4uLg=="},"cr":{"N":"1"}}`))
	f.Add([]byte(`{"pk":{"S":"G#aaaqeayeaudao"}}`))
	f.Fuzz(func(t *testing.T, newImage []byte) {
		i, err := dynamo.OpenRecord(newImage)
		if err != nil {
			if _, ok := errors.AsType[*match.CorruptError](err); !ok || !cmp.Equal(i, match.Image{}) {
				t.Errorf("error %T", err)
			}
			return
		}
		if i.Version == 0 {
			t.Error("took a record without a version")
		}
	})
}
