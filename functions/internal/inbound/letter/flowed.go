package letter

import "strings"

// unflow joins the lines of a text with format=flowed (RFC 3676): one that ends
// with a space goes on in the next of the same quote. With delSp that space is not
// of the text.
func unflow(text string, delSp bool) string {
	var out strings.Builder
	open, depth := false, 0
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, "\r")
		bare := strings.TrimLeft(line, ">")
		quotes := len(line) - len(bare)
		bare = strings.TrimPrefix(bare, " ") // stuffed
		signature := bare == "-- "
		if open && (quotes != depth || signature) {
			out.WriteByte('\n')
			open = false
		}
		if !open {
			out.WriteString(line[:quotes])
			if quotes > 0 {
				out.WriteByte(' ')
			}
		}
		open, depth = strings.HasSuffix(bare, " ") && !signature, quotes
		if open && delSp {
			bare = bare[:len(bare)-1]
		}
		out.WriteString(bare)
		if !open {
			out.WriteByte('\n')
		}
	}
	return out.String()
}
