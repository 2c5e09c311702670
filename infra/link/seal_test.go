package link

import (
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"

	"pgregory.net/rapid"
)

// A rendered link may carry what its purpose does not: it must not change it.
func TestForeignFieldsAreLeftOut(t *testing.T) {
	k := keys(t, master(t, 1))
	l := samples(t)["board"]
	more := l
	more.Ply, more.Move, more.Player, more.Candidate = 12, move(t, "a4-a5"), ann, [8]byte{1}
	if k.Seal(l) != k.Seal(more) {
		t.Error("what a board link does not carry changed it")
	}
}

func TestSealPanicsOnWhatNoTokenHolds(t *testing.T) {
	k := keys(t, master(t, 1))
	s := samples(t)
	with := func(name string, change func(*Link)) Link {
		l := s[name]
		change(&l)
		return l
	}
	for name, l := range map[string]Link{
		"no purpose":           {},
		"an unknown purpose":   {Purpose: 99, Game: s["mark"].Game, Seat: engine.Red},
		"no seat":              with("board", func(l *Link) { l.Seat = engine.NoColor }),
		"issued never":         with("board", func(l *Link) { l.Issued = time.Time{} }),
		"issued before 2020":   with("board", func(l *Link) { l.Issued = dawn.Add(-1) }),
		"issued in 12000":      with("board", func(l *Link) { l.Issued = time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC) }),
		"a negative ply":       with("move", func(l *Link) { l.Ply = -1 }),
		"a ply of 2³¹":         with("move", func(l *Link) { l.Ply = 1 << 31 }),
		"a move from nowhere":  with("move", func(l *Link) { l.Move.From = 0 }),
		"a move to beyond":     with("move", func(l *Link) { l.Move.To = 101 }),
		"a rank without place": with("move", func(l *Link) { l.Move.Rescue.Rank = engine.Miner }),
		"no action":            with("act", func(l *Link) { l.Action = match.NoAction }),
		"an unknown action":    with("act", func(l *Link) { l.Action = 99 }),
		"nobody's games":       with("player", func(l *Link) { l.Player = player.Key{} }),
		"a mail to nobody":     with("bounce", func(l *Link) { l.Player = player.Key{} }),
		"nobody's feed":        with("feed", func(l *Link) { l.Player = player.Key{} }),
		"nobody's mails":       with("unsubscribe", func(l *Link) { l.Player = player.Key{} }),
		"a change of nothing":  with("readdress", func(l *Link) { l.Change = match.ChangeID{} }),
		"an undo of nothing":   with("undo", func(l *Link) { l.Change = match.ChangeID{} }),
		"no seat to watch":     with("watch", func(l *Link) { l.Seat = engine.NoColor }),
		"a candidate for none": with("candidate", func(l *Link) { l.Seat = engine.NoColor }),
		"an answer to before":  with("reply", func(l *Link) { l.Shown = -1 }),
		"an answer to 2²⁴":     with("reply", func(l *Link) { l.Shown = 1 << 24 }),
		"an answer at ply 2²⁴": with("reply", func(l *Link) { l.Ply = 1 << 24 }),
		"a place without rank": with("move", func(l *Link) { l.Move.Rescue.Square = 1 }),
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: sealed", name)
				}
			}()
			k.Seal(l)
		}()
	}
}

func TestMark(t *testing.T) {
	k := keys(t, master(t, 1))
	game, other := match.ID{1}, match.ID{2}
	mark := k.Mark(game, engine.Red, 3)
	if !k.Marked(mark, game, engine.Red, 3, noon) {
		t.Error("a seat's own mark does not count")
	}
	for name, counts := range map[string]bool{
		"another game":   k.Marked(mark, other, engine.Red, 3, noon),
		"the other seat": k.Marked(mark, game, engine.Blue, 3, noon),
		"another epoch":  k.Marked(mark, game, engine.Red, 4, noon),
		"no cookie":      k.Marked("", game, engine.Red, 3, noon),
		"a board link": k.Marked(k.Seal(Link{Purpose: Board, Game: game, Seat: engine.Red, Epoch: 3, Issued: noon}),
			game, engine.Red, 3, noon),
	} {
		if counts {
			t.Errorf("%s: the mark counts", name)
		}
	}
	// By itself it allows nothing: no route takes it.
	if got := Mark.Route(); got != "" {
		t.Errorf("marks have the route %q", got)
	}
}

func TestRoundTrip(t *testing.T) {
	k := keys(t, master(t, 7))
	rapid.Check(t, func(t *rapid.T) {
		l := drawLink(t)
		token := k.Seal(l)
		got, err := k.Open(l.Purpose, token, l.Issued)
		if err != nil || got != l {
			t.Fatalf("sealed %v, opened %v, %v", l, got, err)
		}
		if other := drawLink(t); other != l && k.Seal(other) == token {
			t.Fatalf("%v and %v have one token", l, other)
		}
	})
}

// drawLink draws any link that can be sealed, in the form in which it is opened.
func drawLink(t *rapid.T) Link {
	l := Link{Purpose: Purpose(rapid.IntRange(int(Confirm), len(purposes)-1).Draw(t, "purpose"))}
	ofChange := l.Purpose == Readdress || l.Purpose == Undo
	if l.Purpose != Unsubscribe && l.Purpose != Bounce && !ofChange {
		l.Epoch = rapid.Uint8().Draw(t, "epoch")
	}
	switch {
	case ofChange:
		copy(l.Change[:], rapid.SliceOfN(rapid.ByteRange(1, 255), 1, 8).Draw(t, "change"))
	case l.Purpose == Player || l.Purpose == Unsubscribe || l.Purpose == Bounce || l.Purpose == Feed:
		copy(l.Player[:], rapid.SliceOfN(rapid.ByteRange(1, 255), 1, 16).Draw(t, "player"))
	default:
		copy(l.Game[:], rapid.SliceOfN(rapid.Byte(), 8, 8).Draw(t, "game"))
		l.Seat = rapid.SampledFrom([]engine.Color{engine.Red, engine.Blue}).Draw(t, "seat")
	}
	if l.Purpose == Confirm && rapid.Bool().Draw(t, "candidate") {
		copy(l.Candidate[:], rapid.SliceOfN(rapid.ByteRange(1, 255), 1, 8).Draw(t, "id"))
	}
	if l.Life() > 0 {
		l.Issued = dawn.Add(time.Duration(rapid.Uint32Range(0, 1<<26).Draw(t, "minutes")) * time.Minute)
	}
	if l.Purpose == Act {
		l.Ply = rapid.IntRange(0, 1<<31-1).Draw(t, "ply")
		l.Action = rapid.SampledFrom(match.Actions).Draw(t, "action")
	}
	if l.Purpose == Reply {
		l.Ply = rapid.IntRange(0, 1<<24-1).Draw(t, "ply")
		l.Shown = rapid.IntRange(0, 1<<24-1).Draw(t, "shown")
	}
	if l.Purpose == Move {
		where := rapid.Uint8Range(1, 100)
		l.Ply = rapid.IntRange(0, 1<<31-1).Draw(t, "ply")
		l.Move.From = engine.Square(where.Draw(t, "from"))
		l.Move.To = engine.Square(where.Draw(t, "to"))
		l.Move.Via = engine.Square(rapid.Uint8Range(0, 100).Draw(t, "via"))
		if rapid.Bool().Draw(t, "rescue") {
			l.Move.Rescue = engine.Rescue{
				Rank:   engine.Rank(rapid.Uint8Range(1, uint8(engine.Flag)).Draw(t, "rank")),
				Square: engine.Square(where.Draw(t, "place")),
			}
		}
	}
	return l
}

func TestPurposesAreApart(t *testing.T) {
	codes, names := map[byte]bool{}, map[string]bool{}
	for p := Confirm; int(p) < len(purposes); p++ {
		r := p.row()
		if codes[r.code] || names[r.name] {
			t.Errorf("%v: its code or name, and with it its key, is another purpose's", p)
		}
		codes[r.code], names[r.name] = true, true
	}
	if got := NoPurpose.String() + NoPurpose.Route() + Purpose(99).String(); got != "nonenone" {
		t.Errorf("no purpose is called %q", got)
	}
}

func BenchmarkSeal(b *testing.B) {
	k, l := keys(b, master(b, 1)), samples(b)["move"]
	b.ReportAllocs()
	for b.Loop() {
		k.Seal(l)
	}
}

func BenchmarkOpen(b *testing.B) {
	k := keys(b, master(b, 1))
	token := k.Seal(samples(b)["move"])
	b.ReportAllocs()
	for b.Loop() {
		if _, err := k.Open(Move, token, noon); err != nil {
			b.Fatal(err)
		}
	}
}
