// Package command finds the command in what a person has written: the first line
// that is wholly one, in any of the four languages. It knows neither game nor
// sender, and never guesses: a line that could mean two things is no command.
//
// Source: product.md "By mail".
package command

import (
	"strings"
	"unicode/utf8"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/letter"
)

// Kind is what a command asks for. The zero value is no command.
type Kind int

// The kinds.
const (
	None Kind = iota
	Move
	SetupRows   // place the pieces as Rows say
	SetupPreset // place them as preset number Preset
	SetupRandom // place them by chance
	Say         // tell the other Text
	Resign      // to be asked back
	Draw        // offer one
	Claim       // a draw that the rules give
	Accept      // what the mail that is answered offers
	Decline     // the same
	Abort       // call the game off, before its third ply
	Rematch
	Board // answer with the board
	Moves // with the legal moves
	Record
	Games // with all games
	Help
	Stop         // no more mail
	ResignSurely // without being asked back
	Lines        // to be played if; none: those that are saved are to go
	Vacation     // stop his own clock, From a day or now, Until a day or for Days
	Back         // end that
	Time         // give the other time
)

var kinds = [...]string{
	"none", "move", "setup-rows", "setup-preset", "setup-random", "say", "resign", "draw", "claim", "accept", "decline",
	"abort", "rematch", "board", "moves", "record", "games", "help", "stop", "resign-surely", "lines",
	"vacation", "back", "time",
}

// String returns the word that logs have: "none", "move", "setup-rows", …
func (k Kind) String() string { return kinds[k] }

// Command is one with what belongs to it. The zero value is none.
type Command struct {
	Kind Kind

	// Of Move. Piece is the one that he named, or NoRank: another one on that square
	// means that he had something else in mind.
	Move      engine.Move
	Piece     engine.Rank
	OfferDraw bool

	Rows   string // of SetupRows: as engine.ParseSetup reads them, a line each
	Preset int    // of SetupPreset: 1 to 3
	Text   string // of Say, of one line; may be longer than a message may be

	Lines []match.Line // of Lines: one or more to be saved, or none
	// Of Vacation: its first day, none for now; its last one, or how many there are, or
	// neither.
	From, Until Day
	Days        int
}

// Find returns the first command of lines that is no end of a broken sentence, or none.
func Find(lines []string) Command {
	for i := range lines {
		if c := at(lines[i:]); c.Kind != None && !goesOn(lines, i) {
			return c
		}
	}
	return Command{}
}

// wrapped is how many letters a line has at least that a program has broken.
const wrapped = 50

// goesOn reports whether the line at i is a piece of a sentence that was broken before it:
// "… your invitation is" and "declined." below. It follows a long line that has no end,
// and it ends the sentence, or the next one goes on.
func goesOn(lines []string, i int) bool {
	if i == 0 {
		return false
	}
	before, line := letter.Plain(lines[i-1]), letter.Plain(lines[i])
	if utf8.RuneCountInString(before) < wrapped || strings.ContainsAny(before[len(before)-1:], ".!?:;") {
		return false
	}
	return ended(line, ".!?") != line || i+1 < len(lines) && letter.Plain(lines[i+1]) != ""
}

// at returns the command that the first of lines is, with what the next ones add.
func at(lines []string) Command {
	line := bare(letter.Plain(lines[0]))
	if line == "" {
		return Command{}
	}
	if kind := words[key(ended(line, ".!?"))]; kind != None {
		if strings.HasSuffix(line, "?") && !mayAsk(kind) {
			return Command{}
		}
		return Command{Kind: kind}
	}
	if c := setup(line, lines[1:]); c.Kind != None {
		return c
	}
	if c := say(lines); c.Kind != None {
		return c
	}
	if c := conditions(lines); c.Kind != None {
		return c
	}
	if c := vacation(line); c.Kind != None {
		return c
	}
	return move(line)
}

// mayAsk reports whether a question mark behind the word changes nothing: a draw
// that is asked for is offered, and what only shows does no harm.
func mayAsk(k Kind) bool {
	switch k {
	case Draw, Rematch, Board, Moves, Record, Games, Help:
		return true
	}
	return false
}

// bare is a line without the marks around all of it: those of bold text, quotes and
// brackets that were copied with what they hold.
func bare(line string) string {
	for len(line) > 1 {
		first, last := line[0], line[len(line)-1]
		i := strings.IndexByte("*_`'\"([", first)
		if i < 0 || last != "*_`'\")]"[i] {
			break
		}
		line = strings.TrimSpace(line[1 : len(line)-1])
	}
	return line
}

// ended is a line without the signs at its end.
func ended(line, signs string) string { return strings.TrimRight(line, signs+" ") }
