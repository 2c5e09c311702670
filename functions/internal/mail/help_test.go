package mail

import (
	"bytes"
	"flag"
	"io"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares got with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// zeros is no random source at all, so that links are the same in every run.
type repeat byte

func (r repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

var catalog = sync.OnceValues(words.Load)

func composer(t testing.TB) *Composer {
	t.Helper()
	master, err := link.NewMaster(1, repeat(7))
	if err != nil {
		t.Fatal(err)
	}
	keys, err := link.NewKeys([]link.Master{master})
	if err != nil {
		t.Fatal(err)
	}
	all, err := catalog()
	if err != nil {
		t.Fatal(err)
	}
	return &Composer{
		Links: keys, Words: all, BaseURL: "https://fieldpost.example", SiteName: "Fieldpost",
		Sender: "games@fieldpost.example", Secret: []byte("0123456789abcdef"),
	}
}

var dawn = time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)

// newMatch returns a match of Ann, who is Red and asked for it, and Bob.
func newMatch(t testing.TB, r engine.Rules) match.Match {
	t.Helper()
	m, err := match.New(match.Create{
		ID: match.ID{0x57, 0xe1, 0xa5, 1, 2, 3, 4, 5}, Creator: engine.Red, Rules: r,
		Players: engine.Both[match.Player]{
			Red:  match.Player{Name: "Ann", Address: "ann@example.org", Zone: "Europe/Paris"},
			Blue: match.Player{Name: "Bob", Address: "bob@example.net"},
		},
		Keys:  engine.Both[player.Key]{Red: annKey, Blue: bobKey},
		Salts: engine.Both[[16]byte]{Red: [16]byte{1, 2, 3}, Blue: [16]byte{9, 8, 7}},
	}, dawn)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var annKey, bobKey = player.Key{0xa, 1, 2, 3}, player.Key{0xb, 4, 5, 6}

// alone returns a confirmed match for which Ann has named no opponent.
func alone(t testing.TB, r engine.Rules, open bool) match.Match {
	t.Helper()
	m, err := match.New(match.Create{
		ID: match.ID{0x57, 0xe1, 0xa5, 1, 2, 3, 4, 6}, Creator: engine.Red, Rules: r, Open: open, Confirmed: true,
		Players: engine.Both[match.Player]{Red: match.Player{Name: "Ann", Address: "ann@example.org", Zone: "Europe/Paris"}},
		Keys:    engine.Both[player.Key]{Red: annKey},
	}, dawn)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// again returns the rematch for which Blue of m asks.
func again(t testing.TB, m match.Match) match.Match {
	t.Helper()
	c, err := match.Rematch(m, engine.Blue, engine.Both[[16]byte]{})
	if err != nil {
		t.Fatal(err)
	}
	next, err := match.New(c, m.Changed.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// do gives commands, a minute apart.
func do(t testing.TB, m match.Match, commands ...match.Command) match.Match {
	t.Helper()
	for _, c := range commands {
		next, _, err := match.Decide(m, c, m.Changed.Add(time.Minute))
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		m = next
	}
	return m
}

// begun returns a match whose game has just begun.
func begun(t testing.TB, m match.Match, setups engine.Both[engine.Setup]) match.Match {
	t.Helper()
	return do(t, m, match.Confirm{}, match.Accept{By: m.Opponent()},
		match.SetUp{By: engine.Red, Setup: setups.Red, Sure: true},
		match.SetUp{By: engine.Blue, Setup: setups.Blue, Sure: true})
}

// deal returns random legal setups.
func deal(r engine.Rules, random *rand.Rand) (setups engine.Both[engine.Setup]) {
	board := r.Army.Board()
	for _, c := range sides {
		at := random.Perm(board.SetupRows * board.Size)
		for i, rank := range r.Troops.List() {
			setups.Of(c)[at[i]] = rank
		}
	}
	return setups
}

// play makes up to plies random moves.
func play(t testing.TB, m match.Match, plies int, random *rand.Rand) match.Match {
	t.Helper()
	for range plies {
		moves := m.Game.Moves()
		if len(moves) == 0 {
			break
		}
		m = do(t, m, match.PlayMove{By: m.Game.ToMove(), Ply: m.Game.Ply(), Move: moves[random.IntN(len(moves))]})
	}
	return m
}

// parts is a mail as a mail program reads it.
type parts struct {
	header     netmail.Header
	text, html string
}

func read(t testing.TB, raw []byte) parts {
	t.Helper()
	msg, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("content type %q: %v", kind, err)
	}
	p := parts{header: msg.Header}
	r := multipart.NewReader(msg.Body, params["boundary"])
	for _, want := range []string{"text/plain", "text/html"} {
		part, err := r.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		if kind, params, _ := mime.ParseMediaType(part.Header.Get("Content-Type")); kind != want || params["charset"] != "UTF-8" {
			t.Fatalf("a part is %q, want %s", part.Header, want)
		}
		if enc := part.Header.Get("Content-Transfer-Encoding"); enc != "quoted-printable" {
			t.Fatalf("a part is encoded as %q", enc)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		body = bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))
		if want == "text/plain" {
			p.text = string(body)
		} else {
			p.html = string(body)
		}
	}
	if _, err := r.NextRawPart(); err != io.EOF {
		t.Fatalf("there is more than two parts: %v", err)
	}
	return p
}

// compose returns the mail of a letter, read.
func compose(t testing.TB, c *Composer, m match.Match, k Kind, seat engine.Color) parts {
	t.Helper()
	return read(t, raw(t, c, m, k, seat))
}

func raw(t testing.TB, c *Composer, m match.Match, k Kind, seat engine.Color) []byte {
	t.Helper()
	msg, err := c.Compose(m, Letter{Kind: k, Seat: seat}, "G#x/C#1#"+seat.String())
	if err != nil {
		t.Fatal(err)
	}
	return msg.Raw
}

// decode reads encoded words.
func decode(t testing.TB, header string) string {
	t.Helper()
	s, err := new(mime.WordDecoder).DecodeHeader(header)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
