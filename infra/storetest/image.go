package storetest

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// id returns a match id; those of different n differ in their last byte alone.
func id(n byte) match.ID { return match.ID{0xf0, 0, 0xff, 'G', '#', '/', 0x80, n} }

// person returns the key of the nth person; those of different n differ in their
// last byte alone.
func person(n byte) player.Key { return player.Key{0: 0xff, 1: '#', 2: '/', 15: n} }

// image returns an image that differs for every id and version. It is found
// otherwise with each version, too.
func image(n byte, version uint64) match.Image {
	x := match.Index{
		Creator: person(n), Opponent: person(byte(100 + version)),
		Created: noon.Add(time.Duration(n) * time.Second), Open: version%2 == 1,
	}
	if x.Open {
		x.Expires = noon.Add(time.Duration(version) * time.Hour)
	}
	if version%3 != 0 {
		x.Alarm = noon.Add(time.Duration(version) * time.Minute)
	}
	return match.Image{
		ID: id(n), Version: version, Index: x,
		Data:   fmt.Appendf(nil, "data %d of %d", version, n),
		Events: fmt.Appendf(nil, "events %d of %d", version, n),
	}
}

// oddImages are images whose bytes a store could confuse.
func oddImages() []match.Image {
	all := make([]byte, 256)
	for n := range all {
		all[n] = byte(n)
	}
	list := []match.Image{
		{Data: nil, Events: nil},
		{Data: []byte{}, Events: []byte{0}},
		{Data: []byte{0}, Events: nil},
		{Data: all, Events: all},
		{Data: []byte("\xff\xfe not UTF-8"), Events: []byte{0xff}},
		{Data: bytes.Repeat(all, 256), Events: all},
	}
	for n := range list {
		list[n].ID, list[n].Version = id(byte(100+n)), 1
		if n > 0 { // the first is found by nothing
			list[n].Index = image(byte(n), uint64(n)).Index
		}
	}
	list[1].Creator, list[1].Opponent = player.Key{15: 1}, player.Key{0: 1}
	list[2].Creator, list[2].Opponent = player.Key(bytes.Repeat([]byte{0xff}, 16)), player.Key{}
	list[4].Alarm, list[5].Alarm = time.Unix(1, 0).UTC(), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	list[3].Created, list[3].Expires = time.Unix(1, 0).UTC(), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	return list
}

func mustCreate(t *testing.T, h *home, i match.Image) {
	t.Helper()
	if err := h.Create(t.Context(), i); err != nil {
		t.Fatalf("create: %v", err)
	}
}

func mustSave(t *testing.T, h *home, i match.Image) {
	t.Helper()
	if err := h.Save(t.Context(), i); err != nil {
		t.Fatalf("save version %d: %v", i.Version, err)
	}
}

func wantStored(t *testing.T, h *home, want match.Image) {
	t.Helper()
	got, err := h.Load(t.Context(), want.ID, true)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	wantImage(t, got, want)
}

func wantImage(t *testing.T, got, want match.Image) {
	t.Helper()
	if got.ID != want.ID || got.Version != want.Version {
		t.Errorf("got version %d of %v, want %d of %v", got.Version, got.ID, want.Version, want.ID)
	}
	if got.Index != want.Index { // as package match compares them
		t.Errorf("version %d: another index", want.Version)
	}
	if !bytes.Equal(got.Data, want.Data) {
		t.Errorf("version %d: got data %.80q, want %.80q", want.Version, got.Data, want.Data)
	}
	if !bytes.Equal(got.Events, want.Events) {
		t.Errorf("version %d: got events %.80q, want %.80q", want.Version, got.Events, want.Events)
	}
}
