package storetest

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// notes returns some that differ for every n.
func notes(n int) match.Notes {
	return match.Notes{
		Text:    strings.Repeat("left!\n", n) + letter(n),
		Guessed: map[engine.Origin]engine.Rank{{Square: engine.At(1+n%10, 7), Ply: 300 * n}: engine.Miner},
	}
}

var allNotes = []clause{
	{"before the first there are none", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		wantNotes(t, h, 1, engine.Red, match.Notes{})
	}},
	{"notes come back as they were, the last ones that were saved", func(t *testing.T, h *home) {
		for _, n := range []match.Notes{
			notes(1), notes(2), {Text: "é"}, {Guessed: notes(3).Guessed}, {Text: strings.Repeat("é", match.MostNotesLetters)}, notes(1),
		} {
			mustSaveNotes(t, h, 1, engine.Red, n)
			wantNotes(t, h, 1, engine.Red, n)
		}
		h.reopen(t)
		wantNotes(t, h, 1, engine.Red, notes(1))
	}},
	{"empty notes leave nothing", func(t *testing.T, h *home) {
		mustSaveNotes(t, h, 1, engine.Red, match.Notes{}) // where there was nothing
		mustSaveNotes(t, h, 1, engine.Red, notes(1))
		mustSaveNotes(t, h, 1, engine.Red, match.Notes{})
		wantNotes(t, h, 1, engine.Red, match.Notes{})
	}},
	{"each seat of each match has its own, beside the match and its claims", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		wantTaken(t, h, red, noon)
		mustSaveNotes(t, h, 1, engine.Red, notes(1))
		mustSaveNotes(t, h, 1, engine.Blue, notes(2))
		mustSaveNotes(t, h, 2, engine.Red, notes(3))
		mustSaveNotes(t, h, 2, engine.Blue, match.Notes{})
		wantNotes(t, h, 1, engine.Red, notes(1))
		wantNotes(t, h, 1, engine.Blue, notes(2))
		wantNotes(t, h, 2, engine.Red, notes(3))
		wantNotes(t, h, 2, engine.Blue, match.Notes{})
		wantStored(t, h, image(1, 1))
		wantHeld(t, h, red, noon)
	}},
	{"the version of the match stays, and its next one is saved as ever", func(t *testing.T, h *home) {
		mustCreate(t, h, image(1, 1))
		mustSaveNotes(t, h, 1, engine.Red, notes(1))
		mustSave(t, h, image(1, 2))
		wantStored(t, h, image(1, 2))
		wantNotes(t, h, 1, engine.Red, notes(1))
	}},
	{"nobody has no notes", func(t *testing.T, h *home) {
		if h.SaveNotes(t.Context(), match.ID{}, engine.Red, notes(1)) == nil || h.SaveNotes(t.Context(), id(1), engine.NoColor, notes(1)) == nil {
			t.Error("saved those of no match, or of no seat")
		}
	}},
	{"no notes are saved for a caller who has gone", func(t *testing.T, h *home) {
		gone, leave := context.WithCancel(t.Context())
		leave()
		wantError(t, "save", h.SaveNotes(gone, id(1), engine.Red, notes(1)), context.Canceled)
		_, err := h.LoadNotes(gone, id(1), engine.Red)
		wantError(t, "load", err, context.Canceled)
		wantNotes(t, h, 1, engine.Red, match.Notes{})
	}},
}

func mustSaveNotes(t *testing.T, h *home, game byte, seat engine.Color, n match.Notes) {
	t.Helper()
	if err := h.SaveNotes(t.Context(), id(game), seat, n); err != nil {
		t.Fatalf("save the notes of %v: %v", seat, err)
	}
}

func wantNotes(t *testing.T, h *home, game byte, seat engine.Color, want match.Notes) {
	t.Helper()
	got, err := h.LoadNotes(t.Context(), id(game), seat)
	if err != nil {
		t.Fatalf("load the notes of %v: %v", seat, err)
	}
	if !bytes.Equal(match.SealNotes(got), match.SealNotes(want)) {
		t.Errorf("the notes of %v are %.80q, want %.80q", seat, match.SealNotes(got), match.SealNotes(want))
	}
}
