package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fieldpost/engine/match"
)

// The test binary is the program itself when this variable is set.
const childVariable = "FIELDPOST_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	main()
	os.Exit(0)
}

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// child is a running server process.
type child struct {
	cmd  *exec.Cmd
	base string
	errs *strings.Builder
}

// start starts the program and waits for its line.
func start(t *testing.T, args ...string) *child {
	t.Helper()
	c := &child{cmd: exec.Command(os.Args[0], args...), errs: &strings.Builder{}}
	c.cmd.Env = append(os.Environ(), childVariable+"=1")
	c.cmd.Stderr = c.errs
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	var ok bool
	if c.base, ok = strings.CutPrefix(strings.TrimSuffix(line, "\n"), "fieldpost: "); !ok {
		_ = c.cmd.Wait()
		t.Fatalf("the first line is %q, %v; stderr: %s", line, err, c.errs)
	}
	return c
}

// kill ends the process without a word of warning.
func (c *child) kill() {
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
}

// stop ends the process as a host does, and waits until it has.
func (c *child) stop(t *testing.T) {
	t.Helper()
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Wait(); err != nil {
		t.Errorf("it did not end cleanly: %v; stderr: %s", err, c.errs)
	}
}

// visitor is a person's browser.
type visitor struct{ http.Client }

func newVisitor(t *testing.T) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	// Connections of one process are of no use to the next one.
	v := &visitor{http.Client{Jar: jar, Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}}
	return v
}

// send makes a request and returns the status and text of the answer.
func (v *visitor) send(method, at string, form url.Values) (int, string, error) {
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequest(method, at, body)
	if err != nil {
		return 0, "", err
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := v.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(data), err
}

// must sends and fails unless the answer has the status and says what it must.
func (v *visitor) must(t *testing.T, method, at string, form url.Values, status int, says string) string {
	t.Helper()
	got, page, err := v.send(method, at, form)
	if err != nil || got != status || !strings.Contains(page, says) {
		t.Fatalf("%s: status %d, %v; want %d and %q in\n%s", method, got, err, status, says, page)
	}
	return page
}

// post is a mail as /mailbox.json lists it.
type post struct {
	ID      string
	To      string
	Subject string
	Text    string
	HTML    string
	Headers map[string]string
	Links   struct {
		Confirm, Join, Board string
		Moves                map[string]string
	}
}

// mailsOf reads the whole mailbox.
func mailsOf(t *testing.T, base string) []post {
	t.Helper()
	v := newVisitor(t)
	var list []post
	page := v.must(t, "GET", base+"/mailbox.json", nil, 200, "")
	if err := json.Unmarshal([]byte(page), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// waitForMails waits until n mails lie in the mailbox.
func waitForMails(t *testing.T, base string, n int) []post {
	t.Helper()
	late := time.After(patience)
	for {
		list := mailsOf(t, base)
		if len(list) >= n {
			return list
		}
		select {
		case <-late:
			t.Fatalf("%d mails have come, not %d", len(list), n)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// newest returns the newest mail to an address.
func newest(t *testing.T, list []post, to string) post {
	t.Helper()
	for _, m := range slices.Backward(list) {
		if m.To == to {
			return m
		}
	}
	t.Fatal("no mail to that address")
	return post{}
}

func form(pairs ...string) url.Values {
	f := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		f.Set(pairs[i], pairs[i+1])
	}
	return f
}

// create asks for a game of Ann, who has Red, and Bob.
func create(t *testing.T, base, army string) match.ID {
	t.Helper()
	body := `{"creator":{"name":"Ann","email":"ann@example.org"},"opponent":{"name":"Bob","email":"bob@example.org"},` +
		`"color":"red","army":"` + army + `","rules":{"quietClaim":0,"quietDraw":0,"maxPlies":0}}`
	resp, err := http.Post(base+"/api/games", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		t.Fatalf("status %d", resp.StatusCode)
	}
	var answer struct{ Game string }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	id, err := match.ParseID(answer.Game)
	if err != nil {
		t.Fatal(err)
	}
	return id
}
