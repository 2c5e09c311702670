package storetest

import (
	"bytes"
	"fmt"
	"testing"

	"fieldpost/engine/match"
)

// id returns a match id; those of different n differ in their last byte alone.
func id(n byte) match.ID { return match.ID{0xf0, 0, 0xff, 'G', '#', '/', 0x80, n} }

// image returns an image that differs for every id and version.
func image(n byte, version uint64) match.Image {
	return match.Image{
		ID: id(n), Version: version,
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
	}
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
	if !bytes.Equal(got.Data, want.Data) {
		t.Errorf("version %d: got data %.80q, want %.80q", want.Version, got.Data, want.Data)
	}
	if !bytes.Equal(got.Events, want.Events) {
		t.Errorf("version %d: got events %.80q, want %.80q", want.Version, got.Events, want.Events)
	}
}
