package site

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// Notes keeps what a player writes for himself. Nothing of it comes to anybody else,
// to a mail, a log or a tag, and no match changes by it.
type Notes interface {
	// LoadNotes returns the notes last saved of a seat; the zero ones if there are none.
	LoadNotes(ctx context.Context, id match.ID, seat engine.Color) (match.Notes, error)
	// SaveNotes stores n in place of whatever is stored. After an error it may be
	// stored or not.
	SaveNotes(ctx context.Context, id match.ID, seat engine.Color, n match.Notes) error
}

// notesForm is what a player keeps for himself, on the page of his board. One form holds
// it all, so that a press of any of its buttons brings along what was typed.
type notesForm struct {
	Open    bool   // the player has just worked on it
	Lost    string // that nothing could be read; then there is no form
	Said    string // what the last press has done
	Bad     bool   // or that it has done nothing
	Text    string
	Most    int // characters of the text
	Unsaved bool
	Fault   string // what is wrong with the text
	Tick    string
	Guesses guessForm
}

// noting puts the visitor's notes on the page of his board as it stands now.
func (v *visit) noting(p page) page {
	if v.match.TakesNotes() != nil {
		return p
	}
	n, err := v.Notes.LoadNotes(v.r.Context(), v.link.Game, v.link.Seat)
	if err != nil {
		v.Log.Warn("notes not read", "game", v.link.Game, "err", err)
		p.Notes = &notesForm{Lost: v.words.T("notes.lost")}
		return p
	}
	p = v.noted(p, n)
	if v.missed && p.Notes.Open {
		p.Notes.Bad, p.Notes.Said = true, v.words.T("page.press.missed", words.Args{"Button": v.notesButton(p.Notes)})
	}
	return p
}

// noted puts n on p. What the visitor has just typed stays as he typed it.
func (v *visit) noted(p page, n match.Notes) page {
	view := v.view()
	f := &notesForm{Text: n.Text, Most: match.MostNotesLetters, Guesses: v.guessForm(&view, n)}
	f.Open = v.asks("notes")
	if f.Open && v.r.PostForm.Has("notes") {
		f.Text = v.form("notes")
		typed, err := n.Write(f.Text)
		f.Unsaved = err != nil || typed.Text != n.Text
	}
	if !v.marked {
		f.Tick = v.words.T("page.press.tick", words.Args{"Name": v.name()})
	}
	p.Notes = f
	p.Scripts = append(p.Scripts, "notes.js")
	if len(f.Guesses.Pieces) > 0 {
		p.Scripts = append(p.Scripts, "guess.js")
	}
	v.drawGuesses(p.Board, &view, n)
	return p
}

// note is a press on a button of the notes.
func (v *visit) note(b boardPage) answer {
	w := v.words
	if err := v.match.TakesNotes(); err != nil {
		a := v.toldOnBoard(b, true, w.T("api.not_begun"))
		a.status = statusOf(err)
		return a
	}
	kept, err := v.Notes.LoadNotes(v.r.Context(), v.link.Game, v.link.Seat)
	if err != nil {
		return v.notNoted(kept, err)
	}
	n, said, err := v.rewritten(kept)
	if err == nil {
		err = v.saveNotes(n)
	}
	switch {
	case errors.Is(err, link.ErrBad):
		return v.wrong(err)
	case err != nil:
		return v.notNoted(kept, err)
	}
	p := v.resting(v.mailing(v.noted(v.now(), n)))
	p.Notes.Said = said
	return ok(p)
}

// saveNotes keeps n. It fails with link.ErrBad, and leaves nothing, if the visitor had
// himself forgotten meanwhile.
func (v *visit) saveNotes(n match.Notes) error {
	ctx := v.r.Context()
	if err := v.Notes.SaveNotes(ctx, v.link.Game, v.link.Seat, n); err != nil {
		return err
	}
	m, err := v.Games.Reload(ctx, v.link.Game)
	if err != nil || !m.Seat(v.link.Seat).Forgotten {
		return err
	}
	return cmp.Or(v.Notes.SaveNotes(ctx, v.link.Game, v.link.Seat, match.Notes{}), link.ErrBad)
}

// rewritten is n with what the form does to it, and what to say of that.
func (v *visit) rewritten(n match.Notes) (_ match.Notes, said string, err error) {
	w := v.words
	if v.form("note") == "save" {
		n, err = n.Write(v.form("notes"))
		return n, w.T("notes.saved"), err
	}
	g, ply, err := v.guess()
	if err != nil {
		return n, "", err
	}
	view := v.view()
	n, err = n.Guess(&view, ply, g)
	if g.Rank == engine.NoRank {
		return n, w.T("notes.forgotten"), err
	}
	return n, w.T("notes.guessed", words.Args{"Rank": w.Rank(g.Rank)}), err
}

// notNoted is the page after a press that has changed nothing, with all that was typed.
func (v *visit) notNoted(kept match.Notes, err error) answer {
	w, status := v.words, statusOf(err)
	if status == http.StatusInternalServerError {
		v.Log.Error("request failed", "game", v.link.Game, "seat", v.link.Seat, "err", err)
	}
	p := v.resting(v.mailing(v.noted(v.now(), kept)))
	f := p.Notes
	f.Bad, f.Guesses = true, v.chosenGuess(f.Guesses)
	input, wrongText := errors.AsType[*match.InputError](err)
	switch {
	case wrongText:
		f.Fault = strings.Join([]string{w.Problem(input.Problem), w.T("notes.kept")}, " ")
	case errors.Is(err, errNoGuess):
		f.Said = w.T("notes.choose")
	case status == http.StatusInternalServerError:
		f.Said = w.T("notes.failed")
	default:
		f.Said = detail(w, err)
	}
	return answer{status, p}
}

// notesButton is what the pressed button of the notes says.
func (v *visit) notesButton(f *notesForm) string {
	for _, o := range f.Guesses.List {
		if o.Value == v.form("forget") {
			return o.Text
		}
	}
	if v.form("note") == "guess" {
		return v.words.T("notes.guess")
	}
	return v.words.T("notes.save")
}
