package link

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// noon is when the links of these tests are made.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// ann is a player.
var ann = player.Key{16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31}

// master returns key id made of 32 bytes of the value id.
func master(t testing.TB, id uint8) Master {
	t.Helper()
	m, err := NewMaster(id, bytes.NewReader(bytes.Repeat([]byte{id}, 32)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func keys(t testing.TB, masters ...Master) *Keys {
	t.Helper()
	k, err := NewKeys(masters)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func move(t testing.TB, text string) engine.Move {
	t.Helper()
	m, err := engine.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// samples returns one link of every purpose and form.
func samples(t testing.TB) map[string]Link {
	t.Helper()
	game := match.ID{0, 1, 2, 3, 4, 5, 6, 7}
	return map[string]Link{
		"confirm":     {Purpose: Confirm, Game: game, Seat: engine.Red, Epoch: 1, Issued: noon},
		"join":        {Purpose: Join, Game: game, Seat: engine.Blue, Epoch: 0, Issued: noon},
		"board":       {Purpose: Board, Game: game, Seat: engine.Blue, Epoch: 255, Issued: noon},
		"move":        {Purpose: Move, Game: game, Seat: engine.Red, Epoch: 1, Ply: 12, Move: move(t, "a4-a5")},
		"move via":    {Purpose: Move, Game: game, Seat: engine.Blue, Epoch: 1, Ply: 13, Move: move(t, "e4-e5-f5")},
		"move rescue": {Purpose: Move, Game: game, Seat: engine.Red, Epoch: 1, Ply: 1<<31 - 1, Move: move(t, "g9-g10 +5@c2")},
		"act":         {Purpose: Act, Game: game, Seat: engine.Red, Epoch: 1, Ply: 12, Action: match.Resigning},
		"act late":    {Purpose: Act, Game: game, Seat: engine.Blue, Epoch: 2, Ply: 1<<31 - 1, Action: match.Aborting},
		"mark":        {Purpose: Mark, Game: game, Seat: engine.Red, Epoch: 1},
		"candidate":   {Purpose: Confirm, Game: game, Seat: engine.Blue, Epoch: 0, Issued: noon, Candidate: [8]byte{8, 9, 10, 11, 12, 13, 14, 15}},
		"player":      {Purpose: Player, Player: ann, Epoch: 3, Issued: noon},
		"unsubscribe": {Purpose: Unsubscribe, Player: ann},
		"watch":       {Purpose: Watch, Game: game, Seat: engine.Blue, Epoch: 2},
		"reply":       {Purpose: Reply, Game: game, Seat: engine.Blue, Epoch: 2, Shown: 1<<24 - 1, Ply: 13},
		"bounce":      {Purpose: Bounce, Player: ann, Issued: noon},
		"feed":        {Purpose: Feed, Player: ann, Epoch: 3},
		"readdress":   {Purpose: Readdress, Change: match.ChangeID{32, 33, 34, 35, 36, 37, 38, 39}, Issued: noon},
		"undo":        {Purpose: Undo, Change: match.ChangeID{32, 33, 34, 35, 36, 37, 38, 39}, Issued: noon},
	}
}

// signed returns the token of body under the key and the purpose that body
// names, whatever else stands in it.
func signed(k *Keys, p Purpose, body []byte) string {
	tag := k.ring[body[1]].tag(p, body)
	return p.row().spelling().EncodeToString(append(bytes.Clone(body), tag...))
}

// body returns the bytes of a token of p before its tag.
func body(t testing.TB, p Purpose, token string) []byte {
	t.Helper()
	b, err := p.row().spelling().DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	return b[:len(b)-p.row().tagSize()]
}

func repeated(hex string) string { return strings.Repeat(hex, 32) }
