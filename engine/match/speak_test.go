package match_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// TestSpeak: whoever has a seat, or is invited to it, chooses its language at any
// time, and the other learns nothing of it.
func TestSpeak(t *testing.T) {
	for s, m := range stages(t) {
		for _, by := range []engine.Color{red, blue} {
			got, events, err := match.Decide(m, match.Speak{By: by, Lang: "fr"}, m.Changed)
			want := m
			want.Seats.Of(by).Lang, want.Version, want.Events = "fr", got.Version, []match.Event{{Kind: match.LanguageChosen, Seat: by}}
			if err != nil || !cmp.Equal(got, want, sameMatch) || !cmp.Equal(events, want.Events) || got.Shown != m.Shown {
				t.Errorf("%v at %v: %v, %v, shown %d", by, s, err, events, got.Shown)
			}
			if _, _, err := match.Decide(got, match.Speak{By: by, Lang: "fr"}, got.Changed); !errors.Is(err, match.ErrRepeated) {
				t.Errorf("again: %v", err)
			}
			if input, ok := errors.AsType[*match.InputError](second(match.Decide(m, match.Speak{By: by, Lang: "Français"}, m.Changed))); !ok || input.Problem != match.NoLanguage {
				t.Errorf("%v at %v speaks what is no language: %v", by, s, input)
			}
		}
		for _, by := range []engine.Color{red, blue} {
			got, events, err := match.Decide(m, match.Speak{By: by, Zone: "Asia/Tokyo"}, m.Changed)
			want := m
			want.Seats.Of(by).Zone, want.Version, want.Events = "Asia/Tokyo", got.Version, []match.Event{{Kind: match.LanguageChosen, Seat: by}}
			if err != nil || !cmp.Equal(got, want, sameMatch) || !cmp.Equal(events, want.Events) || got.Shown != m.Shown {
				t.Errorf("the zone of %v at %v: %v, %v, shown %d", by, s, err, events, got.Shown)
			}
			if err := second(match.Decide(got, match.Speak{By: by, Zone: "Asia/Tokyo"}, got.Changed)); !errors.Is(err, match.ErrRepeated) {
				t.Errorf("the zone again: %v", err)
			}
			if input, ok := errors.AsType[*match.InputError](second(match.Decide(m, match.Speak{By: by, Zone: "To kyo"}, m.Changed))); !ok || input.Problem != match.NoTimeZone {
				t.Errorf("%v at %v lives where there is no zone: %v", by, s, input)
			}
			if err := second(match.Decide(m, match.Speak{By: by}, m.Changed)); !errors.Is(err, match.ErrRepeated) {
				t.Errorf("nothing chosen: %v", err)
			}
		}
		if err := second(match.Decide(m, match.Speak{Lang: "fr"}, m.Changed)); !isStateError(err) {
			t.Errorf("nobody at %v: %v", s, err)
		}
	}
	_, passed, _ := invited(t)
	if err := second(match.Decide(passed, match.Speak{By: blue, Lang: "fr"}, passed.Changed)); !isStateError(err) {
		t.Errorf("a vacant seat: %v", err)
	}
}

// second returns the error of Decide.
func second(_ match.Match, _ []match.Event, err error) error { return err }
