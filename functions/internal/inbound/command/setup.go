package command

import (
	"strings"

	"fieldpost/functions/internal/inbound/letter"
)

// maxRows is how many lines of rows are read: more than any board has, so that too
// many are noticed.
const maxRows = 12

// setup reads a line as the beginning of a setup, and its rows from there and from
// the next lines.
func setup(line string, next []string) Command {
	rest, found := setupWords.cut(line)
	if !found {
		return Command{}
	}
	rest = strings.TrimLeft(rest, ": ")
	below := rows(next)
	how := key(ended(rest, ".!"))
	for word := range randomWords.all {
		if how == key(word) {
			return Command{Kind: SetupRandom}
		}
	}
	switch {
	case rest == "" && len(below) > 0:
		return Command{Kind: SetupRows, Rows: strings.Join(below, "\n")}
	case len(how) == 1 && "1" <= how && how <= "3":
		if len(below) > 0 { // the spy, or a scout, before the rest of his row?
			return Command{}
		}
		return Command{Kind: SetupPreset, Preset: int(how[0] - '0')}
	case row(rest):
		return Command{Kind: SetupRows, Rows: strings.Join(append([]string{rest}, below...), "\n")}
	}
	return Command{}
}

// rows are the rows at the beginning of lines, empty ones left out.
func rows(lines []string) []string {
	var all []string
	for _, line := range lines {
		line = letter.Plain(line)
		switch {
		case line == "":
		case !row(line) || len(all) == maxRows:
			return all
		default:
			all = append(all, line)
		}
	}
	return all
}

// row reports whether a line is of nothing but the signs of a setup (rules.md 11).
func row(line string) bool {
	return line != "" && strings.Trim(strings.ToUpper(line), "FBSMX0123456789.…/ ") == ""
}
