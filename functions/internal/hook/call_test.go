package hook

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// What lies on the queue must be read as what was put there, and hold nothing that
// opens, signs or tells.
func TestCallsAreKept(t *testing.T) {
	w := newWorld(t)
	c := w.call()
	c.Tries, c.Due = 3, noon.Add(time.Hour)
	text := c.String()
	got, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, got); diff != "" {
		t.Error(diff)
	}
	for _, secret := range []string{"ann", "https", Secret(w.he.Webhook)} {
		if strings.Contains(text, secret) {
			t.Errorf("the queue has %q", secret)
		}
	}
	for name, bad := range map[string]string{
		"nothing": "", "no JSON": "{", "no call": "{}", "another event": strings.Replace(text, "turn", "move", 1), "no game": strings.Replace(text, c.Game.String(), "x", 1),
		"nobody": strings.Replace(text, `"player":"07`, `"player":"00`, 1), "half a key": strings.Replace(text, `"player":"07`, `"player":"`, 1),
		"no id": strings.Replace(text, c.ID, "", 1), "no tries": strings.Replace(text, `"tries":3`, `"tries":-1`, 1),
	} {
		if c, err := Parse(bad); !errors.Is(err, ErrShape) {
			t.Errorf("%s: %v, %v", name, c, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(Call{Player: player.Key{1}, ID: strings.Repeat("0a", 16), Event: Over, At: noon, Due: noon}.String())
	f.Add(`{"tries":1}`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(c.String()); err != nil || !cmp.Equal(again, c) {
			t.Errorf("%v is kept as %v, %v", c, again, err)
		}
	})
}

// game is a match of Ann, who is Red, and Bob, brought as far as the commands do.
func game(t *testing.T, commands ...match.Command) match.Match {
	t.Helper()
	r := engine.StandardRules(engine.CustomArmy)
	r.Troops[engine.Flag], r.Troops[engine.Scout] = 1, 1
	m, err := match.New(match.Create{
		ID: match.ID{1}, Creator: engine.Red, Rules: r,
		Players: engine.Both[match.Player]{Red: match.Player{Name: "Ann", Address: "ann@example.org"}, Blue: match.Player{Name: "Bob", Address: "bob@example.net"}},
		Keys:    engine.Both[player.Key]{Red: player.Key{1}, Blue: player.Key{2}},
	}, noon)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands {
		if m, _, err = match.Decide(m, c, m.Changed.Add(time.Hour)); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	return m
}

func play(t *testing.T, by engine.Color, ply int, text string) match.Command {
	t.Helper()
	m, err := engine.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return match.PlayMove{By: by, Ply: ply, Move: m}
}

// Whose program is told what, after each command: too much would tell of what others
// do, too little leave a program waiting.
func TestOwed(t *testing.T) {
	scouts := engine.Setup{0: engine.Scout, 9: engine.Flag}
	road := []match.Command{
		match.Confirm{},
		match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: scouts},
		match.SetUp{By: engine.Blue, Setup: scouts},
		play(t, engine.Red, 0, "a4-a5"),
		match.OfferDraw{By: engine.Blue, Ply: 1},
		match.DeclineDraw{By: engine.Red, Ply: 1},
		match.RenewLinks{By: engine.Red},
		play(t, engine.Blue, 1, "j7-j6"), play(t, engine.Red, 2, "a5xa7"),
		match.Publish{By: engine.Red},
	}
	want := []string{"", "", "", "", "turn ", " turn", "", "", "", "turn ", "over over", ""}
	for n := range len(road) + 1 {
		m := game(t, road[:n]...)
		got := strings.TrimRight(string(Owed(m, engine.Red))+" "+string(Owed(m, engine.Blue)), "")
		if strings.TrimSpace(got) != strings.TrimSpace(want[n]) || want[n] != "" && got != want[n] {
			t.Errorf("after %d commands, events %v: %q, not %q", n, m.Events, got, want[n])
		}
	}
	off := game(t, match.Confirm{}, match.Accept{By: engine.Blue}, match.Abort{By: engine.Red, Ply: match.AnyPly})
	if Owed(off, engine.Red) != Over || Owed(off, engine.Blue) != Over {
		t.Error("nobody hears that the game is called off")
	}
	late := game(t, road[:5]...)
	late, _, err := match.Decide(late, match.TimeOut{}, late.Deadline.Add(time.Second))
	if err != nil || Owed(late, engine.Red) != Over || Owed(late, engine.Blue) != Over {
		t.Errorf("nobody hears that time is over: %v", err)
	}
}

// An id must be the same for the same news, and follow from public things alone: one
// made of the version would tell of drafts and the like.
func TestIDs(t *testing.T) {
	scouts := engine.Setup{0: engine.Scout, 9: engine.Flag}
	begin := []match.Command{match.Confirm{}, match.Accept{By: engine.Blue}}
	end := []match.Command{match.SetUp{By: engine.Red, Setup: scouts}, match.SetUp{By: engine.Blue, Setup: scouts}, play(t, engine.Red, 0, "a4-a5")}
	plain := game(t, append(begin, end...)...)
	drafted := game(t, append(append(begin, match.SaveDraft{By: engine.Blue, Setup: scouts}), end...)...)
	a, b := New(plain, engine.Blue, player.Key{2}, player.Mark{}, Turn, noon), New(drafted, engine.Blue, player.Key{2}, player.Mark{}, Turn, noon)
	if a.ID != b.ID || plain.Version == drafted.Version {
		t.Errorf("ids %s and %s", a.ID, b.ID)
	}
	moved, _, err := match.Decide(plain, play(t, engine.Blue, 1, "j7-j6"), plain.Changed)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{a.ID: true}
	for _, c := range []Call{New(moved, engine.Blue, player.Key{2}, player.Mark{}, Turn, noon), New(plain, engine.Red, player.Key{2}, player.Mark{}, Turn, noon), New(plain, engine.Blue, player.Key{2}, player.Mark{}, Over, noon)} {
		if seen[c.ID] {
			t.Errorf("%v has the id of another", c)
		}
		seen[c.ID] = true
	}
}

func TestCheckAddress(t *testing.T) {
	for _, good := range []string{"https://ann.example", "https://ann.example/", "https://ann.example:443/hook?key=1&x=%20", "https://a.b.c.example/a/b", "https://ANN.example./", "https://xn--nn-uia.example/", "https://my_host.ann-1.example/", "https://127.0.0.1.example/", "https://" + strings.Repeat("a", 63) + ".example/"} {
		if err := CheckAddress(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "ann.example", "http://ann.example/", "HTTPS://ann.example/", "ftp://ann.example/", "https://", "https:///hook", "https://ann.example:8443/", "https://ann.example:/",
		"https://ann@ann.example/", "https://ann:pass@ann.example/", "https://ann.example/#x", "https://ann.example/a b", "https://ann.example/\r\nX: y", `https://ann.example/?"><script>`, "https://änn.example/",
		"https://localhost/", "https://host/", "https://127.0.0.1/", "https://[::1]/", "https://[fe80::1%25eth0]/", "https://8.8.8.8/", "https://8.8.8.8./", "https://127.1/", "https://0x7f.0.0.1/", "https://ann.0x7f/", "https://0177.0.0.1/", "https://localhost./",
		"https://%E2%80%AEabc.example/", "https://b%C3%BCcher.example/", "https://%ff.example/", "https://ann..example/", "https://.ann.example/", "https://ann.example../", "https://./", "https://ann;b.example/", "https://-ann.example/",
		"https://" + strings.Repeat("a", 64) + ".example/", "https://" + strings.Repeat("a.", 124) + "example/", "https://ann.example/" + strings.Repeat("a", player.MostURL),
	} {
		if err := CheckAddress(bad); !errors.Is(err, ErrAddress) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Whoever follows docs/webhook.md must come to the signature that we send.
func TestGuideIsRight(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/webhook.md")
	if err != nil {
		t.Fatal(err)
	}
	found := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindSubmatch(guide)
		if m == nil {
			t.Fatalf("docs/webhook.md has no %s", pattern)
		}
		return string(m[1])
	}
	secret, body := found("(?m)^secret +([0-9a-f]{64})$"), found(`(?m)^(\{"game".*\})$`)
	timestamp, signature := found("(?m)^Fieldpost-Timestamp: (.*)$"), found("(?m)^Fieldpost-Signature: (.*)$")
	if got := "v1=" + sign(secret, timestamp, []byte(body)); got != signature {
		t.Errorf("the signature is %s, the guide says %s", got, signature)
	}
	id, err := match.ParseID(found(`"game":"([a-z2-7]+)"`))
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.Parse(time.RFC3339, found(`"at":"([^"]+)"`))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(Call{Game: id, Event: Turn, At: at}.Body()); got != body {
		t.Errorf("the body is %s, the guide says %s", got, body)
	}
	for _, name := range []string{IDHeader, TimestampHeader, SignatureHeader, "`turn`", "`over`"} {
		if !strings.Contains(string(guide), name) {
			t.Errorf("the guide does not name %s", name)
		}
	}
}
