package main

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldpost/engine"
)

// thrower panics with a setup in its hands.
//
//go:noinline
func thrower(s engine.Setup, list []int) int { return list[len(s)] }

// A panic of a page must end that request alone, and tell where it was: neither what
// was thrown nor what the calls were given, of a setup its ranks.
func TestPanicTellsNoRanks(t *testing.T) {
	var said strings.Builder
	log := slog.New(slog.NewJSONHandler(&said, nil))
	server := httptest.NewUnstartedServer(calm(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		thrower(engine.Setup{0: engine.Scout, 1: engine.Marshal, 2: engine.Miner}, nil)
	}), log))
	server.Config.ErrorLog = webLog(log)
	server.Start()
	if resp, err := http.Get(server.URL); err == nil {
		resp.Body.Close()
		t.Error("a panic was answered")
	}
	server.Close()
	got := said.String()
	for _, part := range []string{`"type":"runtime.boundsError"`, `local.thrower\n`, "weblog_test.go:"} {
		if !strings.Contains(got, part) {
			t.Errorf("the log does not say %s:\n%s", part, got)
		}
	}
	if strings.Contains(got, "thrower(") || strings.Contains(got, "0x") {
		t.Errorf("the log has arguments:\n%s", got)
	}
}

// Without it a client's address would stand in the log for as long as that is
// kept, or what a panic says of a game.
func TestWebLogTellsNoClient(t *testing.T) {
	var said strings.Builder
	log := slog.New(slog.NewTextHandler(&said, nil))
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("ann@example.org") }))
	server.Config.ErrorLog = webLog(log)
	server.Start()
	if resp, err := http.Get(server.URL); err == nil {
		resp.Body.Close()
		t.Error("a panic was answered")
	}
	server.Close()
	webLog(log).Printf("http: TLS handshake error from %s: EOF", "192.0.2.7:4711")
	webLog(log).Printf("http: Accept error: %s; retrying", "[2001:db8::1]:80")
	got := said.String()
	for _, secret := range []string{"127.0.0.1", "192.0.2.7", "2001:db8", "ann@", "weblog_test.go"} {
		if strings.Contains(got, secret) {
			t.Errorf("the log tells %q:\n%s", secret, got)
		}
	}
	for _, part := range []string{`msg="http: panic"`, `msg="http: TLS handshake error from … EOF"`, `msg="http: Accept error: … retrying"`} {
		if !strings.Contains(got, part) {
			t.Errorf("the log does not say %s:\n%s", part, got)
		}
	}
}
