package words

import (
	"regexp"
	"testing"
)

// The English of this program is British. Without it one mail would have colours
// and the next colors.
func TestSpelling(t *testing.T) {
	american := regexp.MustCompile(`(?i)\b(color|gray|center|favor|behavior|canceled|license[ds])`)
	for key, forms := range files(t)["en"] {
		for _, text := range forms {
			if word := american.FindString(placeholder.ReplaceAllString(text, "")); word != "" {
				t.Errorf("%q has the American %q: %s", key, word, text)
			}
		}
	}
}
