package browser

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// mostBytes is how heavy a page may be all told.
const mostBytes = 100_000

// tab is one person's browser: it shares no cookie with the others.
type tab struct {
	*stage
	t    *testing.T
	keys bool            // its owner has no mouse
	ctx  context.Context //nolint:containedctx // chromedp keeps the tab in it

	mu     sync.Mutex
	shown  string   // the address of the page
	faults []string // what its console said, and where it asked
	bytes  float64  // that came for it
}

// tab opens a tab for a reader of a language; scripts run there or do not.
func (s *stage) tab(t *testing.T, lang string, scripts bool) *tab {
	t.Helper()
	ctx, stop := chromedp.NewContext(s.browser, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	b := &tab{stage: s, t: t, ctx: ctx}
	must(t, chromedp.Do(ctx)) // the tab lives as long as the context that first ran something
	must(t, chromedp.Listen(ctx, b.hear))
	b.do(chromedp.EmulateViewport(1280, 800))
	// Each person sits before his own screen.
	send(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	send(b, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": lang}})
	send(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !scripts})
	// Every page is weighed with its scripts, as by who comes for the first time.
	send(b, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
	return b
}

// hear takes what the browser tells of a page.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	fault := func(form string, args ...any) { b.faults = append(b.faults, fmt.Sprintf(form, args...)) }
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if e.Type == network.ResourceTypeDocument {
			b.shown = e.Request.URL
		}
		if strings.Contains(e.Request.URL, "://") && !strings.HasPrefix(e.Request.URL, b.base+"/") {
			fault("it asks %s", e.Request.URL)
		}
	case *network.EventLoadingFinished:
		b.bytes += e.EncodedDataLength
	case *runtime.EventExceptionThrown:
		fault("exception: %s %s", e.ExceptionDetails.Text, e.ExceptionDetails.Exception.Description)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			for _, said := range e.Args {
				fault("console: %s %s", said.Value, said.Description)
			}
		}
	case *log.EventEntryAdded:
		// The browser notes each page whose status is no success.
		status := e.Entry.Source == "network" && e.Entry.URL == b.shown && strings.Contains(e.Entry.Text, "responded with a status of")
		if (e.Entry.Level == "error" || e.Entry.Level == "warning") && !status {
			fault("console: %s %s", e.Entry.Text, e.Entry.URL)
		}
	}
}

// within runs f under the time that a step may take.
func within[T any](b *tab, f func(context.Context) (T, error)) T {
	b.t.Helper()
	ctx, stop := context.WithTimeout(b.ctx, patience)
	defer stop()
	v, err := f(ctx)
	if err != nil {
		b.t.Fatalf("at %s: %v", b.at(), err)
	}
	return v
}

// send gives the browser a command.
func send[P, R any](b *tab, command cdp.Command[P, R], params P) R {
	b.t.Helper()
	return within(b, func(ctx context.Context) (R, error) { return chromedp.Call(ctx, command, params) })
}

// do takes steps that bring no new page.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	within(b, func(ctx context.Context) (int, error) { return 0, chromedp.Do(ctx, steps...) })
}

// load does what brings a new page, waits for it, and fails if it made noise, or the
// page before it while it was used.
func (b *tab) load(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	b.without(b.said())
	b.start(steps...)
	b.without(b.noise())
}

// start does what brings a new page, and waits for it.
func (b *tab) start(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	b.mu.Lock()
	b.faults, b.bytes = nil, 0
	b.mu.Unlock()
	within(b, func(ctx context.Context) (*network.Response, error) { return chromedp.RunResponse(ctx, steps...) })
}

// noise is what a page should not have done: ask another host, make its console
// say anything, or weigh too much.
func (b *tab) noise() []string {
	faults := b.said()
	if weight := b.weight(); weight >= mostBytes {
		faults = append(faults, fmt.Sprintf("it weighs %.0f bytes", weight))
	}
	return faults
}

// said is the noise that has been made until now, and not been told before.
func (b *tab) said() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	faults := b.faults
	b.faults = nil
	return faults
}

// weight is how many bytes have come for the page.
func (b *tab) weight() float64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes
}

// without fails if there are faults.
func (b *tab) without(faults []string) {
	b.t.Helper()
	for _, fault := range faults {
		b.t.Errorf("%s: %s", b.at(), fault)
	}
}

// open goes to an address.
func (b *tab) open(address string) {
	b.t.Helper()
	b.load(chromedp.Navigate(address))
}

// eval runs a script of the test's own, also where those of pages do not run.
func eval[T any](b *tab, script string) T {
	b.t.Helper()
	return within(b, func(ctx context.Context) (T, error) {
		return chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	})
}

// has reports whether the page has what a selector selects.
func (b *tab) has(selector string) bool {
	b.t.Helper()
	return eval[bool](b, fmt.Sprintf(`document.querySelector(%q) !== null`, selector))
}

// at names the page without what is secret in its address.
func (b *tab) at() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	path := strings.TrimPrefix(b.shown, b.base)
	if len(path) > 3 && path[2] == '/' {
		return path[:3] + "…"
	}
	return path[:min(len(path), 60)]
}
