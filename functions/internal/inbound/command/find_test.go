package command

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
)

// text is a command as the tables of these tests spell it.
func (c Command) text() string {
	switch c.Kind {
	case Move:
		text := "move " + c.Move.String()
		if c.Piece != engine.NoRank {
			text += " by " + c.Piece.String()
		}
		if c.OfferDraw {
			text += " draw"
		}
		return text
	case SetupRows:
		return "setup " + strings.ReplaceAll(c.Rows, "\n", "/")
	case SetupPreset:
		return fmt.Sprint("setup preset ", c.Preset)
	case SetupRandom:
		return "setup random"
	case Say:
		return "say " + c.Text
	case Lines:
		text := "lines"
		for _, l := range c.Lines {
			text += ": " + WriteLine("en", l)
		}
		return text
	case Vacation:
		text := "vacation"
		if c.From != (Day{}) {
			text += fmt.Sprintf(" %d-%d-%d", c.From.Year, c.From.Month, c.From.Day)
		}
		if c.Until != (Day{}) {
			text += fmt.Sprintf(" until %d-%d-%d", c.Until.Year, c.Until.Month, c.Until.Day)
		}
		if c.Days > 0 {
			text += fmt.Sprintf(" for %d", c.Days)
		}
		return text
	}
	return names[c.Kind]
}

var names = map[Kind]string{
	None: "none", Resign: "resign", ResignSurely: "resign yes", Draw: "draw", Claim: "claim", Accept: "accept", Decline: "decline", Abort: "abort",
	Rematch: "rematch", Board: "board", Moves: "moves", Record: "record", Games: "games", Help: "help", Stop: "stop",
	Back: "back", Time: "time",
}

// TestMoveLines: the ways to write a move, and what only looks like one.
func TestMoveLines(t *testing.T) {
	for want, lines := range map[string][]string{
		"move b4-b5": {
			"b4-b5", "B4-B5", "  b4 - b5  ", "b4b5", "b4 b5", "b4xb5", "b4:b5", "b4: b5", "b4>b5", "b4->b5", "b4→b5", "b4×b5",
			"b4 to b5", "b4 à b5", "b4 a\u0300 b5", "b4 a b5", "b4 vers b5", "b4 nach b5", "b4 naar b5", "b4 TO b5",
			"b4–b5", "b4—b5", "b4−b5", "b4\u2011b5", "b4\u00a0-\u00a0b5", "b4\u202f–\u202fb5", "b4\u00adb5", "b4-\u200bb5", "\u200fb4-b5\u200e",
			"\uff42\uff14\uff0d\uff42\uff15", "b4\u3000b5", "b4 ⇒ b5", "\ufeffb4-b5",
			"b4-b5.", "b4-b5!", "b4-b5 !", "*b4-b5*", "`b4-b5`", "“b4-b5”", "«\u00a0b4-b5\u00a0»", "‘b4-b5’", "(b4-b5)", "**b4-b5**",
			"move b4-b5", "Move: b4-b5", "play b4 to b5", "joue b4-b5", "Coup : b4-b5", "Zug b4-b5", "zet b4-b5",
			"from b4 to b5", "de b4 à b5", "von b4 nach b5", "van b4 naar b5", "b4 attacks b5", "b4 attaque b5", "b4 greift b5 an", "b4 valt b5 aan",
		},
		"move b4-b5 draw": {
			"b4-b5 draw", "b4-b5, draw", "b4-b5; Draw!", "b4-b5 draw?", "b4-b5 (draw)", "b4-b5. Draw.", "b4-b5 offer a draw", "b4xb5 remis",
			"b4 à b5 nulle", "b4-b5 remise", "b4 nach b5, Remis anbieten",
		},
		"move e4-e5-f5":           {"e4-e5-f5", "e4e5f5", "e4 to e5 to f5", "e4-e5xf5", "e4 e5 f5", "e4–e5–f5"},
		"move g9-g10 +5@c2":       {"g9-g10 +5@c2", "g9g10+5@c2", "g9xg10 + 5 @ C2", "g9-g10 +5@c2!"},
		"move g9-g10 +M@c2 draw":  {"g9-g10 +10@c2 draw"},
		"move j9-j10":             {"k9-k10"},
		"move e4-e5 by 6":         {"Captain e4 to e5", "capitaine e4 vers e5", "Hauptmann e4 nach e5", "Kapitein e4 naar e5", "captain from e4 to e5", "Move captain e4-e5", "Captain e4 attacks e5", "Captain e4 attacks Scout e5", "Hauptmann e4 greift e5 an (Aufklärer)", "Kapitein e4 valt e5 aan (Verkenner)", "Capitaine e4 attaque e5 (Éclaireur)"},
		"move e4-e5 by M":         {"Maréchal de France e4-e5", "MARECHAL e4-e5", "marshal e4 e5"},
		"move e4-e5 by 7":         {"Lieutenant-colonel e4-e5", "Commandant e4-e5", "Major e4-e5"},
		"move h10-f10 by 2 draw":  {"Scout h10 to f10, draw?"},
		"move e4-e5-f5 by 6 draw": {"Captain e4-e5-f5 draw"},
		"move a1-a10":             {"a1a10"},
		"move g9-g10 +5@c2 by M":  {"Marshal g9-g10 +5@c2"},
		"none": {
			"", " ", "b4", "b4-", "-b5", "b4--b5", "b4-b5?", "b4-b5 or b4-c4", "b4-b5 c4-c5", "b4-b5, c4-c5", "b4-b5 please", "I play b4-b5",
			"b4-b5 thanks", "1. b4-b5", "27. b4-b5 5>3", "e4: e5 f4", "e4: e5 f4 d4", "e4:e5 f4", "a11-a10", "a0-a1", "b4 toward b5", "b4tob5",
			"Ann e4 to e5", "Dragon e4 to e5", "b4 attacks", "b4 attacks Dragon b5", "b4 greift b5", "b4 b5 an", "l4-l5", "pass", "b4-b5 no draw",
			"draw b4-b5", "b4-b5 draw draw", "* b4-b5", "- b4-b5", "b4-b5 :-)", "https://example.org/b4-b5", "\u0430\u0034-\u0430\u0035",
		},
	} {
		for _, line := range lines {
			if got := Find([]string{line}).text(); got != want {
				t.Errorf("%q is read as %q, want %q", line, got, want)
			}
		}
	}
}

// TestWordLines: every word of the tables, with and without accents and capitals;
// and sentences that only hold one.
func TestWordLines(t *testing.T) {
	for _, s := range spellings {
		for word := range s.all {
			for _, line := range []string{word, strings.ToUpper(word), key(word), "  " + word + ".", word + "!", "“" + word + "”"} {
				if got := Find([]string{line}); !cmp.Equal(got, Command{Kind: s.kind}) {
					t.Errorf("%q is read as %q, want %q", line, got.text(), names[s.kind])
				}
			}
			for _, line := range []string{"no " + word, word + " or not", word + " b4-b5", word + word, word + ","} {
				if got := Find([]string{line}); got.Kind != None {
					t.Errorf("%q is read as %q", line, got.text())
				}
			}
		}
	}
	for line, want := range map[string]string{
		"draw?": "draw", "resign?": "none", "accept?": "none", "stop?": "none", "abort?": "none", "board?": "board", "help?": "help",
		"Good move!": "none", "OK": "none", "yes": "none", "I resign.": "resign", "J’abandonne": "resign", "J'accepte !": "accept",
	} {
		if got := Find([]string{line}).text(); got != want {
			t.Errorf("%q is read as %q, want %q", line, got, want)
		}
	}
}

// TestWordsAreOfOneKind: no word means two things in two languages.
func TestWordsAreOfOneKind(t *testing.T) {
	kinds := make(map[string]Kind)
	for _, s := range spellings {
		for word := range s.all {
			if other, taken := kinds[key(word)]; taken && other != s.kind {
				t.Errorf("%q is %s and %s", word, names[other], names[s.kind])
			}
			kinds[key(word)] = s.kind
		}
		for i, language := range languages {
			if len(s.spelling[i]) == 0 {
				t.Errorf("%s has no word in %s", names[s.kind], language)
			}
		}
	}
	ranks := make(map[string]engine.Rank)
	for rank, s := range pieceNames {
		for name := range s.all {
			if other, taken := ranks[key(name)]; taken && other != rank {
				t.Errorf("%q is %v and %v", name, other, rank)
			}
			ranks[key(name)] = rank
		}
	}
}

// TestSetups: rows behind the word and below it, presets and chance.
func TestSetups(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"setup\nM98\nBBF", "setup M98/BBF"},
		{"Setup:\n\nm 9 8 . .\n\n2 s b f …\n\nRegards", "setup m 9 8 . ./2 s b f …"},
		{"setup M98/BBF", "setup M98/BBF"},
		{"setup M98\nBBF", "setup M98/BBF"},
		{"Aufstellung\n10 9 8\nBBF", "setup 10 9 8/BBF"},
		{"opstelling: MM", "setup MM"},
		{"placement\nFBS", "setup FBS"},
		{"Mise en place : M98\nBBF", "setup M98/BBF"},
		{"mise en place au hasard", "setup random"},
		{"setup random", "setup random"},
		{"Setup random.", "setup random"},
		{"placement au hasard", "setup random"},
		{"Aufstellung zufällig", "setup random"},
		{"opstelling willekeurig", "setup random"},
		{"setup 1", "setup preset 1"},
		{"set up 3!", "setup preset 3"},
		{"Aufstellung 2", "setup preset 2"},
		{"setup 4", "setup 4"},
		{"setup 2\n23456789MB", "none"},
		{"setup", "none"},
		{"setup\nb4-b5", "move b4-b5"},
		{"setup tomorrow", "none"},
		{"setup random or not", "none"},
		{"my setup\nM98", "none"},
		{"setup\n" + strings.Repeat("MMMMMMMMMM\n", 20), "setup " + strings.TrimSuffix(strings.Repeat("MMMMMMMMMM/", 12), "/")},
	} {
		if got := Find(strings.Split(c.lines, "\n")).text(); got != c.want {
			t.Errorf("%q is read as %q, want %q", c.lines, got, c.want)
		}
	}
}

// TestSetupsParse: what is read is what the engine reads.
func TestSetupsParse(t *testing.T) {
	board := engine.Original.Board()
	for _, lines := range []string{
		"setup\nM988777666\n6555544443\n3333222222\n22SBBBBBBF",
		"setup\nm 9 8 8 7 7 7 6 6 6\n6 5 5 5 5 4 4 4 4 3\n\n3 3 3 3 2 2 2 2 2 2\n2 2 s b b b b b b f\n\nGood luck!",
		"setup M988777666/6555544443/3333222222/22SBBBBBBF",
	} {
		c := Find(strings.Split(lines, "\n"))
		if s, err := engine.ParseSetup(board, c.Rows); err != nil || s.Troops().Total() != 40 {
			t.Errorf("%q: %v, %d pieces", lines, err, s.Troops().Total())
		}
	}
}

// TestVacations: from a day on or now, and for how long, as people write it in four
// languages; and what is no command, or could mean two days.
func TestVacations(t *testing.T) {
	for want, lines := range map[string][]string{
		"vacation 2026-12-24":                {"vacation 2026-12-24", "Vacation: 2026-12-24.", "vacances 2026-12-24", "Urlaub ab 2026-12-24", "vakantie vanaf 2026-12-24!", "vacation 24.12.2026", "Urlaub 24. 12. 2026", "vakantie 24-12-2026", "vacation 24 December 2026", "vacation December 24th, 2026", "vacances du 24 décembre 2026", "Ferien ab 24. Dezember 2026"},
		"vacation 0-12-24":                   {"vacation 24 December", "vacation from December 24", "vacances 24 décembre", "Urlaub 24.12.", "Urlaub ab 24. Dezember", "vakantie 24 december", "VACATION 24 DECEMBER", "vacances 24 decembre"},
		"vacation 2026-12-24 until 2027-1-3": {"vacation 2026-12-24 until 2027-01-03", "vacances du 2026-12-24 au 2027-01-03", "vacances 24 décembre 2026 jusqu’au 3 janvier 2027", "Urlaub 24.12.2026 bis 3.1.2027", "Urlaub vom 24. Dezember 2026 bis zum 3. Januar 2027.", "vakantie van 24-12-2026 t/m 3-1-2027", "vakantie 24 december 2026 tot en met 3 januari 2027"},
		"vacation 2026-12-24 for 7":          {"vacation 2026-12-24 7 days", "vacation 2026-12-24, 7 days", "vacation 2026-12-24 for 7 days", "vacances 2026-12-24 pour 7 jours", "Urlaub ab 24.12.2026, 7 Tage", "vakantie 24 december 2026 voor 7 dagen"},
		"vacation until 2027-1-3":            {"vacation until 2027-01-03", "vacation: till 3 January 2027", "Urlaub bis 3.1.2027", "vacances jusqu'au 3 janvier 2027", "vakantie tot 3 januari 2027"},
		"vacation for 1":                     {"vacation 1 day", "vacation for 1 day.", "holiday 1 day", "vacances 1 jour", "Urlaub 1 Tag", "vakantie 1 dag", "vacation from now on 1 day"},
		"vacation for 7":                     {"vacation 7", "Vacances 7", "Urlaub: 7.", "vakantie voor 7", "vacation from now on 7!", "Urlaub ab sofort 7", "vakantie vanaf nu 7"},
		"vacation for 12":                    {"vacation 12 days", "Urlaub ab sofort 12 Tage"},
		"vacation for 100":                   {"vacation 100 days"},
		"none": {
			"vacation", "Urlaub!", "vacation 24/12/2026", "vacation 12/24", "vacation soon", "vacation 2026", "vacation 24 December 7", "vacation 2026-13-01", "vacation 31 June", "vacation 2026-02-30", "vacation 0 days",
			"vacation 10000 days", "vacation until", "vacation until soon", "vacation 2026-12-24 2027-01-03", "no vacation 7 days", "vacation 7 days or more", "on vacation until 2027-01-03", "vacation 24 Dragon", "vacationer 7 days", "my vacation 7 days",
			"vacation 24 December until 3 January and then", "vacation 7 days?",
			"vacation from 24", "vacances du 24", "Urlaub ab 24.", "Ferien vom 24", "vakantie van 24", "vakantie vanaf 24", "vacation from 24 until 28",
		},
	} {
		for _, line := range lines {
			if got := Find([]string{line}).text(); got != want {
				t.Errorf("%q is read as %q, want %q", line, got, want)
			}
		}
	}
}

// TestDayWithoutYear: the next one of that name, today among them.
func TestDayWithoutYear(t *testing.T) {
	from := time.Date(2026, 12, 24, 20, 0, 0, 0, time.UTC)
	for d, want := range map[Day]int{{0, 12, 24}: 2026, {0, 12, 25}: 2026, {0, 12, 23}: 2027, {0, 1, 3}: 2027, {2026, 1, 3}: 2026} {
		if year, month, day := d.In(from); year != want || month != d.Month || day != d.Day {
			t.Errorf("%v: %d-%d-%d, want %d", d, year, month, day, want)
		}
	}
}

// TestSays: a message is the rest of its paragraph as it was typed.
func TestSays(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"say Hello", "say Hello"},
		{"Say: Well played – “really”!  I saw that\ncoming.\n\nb4-b5", "say Well played – “really”! I saw that coming."},
		{"dire bonjour à tous", "say bonjour à tous"},
		{"sagen Grüße 👩‍👩‍👧", "say Grüße 👩‍👩‍👧"},
		{"zeggen hoi", "say hoi"},
		{"dis : salut", "say salut"},
		{"Sag: hallo", "say hallo"},
		{"Sag mal, spielst du noch?", "none"},
		{"Dis, tu joues ?", "none"},
		{"zeg maar", "none"},
		{"say", "none"},
		{"say:\n\nb4-b5", "move b4-b5"},
		{"say\nhello", "say hello"},
		{"saying hello", "none"},
		{"say \u202eabc\u202c\x07 d", "say abc d"},
		{"say b4-b5", "say b4-b5"},
	} {
		if got := Find(strings.Split(c.lines, "\n")).text(); got != c.want {
			t.Errorf("%q is read as %q, want %q", c.lines, got, c.want)
		}
	}
}

// TestFirstLineCounts: the first line that is wholly a command, and no other.
func TestFirstLineCounts(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"Hi Bob,\n\nnice one.\n\nb4-b5\n\ndraw", "move b4-b5"},
		{"draw\nb4-b5", "draw"},
		{"I thought of b4-b5 first, but:\na4-a5", "move a4-a5"},
		{"", "none"},
	} {
		if got := Find(strings.Split(c.lines, "\n")).text(); got != c.want {
			t.Errorf("%q is read as %q, want %q", c.lines, got, c.want)
		}
	}
	if got := Find(nil); !cmp.Equal(got, Command{}) {
		t.Errorf("no line is read as %q", got.text())
	}
}
