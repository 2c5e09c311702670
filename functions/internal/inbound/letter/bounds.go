package letter

import "bytes"

// bounds fails with *LimitError when reading raw would cost more than a person's
// mail can. It looks at each byte a few times at most. Of parts it counts what any
// reader could take for the line between two of them, so that it need not agree
// with one on which they are; what follows such a line may be a header.
func bounds(raw []byte) error {
	fields, delimiters, size := 0, 0, 0
	for first, header := true, true; len(raw) > 0; {
		line, rest, _ := bytes.Cut(raw, []byte("\n"))
		size += len(line) + 1
		switch {
		case len(bytes.TrimRight(line, "\r")) == 0:
			first, header = false, false
		case !first && bytes.Contains(line, []byte("--")):
			delimiters++
			header, fields = true, 0
		case header && named(line):
			fields++
		}
		switch {
		case first && size > MaxHeader:
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

// Head returns the header of a mail with the empty line behind it, or all of raw where
// there is none. It fails with *LimitError as Read would, and is cheap.
func Head(raw []byte) ([]byte, error) {
	size, fields := 0, 0
	for size < len(raw) {
		line, _, _ := bytes.Cut(raw[size:], []byte("\n"))
		size = min(size+len(line)+1, len(raw))
		switch {
		case size > MaxHeader:
			return nil, &LimitError{"bytes of header", MaxHeader}
		case len(bytes.TrimRight(line, "\r")) == 0:
			return raw[:size], nil
		case named(line):
			if fields++; fields > MaxFields {
				return nil, &LimitError{"fields", MaxFields}
			}
		}
	}
	return raw, nil
}

// named reports whether a line begins a field of a header.
func named(line []byte) bool {
	return line[0] != ' ' && line[0] != '\t' && bytes.Contains(line, []byte(":"))
}
