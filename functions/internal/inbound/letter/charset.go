package letter

import (
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

// packed are the charsets whose bytes are not those of ASCII where the text is: the
// MIME reader unpacks them.
var packed = map[string]bool{
	"utf-7": true, "utf-16": true, "utf-16le": true, "utf-16be": true,
	"iso-2022-jp": true, "csiso2022jp": true, "hz-gb-2312": true,
}

// decode returns content as UTF-8. Bytes that are UTF-8 are, whatever the label
// says: of other text that is next to impossible by chance. What is neither UTF-8
// nor of its label is taken for what most programs write that do not know.
func decode(content []byte, label string) string {
	if utf8.Valid(content) {
		return string(content)
	}
	text, err := charset(label).NewDecoder().Bytes(content)
	if err != nil {
		return strings.ToValidUTF8(string(content), "\uFFFD")
	}
	return string(text)
}

// charset is the one that a label names, or windows-1252.
func charset(label string) encoding.Encoding {
	if e, err := htmlindex.Get(label); err == nil {
		if name, err := htmlindex.Name(e); err == nil && name != "utf-8" && name != "replacement" {
			return e
		}
	} else if e, err := ianaindex.IANA.Encoding(label); err == nil && e != nil {
		return e
	}
	return charmap.Windows1252
}

// charsetReader is for the words of a header.
func charsetReader(label string, r io.Reader) (io.Reader, error) {
	return charset(label).NewDecoder().Reader(r), nil
}
