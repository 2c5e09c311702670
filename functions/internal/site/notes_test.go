package site

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// notebook keeps notes in memory.
type notebook struct {
	mu    sync.Mutex
	notes map[match.ID]map[engine.Color]match.Notes
	saves int
	down  bool
}

// errNotes is what no log and no page may show more of than that it happened.
var errNotes = errors.New("disk full")

func (n *notebook) LoadNotes(_ context.Context, id match.ID, seat engine.Color) (match.Notes, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down {
		return match.Notes{}, errNotes
	}
	return n.notes[id][seat], nil
}

func (n *notebook) SaveNotes(_ context.Context, id match.ID, seat engine.Color, notes match.Notes) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down {
		return errNotes
	}
	if n.notes == nil {
		n.notes = map[match.ID]map[engine.Color]match.Notes{}
	}
	if n.notes[id] == nil {
		n.notes[id] = map[engine.Color]match.Notes{}
	}
	n.notes[id][seat] = notes
	n.saves++
	return nil
}

// noteForm is the form of the notes with the tick.
func noteForm(pairs ...string) map[string][]string {
	return form(append([]string{"do", "notes", "sure", "1"}, pairs...)...)
}

// What a player notes must be there when he comes back, for him alone, and change
// nothing of the match.
func TestNotesAreKept(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at, ann := w.to(m, engine.Red, link.Board), w.browser()
	status, page := ann.get(at)
	want(t, status, page, 200, "Notes and guesses, for you alone", `<details class="notes" id="notes">`, "!data-unsaved")
	saves := w.games.saves
	status, page = ann.post(at, noteForm("note", "save", "notes", "The 10 is\r\non the <left>"))
	want(t, status, page, 200, "Your notes are saved.", `<details class="notes" id="notes" open>`, "!Not saved yet.")
	if !strings.Contains(page, ">\nThe 10 is\non the &lt;left&gt;</textarea>") && !strings.Contains(page, ">\nThe 10 is\r\non the &lt;left&gt;</textarea>") {
		t.Errorf("the field holds another text: %s", main(page))
	}
	_, page = ann.get(at)
	want(t, 200, page, 200, "The 10 is\non the <left></textarea>", "!Your notes are saved.")
	if _, page := w.browser().get(w.to(m, engine.Blue, link.Board)); strings.Contains(page, "The 10 is") {
		t.Error("Bob reads Ann's notes")
	}
	for _, p := range []link.Purpose{link.Confirm, link.Join} {
		if _, page := w.browser().get(w.to(m, engine.Red, p)); strings.Contains(page, "The 10 is") {
			t.Errorf("a link of %v shows them", p)
		}
	}
	if w.games.saves != saves || w.stored(m).Version != m.Version {
		t.Error("the match has changed")
	}
	if strings.Contains(w.log.String(), "left") || strings.Contains(w.log.String(), "notes") {
		t.Errorf("the log tells of them: %s", w.log)
	}

	m = w.finish(m)
	_, page = ann.get(at)
	want(t, 200, page, 200, "The 10 is\non the <left></textarea>", "!Your guesses")
	status, page = ann.post(at, noteForm("note", "save", "notes", "won!"))
	want(t, status, page, 200, "Your notes are saved.")
	if got := w.notebook.notes[m.ID][engine.Red].Text; got != "won!" {
		t.Errorf("%q is kept", got)
	}
}

// A press that comes to nothing must leave what was typed where it was.
func TestNotesLoseNothing(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	at, ann := w.to(m, engine.Red, link.Board), w.browser()
	status, page := ann.post(at, form("do", "notes", "note", "save", "notes", "typed"))
	want(t, status, page, 200, "press Save notes again", "typed</textarea>", "data-unsaved", "Not saved yet.")
	status, page = ann.post(at, form("do", "notes", "note", "guess", "notes", "typed", "at", "a7", "rank", "3", "ply", "0"))
	want(t, status, page, 200, "press Save guess again", "typed</textarea>")
	if w.notebook.saves > 0 {
		t.Error("something was saved without the tick")
	}
	for _, c := range []struct {
		name   string
		form   map[string][]string
		status int
		says   []string
	}{
		{"too long", noteForm("note", "save", "notes", strings.Repeat("ab", 1001)), 400, []string{"longer than 2000 characters", "still stands here", strings.Repeat("ab", 1001) + "</textarea>", `aria-invalid="true"`}},
		{"a bell", noteForm("note", "save", "notes", "typed\x07"), 400, []string{"typed\x07</textarea>", "still stands here"}},
		{"no piece chosen", noteForm("note", "guess", "notes", "typed", "rank", "3", "ply", "0"), 400, []string{"first choose a piece and a rank", "typed</textarea>", `<option value="3" selected>`}},
		{"a captured piece", noteForm("note", "guess", "notes", "typed", "at", "a6", "rank", "3", "ply", "0"), 422, []string{"a6: No hidden piece", "typed</textarea>"}},
		{"another army's rank", noteForm("note", "guess", "notes", "typed", "at", "a7", "rank", "8", "ply", "0"), 422, []string{"No piece of this army", "typed</textarea>", `<option selected>a7</option>`}},
		{"no button", noteForm("note", "other", "notes", "typed"), 400, []string{"no such button", "typed</textarea>"}},
		{"no ply", noteForm("note", "guess", "notes", "typed", "at", "a7", "rank", "3"), 400, []string{"no such button", "typed</textarea>"}},
		{"a ply to come", noteForm("note", "guess", "notes", "typed", "at", "a7", "rank", "3", "ply", "7"), 409, []string{"typed</textarea>"}},
	} {
		status, page := ann.post(at, c.form)
		if status != c.status {
			t.Errorf("%s: status %d", c.name, status)
		}
		want(t, status, page, c.status, append(c.says, "data-unsaved", "!is saved")...)
	}
	if w.notebook.saves > 0 {
		t.Error("something was saved")
	}
	// Another button saves what is its own, and no text.
	status, page = ann.post(at, noteForm("note", "guess", "notes", "typed", "at", "a7", "rank", "3", "ply", "0"))
	want(t, status, page, 200, "Your guess is saved: Miner.", "typed</textarea>", "data-unsaved", "Not saved yet.")
	if n := w.notebook.notes[m.ID][engine.Red]; n.Text != "" || len(n.Guessed) != 1 {
		t.Errorf("%q and %d guesses are kept", n.Text, len(n.Guessed))
	}

	w.notebook.down = true
	status, page = ann.post(at, noteForm("note", "save", "notes", "typed"))
	want(t, status, page, 500, "could not be saved", "typed</textarea>", "data-unsaved")
	status, page = ann.get(at)
	want(t, status, page, 200, "They are kept", `class="board"`, "!typed")
	if log := w.log.String(); strings.Contains(log, "typed") || !strings.Contains(log, errNotes.Error()) {
		t.Errorf("the log: %s", log)
	}
}

// Notes are of a game: before it there is nothing to note, and a press says so.
func TestNotesBeforeTheGame(t *testing.T) {
	w := newWorld(t)
	m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue})
	at := w.to(m, engine.Red, link.Board)
	status, page := w.browser().get(at)
	want(t, status, page, 200, `!id="notes"`)
	status, page = w.browser().post(at, noteForm("note", "save", "notes", "typed"))
	want(t, status, page, 409, "has not come that far")
	if w.notebook.saves > 0 {
		t.Error("something was saved")
	}
}

// A page stays under 100 kB with all that can be noted.
func TestNotesWeigh(t *testing.T) {
	w := newWorld(t)
	m := w.long(500)
	at, ann := w.to(m, engine.Red, link.Board), w.browser()
	view := m.View(engine.Red)
	ann.post(at, noteForm("note", "save", "notes", strings.Repeat("é", match.MostNotesLetters)))
	list := []match.Guess{}
	for _, at := range match.Unknown(&view) {
		list = append(list, match.Guess{At: at, Rank: engine.Bomb})
	}
	n, err := w.notebook.notes[m.ID][engine.Red].Guess(&view, view.Ply, list...)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d guesses, %v", len(list), err)
	}
	w.notebook.notes[m.ID][engine.Red] = n
	status, page := ann.get(at)
	total := len(page)
	for _, name := range []string{"once.js", "board.js", "replay.js", "notes.js", "guess.js"} {
		total += len(mustRead("scripts/" + name))
	}
	if status != 200 || strings.Count(page, `name="forget"`) != len(list) || total >= 100_000 {
		t.Errorf("status %d, %d bytes with scripts, %d guesses", status, total, len(list))
	}
}
