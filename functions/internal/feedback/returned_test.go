package feedback

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"fieldpost/engine/player"
	"fieldpost/functions/internal/players"
	"fieldpost/infra/link"
)

func keys(t testing.TB) *link.Keys {
	t.Helper()
	m, err := link.NewMaster(1, bytes.NewReader(bytes.Repeat([]byte{1}, 32)))
	if err != nil {
		t.Fatal(err)
	}
	k, err := link.NewKeys([]link.Master{m})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// Of a mail that comes back only the address counts that it came to: without it
// anybody could end anybody's mails, by naming him in a report.
func TestReturned(t *testing.T) {
	k := keys(t)
	token := k.Seal(link.Link{Purpose: link.Bounce, Player: annKey, Issued: noon})
	for _, c := range []struct {
		name, token, mail string
		at                time.Time
		fate              Fate
	}{
		{"gone", token, "postfix-unknown", noon.Add(time.Hour), Gone}, // though it names Bob
		{"in capitals", strings.ToUpper(token), "gmail-unknown", noon, Gone},
		{"weeks later", token, "exim-unknown", noon.Add(29 * 24 * time.Hour), Gone},
		{"full", token, "postfix-full", noon, Passing},
		{"an absence", token, "out-of-office", noon, NoReport},
		{"too late", token, "postfix-unknown", noon.Add(31 * 24 * time.Hour), NotOurs},
		{"guessed", strings.Repeat("a", len(token)), "postfix-unknown", noon, NotOurs},
		{"a board's link", k.Seal(link.Link{Purpose: link.Player, Player: annKey, Issued: noon}), "postfix-unknown", noon, NotOurs},
	} {
		s := newStore()
		r := &Returned{Links: k, People: &players.Players{Profiles: s}}
		for range 2 {
			if fate, err := r.Take(t.Context(), c.token, sample(t, c.mail), c.at); fate != c.fate || err != nil {
				t.Errorf("%s: %v, %v; want %v", c.name, fate, err, c.fate)
			}
		}
		if got := s.profile(t, annKey).Signs.Health() == player.Bouncing; got != (c.fate == Gone) {
			t.Errorf("%s: Ann's mails come back: %t", c.name, got)
		}
		if len(s.profiles) > 1 || s.profile(t, bobKey).Version > 0 {
			t.Errorf("%s: the report is taken to be about Bob", c.name)
		}
	}
}

// Who has read a later mail is there. Without it an old report would end his mails.
func TestReturnedBeforeTheLastRead(t *testing.T) {
	k, s := keys(t), newStore()
	people := &players.Players{Profiles: s}
	if err := people.Read(t.Context(), annKey, noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	token := k.Seal(link.Link{Purpose: link.Bounce, Player: annKey, Issued: noon})
	fate, err := (&Returned{Links: k, People: people}).Take(t.Context(), token, sample(t, "postfix-unknown"), noon.Add(2*time.Hour))
	if fate != Gone || err != nil || s.profile(t, annKey).Signs.Health() != player.Well {
		t.Errorf("%v, %v, her health is %v", fate, err, s.profile(t, annKey).Signs.Health())
	}
}

// What cannot be noted fails, so that the report comes again.
func TestReturnedFails(t *testing.T) {
	s := newStore()
	s.fails = 2
	k := keys(t)
	token := k.Seal(link.Link{Purpose: link.Bounce, Player: annKey, Issued: noon})
	r := &Returned{Links: k, People: &players.Players{Profiles: s}}
	if _, err := r.Take(t.Context(), token, sample(t, "postfix-unknown"), noon); !errors.Is(err, errDown) {
		t.Error(err)
	}
	if fate, err := r.Take(t.Context(), token, sample(t, "postfix-unknown"), noon); fate != Gone || err != nil {
		t.Errorf("again: %v, %v", fate, err)
	}
}
