// Package storetest is the contract of a store, as tests: what app, notify and
// the other users of the ports rely on, clause by clause. Every store's tests
// run it over the store.
package storetest

import (
	"context"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
)

// Games keeps matches whole, one image for each.
type Games interface {
	// Load returns the image last stored; a read that is not strong may return
	// an earlier one, or none yet. It fails with match.ErrNotFound.
	Load(ctx context.Context, id match.ID, strong bool) (match.Image, error)
	// Create stores a first image, or fails with match.ErrExists.
	Create(ctx context.Context, i match.Image) error
	// Save stores i if and only if the stored version is the one before i's; it
	// fails with match.ErrConflict if it is not, or if nothing is stored.
	Save(ctx context.Context, i match.Image) error
}

// Claims lets exactly one sender at a time send the mail of a key, until it is
// sent. Keys read like `G#id/C#version#seat`, `W#candidate/C#join`,
// `A#change/C#ask` or `P#player/C#games#…`: after the slash, `C#` and any words.
type Claims interface {
	// Take claims a key until a moment. It reports whether the mail is sent
	// already, and fails with match.ErrHeld while another claim is live at now.
	Take(ctx context.Context, key string, now, until time.Time) (sent bool, err error)
	// Mark says that the mail is sent. The store may forget it thirty days after
	// until, the moment until which the key was claimed.
	Mark(ctx context.Context, key string, until time.Time) error
	// Drop gives the claim back, unless the mail is sent.
	Drop(ctx context.Context, key string) error
}

// Profiles keeps what is known of each address.
type Profiles interface {
	// LoadProfile returns the image last stored, by a strong read. It fails with
	// match.ErrNotFound.
	LoadProfile(ctx context.Context, key player.Key) (player.Image, error)
	// SaveProfile stores version 1 if and only if nothing is stored, and any other
	// if and only if the stored version is the one before it; else it fails with
	// match.ErrConflict. From the image's Expires on the store may forget it.
	SaveProfile(ctx context.Context, i player.Image) error
	// DueProfiles returns the people of a shard (player.Key.AlarmShard) whose alarm
	// was last stored as not after now, the earliest first, at most limit. It may be
	// a moment behind.
	DueProfiles(ctx context.Context, shard int, now time.Time, limit int) ([]player.Key, error)
}

// Lists finds matches by their Index as it was last stored. A list may be a
// moment behind: a match that was just stored may still be missing, or stand in
// a list that it has left. One whose image cannot be read is left out, and an
// error comes beside the others.
type Lists interface {
	// OfPlayer returns the matches in which key is the creator or the opponent,
	// each once, the newest Created first, ties by id: at most the newest 500.
	// Nobody's key has none.
	OfPlayer(ctx context.Context, key player.Key) ([]match.Image, error)
	// OpenGames returns the open matches in the same order, at most the newest
	// 100.
	OpenGames(ctx context.Context) ([]match.Image, error)
}

// What Lists return at most.
const (
	mostOfPlayer  = 500
	mostOpenGames = 100
)

// Limits counts what is allowed only so often.
type Limits interface {
	// Take counts one more use of key, unless most were counted already in the
	// window in which now lies: then it counts nothing and reports false.
	// Windows are as long as window and follow one another without a gap from
	// 1970 on, so that of two windows' uses all may come at their border. A
	// window must be longer than nothing.
	Take(ctx context.Context, key string, most int, window time.Duration, now time.Time) (bool, error)
}

// Candidates keeps those who want a vacant seat and have still to show their
// address, each until he is too late: from then on the store may forget him.
type Candidates interface {
	// KeepCandidate stores a candidate in place of one of the same id.
	KeepCandidate(ctx context.Context, id match.CandidateID, c match.Candidate) error
	// LoadCandidate returns a candidate, by a strong read, whether or not he is
	// too late. It fails with match.ErrNotFound.
	LoadCandidate(ctx context.Context, id match.CandidateID) (match.Candidate, error)
}

// Changes keeps changes of addresses, each until it is over: from then on the store
// may forget it.
type Changes interface {
	// LoadChange returns the change last stored, by a strong read, whether or not it
	// is over. It fails with match.ErrNotFound.
	LoadChange(ctx context.Context, id match.ChangeID) (match.AddressChange, error)
	// SaveChange stores version 1 if and only if nothing is stored, and any other if
	// and only if the stored version is the one before it; else it fails with
	// match.ErrConflict.
	SaveChange(ctx context.Context, c match.AddressChange) error
}

// Heartbeats keeps the one heartbeat of the clock.
type Heartbeats interface {
	// LoadHeartbeat returns the heartbeat last stored, by a strong read; the zero
	// one if there is none.
	LoadHeartbeat(ctx context.Context) (match.Heartbeat, error)
	// SaveHeartbeat stores version 1 if and only if nothing is stored, and any other
	// if and only if the stored version is the one before it; else it fails with
	// match.ErrConflict.
	SaveHeartbeat(ctx context.Context, h match.Heartbeat) error
}

// Notes keeps what each player writes for himself in a match, beside the match: its
// version stays, and there is no record of it in any stream. When a store forgets a
// match it forgets its notes.
type Notes interface {
	// LoadNotes returns the notes last saved, by a strong read; the zero ones if there
	// are none.
	LoadNotes(ctx context.Context, id match.ID, seat engine.Color) (match.Notes, error)
	// SaveNotes stores n in place of whatever is stored: the last who writes wins. Empty
	// notes leave nothing.
	SaveNotes(ctx context.Context, id match.ID, seat engine.Color, n match.Notes) error
}

// Stream is what a store without an outer stream keeps of its own: one record
// for each image that Create, Save or Rearm accepted, from that moment until Done.
type Stream interface {
	// Next returns the record with the lowest number above after.
	Next(ctx context.Context, after uint64) (n uint64, i match.Image, ok bool, err error)
	// Done takes one record out.
	Done(ctx context.Context, n uint64) error
	// Wake gets a value after a record was appended, and at once if records
	// were left from before the store was opened.
	Wake() <-chan struct{}
}

// Store is the union of the ports.
type Store interface {
	Games
	Claims
	Profiles
	Lists
	Candidates
	Changes
	Alarms
	Heartbeats
	Notes
	// Limits returns the store's counters: both they and the claims are taken.
	Limits() Limits
	Close() error
}

// A Place is where one store keeps its data. Calling it opens the store there;
// to open it again one closes it first.
type Place func() (Store, error)

// Run tests a store. newPlace gives an empty place for each clause.
func Run(t *testing.T, newPlace func(t *testing.T) Place) {
	group(t, newPlace, "games", games)
	group(t, newPlace, "claims", claims)
	group(t, newPlace, "profiles", profiles)
	group(t, newPlace, "lists", lists)
	group(t, newPlace, "limits", limits)
	group(t, newPlace, "candidates", candidates)
	group(t, newPlace, "changes", changes)
	group(t, newPlace, "alarms", alarms)
	group(t, newPlace, "alarms of people", peopleAlarms)
	group(t, newPlace, "heartbeats", heartbeats)
	group(t, newPlace, "notes", allNotes)
}

// RunStream tests the stream of a store that has one of its own.
func RunStream(t *testing.T, newPlace func(t *testing.T) Place) {
	group(t, newPlace, "stream", streams)
}

// clause is one sentence of the contract.
type clause struct {
	name string
	test func(t *testing.T, h *home)
}

func group(t *testing.T, newPlace func(t *testing.T) Place, name string, clauses []clause) {
	t.Run(name, func(t *testing.T) {
		for _, c := range clauses {
			t.Run(c.name, func(t *testing.T) {
				h := &home{place: newPlace(t)}
				h.reopen(t)
				t.Cleanup(func() { h.close(t) })
				c.test(t, h)
			})
		}
	})
}

// home is the place of one clause, with the store opened there.
type home struct {
	Store
	place Place
}

func (h *home) reopen(t *testing.T) {
	t.Helper()
	h.close(t)
	s, err := h.place()
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	h.Store = s
}

func (h *home) close(t *testing.T) {
	t.Helper()
	if h.Store == nil {
		return
	}
	if err := h.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	h.Store = nil
}

func (h *home) stream(t *testing.T) Stream {
	t.Helper()
	s, ok := h.Store.(Stream)
	if !ok {
		t.Fatalf("%T has no stream of its own", h.Store)
	}
	return s
}
