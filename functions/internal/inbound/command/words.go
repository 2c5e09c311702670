package command

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"fieldpost/engine"
)

// languages are those of the tables, in their order.
var languages = [...]string{"en", "fr", "de", "nl"}

// spelling is how each language writes one thing; the first of each is the one to
// teach. Case and accents do not count.
type spelling [len(languages)][]string

// spellings are the commands of one or a few words, in the order of the manual. None
// is the label of a link in our mails: a quote without a mark would say it.
var spellings = []struct {
	kind Kind
	spelling
}{
	{Draw, spelling{{"draw", "offer draw", "offer a draw"}, {"nulle", "nul", "match nul", "partie nulle", "proposer nulle"}, {"Remis", "unentschieden", "Remis anbieten"}, {"remise", "gelijkspel", "remise aanbieden"}}},
	{Claim, spelling{{"claim", "claim draw", "claim the draw"}, {"réclamer", "réclamer nulle", "réclamer la nulle"}, {"beanspruchen", "Remis beanspruchen"}, {"opeisen", "claimen", "remise opeisen"}}},
	{Accept, spelling{{"accept", "I accept", "accepted", "accept draw"}, {"accepter", "j'accepte", "accepté"}, {"annehmen", "ich nehme an", "angenommen"}, {"accepteren", "aannemen", "ik accepteer", "geaccepteerd"}}},
	{Decline, spelling{{"decline", "I decline", "declined", "decline draw"}, {"refuser", "je refuse", "refusé"}, {"ablehnen", "ich lehne ab", "abgelehnt"}, {"weigeren", "afwijzen", "afslaan", "ik weiger", "geweigerd"}}},
	{Resign, spelling{{"resign", "I resign"}, {"abandonner", "abandon", "j'abandonne"}, {"aufgeben", "gebe auf", "ich gebe auf"}, {"opgeven", "ik geef op", "ik geef het op"}}},
	{ResignSurely, spelling{{"resign yes", "yes, I resign"}, {"abandonner oui", "oui, j'abandonne"}, {"aufgeben ja", "ja, ich gebe auf"}, {"opgeven ja", "ja, ik geef op"}}},
	{Abort, spelling{{"abort", "abort game", "abort the game"}, {"annuler", "annuler la partie"}, {"abbrechen", "Spiel abbrechen"}, {"afbreken", "spel afbreken", "annuleren"}}},
	{Rematch, spelling{{"rematch"}, {"revanche"}, {"Revanche", "Rückspiel", "Rueckspiel"}, {"revanche"}}},
	{Board, spelling{{"board"}, {"plateau", "damier"}, {"Brett", "Spielbrett"}, {"bord", "speelbord"}}},
	{Moves, spelling{{"moves", "legal moves"}, {"coups", "coups légaux", "coups possibles"}, {"Züge", "Zuege", "mögliche Züge"}, {"zetten", "mogelijke zetten"}}},
	{Record, spelling{{"record"}, {"notation", "feuille de partie"}, {"Protokoll", "Partieprotokoll"}, {"verslag", "partijverslag", "notatie"}}},
	{Games, spelling{{"games", "my games"}, {"parties", "mes parties"}, {"Spiele", "Partien", "meine Spiele"}, {"spellen", "partijen", "mijn spellen"}}},
	{Help, spelling{{"help"}, {"aide"}, {"Hilfe"}, {"hulp", "help"}}},
	{Back, spelling{{"back", "I am back", "I'm back"}, {"retour", "de retour", "je suis de retour"}, {"zurück", "zurueck", "wieder da", "ich bin zurück"}, {"terug", "ik ben terug", "weer terug"}}},
	{Time, spelling{{"time", "more time"}, {"temps", "plus de temps"}, {"Zeit", "mehr Zeit"}, {"tijd", "meer tijd"}}},
	{Stop, spelling{{"stop"}, {"stop", "arrêter"}, {"stopp", "stop"}, {"stop", "stoppen"}}},
}

// Words before something else.
var (
	setupWords  = spelling{{"setup", "set up"}, {"placement", "position", "mise en place"}, {"Aufstellung", "aufstellen"}, {"opstelling", "opstellen"}}
	randomWords = spelling{{"random"}, {"hasard", "au hasard", "aléatoire"}, {"Zufall", "zufällig", "zufaellig"}, {"willekeurig", "toeval"}}
	sayWords    = spelling{{"say"}, {"dire"}, {"sagen"}, {"zeggen"}}
	tellWords   = spelling{{}, {"dis"}, {"sag", "sage"}, {"zeg"}} // begin sentences too, and so want a colon
	moveWords   = spelling{{"move", "play"}, {"coup", "jouer", "joue"}, {"Zug", "ziehe"}, {"zet", "speel"}}
	ifWords     = spelling{{"if"}, {"si"}, {"wenn", "falls"}, {"als", "indien"}}
	thenWords   = spelling{{"then"}, {"alors"}, {"dann"}, {"dan"}}
	winsWords   = spelling{{"wins"}, {"gagne"}, {"gewinnt"}, {"wint"}}
	losesWords  = spelling{{"loses"}, {"perd"}, {"verliert"}, {"verliest"}}
	bothWords   = spelling{{"both"}, {"deux"}, {"beide"}, {"beide"}}
	noWords     = spelling{{"nothing"}, {"rien"}, {"nichts"}, {"niets"}}
	fromWords   = spelling{{"from"}, {"de"}, {"von"}, {"van"}}
)

// attackWords stand between two squares and, in two languages, behind them.
var attackWords = spelling{{"attacks"}, {"attaque"}, {"greift an"}, {"valt aan"}}

// pieceNames are those of rules.md 10, all of its spellings.
var pieceNames = map[engine.Rank]spelling{
	engine.Marshal:    {{"Marshal"}, {"Maréchal", "Maréchal de France"}, {"Feldmarschall"}, {"Maarschalk"}},
	engine.General:    {{"General"}, {"Général"}, {"General"}, {"Generaal"}},
	engine.Colonel:    {{"Colonel"}, {"Colonel"}, {"Oberst"}, {"Kolonel"}},
	engine.Major:      {{"Major"}, {"Commandant", "Lieutenant-colonel"}, {"Major"}, {"Majoor"}},
	engine.Captain:    {{"Captain"}, {"Capitaine"}, {"Hauptmann"}, {"Kapitein"}},
	engine.Lieutenant: {{"Lieutenant"}, {"Lieutenant"}, {"Leutnant"}, {"Luitenant"}},
	engine.Sergeant:   {{"Sergeant"}, {"Sergent"}, {"Unteroffizier"}, {"Sergeant"}},
	engine.Miner:      {{"Miner"}, {"Démineur"}, {"Mineur"}, {"Mineur"}},
	engine.Scout:      {{"Scout"}, {"Éclaireur", "Soldat"}, {"Aufklärer", "Aufklaerer"}, {"Verkenner"}},
	engine.Spy:        {{"Spy"}, {"Espion", "Espionne"}, {"Spion"}, {"Spion"}},
	engine.Bomb:       {{"Bomb"}, {"Bombe", "Mine"}, {"Bombe"}, {"Bom"}},
	engine.Flag:       {{"Flag"}, {"Drapeau"}, {"Fahne"}, {"Vlag"}},
}

// The tables by key.
var (
	words = func() map[string]Kind {
		all := make(map[string]Kind)
		for _, s := range spellings {
			for word := range s.all {
				all[key(word)] = s.kind
			}
		}
		return all
	}()
	pieces = func() map[string]engine.Rank {
		all := make(map[string]engine.Rank)
		for rank, s := range pieceNames {
			for word := range s.all {
				all[key(word)] = rank
			}
		}
		return all
	}()
)

// all ranges over the words of every language.
func (s spelling) all(yield func(string) bool) {
	for _, words := range s {
		for _, word := range words {
			if !yield(word) {
				return
			}
		}
	}
}

// cut drops the word of s that stands before text, and the spaces behind it.
func (s spelling) cut(text string) (string, bool) {
	longest := 0
	for word := range s.all {
		if n := prefix(text, word); n > longest {
			longest = n
		}
	}
	return strings.TrimLeft(text[longest:], " "), longest > 0
}

// prefix returns how many bytes of text a word takes at its beginning, or 0 if it
// is not there or goes on.
func prefix(text, word string) int {
	want := strings.Count(word, " ")
	end := 0
	for i, r := range text {
		if r == ' ' && want == 0 || r == ':' {
			break
		}
		if r == ' ' {
			want--
		}
		end = i + len(string(r))
	}
	if key(text[:end]) != key(word) {
		return 0
	}
	return end
}

// key is a word as the tables compare it: without case and accents.
func key(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(word))
}
