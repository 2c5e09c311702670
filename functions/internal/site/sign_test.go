package site

import (
	"html"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/infra/link"
)

// What stands on the pieces and what the legend says of it is one thing in each
// language, and the legend also says what is typed. Without it a French reader
// would look for an F on the board, or type a D and be refused.
func TestPiecesHaveTheSignsOfTheLegend(t *testing.T) {
	for lang, legend := range map[string]string{
		"en": "Ranks: 10 = Marshal (M in text), the strongest, 9 = General, 3 = Miner, 2 = Scout, S = Spy, B = Bomb, F = Flag.",
		"fr": "Rangs : 10 = Maréchal (M dans le texte), le plus fort, 9 = Général, 3 = Démineur, 2 = Éclaireur, E = Espion (S dans le texte), B = Bombe, D = Drapeau (F dans le texte).",
		"de": "Ränge: 10 = Feldmarschall (M im Text), der Stärkste, 9 = General, 3 = Mineur, 2 = Aufklärer, S = Spion, B = Bombe, F = Fahne.",
		"nl": "Rangen: 10 = Maarschalk (M in tekst), de sterkste, 9 = Generaal, 3 = Mineur, 2 = Verkenner, S = Spion, B = Bom, V = Vlag (F in tekst).",
	} {
		w := newWorld(t)
		steps := begunBy(t)
		setting, playing := w.spoken(lang, lang, steps[:2]...), w.shown(w.spoken(lang, lang, steps...))
		for name, at := range map[string]string{
			"setup": w.to(setting, engine.Red, link.Board), "board": w.to(playing, engine.Red, link.Board),
			"watching": w.toWatch(playing, engine.Red), "rules": base + "/rules",
		} {
			page := html.UnescapeString(strings.ReplaceAll(w.browser().ask("GET", at, nil, speaks(lang)).page, "\u00a0", " "))
			words := w.words.For(lang)
			for _, r := range engine.Ranks {
				drawn := `<symbol id="p-` + r.String() + `" viewBox="0 0 40 40"><text class="rank" x="20" y="20.5">` + words.Sign(r) + `</text>`
				if !strings.Contains(page, drawn) {
					t.Errorf("%s in %s: the piece %s has no %q", name, lang, words.Rank(r), words.Sign(r))
				}
				row := `<th scope="row">` + words.Rank(r) + "</th><td>" + words.Sign(r) + "</td><td>" + r.String() + "</td>"
				if name == "rules" && !strings.Contains(page, row) {
					t.Errorf("rules in %s: no row %s", lang, row)
				}
			}
			if name != "rules" && !strings.Contains(page, legend) {
				t.Errorf("%s in %s: no legend %q", name, lang, legend)
			}
		}
	}
}

// On the setup page a press of the key that is on the piece places it too, where
// it is no other piece's symbol; the rows keep the one notation.
func TestKeysOfTheSetup(t *testing.T) {
	for lang, typed := range map[string]string{
		"en": `"typed":{},`, "fr": `"typed":{"D":"F","E":"S"},`, "de": `"typed":{},`, "nl": `"typed":{"V":"F"},`,
	} {
		w := newWorld(t)
		_, page := w.browser().get(w.to(w.spoken(lang, lang, begunBy(t)[:2]...), engine.Red, link.Board))
		want(t, 200, page, 200, typed, `"order":["M","9","8","7","6","5","4","3","2","S","B","F"]`)
	}
}
