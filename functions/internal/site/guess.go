package site

import (
	"errors"
	"slices"
	"strconv"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/words"
)

// A guess is drawn on the board that stands now, on the page of its player alone:
// earlier boards show what was known, not what is thought today.

// guessForm is which rank a player supposes which piece to have, and the choices of one
// more guess.
type guessForm struct {
	Ply    int         // whose squares it names
	List   []option    // what is supposed, each a button that lets go of it
	Signs  []pieceSign // how these ranks are drawn
	Pieces []option    // the squares of those that can be guessed; none when all are known
	Ranks  []option    // of the army
}

// errNoGuess is a guess without a piece or without a rank.
var errNoGuess = errors.New("no piece or no rank is chosen")

// guessForm returns the guesses of n, and what else of view can be guessed.
func (v *visit) guessForm(view *engine.View, n match.Notes) guessForm {
	w := v.words
	f := guessForm{Ply: view.Ply}
	for _, g := range n.Guesses(view) {
		at := g.At.String()
		f.List = append(f.List, option{Value: at, Text: w.T("pieces.at", words.Args{"Square": at, "Rank": w.Rank(g.Rank)})})
		sign := pieceSign{"g-" + g.Rank.String(), w.Sign(g.Rank) + "?"}
		if !slices.Contains(f.Signs, sign) {
			f.Signs = append(f.Signs, sign)
		}
	}
	unknown := match.Unknown(view)
	if len(unknown) == 0 {
		return f
	}
	for _, at := range unknown {
		f.Pieces = append(f.Pieces, option{Value: at.String()})
	}
	for _, r := range engine.Ranks {
		if view.Rules.Troops[r] == 0 {
			continue
		}
		f.Ranks = append(f.Ranks, option{
			Value: r.String(), Text: w.T("legend.rank", words.Args{"Sign": w.Sign(r), "Rank": w.Rank(r)}),
		})
	}
	return f
}

// chosenGuess is f with the choices that the visitor has made.
func (v *visit) chosenGuess(f guessForm) guessForm {
	for _, c := range []struct {
		field string
		list  []option
	}{{"at", f.Pieces}, {"rank", f.Ranks}} {
		for i := range c.list {
			c.list[i].Chosen = c.list[i].Value == v.form(c.field)
		}
	}
	return f
}

// guess is what the form supposes, and the ply whose squares it names.
func (v *visit) guess() (g match.Guess, ply int, err error) {
	at, rank := v.form("at"), v.form("rank")
	if forget := v.form("forget"); forget != "" {
		at, rank = forget, ""
	} else if v.form("note") != "guess" {
		return g, 0, errOtherForm
	} else if at == "" || rank == "" {
		return g, 0, errNoGuess
	}
	if ply, err = strconv.Atoi(v.form("ply")); err != nil {
		return g, 0, errOtherForm
	}
	return readGuess(at, rank, ply)
}

// readGuess reads a square and a rank, "" for none.
func readGuess(at, rank string, ply int) (g match.Guess, _ int, err error) {
	if g.At, err = engine.ParseSquare(at); err != nil {
		return g, 0, malformed(&requestError{noSquare, "square", at})
	}
	if rank == "" {
		return g, ply, nil
	}
	if g.Rank, err = engine.ParseRank(rank); err != nil {
		return g, 0, malformed(&requestError{noPiece, "rank", rank})
	}
	return g, ply, nil
}

// drawGuesses marks the guesses of n on the board of view.
func (v *visit) drawGuesses(b *board, view *engine.View, n match.Notes) {
	guesses := n.Guesses(view)
	if b == nil || len(guesses) == 0 {
		return
	}
	w := v.words
	for _, g := range guesses {
		c := b.at(g.At)
		c.Piece.Art = append(c.Piece.Art, "g-"+g.Rank.String())
		c.Say = w.T("notes.cell", words.Args{"Cell": c.Say, "Rank": w.Rank(g.Rank)})
	}
	b.Key = append(b.Key, w.T("notes.key"))
}
