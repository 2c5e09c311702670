package fieldpost_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Public prices in dollars, of us-east-1, without free tiers: docs/performance.md
// says whose and of when.
const (
	perMail        = 0.10 / 1e3
	perCall        = 1.00 / 1e6 // of the HTTP API
	perInvocation  = 0.20 / 1e6
	perGBSecond    = 0.0000133334 // arm64
	perRead        = 0.125 / 1e6  // unit
	perWrite       = 0.625 / 1e6  // unit
	perLogGB       = 0.50
	perOutGB       = 0.09
	perStoredGB    = 0.25 + 0.20 // a month, with its restore in time
	perDecryption  = 0.03 / 1e4
	gigabyte       = 1e9
	minutesOfMonth = 30 * 24 * 60
)

// load is what a move takes, from the mail in which its link is pressed to the mail
// that the other player gets.
type load struct {
	mails, calls, invocations, gbSeconds, reads, writes, logGB, outGB, storedGB float64
}

// Counted by TestDynamoRoadOfAMove. The page of the link: a read of the game, and one
// of the heartbeat, strongly, which is remembered for a minute. The press: one
// read and the write. The notifier: the game, and the profile strongly; the claim and
// its mark. All eventual reads are half a unit, as an item of 800 plies is smaller
// than 4 kB.
const (
	readsOfMove  = 0.5 + 1 + 0.5 + 0.5 + 1
	writesOfMove = 1 + 1 + 1
)

// Assumed, until a site on AWS has been measured.
const (
	memory     = 0.5 // GB, of web and notify
	page       = 0.02
	press      = 0.03
	sending    = 0.15 // seconds
	pageBytes  = 12e3
	logBytes   = 2e3 // lines of both logs
	claimBytes = 300 // for 30 days
	gameBytes  = 1500
)

// aMove is what one move takes whose game is written in some write units.
func aMove(units float64) load {
	return load{
		mails: 1, calls: 2, invocations: 3, gbSeconds: memory * (page + press + sending),
		reads: readsOfMove, writes: writesOfMove - 1 + units,
		logGB: logBytes / gigabyte, outGB: 2 * pageBytes / gigabyte, storedGB: claimBytes / gigabyte,
	}
}

// part is a line of the bill.
type part struct {
	name, takes string
	dollars     float64
}

func (l load) parts() []part {
	return []part{
		{"SES", fmt.Sprintf("%g mail", l.mails), l.mails * perMail},
		{"HTTP API", fmt.Sprintf("%g requests", l.calls), l.calls * perCall},
		{"Lambda, calls", fmt.Sprintf("%g", l.invocations), l.invocations * perInvocation},
		{"Lambda, time", fmt.Sprintf("%.2g GB-seconds", l.gbSeconds), l.gbSeconds * perGBSecond},
		{"DynamoDB, reads", fmt.Sprintf("%g units", l.reads), l.reads * perRead},
		{"DynamoDB, writes", fmt.Sprintf("%g units", l.writes), l.writes * perWrite},
		{"DynamoDB, claims kept for 30 days", fmt.Sprintf("%g bytes", l.storedGB*gigabyte), l.storedGB * perStoredGB},
		{"Logs", fmt.Sprintf("%g kB", l.logGB*1e6), l.logGB * perLogGB},
		{"Traffic of the pages", fmt.Sprintf("%g kB", l.outGB*1e6), l.outGB * perOutGB},
	}
}

// dollars returns what a load costs by mail and otherwise.
func (l load) dollars() (mail, rest float64) {
	for i, p := range l.parts() {
		if i == 0 {
			mail = p.dollars
		} else {
			rest += p.dollars
		}
	}
	return mail, rest
}

// Counted by TestDynamoSweep and TestDynamoRounds. The clock asks each of 16 shards of
// matches and 4 of people every minute; an eventual query of nothing is half a unit; before it reads the host's wish and its own
// heartbeat, strongly, and writes the latter every five minutes. An alarm that rings too early is two strong
// reads, of the game and the heartbeat, and a write, which moves an entry of the index, two writes more; and its record
// calls notify, in vain. At the standard pace, with a move a day, it rings every day: a day and
// a half after the last move before it was set, when that player was to be reminded.
const (
	readsOfMinute  = 1 + 1 + (16+4)*0.5
	writesOfMinute = 1.0 / 5
	perAlarm       = 2*perRead + (1+2)*perWrite + perInvocation + memory*waking*perGBSecond
	sweeping       = 0.1   // seconds, assumed, at 256 MB
	waking         = 0.005 // seconds, assumed
	alarmsOfAMonth = 30 * perAlarm
	perMinute      = perInvocation + 0.25*sweeping*perGBSecond + readsOfMinute*perRead + writesOfMinute*perWrite
)

// standing is what a month costs in which nobody plays: the clock, and the keys that
// three processes read.
func standing() float64 {
	clock := minutesOfMonth * perMinute
	return clock + 3*2*minutesOfMonth/5*perDecryption
}

func costs() string {
	var b strings.Builder
	short, long := aMove(1), aMove(2)
	b.WriteString("| Part | A move takes | Dollars for a million moves |\n| --- | --- | --- |\n")
	for _, p := range short.parts() {
		fmt.Fprintf(&b, "| %s | %s | %.2f |\n", p.name, p.takes, p.dollars*1e6)
	}
	mail, rest := short.dollars()
	_, more := long.dollars()
	fmt.Fprintf(&b, "| **All but the mail** | | **%.2f**; from about 300 to about 800 plies %.2f |\n", rest*1e6, more*1e6)
	fmt.Fprintf(&b, "| **All** | | **%.2f** |\n", (mail+rest)*1e6)

	b.WriteString("\n| A game of | Mail | All else |\n| --- | --- | --- |\n")
	for _, plies := range []float64{100, 300, 600} {
		early := min(plies, 300)
		fmt.Fprintf(&b, "| %g plies | %.4f | %.4f |\n", plies, plies*mail, early*rest+(plies-early)*more)
	}

	b.WriteString("\n| Games under way, a move a day in each | Moves a month | Mail | All else | Keeping the games of a year, of 300 plies each |\n| --- | --- | --- | --- | --- |\n")
	for _, games := range []float64{10, 1000, 100000} {
		moves := games * 30
		kept := moves * 12 / 300 * gameBytes / gigabyte * perStoredGB
		fmt.Fprintf(&b, "| %.0f | %.0f | %.2f | %.2f | %.4f |\n", games, moves, moves*mail, moves*rest+games*alarmsOfAMonth+standing(), kept)
	}
	return b.String()
}

// The short bill of docs/deploy.md says the same.
func TestCostsInShort(t *testing.T) {
	text, err := os.ReadFile("docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	mail, rest := aMove(1).dollars()
	for _, line := range []string{
		fmt.Sprintf("| 1,000 moves: the mails | %.2f |", 1e3*mail), fmt.Sprintf("| 1,000 moves: everything else | %.3f |", 1e3*rest),
		fmt.Sprintf("| a game of 300 plies, with its mails | %.3f |", 300*(mail+rest)),
		fmt.Sprintf("| a month in which nobody plays | %.2f, and the alarms |", standing()),
	} {
		if !strings.Contains(string(text), line) {
			t.Errorf("it does not say %s", line)
		}
	}
}

// The bill in the document is what these figures come to.
func TestCosts(t *testing.T) {
	const name, begin, end = "docs/performance.md", "<!-- costs -->\n", "<!-- /costs -->\n"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	was, after, whole := strings.Cut(rest, end)
	if !ok || !whole {
		t.Fatalf("%s has no place for the costs", name)
	}
	now := costs()
	if *update {
		if err := os.WriteFile(name, []byte(before+begin+now+end+after), 0o644); err != nil { //nolint:gosec // a document
			t.Fatal(err)
		}
		return
	}
	if was != now {
		t.Errorf("%s has other costs: go test . -update\n%s", name, now)
	}
}
