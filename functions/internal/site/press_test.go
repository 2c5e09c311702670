package site

import (
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/infra/link"
)

// What was pressed in one part of the board's page takes no other part from it: without
// that, who saves a line could neither note anything nor go on vacation before he came anew.
func TestPressesKeepEveryPart(t *testing.T) {
	parts := []string{"Messages with Bob", "Notes and guesses", "If … then …", "Time and vacation", "Offer a draw"}
	w := newWorld(t)
	at, ann := w.to(w.play(w.playing(), "e4-e5"), engine.Red, link.Board), w.browser()
	for _, c := range []struct {
		press  []string
		status int
		says   string
	}{
		{[]string{"do", "say", "text", "Hello"}, 200, "Your message to Bob is sent"},
		{[]string{"do", "say", "text", strings.Repeat("x", 501)}, 400, "Your message is not sent"},
		{[]string{"do", "mute"}, 200, "Bob is muted"},
		{[]string{"do", "unmute"}, 200, "You hear Bob again"},
		{[]string{"do", "notes", "note", "save", "notes", "A plan"}, 200, "Your notes are saved"},
		{[]string{"do", "notes", "note", "guess", "at", "j7", "rank", "9", "ply", "1"}, 200, "General"},
		{[]string{"do", "notes", "note", "guess"}, 400, "first choose a piece"},
		{[]string{"do", "add-line", "ply", "1", "line", "if j7-j6 then e5-e6"}, 200, "Saved."},
		{[]string{"do", "add-line", "ply", "1", "line", "if only"}, 422, "could not be read"},
		{[]string{"do", "add-line", "ply", "1", "line", "if j7-j6 then e5-e7"}, 422, "You could not answer"},
		{[]string{"do", "remove-line", "ply", "1", "line", "if j7-j6 then e5-e6"}, 200, "Removed."},
		{[]string{"do", "remove-line", "ply", "1", "line", "if j7-j6 then e5-e6"}, 200, "removed already"},
		{[]string{"do", "vacation", "days", "0"}, 422, "whole days"},
		{[]string{"do", "vacation", "days", "3"}, 200, "Your vacation is taken"},
		{[]string{"do", "back"}, 200, "You are back"},
		{[]string{"do", "give-time", "ply", "1", "given", "0"}, 200, "3 days more"},
	} {
		status, page := ann.post(at, form(append([]string{"sure", "1"}, c.press...)...))
		want(t, status, page, c.status, append([]string{c.says}, parts...)...)
	}
}
