package browser

import (
	"net/http"
	"testing"

	"fieldpost/functions/internal/demo"
)

// The heaviest pages, those of the original army, are light enough with all that is
// loaded for them. The figures are those of docs/performance.md.
func TestWeight(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	script, err := demo.Shipped()
	must(t, err)
	plies := len(script.Moves)
	long := s.shipped(t, "weight", plies-1)
	setup := s.create(t, "weight-setup", "en", map[string]any{"army": "original"}).confirm().accept()
	b := s.tab(t, "en", true)
	for _, k := range []kind{
		at("home", s.base+"/"),
		at("rules", s.base+"/rules"),
		at("setup", setup.red.board),
		at("board, my turn", long.blue.board),
		at("board, their turn", long.red.board),
		at("looking back", long.red.board+"?at=100"),
	} {
		k.open(b)
		t.Logf("%s: %.0f bytes", k.name, b.weight())
	}
	last := map[string]any{"move": script.Moves[plies-1].String(), "ply": plies - 1}
	call(t, http.MethodPost, s.base+"/api/games/"+long.id+"/moves", token(long.blue.board), last, nil)
	b.open(long.red.board)
	t.Logf("over: %.0f bytes", b.weight())
}
