package present

import (
	"fmt"
	"strings"
)

// Draw returns the board drawn as text, a line a row, at most 60 columns wide.
func (b Board) Draw() string {
	var t strings.Builder
	files := "     " + strings.Join(b.Files, "    ") + "\n"
	t.WriteString(files)
	for _, row := range b.Rows {
		fmt.Fprintf(&t, "%2s ", row.Label)
		for _, c := range row.Cells {
			left, right := " ", " "
			if c.Last {
				left, right = "[", "]"
			}
			fmt.Fprintf(&t, "%-5s", left+c.Sign()+right)
		}
		fmt.Fprintf(&t, " %2s\n", row.Label)
	}
	t.WriteString(files)
	return t.String()
}
