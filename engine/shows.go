package engine

// Shows reports whether m, which must be legal, shows the viewer's opponent the rank
// of a piece that he does not know, by how far it goes alone: a scout over more than
// one square, a captain by two steps. A move that ends in a fight does not count:
// whoever attacks expects to be named. Source: rules.md 2, "Scout", and 7, "Lightning captain".
func (v *View) Shows(m Move) bool {
	mover := v.At(m.From)
	far := abs(m.To.File()-m.From.File())+abs(m.To.Row()-m.From.Row()) > 1
	return v.Rules.ScoutReveal && far && mover.Color == v.Viewer && !mover.Revealed && v.At(m.To) == (Seen{})
}
