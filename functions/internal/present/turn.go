package present

import "slices"

var opposite = map[Heading]Heading{Up: Down, Down: Up, Left: Right, Right: Left}

// Turned returns b as it is seen from the other side.
func (b Board) Turned() Board {
	t := Board{Files: slices.Clone(b.Files), Rows: make([]Row, len(b.Rows))}
	slices.Reverse(t.Files)
	for i, row := range b.Rows {
		cells := slices.Clone(row.Cells)
		slices.Reverse(cells)
		for j := range cells {
			cells[j].Heading = opposite[cells[j].Heading]
		}
		t.Rows[len(b.Rows)-1-i] = Row{row.Label, cells}
	}
	return t
}
