package command

import (
	"regexp"
	"strings"

	"fieldpost/engine"
)

// move reads a line as a move, with a draw offered behind it or not.
func move(line string) Command {
	c := Command{Kind: Move}
	line = ended(line, ".!")
	if rest, offered := cutDraw(line); offered {
		line, c.OfferDraw = ended(rest, ".,;!("), true
	}
	if rest, named := moveWords.cut(line); named {
		line = strings.TrimLeft(rest, ": ")
	}
	line, c.Piece = cutPiece(line)
	line, _ = fromWords.cut(line)
	line = attack(line)
	if listed.MatchString(line) {
		return Command{}
	}
	m, err := engine.ParseMove(line)
	if err != nil {
		return Command{}
	}
	c.Move = m
	return c
}

// listed is a line of the moves in our mails, `e4: e5 f4`: which is meant, or
// whether both are, one behind the other, nobody can tell.
var listed = regexp.MustCompile(`^\S+: *\S+ +[^+\s]`)

// cutDraw drops the offer of a draw at the end of a line.
func cutDraw(line string) (string, bool) {
	line = ended(line, "?)")
	cut := len(line)
	for _, s := range spellings {
		if s.kind != Draw {
			continue
		}
		for word := range s.all {
			if at := len(line) - len(word); at > 0 && at < cut && strings.IndexByte(" ,;(", line[at-1]) >= 0 && key(line[at:]) == key(word) {
				cut = at
			}
		}
	}
	return line[:cut], cut < len(line)
}

// cutPiece drops the name of a piece that stands before a move.
func cutPiece(line string) (string, engine.Rank) {
	for _, longest := range []int{3, 2, 1} { // words of a name
		fields := strings.SplitN(line, " ", longest+1)
		if len(fields) <= longest {
			continue
		}
		if rank := pieces[key(strings.Join(fields[:longest], " "))]; rank != engine.NoRank {
			return fields[longest], rank
		}
	}
	return line, engine.NoRank
}

// attacked is a move as our mails word an attack: `e4 attacks e5`, `e4 attacks
// Scout e5`, `e4 greift e5 an (Aufklärer)`.
var attacked = regexp.MustCompile(`^(\S+) (\S+) (?:(\p{L}+) )?(\S+?)(?: (\p{L}+))?(?: \(([^()]+)\))?$`)

// attack spells a worded attack by squares alone, and leaves any other line.
func attack(line string) string {
	m := attacked.FindStringSubmatch(line)
	if m == nil {
		return line
	}
	from, verb, before, to, after, behind := m[1], m[2], m[3], m[4], m[5], m[6]
	if after != "" {
		verb += " " + after
	}
	for _, target := range []string{before, behind} {
		if target != "" && pieces[key(target)] == engine.NoRank {
			return line
		}
	}
	for word := range attackWords.all {
		if key(verb) == key(word) {
			return from + "x" + to
		}
	}
	return line
}
