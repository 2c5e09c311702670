package match

// part is something that few matches have, at the end of form 2 of the binary form.
// Each has a file of its own, and a row in parts.
type part struct {
	tag  byte                  // from 1; stored: it never changes, nor is it given anew
	put  func(*writer, Match)  // writes nothing if the match has none of it
	take func(*reader, *Match) // reads what put wrote
}

// parts are all there are, in the order of their tags, in which they are written.
var parts = []part{
	{tag: 1, put: putReminded, take: takeReminded},
	{tag: 2, put: putVacations, take: takeVacations},
	{tag: 3, put: putClocks, take: takeClocks},
	{tag: 4, put: putAsked, take: takeAsked},
	{tag: 5, put: putTalk, take: takeTalk},
	{tag: 6, put: putMutes, take: takeMutes},
	{tag: 7, put: putPlans, take: takePlans},
	{tag: 8, put: putForgotten, take: takeForgotten},
	{tag: 9, put: putUnread, take: takeUnread},
	{tag: 40, put: putClosed, take: takeClosed},
}

// encodeParts returns the parts of m: none for most matches.
func encodeParts(m Match) []byte {
	var w writer
	for _, p := range parts {
		var content writer
		if p.put(&content, m); len(content.data) > 0 {
			w.byte(p.tag)
			w.text(string(content.data))
		}
	}
	return w.data
}

// takeParts reads all that is left into m.
func (r *reader) takeParts(m *Match) {
	for _, p := range parts {
		if len(r.data) == 0 || r.data[0] != p.tag {
			continue
		}
		r.byte()
		content := reader{data: []byte(r.text()), err: r.err}
		p.take(&content, m)
		if len(content.data) > 0 {
			content.fail("bytes left over in a part")
		}
		r.err = content.err
	}
}
