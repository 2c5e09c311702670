package words

import (
	"testing"

	"fieldpost/engine"
)

// Without it a rank would have one name in the API and another in the mails, or
// none in a language.
func TestRankNamesInFourLanguages(t *testing.T) {
	c, _ := english(t)
	for _, r := range engine.Ranks {
		names := RankNames(r)
		for _, lang := range []string{"en", "fr", "de", "nl"} {
			if names[lang] == "" {
				t.Errorf("%v has no name in %s", r, lang)
			}
		}
		for _, lang := range c.Languages() {
			if name := c.For(lang).Rank(r); names[lang] != "" && names[lang] != name {
				t.Errorf("%v is %q, and in the messages of %s %q", r, names[lang], lang, name)
			}
		}
	}
	RankNames(engine.Spy)["en"] = "Mole"
	if RankNames(engine.Spy)["en"] != "Spy" {
		t.Error("a caller has changed the names for all")
	}
}
