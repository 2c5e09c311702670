package words

import "fieldpost/engine"

// RankNames returns the name of r in every language that has a file, whether or
// not the rest of its messages is written yet: by "en", "fr", "de" and "nl".
func (c *Catalog) RankNames(r engine.Rank) map[string]string {
	names := make(map[string]string, len(c.begun))
	for _, w := range c.begun {
		names[w.lang] = w.Rank(r)
	}
	return names
}
