package site

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"html"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// world is a site over matches in memory, with a clock that stands still and
// lots that are always the same.
type world struct {
	t     testing.TB
	games *memory
	app   *app.App
	keys  *link.Keys
	words *words.Catalog
	site  http.Handler
	log   *bytes.Buffer

	logger *slog.Logger // all instances write one log
	random io.Reader
	now    time.Time
	mails  fakeMailbox
	base   string // the address of the site
	pepper player.Pepper
	office *office
	people *register

	notebook *notebook
	silent   bool // commands write no lines
	moves    *moves
}

const base = "https://fieldpost.test"

var catalog = sync.OnceValues(words.Load)

func newWorld(t testing.TB) *world {
	t.Helper()
	return newWorldAt(t, base)
}

// newWorldAt is newWorld with another address for the site.
func newWorldAt(t testing.TB, base string) *world {
	t.Helper()
	w := &world{t: t, base: base, pepper: player.Pepper{7}, people: &register{}, notebook: &notebook{}, games: &memory{}, log: &bytes.Buffer{}, now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	w.office, w.moves = &office{people: w.people}, &moves{}
	seed := rand.NewChaCha8([32]byte{1})
	master, err := link.NewMaster(1, seed)
	if err != nil {
		t.Fatal(err)
	}
	if w.keys, err = link.NewKeys([]link.Master{master}); err != nil {
		t.Fatal(err)
	}
	if w.words, err = catalog(); err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return w.now }
	w.app = &app.App{Games: w.games, Now: clock}
	w.random = seed
	w.logger = slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{ReplaceAttr: timeless}))
	lines := metrics.Commands(w.logger, clock)
	w.app.Watch = func() func(app.Deed) {
		if w.silent {
			return func(app.Deed) {}
		}
		return lines()
	}
	w.site = w.instance(w.app)
	return w
}

// config is that of a site without a mailbox.
func (w *world) config(games Games) Config {
	return Config{
		Games: games, Keys: w.keys, Words: w.words, BaseURL: w.base, Now: w.app.Now, Random: w.random,
		Pepper: w.pepper, Candidates: w.office, Notes: w.notebook, Post: w.office, Open: w.games, Log: w.logger, Changes: w.moves, Movers: w.moves,
		Players: &players.Players{Profiles: w.people, Lists: w.games, Limits: w.people, Now: w.app.Now},
	}
}

// timeless takes the times out of a log, in which alone two equal runs differ.
func timeless(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// instance is one more process over the same matches.
func (w *world) instance(games Games) http.Handler {
	c := w.config(games)
	c.Mailbox = &w.mails
	return New(c)
}

// memory keeps images in a map, as a store does.
type memory struct {
	mu     sync.Mutex
	images map[match.ID]match.Image
	saves  int
}

func (m *memory) Load(_ context.Context, id match.ID, _ bool) (match.Image, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i, ok := m.images[id]
	if !ok {
		return match.Image{}, match.ErrNotFound
	}
	return i, nil
}

func (m *memory) Create(_ context.Context, i match.Image) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.images == nil {
		m.images = map[match.ID]match.Image{}
	}
	if _, taken := m.images[i.ID]; taken {
		return match.ErrExists
	}
	m.images[i.ID] = i
	m.saves++
	return nil
}

func (m *memory) Save(_ context.Context, i match.Image) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.images[i.ID].Version != i.Version-1 {
		return match.ErrConflict
	}
	m.images[i.ID] = i
	m.saves++
	return nil
}

// OpenGames is that of a store.
func (m *memory) OpenGames(context.Context) ([]match.Image, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []match.Image
	for _, i := range m.images {
		if i.Open {
			list = append(list, i)
		}
	}
	return list, nil
}

// office keeps candidates, and the mails to them.
type office struct {
	mu     sync.Mutex
	kept   map[match.CandidateID]match.Candidate
	mailed []match.CandidateID
	down   bool // mails cannot be sent
	people *register
	again  []againLetter
}

func (o *office) MailGames(_ context.Context, claim string, to mail.Recipient, at time.Time) error {
	if o.down {
		return errors.New("550 ann@example.org is unknown")
	}
	o.people.post(claim, to, at)
	return nil
}

func (o *office) AskAgain(_ context.Context, claim string, m match.Match, seat engine.Color, at time.Time) error {
	if o.down {
		return errors.New("550 ann@example.org is unknown")
	}
	o.again = append(o.again, againLetter{claim, m.ID, seat, at})
	return nil
}

func (o *office) KeepCandidate(_ context.Context, id match.CandidateID, c match.Candidate) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.kept == nil {
		o.kept = map[match.CandidateID]match.Candidate{}
	}
	o.kept[id] = c
	return nil
}

func (o *office) LoadCandidate(_ context.Context, id match.CandidateID) (match.Candidate, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	c, ok := o.kept[id]
	if !ok {
		return match.Candidate{}, match.ErrNotFound
	}
	return c, nil
}

func (o *office) AskCandidate(_ context.Context, _ match.Match, id match.CandidateID, _ match.Candidate) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.down {
		return errDown
	}
	o.mailed = append(o.mailed, id)
	return nil
}

// The two armies of the tests: scouts in front, so that there are moves with a
// fight in them from the first.
const (
	barrageRed  = "22M9S.....\n..........\n..........\nFB3......."
	barrageBlue = "S......M22\n.........9\n..........\nFB3......."
)

func setup(t testing.TB, army engine.Army, rows string) engine.Setup {
	t.Helper()
	s, err := engine.ParseSetup(army.Board(), rows)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// match creates a match of Ann, who has Red, and Bob, and brings it as far as
// the commands do.
func (w *world) match(rules engine.Rules, commands ...match.Command) match.Match {
	w.t.Helper()
	w.silent = true // what was before the test is in no log
	defer func() { w.silent = false }()
	c := match.Create{Creator: engine.Red, Rules: rules}
	binary.BigEndian.PutUint64(c.ID[:], uint64(len(w.games.images)+1)<<32)
	c.Players.Red = match.Player{Name: "Ann", Address: "ann@example.org"}
	c.Players.Blue = match.Player{Name: "Bob", Address: "bob@example.org"}
	c.Keys.Red, c.Keys.Blue = w.pepper.Key(c.Players.Red.Address), w.pepper.Key(c.Players.Blue.Address)
	m, err := w.app.Create(w.t.Context(), c)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, command := range commands {
		if m, err = w.app.Do(w.t.Context(), m.ID, command); err != nil {
			w.t.Fatalf("%#v: %v", command, err)
		}
	}
	return m
}

// playing is a barrage game in which both have set up.
func (w *world) playing() match.Match {
	return w.match(engine.StandardRules(engine.Barrage), match.Confirm{}, match.Accept{By: engine.Blue},
		match.SetUp{By: engine.Red, Setup: setup(w.t, engine.Barrage, barrageRed)},
		match.SetUp{By: engine.Blue, Setup: setup(w.t, engine.Barrage, barrageBlue)})
}

// play makes moves in turn.
func (w *world) play(m match.Match, moves ...string) match.Match {
	w.t.Helper()
	for _, text := range moves {
		move, err := engine.ParseMove(text)
		if err != nil {
			w.t.Fatal(err)
		}
		if m, err = w.app.Do(w.t.Context(), m.ID, match.PlayMove{By: m.Game.ToMove(), Ply: m.Game.Ply(), Move: move}); err != nil {
			w.t.Fatalf("%s: %v", text, err)
		}
	}
	return m
}

// to returns a link of a seat of m.
func (w *world) to(m match.Match, seat engine.Color, p link.Purpose) string {
	return w.seal(link.Link{Purpose: p, Game: m.ID, Seat: seat, Issued: w.now})
}

func (w *world) toMove(m match.Match, seat engine.Color, ply int, text string) string {
	w.t.Helper()
	move, err := engine.ParseMove(text)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.seal(link.Link{Purpose: link.Move, Game: m.ID, Seat: seat, Ply: ply, Move: move})
}

func (w *world) seal(l link.Link) string {
	return base + "/" + l.Purpose.Route() + "/" + w.keys.Seal(l)
}

// stored returns the match as the store has it.
func (w *world) stored(m match.Match) match.Match {
	w.t.Helper()
	m, err := w.app.Reload(w.t.Context(), m.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

// browser is one person's, with a jar for cookies.
type browser struct {
	*world
	jar http.CookieJar
}

func (w *world) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &browser{w, jar}
}

// reply is an answer, read to its end.
type reply struct {
	status  int
	header  http.Header
	cookies []*http.Cookie
	page    string
}

// ask sends a request, without a body if form is nil.
func (b *browser) ask(method, at string, form url.Values, change ...func(*http.Request)) reply {
	b.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r := httptest.NewRequest(method, at, body)
	r.RemoteAddr = "192.0.2.7:4711"
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, c := range b.jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	for _, f := range change {
		f(r)
	}
	rec := httptest.NewRecorder()
	b.site.ServeHTTP(rec, r)
	resp := rec.Result()
	defer resp.Body.Close()
	b.jar.SetCookies(r.URL, resp.Cookies())
	page, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	a := reply{resp.StatusCode, resp.Header, resp.Cookies(), string(page)}
	b.fits(r, a)
	ofAProgram(b.t, at, a.page)
	return a
}

// fieldNames are the names that a form of a page sends.
var fieldNames = regexp.MustCompile(`<(?:input|select|textarea|button)\b[^>]* name="([^"]+)"`)

// ofAProgram fails unless a program may send, as JSON, whatever the forms of a page behind
// a link send, as openapi.yaml promises.
func ofAProgram(t testing.TB, at, page string) {
	t.Helper()
	if path := strings.TrimPrefix(at, base); len(path) < 3 || path[2] != '/' {
		return
	}
	for _, name := range fieldNames.FindAllStringSubmatch(page, -1) {
		if !slices.Contains(formFields, name[1]) {
			t.Errorf("a form sends %q, which no JSON may", name[1])
		}
	}
}

func (b *browser) get(at string) (int, string) {
	b.t.Helper()
	r := b.ask(http.MethodGet, at, nil)
	return r.status, r.page
}

func (b *browser) post(at string, form url.Values) (int, string) {
	b.t.Helper()
	r := b.ask(http.MethodPost, at, form)
	return r.status, r.page
}

// want fails unless a page has the status, says every text, and none of those
// that begin with "!".
func want(t testing.TB, status int, page string, wantStatus int, texts ...string) {
	t.Helper()
	if status != wantStatus {
		t.Errorf("status %d, not %d", status, wantStatus)
	}
	plain := html.UnescapeString(page)
	for _, s := range texts {
		if not, ok := strings.CutPrefix(s, "!"); ok {
			if strings.Contains(plain, not) {
				t.Errorf("the page says %q", not)
			}
		} else if !strings.Contains(plain, s) {
			t.Errorf("the page does not say %q:\n%s", s, main(plain))
		}
	}
}

var mainPart = regexp.MustCompile(`(?s)<main.*</main>`)

func main(page string) string { return mainPart.FindString(page) }

// hrefs returns every address that a page leads to.
func hrefs(page string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`href="([^"#][^"]*)"`).FindAllStringSubmatch(page, -1) {
		list = append(list, html.UnescapeString(m[1]))
	}
	return list
}

func form(pairs ...string) url.Values {
	f := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		f.Set(pairs[i], pairs[i+1])
	}
	return f
}

// fakeMailbox is a mailbox in memory.
type fakeMailbox []Mail

func (f *fakeMailbox) List(after string) []Mail {
	for i, m := range *f {
		if m.ID == after {
			return (*f)[i+1:]
		}
	}
	return *f
}

func (f *fakeMailbox) Mail(id string) (Mail, error) {
	for _, m := range *f {
		if m.ID == id {
			return m, nil
		}
	}
	return Mail{}, match.ErrNotFound
}

func (f *fakeMailbox) Raw(id string) ([]byte, error) {
	m, err := f.Mail(id)
	return []byte("raw " + m.Text), err
}
