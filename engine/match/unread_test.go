package match_test

import (
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// wrote is a match in which Blue has written just before a move of his, which Red's line
// has answered at once; Red's next answer waits.
func wrote(t testing.TB) match.Match {
	t.Helper()
	return after(t, drawn(t, plain(), twoFronts), play(t, red, 0, "a4-a5"),
		match.SetLines{By: red, Ply: 1, Lines: lined(t, "e7-e6, f4-f5, b7-b6, f5-f4")},
		match.Say{By: blue, Text: "Look at this!"}, play(t, blue, 1, "e7-e6"))
}

// TestUnansweredByALine: a move that a line makes is no answer to a message. Without it the
// other's words just before the move that it answers were quoted in no mail.
func TestUnansweredByALine(t *testing.T) {
	m := wrote(t)
	on := after(t, m, play(t, blue, 3, "b7-b6")) // answered as well
	if on.Game.Ply() != 5 {
		t.Fatalf("%d plies", on.Game.Ply())
	}
	moved := after(t, on, play(t, blue, 5, "i7-i6"), play(t, red, 6, "b4-b5"))
	early := after(t, drawn(t, plain(), twoFronts), play(t, red, 0, "a4-a5"), match.Say{By: blue, Text: "Hello!"}, play(t, blue, 1, "e7-e6"), play(t, red, 2, "a5-a6"),
		match.SetLines{By: red, Ply: 3, Lines: lined(t, "b7-b6, f4-f5")}, play(t, blue, 3, "b7-b6"))
	for _, test := range []struct {
		name      string
		m         match.Match
		red, blue string
	}{
		{"the line has moved", m, "Look at this!", ""},
		{"it has moved again", on, "Look at this!", ""},
		{"it is Red's turn", after(t, on, play(t, blue, 5, "i7-i6")), "Look at this!", ""},
		{"Red has moved himself", moved, "", ""},
		{"Red has written", after(t, on, match.Say{By: red, Text: "I did."}), "", "I did."},
		{"Blue has written more", after(t, on, match.Say{By: blue, Text: "And now?"}), "And now?", ""},
		{"Red has muted Blue", after(t, on, match.Mute{By: red, On: true}), "", ""},
		{"and hears him again", after(t, on, match.Mute{By: red, On: true}, match.Mute{By: red}), "Look at this!", ""},
		{"he was muted when the line moved", after(t, wrote(t), match.Mute{By: red, On: true}, play(t, blue, 3, "b7-b6"), match.Mute{By: red}), "Look at this!", ""},
		{"Red had moved before his line has", early, "", ""},
		{"the game has ended", after(t, on, match.Resign{By: blue, Ply: 5}), "Look at this!", ""},
		{"and Red was forgotten", after(t, on, match.Resign{By: blue, Ply: 5}, match.Forget{By: blue}), "", ""},
	} {
		if got := test.m.Unanswered(red).Text; got != test.red {
			t.Errorf("%s: to Red %q", test.name, got)
		}
		if got := test.m.Unanswered(blue).Text; got != test.blue {
			t.Errorf("%s: to Blue %q", test.name, got)
		}
		if got, err := match.Open(match.Seal(test.m)); err != nil || !cmp.Equal(got, test.m, sameMatch) {
			t.Errorf("%s: opened as another: %v", test.name, err)
		}
	}
}

// TestUnansweredLaw: whatever is said, saved and played, a message is new to its reader
// until he moves by himself or writes.
func TestUnansweredLaw(t *testing.T) {
	lines, start := 0, drawn(t, plain(), twoFronts)
	rapid.Check(t, func(t *rapid.T) {
		m := start
		var want engine.Both[string]
		for range rapid.IntRange(1, 30).Draw(t, "commands") {
			by := rapid.SampledFrom([]engine.Color{red, blue}).Draw(t, "by")
			mover, ply := m.Game.ToMove(), m.Game.Ply()
			moves := engine.Look(m.Game, mover).Legal
			if len(moves) == 0 {
				return
			}
			move := rapid.SampledFrom(moves).Draw(t, "move")
			var c match.Command = match.PlayMove{By: mover, Ply: ply, Move: move}
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				c = match.Say{By: by, Text: rapid.SampledFrom([]string{"Hello", "Well?"}).Draw(t, "text")}
			case 1:
				if plan, ok := answerTo(t, m, move); ok {
					saved, _, err := match.Decide(m, plan, m.Changed.Add(time.Second))
					if err != nil {
						continue
					}
					m = saved
				}
			}
			next, events, err := match.Decide(m, c, m.Changed.Add(time.Second))
			if err != nil {
				continue
			}
			m = next
			switch c := c.(type) {
			case match.Say:
				*want.Of(c.By), *want.Of(c.By.Other()) = "", c.Text
			case match.PlayMove:
				*want.Of(c.By) = ""
			}
			for _, e := range events {
				if e.Kind == match.LinePlayed {
					lines++
				}
			}
			if got := (engine.Both[string]{Red: m.Unanswered(red).Text, Blue: m.Unanswered(blue).Text}); got != want {
				t.Fatalf("after %T at ply %d: new are %+v, want %+v", c, m.Game.Ply(), got, want)
			}
			if again, err := match.Open(match.Seal(m)); err != nil || !cmp.Equal(again, m, sameMatch) {
				t.Fatalf("opened as another: %v", err)
			}
		}
	})
	if lines < 20 && !testing.Short() {
		t.Errorf("%d lines were played", lines)
	}
}

// answerTo draws what who waits saves as his answer to a move, if he can.
func answerTo(t *rapid.T, m match.Match, reply engine.Move) (match.SetLines, bool) {
	mover := m.Game.ToMove()
	next, happened, err := engine.Apply(m.Game, engine.Play(mover, reply))
	if err != nil || next.Outcome() != engine.Undecided {
		return match.SetLines{}, false
	}
	answers := engine.Look(next, mover.Other()).Legal
	if len(answers) == 0 {
		return match.SetLines{}, false
	}
	line := match.Line{{Move: happened.Ply.Move, Result: happened.Ply.Attack.Result}, {Move: rapid.SampledFrom(answers).Draw(t, "answer")}}
	return match.SetLines{By: mover.Other(), Ply: match.AnyPly, Lines: []match.Line{line}}, true
}

// TestGoldenUnread proves that what is stored of a message that is new stays readable: this
// file is never written anew. Nothing else of such a match can be stored.
func TestGoldenUnread(t *testing.T) {
	m := wrote(t)
	image := match.Seal(m)
	file, text := filepath.Join("testdata", "form2", "unread.hex"), hex.EncodeToString(image.Data)+"\n"
	want, err := os.ReadFile(file)
	if *update && errors.Is(err, os.ErrNotExist) {
		want, err = []byte(text), os.WriteFile(file, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != text {
		t.Errorf("Seal writes another image:\n%s", text)
	}
	if image.Data, err = hex.DecodeString(strings.TrimSpace(string(want))); err != nil {
		t.Fatal(err)
	}
	if got, err := match.Open(image); err != nil || !cmp.Equal(got, m, sameMatch) {
		t.Errorf("Open reads another match: %v\n%s", err, cmp.Diff(got, m, sameMatch))
	}
	for name, unread := range map[string]engine.Both[bool]{"Blue's, who was told nothing": {Red: true, Blue: true}, "Blue's alone": {Blue: true}} {
		bad := m
		bad.Unread = unread
		var corrupt *match.CorruptError
		if _, err := match.Open(match.Seal(bad)); !errors.As(err, &corrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	late := after(t, m, match.Say{By: blue, Text: "And this?"})
	late.Unread.Red = true
	if _, err := match.Open(match.Seal(late)); err == nil {
		t.Error("a message that is new by its ply is stored as one that is not")
	}
}
