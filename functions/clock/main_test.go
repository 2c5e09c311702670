package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/clock"
	"fieldpost/functions/internal/digest"
	"fieldpost/functions/internal/lambdatest"
	"fieldpost/functions/internal/notify"
	"fieldpost/infra/dynamo"
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
	text, err := os.ReadFile("../../events/clock.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// soon ends when what a process has written must have come.
func soon(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(stop)
	return ctx
}

// The program as Lambda runs it.
func TestProgram(t *testing.T) {
	cloud := lambdatest.NewCloud(t, nil)
	f := lambdatest.Start(t, os.Args[0], append(cloud.Env(), childVariable+"=1", "FIELDPOST_TABLE=games", "FIELDPOST_PARAMETERS=/club",
		"FIELDPOST_MAIL_FROM=play@fieldpost.example", "FIELDPOST_BASE_URL=https://fieldpost.example")...)
	if answer, err := f.Invoke(sample(t)); err != nil || answer != "null" {
		t.Fatalf("%v %s\n%s", err, answer, f.Log)
	}
	if !f.Log.Await(soon(t), `"msg":"minute"`) || cloud.Calls("GetItem") != 3 || cloud.Calls("PutItem") != 1 || cloud.Calls("Query") != match.AlarmShards+player.AlarmShards || cloud.Calls("GetParameters") != 0 {
		t.Errorf("the table was read %d times and asked %d times; the log has\n%s", cloud.Calls("GetItem"), cloud.Calls("Query"), f.Log)
	}
	if _, err := f.Invoke(`{"source": "aws.ses"}`); err == nil || !f.Log.Await(soon(t), "minute not read") {
		t.Errorf("an event of another shape: %v\n%s", err, f.Log)
	}
}

// A function with a wrong setting must say so at its start.
func TestProgramWithoutSettings(t *testing.T) {
	f := lambdatest.Start(t, os.Args[0], append(lambdatest.NewCloud(t, nil).Env(), childVariable+"=1")...)
	if err := f.Ended(); err == nil || !strings.Contains(f.Log.String(), "FIELDPOST_TABLE is not set") {
		t.Errorf("%v\n%s", err, f.Log)
	}
}

// A table that does not answer must be told of, and what a minute has done be seen.
func TestMinute(t *testing.T) {
	start := time.Date(2026, 3, 1, 12, 0, 2, 0, time.UTC)
	throttled := &dynamo.Error{Call: "Query", Class: dynamo.Throttled}
	for _, c := range []struct {
		swept clock.Swept
		err   error
		told  string
	}{
		{
			clock.Swept{TimedOut: 3, Reminded: 2, Rearmed: 4, Others: 5, Failed: 6, Left: true},
			nil,
			`"msg":"minute","late":2000000000,"duration":0,"timed-out":3,"reminded":2,"rearmed":4,"others":5,"failed":6,"left":true,"mails":7,"mails-failed":8,"mails-left":false,"AlarmsSeen":20,"AlarmsFailed":6`,
		},
		{clock.Swept{TimedOut: 3}, throttled, `"msg":"minute failed","late":2000000000,"duration":0,"timed-out":3`},
		{clock.Swept{}, throttled, `"err":"DynamoDB: Query throttled"`},
	} {
		var log bytes.Buffer
		m := &minute{now: func() time.Time { return start }, log: slog.New(slog.NewJSONHandler(&log, nil))}
		m.sweep = func(_ context.Context, now time.Time) (clock.Swept, error) {
			if !now.Equal(start) {
				t.Errorf("swept at %v, and it is %v", now, start)
			}
			return c.swept, c.err
		}
		m.mails = func(_ context.Context, now time.Time) (digest.Swept, error) {
			if !now.Equal(start) {
				t.Errorf("mailed at %v, and it is %v", now, start)
			}
			return digest.Swept{Sent: 7, Failed: 8}, nil
		}
		if err := m.handle(t.Context(), []byte(sample(t))); !errors.Is(err, c.err) || !strings.Contains(log.String(), c.told) {
			t.Errorf("%v: %v, the log has\n%s", c.err, err, &log)
		}
	}
}

// What is no minute must fail, so that Lambda keeps it.
func TestOtherShapes(t *testing.T) {
	for name, payload := range map[string]string{
		"no JSON":        "minute",
		"another source": strings.Replace(sample(t), "aws.events", "aws.s3", 1),
		"another kind":   strings.Replace(sample(t), "Scheduled Event", "Event", 1),
		"no time":        strings.Replace(sample(t), `"time": "2026-03-01T12:00:00Z",`, "", 1),
	} {
		if _, err := readEvent([]byte(payload)); !errors.Is(err, errShape) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A panic must fail the minute, and tell nothing of what was thrown.
func TestPanicFailsTheMinute(t *testing.T) {
	var log bytes.Buffer
	m := &minute{now: time.Now, log: slog.New(slog.NewJSONHandler(&log, nil))}
	m.sweep = func(context.Context, time.Time) (clock.Swept, error) { panic("ann@example.org") }
	m.mails = func(context.Context, time.Time) (digest.Swept, error) { return digest.Swept{}, nil }
	err := m.handle(t.Context(), []byte(sample(t)))
	if err == nil || err.Error() != "panic with string" || !strings.Contains(log.String(), "main_test.go") || strings.Contains(log.String(), "ann@") {
		t.Errorf("%v, the log has\n%s", err, &log)
	}
}

// Mails of the day that cannot be sent must be told of, and of whom they are must not;
// and they keep no game from its end.
func TestMailsOfTheMinute(t *testing.T) {
	for _, c := range []struct {
		mails func(context.Context, time.Time) (digest.Swept, error)
		told  string
	}{
		{func(context.Context, time.Time) (digest.Swept, error) {
			return digest.Swept{Failed: 1}, &notify.DeliveryError{Step: "send", Err: errors.New("550 ann@example.org")}
		}, "mail of no game: send failed"},
		{func(context.Context, time.Time) (digest.Swept, error) {
			return digest.Swept{}, errors.New("keys of ann@example.org")
		}, "*errors.errorString"},
		{func(context.Context, time.Time) (digest.Swept, error) { panic("ann@example.org") }, "panic with string"},
	} {
		var log bytes.Buffer
		swept := false
		m := &minute{now: time.Now, log: slog.New(slog.NewJSONHandler(&log, nil)), mails: c.mails}
		m.sweep = func(context.Context, time.Time) (clock.Swept, error) { swept = true; return clock.Swept{}, nil }
		if err := m.handle(t.Context(), []byte(sample(t))); err == nil || !swept {
			t.Errorf("%s: %v, swept %v", c.told, err, swept)
		}
		m.unsent(&notify.DeliveryError{Step: "claim", Err: errors.New("bob@example.net")})
		if text := log.String(); !strings.Contains(text, c.told) || !strings.Contains(text, "claim failed") || strings.Contains(text, "@example") {
			t.Errorf("the log has\n%s", text)
		}
	}
}
