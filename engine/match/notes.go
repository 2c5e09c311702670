package match

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"fieldpost/engine"
)

// Notes are what a player keeps for himself in a match whose game has begun: a text,
// and which rank he supposes a piece of the opponent to have. They are no part of the
// match: no command, no version, no event, no mail comes of them, and nobody else ever
// sees them. They may be changed as long as the match is kept, when it is over too. The
// zero value is none.
//
// Source: product.md "Correspondence life", architecture.md "Table".
type Notes struct {
	Text string // at most MostNotesLetters; see CheckNotes

	// Guessed has the supposed ranks by the pieces, which are followed as they move. It
	// is never changed: Guess makes a new one.
	Guessed map[engine.Origin]engine.Rank
}

// MostNotesLetters is how many characters the text of Notes has at most.
const MostNotesLetters = 2000

// mostGuesses is how many pieces the opponent can have on the board.
const mostGuesses = 40

// Guess is the rank that a player supposes the piece on a square to have; NoRank is
// that he supposes nothing any more.
type Guess struct {
	At   engine.Square
	Rank engine.Rank
}

// GuessError says that a guess cannot be taken. It names no rank, which would tell what
// a player thinks.
type GuessError struct {
	At      engine.Square
	NotHere bool // no piece of this army has the rank; else no piece of the opponent whose rank is unknown stands there
}

func (e *GuessError) Error() string {
	if e.NotHere {
		return fmt.Sprintf("no piece of this army has the rank that is guessed at %q", e.At)
	}
	return fmt.Sprintf("there is nothing to guess at %q", e.At)
}

// TakesNotes fails with *StateError while the players may keep no notes in the match.
func (m Match) TakesNotes() error {
	if !m.Begun() {
		return &StateError{"take notes", m.State}
	}
	return nil
}

// CheckNotes says what is wrong with the text of Notes, or NoProblem. It is a message
// (CheckMessage) of at most 2,000 characters.
func CheckNotes(text string) Problem {
	switch p := CheckMessage(text); {
	case p != NoProblem && p != MessageTooLong:
		return p
	case utf8.RuneCountInString(text) > MostNotesLetters:
		return NotesTooLong
	}
	return NoProblem
}

// Write returns n with another text, with spaces and empty lines around it dropped.
// It fails with *InputError, which does not quote the text.
func (n Notes) Write(text string) (Notes, error) {
	text = tidy(text)
	if p := CheckNotes(text); p != NoProblem {
		return n, &InputError{Field: "text", Problem: p}
	}
	n.Text = text
	return n, nil
}

// Guess returns n with other guesses of pieces of the opponent whose rank v, the
// player's view, does not show. Their squares are those after ply plies: what has moved
// since is meant where it stands now. Of two guesses of one piece the last counts.
//
// It fails with ErrStale for a ply that v has not reached, and with *GuessError for a
// piece that is captured or known by now, or none at all. Then it takes none of them.
// Guesses of pieces that are no more on the board are dropped.
func (n Notes) Guess(v *engine.View, ply int, guesses ...Guess) (Notes, error) {
	if ply < 0 || ply > len(v.Record) {
		return n, ErrStale
	}
	kept := map[engine.Origin]engine.Rank{}
	hidden := map[engine.Origin]bool{}
	for _, p := range v.Pieces {
		if !theirs(v, p) {
			continue
		}
		o := engine.OriginOf(v.Record, p.Square)
		hidden[o] = p.Rank == engine.NoRank
		if r, ok := n.Guessed[o]; ok {
			kept[o] = r
		}
	}
	for _, g := range guesses {
		o := engine.OriginOf(v.Record[:ply], g.At)
		switch {
		case !hidden[o]:
			return n, &GuessError{At: g.At}
		case g.Rank == engine.NoRank:
			delete(kept, o)
		case int(g.Rank) >= len(v.Rules.Troops) || v.Rules.Troops[g.Rank] == 0:
			return n, &GuessError{At: g.At, NotHere: true}
		default:
			kept[o] = g.Rank
		}
	}
	if n.Guessed = kept; len(kept) == 0 {
		n.Guessed = nil
	}
	return n, nil
}

// Guesses returns what the player supposes of the pieces of v, his view, that it hides
// from him, by square. A captured or known piece has no guess any more.
func (n Notes) Guesses(v *engine.View) []Guess {
	var list []Guess
	if len(n.Guessed) == 0 {
		return nil
	}
	for _, at := range Unknown(v) {
		if r := n.Guessed[engine.OriginOf(v.Record, at)]; r != engine.NoRank {
			list = append(list, Guess{at, r})
		}
	}
	return list
}

// Unknown returns where the pieces stand of which the viewer of v may guess: the
// opponent's that v hides from him, by square.
func Unknown(v *engine.View) []engine.Square {
	var list []engine.Square
	for _, p := range v.Pieces {
		if theirs(v, p) && p.Rank == engine.NoRank {
			list = append(list, p.Square)
		}
	}
	return list
}

func theirs(v *engine.View, p engine.Seen) bool {
	return v.Viewer != engine.NoColor && p.Color != v.Viewer
}

// Empty reports whether there is nothing to keep.
func (n Notes) Empty() bool { return n.Text == "" && len(n.Guessed) == 0 }

// String tells nothing of what the player thinks.
func (n Notes) String() string { return "notes" }

// The binary form of notes, version 1, written like a match (codec.go).
//
//	form     byte    1
//	text     text
//	guesses  number, then each, by ply and square: byte square, number ply, byte rank
const notesForm = 1

// SealNotes returns the binary form of n, which must come from Write, Guess or
// OpenNotes. Equal notes have equal forms.
func SealNotes(n Notes) []byte {
	w := writer{make([]byte, 0, 16+len(n.Text)+4*len(n.Guessed))}
	w.byte(notesForm)
	w.text(n.Text)
	w.number(uint64(len(n.Guessed)))
	for _, o := range slices.SortedFunc(maps.Keys(n.Guessed), func(a, b engine.Origin) int {
		return cmp.Or(cmp.Compare(a.Ply, b.Ply), cmp.Compare(a.Square, b.Square))
	}) {
		w.byte(byte(o.Square))
		w.number(uint64(o.Ply))
		w.byte(byte(n.Guessed[o]))
	}
	return w.data
}

// OpenNotes reads what SealNotes wrote, and refuses everything else: it fails with
// *CorruptError, or with *VersionError when a newer program wrote it. It never panics.
func OpenNotes(data []byte) (Notes, error) {
	switch {
	case len(data) == 0:
		return Notes{}, &CorruptError{"empty"}
	case data[0] > notesForm:
		return Notes{}, &VersionError{int(data[0])}
	case data[0] != notesForm:
		return Notes{}, &CorruptError{"no such form"}
	}
	r := reader{data: data[1:]}
	n := Notes{Text: r.text()}
	for range r.below(mostGuesses + 1) {
		if n.Guessed == nil {
			n.Guessed = map[engine.Origin]engine.Rank{}
		}
		at, ply, rank := engine.Square(r.byte()), int(r.below(1<<31)), engine.Rank(r.byte())
		if at == 0 || at > engine.At(10, 10) || rank == engine.NoRank || rank > engine.Flag {
			r.fail("no such guess")
			break
		}
		n.Guessed[engine.Origin{Square: at, Ply: ply}] = rank
	}
	if len(r.data) > 0 {
		r.fail("bytes left over")
	}
	if r.err != nil {
		return Notes{}, r.err
	}
	if CheckNotes(n.Text) != NoProblem || tidy(n.Text) != n.Text {
		return Notes{}, &CorruptError{"no such text"}
	}
	if !bytes.Equal(SealNotes(n), data) {
		return Notes{}, &CorruptError{"not canonical"}
	}
	return n, nil
}
