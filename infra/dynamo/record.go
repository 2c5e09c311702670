package dynamo

import (
	"encoding/json"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"fieldpost/engine/match"
)

// OpenRecord reads the NewImage of a record of the table's stream, in the JSON
// that a function is given: {"v": {"N": "18"}, "d": {"B": "AQI…"}, …}. It fails
// with *match.CorruptError if that is no game's; whether this program can read
// the game itself tells match.Open. The records of all other items, which have
// another sk than G, are to be filtered out before.
func OpenRecord(newImage []byte) (match.Image, error) {
	var attributes map[string]struct {
		S, N *string
		B    []byte
	}
	if json.Unmarshal(newImage, &attributes) != nil {
		return match.Image{}, &match.CorruptError{What: "a record of another shape"}
	}
	i := make(item, len(attributes))
	for name, a := range attributes {
		switch {
		case a.S != nil:
			i[name] = text(*a.S)
		case a.N != nil:
			i[name] = &types.AttributeValueMemberN{Value: *a.N}
		case a.B != nil:
			i[name] = blob(a.B)
		}
	}
	return openGame(i)
}
