package smtp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// script is a server that says what it is told, over a connection in memory and
// in synctest's time. Its answers are the good ones but at one step.
type script struct {
	step   Step
	answer string // at that step: "" drops the connection, silence says nothing more
}

const silence = "silence"

func (s script) serve(c net.Conn) {
	defer c.Close()
	in := bufio.NewReader(c)
	say := func(step Step, good string) bool {
		if step == s.step {
			switch s.answer {
			case "":
				return false
			case silence:
				_, _ = io.Copy(io.Discard, in)
				return false
			}
			good = s.answer
		}
		_, err := io.WriteString(c, good+"\r\n")
		return err == nil
	}
	if !say(Greeting, "220 mail.example") {
		return
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		command, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		var goOn bool
		switch command {
		case "EHLO", "HELO":
			goOn = say(Hello, "250-mail.example\r\n250-AUTH LOGIN PLAIN\r\n250 8BITMIME")
		case "AUTH":
			goOn = say(Auth, "235 welcome")
		case "MAIL":
			goOn = say(Mail, "250 ok")
		case "RCPT":
			goOn = say(Rcpt, "250 ok")
		case "DATA":
			goOn = say(Data, "354 go on")
			if s.step == Data && s.answer != "" {
				break
			}
			for goOn && line != ".\r\n" {
				line, err = in.ReadString('\n')
				goOn = err == nil
			}
			goOn = goOn && say(End, "250 queued as 17")
		case "QUIT":
			goOn = false
		default:
			goOn = say("", "500 what?")
		}
		if !goOn {
			return
		}
	}
}

// play sends the letter to the script, in synctest's time, and returns how long
// that took.
func (s script) play(t *testing.T) (took time.Duration, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		ended := make(chan struct{})
		go func() { defer close(ended); s.serve(there) }()
		sender := &Sender{
			Server: Server{Host: "localhost", Port: "25", User: user, Password: password},
			dial:   func(context.Context, string, string) (net.Conn, error) { return here, nil },
		}
		begin := time.Now()
		_, err = sender.Send(t.Context(), "key", from, to, []byte(letter))
		took = time.Since(begin)
		<-ended
	})
	return took, err
}

// Every step, and everything that a server may do there. Without it one of them
// would be taken for what it is not: a mail would be lost, or sent twice.
func TestEveryStep(t *testing.T) {
	for _, step := range []Step{Greeting, Hello, Auth, Mail, Rcpt, Data, End} {
		ofTheMail := step == Rcpt || step == Data || step == End
		for _, c := range []struct {
			answer, class      string
			refused, permanent bool
		}{
			{"", "connection closed", step != End, false},
			{silence, "timeout", step != End, false},
			{"451 4.3.0 later, ann@example.org", "451 4.3.0", true, false},
			{"554 5.7.1 never, ann@example.org", "554 5.7.1", true, ofTheMail},
			{"554-5.7.1 never,\r\n554 5.7.1 ann@example.org", "554 5.7.1", true, ofTheMail},
			{"550 ann@example.org", "550", true, ofTheMail},
			{"gibberish of ann@example.org", "no SMTP", step != End, false},
		} {
			t.Run(fmt.Sprintf("%s %.3s", step, c.answer), func(t *testing.T) {
				took, err := script{step, c.answer}.play(t)
				wantError(t, string(step), err, string(step)+" "+c.class, c.refused, c.permanent)
				if c.answer == silence && took != Timeout || c.answer != silence && took != 0 {
					t.Errorf("it took %v", took)
				}
			})
		}
	}
	took, err := script{}.play(t)
	if took != 0 || err != nil {
		t.Errorf("a good server: %v, %v", took, err)
	}
}

// Any 2xx says that the mail is taken; anything but an answer that it is not.
func TestOddAnswersToTheEnd(t *testing.T) {
	if _, err := (script{End, "251 taken, after a fashion"}).play(t); err != nil {
		t.Errorf("a mail that was taken: %v", err)
	}
	_, err := script{End, "354 more"}.play(t)
	wantError(t, "no answer", err, "end of data 354", false, false)
}

// Without it a server that never gets the call would take all of a mail's time.
func TestNobodyPicksUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Sender{Server: Server{Host: "localhost"}, dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}}
		begin := time.Now()
		_, err := s.Send(t.Context(), "key", from, to, []byte(letter))
		wantError(t, "nobody picks up", err, "connect timeout", true, false)
		if took := time.Since(begin); took != dialTimeout {
			t.Errorf("it took %v", took)
		}
	})
}

// Without it a server that takes a mail and then says nothing would make it look
// lost.
func TestSilentGoodBye(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		over := make(chan struct{})
		go func() {
			defer close(over)
			in := bufio.NewReader(there)
			answers := []string{"220 a", "250 a", "250 a", "250 a", "354 a", "250 a"}
			for n, answer := range answers {
				_, _ = io.WriteString(there, answer+"\r\n")
				for line := ""; line == "" || n == 4 && line != ".\r\n"; {
					line, _ = in.ReadString('\n')
				}
			}
			_, _ = io.Copy(io.Discard, in) // QUIT has come; no answer
		}()
		s := &Sender{Server: Server{Host: "localhost"}, dial: func(context.Context, string, string) (net.Conn, error) { return here, nil }}
		begin := time.Now()
		if _, err := s.Send(t.Context(), "key", from, to, []byte(letter)); err != nil {
			t.Error(err)
		}
		if took := time.Since(begin); took != farewell {
			t.Errorf("it took %v", took)
		}
		<-over
	})
}
