package browser

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"fieldpost/functions/internal/demo"
)

var pictures = flag.String("pictures", "", "write the pictures of README and docs into this `folder`")

// mostPicture is how many bytes a picture may have.
const mostPicture = 150_000

// picture is a page, or the upper part of it, in a window.
type picture struct {
	name          string
	of            kind
	width, height int64  // CSS pixels; height 0: all of it
	scheme        string // light or dark
}

// The pictures, of the game that comes with the program: all that differs from run
// to run is the code of the game and the dates.
func (s *stage) pictures(t *testing.T) []picture {
	t.Helper()
	script, err := demo.Shipped()
	must(t, err)
	board := script.Army.Board()
	const midgame = 60
	turn, over := s.shipped(t, "picture-turn", midgame), s.shipped(t, "picture-over", len(script.Moves))
	setup := s.create(t, "picture-setup", "en", map[string]any{"army": script.Army.String(), "message": ""}).confirm().accept()
	at60 := turn.newest(&turn.red, 4+midgame/2)
	return []picture{
		{"board", at("board", turn.red.board), 720, 1000, "light"},
		{"board-dark", at("board", turn.blue.board), 720, 1000, "dark"},
		{"turn-mail", mailed("turn mail", at60), 640, 0, "light"},
		{"setup", kind{"setup", func(b *tab) {
			b.open(setup.red.board)
			b.tick("[name=sure]")
			b.fill("setup", "setup", script.Setups.Red.Text(board))
			b.press("button[name=submit][value=draft]")
		}}, 720, 1100, "light"},
		{"over", at("over", over.red.board), 720, 1000, "light"},
		{"home-phone", at("home", s.base+"/"), 360, 780, "light"},
	}
}

// shipped is the game that comes with the program, after some plies.
func (s *stage) shipped(t *testing.T, name string, plies int) *game {
	t.Helper()
	script, err := demo.Shipped()
	must(t, err)
	board := script.Army.Board()
	g := s.create(t, name, "en", map[string]any{"army": script.Army.String(), "message": ""}).confirm().accept()
	g.setUp(&g.red, script.Setups.Red.Text(board)).setUp(&g.blue, script.Setups.Blue.Text(board))
	for ply, move := range script.Moves[:plies] {
		call(t, http.MethodPost, s.base+"/api/games/"+g.id+"/moves", token(g.mover(ply).board), map[string]any{"move": move.String(), "ply": ply}, nil)
	}
	return g
}

// The pictures can be drawn, and are not heavy. With -pictures they are kept.
func TestPictures(t *testing.T) {
	if !asked(t) {
		return
	}
	s := theStage(t)
	folder := *pictures
	if folder == "" {
		folder = t.TempDir()
	}
	must(t, os.MkdirAll(folder, 0o755))
	b := s.tab(t, "en", true)
	for _, p := range s.pictures(t) {
		b.do(chromedp.EmulateViewport(p.width, max(p.height, 1)))
		send(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: p.scheme}},
		})
		p.of.open(b)
		if p.height == 0 {
			p.height = eval[int64](b, `document.documentElement.scrollHeight`)
		}
		drawn := send(b, page.CaptureScreenshot, page.CaptureScreenshotParams{
			Format: page.CaptureScreenshotFormatPng, CaptureBeyondViewport: new(true),
			Clip: &page.Viewport{Width: float64(p.width), Height: float64(p.height), Scale: 1},
		})
		small, colours, err := shrink(drawn.Data)
		must(t, err)
		if len(small) > mostPicture || colours < 8 {
			t.Errorf("%s: %d bytes, %d colours", p.name, len(small), colours)
		}
		must(t, os.WriteFile(filepath.Join(folder, p.name+".png"), small, 0o644))
	}
}

// Every picture that is kept is shown, and says in words what it shows.
func TestPicturesAreShown(t *testing.T) {
	kept, err := filepath.Glob(root + "docs/pictures/*.png")
	must(t, err)
	texts := ""
	for _, name := range []string{"README.md", "docs/self-host.md", "docs/rules.md"} {
		text, err := os.ReadFile(root + name)
		must(t, err)
		texts += string(text)
	}
	if len(kept) == 0 {
		t.Error("there are no pictures")
	}
	for _, name := range kept {
		info, err := os.Stat(name)
		must(t, err)
		if info.Size() > mostPicture {
			t.Errorf("%s has %d bytes", name, info.Size())
		}
		shown := fmt.Sprintf("](docs/pictures/%s)", filepath.Base(name))
		before, _, ok := strings.Cut(strings.ReplaceAll(texts, "](pictures/", "](docs/pictures/"), shown)
		if _, alt, _ := strings.Cut(before[strings.LastIndexByte(before, '\n')+1:], "!["); !ok || len(alt) < 30 {
			t.Errorf("%s is shown nowhere, or without saying what it shows", name)
		}
	}
}
