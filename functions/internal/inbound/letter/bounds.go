package letter

import "bytes"

// bounds fails with *LimitError when reading raw would cost more than a person's
// mail can. It looks at each byte once. Of parts it counts what any reader could
// take for the line between two of them, so that it need not agree with one on
// which they are.
func bounds(raw []byte) error {
	if len(raw) > MaxSize {
		return &LimitError{"bytes", MaxSize}
	}
	fields, delimiters, size := 0, 0, 0
	for header := true; len(raw) > 0; {
		line, rest, _ := bytes.Cut(raw, []byte("\n"))
		if header {
			size += len(line) + 1
			switch {
			case len(bytes.TrimRight(line, "\r")) == 0:
				header = false
			case line[0] != ' ' && line[0] != '\t':
				fields++
			}
		} else if bytes.Contains(line, []byte("--")) {
			delimiters++
		}
		switch {
		case header && size > MaxHeader:
			return &LimitError{"bytes of header", MaxHeader}
		case fields > MaxFields:
			return &LimitError{"fields", MaxFields}
		case delimiters > MaxDelimiters:
			return &LimitError{"delimiters", MaxDelimiters}
		}
		raw = rest
	}
	return nil
}
