package rehearsal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is how long anything here may take.
const patience = 2 * time.Minute

// interrupted ends with Ctrl-C, so that what was started is stopped then, too.
var interrupted, _ = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)

// run runs a program to its end, and returns what it wrote to standard output.
func run(env []string, input io.Reader, program string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(interrupted, patience)
	defer stop()
	var out, said bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = append(os.Environ(), env...), input, &out, &said
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s%s", program, strings.Join(args, " "), errors.Join(err, ctx.Err()), &out, &said)
	}
	return strings.TrimSpace(out.String()), nil
}

// service is a program that runs until the test ends.
type service struct {
	cmd   *exec.Cmd
	log   string // file
	ended chan struct{}
}

// start starts a program with an environment of its own. At the end of the test it
// is stopped by its process id, and what it leaves of its group is killed.
func start(t testing.TB, env []string, program string, args ...string) *service {
	t.Helper()
	log, err := os.CreateTemp(t.TempDir(), "log")
	must(t, err)
	s := &service{cmd: exec.Command(program, args...), log: log.Name(), ended: make(chan struct{})}
	s.cmd.Env, s.cmd.Stdout, s.cmd.Stderr = env, log, log
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	must(t, s.cmd.Start())
	_ = log.Close()
	go func() {
		_ = s.cmd.Wait()
		close(s.ended)
	}()
	t.Cleanup(s.stop)
	return s
}

func (s *service) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(20 * time.Second):
	}
	_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
	<-s.ended
}

// said is what the service has written so far.
func (s *service) said() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

var errEnded = errors.New("it has ended")

// await waits until the service is ready.
func (s *service) await(ready func() bool) error {
	ctx, stop := context.WithTimeout(interrupted, patience)
	defer stop()
	for !ready() {
		select {
		case <-s.ended:
			return fmt.Errorf("%s: %w:\n%s", s.cmd.Path, errEnded, s.said())
		case <-ctx.Done():
			return fmt.Errorf("%s: %w:\n%s", s.cmd.Path, ctx.Err(), s.said())
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil
}

// freeAddress returns an address on this machine that nobody listens on.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	return l.Addr().String()
}

// listens reports whether somebody listens on an address.
func listens(address string) bool {
	c, err := net.DialTimeout("tcp", address, time.Second)
	if err != nil {
		return false
	}
	_ = c.Close()
	return true
}
