package browser

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

const (
	root = "../../../" // of the module

	// patience is how long a single step may take.
	patience = 40 * time.Second
)

// asked reports whether this run is for the browser. Then nothing may be missing.
func asked(t *testing.T) bool {
	t.Helper()
	if os.Getenv("FIELDPOST_BROWSER") == "" {
		t.Log("left out: what needs a real browser; make browser has it")
		return false
	}
	return true
}

// stage is what all tests share: one server, and one browser.
type stage struct {
	base    string          // of the server: "http://127.0.0.1:4711"
	browser context.Context //nolint:containedctx // chromedp keeps the browser in it
	post    post
	closers []func()
}

// shared is opened by the first test that wants it, and closed after the last.
var shared = sync.OnceValues(func() (*stage, error) {
	s := &stage{}
	err := s.open()
	closeShared = s.close
	return s, err
})

var closeShared = func() {}

func TestMain(m *testing.M) {
	status := m.Run()
	closeShared()
	os.Exit(status)
}

// theStage returns the stage on which all tests play.
func theStage(t *testing.T) *stage {
	t.Helper()
	s, err := shared()
	must(t, err)
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (s *stage) open() error {
	folder, err := os.MkdirTemp("", "fieldpost-browser-")
	if err != nil {
		return err
	}
	s.closers = append(s.closers, func() { _ = os.RemoveAll(folder) })
	if err := s.serve(folder); err != nil {
		return err
	}
	return s.browse(folder)
}

// close ends what open has started, the last first.
func (s *stage) close() {
	for _, f := range slices.Backward(s.closers) {
		f()
	}
	s.closers = nil
}

// serve builds the program and starts it on a free port.
func (s *stage) serve(folder string) error {
	program := filepath.Join(folder, "fieldpost")
	build := exec.Command("go", "build", "-o", program, "./functions/local")
	build.Dir = root
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the program: %w\n%s", err, said)
	}
	server := exec.Command(program, "-addr", "127.0.0.1:0", "-data", filepath.Join(folder, "data"), "-create-per-hour", "0")
	out, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	s.closers = append(s.closers, func() {
		_ = server.Process.Signal(syscall.SIGTERM)
		_ = server.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	base, ok := strings.CutPrefix(strings.TrimSpace(line), "fieldpost: ")
	if !ok {
		return fmt.Errorf("the program's first line is %q: %w", line, errors.Join(err, errors.New("no address in it")))
	}
	s.base, s.post.base = base, base
	return nil
}

// browse starts the browser. It resolves no name, so that a request that would
// leave this machine fails, and is seen.
func (s *stage) browse(folder string) error {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.UserDataDir(filepath.Join(folder, "profile")),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("font-render-hinting", "none"),
		chromedp.DisableGPU,
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // which root cannot have
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	s.closers = append(s.closers, stop)
	browser, stop := chromedp.NewContext(allocator)
	s.closers = append(s.closers, stop)
	s.browser = browser
	if err := chromedp.Do(browser); err != nil {
		return fmt.Errorf("start chromium (Debian's package of that name): %w", err)
	}
	return nil
}
