package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"fieldpost/functions/internal/words"
)

// In what every page is shown.
var (
	widths  = []int64{360, 768, 1280} // CSS pixels
	schemes = []string{"light", "dark"}
)

// Every kind of page in every language. Without it a page would be cut off on a
// phone, be unreadable in the dark or for a screen reader, or ask other hosts.
func TestEveryPage(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	s := theStage(t)
	axe(t)
	catalog, err := words.Load()
	must(t, err)
	for i, lang := range catalog.Languages() {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			b := s.tab(t, lang, true)
			for _, k := range s.kinds(t, lang) {
				t.Run(k.name, func(t *testing.T) {
					b.t = t
					k.open(b)
					if i == 0 { // colours and keys are the same in every language
						b.without(b.walk())
					}
					b.holds(lang, i == 0)
				})
			}
		})
	}
}

// holds fails unless the page keeps all promises. Axe looks at it on a phone in the
// light, and where it is to look closely also in the dark and on the widest screen.
func (b *tab) holds(lang string, closely bool) {
	b.t.Helper()
	if got := eval[string](b, `document.documentElement.lang`); got != lang {
		b.t.Errorf("the page is in %q, not %q", got, lang)
	}
	eval[chromedp.Void](b, `document.querySelectorAll('details').forEach(d => { d.open = true })`)
	for i, width := range widths {
		b.do(chromedp.EmulateViewport(width, 800))
		for j, scheme := range schemes {
			send(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
			})
			b.without(b.spilt(width))
			if i == 0 && j == 0 || closely && (i == 0 || i == len(widths)-1 && j == 0) {
				b.without(b.violations())
			}
		}
	}
}

// spilt is what stands out of the page at the right.
func (b *tab) spilt(width int64) []string {
	b.t.Helper()
	found := eval[struct {
		Client, Scroll int64
		Wide           []string
	}](b, `(() => {
		const e = document.documentElement, edge = e.clientWidth + .5
		return {
			client: e.clientWidth, scroll: Math.max(e.scrollWidth, document.body.scrollWidth),
			wide: [...document.body.querySelectorAll('*')].filter(x => x.getBoundingClientRect().right > edge)
				.slice(0, 3).map(x => x.outerHTML.slice(0, 120)),
		}
	})()`)
	if found.Client == width && found.Scroll <= found.Client {
		return nil
	}
	return []string{fmt.Sprintf("%d px wide, in a window of %d; at the right end: %q", found.Scroll, found.Client, found.Wide)}
}

// axe is the script that finds what keeps people out.
func axe(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, ".tools", "browser", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatalf("%v; run make tools", err)
	}
	return string(text)
}

// violations are those that axe finds, of all its rules.
func (b *tab) violations() []string {
	b.t.Helper()
	if !eval[bool](b, `typeof axe === 'object'`) {
		eval[chromedp.Void](b, axe(b.t)+"; undefined")
	}
	// A mail is a part of the page of its reader's program, which has the landmarks.
	rules := "{}"
	if strings.HasPrefix(b.at(), "data:") {
		rules = `{'landmark-one-main': {enabled: false}, 'region': {enabled: false}}`
	}
	// As text, since axe's own objects are deep.
	report := eval[string](b, `axe.run(document, {resultTypes: ['violations'], iframes: false, rules: `+rules+`}).then(r => JSON.stringify(
		r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + v.help + ': ' + n.target.join(' ') + ': ' + n.html.slice(0, 160)))))`)
	var violations []string
	must(b.t, json.Unmarshal([]byte(report), &violations))
	return violations
}
