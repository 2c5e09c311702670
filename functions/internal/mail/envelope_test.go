package mail

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/engine/player"
	"fieldpost/infra/link"
)

// A mail that is sent again must be the same mail: a mailbox then keeps one, and
// nothing tells the reader how often we tried.
func TestMailsAreTheSameEveryTime(t *testing.T) {
	names, letters := story(t)
	for _, name := range names {
		l := letters[name]
		one := raw(t, composer(t), l.m, l.l.Kind, l.l.Seat)
		two := raw(t, composer(t), l.m, l.l.Kind, l.l.Seat)
		if !bytes.Equal(one, two) {
			t.Errorf("%s: two compositions differ", name)
		}
		if bytes.Contains(bytes.ReplaceAll(one, []byte("\r\n"), nil), []byte("\n")) || !bytes.HasSuffix(one, []byte("\r\n")) {
			t.Errorf("%s: a line does not end in CRLF", name)
		}
		for _, line := range bytes.Split(one, []byte("\r\n")) {
			if len(line) > 100 { // RFC 5322 allows 998
				t.Errorf("%s: a line of %d bytes: %.60q…", name, len(line), line)
			}
		}
	}
}

// All mails of a seat are one thread and can be filtered; the confirm mail is
// no part of it.
func TestHeaders(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	ids := map[string]bool{}
	for _, name := range names {
		l := letters[name]
		msg, err := c.Compose(l.m, l.l, name)
		if err != nil {
			t.Fatal(err)
		}
		p := read(t, msg.Raw)
		if msg.From != "games@fieldpost.example" || msg.To != l.m.Seat(l.l.Seat).Address {
			t.Errorf("%s: the envelope goes from %q to %q", name, msg.From, msg.To)
		}
		want := map[string]string{
			"List-Id": "<games.fieldpost.example>", "Auto-Submitted": "auto-generated", "Mime-Version": "1.0",
			"Date": l.m.Changed.Format(time.RFC1123Z), "User-Agent": "", "X-Mailer": "",
			"References":  "<" + l.m.ID.String() + "." + l.l.Seat.String() + "@fieldpost.example>",
			"In-Reply-To": "<" + l.m.ID.String() + "." + l.l.Seat.String() + "@fieldpost.example>",
			"Subject":     "Stratego: Ann – Bob [K7Q2]",

			"List-Unsubscribe":      "<" + c.BaseURL + "/u/" + c.Links.Seal(link.Link{Purpose: link.Unsubscribe, Player: l.m.Seat(l.l.Seat).Key}) + ">",
			"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		}
		switch {
		case l.l.Kind == Confirm:
			want["References"], want["In-Reply-To"] = "", ""
			want["Subject"] = "Stratego: please confirm your address [K7Q2]"
		case l.m.Vacant():
			want["Subject"] = "Stratego: Ann – your opponent [K7Q2]"
		case l.m.Again:
			want["Subject"] = "Stratego: Bob – Ann [" + l.m.ID.Code() + "]"
		}
		got := map[string]string{}
		for h := range want {
			got[h] = decode(t, p.header.Get(h))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		id := p.header.Get("Message-Id")
		if !regexp.MustCompile(`^<[0-9a-f]{32}@fieldpost\.example>$`).MatchString(id) || ids[id] {
			t.Errorf("%s: the Message-ID %q is malformed or not its own", name, id)
		}
		ids[id] = true
	}
}

// Whose key is not known has no link to stop mail: one for nobody would be the
// same for all such.
func TestNobodyStopsMail(t *testing.T) {
	_, letters := story(t)
	l := letters["your-turn-red"]
	l.m.Seats.Red.Key = player.Key{}
	p := compose(t, composer(t), l.m, l.l.Kind, l.l.Seat)
	if p.header.Get("List-Unsubscribe") != "" || p.header.Get("List-Unsubscribe-Post") != "" || strings.Contains(p.text+p.html, "/u/") {
		t.Error("there is a link to stop the mails of nobody")
	}
}

// The host is named where he wants to be, in the foot of every mail.
func TestContact(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	c.Contact = "<b>host@fieldpost.example</b>"
	for _, name := range names {
		l := letters[name]
		p := compose(t, c, l.m, l.l.Kind, l.l.Seat)
		if !strings.Contains(p.text, "The host of Fieldpost can be reached at "+c.Contact) || !strings.Contains(p.html, "at &lt;b&gt;host@") {
			t.Errorf("%s: no contact in the foot", name)
		}
	}
}

// The claim key counts the versions of a match, which tell of what the other
// does in secret: nothing in the mail may let it be guessed without our secret.
func TestKeyStaysSecret(t *testing.T) {
	_, letters := story(t)
	l := letters["your-turn-red"]
	c := composer(t)
	mail := func(key string) string {
		msg, err := c.Compose(l.m, l.l, key)
		if err != nil {
			t.Fatal(err)
		}
		return string(msg.Raw)
	}
	one := mail("G#k7q2/C#8#red")
	if strings.Contains(one, "C#8") {
		t.Error("the key stands in the mail")
	}
	c.Secret = []byte("another secret, as long")
	if mail("G#k7q2/C#8#red") == one {
		t.Error("the mail does not depend on the secret: anybody can try keys")
	}
}

func TestComposeRefuses(t *testing.T) {
	_, letters := story(t)
	waiting, turn, over := letters["waiting-blue"].m, letters["your-turn-red"].m, letters["over-red"].m
	fresh := newMatch(t, engine.StandardRules(engine.Duel))
	for _, c := range []struct {
		name string
		m    match.Match
		l    Letter
	}{
		{"no seat", turn, Letter{Kind: YourTurn}},
		{"no kind", turn, Letter{Seat: engine.Red}},
		{"unknown kind", turn, Letter{kindEnd, engine.Red}},
		{"not his turn", turn, Letter{YourTurn, engine.Blue}},
		{"no turn in a game that is over", over, Letter{YourTurn, engine.Red}},
		{"no end of a game that runs", turn, Letter{Over, engine.Red}},
		{"no turn before the game", waiting, Letter{YourTurn, engine.Red}},
		{"no game before the setups", waiting, Letter{GameOn, engine.Red}},
		{"the opponent confirms nothing", fresh, Letter{Confirm, engine.Blue}},
		{"the creator is not invited", fresh, Letter{Invite, engine.Red}},
		{"nobody sits yet", fresh, Letter{SetUp, engine.Blue}},
		{"nobody has accepted", fresh, Letter{Accepted, engine.Red}},
		{"no invitation before the confirmation", fresh, Letter{Invite, engine.Blue}},
		{"no invitation of nobody", alone(t, engine.StandardRules(engine.Duel), true), Letter{Invite, engine.Blue}},
		{"no invitation that is accepted", waiting, Letter{Invite, engine.Blue}},
		{"nobody has declined", waiting, Letter{Declined, engine.Red}},
		{"the invited knows that he has declined", letters["declined-red"].m, Letter{Declined, engine.Blue}},
		{"nothing has lapsed", waiting, Letter{Expired, engine.Red}},
		{"the invited is not told that it lapsed", letters["expired-red"].m, Letter{Expired, engine.Blue}},
		{"no links to whom does not sit", letters["new-links-red-invited"].m, Letter{NewLinks, engine.Blue}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if msg, err := composer(t).Compose(c.m, c.l, "key"); err == nil || msg.Raw != nil {
				t.Errorf("a mail was composed, error %v", err)
			} else if strings.Contains(err.Error(), "@") || strings.Contains(err.Error(), "Ann") {
				t.Errorf("the error tells of the players: %v", err)
			}
		})
	}
	for name, spoil := range map[string]func(*Composer){
		"no secret":    func(c *Composer) { c.Secret = nil },
		"no sender":    func(c *Composer) { c.Sender = "" },
		"short secret": func(c *Composer) { c.Secret = []byte("fifteen letters") },
	} {
		t.Run(name, func(t *testing.T) {
			c := composer(t)
			spoil(c)
			if _, err := c.Compose(turn, Letter{YourTurn, engine.Red}, "key"); err == nil {
				t.Error("a mail was composed")
			}
		})
	}
}

// A reader gets mails in his own language, once it is complete; until then in
// English, wholly.
func TestUnknownLanguageReadsEnglish(t *testing.T) {
	_, letters := story(t)
	l := letters["your-turn-red"]
	english := raw(t, composer(t), l.m, l.l.Kind, l.l.Seat)
	l.m.Seats.Red.Lang = "tlh"
	if !bytes.Equal(raw(t, composer(t), l.m, l.l.Kind, l.l.Seat), english) {
		t.Error("a reader of a language that is not offered gets another mail")
	}
}
