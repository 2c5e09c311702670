package site

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/feed"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// A person's deadlines can be followed in a calendar and in a reader of news. The
// address of these feeds lies with whoever fetches them, for years, and so opens
// nothing: they tell the names of his games, until when he has time, and how games
// ended. No link in them leads to a seat.

const (
	// feedFresh is for how long a program need not ask again.
	feedFresh = 15 * time.Minute
	// feedMemory is for how long a feed tells that a game has ended.
	feedMemory = 30 * 24 * time.Hour
)

// feeds are the addresses of a person's feeds, on his page.
type feeds struct {
	Title string
	Why   []string
	Links []fact
}

// besideFeeds serves the feeds on the route of the pages of all games, and what
// mux is told to serve there for all else.
type besideFeeds struct {
	mux
	*site
}

// HandleFunc is that of mux.
func (b besideFeeds) HandleFunc(pattern string, serve func(http.ResponseWriter, *http.Request)) {
	if !strings.HasPrefix(pattern, "GET ") {
		b.mux.HandleFunc(pattern, serve)
		return
	}
	b.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("token")
		if token, ok := strings.CutSuffix(name, feed.CalendarEnding); ok {
			b.feed(w, r, token, feed.CalendarType, feed.Calendar)
		} else if token, ok := strings.CutSuffix(name, feed.AtomEnding); ok {
			b.feed(w, r, token, feed.AtomType, feed.Atom)
		} else {
			serve(w, r)
		}
	})
}

// feed answers who fetches a feed. A token that is none or was cancelled is answered
// as on every other page.
func (s *site) feed(w http.ResponseWriter, r *http.Request, token, kind string, form func(feed.Feed) []byte) {
	l, err := s.Keys.Open(link.Feed, token, s.Now())
	if err == nil {
		err = s.count(r, l)
	}
	var g *guest
	if err == nil {
		g, err = s.guest(r, l)
	}
	var news feed.Feed
	if err == nil {
		news, err = g.news()
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	body := form(news)
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, max-age="+strconv.Itoa(int(feedFresh/time.Second)))
	if matches(r.Header.Values("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	send(w, http.StatusOK, kind, body)
}

// toFeed is the address of a person's feeds, without the ending of a form.
func (g *guest) toFeed() string {
	l := link.Link{Purpose: link.Feed, Player: g.link.Player, Epoch: g.profile.Epoch}
	return g.BaseURL + "/" + link.Feed.Route() + "/" + g.Keys.Seal(l)
}

// news is what a person's feeds tell: of each game in which his time runs, and of
// each that has ended of late.
func (g *guest) news() (feed.Feed, error) {
	title := words.Name(g.Host.title())
	news := feed.Feed{
		Title: g.words.T("feed.title", words.Args{"Site": title}), Site: title, Lang: g.words.Lang(),
		Home: g.BaseURL + "/", Self: g.toFeed(),
	}
	games, err := g.games()
	for _, v := range games {
		if e, ok := v.entry(); ok {
			news.Entries = append(news.Entries, e)
		}
	}
	return news, err
}

// entry is what the feeds of the visitor tell of a game. It follows from what he
// knows of it alone: not from its version, nor from when it was last changed, which
// what the other does for himself would change too.
func (v *visit) entry() (feed.Entry, bool) {
	w, m, seat := v.words, v.match, v.link.Seat
	game := w.T("page.game", words.Args{"Red": v.names.Red, "Blue": v.names.Blue, "Code": m.ID.Code()})
	e := feed.Entry{Game: m.ID.String() + "-" + seat.String(), Until: m.Until(seat), Since: v.since()}
	switch {
	case m.Ended() && !m.Closed.IsZero() && v.Now().Sub(m.Closed) < feedMemory:
		e.Event, e.Title, e.Since = "over", w.T("feed.over", words.Args{"Game": game}), m.Closed
		e.Text = []string{v.stands()}
		return e, true
	case !m.Awaits(seat):
		return feed.Entry{}, false
	case m.State == match.Invited:
		e.Event, e.Title = "invitation", w.T("feed.invitation", words.Args{"Game": game})
	case m.State == match.SettingUp:
		e.Event, e.Title = "setup", w.T("feed.setup", words.Args{"Game": game})
	default:
		e.Event, e.Title = "turn"+strconv.Itoa(m.Game.Ply()+1), w.T("feed.turn", words.Args{"Game": game})
	}
	e.Text = []string{
		w.T("feed.until", words.Args{"At": w.When(e.Until, v.seat().Zone)}),
		w.T("feed.way", words.Args{"Home": v.BaseURL + "/"}),
	}
	return e, true
}

// since is when there was something to tell of a game that waits for the visitor: when his
// time began to run. Where that is to come, since he is away, it is when his vacation began:
// so it is never a moment ahead, and goes on alone when he comes home, early or not.
func (v *visit) since() time.Time {
	since := v.match.Since(v.link.Seat)
	if away, there := v.match.Vacation(v.link.Seat, v.Now()); there && away.Runs(v.Now()) && since.After(v.Now()) {
		return away.From
	}
	return since
}

// feeds tells a person where his feeds are, and what they give away.
func (g *guest) feeds() *feeds {
	w, at := g.words, g.toFeed()
	return &feeds{
		Title: w.T("feed.page_title"),
		Why:   []string{w.T("feed.page_why"), w.T("feed.page_secret")},
		Links: []fact{{w.T("feed.page_calendar"), at + feed.CalendarEnding}, {w.T("feed.page_atom"), at + feed.AtomEnding}},
	}
}
