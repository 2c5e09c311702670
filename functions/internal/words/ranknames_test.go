package words

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// Without it the API would name a rank otherwise than the mails do, or in fewer
// languages, or in English where a language is not finished.
func TestRankNamesInFourLanguages(t *testing.T) {
	c, _ := english(t)
	all := files(t)
	for _, r := range engine.Ranks {
		want := map[string]string{}
		for _, lang := range []string{"en", "fr", "de", "nl"} {
			want[lang] = all[lang][rankKey(r)]["one"]
		}
		if diff := cmp.Diff(want, c.RankNames(r)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", r, diff)
		}
	}
	names := c.RankNames(engine.Miner)
	if names["fr"] != "Démineur" || names["de"] != "Mineur" || names["nl"] != "Mineur" {
		t.Errorf("the miner is %v", names)
	}
}
