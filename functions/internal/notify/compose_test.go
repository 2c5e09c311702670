package notify_test

import (
	"bytes"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/mail"
	"fieldpost/functions/internal/notify"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// TestLettersCanBeWritten gives every letter of whole games to the real
// composer. It refuses a letter that does not fit the match, and that is a
// failure which no later try mends: the player would wait for ever.
func TestLettersCanBeWritten(t *testing.T) {
	var composer notify.Composer = writer(t)
	game := line(t)
	all := append(append(game, blueCreates(t)...), overAtOnce(t), timeOut(t, game[2]), timeOut(t, game[3]), timeOut(t, game[5]))
	all = append(all, after(t, game[5], match.OfferDraw{By: engine.Blue, Ply: 1}, match.DeclineDraw{By: engine.Red, Ply: 1}, match.Abort{By: engine.Red, Ply: 1})...)
	all = append(all, after(t, game[5], match.OfferDraw{By: engine.Red, Ply: 1}, move(t, engine.Blue, 1, "j7-j6"), match.Resign{By: engine.Blue, Ply: 2})...)
	all = append(all, after(t, game[5], match.RenewLinks{By: engine.Blue}, match.RenewLinks{By: engine.Red}, match.Publish{By: engine.Red})...)
	all = append(all, after(t, game[1], match.Resend{By: engine.Red}, match.CorrectAddress{By: engine.Red, Address: "bob@example.com"}, match.RenewLinks{By: engine.Red}, match.Decline{By: engine.Blue})...)
	vacant, again := vacantSeat(t), rematch(t, game[7])
	all = append(append(all, vacant...), timeOut(t, vacant[1]), timeOut(t, game[1]), again, timeOut(t, again))
	all = append(all, after(t, again, match.Accept{By: engine.Red})...)
	all = append(all, after(t, game[7], match.RenewLinks{By: engine.Red})...)
	all = append(all, after(t, game[5], match.Readdress{By: engine.Red, Address: "annie@example.org"}, match.Readdress{By: engine.Blue, Address: "bobby@example.org"})...)
	all = append(all, after(t, game[7], match.Forget{By: engine.Blue}, match.RenewLinks{By: engine.Red})...)
	for _, m := range all {
		for _, l := range notify.Letters(m) {
			key := notify.Key(match.Seal(m), l)
			message, err := composer.Compose(m, l, key)
			if err != nil || message.To != m.Seat(l.Seat).Address {
				t.Errorf("%v mail to %v: %v", l.Kind, l.Seat, err)
			}
			if again, _ := composer.Compose(m, l, key); !bytes.Equal(message.Raw, again.Raw) {
				t.Errorf("%v mail to %v is another one the second time", l.Kind, l.Seat)
			}
		}
	}
}

// writer writes mails as a site does.
func writer(t *testing.T) *mail.Composer {
	t.Helper()
	master, err := link.NewMaster(1, strings.NewReader("any sixty-four bytes that are always the same will do in this test"))
	if err != nil {
		t.Fatal(err)
	}
	keys, err := link.NewKeys([]link.Master{master})
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return &mail.Composer{
		Links: keys, Words: catalog, BaseURL: "https://fieldpost.example", SiteName: "Fieldpost",
		Sender: "games@fieldpost.example", Secret: []byte("0123456789abcdef"),
	}
}
