package words

import (
	"strings"
	"testing"
	"time"
)

// Of a vacation to come one reads its days, in one line and at no hour; of one that runs
// the moment of its end, once. Without it a turn mail would tell of four moments in two
// zones.
func TestAway(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	amsterdam := Place("Europe/Amsterdam")
	first, back := time.Date(2026, 12, 24, 0, 0, 0, 0, amsterdam), time.Date(2027, 1, 2, 0, 0, 0, 0, amsterdam)
	before := first.AddDate(0, 0, -3)
	for _, test := range []struct {
		lang string
		a    Away
		want string
	}{
		{"en", Away{Name: "Bob", Zone: "Europe/Amsterdam"}, "Bob will be on vacation from Thu 24 December to Fri 1 January."},
		{"en", Away{Name: "Bob", Zone: "America/New_York"}, "Bob will be on vacation from Thu 24 December to Fri 1 January."},
		{"en", Away{Zone: "Asia/Tokyo"}, "You will be on vacation from Thu 24 December to Fri 1 January."},
		{"fr", Away{Name: "Bob"}, "Bob sera en vacances du jeu. 24 décembre au ven. 1er janvier."},
		{"de", Away{Name: "Bob"}, "Bob ist von Do, 24. Dezember bis Fr, 1. Januar im Urlaub."},
		{"nl", Away{Name: "Bob"}, "Bob is van do 24 december tot en met vr 1 januari op vakantie."},
		{"en", Away{Name: "Bob", Zone: "Europe/Amsterdam", Now: first}, "Bob is on vacation until Sat 2 January 00:00 CET. Until then Bob's clock stands still; yours runs as ever."},
	} {
		a := test.a
		a.From, a.Until = first, back
		if a.Now.IsZero() {
			a.Now = before
		}
		if got := c.For(test.lang).Away(a); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// A vacation of one day is of that day: nobody says from a day to the same one. Whoever
// lives so far from who takes it that most of it is another day to him reads that one.
func TestAwayOneDay(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ lang, name, taker, reader, want string }{
		{"en", "", "Europe/Amsterdam", "Europe/Amsterdam", "You will be on vacation on Thu 24 December."},
		{"en", "Bob", "Europe/Amsterdam", "", "Bob will be on vacation on Thu 24 December."},
		{"en", "Bob", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Bob will be on vacation on Wed 23 December."},
		{"fr", "", "", "", "Vous serez en vacances le jeu. 24 décembre."},
		{"fr", "Bob", "", "", "Bob sera en vacances le jeu. 24 décembre."},
		{"de", "", "", "", "Du bist am Do, 24. Dezember im Urlaub."},
		{"de", "Bob", "", "", "Bob ist am Do, 24. Dezember im Urlaub."},
		{"nl", "", "", "", "Je bent op do 24 december op vakantie."},
		{"nl", "Bob", "", "", "Bob is op do 24 december op vakantie."},
	} {
		from := time.Date(2026, 12, 24, 0, 0, 0, 0, Place(test.taker))
		a := Away{From: from, Until: from.AddDate(0, 0, 1), Now: from.AddDate(0, 0, -3), Zone: test.reader, Name: test.name}
		if got := c.For(test.lang).Away(a); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// A sentence that begins with the words for a player who left begins as a sentence does.
func TestWhoLeftBeginsASentence(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"en": "A player who left has", "fr": "Un joueur qui est parti a", "de": "Ex-Gegenüber hat", "nl": "Een vertrokken speler heeft"} {
		w := c.For(lang)
		gone := w.T("name.gone")
		if got := w.T("aborted.they", Args{"Name": gone}); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		if got := w.T("aborted.they", Args{"Name": "ann"}); !strings.HasPrefix(got, "ann ") {
			t.Errorf("%q: a name is its owner's", got)
		}
	}
}
