package main

import (
	"log"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"

	"fieldpost/functions/internal/panics"
)

// calm logs the panics of a handler, which net/http would print with what was thrown
// and with the arguments of all calls, and lets it end the connection.
func calm(handler http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch v := recover(); v {
			case nil:
			case http.ErrAbortHandler:
				panic(v)
			default:
				thrown := panics.Recovered(v)
				log.Error("panic", "type", thrown.Type, "stack", thrown.Stack)
				panic(http.ErrAbortHandler)
			}
		}()
		handler.ServeHTTP(w, r)
	})
}

// webLog takes the complaints of package net/http into our log, without what they
// tell of clients: their addresses, and the values of a panic.
func webLog(to *slog.Logger) *log.Logger { return log.New(complaints{to}, "", 0) }

type complaints struct{ log *slog.Logger }

// Write is that of io.Writer. Package log calls it once for each complaint.
func (c complaints) Write(text []byte) (int, error) {
	first, _, _ := strings.Cut(strings.TrimSuffix(string(text), "\n"), "\n")
	if before, _, panicked := strings.Cut(first, " panic serving "); panicked {
		c.log.Error(before + " panic")
		return len(text), nil
	}
	words := strings.Fields(first)
	for i, word := range words {
		if isAddress(strings.TrimRight(word, ":,;")) {
			words[i] = "…"
		}
	}
	c.log.Warn(strings.Join(words, " "))
	return len(text), nil
}

func isAddress(word string) bool {
	_, with := netip.ParseAddrPort(word)
	_, without := netip.ParseAddr(word)
	return with == nil || without == nil
}
