package storetest

import (
	"context"
	"testing"

	"fieldpost/engine/match"
)

// candidate returns one who differs for every n.
func candidate(n byte) (match.CandidateID, match.Candidate) {
	return match.CandidateID(id(n)), match.Candidate{
		Game: id(n + 100), Key: person(n), Asked: noon,
		Player: match.Player{Name: "Bob " + letter(int(n)), Address: letter(int(n)) + "@example.net", Lang: "en", Zone: "Europe/Paris"},
	}
}

var candidates = []clause{
	{"an unknown candidate is not found", func(t *testing.T, h *home) {
		c, err := h.LoadCandidate(t.Context(), match.CandidateID{1})
		wantError(t, "load", err, match.ErrNotFound)
		if c != (match.Candidate{}) {
			t.Error("got one all the same")
		}
	}},
	{"a candidate comes back as he was", func(t *testing.T, h *home) {
		for n := range byte(3) {
			mustKeep(t, h, n)
		}
		h.reopen(t)
		for n := range byte(3) {
			wantKept(t, h, n)
		}
	}},
	{"a candidate of the same id takes his place", func(t *testing.T, h *home) {
		mustKeep(t, h, 1)
		id, _ := candidate(1)
		_, other := candidate(2)
		for range 2 {
			if err := h.KeepCandidate(t.Context(), id, other); err != nil {
				t.Fatal(err)
			}
		}
		if c, err := h.LoadCandidate(t.Context(), id); err != nil || c != other {
			t.Errorf("another is kept, %v", err)
		}
	}},
	{"nobody is no candidate", func(t *testing.T, h *home) {
		_, c := candidate(1)
		if h.KeepCandidate(t.Context(), match.CandidateID{}, c) == nil {
			t.Error("kept one without an id")
		}
	}},
	{"candidates and a match of the same id are apart", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		mustKeep(t, h, 1)
		wantStored(t, h, image(1, 1))
		wantKept(t, h, 1)
	}},
	{"no candidate is kept for a caller who has gone", func(t *testing.T, h *home) {
		gone, leave := context.WithCancel(t.Context())
		leave()
		id, c := candidate(1)
		wantError(t, "keep", h.KeepCandidate(gone, id, c), context.Canceled)
		_, err := h.LoadCandidate(gone, id)
		wantError(t, "load", err, context.Canceled)
		_, err = h.LoadCandidate(t.Context(), id)
		wantError(t, "load who was not kept", err, match.ErrNotFound)
	}},
}

func mustKeep(t *testing.T, h *home, n byte) {
	t.Helper()
	id, c := candidate(n)
	if err := h.KeepCandidate(t.Context(), id, c); err != nil {
		t.Fatalf("keep: %v", err)
	}
}

func wantKept(t *testing.T, h *home, n byte) {
	t.Helper()
	id, want := candidate(n)
	if c, err := h.LoadCandidate(t.Context(), id); err != nil || c != want {
		t.Errorf("candidate %d has changed, %v", n, err)
	}
}
