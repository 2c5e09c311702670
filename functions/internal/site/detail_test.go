package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/records"
	"fieldpost/functions/internal/hook"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/rights"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// pseudo is a language in which every message reads as its key between ⟦ and ⟧,
// with what fills its placeholders: whatever is not there does not come from the
// catalog.
func pseudo(t *testing.T) words.Words {
	t.Helper()
	data, err := os.ReadFile("../words/locales/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var english map[string]any
	if err := json.Unmarshal(data, &english); err != nil {
		t.Fatal(err)
	}
	placeholder := regexp.MustCompile(`\{\{\.[A-Za-z]+\}\}`)
	told := func(key string, text any) string {
		return strings.Join(append([]string{"⟦" + key + "⟧"}, placeholder.FindAllString(text.(string), -1)...), " ")
	}
	for key, text := range english {
		forms, plural := text.(map[string]any)
		if !plural {
			english[key] = told(key, text)
			continue
		}
		for form, text := range forms {
			forms[form] = told(key, text)
		}
	}
	if data, err = json.Marshal(english); err != nil {
		t.Fatal(err)
	}
	catalog, err := words.LoadFS(fstest.MapFS{"locales/en.json": {Data: data}})
	if err != nil {
		t.Fatal(err)
	}
	return catalog.For("en")
}

var (
	fromCatalog = regexp.MustCompile(`⟦[^⟧]*⟧`)
	quoted      = regexp.MustCompile(`"[^"]*"`)
	// terms are no sentences: members of bodies, squares, moves and pieces, kinds
	// of JSON.
	terms     = regexp.MustCompile(`\b(creator\.name|pace\.days|[a-j]\d+|customArmy|ply|setup|via|rescue|[MBSF]|x\d|string|array)\b`)
	anyLetter = regexp.MustCompile(`\pL`)
)

// foreignWords returns what of a pseudo text is not from the catalog.
func foreignWords(text string) string {
	for _, known := range []*regexp.Regexp{fromCatalog, quoted, terms} {
		text = known.ReplaceAllString(text, "")
	}
	if !anyLetter.MatchString(text) {
		return ""
	}
	return text
}

// reaching lists every kind of error that a reader may be answered, below 500.
func reaching(t *testing.T) map[string]error {
	t.Helper()
	move, err := engine.ParseMove("a4-a5")
	if err != nil {
		t.Fatal(err)
	}
	_, noMove := engine.ParseMove("O-O")
	_, noTroops := engine.ParseTroops("?")
	list := map[string]error{
		"engine.MalformedError move": noMove, "engine.MalformedError army": noTroops,
		"engine.ErrNotYourTurn": engine.ErrNotYourTurn, "engine.ErrOver": engine.ErrOver, "engine.ErrNoClaim": engine.ErrNoClaim,
		"match.ErrNotFound": match.ErrNotFound, "match.ErrExists": match.ErrExists, "match.ErrConflict": match.ErrConflict,
		"match.ErrStale": match.ErrStale, "match.ErrLate": match.ErrLate, "match.ErrOffered": match.ErrOffered,
		"match.ErrNoOffer": match.ErrNoOffer, "match.OfferError": &match.OfferError{Moves: 2}, "match.TooSoonError": &match.TooSoonError{Next: time.Unix(1e9, 0)}, "match.AwayError": &match.AwayError{Until: time.Unix(1e9, 0)}, "match.ErrTaken": match.ErrTaken,
		"match.ErrResent": match.ErrResent, "match.ErrSubmitted": match.ErrSubmitted, "match.ErrBlocked": match.ErrBlocked,
		"match.GuessError": &match.GuessError{At: 1}, "match.GuessError of a rank": &match.GuessError{At: 1, NotHere: true},
		"match.ErrYourTurn":  match.ErrYourTurn,
		"records.ErrRunning": records.ErrRunning,
		"link.ErrBad":        link.ErrBad, "link.ErrExpired": link.ErrExpired,
		"site.errSeatToken":       errSeatToken,
		"hook.ErrAddress":         hook.ErrAddress,
		"site.errNotFresh":        errNotFresh,
		"site.errNotSure":         errNotSure,
		"rights.ErrPlaying":       rights.ErrPlaying,
		"rights.ErrNoGames":       rights.ErrNoGames,
		"rights.ErrJustMoved":     rights.ErrJustMoved,
		"rights.ErrUntold":        rights.ErrUntold,
		"match.ErrLinksSpent":     match.ErrLinksSpent,
		"players.ErrMayNotInvite": players.ErrMayNotInvite,
		"players.ErrNoMail":       players.ErrNoMail,
		"players.ErrBouncing":     players.ErrBouncing,
		"players.ErrStopped":      players.ErrStopped,
		"site.errNoToken":         errNoToken, "site.errNowhere": errNowhere, "site.errNotHome": errNotHome, "site.errForeign": errForeign,
		"site.errOnlyShown": errOnlyShown, "site.errClosed": errClosed, "site.errCode": errCode, "site.errRematchRefused": errRematchRefused,
		"site.errOtherForm": errOtherForm, "site.tooManyError": &tooManyError{time.Second}, "site.crowdedError": &crowdedError{tooManyError{time.Second}, 20}, "http.MaxBytesError": &http.MaxBytesError{Limit: 1},
	}
	for s := match.Unconfirmed; s <= match.Withdrawn; s++ {
		for _, command := range []string{"set up", "accept"} {
			list[fmt.Sprintf("match.StateError %q %v", command, s)] = &match.StateError{Command: command, State: s}
		}
	}
	for _, p := range match.Problems() {
		list["match.InputError "+p.Code()] = &match.InputError{Field: "creator.name", Text: "x", Problem: p}
	}
	for _, f := range match.LineFaults() {
		list["match.LineError "+f.String()] = &match.LineError{Fault: f, Line: 1, Step: 1, Move: move}
	}
	for r := engine.OffBoard; r < engine.BadSetup; r++ {
		list["match.LineError own "+r.String()] = &match.LineError{Fault: match.IllMove, Line: 1, Step: 2, Move: move, Rule: r}
	}
	for f := range requestFaultEnd {
		list[fmt.Sprint("site.requestError ", f)] = malformed(&requestError{f, "setup", "string"})
	}
	for k := engine.MissingPieces; k.String() != "none"; k++ {
		list["engine.SetupError "+k.String()] = &engine.SetupError{American: true, Faults: []engine.SetupFault{{Kind: k, Rank: engine.Spy, Count: 1, Square: 1}}}
	}
	for k := engine.UnknownSymbol; k.String() != "none"; k++ {
		rows := engine.RowsFault{Kind: k, Symbol: "y", Row: 1, Got: 9, Rows: 4, Size: 10}
		list["site.unreadError "+k.String()] = &unreadError{&engine.MalformedError{What: "setup", Text: "y", Hint: rows.String(), Rows: rows}}
	}
	for k := engine.NoSuchArmy; k.String() != "none"; k++ {
		list["engine.RulesError "+k.String()] = &engine.RulesError{Faults: []engine.RulesFault{{Kind: k, Army: engine.Duel, N: 1, Most: 2}}}
	}
	for r := engine.OffBoard; r < engine.BadSetup; r++ {
		list["engine.Refusal "+r.String()] = &engine.Refusal{Rule: r, Move: move, Paths: []engine.Move{move}}
	}
	for l := records.OtherLack; l <= records.LackPath; l++ {
		list["records.UnsupportedError "+l.String()] = &records.UnsupportedError{Format: "gravon game", What: "it", Lack: l}
	}
	for f := match.VacationNever; f.String() != "none"; f++ {
		list["match.VacationError "+f.String()] = &match.VacationError{Fault: f, Days: 2}
	}
	for l := players.ConfirmMails; l.String() != "none"; l++ {
		list["players.LimitError "+l.String()] = &players.LimitError{What: l, Most: 3, Wait: time.Hour}
	}
	return list
}

// Without it a reader of another language would be told in English, in the words
// of our log, or of nothing in particular, what is wrong.
func TestDetailsComeFromTheCatalog(t *testing.T) {
	w := pseudo(t)
	for name, err := range reaching(t) {
		t.Run(name, func(t *testing.T) {
			text := detail(w, fmt.Errorf("do: %w", err))
			if strings.Contains(text, "api.ours") || strings.Contains(text, "request.unread") {
				t.Errorf("%v has no words of its own: %s", err, text)
			}
			if statusOf(err) == http.StatusInternalServerError {
				t.Errorf("%v is a failure of ours", err)
			}
			for _, text := range append(w.SetupFaults(err), text) {
				if foreign := foreignWords(text); foreign != "" || text == "" {
					t.Errorf("%v is told in other words: %q of %q", err, foreign, text)
				}
			}
		})
	}
	for name, err := range map[string]error{"what nobody expects": errors.New("disk full"), "a form": malformed(errors.New("invalid URL escape"))} {
		if text := detail(w, err); foreignWords(text) != "" || !strings.HasPrefix(text, "⟦") {
			t.Errorf("%s is told as %q", name, text)
		}
	}
}

// TestDetailsComeFromTheCatalog is worth what its sieve is worth.
func TestForeignWordsAreFound(t *testing.T) {
	for text, clean := range map[string]bool{
		`⟦input.of_quoted⟧ creator.name "a b" ⟦input.missing⟧`: true,
		"⟦input.of⟧ creator.name is missing":                   false,
		"no draw is offered":                                   false,
	} {
		if got := foreignWords(text) == ""; got != clean {
			t.Errorf("%q is clean: %v", text, got)
		}
	}
}
