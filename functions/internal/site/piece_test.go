package site

import (
	"regexp"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/infra/link"
)

var tablePart = regexp.MustCompile(`(?s)<table class="board".*?</table>`)

// boardTable is the first board of a page.
func boardTable(page string) string { return tablePart.FindString(page) }

// square is what a page shows on a square.
func square(t testing.TB, page, at string) string {
	t.Helper()
	_, rest, found := strings.Cut(boardTable(page), `<td data-at="`+at+`"`)
	cell, _, _ := strings.Cut(rest, "</td>")
	if !found {
		t.Errorf("the page has no square %s", at)
	}
	return cell
}

// Each piece must be drawn in the way that the key tells. Without it a player
// would take a piece for another, or not see what he knows of it.
func TestPiecesAreDrawn(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5", "j7-j6", "b4-b6", "j6-j5")
	_, page := w.browser().get(w.to(m, engine.Red, link.Board))
	for at, shows := range map[string]string{
		"c4":  `class="piece red own" aria-hidden="true"><svg><use href="#p-M"/></svg>`,
		"b6":  `class="piece red own" aria-hidden="true"><svg><use href="#p-2"/><use href="#p-seen"/></svg>`,
		"j5":  `class="piece blue hidden" aria-hidden="true"><svg><use href="#p-hidden"/><use href="#p-moved"/></svg>`,
		"j10": `class="piece blue hidden" aria-hidden="true"><svg><use href="#p-hidden"/></svg>`,
		"c5":  `<use href="#lake"/>`,
	} {
		if cell := square(t, page, at); !strings.Contains(cell, shows) {
			t.Errorf("%s shows %s, not %s", at, cell, shows)
		}
	}
	m = w.play(w.playing(), "a4-a7")
	_, page = w.browser().get(w.to(m, engine.Red, link.Board))
	if cell := square(t, page, "a7"); strings.Contains(cell, "piece") {
		t.Errorf("two scouts are gone, and a7 shows %s", cell)
	}
}

// A drawing that is named and is not there leaves an empty tile.
func TestEveryDrawingIsThere(t *testing.T) {
	w := newWorld(t)
	m := w.play(w.playing(), "e4-e5", "j7-j6", "b4-b6")
	for _, at := range []string{w.to(m, engine.Red, link.Board), w.to(m, engine.Blue, link.Board), w.toMove(m, engine.Blue, 3, "j6-j5")} {
		_, page := w.browser().get(at)
		used := regexp.MustCompile(`<use href="#([^"]*)"`).FindAllStringSubmatch(page, -1)
		if len(used) < 30 {
			t.Errorf("%d drawings", len(used))
		}
		for _, u := range used {
			if n := strings.Count(page, ` id="`+u[1]+`"`); n != 1 {
				t.Errorf("%d drawings %s", n, u[1])
			}
		}
	}
	for _, r := range engine.Ranks {
		if _, page := w.browser().get(w.to(m, engine.Red, link.Board)); !strings.Contains(page, `id="d-`+r.String()+`"`) {
			t.Errorf("no drawing of rank %v", r)
		}
	}
}
