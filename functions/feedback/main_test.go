package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/feedback"
	"fieldpost/functions/internal/lambdatest"
)

// The test binary is the function itself when this variable is set.
const childVariable = "FIELDPOST_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	main()
}

// sample is the event that sam local is given too.
func sample(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../events/feedback.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// shapes are the details of events as SES writes them, by their names.
func shapes(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../internal/feedback/testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	all := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(f), ".json")] = `{"version": "0", "source": "aws.ses", "detail": ` + string(text) + `}`
	}
	return all
}

// soon ends when what a process has written must have come.
func soon(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(stop)
	return ctx
}

var pepper = player.Pepper(bytes.Repeat([]byte{0xab}, 32))

// The program as Lambda runs it: the profile is written, and the log tells of
// nobody. Without it a setting, the pepper or a client that main.go forgets would be
// found out in the cloud.
func TestProgram(t *testing.T) {
	cloud := lambdatest.NewCloud(t, map[string]string{"/club/pepper": hex.EncodeToString(pepper[:]) + "\n"})
	f := lambdatest.Start(t, os.Args[0], append(cloud.Env(), childVariable+"=1", "FIELDPOST_TABLE=games", "FIELDPOST_PARAMETERS=/club", "FIELDPOST_NAMESPACE=club")...)
	if answer, err := f.Invoke(sample(t)); err != nil || answer != "null" {
		t.Fatalf("%v %s\n%s", err, answer, f.Log)
	}
	line := `"msg":"bounce","mail":"0107018f00000001-00000000-0000-0000-0000-000000000000-000000","class":"Permanent","detail":"General","recipients":1`
	if !f.Log.Await(soon(t), line) {
		t.Errorf("the log has\n%s", f.Log)
	}
	if counts := `{"Namespace":"club","Dimensions":[[],["class"]],"Metrics":[{"Name":"Bounces","Unit":"Count"}]}`; !strings.Contains(f.Log.String(), counts) {
		t.Errorf("CloudWatch would not count the bounce in\n%s", f.Log)
	}
	if _, err := f.Invoke(strings.Replace(sample(t), `"Bounce"`, `"Delivery"`, 1)); err == nil || !f.Log.Await(soon(t), "returned mail not read") {
		t.Errorf("an event of another shape: %v\n%s", err, f.Log)
	}
	if _, err := f.Invoke(shapes(t)["ooto"]); err != nil || !f.Log.Await(soon(t), `"class":"Transient"`) {
		t.Errorf("an absence: %v\n%s", err, f.Log)
	}
	written := cloud.Put()
	if len(written) != 1 || cloud.Calls("GetParameters") != 1 {
		t.Fatalf("%d profiles written, the pepper read %d times", len(written), cloud.Calls("GetParameters"))
	}
	key := pepper.Key("bob@example.org")
	data, err := base64.StdEncoding.DecodeString(written[0]["d"]["B"].(string))
	if err != nil || written[0]["pk"]["S"] != "P#"+hex.EncodeToString(key[:]) {
		t.Fatalf("written %v, %v", written, err)
	}
	he, err := player.Open(player.Image{Key: key, Version: 1, Data: data})
	if err != nil || he.Signs.Health() != player.Bouncing || !he.Signs.Bounced.Equal(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("Bob is %v since %v, %v", he.Signs.Health(), he.Signs.Bounced, err)
	}
	if log := f.Log.String(); strings.Contains(log, "@") || strings.Contains(log, "unknown") {
		t.Errorf("the log has\n%s", log)
	}
}

// A function with a wrong setting must say so at its start.
func TestProgramWithoutSettings(t *testing.T) {
	for _, env := range []string{"FIELDPOST_TABLE=games", "FIELDPOST_PARAMETERS=/club"} {
		f := lambdatest.Start(t, os.Args[0], append(lambdatest.NewCloud(t, nil).Env(), childVariable+"=1", env)...)
		if err := f.Ended(); err == nil || !strings.Contains(f.Log.String(), "FIELDPOST_TABLE is not set, or") {
			t.Errorf("%v\n%s", err, f.Log)
		}
	}
}

// table keeps profiles, and has no game.
type table struct {
	profiles map[player.Key]player.Image
	err      error
}

func (s *table) Load(context.Context, match.ID, bool) (match.Image, error) {
	return match.Image{}, match.ErrNotFound
}

func (s *table) LoadProfile(_ context.Context, key player.Key) (player.Image, error) {
	i, ok := s.profiles[key]
	switch {
	case s.err != nil:
		return player.Image{}, s.err
	case !ok:
		return player.Image{}, match.ErrNotFound
	}
	return i, nil
}

func (s *table) SaveProfile(_ context.Context, i player.Image) error {
	s.profiles[i.Key] = i
	return nil
}

// standing is a function over a table.
func standing(s *table, log *bytes.Buffer) *returns {
	now := func() time.Time { return time.Date(2026, 3, 1, 12, 0, 9, 0, time.UTC) }
	desk := func(context.Context) (*feedback.Desk, error) {
		return at(s, now)([]string{hex.EncodeToString(pepper[:])})
	}
	return &returns{desk: desk, now: now, log: slog.New(slog.NewJSONHandler(log, nil))}
}

// Whatever SES tells, the log has no address, nor what a mail server said.
func TestLogTellsNobody(t *testing.T) {
	events := shapes(t)
	events["addresses everywhere"] = strings.NewReplacer(`"General"`, `"to bob@example.org"`, `"feedbackId": "0107018f-0"`, `"feedbackId": "bob@example.org"`).Replace(events["bounce"])
	for name, event := range events {
		for _, down := range []error{nil, errors.New("DynamoDB: GetItem throttled")} {
			var log bytes.Buffer
			err := standing(&table{map[player.Key]player.Image{}, down}, &log).handle(t.Context(), []byte(event))
			if (err != nil) != strings.Contains(log.String(), `"level":"ERROR"`) || err != nil && !errors.Is(err, down) || strings.Count(log.String(), "\n") != 1 {
				t.Errorf("%s: %v, the log has %s", name, err, &log)
			}
			for _, secret := range []string{"@", "smtp;", "unknown user", "recent history"} {
				if strings.Contains(log.String(), secret) {
					t.Errorf("%s: the log has %q: %s", name, secret, &log)
				}
			}
		}
	}
}

// Each mail that came back and each complaint is counted once, and nothing as the other: an
// alarm on the one would be deaf otherwise. The counts of other logs are members alone. Who
// finds that a mail is no spam, and a server that cannot verify a signature, complain of
// nothing.
func TestReturnsAreCounted(t *testing.T) {
	events := shapes(t)
	for _, class := range []string{"not-spam", "auth-failure"} {
		events[class] = strings.Replace(events["complaint"], `"abuse"`, strconv.Quote(class), 1)
	}
	const bounce, complaint = `"Bounces":1`, `"Complaints":1`
	for name, want := range map[string][]string{
		"bounce": {`"class":"Permanent"`, bounce}, "ooto": {`"class":"Transient"`, bounce}, "complaint": {`"class":"abuse"`, complaint},
		"not-spam": {`"class":"not-spam"`}, "auth-failure": {`"class":"auth-failure"`},
	} {
		var log bytes.Buffer
		if err := standing(&table{map[player.Key]player.Image{}, nil}, &log).handle(t.Context(), []byte(events[name])); err != nil {
			t.Fatal(err)
		}
		for _, text := range append([]string{bounce, complaint}, want...) {
			if strings.Contains(log.String(), text) != slices.Contains(want, text) {
				t.Errorf("%s, %s: the log has\n%s", name, text, &log)
			}
		}
	}
}

// Without the pepper nothing is known of anybody, and the event must not be lost.
func TestWithoutPepper(t *testing.T) {
	var log bytes.Buffer
	s := &table{profiles: map[player.Key]player.Image{}}
	r := standing(s, &log)
	r.desk = func(context.Context) (*feedback.Desk, error) { return at(s, r.now)([]string{"short"}) }
	if err := r.handle(t.Context(), []byte(sample(t))); err == nil || len(s.profiles) != 0 || !strings.Contains(log.String(), "pepper: 64 lower-case hex digits") {
		t.Errorf("%v, %d profiles, the log has %s", err, len(s.profiles), &log)
	}
}

// An event of another shape must fail, so that Lambda keeps it, and tell nothing.
func TestOtherShapes(t *testing.T) {
	for name, payload := range map[string]string{
		"no JSON":        `bounce of bob@example.org`,
		"no event":       `{}`,
		"another source": strings.Replace(sample(t), "aws.ses", "aws.s3", 1),
		"no detail":      `{"source": "aws.ses", "detail": "bob@example.org"}`,
		"another kind":   strings.Replace(sample(t), `"Bounce"`, `"Open"`, 1),
	} {
		if _, err := readEvent([]byte(payload)); !errors.Is(err, feedback.ErrShape) || strings.Contains(err.Error(), "@") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if said := word("bob@example.org"); said != "unknown" || word("") != "" || word("OnAccountSuppressionList") == "unknown" {
		t.Errorf("logged as %q", said)
	}
}

// A panic must fail the call, so that Lambda keeps the event, and tell nothing of
// what was thrown.
func TestPanicFailsTheCall(t *testing.T) {
	var log bytes.Buffer
	r := standing(&table{}, &log)
	r.desk = func(context.Context) (*feedback.Desk, error) { panic("bob@example.org") }
	err := r.handle(t.Context(), []byte(sample(t)))
	if err == nil || err.Error() != "panic with string" || !strings.Contains(log.String(), "main_test.go") || strings.Contains(log.String(), "bob@") {
		t.Errorf("%v, the log has\n%s", err, &log)
	}
}
