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

var (
	eve       = Recipient{Address: "eve@example.org", Key: player.Key{0xe, 7, 8, 9}, Epoch: 4}
	candidate = [8]byte{0xca, 0xfe, 1, 2, 3, 4, 5, 6}
	evening   = time.Date(2026, 3, 3, 18, 7, 21, 0, time.UTC)
)

// stranger is a mail that belongs to no seat.
type stranger struct {
	name    string
	compose func(c *Composer, to Recipient, key string) (Message, error)
	link    link.Link // its one link beside that of the foot
	subject string
}

func strangers(t testing.TB) []stranger {
	m := alone(t, engine.StandardRules(engine.Barrage), true)
	m.Seats.Blue.Epoch = 2
	seated := do(t, alone(t, engine.StandardRules(engine.Barrage), false), match.Join{Player: match.Player{Name: "Ann", Address: eve.Address}, Key: eve.Key})
	seated.Seats.Blue.Epoch = 3
	moved := func(to Recipient) match.AddressChange {
		return match.AddressChange{
			ID: match.ChangeID{1, 2, 3}, Version: 1, Stage: match.ChangeAsked, From: to.Key, To: player.Key{5}, Old: to.Address,
			New: "new@example.org", Lang: to.Lang, Asked: evening,
		}
	}
	return []stranger{
		{
			"join-confirm",
			func(c *Composer, to Recipient, key string) (Message, error) {
				return c.JoinConfirm(m, candidate, to, evening, key)
			},
			link.Link{Purpose: link.Confirm, Game: m.ID, Seat: engine.Blue, Epoch: 2, Candidate: candidate, Issued: evening.Truncate(time.Minute)},
			"Stratego: please confirm your address [K7Q2]",
		},
		{
			"lost-link",
			func(c *Composer, to Recipient, key string) (Message, error) { return c.LostLink(to, evening, key) },
			link.Link{Purpose: link.Player, Player: eve.Key, Epoch: 4, Issued: evening.Truncate(time.Minute)},
			"Stratego: the link to your games",
		},
		{
			"webhook-off",
			func(c *Composer, to Recipient, key string) (Message, error) { return c.WebhookOff(to, evening, key) },
			link.Link{Purpose: link.Player, Player: eve.Key, Epoch: 4, Issued: evening.Truncate(time.Minute)},
			"Stratego: your webhook is off",
		},
		{
			"address-confirm",
			func(c *Composer, to Recipient, key string) (Message, error) {
				m := seated
				m.Seats.Blue.Lang = to.Lang
				return c.AddressConfirm(m, engine.Blue, evening, key)
			},
			link.Link{Purpose: link.Confirm, Game: seated.ID, Seat: engine.Blue, Epoch: 3, Issued: evening.Truncate(time.Minute)},
			"Stratego: please confirm your address [K7Q2]",
		},
		{
			"move-confirm",
			func(c *Composer, to Recipient, key string) (Message, error) {
				m := moved(to)
				m.From, m.To, m.Old, m.New = m.To, m.From, m.New, m.Old
				return c.MoveConfirm(m, key)
			},
			link.Link{Purpose: link.Readdress, Change: match.ChangeID{1, 2, 3}, Issued: evening.Truncate(time.Minute)},
			"Stratego: please confirm your new address",
		},
		{
			"move-notice",
			func(c *Composer, to Recipient, key string) (Message, error) {
				return c.MoveNotice(moved(to).Confirm(nil, false, evening), key)
			},
			link.Link{Purpose: link.Undo, Change: match.ChangeID{1, 2, 3}, Issued: evening.Truncate(time.Minute)},
			"Stratego: your address was changed",
		},
	}
}

// The mail that says that all was taken back has nothing to press.
func TestMoveUndone(t *testing.T) {
	c, m := composer(t), match.AddressChange{ID: match.ChangeID{1}, Stage: match.ChangeUndoing, From: player.Key{5}, To: eve.Key, Old: "old@example.org", New: eve.Address}
	msg, err := c.MoveUndone(m, evening, "A#1")
	if err != nil {
		t.Fatal(err)
	}
	p := read(t, msg.Raw)
	golden(t, "move-undone.txt", p.text)
	golden(t, "move-undone.html", p.html)
	if got := decode(t, p.header.Get("Subject")); got != "Stratego: the change of address was undone" || msg.To != eve.Address || strings.Contains(string(msg.Raw), "old@") {
		t.Errorf("%q to %q", got, msg.To)
	}
	if strings.Count(p.html, "href=") != 1 { // that of the foot
		t.Error("it has a link")
	}
}

// Whoever reads the mails of a game that came to him by a change of his address learns
// why its links are new.
func TestNewLinksAtAnotherAddress(t *testing.T) {
	m := do(t, newMatch(t, engine.StandardRules(engine.Duel)), match.Confirm{}, match.Accept{By: engine.Blue})
	moved := do(t, m, match.Readdress{By: engine.Blue, Address: "bobby@example.net", Key: player.Key{9}})
	renewed := do(t, m, match.RenewLinks{By: engine.Blue})
	for says, m := range map[string]match.Match{"Your game with Ann is mailed to this address from now on.": moved, "Here are your new links to the game with Ann.": renewed} {
		msg, err := composer(t).Compose(m, Letter{Kind: NewLinks, Seat: engine.Blue}, "G#1")
		if err != nil {
			t.Fatal(err)
		}
		if p := read(t, msg.Raw); !strings.HasPrefix(p.text, says) || msg.To != m.Seats.Blue.Address {
			t.Errorf("to %q: %.80q", msg.To, p.text)
		}
	}
}

// The text and HTML of each, its headers, and that its one link is the right one.
func TestMailsOfNoSeat(t *testing.T) {
	c := composer(t)
	for _, s := range strangers(t) {
		msg, err := s.compose(c, eve, "P#1")
		if err != nil {
			t.Fatal(err)
		}
		p := read(t, msg.Raw)
		golden(t, s.name+".txt", p.text)
		golden(t, s.name+".html", p.html)
		want := map[string]string{
			"From": `"Fieldpost" <games@fieldpost.example>`, "To": "<eve@example.org>", "Subject": s.subject,
			"Date": evening.Format(time.RFC1123Z), "References": "", "In-Reply-To": "",
			"List-Id": "<games.fieldpost.example>", "Auto-Submitted": "auto-generated",
			"List-Unsubscribe":      "<" + c.BaseURL + "/u/" + c.Links.Seal(link.Link{Purpose: link.Unsubscribe, Player: eve.Key}) + ">",
			"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		}
		got := map[string]string{}
		for h := range want {
			got[h] = decode(t, p.header.Get(h))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s.name, diff)
		}
		if msg.From != c.Sender || msg.To != eve.Address {
			t.Errorf("%s: the envelope goes from %q to %q", s.name, msg.From, msg.To)
		}
		links := anchor.FindAllStringSubmatch(p.html, -1)
		if len(links) != 2 || strings.Count(p.html, "href=") != 2 || strings.Count(p.text, "://") != 2 {
			t.Fatalf("%s: links %q, want one and that of the foot", s.name, links)
		}
		opened, err := c.Links.Open(s.link.Purpose, links[0][3], evening.Add(47*time.Hour))
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		if diff := cmp.Diff(s.link, opened); diff != "" {
			t.Errorf("%s: the link (-want +got):\n%s", s.name, diff)
		}
		for _, l := range links {
			if !strings.Contains(p.text, "\n"+c.BaseURL+"/"+l[2]+"/"+l[3]+"\n") {
				t.Errorf("%s: the text lacks the link %s", s.name, l[1])
			}
		}
	}
}

// What goes to an address that anybody may have typed in holds nobody's words,
// is the same every time, and without the secret nobody can guess of which key.
func TestMailsOfNoSeatCarryNobodysWords(t *testing.T) {
	for _, s := range strangers(t) {
		one, err := s.compose(composer(t), eve, "P#1")
		if err != nil {
			t.Fatal(err)
		}
		again, _ := s.compose(composer(t), eve, "P#1")
		other, _ := s.compose(composer(t), eve, "P#2")
		if !bytes.Equal(one.Raw, again.Raw) || bytes.Equal(one.Raw, other.Raw) {
			t.Errorf("%s: one key gives two mails, or two keys one", s.name)
		}
		if words := regexp.MustCompile(`Ann|ann@|P#1`).FindAllString(string(one.Raw), -1); words != nil {
			t.Errorf("%s: it holds %q", s.name, words)
		}
		for _, line := range strings.Split(read(t, one.Raw).text, "\n") {
			if columnsOf(line) > columns && !strings.HasPrefix(line, "https://") {
				t.Errorf("%s: a line of %d columns: %q", s.name, columnsOf(line), line)
			}
		}
	}
}

// Nobody writes of a player without a name in a sentence that wants one.
func TestMailsAboutWhoIsForgotten(t *testing.T) {
	m := do(t, newMatch(t, engine.StandardRules(engine.Duel)), match.Confirm{}, match.Accept{By: engine.Blue}, match.Abort{By: engine.Blue, Ply: match.AnyPly})
	m = do(t, m, match.Forget{By: engine.Red})
	msg, err := composer(t).Compose(m, Letter{Kind: Aborted, Seat: engine.Blue}, "G#1")
	if err != nil {
		t.Fatal(err)
	}
	p := read(t, msg.Raw)
	if from := decode(t, p.header.Get("From")); !strings.Contains(from, "A player who left") || strings.Contains(from+p.text+p.html, "Ann") {
		t.Errorf("from %s: %s", from, p.text)
	}
}

func TestMailsOfNoSeatRefuse(t *testing.T) {
	free := alone(t, engine.StandardRules(engine.Duel), false)
	taken := do(t, free, match.Join{Player: match.Player{Name: "Bob", Address: "bob@example.net"}, Key: bobKey})
	named := do(t, newMatch(t, engine.StandardRules(engine.Duel)), match.Confirm{})
	weak := composer(t)
	weak.Secret = nil
	for name, call := range map[string]func() (Message, error){
		"a seat that is taken": func() (Message, error) { return composer(t).JoinConfirm(taken, candidate, eve, evening, "k") },
		"a seat for another":   func() (Message, error) { return composer(t).JoinConfirm(named, candidate, eve, evening, "k") },
		"no match":             func() (Message, error) { return composer(t).JoinConfirm(match.Match{}, candidate, eve, evening, "k") },
		"withdrawn": func() (Message, error) {
			return composer(t).JoinConfirm(do(t, free, match.Withdraw{By: engine.Red}), candidate, eve, evening, "k")
		},
		"no candidate":     func() (Message, error) { return composer(t).JoinConfirm(free, [8]byte{}, eve, evening, "k") },
		"nobody's games":   func() (Message, error) { return composer(t).LostLink(Recipient{Address: eve.Address}, evening, "k") },
		"nobody's webhook": func() (Message, error) { return composer(t).WebhookOff(Recipient{Address: eve.Address}, evening, "k") },
		"a vacant seat":    func() (Message, error) { return composer(t).AddressConfirm(free, engine.Blue, evening, "k") },
		"no seat":          func() (Message, error) { return composer(t).AddressConfirm(taken, engine.NoColor, evening, "k") },
		"a change that is done": func() (Message, error) {
			return composer(t).MoveConfirm(match.AddressChange{Stage: match.ChangeDone, New: eve.Address}, "k")
		},
		"a change that is not": func() (Message, error) {
			return composer(t).MoveNotice(match.AddressChange{Stage: match.ChangeAsked, Old: eve.Address}, "k")
		},
		"nothing undone": func() (Message, error) {
			return composer(t).MoveUndone(match.AddressChange{Stage: match.ChangeDone, New: eve.Address}, evening, "k")
		},
		"no secret":         func() (Message, error) { return weak.LostLink(eve, evening, "k") },
		"no secret to join": func() (Message, error) { return weak.JoinConfirm(free, candidate, eve, evening, "k") },
	} {
		msg, err := call()
		if err == nil || msg.Raw != nil {
			t.Errorf("%s: a mail was composed, error %v", name, err)
		} else if strings.Contains(err.Error(), "@") {
			t.Errorf("%s: the error tells an address: %v", name, err)
		}
	}
}
