package inbound

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/functions/internal/app"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/inbound/letter"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/metrics"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

const ann, bob = "ann@example.org", "Bob@example.net"

var catalog = sync.OnceValues(words.Load)

// world is a desk over a store in memory, with the mails that the matches owe and
// those that it answers, and a clock that is put forward by hand.
type world struct {
	t        testing.TB
	now      time.Time
	images   map[match.ID]match.Image
	profiles map[player.Key]player.Image
	counted  map[string]int
	claims   map[string]bool // sent, or held
	posted   map[string]mail.Message
	box      []message // all mails, oldest first
	log      bytes.Buffer
	down     string              // a call that fails
	names    engine.Both[string] // of the players; "": Ann and Bob
	zone     string              // of Ann

	pepper   player.Pepper
	composer *mail.Composer
	people   *players.Players
	app      *app.App
	desk     *Desk
	written  int
}

// message is a mail of ours as its reader has it.
type message struct {
	to, id, replyTo, text string
	header                netmail.Header
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{
		t: t, now: time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC), images: map[match.ID]match.Image{}, pepper: player.Pepper{7},
		profiles: map[player.Key]player.Image{}, counted: map[string]int{}, claims: map[string]bool{}, posted: map[string]mail.Message{},
	}
	random := rand.NewChaCha8([32]byte{1})
	master, err := link.NewMaster(1, random)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := link.NewKeys([]link.Master{master})
	if err != nil {
		t.Fatal(err)
	}
	all, err := catalog()
	if err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return w.now }
	w.composer = &mail.Composer{
		Links: keys, Words: all, BaseURL: "https://fieldpost.example", SiteName: "Fieldpost", Sender: "games@fieldpost.example",
		Secret: []byte("0123456789abcdef"), ReplyDomain: "reply.fieldpost.example",
	}
	w.app = &app.App{Games: w, Now: clock}
	w.people = &players.Players{Profiles: w, Lists: w, Limits: counters{w}, Now: clock}
	logger := slog.New(slog.NewTextHandler(&w.log, nil))
	w.app.Watch = metrics.Commands(logger, clock)
	w.desk = &Desk{
		Games: players.Gate{Games: w.app, People: w.people, Log: logger}, People: w.people, Keys: keys, Words: all,
		Composer: w.composer, Claims: seen{w}, Post: w, Now: clock, Random: random, Log: logger,
	}
	return w
}

var errDown = errors.New("no answer")

func (w *world) Load(_ context.Context, id match.ID, _ bool) (match.Image, error) {
	i, ok := w.images[id]
	if !ok {
		return i, match.ErrNotFound
	}
	return i, nil
}

func (w *world) Create(_ context.Context, i match.Image) error {
	if _, taken := w.images[i.ID]; taken {
		return match.ErrExists
	}
	w.images[i.ID] = i
	w.owe(i)
	return nil
}

func (w *world) Save(_ context.Context, i match.Image) error {
	if w.down == "save" {
		return errDown
	}
	if w.images[i.ID].Version != i.Version-1 {
		return match.ErrConflict
	}
	w.images[i.ID] = i
	w.owe(i)
	return nil
}

// owe mails what an image owes.
func (w *world) owe(i match.Image) {
	m, err := match.Open(i)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, l := range notify.Letters(m) {
		he, wanted, err := w.people.Mails(w.t.Context(), m.Seat(l.Seat).Key, m.Seat(l.Seat.Other()).Key, l.Kind)
		if err != nil || !wanted {
			continue
		}
		l.Epoch, l.Prefs = he.Epoch, he.Prefs
		sent, err := w.composer.Compose(m, l, fmt.Sprint("G#", m.ID, m.Version, l.Seat))
		if err != nil {
			w.t.Fatal(err)
		}
		w.put(sent)
	}
}

func (w *world) put(m mail.Message) {
	read, err := netmail.ReadMessage(bytes.NewReader(m.Raw))
	if err != nil {
		w.t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(read.Header.Get("Content-Type"))
	if err != nil {
		w.t.Fatal(err)
	}
	var text []byte
	parts := multipart.NewReader(read.Body, params["boundary"])
	for _, kind := range []string{"text/plain", "text/html"} {
		part, err := parts.NextRawPart()
		if err != nil {
			w.t.Fatal(err)
		}
		said, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			w.t.Fatal(err)
		}
		if text == nil {
			text = said
		}
		// Quoted without any mark, a mail of ours must not command anything, in whatever width.
		unmarked := strings.ReplaceAll(string(said), `role="article"`, "")
		l, err := letter.Read([]byte("From: a@x.example\r\nContent-Type: " + kind + "; charset=utf-8\r\n\r\n" + unmarked))
		for _, most := range []int{1000, 78, 72, 66} {
			lines := rewrap(l.Lines, most)
			if c := command.Find(lines); err != nil || c.Kind != command.None {
				w.t.Errorf("a mail of ours holds the command %v in %d columns, %v\n%s", c.Kind, most, err, strings.Join(lines, "\n"))
			}
		}
	}
	w.box = append(w.box, message{
		m.To, read.Header.Get("Message-Id"), strings.Trim(read.Header.Get("Reply-To"), "<>"), strings.ReplaceAll(string(text), "\r\n", "\n"), read.Header,
	})
}

// rewrap breaks lines as a mail program does whose lines have at most so many letters.
func rewrap(lines []string, most int) (all []string) {
	for _, line := range lines {
		now := ""
		for word := range strings.SplitSeq(line, " ") {
			if now != "" && utf8.RuneCountInString(now)+1+utf8.RuneCountInString(word) > most {
				all, now = append(all, now), ""
			}
			now = strings.TrimLeft(now+" "+word, " ")
		}
		all = append(all, now)
	}
	return all
}

// Post is that of Post.
func (w *world) Post(_ context.Context, key string, m mail.Message) error {
	if w.down == "post" {
		return errDown
	}
	if _, sent := w.posted[key]; !sent {
		w.posted[key] = m
		w.put(m)
	}
	return nil
}

type seen struct{ *world }

func (s seen) Take(_ context.Context, key string, _, _ time.Time) (bool, error) {
	done, held := s.claims[key]
	if held && !done {
		return false, match.ErrHeld
	}
	if !done {
		s.claims[key] = false
	}
	return done, nil
}

func (s seen) Mark(_ context.Context, key string, _ time.Time) error {
	if s.down == "mark" {
		delete(s.claims, key) // as if its time were over
		return errDown
	}
	s.claims[key] = true
	return nil
}

func (s seen) Drop(_ context.Context, key string) error {
	delete(s.claims, key)
	return nil
}

func (w *world) LoadProfile(_ context.Context, key player.Key) (player.Image, error) {
	i, ok := w.profiles[key]
	if !ok {
		return i, match.ErrNotFound
	}
	return i, nil
}

func (w *world) SaveProfile(_ context.Context, i player.Image) error {
	w.profiles[i.Key] = i
	return nil
}

func (w *world) OfPlayer(_ context.Context, key player.Key) ([]match.Image, error) {
	var list []match.Image
	for _, i := range w.images {
		if i.Creator == key || i.Opponent == key {
			list = append(list, i)
		}
	}
	return list, nil
}

type counters struct{ *world }

func (c counters) Take(_ context.Context, key string, most int, window time.Duration, now time.Time) (bool, error) {
	key += fmt.Sprint(now.UnixNano() / int64(window))
	if c.counted[key] >= most {
		return false, nil
	}
	c.counted[key]++
	return true, nil
}

var game = match.ID{1, 2, 3, 4, 5, 6, 7, 8}

// create asks for a game of Ann, who has confirmed, with Bob.
func (w *world) create(army engine.Army, lang string) {
	w.t.Helper()
	c := match.Create{
		ID: game, Creator: engine.Red, Confirmed: true, Rules: engine.StandardRules(army),
		Players: engine.Both[match.Player]{
			Red:  match.Player{Name: cmp.Or(w.names.Red, "Ann"), Address: ann, Lang: lang, Zone: w.zone},
			Blue: match.Player{Name: cmp.Or(w.names.Blue, "Bob"), Address: bob, Lang: lang},
		},
		Keys: engine.Both[player.Key]{Red: w.pepper.Key(ann), Blue: w.pepper.Key(bob)},
	}
	if _, err := w.app.Create(w.t.Context(), c); err != nil {
		w.t.Fatal(err)
	}
}

// playing begins a game, by mail.
func (w *world) playing() {
	w.t.Helper()
	w.create(engine.Barrage, "")
	w.answer(bob, "accept")
	w.answer(ann, "setup 1")
	w.answer(bob, "setup random")
	if m := w.match(); m.State != match.Playing {
		w.t.Fatalf("%v\n%s", m, w.last(bob).text)
	}
}

func (w *world) match() match.Match {
	w.t.Helper()
	m, err := match.Open(w.images[game])
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

// last is the newest mail to somebody.
func (w *world) last(to string) message {
	w.t.Helper()
	for i := range w.box {
		if m := w.box[len(w.box)-1-i]; m.to == to {
			return m
		}
	}
	w.t.Fatalf("no mail to %s", to)
	return message{}
}

// turn is the newest mail to somebody that is no answer.
func (w *world) turn(to string) message {
	for i := range w.box {
		if m := w.box[len(w.box)-1-i]; m.to == to && m.header.Get("Auto-Submitted") == "auto-generated" {
			return m
		}
	}
	w.t.Fatalf("no mail to %s", to)
	return message{}
}

// reply is an answer to a mail, above the mail itself.
func (w *world) reply(from string, to message, text string, fields ...string) Delivery {
	w.written++
	header := append([]string{
		"Return-Path: <" + from + ">", "From: " + from, "To: " + to.replyTo, "Subject: Re: Stratego",
		fmt.Sprintf("Message-ID: <%d@mail.example>", w.written), "In-Reply-To: " + to.id, "Content-Type: text/plain; charset=utf-8",
	}, fields...)
	quoted := "> " + strings.ReplaceAll(to.text, "\n", "\r\n> ")
	raw := strings.Join(header, "\r\n") + "\r\n\r\n" + strings.ReplaceAll(text, "\n", "\r\n") + "\r\n\r\nFieldpost wrote:\r\n" + quoted + "\r\n"
	return Delivery{From: from, To: []string{to.replyTo}, Raw: []byte(raw), At: w.now}
}

// take hands a mail in.
func (w *world) take(d Delivery) {
	w.t.Helper()
	w.now = w.now.Add(time.Minute)
	if err := w.desk.Take(w.t.Context(), d); err != nil {
		w.t.Fatal(err)
	}
}

// unthreaded hands in an answer to the newest mail to somebody that does not say which it
// answers.
func (w *world) unthreaded(who, text string) {
	w.t.Helper()
	d := w.reply(who, w.last(who), text)
	d.Raw = bytes.Replace(d.Raw, []byte("In-Reply-To"), []byte("X-Reply-To"), 1)
	w.take(d)
}

// answer answers the newest mail to somebody and returns the mail that he gets back.
func (w *world) answer(who, text string) message {
	w.t.Helper()
	return w.answerTo(w.last(who), text)
}

// answerTo answers a mail as whom it went to, and returns the mail that he gets back.
func (w *world) answerTo(m message, text string) message {
	w.t.Helper()
	before := len(w.box)
	w.take(w.reply(m.to, m, text))
	var got []message
	for _, sent := range w.box[before:] {
		if sent.header.Get("Auto-Submitted") == "auto-replied" {
			got = append(got, sent)
		}
	}
	if len(got) != 1 || got[0].to != m.to {
		w.t.Fatalf("%q by %s is answered by %d mails\n%s", text, m.to, len(got), w.log.String())
	}
	return got[0]
}

// says fails unless a mail has all of some words.
func (m message) says(t testing.TB, wanted ...string) {
	t.Helper()
	text := strings.Join(strings.Fields(m.text), " ")
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("the mail does not say %q:\n%s", want, m.text)
		}
	}
}
