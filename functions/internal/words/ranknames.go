package words

import (
	"maps"

	"fieldpost/engine"
)

// rankNames are the names of the ranks in the four languages of the games that
// the rules come from (rules.md 10). They are known whether or not a language
// has all its other messages yet.
var rankNames = map[engine.Rank]map[string]string{
	engine.Marshal:    {"en": "Marshal", "fr": "Maréchal", "de": "Feldmarschall", "nl": "Maarschalk"},
	engine.General:    {"en": "General", "fr": "Général", "de": "General", "nl": "Generaal"},
	engine.Colonel:    {"en": "Colonel", "fr": "Colonel", "de": "Oberst", "nl": "Kolonel"},
	engine.Major:      {"en": "Major", "fr": "Commandant", "de": "Major", "nl": "Majoor"},
	engine.Captain:    {"en": "Captain", "fr": "Capitaine", "de": "Hauptmann", "nl": "Kapitein"},
	engine.Lieutenant: {"en": "Lieutenant", "fr": "Lieutenant", "de": "Leutnant", "nl": "Luitenant"},
	engine.Sergeant:   {"en": "Sergeant", "fr": "Sergent", "de": "Unteroffizier", "nl": "Sergeant"},
	engine.Miner:      {"en": "Miner", "fr": "Démineur", "de": "Mineur", "nl": "Mineur"},
	engine.Scout:      {"en": "Scout", "fr": "Éclaireur", "de": "Aufklärer", "nl": "Verkenner"},
	engine.Spy:        {"en": "Spy", "fr": "Espion", "de": "Spion", "nl": "Spion"},
	engine.Bomb:       {"en": "Bomb", "fr": "Bombe", "de": "Bombe", "nl": "Bom"},
	engine.Flag:       {"en": "Flag", "fr": "Drapeau", "de": "Fahne", "nl": "Vlag"},
}

// RankNames returns the name of r by language: "en", "fr", "de" and "nl".
func RankNames(r engine.Rank) map[string]string { return maps.Clone(rankNames[r]) }
