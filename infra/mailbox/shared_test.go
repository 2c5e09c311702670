package mailbox

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A reader who polls with the id of the last mail he saw must meet every mail
// once, however many are sent at the same time.
func TestPollingMeetsEveryMailOnce(t *testing.T) {
	const senders, each = 4, 10
	b := open(t, t.TempDir())
	var sending sync.WaitGroup
	for n := range senders {
		sending.Go(func() {
			for k := range each {
				key := fmt.Sprint(n, " ", k)
				for range 1 + k%2 { // some twice
					if _, err := b.Send(t.Context(), key, sender, ann, letter(key)); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	all := make(chan struct{})
	go func() { sending.Wait(); close(all) }()
	var seen []Mail
	for last, over := "", false; len(seen) <= senders*each; {
		more := b.List(last)
		if len(more) > 0 {
			seen, last = append(seen, more...), more[len(more)-1].ID
			if _, err := b.Mail(last); err != nil {
				t.Error(err)
			}
		} else if over {
			break
		}
		select {
		case <-all:
			over = true
		default:
		}
	}
	if len(seen) != senders*each {
		t.Errorf("met %d mails of %d", len(seen), senders*each)
	}
	if !slices.IsSorted(ids(seen)) || !slices.Equal(ids(seen), ids(b.List(""))) {
		t.Error("the mails came in another order than they are listed in")
	}
}

// With more mails than memory should hold the newest stay, and all are listed.
func TestMemoryIsBounded(t *testing.T) {
	b := open(t, t.TempDir())
	b.most = 100_000
	big := []byte("Subject: big\r\n\r\n" + strings.Repeat("x", b.most/5))
	for n := range 8 {
		if _, err := b.Send(t.Context(), fmt.Sprint(n), sender, ann, big); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		for _, m := range b.List("") {
			if len(m.Text) != b.most/5 {
				t.Errorf("mail %s has %d bytes", m.ID, len(m.Text))
			}
		}
		var inMemory []int
		total := 0
		for n, e := range b.mails {
			if e.parsed != nil {
				inMemory, total = append(inMemory, n), total+e.parsed.size()
			}
		}
		if diff := cmp.Diff([]int{4, 5, 6, 7}, inMemory); diff != "" || total != b.kept {
			t.Errorf("in memory: %v, %d bytes, counted %d", inMemory, total, b.kept)
		}
	}
	for n := range 8 {
		if _, err := b.Send(t.Context(), fmt.Sprint(n), sender, ann, letter("small")); err != nil {
			t.Fatal(err)
		}
	}
	if b.kept != 0 {
		t.Errorf("%d bytes are counted of mails that were replaced", b.kept)
	}
}

// A mail that is replaced while it is being read is not shown as it was before.
func TestStaleReadIsNotKept(t *testing.T) {
	b := open(t, t.TempDir())
	id := send(t, b, "one", "old")
	e, err := b.find(id)
	if err != nil {
		t.Fatal(err)
	}
	send(t, b, "one", "new")
	b.keep(e, &Mail{ID: id, Subject: "old"})
	wantSubjects(t, b.List(""), "new")
	if b.kept != b.mails[0].parsed.size() {
		t.Errorf("%d bytes are counted, %d are there", b.kept, b.mails[0].parsed.size())
	}
}
