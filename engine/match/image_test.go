package match_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

var update = flag.Bool("update", false, "write golden files that are missing")

// samples are the matches whose images lie in testdata, by file name.
func samples(t testing.TB) map[string]match.Match {
	t.Helper()
	all := make(map[string]match.Match)
	for state, m := range stages(t) {
		all[state.String()] = m
	}
	m := all["invited"]
	all["invited-set-up"] = after(t, m, match.SetUp{By: engine.Red, Setup: rows(t, "2........F")})
	all["invited-replaced"] = after(t, all["invited-set-up"], match.SetUp{By: engine.Red, Setup: rows(t, "F........2")})

	all["declined-invitation"] = after(t, all["invited-set-up"], match.Decline{By: engine.Blue})
	all["withdrawn"] = after(t, m, match.Withdraw{By: engine.Red})
	all["expired"] = later(t, m, match.TimeOut{})
	all["resent"] = after(t, m, match.Resend{By: engine.Red})
	all["redirected"] = after(t, all["resent"], match.CorrectAddress{By: engine.Red, Address: "bobby@example.net", Key: player.Key{3}})
	open := create(engine.StandardRules(engine.Barrage))
	open.Players.Blue, open.Keys, open.Open, open.Pace.NoVacation = match.Player{}, engine.Both[player.Key]{Red: player.Key{1}}, true, true
	open.Pace.Move, open.Pace.Setup = match.StandardPace.Move, match.StandardPace.Setup
	all["open"] = after(t, created(t, open), match.Confirm{})
	all["joined"] = after(t, all["open"], match.Join{Player: bob, Key: player.Key{2}})
	asked := create(engine.StandardRules(engine.Duel))
	asked.Message, asked.Confirmed = "One more?\nAnn", true
	all["asked"] = created(t, asked)

	all["invited-draft"] = after(t, m, match.SaveDraft{By: engine.Red, Setup: rows(t, "2........B")})

	at := stages(t)
	all["lost-setting-up"] = later(t, all["setup"], match.SetUp{By: engine.Blue, Setup: rows(t, "F........2")}, match.TimeOut{})
	all["lost-with-a-draft"] = later(t, all["setup"], match.SaveDraft{By: engine.Red, Setup: rows(t, "2")},
		match.SetUp{By: engine.Blue, Setup: rows(t, "F........2")}, match.TimeOut{})
	all["aborted-by-the-clock"] = later(t, at[match.SettingUp], match.TimeOut{})
	all["aborted-setting-up"] = after(t, at[match.SettingUp], match.SetUp{By: engine.Blue, Setup: rows(t, "F........2")}, match.Abort{By: engine.Red, Ply: match.AnyPly})
	all["offered"] = after(t, at[match.Playing], match.OfferDraw{By: engine.Blue, Ply: 2})
	all["published"] = after(t, all["offered"], match.Publish{By: engine.Blue}, match.RenewLinks{By: engine.Red})
	all["spoken"] = after(t, all["offered"], match.Speak{By: engine.Red, Lang: "fr"})
	all["declined"] = after(t, all["offered"], match.DeclineDraw{By: engine.Red, Ply: 2})
	all["agreed"] = after(t, all["offered"], match.AcceptDraw{By: engine.Red, Ply: 2})
	all["resigned"] = after(t, all["offered"], match.Resign{By: engine.Blue, Ply: 2})
	all["out-of-time"] = later(t, all["offered"], match.TimeOut{})

	outage := []match.Outage{hours(at[match.Playing].Changed, 10, 100)}
	all["extended"] = after(t, at[match.Playing].Forgive(outage), match.OfferDraw{By: engine.Red, Ply: 2})
	all["extended-before"] = after(t, all["extended"], play(t, engine.Red, 2, "a5-a6"))
	all["extended-invitation"] = m.Forgive([]match.Outage{hours(m.Changed, 10, 500)})

	c := create(engine.StandardRules(engine.Skirmish))
	c.Pace = match.Pace{Move: match.LeastPace, Setup: match.MostPace}
	c.Creator = engine.Blue
	c.Rules.Reconquest, c.Rules.Memory, c.Rules.SilentDefence, c.Rules.ScoutReveal = true, true, true, false
	c.Rules.TwoSquares, c.Rules.Chase, c.Rules.QuietClaim, c.Rules.QuietDraw = 5, engine.ChaseStrategus, 0, 65535
	c.Players.Red = match.Player{Name: "Zoë O'Brien", Address: "zoe@example.com", Lang: "nl", Zone: "America/Argentina/Buenos_Aires"}
	skirmish := created(t, c)
	skirmish.Press = 0x0123456789abcdef
	skirmish.Seats.Red.Epoch = 255
	all["skirmish"] = skirmish
	small, err := engine.ParseSetup(engine.Skirmish.Board(), "M9332.../2SBBF.../........")
	if err != nil {
		t.Fatal(err)
	}
	all["skirmish-waiting"] = after(t, skirmish, match.Confirm{}, match.Accept{By: engine.Red}, match.SetUp{By: engine.Red, Setup: small})
	return all
}

// TestGolden proves that what was stored stays readable: once a program of form 1
// is released its files are never written anew, and a change of the code that would write or read them
// otherwise fails here. A new form gets files of its own beside them.
func TestGolden(t *testing.T) {
	for name, m := range samples(t) {
		t.Run(name, func(t *testing.T) {
			m.Closed = time.Time{} // the files have none, like matches of before it was kept
			image := match.Seal(m)
			file := filepath.Join("testdata", "form1", name+".hex")
			text := fmt.Sprintf("id %v\nversion %d\nindex %x %x %d %t %d\nevents %x\n%s", m.ID, m.Version,
				image.Creator[:], image.Opponent[:], image.Created.Unix(), image.Open, max(0, image.Expires.Unix()),
				image.Events, hex.Dump(image.Data))
			want, err := os.ReadFile(file)
			if *update && errors.Is(err, os.ErrNotExist) {
				want, err = []byte(text), os.WriteFile(file, []byte(text), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), text); diff != "" {
				t.Errorf("Seal writes another image (-golden +now):\n%s", diff)
			}
			got, err := match.Open(readGolden(t, string(want)))
			if err != nil {
				t.Fatal(err)
			}
			m.Alarm = time.Time{} // the files have none, like matches of before there were alarms
			if diff := cmp.Diff(m, got, sameMatch); diff != "" {
				t.Errorf("Open reads another match (-want +got):\n%s", diff)
			}
		})
	}
	files, err := filepath.Glob(filepath.Join("testdata", "form1", "*.hex"))
	if err != nil || len(files) != len(samples(t)) {
		t.Errorf("%d golden files for %d samples (%v)", len(files), len(samples(t)), err)
	}
}

// readGolden reads an image from the text of a golden file.
func readGolden(t *testing.T, text string) match.Image {
	t.Helper()
	var image match.Image
	lines := strings.Split(text, "\n")
	id, err := match.ParseID(strings.TrimPrefix(lines[0], "id "))
	if err != nil {
		t.Fatal(err)
	}
	image.ID = id
	if _, err := fmt.Sscanf(lines[1], "version %d", &image.Version); err != nil {
		t.Fatal(err)
	}
	var creator, opponent []byte
	var created, expires int64
	if _, err := fmt.Sscanf(lines[2], "index %x %x %d %t %d", &creator, &opponent, &created, &image.Open, &expires); err != nil {
		t.Fatal(err)
	}
	copy(image.Creator[:], creator)
	copy(image.Opponent[:], opponent)
	image.Created = time.Unix(created, 0).UTC()
	if expires > 0 {
		image.Expires = time.Unix(expires, 0).UTC()
	}
	image.Events = unhex(t, strings.TrimPrefix(lines[3], "events "))
	for _, line := range lines[4:] {
		if len(line) > 60 {
			image.Data = append(image.Data, unhex(t, strings.ReplaceAll(line[10:59], " ", ""))...)
		}
	}
	return image
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestOpenRefuses: whatever is not an image as Seal makes it gives a typed error
// that tells nothing of what is in it.
func TestOpenRefuses(t *testing.T) {
	at := stages(t)
	for _, test := range []struct {
		name   string
		from   match.State
		change func(*match.Image)
		want   string
	}{
		{"empty", match.Playing, func(i *match.Image) { i.Data = nil }, "corrupt image of a game: empty"},
		{"form 0", match.Playing, func(i *match.Image) { i.Data[0] = 0 }, "corrupt image of a game: no such form"},
		{"a newer form", match.Playing, func(i *match.Image) { i.Data[0] = 3 }, "image of a game in form 3, newer than this program"},
		{"form 2 without parts", match.Playing, func(i *match.Image) { i.Data[0] = 2 }, "corrupt image of a game: not canonical"},
		{"a part that is none", match.Playing, func(i *match.Image) { i.Data[0], i.Data = 2, append(i.Data, 99, 1, 1) }, "corrupt image of a game: bytes left over"},
		{"a part too long", match.Playing, func(i *match.Image) { i.Data[0], i.Data = 2, append(i.Data, 1, 2, 1, 1) }, "corrupt image of a game: bytes left over in a part"},
		{"a part of nothing", match.Playing, func(i *match.Image) { i.Data[0], i.Data = 2, append(i.Data, 1, 1, 0) }, "corrupt image of a game: not canonical"},
		{"a third reminder", match.Playing, func(i *match.Image) { i.Data[0], i.Data = 2, append(i.Data, 1, 1, 3) }, "corrupt image of a game: too many reminders"},
		{"a reminder of nothing", match.Over, func(i *match.Image) { i.Data[0], i.Data = 2, append(i.Data, 1, 1, 1) }, "corrupt image of a game: a reminder of nothing"},
		{"an end of what runs", match.Playing, func(i *match.Image) { i.Data[0], i.Data = 2, append(i.Data, 40, 1, 1) }, "corrupt image of a game: no such end"},
		{"an end before it began", match.Over, func(i *match.Image) { i.Data[0], i.Data = 2, append(i.Data, 40, 1, 0) }, "corrupt image of a game: no such end"},
		{"an end to come", match.Over, func(i *match.Image) { i.Data[0], i.Data = 2, append(i.Data, 40, 3, 0xff, 0xff, 0x7f) }, "corrupt image of a game: number too large"},
		{"a newer game in it", match.Playing, func(i *match.Image) { i.Data[gameAt(t, i.Data)] = 9 }, "image of a game in form 9, newer than this program"},
		{"a broken game in it", match.Playing, func(i *match.Image) { i.Data[gameAt(t, i.Data)+1] = 99 }, "corrupt image of a game: the game in it"},
		{"state 0", match.SettingUp, func(i *match.Image) { i.Data[1] = 0 }, "corrupt image of a game: no such state"},
		{"a state to come", match.SettingUp, func(i *match.Image) { i.Data[1] = 99 }, "corrupt image of a game: no such state"},
		{"over, but the game runs", match.Aborted, func(i *match.Image) { i.Data[1], i.Data[clockAt+1] = byte(match.Over), 0 }, "corrupt image of a game: state and game disagree"},
		{"aborted, but the game is over", match.Over, func(i *match.Image) { i.Data[1], i.Data[clockAt+1] = byte(match.Aborted), 1 }, "corrupt image of a game: state and game disagree"},
		{"setting up, but the game runs", match.Playing, func(i *match.Image) { i.Data[1] = byte(match.SettingUp) }, "corrupt image of a game: state and game disagree"},
		{"playing, but no game runs", match.SettingUp, func(i *match.Image) { i.Data[1] = byte(match.Playing) }, "corrupt image of a game: state and setups disagree"},
		{"over, and a deadline runs", match.Playing, func(i *match.Image) { i.Data[1] = byte(match.Over) }, "corrupt image of a game: state and clock disagree"},
		{"playing, and no deadline runs", match.Over, func(i *match.Image) { i.Data[1] = byte(match.Playing) }, "corrupt image of a game: state and clock disagree"},
		{"aborted while it runs", match.Playing, func(i *match.Image) { i.Data[clockAt+3] = 1 }, "corrupt image of a game: state and clock disagree"},
		{"aborted by a third", match.Aborted, func(i *match.Image) { i.Data[clockAt+1] = 3 }, "corrupt image of a game: no such seat"},
		{"a pace that is none", match.Playing, func(i *match.Image) { i.Data[paceAt+1] = 1 }, "corrupt image of a game: no such pace"},
		{"an offer of nobody's", match.Playing, func(i *match.Image) { i.Data[len(i.Data)-5] = 3 }, "corrupt image of a game: no such seat"},
		{"an offer that was never made", match.Playing, func(i *match.Image) { i.Data[len(i.Data)-5] = 1 }, "corrupt image of a game: an offer that cannot be"},
		{"an offer of a ply to come", match.Playing, func(i *match.Image) { i.Data[len(i.Data)-4] = 4 }, "corrupt image of a game: a draw of a ply to come"},
		{"no creator", match.SettingUp, func(i *match.Image) { i.Data[2] = 0 }, "corrupt image of a game: no such seat"},
		{"a setup of who does not sit", match.SettingUp, func(i *match.Image) {
			*i = blueSetUp(t)
			i.Data[1] = byte(match.Invited)
		}, "corrupt image of a game: a setup too many"},
		{"two setups, and no game", match.SettingUp, func(i *match.Image) {
			*i = blueSetUp(t)
			end := len(i.Data) - 2
			blue := bytes.Clone(i.Data[end-44 : end])
			i.Data = slices.Concat(i.Data[:end-45], blue, blue, []byte{0, 0})
		}, "corrupt image of a game: a setup too many"},
		{"a draft of whose setup is in", match.SettingUp, func(i *match.Image) {
			*i = blueSetUp(t)
			end := len(i.Data) - 2
			i.Data = slices.Concat(i.Data[:end+1], i.Data[end-44:end])
		}, "corrupt image of a game: a draft too many"},
		{"a draft of who does not sit", match.SettingUp, func(i *match.Image) {
			*i = match.Seal(after(t, stages(t)[match.SettingUp], match.SaveDraft{By: engine.Blue, Setup: rows(t, "2")}))
			i.Data[1] = byte(match.Invited)
		}, "corrupt image of a game: a draft too many"},
		{"a setup of a refused match", match.Invited, func(i *match.Image) {
			*i = match.Seal(after(t, stages(t)[match.Invited], match.SetUp{By: engine.Red, Setup: rows(t, "2........F")}))
			i.Data[1] = byte(match.Declined)
		}, "corrupt image of a game: what no command does"},
		{"a key on a vacant seat", match.Invited, func(i *match.Image) {
			_, _, open := invited(t)
			*i = match.Seal(open)
			i.Opponent = player.Key{1}
		}, "corrupt image of a game: a key of nobody"},
		{"an illegal setup", match.SettingUp, func(i *match.Image) { *i = blueSetUp(t); i.Data[len(i.Data)-3] = '9' }, "corrupt image of a game: illegal setup"},
		{"a byte more", match.Playing, func(i *match.Image) { i.Data = append(i.Data, 0) }, "corrupt image of a game: bytes left over"},
		{"a byte less", match.Playing, func(i *match.Image) { i.Data = i.Data[:len(i.Data)-1] }, "corrupt image of a game: no number"},
		{"its first half", match.Playing, func(i *match.Image) { i.Data = i.Data[:60] }, "corrupt image of a game: cut short"},
		{"no id", match.Playing, func(i *match.Image) { i.ID = match.ID{} }, "corrupt image of a game: no id or no version"},
		{"no version", match.Playing, func(i *match.Image) { i.Version = 0 }, "corrupt image of a game: no id or no version"},
		{"indexed as open", match.Playing, func(i *match.Image) { i.Open = true }, "corrupt image of a game: it is indexed as another"},
		{"kept too long", match.Invited, func(i *match.Image) { i.Expires = time.Time{} }, "corrupt image of a game: it is indexed as another"},
		{"an alarm for nothing", match.Over, func(i *match.Image) { i.Alarm = monday }, "corrupt image of a game: an alarm for nothing"},
		{"half an event", match.Playing, func(i *match.Image) { i.Events = i.Events[:1] }, "corrupt image of a game: half an event"},
		{"an event to come", match.Playing, func(i *match.Image) { i.Events[0] = 99 }, "corrupt image of a game: no such event"},
		{"an event of no seat", match.Playing, func(i *match.Image) { i.Events[1] = 3 }, "corrupt image of a game: no such event"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := at[test.from]
			m.Closed = time.Time{} // so that no part stands at the end
			image := match.Seal(m)
			test.change(&image)
			_, err := match.Open(image)
			if err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %q", err, test.want)
			}
			var corrupt *match.CorruptError
			var newer *match.VersionError
			if !errors.As(err, &corrupt) && !errors.As(err, &newer) {
				t.Errorf("error of type %T", err)
			}
		})
	}
}

// blueSetUp is the image of a match in which only Blue's setup is in; it ends
// with Red's empty text (a byte), Blue's of 44 bytes, and two empty drafts.
func blueSetUp(t *testing.T) match.Image {
	t.Helper()
	return match.Seal(after(t, stages(t)[match.SettingUp], match.SetUp{By: engine.Blue, Setup: rows(t, "2........F")}))
}

// paceAt is where the pace begins in the images of stages: behind ten bytes of
// form, state, creator and times and eight of press. clockAt is where the
// deadline does, behind four bytes of pace and three of flags, message and
// resent. It takes three bytes, or one when none runs.
const paceAt, clockAt = 18, 25

// gameAt returns where the packed game begins in data of the custom army.
func gameAt(t *testing.T, data []byte) int {
	t.Helper()
	i := bytes.LastIndex(data, []byte{1, byte(engine.CustomArmy)})
	if i < 0 {
		t.Fatal("no game in the image")
	}
	return i
}

// TestOneForm bends every bit of every sample, and cuts each at every length.
// What Open still takes must be what Seal would write: two forms of one match would defeat the comparison by which a lost answer is recognised.
func TestOneForm(t *testing.T) {
	try := func(image match.Image) {
		m, err := match.Open(image)
		if err != nil {
			return
		}
		if again := match.Seal(m); !bytes.Equal(image.Data, again.Data) {
			t.Errorf("Open takes %x, and Seal writes %x", image.Data, again.Data)
		}
	}
	for _, m := range slices.Concat(slices.Collect(maps.Values(samples(t))), clockSamples(t)) {
		whole := match.Seal(m)
		for i := range whole.Data {
			image := whole
			image.Data = append([]byte(nil), whole.Data...)
			for _, bend := range []byte{1, 2, 4, 8, 16, 32, 64, 128, 255} {
				image.Data[i] = whole.Data[i] ^ bend
				try(image)
			}
			image.Data = whole.Data[:i]
			try(image)
			if _, err := match.Open(image); err == nil && whole.Data[0] == 1 { // a part less is another match
				t.Errorf("Open takes the first %d bytes of %d", i, len(whole.Data))
			}
		}
	}
}

// TestSize: the fixed part of an original game stays small, so that one game is
// one write unit up to about 300 plies (architecture.md).
func TestSize(t *testing.T) {
	const full = "2222222233/3334444555/5666677788/9MSBBBBBBF"
	m := created(t, create(engine.StandardRules(engine.Original)))
	m = after(t, m, match.Confirm{}, match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: rows(t, full)}, match.SetUp{By: engine.Blue, Setup: rows(t, full)})
	size := func(m match.Match) int { i := match.Seal(m); return len(i.Data) + len(i.Events) + len(i.ID) + 8 }
	texts := 0
	for _, p := range []match.Player{ann, bob} {
		texts += len(p.Name) + len(p.Address) + len(p.Lang) + len(p.Zone)
	}
	if fixed := size(m) - texts; fixed > 200 {
		t.Errorf("%d bytes beside names and addresses, want at most 200", fixed)
	}
	before := size(m)
	for ply, move := range []string{"a4-a5", "a7-a6", "b4-b5", "b7-b6", "e4-e5", "e7-e6", "f4-f5", "f7-f6", "i4-i5", "i7-i6"} {
		m = after(t, m, play(t, []engine.Color{engine.Red, engine.Blue}[ply%2], ply, move))
	}
	if grown := size(m) - before; grown > 2*10+2 {
		t.Errorf("ten plies take %d bytes, want 2 each", grown)
	}
}

// FuzzOpen feeds Open with bytes. It must never panic, and take one form only.
func FuzzOpen(f *testing.F) {
	for _, m := range slices.Concat(slices.Collect(maps.Values(samples(f))), clockSamples(f)) {
		i := match.Seal(m)
		f.Add(i.Data, i.Events)
	}
	f.Fuzz(func(t *testing.T, data, events []byte) {
		image := match.Image{ID: match.ID{1}, Version: 1, Data: data, Events: events}
		m, err := match.Open(image)
		if err != nil {
			return
		}
		again := match.Seal(m)
		if string(again.Data) != string(data) || string(again.Events) != string(events) {
			t.Errorf("Open takes %x, and Seal writes %x", data, again.Data)
		}
	})
}
