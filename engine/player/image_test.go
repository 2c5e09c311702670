package player_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/player"
)

// golden are profiles that stores hold, and the form in which they hold them.
// Never change a line here: a new form gets lines of its own.
var golden = map[string]struct {
	profile player.Profile
	data    string
	parts   int // how many bytes of data are a whole profile without the last part; 0: none are
}{
	"nothing known": {player.Profile{Key: keyOf(1)}, "01 00 00 00 00 00 00 00", 0},
	"unsubscribed": {
		player.Profile{Key: keyOf(1), Version: 2, Address: "Ann@example.org", Lang: "en", Mode: player.None},
		"01 01 00 0f 416e6e406578616d706c652e6f7267 02 656e 00 00 00", 0,
	},
	"blocked and blocking": {
		player.Profile{
			Key: keyOf(1), Version: 7, Address: "a@b.example", Lang: "fr", Zone: "UTC", Mode: player.Stopped, Epoch: 255,
			Blocked: []player.Key{keyOf(3), keyOf(2)}, BlockedBy: []player.Key{{15: 4}},
		},
		"01 02 ff 0b 6140622e6578616d706c65 02 6672 03 555443" +
			"02 03000000000000000000000000000000 02000000000000000000000000000000" +
			"01 00000000000000000000000000000004", 0,
	},
	"bouncing": {
		player.Profile{Key: keyOf(1), Signs: player.Signs{Bounced: noon}},
		"02 00 00 00 00 00 00 00" +
			"0000000000000000 0000019ca9450a00 0000000000000000", 0,
	},
	"read, bounced and complained of": {
		player.Profile{
			Key: keyOf(1), Version: 3, Address: "a@b.example", Mode: player.None, Blocked: []player.Key{keyOf(2)},
			Signs: player.Signs{Read: noon, Bounced: noon.Add(time.Millisecond), Complained: noon.Add(2 * time.Millisecond)},
		},
		"02 01 00 0b 6140622e6578616d706c65 00 00 01 02000000000000000000000000000000 00" +
			"0000019ca9450a00 0000019ca9450a01 0000019ca9450a02", 0,
	},
	"text at seven": {
		player.Profile{Key: keyOf(1), Version: 3, Prefs: player.Prefs{Plain: true, Board: player.Listed, Hour: 7}},
		"03 00 00 00 00 00 00 00" +
			"0000000000000000 0000000000000000 0000000000000000" +
			"01 0003 01 02 07", 0,
	},
	"one mail a day at seven": {
		player.Profile{
			Key: keyOf(1), Version: 4, Mode: player.Daily, Prefs: player.Prefs{Hour: 7},
			Digest: player.Digest{Last: noon}, Alarm: noon.Add(19 * time.Hour),
		},
		"03 03 00 00 00 00 00 00" +
			"0000000000000000 0000000000000000 0000000000000000" +
			"01 0003 00 00 07 02 0009 00 0000019ca9450a00", 38,
	},
	"no mails in place of one a day": {
		player.Profile{Key: keyOf(1), Version: 4, Mode: player.None, Prefs: player.Prefs{Hour: 7}, Digest: player.Digest{Paused: true}},
		"03 01 00 00 00 00 00 00" +
			"0000000000000000 0000000000000000 0000000000000000" +
			"01 0003 00 00 07 02 0009 01 0000000000000000", 38,
	},
	"changing": {
		player.Profile{Key: keyOf(1), Version: 3, Changes: []player.Change{{ID: [8]byte{9, 8}, Until: noon}}},
		"03 00 00 00 00 00 00 00" +
			"0000000000000000 0000000000000000 0000000000000000" +
			"04 0010 0908000000000000 0000000069a42a40", 0,
	},
	"idle": {
		player.Profile{Key: keyOf(1), Version: 3, Used: noon.Truncate(24 * time.Hour)},
		"03 00 00 00 00 00 00 00" +
			"0000000000000000 0000000000000000 0000000000000000" +
			"05 0009 00 0000000069a38180", 0,
	},
	"come with a change": {
		player.Profile{Key: keyOf(1), Version: 3, Lang: "fr", Blocked: []player.Key{keyOf(2)}, Changes: []player.Change{
			{ID: [8]byte{8}, Until: noon},
			{ID: [8]byte{9}, Until: noon, Came: player.Came{Address: true, Lang: "fr", Prefs: player.Prefs{Hour: 7}, Webhook: player.Mark{6}, Blocked: []player.Key{keyOf(2)}}},
		}},
		"03 00 00 00 02 6672 00 01 02000000000000000000000000000000 00" +
			"0000000000000000 0000000000000000 0000000000000000" +
			"04 0020 0800000000000000 0000000069a42a40 0900000000000000 0000000069a42a40" +
			"06 0024 01 01 00 02 6672 00 00 00 07 0600000000000000 01 02000000000000000000000000000000 00", 85,
	},
	"left": {
		player.Profile{Key: keyOf(1), Version: 3, Used: noon.Truncate(24 * time.Hour), Left: noon},
		"03 00 00 00 00 00 00 00" +
			"0000000000000000 0000000000000000 0000000000000000" +
			"05 0011 00 0000000069a38180 0000000069a42a40", 0,
	},
	"playing": {
		player.Profile{Key: keyOf(1), Version: 3, Used: noon.Truncate(24 * time.Hour), Plays: true},
		"03 00 00 00 00 00 00 00" +
			"0000000000000000 0000000000000000 0000000000000000" +
			"05 0009 01 0000000069a38180", 0,
	},
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestGolden(t *testing.T) {
	for name, c := range golden {
		data, err := hex.DecodeString(strings.ReplaceAll(c.data, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		alarm := c.profile.Alarm
		if alarm.IsZero() {
			alarm = c.profile.Fades()
		}
		want := player.Image{Key: c.profile.Key, Version: c.profile.Version + 1, Expires: c.profile.Expires(), Data: data, Alarm: alarm}
		if diff := cmp.Diff(want, player.Seal(c.profile)); diff != "" {
			t.Errorf("%s: Seal writes another image (-golden +now):\n%s", name, diff)
		}
		want.Version = max(1, c.profile.Version)
		got, err := player.Open(want)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		c.profile.Version = want.Version
		if diff := cmp.Diff(c.profile, got); diff != "" {
			t.Errorf("%s: Open reads another profile (-want +got):\n%s", name, diff)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	full := golden["blocked and blocking"].profile
	const list = 3 + 1 + 11 + 1 + 2 + 1 + 3 // where the blocked begin
	for _, c := range []struct {
		name   string
		change func(*player.Image)
		want   string
	}{
		{"nobody", func(i *player.Image) { i.Key = player.Key{} }, "no key or no version"},
		{"no version", func(i *player.Image) { i.Version = 0 }, "no key or no version"},
		{"empty", func(i *player.Image) { i.Data = nil }, "empty"},
		{"form 0", func(i *player.Image) { i.Data[0] = 0 }, "no such form"},
		{"a newer form", func(i *player.Image) { i.Data[0] = 4 }, "form 4, newer"},
		{"parts that are not there", func(i *player.Image) { i.Data[0] = 3; i.Data = append(i.Data, make([]byte, 24)...) }, "no parts"},
		{"a part that is none", func(i *player.Image) {
			i.Data[0] = 3
			i.Data = append(append(i.Data, make([]byte, 24)...), 99, 0, 1, 1)
		}, "bytes left over"},
		{"preferences of nothing", func(i *player.Image) {
			i.Data[0] = 3
			i.Data = append(append(i.Data, make([]byte, 24)...), 1, 0, 3, 0, 0, 0)
		}, "no such preferences"},
		{"the hour 25", func(i *player.Image) {
			i.Data[0] = 3
			i.Data = append(append(i.Data, make([]byte, 24)...), 1, 0, 3, 0, 0, 25)
		}, "no such preferences"},
		{"a part too long", func(i *player.Image) {
			i.Data[0] = 3
			i.Data = append(append(i.Data, make([]byte, 24)...), 1, 0, 4, 1, 0, 0, 0)
		}, "bytes left over in a part"},
		{"a change of nothing", func(i *player.Image) {
			i.Data[0] = 3
			i.Data = append(append(i.Data, make([]byte, 24)...), 4, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
		}, "no such change"},
		{"a change until never", func(i *player.Image) {
			i.Data[0] = 3
			i.Data = append(append(i.Data, make([]byte, 24)...), append([]byte{4, 0, 16, 1}, make([]byte, 15)...)...)
		}, "a time that cannot be there"},
		{"used in the middle of a day", func(i *player.Image) {
			i.Data[0] = 3
			i.Data = append(append(i.Data, make([]byte, 24)...), 5, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 1)
		}, "no such day"},
		{"left by who plays", func(i *player.Image) {
			i.Data[0] = 3
			i.Data = append(append(i.Data, make([]byte, 24)...), 5, 0, 17, 1, 0, 0, 0, 0, 0x69, 0xa3, 0x81, 0x80, 0, 0, 0, 0, 0x69, 0xa3, 0x81, 0x80)
		}, "no such day"},
		{"one change twice", func(i *player.Image) {
			i.Data[0] = 3
			one := []byte{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x69, 0xa3, 0x81, 0x80}
			i.Data = append(append(append(append(i.Data, make([]byte, 24)...), 4, 0, 32), one...), one...)
		}, "no such change"},
		{"come with no change", func(i *player.Image) {
			i.Data[0] = 3
			i.Data = append(append(append(i.Data, make([]byte, 24)...), 6, 0, 18, 0, 1), make([]byte, 16)...)
		}, "nothing has come so"},
		{"signs that are not there", func(i *player.Image) { i.Data[0] = 2 }, "cut short"},
		{"no sign of three", func(i *player.Image) { i.Data[0] = 2; i.Data = append(i.Data, make([]byte, 24)...) }, "no signs"},
		{"a sign before 1970", func(i *player.Image) {
			i.Data[0] = 2
			i.Data = append(append(i.Data, make([]byte, 16)...), bytes.Repeat([]byte{0xff}, 8)...)
		}, "a time that cannot be there"},
		{"a mode to come", func(i *player.Image) { i.Data[1] = 4 }, "no such mode"},
		{"an alarm of who wants no mail of the day", func(i *player.Image) { i.Alarm = noon }, "an alarm for nothing"},
		{"a digest of nothing", func(i *player.Image) {
			i.Data[0] = 3
			i.Data = append(append(i.Data, make([]byte, 24)...), 2, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0)
		}, "no such digest"},
		{"a digest that was paused twice", func(i *player.Image) {
			i.Data[0] = 3
			i.Data = append(append(i.Data, make([]byte, 24)...), 2, 0, 9, 2, 0, 0, 0, 0, 0, 0, 0, 0)
		}, "no such flag"},
		{"a long address", func(i *player.Image) { i.Data = slices.Insert(i.Data, 4, make([]byte, 244)...); i.Data[3] = 255 }, "more than there may be"},
		{"a long language", func(i *player.Image) { i.Data[list-7] = 9 }, "more than there may be"},
		{"a byte more", func(i *player.Image) { i.Data = append(i.Data, 0) }, "bytes left over"},
		{"a byte less", func(i *player.Image) { i.Data = i.Data[:len(i.Data)-1] }, "cut short"},
		{"201 blocked", func(i *player.Image) { i.Data[list] = 201 }, "more than there may be"},
		{"four who blocked him", func(i *player.Image) { i.Data[list+1+32] = 4 }, "more than there may be"},
		{"nobody blocked", func(i *player.Image) { i.Data[list+1] = 0 }, "a key that cannot be there"},
		{"he himself blocked", func(i *player.Image) { i.Data[list+1] = 1 }, "a key that cannot be there"},
		{"one blocked twice", func(i *player.Image) { i.Data[list+1] = 2 }, "a key that cannot be there"},
	} {
		image := player.Seal(full)
		c.change(&image)
		_, err := player.Open(image)
		if err == nil || !strings.Contains(err.Error(), c.want) || !typed(err) {
			t.Errorf("%s: %T %v, want %q", c.name, err, err, c.want)
		}
	}
}

func typed(err error) bool {
	var corrupt *player.CorruptError
	var newer *player.VersionError
	return errors.As(err, &corrupt) || errors.As(err, &newer)
}

// Two forms of one profile, or a bent one that is taken for another without being
// one that Seal writes, would come back as what nobody stored.
func TestOneForm(t *testing.T) {
	for name, c := range golden {
		whole := player.Seal(c.profile)
		whole.Alarm = time.Time{} // which another mode could not have
		for n := range whole.Data {
			for bit := range 8 {
				image := whole
				image.Data = slices.Clone(whole.Data)
				image.Data[n] ^= 1 << bit
				oneForm(t, image)
			}
			cut := whole
			cut.Data = whole.Data[:n]
			if _, err := player.Open(cut); err == nil && n != c.parts {
				t.Errorf("%s: the first %d bytes are taken", name, n)
			}
			oneForm(t, cut)
		}
	}
}

func oneForm(t *testing.T, i player.Image) {
	t.Helper()
	p, err := player.Open(i)
	if err != nil {
		if !typed(err) {
			t.Errorf("%T %v", err, err)
		}
		return
	}
	if again := player.Seal(p); !bytes.Equal(again.Data, i.Data) {
		t.Errorf("Open takes %x, and Seal writes %x", i.Data, again.Data)
	}
}

func FuzzOpen(f *testing.F) {
	for _, c := range golden {
		f.Add(player.Seal(c.profile).Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		oneForm(t, player.Image{Key: keyOf(1), Version: 1, Data: data})
	})
}
