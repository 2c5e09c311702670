package bolt

import (
	"errors"
	"strings"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"

	"github.com/google/go-cmp/cmp"
	bbolt "go.etcd.io/bbolt"
)

// poke puts a value into the file behind the store's back.
func poke(t *testing.T, s *Store, bucket, key []byte, value string) {
	t.Helper()
	if err := s.db.Update(func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Put(key, []byte(value)) }); err != nil {
		t.Fatal(err)
	}
}

// Both stores think in the keys of one table, and a later program must find what
// this one wrote: never change a line here.
func TestFileFormat(t *testing.T) {
	s := fresh(t)
	id := match.ID{0, 1, 2, 3, 4, 5, 6, 7}
	if err := s.Create(t.Context(), match.Image{
		ID: id, Version: 1, Data: []byte("data"), Events: []byte("ev"), Index: match.Index{
			Creator: player.Key([]byte("creator's key.16")), Opponent: player.Key([]byte("opponent's key16")),
			Created: time.Unix(0x01020304, 0).UTC(), Open: true, Expires: time.Unix(0x05060708, 0).UTC(),
		},
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveProfile(t.Context(), player.Image{Key: player.Key{0xab, 15: 0xcd}, Version: 1, Data: []byte("profile")}); err != nil {
		t.Fatal(err)
	}
	idle := player.Image{Key: player.Key{0xab, 15: 0xce}, Version: 1, Expires: time.Unix(0x05060708, 0), Data: []byte("idle")}
	if err := s.SaveProfile(t.Context(), idle); err != nil {
		t.Fatal(err)
	}
	ringing := player.Image{Key: player.Key{0xab, 15: 0xcf}, Version: 1, Data: []byte("profile"), Alarm: time.Unix(0x01020305, 0).UTC()}
	if err := s.SaveProfile(t.Context(), ringing); err != nil {
		t.Fatal(err)
	}
	change := match.AddressChange{
		ID: match.ChangeID(id), Version: 1, Stage: match.ChangeAsked, From: player.Key([]byte("key of who asks.")), To: player.Key([]byte("key of where to.")),
		Old: "a@c.example", New: "b@c.example", Lang: "en", Asked: time.Unix(100, 0).UTC(),
	}
	if err := s.SaveChange(t.Context(), change); err != nil {
		t.Fatal(err)
	}
	if ok, err := s.Counters().Take(t.Context(), "api x/y#z", 5, time.Minute, time.Unix(90, 0)); !ok || err != nil {
		t.Fatal(err)
	}
	candidate := match.Candidate{
		Game: id, Key: player.Key([]byte("candidate's ke16")), Asked: time.Unix(100, 0).UTC(),
		Player: match.Player{Name: "Bob", Address: "b@c.example", Lang: "en", Zone: "UTC"},
	}
	if err := s.KeepCandidate(t.Context(), match.CandidateID(id), candidate); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveNotes(t.Context(), id, engine.Blue, match.Notes{Text: "left!"}); err != nil {
		t.Fatal(err)
	}
	until := time.Unix(0, 0x0102030405060708)
	for _, seat := range []string{"red", "blue"} {
		if _, err := s.Take(t.Context(), "G#aaaqeayeaudao/C#1#"+seat, until.Add(-time.Hour), until); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Mark(t.Context(), "G#aaaqeayeaudao/C#1#blue", until); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	if err := s.db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error { got[string(name)+" "+string(k)] = string(v); return nil })
		})
	}); err != nil {
		t.Fatal(err)
	}
	const (
		game = "\x00\x00\x00\x00\x00\x00\x00\x01" + "creator's key.16" + "opponent's key16" +
			"\x00\x00\x00\x00\x01\x02\x03\x04" + "\x00\x00\x00\x00\x05\x06\x07\x08" + "\x01" + "\x00\x00\x00\x04dataev"
		newest = "\xff\xff\xff\xff\xfe\xfd\xfc\xfb"
		idText = "\x00\x01\x02\x03\x04\x05\x06\x07"
		// 0x0102030405060708 ns, and thirty days, in seconds
		claimEnd = "\x00\x00\x00\x00\x04\x7b\xb3\xf3"
	)
	want := map[string]string{
		"items G#aaaqeayeaudao/G":                    "\x01G" + game,
		"items G#aaaqeayeaudao/C#1#red":              "\x01C\x01\x02\x03\x04\x05\x06\x07\x08\x00",
		"items G#aaaqeayeaudao/C#1#blue":             "\x01C\x01\x02\x03\x04\x05\x06\x07\x08\x01",
		"items G#aaaqeayeaudao/N#blue":               "\x01N\x01\x05left!\x00",
		"items P#ab0000000000000000000000000000cd/P": "\x01P\x00\x00\x00\x00\x00\x00\x00\x01profile",
		"items P#ab0000000000000000000000000000ce/P": "\x01p\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x05\x06\x07\x08\x00\x00\x00\x00\x00\x00\x00\x00idle",
		"items P#ab0000000000000000000000000000cf/P": "\x01p\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x02\x03\x05profile",
		"items A#aaaqeayeaudao/A":                    "\x01A\x00\x00\x00\x00\x00\x00\x00\x01\x01\x01\x00key of who asks.key of where to.\x0ba@c.example\x0bb@c.example\x02en\x64\x00\x00",
		"items R#api x/y#z#1m0s#1":                   "\x01R\x00\x00\x00\x00\x00\x00\x00\x78\x00\x00\x00\x00\x00\x00\x00\x01",
		"items W#aaaqeayeaudao/W":                    "\x01W\x01" + idText + "candidate's ke16\x64\x03Bob\x0bb@c.example\x02en\x03UTC",

		"stream \x00\x00\x00\x00\x00\x00\x00\x01": "\x01S" + idText + game,

		"alarms \x13\x00\x00\x00\x00\x01\x02\x03\x05\xab" + strings.Repeat("\x00", 14) + "\xcf": "",

		"players creator's key.16" + newest + idText: "",
		"players opponent's key16" + newest + idText: "",
		"open " + newest + idText:                    "",

		"ends \x00\x00\x00\x00\x05\x06\x07\x08G#aaaqeayeaudao/G":  "",
		"ends " + claimEnd + "G#aaaqeayeaudao/C#1#red":            "",
		"ends " + claimEnd + "G#aaaqeayeaudao/C#1#blue":           "",
		"ends \x00\x00\x00\x00\x00\x00\x00\x78R#api x/y#z#1m0s#1": "",
		"ends \x00\x00\x00\x00\x00\x02\xa3\x64W#aaaqeayeaudao/W":  "",
		"ends \x00\x00\x00\x00\x00\x02\xa3\x64A#aaaqeayeaudao/A":  "",

		"ends \x00\x00\x00\x00\x05\x06\x07\x08P#ab0000000000000000000000000000ce/P": "",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// spoilt are values that this program did not write.
var spoilt = map[string]struct {
	value string
	newer bool
}{
	"empty":             {"", false},
	"half a header":     {"\x01", false},
	"another kind":      {"\x01?" + strings.Repeat("\x00", 20), false},
	"nothing after it":  {"\x01%", false},
	"cut off":           {"\x01%" + strings.Repeat("\x00", 7), false},
	"longer than it is": {"\x01%" + strings.Repeat("\x00", 8+32+16+1) + strings.Repeat("\xff", 9), false},
	"all ones":          {"\x01%" + strings.Repeat("\xff", 80), false},
	"form 2":            {"\x02%" + strings.Repeat("\x00", 20), true},
	"form 0":            {"\x00%" + strings.Repeat("\x00", 20), true},
}

func TestSpoiltValuesAreRefused(t *testing.T) {
	s := fresh(t)
	id := match.ID{1}
	const claim = "G#x/C#1#red"
	for name, c := range spoilt {
		check := func(what string, err error) {
			t.Helper()
			var newer *match.VersionError
			var corrupt *match.CorruptError
			if errors.As(err, &newer) != c.newer || errors.As(err, &corrupt) == c.newer {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
		put := func(bucket, key []byte, kind string) {
			t.Helper()
			poke(t, s, bucket, key, strings.ReplaceAll(c.value, "%", kind))
		}
		put(items, gameKey(id), "G")
		_, err := s.Load(t.Context(), id, true)
		check("load", err)
		if name != "longer than it is" { // a save reads no data
			check("save", s.Save(t.Context(), match.Image{ID: id, Version: 1}))
		}
		put(items, []byte("R#api#1m0s#1"), "R")
		_, err = s.Counters().Take(t.Context(), "api", 9, time.Minute, time.Unix(60, 0))
		check("count", err)
		if name != "all ones" && name != "longer than it is" { // any bytes may be a profile's
			put(items, profileKey(player.Key{1}), "P")
			_, err = s.LoadProfile(t.Context(), player.Key{1})
			check("load a profile", err)
			check("save a profile", s.SaveProfile(t.Context(), player.Image{Key: player.Key{1}, Version: 1}))
		}
		if name != "all ones" { // whose form is newer
			put(items, candidateKey(match.CandidateID{1}), "W")
			_, err = s.LoadCandidate(t.Context(), match.CandidateID{1})
			check("load a candidate", err)
			check("keep a candidate", s.KeepCandidate(t.Context(), match.CandidateID{1}, match.Candidate{}))
			put(items, notesKey(id, engine.Red), "N")
			_, err = s.LoadNotes(t.Context(), id, engine.Red)
			check("load notes", err)
		}
		if name != "all ones" {
			put(items, changeKey(match.ChangeID{1}), "A")
			_, err = s.LoadChange(t.Context(), match.ChangeID{1})
			check("load a change", err)
			check("save a change", s.SaveChange(t.Context(), match.AddressChange{ID: match.ChangeID{1}, Version: 1}))
		}
		put(items, []byte(claim), "C")
		_, err = s.Take(t.Context(), claim, time.Unix(0, 0), time.Unix(60, 0))
		check("take", err)
		check("mark", s.Mark(t.Context(), claim, time.Unix(60, 0)))
		check("drop", s.Drop(t.Context(), claim))
		put(stream, number(7), "S")
		n, _, ok, err := s.Next(t.Context(), 0)
		check("next", err)
		if n != 7 || !ok {
			t.Errorf("%s: an unreadable record has number %d, %t: nobody could go past it", name, n, ok)
		}
	}
}

// A poison record is passed, and can be taken out, without being read.
func TestPoisonRecordIsPassed(t *testing.T) {
	s := fresh(t)
	for n := range byte(3) {
		if err := s.Create(t.Context(), match.Image{ID: match.ID{n + 1}, Version: 1}); err != nil {
			t.Fatal(err)
		}
	}
	poke(t, s, stream, number(2), "\x01S?")
	var read []match.ID
	for after := uint64(0); ; {
		n, i, ok, err := s.Next(t.Context(), after)
		if !ok {
			break
		}
		if (n == 2) != (err != nil) {
			t.Errorf("record %d: %v", n, err)
		}
		read, after = append(read, i.ID), n
		if err := s.Done(t.Context(), n); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff([]match.ID{{1}, {}, {3}}, read); diff != "" {
		t.Error(diff)
	}
	if _, _, ok, err := s.Next(t.Context(), 0); ok || err != nil {
		t.Errorf("something is left: %v", err)
	}
}

func FuzzValues(f *testing.F) {
	i := match.Image{
		ID: match.ID{1}, Version: 3, Data: []byte("data"), Events: []byte("ev"),
		Index: match.Index{Creator: player.Key{1}, Created: time.Unix(60, 0).UTC(), Open: true, Expires: time.Unix(lastSecond, 0).UTC(), Alarm: time.Unix(90, 0).UTC()},
	}
	f.Add(gameValue(i))
	f.Add(counter{time.Unix(60, 0), 3}.value())
	f.Add(profileValue(player.Image{Version: 3, Data: []byte("data")}))
	f.Add(profileValue(player.Image{Version: 3, Expires: time.Unix(60, 0), Data: []byte("data")}))
	f.Add(profileValue(player.Image{Version: 3, Data: []byte("data"), Alarm: time.Unix(1000, 0).UTC()}))
	f.Add(candidateValue(match.Candidate{Game: match.ID{1}, Asked: time.Unix(60, 0), Player: match.Player{Name: "Bob", Address: "b@c.example", Lang: "en"}}))
	f.Add(recordValue(i))
	f.Add(claim{time.Unix(60, 0), true}.value())
	for _, c := range spoilt {
		f.Add([]byte(c.value))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		if i, err := openGame(match.ID{1}, value); err == nil && string(gameValue(i)) != string(value) {
			t.Errorf("game %q is written back as %q", value, gameValue(i))
		}
		if i, err := openRecord(value); err == nil && string(recordValue(i)) != string(value) {
			t.Errorf("record %q is written back as %q", value, recordValue(i))
		}
		if c, err := openClaim(value); err == nil && string(c.value()) != string(value) {
			t.Errorf("claim %q is written back as %q", value, c.value())
		}
		if c, err := openCounter(value); err == nil && string(c.value()) != string(value) {
			t.Errorf("counter %q is written back as %q", value, c.value())
		}
		if p, err := openProfile(player.Key{1}, value); err == nil && string(profileValue(p)) != string(value) {
			t.Errorf("profile %q is written back as %q", value, profileValue(p))
		}
		if c, err := openChange(match.ChangeID{1}, value); err == nil && string(changeValue(c)) != string(value) {
			t.Errorf("change %q is written back as %q", value, changeValue(c))
		}
		if c, err := openCandidate(value); err == nil && string(candidateValue(c)) != string(value) {
			t.Errorf("candidate %q is written back as %q", value, candidateValue(c))
		}
	})
}
