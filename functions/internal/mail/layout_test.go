package mail

import (
	"fmt"
	"html"
	"math/rand/v2"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// hostile are names as strangers may choose them, or a bug let through.
var hostile = []string{
	`A "B" <c>`,
	`</td></tr></table><a id="board" href="https://evil.example">x</a>`,
	`=?utf-8?q?x?=`,
	`"=?utf-8?q?x?=" <eve@evil.example>, x`,
	"Ann\r\nBcc: eve@evil.example\r\n\r\nhello",
	"דוד בן-גוריון",
	"عمر 12",
	strings.Repeat("🦄", 40),
	strings.Repeat("👩‍🚀", 13),
	strings.Repeat("x", 40),
	strings.Repeat("é", 40), // two runes a letter
	`{{.Name}} %s \ ' &amp;`,
	"\u202egnp.exe",
}

var tag = regexp.MustCompile(`<(/?[a-z0-9]+)`)

// A name must not open or close an element, end a header or begin a new one,
// nor turn into something else when a mail program decodes it.
func TestHostileNames(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	for _, name := range names {
		l := letters[name]
		plain := compose(t, c, l.m, l.l.Kind, l.l.Seat)
		for _, evil := range hostile {
			m := l.m
			m.Seats.Red.Name, m.Seats.Blue.Name = evil, evil
			p := compose(t, c, m, l.l.Kind, l.l.Seat)
			if diff := cmp.Diff(tag.FindAllString(plain.html, -1), tag.FindAllString(p.html, -1)); diff != "" {
				t.Errorf("%s to %q: other elements than to Ann (-Ann +he):\n%s", name, evil, diff)
			}
			if len(p.header) != len(plain.header) {
				t.Errorf("%s to %q: other headers: %v", name, evil, p.header)
			}
			if l.l.Kind == Confirm {
				continue // holds no name at all, see below
			}
			shown := words.Name(evil)
			for _, h := range []string{"From", "To"} {
				a, err := netmail.ParseAddress(p.header.Get(h))
				if err != nil {
					t.Fatalf("%s to %q: %s: %v", name, evil, h, err)
				}
				// What a reader sees, with or without the invisible space.
				if got := strings.ReplaceAll(a.Name, "\u200b", ""); !strings.Contains(unmark(got), unmark(shown)) {
					t.Errorf("%s to %q: %s reads %q", name, evil, h, a.Name)
				}
				if want := map[string]string{"From": c.Sender, "To": m.Seat(l.l.Seat).Address}[h]; a.Address != want {
					t.Errorf("%s to %q: %s is %q, want %q", name, evil, h, a.Address, want)
				}
				if raw := p.header.Get(h); strings.Contains(evil, "=?") && strings.Contains(raw, `"=?`) {
					t.Errorf("%s to %q: %s still looks like an encoded word: %s", name, evil, h, raw)
				}
			}
			if got := decode(t, p.header.Get("Subject")); !strings.Contains(got, shown+" – "+shown) {
				t.Errorf("%s to %q: the subject reads %q", name, evil, got)
			}
			if !strings.Contains(strings.Join(strings.Fields(p.text), ""), strings.Join(strings.Fields(shown), "")) {
				t.Errorf("%s to %q: the text does not name him", name, evil)
			}
		}
	}
}

// unmark takes the marks of direction away, which may stand round a name or
// round a whole sentence.
func unmark(s string) string { return strings.NewReplacer("\u2068", "", "\u2069", "").Replace(s) }

// Mail programs wrap at some 78 columns and a board that is wrapped cannot be
// read. Only an address may be longer.
func TestTextIsNarrow(t *testing.T) {
	c := composer(t)
	c.BaseURL = "https://" + strings.Repeat("long.", 12) + "example"
	names, letters := story(t)
	for _, who := range append([]string{"Bob"}, hostile...) {
		for _, name := range names {
			m := letters[name].m
			m.Seats.Red.Name, m.Seats.Blue.Name = who, who
			p := compose(t, c, m, letters[name].l.Kind, letters[name].l.Seat)
			for _, line := range strings.Split(p.text, "\n") {
				if strings.HasPrefix(line, c.BaseURL) && !strings.Contains(line, " ") {
					continue
				}
				if n := columnsOf(line); n > columns || strings.HasSuffix(line, " ") {
					t.Errorf("%s to %q: a line of %d columns, or one that ends in spaces: %q", name, who, n, line)
				}
			}
		}
	}
}

// The confirm mail goes to an address that has not yet said yes. Without this a
// stranger could have us mail his words to anybody.
func TestConfirmCarriesNobodysWords(t *testing.T) {
	m := newMatch(t, engine.StandardRules(engine.Duel))
	m.Seats.Red.Name, m.Seats.Blue.Name = "Zaphod", "Trillian"
	raw := string(raw(t, composer(t), m, Confirm, engine.Red))
	for _, word := range []string{"Zaphod", "Trillian", "bob@example.net"} {
		if strings.Contains(raw, word) {
			t.Errorf("the confirm mail holds %q", word)
		}
	}
}

// Nobody learns the other's address but the invited, who must know who asks.
func TestAddressesStayPrivate(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	for _, name := range names {
		l := letters[name]
		p := compose(t, c, l.m, l.l.Kind, l.l.Seat)
		other := l.m.Seat(l.l.Seat.Other()).Address
		if other == "" {
			continue
		}
		if got, want := strings.Contains(p.text+p.html, other), l.l.Kind == Invite; got != want {
			t.Errorf("%s: the other's address is in it: %v, want %v", name, got, want)
		}
	}
}

var anchor = regexp.MustCompile(`<a id="([^"]+)" href="https://fieldpost\.example/([a-z])/([^"]+)"[^>]*>([^<]+)</a>`)

// Every link of every mail opens, is the reader's own, and is all that he needs:
// the moves are exactly the legal ones.
func TestLinks(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	purposes := map[string]link.Purpose{"c": link.Confirm, "j": link.Join, "b": link.Board, "m": link.Move, "a": link.Act, "u": link.Unsubscribe, "p": link.Player}
	want := map[Kind]string{Confirm: "confirm", Invite: "join"}
	for _, name := range names {
		l := letters[name]
		m := l.m
		m.Seats.Of(l.l.Seat).Epoch = 3
		p := compose(t, c, m, l.l.Kind, l.l.Seat)
		view := engine.Look(m.Game, l.l.Seat)
		var fixed, moves, acts []string
		stops, games := 0, 0
		for _, a := range anchor.FindAllStringSubmatch(p.html, -1) {
			id, route, token, label := a[1], a[2], a[3], a[4]
			got, err := c.Links.Open(purposes[route], token, m.Changed.Add(24*time.Hour))
			if err != nil {
				t.Fatalf("%s: the link %s: %v", name, id, err)
			}
			if !strings.Contains(p.text, "\nhttps://fieldpost.example/"+route+"/"+token+"\n") && route != "m" && (route != "a" || l.l.Kind == DrawOffered) {
				t.Errorf("%s: the text lacks the link %s", name, id)
			}
			if route == "u" {
				stops++
				if got.Player != m.Seat(l.l.Seat).Key || id != "unsubscribe" {
					t.Errorf("%s: the link %s stops another's mail", name, id)
				}
				continue
			}
			if route == "p" {
				games++
				if got.Player != m.Seat(l.l.Seat).Key || got.Epoch != 0 || id != "player" {
					t.Errorf("%s: the link %s leads to another's games", name, id)
				}
				continue
			}
			if got.Game != m.ID || got.Seat != l.l.Seat || got.Epoch != 3 {
				t.Errorf("%s: the link %s is another seat's", name, id)
			}
			if route == "a" {
				acts = append(acts, id)
				if got.Ply != view.Ply || got.Action.String() != id || label != c.Words.For("en").Act(got.Action) {
					t.Errorf("%s: the link %s is %v at ply %d, and reads %q", name, id, got.Action, got.Ply, label)
				}
				continue
			}
			if route != "m" {
				fixed = append(fixed, id)
				continue
			}
			moves = append(moves, id)
			if got.Ply != view.Ply || view.Text(got.Move) != id {
				t.Errorf("%s: the link %s is the move %v at ply %d", name, id, got.Move, got.Ply)
			}
			if from, to := got.Move.From.String(), got.Move.To.String(); !strings.Contains(label, from) || !strings.Contains(label, to) {
				t.Errorf("%s: the link %s reads %q", name, id, label)
			}
		}
		only := want[l.l.Kind]
		if only == "" {
			only = "board"
		}
		if stops != 1 {
			t.Errorf("%s: %d links to stop mail, want 1", name, stops)
		}
		if l.l.Kind == Aborted || l.l.Kind == Declined || l.l.Kind == Expired {
			if len(fixed)+len(moves)+len(acts) > 0 {
				t.Errorf("%s: links %q, want none: there is nothing left to do", name, fixed)
			}
			continue
		}
		if !slices.Equal(fixed, []string{only}) {
			t.Errorf("%s: links %q, want %q", name, fixed, only)
		}
		legal := []string(nil)
		if l.l.Kind == YourTurn || l.l.Kind == GameOn || l.l.Kind == NewLinks || l.l.Kind == Nudged || l.l.Kind == TurnAgain || l.l.Kind == Reminder {
			for _, move := range view.Legal {
				legal = append(legal, view.Text(move))
			}
		}
		if diff := cmp.Diff(legal, moves); diff != "" {
			t.Errorf("%s (-legal +linked):\n%s", name, diff)
		}
		var choices []string
		addresses := 2
		switch {
		case l.l.Kind == DrawOffered:
			choices, addresses = []string{"accept-draw", "decline-draw"}, 4
		case l.l.Kind == DrawDeclined, l.l.Kind == Said, l.l.Kind == Away, l.l.Kind == Back, l.l.Kind == TimeGiven: // the board's page has them
		case m.Begun(), m.State == match.Over:
			for _, a := range m.Choices(l.l.Seat) {
				if a.InGame() || a == match.Rematching && !strings.HasSuffix(name, "-left") { // the others are on the board page alone
					choices = append(choices, a.String())
				}
			}
		}
		if diff := cmp.Diff(choices, acts); diff != "" {
			t.Errorf("%s (-what can be done +linked):\n%s", name, diff)
		}
		if ours := len(fixed) + len(moves) + len(acts) + stops + games; strings.Count(p.html, "href=") != ours {
			t.Errorf("%s: %d links, of which %d are ours", name, strings.Count(p.html, "href="), ours)
		}
		if n := strings.Count(p.text, "://"); n != addresses+games {
			t.Errorf("%s: the text has %d addresses, want %d", name, n, addresses+games)
		}
	}
}

// crowded is a turn mail of n moves in a language, with everything else at its
// largest: 40 pieces a side, the longest names, a long address of the site.
func crowded(t testing.TB, n int, lang string) []byte {
	t.Helper()
	random := rand.New(rand.NewPCG(31, 32))
	rules := engine.StandardRules(engine.Original)
	m := begun(t, newMatch(t, rules), deal(rules, random))
	m.Seats.Red.Name, m.Seats.Blue.Name = strings.Repeat("<", 40), strings.Repeat("&", 40)
	m.Seats.Red.Lang = lang
	c := composer(t)
	movable := engine.Ranks[:len(engine.Ranks)-2]
	longest := slices.MaxFunc(movable, func(a, b engine.Rank) int {
		return len(c.Words.For(lang).Rank(a)) - len(c.Words.For(lang).Rank(b))
	})
	c.BaseURL = "https://a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com"
	d := c.draft(m, Letter{Kind: YourTurn, Seat: engine.Red})
	view := *d.reader.View
	view.Legal = nil
	for i, p := range view.Pieces { // enough of them, of the longest name
		if p.Color == engine.Red {
			view.Pieces[i].Rank = longest
		}
		for to := engine.Square(1); to <= engine.At(10, 10) && len(view.Legal) < n; to++ {
			if p.Color == engine.Red && to != p.Square {
				view.Legal = append(view.Legal, engine.Move{From: p.Square, To: to})
			}
		}
	}
	d.reader.View = &view
	d.yourTurn()
	msg, err := d.seal("k")
	if err != nil {
		t.Fatal(err)
	}
	return msg.Raw
}

// Mail programs cut off HTML at about 102 kB, and slow lines load it slowly.
func TestHTMLIsSmall(t *testing.T) {
	for _, lang := range composer(t).Words.Languages() {
		raw := crowded(t, mostMoves, lang)
		p := read(t, raw)
		if n := strings.Count(p.html, "/m/"); n != mostMoves {
			t.Fatalf("%s: the mail has %d moves, want %d", lang, n, mostMoves)
		}
		t.Logf("%s: with %d moves: HTML %d bytes, the whole mail as sent %d bytes", lang, mostMoves, len(p.html), len(raw))
		if len(p.html) > 60000 {
			t.Errorf("%s: HTML with %d moves has %d bytes, want at most 60000", lang, mostMoves, len(p.html))
		}
	}
	p := read(t, crowded(t, mostMoves+1, "en"))
	if strings.Contains(p.html, "/m/") || !strings.Contains(p.html, `id="board"`) || !strings.Contains(p.text, "121 legal moves") {
		t.Errorf("with %d moves the mail still lists them, or has no way to the board", mostMoves+1)
	}
}

// The longest game still fits an inbox.
func TestLongRecordIsCut(t *testing.T) {
	c := composer(t)
	_, letters := story(t)
	l := letters["over-red"]
	d := c.draft(l.m, l.l)
	view := *d.reader.View
	for n := range 5000 {
		p := engine.Ply{Number: n + 1, Color: engine.Red, Move: engine.Move{From: engine.At(1, 10), To: engine.At(2, 10)}}
		view.Record = append(view.Record, p)
	}
	d.reader.View = &view
	d.over()
	msg, err := d.seal("k")
	if err != nil {
		t.Fatal(err)
	}
	p := read(t, msg.Raw)
	first := fmt.Sprintf("The first %d moves are left out here.", len(view.Record)-mostEntries)
	if !strings.Contains(p.text, first) || strings.Count(p.text, ". a10-b10") != mostEntries {
		t.Errorf("the text does not give the last %d plies", mostEntries)
	}
	if len(p.html) > 100_000 {
		t.Errorf("the HTML has %d bytes", len(p.html))
	}
}

// What mail programs and screen readers need of every mail.
func TestHTMLIsPlain(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	forbidden := regexp.MustCompile(`(?i)<(img|script|svg|iframe|form|link)|display:\s*(flex|grid)|url\(|javascript:|data:|position:`)
	layout := regexp.MustCompile(`<table role="presentation"`)
	for _, name := range names {
		p := compose(t, c, letters[name].m, letters[name].l.Kind, letters[name].l.Seat)
		if bad := forbidden.FindString(p.html); bad != "" {
			t.Errorf("%s: HTML has %q", name, bad)
		}
		for _, want := range []string{`<html lang="en" dir="ltr">`, `lang="en" dir="ltr">` + "\n<table", `<meta charset="utf-8">`, `<meta name="color-scheme" content="light dark">`, "<title>", "<h1 "} {
			if strings.Count(p.html, want) != 1 {
				t.Errorf("%s: HTML has %q %d times, want once", name, want, strings.Count(p.html, want))
			}
		}
		tables, boards := strings.Count(p.html, "<table"), strings.Count(p.html, "<caption")
		if n := len(layout.FindAllString(p.html, -1)); n+boards != tables {
			t.Errorf("%s: of %d tables, %d are for layout and %d boards", name, tables, n, boards)
		}
		if boards > 0 && strings.Count(p.html, `scope="row"`) != 10 {
			t.Errorf("%s: the rows of the board have no headings", name)
		}
		lead, _, _ := strings.Cut(p.text, "\n")
		if !strings.Contains(p.html, "<h1 style=\"margin:0 0 14px;font-size:20px;line-height:1.35\">"+lead[:20]) {
			t.Errorf("%s: the two parts begin differently", name)
		}
	}
}

// The order in which a player asks (product.md, "The turn mail").
func TestTurnMailOrder(t *testing.T) {
	_, letters := story(t)
	l := letters["your-turn-red"]
	p := compose(t, composer(t), l.m, l.l.Kind, l.l.Seat)
	for part, text := range map[string]string{"text": p.text, "html": p.html} {
		text, at := strings.Join(strings.Fields(html.UnescapeString(text)), " "), 0
		for _, what := range []string{"Your turn", "Until Wed 4 March", "It is your move", "You have until Wed 4 March 11:14 CET (UTC+01:00), which is Wed 4 March 10:14 UTC: in 3 days", "pieces on the board", "Bob has", "The board from", "You have lost", "still hides", "legal moves", "Open your board", "Offer a draw", "Resign", "Ranks: ", "do not forward", "Not Ann, or no more mail", "not affiliated"} {
			i := strings.Index(text[at:], what)
			if i < 0 {
				t.Errorf("%s: %q does not come after what should stand before it", part, what)
				continue
			}
			at += i
		}
	}
}

// Inboxes show the first line; equal ones would look like the same mail twice.
func TestFirstLinesDiffer(t *testing.T) {
	random := rand.New(rand.NewPCG(41, 42))
	rules := engine.StandardRules(engine.Barrage)
	m := begun(t, newMatch(t, rules), deal(rules, random))
	c := composer(t)
	seen := map[string]bool{}
	for m.State == match.Playing {
		p := compose(t, c, m, YourTurn, m.Game.ToMove())
		line, _, _ := strings.Cut(p.text, "\n")
		if seen[line] {
			t.Fatalf("%q comes twice", line)
		}
		seen[line] = true
		m = play(t, m, 1, random)
		if len(seen) > 100 {
			return
		}
	}
}
