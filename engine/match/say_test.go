package match_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// seated are the states in which both players take part.
var seated = []match.State{match.SettingUp, match.Playing, match.Over, match.Aborted}

// TestSay: whoever sits writes to the other as long as the match is kept. Without it a
// message would be kept as it was not written, or written to whom has not accepted.
func TestSay(t *testing.T) {
	for state, m := range stages(t) {
		for _, by := range []engine.Color{red, blue} {
			got, events, err := match.Decide(m, match.Say{By: by, Text: " Hello,\r\nyou!\n"}, m.Changed.Add(time.Minute))
			if !slices.Contains(seated, state) {
				if !isStateError(err) {
					t.Errorf("%v at %v: %v", by, state, err)
				}
				continue
			}
			want := m
			*want.Said.Of(by) = match.Message{Text: "Hello,\nyou!", At: m.Changed.Add(time.Minute), Ply: m.Game.Ply()}
			want.Changed, want.Version, want.Shown, want.Talks = got.Changed, m.Version+1, m.Shown+1, 1
			want.Events = []match.Event{{Kind: match.Said, Seat: by}}
			if err != nil || !cmp.Equal(got, want, sameMatch) || !slices.Equal(events, want.Events) || got.Standing() != m.Standing() {
				t.Errorf("%v at %v: %v, %v\n%s", by, state, events, err, cmp.Diff(got, want, sameMatch))
			}
			if again, err := match.Open(match.Seal(got)); err != nil || !cmp.Equal(again, got, sameMatch) {
				t.Errorf("%v at %v: opened as another: %v", by, state, err)
			}
		}
		if err := second(match.Decide(m, match.Say{Text: "Hello"}, m.Changed)); !isStateError(err) {
			t.Errorf("nobody at %v: %v", state, err)
		}
	}
}

// TestSayNoMore: what cannot be a message is refused, and its text is in no error.
func TestSayNoMore(t *testing.T) {
	m := stages(t)[match.Playing]
	long := strings.Repeat("é", match.MostMessageLetters)
	after(t, m, match.Say{By: red, Text: long})
	for text, want := range map[string]match.Problem{
		"": match.Missing, " \r\n ": match.Missing, long + "é": match.MessageTooLong,
		"secret\u202e": match.UnseenCharacters, "secret\x00": match.UnseenCharacters, "secret\xff": match.NotUTF8,
	} {
		got, _, err := match.Decide(m, match.Say{By: red, Text: text}, m.Changed)
		input, ok := errors.AsType[*match.InputError](err)
		if !ok || input.Problem != want || input.Field != "text" || strings.Contains(err.Error(), "secret") || got.Talks != 0 {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, x := range []any{match.Say{By: red, Text: "secret"}, match.ByLink{Seat: red, Command: match.Say{By: red, Text: "secret"}}, match.Message{Text: "secret"}, after(t, m, match.Say{By: red, Text: "secret"})} {
		for _, verb := range []string{"%v", "%+v", "%s"} {
			if text := fmt.Sprintf(verb, x); strings.Contains(text, "secret") {
				t.Errorf("%s of %T prints %q", verb, x, text)
			}
		}
	}
}

// TestSayTwice: a message that is sent twice is one, and the same words in answer to
// something are another.
func TestSayTwice(t *testing.T) {
	thanks := match.Say{By: red, Text: "Thanks!"}
	m := after(t, stages(t)[match.Playing], thanks)
	next := play(t, red, 2, "a5-b5")
	for _, test := range []struct {
		name     string
		between  []match.Command
		repeated bool
	}{
		{"nothing", nil, true},
		{"a mute", []match.Command{match.Mute{By: blue, On: true}}, true},
		{"a message of the other", []match.Command{match.Say{By: blue, Text: "Thanks!"}}, false},
		{"a move", []match.Command{next}, false},
		{"another message", []match.Command{match.Say{By: red, Text: "I mean it."}}, false},
	} {
		then := after(t, m, test.between...)
		if err := second(match.Decide(then, thanks, then.Changed.Add(time.Minute))); errors.Is(err, match.ErrRepeated) != test.repeated || !test.repeated && err != nil {
			t.Errorf("%s between: %v", test.name, err)
		}
	}
}

// TestUnanswered: a message is new to the other until he has moved or written, and no
// message of a muted player is one.
func TestUnanswered(t *testing.T) {
	m := stages(t)[match.Playing] // Red is to move, at ply 2
	early := after(t, m, match.Say{By: blue, Text: "Now?"}, match.Say{By: red, Text: "Soon."})
	moved := after(t, early, play(t, red, 2, "a5-b5"))
	late := after(t, moved, match.Say{By: blue, Text: "At last."})
	both := after(t, late, play(t, blue, 3, "j6-j5"))
	asked := after(t, m, match.Say{By: blue, Text: "Now?"})
	once, _, err := match.Decide(asked, match.Say{By: red, Text: "Now!"}, asked.Changed)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name      string
		m         match.Match
		red, blue string
	}{
		{"none", m, "", ""},
		{"Blue wrote", asked, "Now?", ""},
		{"Red answered", early, "", "Soon."},
		{"both wrote in one second", once, "Now?", "Now!"},
		{"Red has moved since", moved, "", "Soon."},
		{"Blue wrote after that", late, "At last.", ""},
		{"Blue has moved since", both, "At last.", ""},
		{"while setting up", after(t, stages(t)[match.SettingUp], match.Say{By: red, Text: "Good luck!"}), "", "Good luck!"},
		{"Red has muted Blue", after(t, asked, match.Mute{By: red, On: true}), "", ""},
		{"and not any more", after(t, asked, match.Mute{By: red, On: true}, match.Mute{By: red}), "Now?", ""},
	} {
		if got := test.m.Unanswered(red).Text; got != test.red {
			t.Errorf("%s: to Red %q", test.name, got)
		}
		if got := test.m.Unanswered(blue).Text; got != test.blue {
			t.Errorf("%s: to Blue %q", test.name, got)
		}
	}
}

// TestMute: it is its giver's alone. Without it the other would learn of it by the version.
func TestMute(t *testing.T) {
	for state, m := range stages(t) {
		got, events, err := match.Decide(m, match.Mute{By: blue, On: true}, m.Changed.Add(time.Minute))
		if !slices.Contains(seated, state) {
			if !isStateError(err) {
				t.Errorf("%v: %v", state, err)
			}
			continue
		}
		if err != nil || !got.Mutes.Blue || got.Mutes.Red || got.Shown != m.Shown || got.Standing() != m.Standing() || !slices.Equal(events, []match.Event{{Kind: match.Muted, Seat: blue}}) {
			t.Errorf("%v: %v, %v", state, events, err)
		}
		if again, err := match.Open(match.Seal(got)); err != nil || !cmp.Equal(again, got, sameMatch) {
			t.Errorf("%v: opened as another: %v", state, err)
		}
		said := after(t, got, match.Say{By: red, Text: "Are you there?"})
		if said.Heard(blue) != (match.Message{}) || said.Said.Red.Text != "Are you there?" {
			t.Errorf("%v: Blue hears %q", state, said.Heard(blue).Text)
		}
		if back := after(t, said, match.Mute{By: blue}); back.Heard(blue).Text != "Are you there?" {
			t.Errorf("%v: Blue does not hear again", state)
		}
		if err := second(match.Decide(m, match.Mute{By: blue}, m.Changed)); !errors.Is(err, match.ErrRepeated) {
			t.Errorf("%v: nothing is muted: %v", state, err)
		}
	}
}

// TestNudge: only who waits nudges, only whom he waits for, and once a day.
func TestNudge(t *testing.T) {
	at := stages(t)
	ready := after(t, at[match.SettingUp], match.SetUp{By: red, Setup: rows(t, "2........F")})
	for _, test := range []struct {
		name      string
		m         match.Match
		red, blue bool // may nudge
	}{
		{"unconfirmed", at[match.Unconfirmed], false, false},
		{"invited", at[match.Invited], false, false},
		{"neither has set up", at[match.SettingUp], false, false},
		{"Red has set up", ready, true, false},
		{"Red is to move", at[match.Playing], false, true},
		{"over", at[match.Over], false, false},
		{"called off", at[match.Aborted], false, false},
	} {
		for by, may := range map[engine.Color]bool{red: test.red, blue: test.blue} {
			got, events, err := match.Decide(test.m, match.Nudge{By: by}, test.m.Changed.Add(time.Minute))
			if !may {
				if !isStateError(err) {
					t.Errorf("%s, %v: %v", test.name, by, err)
				}
				continue
			}
			if err != nil || got.Shown != test.m.Shown+1 || got.Standing() != test.m.Standing() || !slices.Equal(events, []match.Event{{Kind: match.Nudged, Seat: by}}) {
				t.Errorf("%s, %v: %v, %v", test.name, by, events, err)
			}
			if again, err := match.Open(match.Seal(got)); err != nil || !cmp.Equal(again, got, sameMatch) {
				t.Errorf("%s: opened as another: %v", test.name, err)
			}
			if got.NudgedSince(by.Other()) != got.Changed || !after(t, got, match.Mute{By: by.Other(), On: true}).NudgedSince(by.Other()).IsZero() {
				t.Errorf("%s: nudged %v", test.name, got.NudgedSince(by.Other()))
			}
		}
	}
	// Nobody is hurried whose clock stands still; a vacation to come is none yet.
	for name, m := range map[string]match.Match{"playing": at[match.Playing], "setting up": after(t, at[match.SettingUp], match.SetUp{By: blue, Setup: rows(t, "2........F")})} {
		resting := after(t, m, match.TakeVacation{By: red, Days: 2})
		v, _ := resting.Vacation(red, resting.Changed)
		away, ok := errors.AsType[*match.AwayError](second(match.Decide(resting, match.Nudge{By: blue}, v.Until.Add(-time.Second))))
		if !ok || away.Until != v.Until {
			t.Errorf("%s, on vacation: %v", name, away)
		}
		if err := second(match.Decide(resting, match.Nudge{By: blue}, v.Until)); err != nil {
			t.Errorf("%s, after the vacation: %v", name, err)
		}
		after(t, m, match.TakeVacation{By: red, From: m.Changed.AddDate(0, 0, 2), Days: 2}, match.Nudge{By: blue})
		after(t, m, match.TakeVacation{By: blue, Days: 2}, match.Nudge{By: blue})
	}
	nudged := after(t, at[match.Playing], match.Nudge{By: blue})
	next := nudged.Changed.Add(24 * time.Hour)
	soon, ok := errors.AsType[*match.TooSoonError](second(match.Decide(nudged, match.Nudge{By: blue}, next.Add(-time.Second))))
	if !ok || soon.Next != next {
		t.Errorf("within a day: %v", soon)
	}
	if err := second(match.Decide(nudged, match.Nudge{By: blue}, next)); err != nil {
		t.Errorf("after a day: %v", err)
	}
	if moved := after(t, nudged, play(t, red, 2, "a5-b5"), play(t, blue, 3, "j6-j5")); !moved.NudgedSince(red).IsZero() {
		t.Error("an old nudge is shown at a later turn")
	}
}

// The two days are counted apart: who has nudged in the other's turn may have the mail of his
// own the same day, and the other way round.
func TestNudgeAndMailAgainTheSameDay(t *testing.T) {
	m := after(t, stages(t)[match.Playing], match.Nudge{By: blue}, match.MailAgain{By: red}, play(t, red, 2, "a5-b5"))
	m = after(t, m, match.MailAgain{By: blue}, match.Nudge{By: red})
	if _, ok := errors.AsType[*match.TooSoonError](second(match.Decide(m, match.Nudge{By: red}, m.Changed))); !ok {
		t.Error("Red nudges twice a day")
	}
}

// TestMailAgain: who is awaited asks once a day, and the other learns nothing of it.
func TestMailAgain(t *testing.T) {
	at := stages(t)
	for _, test := range []struct {
		name      string
		m         match.Match
		red, blue bool // may ask
	}{
		{"invited", at[match.Invited], false, false},
		{"neither has set up", at[match.SettingUp], true, true},
		{"Red is to move", at[match.Playing], true, false},
		{"over", at[match.Over], false, false},
	} {
		for by, may := range map[engine.Color]bool{red: test.red, blue: test.blue} {
			got, events, err := match.Decide(test.m, match.MailAgain{By: by}, test.m.Changed.Add(time.Minute))
			if !may {
				if !isStateError(err) {
					t.Errorf("%s, %v: %v", test.name, by, err)
				}
				continue
			}
			if err != nil || got.Shown != test.m.Shown || !slices.Equal(events, []match.Event{{Kind: match.TurnAsked, Seat: by}}) {
				t.Errorf("%s, %v: %v, %v", test.name, by, events, err)
			}
			next := got.Changed.Add(24 * time.Hour)
			if soon, ok := errors.AsType[*match.TooSoonError](second(match.Decide(got, match.MailAgain{By: by}, next.Add(-time.Second)))); !ok || soon.Next != next {
				t.Errorf("%s: within a day: %v", test.name, soon)
			}
			if err := second(match.Decide(got, match.MailAgain{By: by}, next)); err != nil {
				t.Errorf("%s: after a day: %v", test.name, err)
			}
		}
	}
}
