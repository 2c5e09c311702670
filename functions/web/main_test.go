package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

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

// soon ends when what a process has written must have come.
func soon(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(stop)
	return ctx
}

// The program as Lambda runs it. Without it a setting, a secret or a client that
// main.go forgets would be found out in the cloud.
func TestProgram(t *testing.T) {
	all := texts(t, 1)
	cloud := lambdatest.NewCloud(t, map[string]string{"/club/link-keys": all[0], "/club/pepper": all[1], "/club/mail-key": all[2]})
	f := start(t, cloud, "FIELDPOST_TABLE=games", "FIELDPOST_PARAMETERS=/club", "FIELDPOST_MAIL_FROM=play@fieldpost.example",
		"FIELDPOST_BASE_URL=", "FIELDPOST_SITE_NAME=Club", "FIELDPOST_CREATE_PER_HOUR=")
	payload, err := os.ReadFile("../../events/web.json") // which sam local is given too
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		text, err := f.Invoke(string(payload))
		if err != nil {
			t.Fatalf("%v\n%s", err, f.Log)
		}
		var a events.APIGatewayV2HTTPResponse
		if err := json.Unmarshal([]byte(text), &a); err != nil || a.StatusCode != 200 || !strings.Contains(a.Body, "<h1>") || !strings.Contains(a.Body, "Club") {
			t.Errorf("the home page: %v %d %.300s\n%s", err, a.StatusCode, a.Body, f.Log)
		}
	}
	if cloud.Calls("GetParameters") != 1 || cloud.Calls("GetItem") != 1 {
		t.Errorf("at the start the secrets were read %d times and the table %d times", cloud.Calls("GetParameters"), cloud.Calls("GetItem"))
	}
	if f.Log.String() != "" {
		t.Errorf("the log has\n%s", f.Log)
	}
	if _, err := f.Invoke(`{"version": "1.0"}`); err == nil || !f.Log.Await(soon(t), `"level":"ERROR","msg":"event not answered"`) {
		t.Errorf("an event of another shape: %v\n%s", err, f.Log)
	}
}

// A function with a wrong setting must say so at its start, not to each player.
func TestProgramWithoutSettings(t *testing.T) {
	f := start(t, lambdatest.NewCloud(t, nil), "FIELDPOST_PARAMETERS=/club")
	if err := f.Ended(); err == nil || !strings.Contains(f.Log.String(), "FIELDPOST_TABLE is not set") {
		t.Errorf("%v\n%s", err, f.Log)
	}
}
