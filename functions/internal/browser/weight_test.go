package browser

import "testing"

// The heaviest pages, of the original army's long game, are light enough all told, and
// are whole at their first paint: nothing but scripts comes after it. The figures
// are those of docs/performance.md.
func TestWeight(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	const plies = 150
	long := s.shipped(t, "weight", plies)
	setup := s.create(t, "weight-setup", "en", map[string]any{"army": "original"}).confirm().accept()
	b := s.tab(t, "en", true)
	for _, k := range []kind{
		at("home", s.base+"/"),
		at("rules", s.base+"/rules"),
		at("setup", setup.red.board),
		at("board, my turn", long.red.board),
		at("board, their turn", long.blue.board),
		at("looking back", long.red.board+"?at=100"),
	} {
		k.open(b)
		t.Logf("%s: %.0f bytes", k.name, b.weight())
	}
	long.act(&long.red, "resign", nil)
	at("over", long.red.board).open(b)
	t.Logf("over: %.0f bytes", b.weight())
}
