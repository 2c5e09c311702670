package demo

import (
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"

	"fieldpost/engine"
	"fieldpost/functions/internal/present"
)

var (
	headPattern  = regexp.MustCompile(`<th scope="col">([a-j])</th>`)
	cellPattern  = regexp.MustCompile(`(?s)<td data-at="([a-j])([0-9]+)"([^>]*)>(.*?)</td>`)
	piecePattern = regexp.MustCompile(`class="piece (red|blue)[^"]*"[^>]*><svg><use href="#p-([^"]*)"`)
	blockPattern = regexp.MustCompile(`(?s)<pre id="([a-z-]+)"[^>]*>(.*?)</pre>`)
)

// readBoard returns the board on a page as its reader sees it.
func readBoard(page string) present.Board {
	var b present.Board
	for _, m := range headPattern.FindAllStringSubmatch(page, -1) {
		b.Files = append(b.Files, m[1])
	}
	for _, m := range cellPattern.FindAllStringSubmatch(page, -1) {
		c := present.Cell{Lake: strings.Contains(m[3], "lake"), Last: strings.Contains(m[3], "last")}
		if p := piecePattern.FindStringSubmatch(m[4]); p != nil {
			c.Color, _ = engine.ParseColor(p[1])
			c.Rank, _ = engine.ParseRank(p[2]) // none for a hidden piece
		}
		n := len(b.Rows)
		if n == 0 || b.Rows[n-1].Label != m[2] {
			b.Rows = append(b.Rows, present.Row{Label: m[2]})
			n++
		}
		b.Rows[n-1].Cells = append(b.Rows[n-1].Cells, c)
	}
	return b
}

// readBlock returns the text of the block called id on a page: the record, or a
// setup.
func readBlock(page, id string) string {
	for _, m := range blockPattern.FindAllStringSubmatch(page, -1) {
		if m[1] == id {
			return strings.TrimSpace(html.UnescapeString(m[2]))
		}
	}
	return ""
}

// stageView draws what both players see, side by side.
type stageView struct {
	out    io.Writer
	redraw bool // in place, with colors
	drawn  int  // lines of the last drawing, to be drawn over
}

const boardWidth = 3 + 10*3

func (v *stageView) draw(title string, left, right *player) {
	lines := []string{title, ""}
	a, b := v.lines(left), v.lines(right)
	for i := range max(len(a), len(b)) {
		line := strings.Repeat(" ", boardWidth)
		if i < len(a) {
			line = a[i]
		}
		if i < len(b) {
			line += "      " + b[i]
		}
		lines = append(lines, line)
	}
	text := ""
	if v.redraw && v.drawn > 0 {
		text = fmt.Sprintf("\x1b[%dA", v.drawn)
	}
	v.drawn = len(lines)
	for _, line := range lines {
		if v.redraw {
			line += "\x1b[K"
		}
		text += line + "\n"
	}
	if !v.redraw {
		text += "\n"
	}
	_, _ = io.WriteString(v.out, text)
}

// lines is p's board under his name, each line boardWidth wide to the eye: [5]
// is a red piece and (5) a blue one, [?] one whose rank he does not know.
func (v *stageView) lines(p *player) []string {
	lines := []string{fmt.Sprintf("%-*s", boardWidth, fmt.Sprintf("   %s (%v) sees", p.name, p.color))}
	for _, row := range p.board.Rows {
		var line strings.Builder
		fmt.Fprintf(&line, "%2s ", row.Label)
		for _, c := range row.Cells {
			line.WriteString(v.piece(c))
		}
		lines = append(lines, line.String())
	}
	files := "    " + strings.Join(p.board.Files, "  ")
	return append(lines, fmt.Sprintf("%-*s", boardWidth, files))
}

func (v *stageView) piece(c present.Cell) string {
	text, color := " . ", ""
	switch {
	case c.Color == engine.Red:
		text, color = "["+c.Rank.String()+"]", "31"
	case c.Color == engine.Blue:
		text, color = "("+c.Rank.String()+")", "34"
	case c.Lake:
		text, color = "~~~", "36"
	}
	if !v.redraw || color == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}
