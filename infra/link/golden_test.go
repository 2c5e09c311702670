package link

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// golden are tokens that people hold. Never change a line here: if one fails,
// the links in mails that were sent before do so too. The first is the package
// comment's example. They were computed apart from this package, with the HMAC
// and HKDF of another language.
var golden = map[string]string{
	"move":        "AQFtAAECAwQFBgcBAQAAAAwfKZlyoDcuBVOGsQJ1Gj_a3gs",
	"confirm":     "AQFjAAECAwQFBgcBAQAxeLDBJEReHKmCG16tRj_lJE5E",
	"join":        "AQFqAAECAwQFBgcCAAAxeLA_vPbiWwhMQV3vKp9_eZmi",
	"board":       "AQFiAAECAwQFBgcC_wAxeLBI6BavPvinyfB-ms0CPM_J",
	"move via":    "AQFtAAECAwQFBgcCAQAAAA0jLi0AABX0KelN9xiNxveXVqbPprI",
	"move rescue": "AQFtAAECAwQFBgcBAX____9XYQAFDVVasBA_3b8-IrYCDqo79n4",
	"act":         "AQFhAAECAwQFBgcBAQAAAAwB5egMPr3FUgUDbg9PvMlSwg",
	"act late":    "AQFhAAECAwQFBgcCAn____8GT9u-xj7fcH2GL6vKA_YWqw",
	"mark":        "AQFrAAECAwQFBgcBAcMpH6Vm2RAfjOM-x1fbCHs",
	"candidate":   "AQFjAAECAwQFBgcCAAAxeLAICQoLDA0OD1W97FCmsxRfquJBiXAClMY",
	"player":      "AQFwEBESExQVFhcYGRobHB0eHwMAMXiwazXFgB8rCxjUlDhYIr5x4Q",
	"unsubscribe": "AQF1EBESExQVFhcYGRobHB0eH7l6QOv21-fyyQZsdYraEbc",
	"reply":       "aeaxeaabaibqibiga4baf77774aaadnj6vvthaghglkkyhfcdpt56lqg",
	"bounce":      "aeawiearcijrifiwc4mbsgq3dqor4hyagf4la7zs2e75a2x3vklp5njq",
	"feed":        "AQFmEBESExQVFhcYGRobHB0eHwM7I7K98DOigmUOrK7180v8",
	"readdress":   "AQFlICEiIyQlJicAMXiwXlIEANhjTWNa8gs2lfkSyA",
	"undo":        "AQFvICEiIyQlJicAMXiwAe2PWrJe5SqwdHeTNzkE9A",
	"watch":       "AQF3AAECAwQFBgcCArkZRneB_zsD1OaH1smUuew",
}

func TestGoldenTokensStayReadable(t *testing.T) {
	k := keys(t, master(t, 1))
	for name, want := range samples(t) {
		t.Run(name, func(t *testing.T) {
			if got := k.Seal(want); got != golden[name] {
				t.Errorf("sealed as %s, people hold %s", got, golden[name])
			}
			got, err := k.Open(want.Purpose, golden[name], noon)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The lengths of architecture.md.
func TestLengths(t *testing.T) {
	k := keys(t, master(t, 1))
	for name, want := range map[string]int{
		"confirm": 44, "join": 44, "board": 44, "move": 47, "move via": 51, "move rescue": 51, "act": 46, "act late": 46, "mark": 39,
		"candidate": 55, "player": 54, "unsubscribe": 47, "watch": 39, "reply": 56, "bounce": 56, "feed": 48, "readdress": 42, "undo": 42,
	} {
		if got := len(k.Seal(samples(t)[name])); got != want {
			t.Errorf("%s: %d characters, want %d", name, got, want)
		}
	}
}
