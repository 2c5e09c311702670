package rehearsal

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/match"
)

// figures are how long each of many took.
type figures []time.Duration

// report reports them under a name, and leaves out the mean of everything.
func (f figures) report(b *testing.B, name string) {
	b.Helper()
	slices.Sort(f)
	at := func(share float64) float64 { return f[int(share*float64(len(f)-1))].Seconds() * 1000 }
	b.ReportMetric(at(0.5), name+"-p50-ms")
	b.ReportMetric(at(0.99), name+"-p99-ms")
	b.ReportMetric(0, "ns/op")
}

// The start of a function, from its program's to its first question for an event:
// what Lambda counts as its init.
func BenchmarkInit(b *testing.B) {
	e := newEmulator(b, newStage(b, "127.0.0.1", "127.0.0.1"))
	for _, function := range []string{web, notify, inbound, clock, feedback, webhook} {
		program, asked := e.build(b, function), make(chan time.Time)
		api := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			asked <- time.Now()
			<-r.Context().Done()
		}))
		b.Cleanup(api.Close)
		env := append(e.env(function), "AWS_LAMBDA_RUNTIME_API="+strings.TrimPrefix(api.URL, "http://"))
		b.Run(function, func(b *testing.B) {
			var all figures
			for b.Loop() {
				begin := time.Now()
				f := start(b, env, program)
				select {
				case at := <-asked:
					all = append(all, at.Sub(begin))
				case <-f.ended:
					b.Fatalf("%s: %v:\n%s", function, errEnded, f.said())
				}
				f.stop()
			}
			all.report(b, "init")
		})
	}
}

// The first event of a function, from its program's start on: reading its secrets
// and the table once, and the answer.
func BenchmarkFirstInvoke(b *testing.B) {
	s := newStage(b, "127.0.0.1", "127.0.0.1")
	e := newEmulator(b, s)
	for _, c := range []struct{ function, event string }{{web, sample(b, "web.json")}, {clock, sample(b, "clock.json")}} {
		b.Run(c.function, func(b *testing.B) {
			var all figures
			for b.Loop() {
				f := e.launch(b, c.function)
				begin := time.Now()
				e.invoke(b, c.function, c.event)
				all = append(all, time.Since(begin))
				f.stop()
			}
			all.report(b, "first")
		})
	}
	// The mail of a move that web, being warm, has just taken: each time another one.
	b.Run(notify, func(b *testing.B) {
		var all figures
		for ply := 0; b.Loop(); ply++ {
			if ply == len(s.script.Moves)-1 { // the last would end the game
				s.game = match.ID{s.game[0] + 1}
				s.seed(b)
				ply = 0
			}
			e.invoke(b, web, pressed(b, s.path(ply)))
			_, image := s.stored(b)
			f := e.launch(b, notify)
			begin := time.Now()
			e.invoke(b, notify, record(b, image))
			all = append(all, time.Since(begin))
			f.stop()
		}
		all.report(b, "first")
	})
}

// A move to a function that is warm, and the mail of that move; and the most memory
// that the programs have had meanwhile.
func BenchmarkWarmInvoke(b *testing.B) {
	s := newStage(b, "127.0.0.1", "127.0.0.1")
	e := newEmulator(b, s)
	turn := func(ply int) (move, mail time.Duration) {
		begin := time.Now()
		e.invoke(b, web, pressed(b, s.path(ply)))
		move = time.Since(begin)
		_, image := s.stored(b)
		event := record(b, image)
		begin = time.Now()
		e.invoke(b, notify, event)
		return move, time.Since(begin)
	}
	turn(0)
	ply, moves, mails := 1, figures(nil), figures(nil)
	for b.Loop() {
		if ply == len(s.script.Moves)-1 { // the last would end the game
			s.game = match.ID{s.game[0] + 1}
			s.seed(b)
			ply = 0
		}
		move, mail := turn(ply)
		moves, mails = append(moves, move), append(mails, mail)
		ply++
	}
	if m, _ := s.stored(b); m.Game.Ply() != ply {
		b.Fatalf("%d plies in the table, not %d", m.Game.Ply(), ply)
	}
	moves.report(b, "move")
	mails.report(b, "mail")
	b.ReportMetric(memory(b, e.build(b, web)), "web-MB")
	b.ReportMetric(memory(b, e.build(b, notify)), "notify-MB")
}

// memory is the most that a running program has had at once.
func memory(b *testing.B, program string) float64 {
	b.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/exe")
	must(b, err)
	for _, exe := range all {
		if target, err := os.Readlink(exe); err != nil || target != program {
			continue
		}
		status, err := os.ReadFile(filepath.Join(filepath.Dir(exe), "status"))
		must(b, err)
		_, rest, _ := strings.Cut(string(status), "VmHWM:")
		kB, err := strconv.Atoi(strings.Fields(rest)[0])
		must(b, err)
		return float64(kB) / 1000
	}
	b.Fatalf("%s does not run", program)
	return 0
}
