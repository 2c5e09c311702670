package player

import "encoding/binary"

// part is something that few profiles have, at the end of form 3 of the binary form.
// Each has a row in parts.
type part struct {
	tag  byte                    // from 1; stored: it never changes, nor is it given anew
	put  func(Profile) []byte    // nothing if the profile has none of it; under 64 KiB
	take func(*reader, *Profile) // reads what put made, and fails where put makes something else of it
}

// parts are all there are, in the order of their tags, in which they are written.
var parts = []part{
	{tag: 1, put: putPrefs, take: takePrefs},
	{tag: 2, put: putDigest, take: takeDigest},
	{tag: 3, put: putWebhook, take: takeWebhook},
	{tag: 4, put: putChanges, take: takeChanges},
	{tag: 5, put: putRetention, take: takeRetention},
	{tag: 6, put: putCame, take: takeCame},
}

// encodeParts returns the parts of p: none for most profiles.
func encodeParts(p Profile) []byte {
	var b []byte
	for _, part := range parts {
		if content := part.put(p); len(content) > 0 {
			b = binary.BigEndian.AppendUint16(append(b, part.tag), uint16(len(content)))
			b = append(b, content...)
		}
	}
	return b
}

// takeParts reads all that is left into p.
func (r *reader) takeParts(p *Profile) {
	if len(r.data) == 0 {
		r.fail("no parts")
	}
	for _, part := range parts {
		if len(r.data) == 0 || r.data[0] != part.tag {
			continue
		}
		r.byte()
		n := r.raw(2)
		if n == nil {
			return
		}
		content := reader{data: r.raw(int(binary.BigEndian.Uint16(n))), err: r.err}
		part.take(&content, p)
		if len(content.data) > 0 {
			content.fail("bytes left over in a part")
		}
		r.err = content.err
	}
}
