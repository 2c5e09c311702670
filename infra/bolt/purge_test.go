package bolt

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"

	bbolt "go.etcd.io/bbolt"
)

var noon = time.Unix(1772366400, 0).UTC()

// count returns how many items are left.
func count(t *testing.T, s *Store) (n int) {
	t.Helper()
	if err := s.db.View(func(tx *bbolt.Tx) error { n = tx.Bucket(items).Stats().KeyN; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

func purge(t *testing.T, s *Store, now time.Time, want int) {
	t.Helper()
	if n, err := s.Purge(t.Context(), now); n != want || err != nil {
		t.Errorf("at %v: %d are taken out, %v; want %d", now, n, err, want)
	}
	if err := misfits(s); err != nil {
		t.Error(err)
	}
}

// What is kept, and until when, is promised to everybody on `/privacy`: nothing
// may go a second before, or stay after.
func TestPurgeKeepsItsTimes(t *testing.T) {
	ctx, ann := t.Context(), player.Key{1}
	candidate := match.Candidate{
		Game: match.ID{1}, Key: ann, Asked: noon, Player: match.Player{Name: "Ann", Address: "ann@example.org", Lang: "en"},
	}
	asked, err := match.NewAddressChange(match.AddressChange{
		ID: match.ChangeID{1}, From: ann, To: player.Key{2}, Old: "ann@example.org", New: "ann@example.net",
	}, noon)
	if err != nil {
		t.Fatal(err)
	}
	const mark = "G#aeaaaaaaaaaaa/C#1#red"
	gameOf := func(expires time.Time) match.Image {
		return match.Image{ID: match.ID{1}, Version: 1, Index: match.Index{Creator: ann, Created: noon, Open: true, Expires: expires}}
	}
	for _, c := range []struct {
		name string
		put  func(s *Store) error
		life time.Duration // 0: for ever
	}{
		{"a match that expires", func(s *Store) error { return s.Create(ctx, gameOf(noon.Add(time.Hour))) }, time.Hour},
		{"a match that does not", func(s *Store) error { return s.Create(ctx, gameOf(time.Time{})) }, 0},
		{"a match that was to expire", func(s *Store) error {
			i := gameOf(time.Time{})
			i.Version = 2
			return errors.Join(s.Create(ctx, gameOf(noon.Add(time.Hour))), s.Save(ctx, i))
		}, 0},
		{"a match that expires later than it was to", func(s *Store) error {
			i := gameOf(noon.Add(5 * time.Hour))
			i.Version = 2
			return errors.Join(s.Create(ctx, gameOf(noon.Add(time.Hour))), s.Save(ctx, i))
		}, 5 * time.Hour},
		{"a claim", func(s *Store) error { _, err := s.Take(ctx, mark, noon, noon.Add(time.Minute)); return err }, 30*24*time.Hour + time.Minute},
		{"a claim that was taken over", func(s *Store) error {
			_, err := s.Take(ctx, mark, noon, noon.Add(time.Minute))
			_, err2 := s.Take(ctx, mark, noon.Add(time.Hour), noon.Add(2*time.Hour))
			return errors.Join(err, err2)
		}, 30*24*time.Hour + 2*time.Hour},
		{"a mark", func(s *Store) error {
			_, err := s.Take(ctx, mark, noon, noon.Add(time.Minute))
			return errors.Join(err, s.Mark(ctx, mark, noon.Add(time.Minute)))
		}, 30*24*time.Hour + time.Minute},
		{"a mark without a claim", func(s *Store) error { return s.Mark(ctx, mark, noon.Add(time.Minute)) }, 30*24*time.Hour + time.Minute},
		{"a counter", func(s *Store) error {
			_, err := s.Counters().Take(ctx, "create 192.0.2.7", 20, time.Hour, noon.Add(59*time.Minute))
			return err
		}, time.Hour},
		{"a counter of a broken window", func(s *Store) error {
			_, err := s.Counters().Take(ctx, "x", 20, 1500*time.Millisecond, noon)
			return err
		}, 2 * time.Second},
		{"a candidate", func(s *Store) error { return s.KeepCandidate(ctx, match.CandidateID{1}, candidate) }, match.CandidateLife},
		{"a candidate who asked again", func(s *Store) error {
			later := candidate
			later.Asked = noon.Add(time.Hour)
			return errors.Join(s.KeepCandidate(ctx, match.CandidateID{1}, candidate), s.KeepCandidate(ctx, match.CandidateID{1}, later))
		}, match.CandidateLife + time.Hour},
		{"a profile that expires", func(s *Store) error {
			return s.SaveProfile(ctx, player.Image{Key: ann, Version: 1, Expires: noon.Add(time.Hour), Data: []byte("x")})
		}, time.Hour},
		{"a profile that was to expire", func(s *Store) error {
			return errors.Join(s.SaveProfile(ctx, player.Image{Key: ann, Version: 1, Expires: noon.Add(time.Hour), Data: []byte("x")}),
				s.SaveProfile(ctx, player.Image{Key: ann, Version: 2, Data: []byte("x")}))
		}, 0},
		{"a change that nobody confirmed", func(s *Store) error { return s.SaveChange(ctx, asked) }, match.ChangeLife},
		{"a change that may be undone", func(s *Store) error {
			return errors.Join(s.SaveChange(ctx, asked), s.SaveChange(ctx, asked.Confirm(nil, false, noon.Add(time.Hour))))
		}, match.UndoLife + time.Hour},
		{"a profile", func(s *Store) error {
			return s.SaveProfile(ctx, player.Image{Key: ann, Version: 1, Data: []byte("x")})
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := fresh(t)
			if err := c.put(s); err != nil {
				t.Fatal(err)
			}
			if c.life == 0 {
				purge(t, s, noon.Add(100*365*24*time.Hour), 0)
				if count(t, s) != 1 {
					t.Error("it is gone")
				}
				return
			}
			purge(t, s, noon.Add(c.life-time.Second), 0)
			if count(t, s) != 1 {
				t.Fatal("it is gone before its time")
			}
			purge(t, s, noon.Add(c.life), 1)
			if count(t, s) != 0 {
				t.Error("it is still there")
			}
		})
	}
}

// A forgotten match is nowhere any more, and its id is free.
func TestPurgedMatchIsNotFound(t *testing.T) {
	s, ann := fresh(t), player.Key{1}
	i := match.Image{ID: match.ID{1}, Version: 1, Index: match.Index{Creator: ann, Created: noon, Open: true, Expires: noon}}
	if err := s.Create(t.Context(), i); err != nil {
		t.Fatal(err)
	}
	purge(t, s, noon, 1)
	if _, err := s.Load(t.Context(), i.ID, true); !errors.Is(err, match.ErrNotFound) {
		t.Error(err)
	}
	mine, err := s.OfPlayer(t.Context(), ann)
	open, err2 := s.OpenGames(t.Context())
	if len(mine)+len(open) > 0 || err != nil || err2 != nil {
		t.Errorf("%d and %d are listed, %v, %v", len(mine), len(open), err, err2)
	}
	if _, got, ok, err := s.Next(t.Context(), 0); !ok || err != nil || got.ID != i.ID {
		t.Errorf("the mail that it owes is gone with it: %v", err)
	}
	i.Version = 2
	if err := s.Save(t.Context(), i); !errors.Is(err, match.ErrConflict) {
		t.Error(err)
	}
	i.Version = 1
	if err := s.Create(t.Context(), i); err != nil {
		t.Error(err)
	}
}

// The record of a mail that was refused for ever waits in the stream for a better
// program. When that comes, the other player's mail must not come again.
func TestPurgeKeepsClaimsOfTheStream(t *testing.T) {
	s, later := fresh(t), noon.Add(100*24*time.Hour)
	for n := range byte(2) {
		id := match.ID{n + 1}
		if err := s.Create(t.Context(), match.Image{ID: id, Version: 1}); err != nil {
			t.Fatal(err)
		}
		key := "G#" + id.String() + "/C#1#red"
		if _, err := s.Take(t.Context(), key, noon, noon.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	purge(t, s, later, 0)
	if err := s.Done(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	purge(t, s, later, 1)
	poke(t, s, stream, number(2), "\x02S?")
	purge(t, s, later, 0)
	if err := s.Done(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	purge(t, s, later, 1)
}

// More than one transaction's worth, of which the first is full of what cannot be
// read: it must neither stop the rest nor be taken out unread.
func TestPurgeGoesPastWhatItCannotRead(t *testing.T) {
	s := fresh(t)
	const good = purgeBatch + 10
	for n := range good {
		if _, err := s.Counters().Take(t.Context(), fmt.Sprint("good ", n), 1, time.Hour, noon); err != nil {
			t.Fatal(err)
		}
	}
	bent := map[string]string{
		"R#bent": "\x01R?", "R#newer": "\x02R?", "R#empty": "", "R#none": "\x01?",
		"G#aeaaaaaaaaaaa/G": "\x01G?", "G#bent/G": "\x01G?", "W#bent/W": "\x01W\x01?", "G#bent/C#1#red": "\x01C?",
		"R#another time": string(counter{noon, 1}.value()),
	}
	for key, value := range bent {
		poke(t, s, items, []byte(key), value)
		poke(t, s, ends, endKey(time.Unix(1, 0), []byte(key)), "")
	}
	for n := range purgeBatch {
		poke(t, s, ends, endKey(time.Unix(2, 0), fmt.Append(nil, "R#nothing ", n)), "")
	}
	poke(t, s, ends, []byte("\x00"), "")
	for call, want := range []int{good, 0} {
		n, err := s.Purge(t.Context(), noon.Add(2*time.Hour))
		if n != want || !unreadable(err) {
			t.Errorf("call %d: %d are taken out, want %d; %v", call+1, n, want, err)
		}
	}
	if n := count(t, s); n != len(bent) {
		t.Errorf("%d items are left, want the %d that cannot be read", n, len(bent))
	}
}

// Notes go with their match, and those of no other.
func TestPurgeTakesNotes(t *testing.T) {
	s, going, staying := fresh(t), match.ID{1}, match.ID{2}
	for id, expires := range map[match.ID]time.Time{going: noon, staying: noon.Add(time.Hour)} {
		if err := s.Create(t.Context(), match.Image{ID: id, Version: 1, Index: match.Index{Expires: expires}}); err != nil {
			t.Fatal(err)
		}
		for _, seat := range []engine.Color{engine.Red, engine.Blue} {
			if err := s.SaveNotes(t.Context(), id, seat, match.Notes{Text: "left!"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	purge(t, s, noon, 1)
	if n := count(t, s); n != 3 {
		t.Errorf("%d items are left, want one match with the notes of both", n)
	}
	purge(t, s, noon.Add(time.Hour), 1)
	if n := count(t, s); n != 0 {
		t.Errorf("%d items are left", n)
	}
}

// A purge that is cut off has done whole transactions, and the next goes on.
func TestPurgeIsCutOff(t *testing.T) {
	s := fresh(t)
	if _, err := s.Counters().Take(t.Context(), "x", 1, time.Hour, noon); err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if n, err := s.Purge(gone, noon.Add(time.Hour)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d, %v", n, err)
	}
	purge(t, s, noon.Add(time.Hour), 1)
}

// Nothing to do must not cost a write each hour.
func TestPurgeOfNothingWritesNothing(t *testing.T) {
	s := fresh(t)
	if _, err := s.Counters().Take(t.Context(), "x", 1, time.Hour, noon); err != nil {
		t.Fatal(err)
	}
	before := s.transactions(t)
	purge(t, s, noon, 0)
	if ok, err := s.Counters().Take(t.Context(), "x", 1, time.Hour, noon); ok || err != nil {
		t.Errorf("a use too many: %t, %v", ok, err)
	}
	if after := s.transactions(t); after != before {
		t.Errorf("transaction %d after %d", after, before)
	}
	purge(t, s, noon.Add(time.Hour), 1)
	if after := s.transactions(t); after != before+1 {
		t.Errorf("transaction %d after %d, and one was due", after, before)
	}
}

// transactions returns the number of the last one that was written.
func (s *Store) transactions(t *testing.T) (n int) {
	t.Helper()
	if err := s.db.View(func(tx *bbolt.Tx) error { n = tx.ID(); return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}
