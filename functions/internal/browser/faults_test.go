package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Every check of a page must be able to say no.
func TestChecksSayNo(t *testing.T) {
	t.Parallel()
	if !asked(t) {
		return
	}
	const whole = `<!DOCTYPE html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>A page</title></head>` +
		`<body><main><h1>A page</h1><a href="/there">There</a>%s</main></body></html>`
	bodies := map[string]string{
		"/nothing": "", "/there": "",
		"/wide":     `<p style="width: 400px">x</p>`,
		"/contrast": `<p style="color: #bbb; background: #fff">hard to read</p>`,
		"/label":    `<input name="x">`,
		"/host":     `<img alt="" src="http://192.0.2.1/x.png">`,
		"/console":  `<script>console.error("x")</script>`,
		"/thrown":   `<script>throw new Error("x")</script>`,
		"/missing":  `<img alt="" src="/nowhere.png">`,
		"/heavy":    "<!-- " + strings.Repeat("x", mostBytes) + " -->",
		"/focus":    `<a href="/nothing" style="outline: none">Here</a>`,
		"/faint":    `<a href="/nothing" style="outline: 3px solid #ccc">Here</a>`,
		"/order":    `<a href="/nothing" tabindex="-1">Here</a>`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := bodies[r.URL.Path]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
		}
		fmt.Fprintf(w, whole, body)
	}))
	t.Cleanup(server.Close)
	s := &stage{base: server.URL, browser: theStage(t).browser}
	b := s.tab(t, "en", true)
	for _, c := range []struct{ page, check, says string }{
		{"/nothing", "", ""},
		{"/wide", "spilt", "400"},
		{"/contrast", "violations", "color-contrast"},
		{"/label", "violations", "label: "},
		{"/host", "noise", "192.0.2.1"},
		{"/console", "noise", "console"},
		{"/thrown", "noise", "exception"},
		{"/missing", "noise", "nowhere.png"},
		{"/heavy", "noise", "weighs"},
		{"/focus", "walk", "the focus cannot be seen"},
		{"/faint", "walk", "the focus cannot be seen"},
		{"/order", "walk", "does not come to"},
	} {
		b.do(chromedp.EmulateViewport(360, 800))
		b.start(chromedp.Navigate(server.URL + c.page))
		found := map[string][]string{"noise": b.noise(), "spilt": b.spilt(360), "walk": b.walk(), "violations": b.violations()}
		for check, faults := range found {
			said := strings.Join(faults, "\n")
			if check == c.check && !strings.Contains(said, c.says) || check != c.check && said != "" {
				t.Errorf("%s: %s finds %q", c.page, check, faults)
			}
		}
	}
}
