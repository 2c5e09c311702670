package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
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

func start(t *testing.T, c *lambdatest.Cloud, env ...string) *lambdatest.Function {
	t.Helper()
	return lambdatest.Start(t, os.Args[0], append(append(c.Env(), childVariable+"=1"), env...)...)
}

// The program as Lambda runs it. Without it a setting, a secret or a client that
// main.go forgets would be found out in the cloud.
func TestProgram(t *testing.T) {
	all := texts(t)
	cloud := lambdatest.NewCloud(t, map[string]string{"/club/link-keys": all[0], "/club/mail-key": all[1]})
	f := start(t, cloud, "FIELDPOST_TABLE=games", "FIELDPOST_PARAMETERS=/club", "FIELDPOST_MAIL_FROM=play@fieldpost.example",
		"FIELDPOST_BASE_URL=https://fieldpost.example", "FIELDPOST_FAILED="+cloud.URL+"/1/failed", "FIELDPOST_WEBHOOKS="+cloud.URL+"/1/webhooks")
	// No game is in the table any more: the invitation has nothing to tell.
	i := match.Seal(confirmed(t))
	damaged := i
	damaged.Data = nil
	answer, err := f.Invoke(`{"Records": [` + record(i) + "," + record(damaged) + `]}`)
	if err != nil || answer != `{"batchItemFailures":[]}` {
		t.Fatalf("%v %s\n%s", err, answer, f.Log)
	}
	if mails := cloud.Mails(); !cmp.Equal(mails, []string{ann}) || cloud.Calls("SendMessage") != 1 || cloud.Calls("GetParameters") != 1 {
		t.Errorf("mails to %q, %d kept, secrets read %d times", mails, cloud.Calls("SendMessage"), cloud.Calls("GetParameters"))
	}
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	if !f.Log.Await(ctx, `"level":"ERROR"`) {
		t.Error("the damaged record is not told of")
	}
	if log := f.Log.String(); strings.Count(log, `"level":"ERROR"`) != 1 || strings.Contains(log, "ann@") || strings.Contains(log, "bob@") {
		t.Errorf("the log has\n%s", log)
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

// The sample event must be what the table's stream sends: a version of a game that
// owes a mail.
func TestSampleEvent(t *testing.T) {
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, []byte(`{"Records": [`+record(match.Seal(confirmed(t)))+`]}`), "", "  "); err != nil {
		t.Fatal(err)
	}
	pretty.WriteByte('\n')
	path := filepath.Join("..", "..", "events", "notify.json")
	if *update {
		if err := os.WriteFile(path, pretty.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if diff := cmp.Diff(pretty.String(), string(text)); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}

// A function with a wrong setting must say so at its start.
func TestProgramWithoutSettings(t *testing.T) {
	f := start(t, lambdatest.NewCloud(t, nil), "FIELDPOST_TABLE=games", "FIELDPOST_PARAMETERS=/club", "FIELDPOST_MAIL_FROM=play@fieldpost.example")
	if err := f.Ended(); err == nil || !strings.Contains(f.Log.String(), "FIELDPOST_FAILED") {
		t.Errorf("%v\n%s", err, f.Log)
	}
}
