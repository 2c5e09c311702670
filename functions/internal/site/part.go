package site

// part is a part of a text to read, like the rules, under a heading of its own.
type part struct {
	ID, Title string
	Text      []string // paragraphs
	Drawn     []diagram
	List      []string
	Table     *table
	Plain     string // keeps its lines
}

// table has a heading for each column, and in each row for its first cell.
type table struct {
	Title string
	Head  []string
	Rows  [][]string
}
