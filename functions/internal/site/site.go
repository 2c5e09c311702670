// Package site is what a browser and a program see of a game: the pages behind
// the links of the mails, the home page, the JSON API and, on a player's own
// machine, the local mailbox.
//
// The JSON API (api*.go) stands on the same visits, commands and views as the
// pages, and says the same in another form.
//
// Every page is complete without scripts and is a pure function of the match,
// the reader's seat, the keys and the time, but for setups proposed by lot. GET and HEAD show, POST acts; a press counts
// when it is ticked, or when the browser holds the seat's mark (mark.go). The
// rules are not known here: a press becomes a match.Command, and what a reader
// sees of a game is an engine.View.
//
// Sources: product.md "Links and pages" and "JSON API", architecture.md "Links".
package site

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/rights"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// Games is what the pages ask of the matches.
type Games interface {
	// Create stores a new match and owes its first mail.
	Create(ctx context.Context, c match.Create) (match.Match, error)
	// Load returns a match, or match.ErrNotFound.
	Load(ctx context.Context, id match.ID) (match.Match, error)
	// Reload returns a match as it is now, where Load may be a moment behind.
	Reload(ctx context.Context, id match.ID) (match.Match, error)
	// DoOn carries out a command on a match that was loaded a moment ago, and
	// returns the match as it stands then, also beside an error that the match
	// itself gave.
	DoOn(ctx context.Context, m match.Match, c match.Command) (match.Match, error)
}

// Config is what the site stands on. All but Answers, AnswersKept, Host, Open, Later, Limits,
// LogKept, Mailbox, Readable, Real and Settle must be set.
type Config struct {
	Games   Games
	Keys    *link.Keys
	Words   *words.Catalog
	BaseURL string           // of every link: "https://fieldpost.example", without a slash at its end
	Pepper  player.Pepper    // under which addresses are known
	Now     func() time.Time // the time of the games, and so of links
	Real    func() time.Time // by which requests are counted; nil: Now
	Random  io.Reader        // for ids, lots and salts
	Log     *slog.Logger

	// Host is who runs the site.
	Host Host
	// Open, if set, lists the open challenges on the home page.
	Open OpenGames
	// Candidates let somebody take a vacant seat.
	Candidates Candidates
	// Notes are what players write for themselves.
	Notes Notes
	Post  Post
	// Changes keep changes of addresses, and Movers sends their mails.
	Changes rights.Changes
	Movers  rights.Post

	// Players answers for people: their mails, their limits, the pages that are
	// theirs in all games.
	Players *players.Players
	// Later, if set, does something behind the answer, and perhaps again if it
	// fails; nil: at once, and once.
	Later func(do func(context.Context) error)

	// Limits counts requests and new games. Nil counts those of this process alone.
	Limits Limits
	// Settle, if set, waits after a press until its mails are sent, or until
	// they have taken too long.
	Settle func(ctx context.Context)
	// Mailbox, if set, is the local mailbox, shown to this machine alone.
	Mailbox Mailbox
	// Readable, if set, says whether the store can be read, to who asks /healthz. Where
	// anybody may ask at any rate, and each read is paid, it is not set.
	Readable func(ctx context.Context) error
	// Answers, if set, takes the answers that are written in the mailbox.
	Answers Answers
	// AnswersKept, if set, is how long answers to the mails are kept, which are taken in
	// elsewhere.
	AnswersKept time.Duration
	// LogKept, if set, is how long the log is kept, which lies elsewhere.
	LogKept time.Duration
}

type site struct{ Config }

// New returns the site's handler.
func New(c Config) http.Handler {
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	if c.Real == nil {
		c.Real = c.Now
	}
	if c.Limits == nil {
		c.Limits = &counters{}
	}
	c.Games = players.Gate{Games: c.Games, People: c.Players, Log: c.Log}
	s := &site{c}
	mux := http.NewServeMux()
	s.routes(mux)
	return compressed(guard(mux, s.BaseURL, s.foreign))
}

// mux is what takes routes: an *http.ServeMux, or a test that lists them.
type mux interface {
	HandleFunc(pattern string, serve func(http.ResponseWriter, *http.Request))
}

// routes names every route of the site.
func (s *site) routes(mux mux) {
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("POST /{$}", s.pressedAtHome)
	mux.HandleFunc("GET /rules", s.rulesPage)
	mux.HandleFunc("GET /privacy", s.privacyPage)
	s.api(mux)
	s.behind(mux, link.Confirm, confirmPage{})
	s.behind(mux, link.Join, joinPage{})
	s.behind(mux, link.Board, boardPage{})
	s.behind(mux, link.Move, movePage{})
	s.behind(mux, link.Act, actPage{})
	s.watch(mux)
	s.behindPerson(mux, link.Unsubscribe, mailsPage{})
	s.behindPerson(besideFeeds{mux, s}, link.Player, gamesPage{})
	mux.HandleFunc("GET /p/{token}/export", s.exportFile)
	s.behindChange(mux, link.Readdress, confirmMove{})
	s.behindChange(mux, link.Undo, undoMove{})
	mux.HandleFunc("GET /scripts/{file}", s.script)
	mux.HandleFunc("GET /healthz", s.healthz)
	if s.Mailbox != nil {
		s.mailbox(mux)
	}
	mux.HandleFunc("/", s.nowhere)
}

// settle waits for the mails of a press.
func (s *site) settle(ctx context.Context) {
	if s.Settle != nil {
		s.Settle(ctx)
	}
}
