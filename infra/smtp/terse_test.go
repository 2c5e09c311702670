package smtp

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"
)

// TestEndlessReplies: a server that talks without end is left, wherever it
// begins. Without it, it could fill our memory, or anybody on the way who
// answers in its place.
func TestEndlessReplies(t *testing.T) {
	for name, words := range map[string]string{
		"lines":            "220-" + strings.Repeat("x", 60) + "\r\n",
		"one line":         strings.Repeat("x", 64),
		"after the hello":  "250-" + strings.Repeat("x", 60) + "\r\n",
		"empty lines only": "\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			said := make(chan int, 1)
			s := &Sender{Server: Server{Host: "127.0.0.1", Port: "25"}}
			s.dial = func(context.Context, string, string) (net.Conn, error) {
				ours, theirs := net.Pipe()
				go func() { _, _ = io.Copy(io.Discard, theirs) }()
				go func() {
					n := 0
					defer func() { said <- n }()
					if strings.HasPrefix(words, "250") {
						if _, err := theirs.Write([]byte("220 hello\r\n")); err != nil {
							return
						}
					}
					for {
						if _, err := theirs.Write([]byte(words)); err != nil {
							return
						}
						n += len(words)
					}
				}()
				return ours, nil
			}
			if _, err := s.Send(t.Context(), "key", "a@example.org", "b@example.org", []byte("Subject: x\r\n\r\nx\r\n")); err == nil {
				t.Error("sent")
			}
			if n := <-said; n > mostReplies+len(words) {
				t.Errorf("listened to %d bytes", n)
			}
		})
	}
}
