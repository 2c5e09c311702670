package mail

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
	"fieldpost/infra/link"
)

// Composer writes mails. All fields but Contact and ReplyDomain must be set.
type Composer struct {
	Links    *link.Keys
	Words    *words.Catalog
	BaseURL  string // of the site, without a slash at the end: "https://example.org"
	SiteName string // "Fieldpost"
	Contact  string // where the host of the site is reached, in his own words; "": no mail says
	Sender   string // address that all mails come from
	Secret   []byte // at least 16 bytes that nobody else knows; the same after a restart

	// ReplyDomain is where the site takes answers to its mails: "reply.example.org";
	// "": nowhere, and no mail speaks of answering.
	ReplyDomain string
}

// Message is a mail ready to be sent.
type Message struct {
	From, To string // addresses of the envelope
	Raw      []byte // RFC 5322, lines ended by CRLF

	// What may be told of it: its kind, as Kind.String has it, or "join-confirm",
	// "lost-link", "address-confirm", "answer"; the seat that it goes to, and of which game. Where it
	// belongs to none they are zero.
	Kind string
	Game match.ID
	Seat engine.Color
}

// Compose writes the mail l of m. The claim key names the mail among all mails
// ever sent; it stays secret. It fails if m has no such letter to send: a turn
// mail to a side that is not to move, the end of a game that runs.
func (c *Composer) Compose(m match.Match, l Letter, key string) (Message, error) {
	if l.Seat != engine.Red && l.Seat != engine.Blue {
		return Message{}, fmt.Errorf("no letter goes to the seat %v", l.Seat)
	}
	d := c.draft(m, l)
	if err := d.write(l.Kind); err != nil {
		return Message{}, err
	}
	return d.seal(key)
}

// draft is a letter while it is written.
type draft struct {
	*Composer
	kind   string      // of the message
	match  match.Match // the zero Match in a mail that belongs to none
	seat   engine.Color
	to     Recipient
	date   time.Time // of the mail, from which the time that is left is counted
	words  words.Words
	names  engine.Both[string]
	reader present.Reader // its View is the zero View before the game
	sheet  sheet
	title  string // the subject of a mail that belongs to no match; "": that of a lost link
	public bool   // the sheet holds nothing of a player, for an unconfirmed address; or of no one seat

	replies bool   // it answers a mail
	answers string // whose Message-ID is this; "": not known
}

func (c *Composer) draft(m match.Match, l Letter) *draft {
	seat := m.Seat(l.Seat)
	d := c.blank(l.Kind.String(), Recipient{Address: seat.Address, Lang: seat.Lang, Key: seat.Key, Epoch: l.Epoch, Prefs: l.Prefs}, m.Changed)
	d.sit(m, l.Seat)
	return d
}

// sit makes the draft tell of a match to the player of a seat.
func (d *draft) sit(m match.Match, seat engine.Color) {
	d.match, d.seat = m, seat
	for _, side := range sides {
		name := d.words.T("mail.opponent") // of a vacant seat
		if player := m.Seat(side); player.Name != "" {
			name = command.Name(words.Name(player.Name))
		} else if player.Forgotten {
			name = d.words.T("name.gone")
		}
		*d.names.Of(side) = name
	}
	view := m.View(seat)
	d.reader = present.Reader{View: &view, Words: d.words, Names: d.names}
}

// blank is a draft of a kind that says nothing yet.
func (c *Composer) blank(kind string, to Recipient, date time.Time) *draft {
	return &draft{Composer: c, kind: kind, to: to, date: date, words: c.Words.For(to.Lang)}
}

// write fills the sheet.
func (d *draft) write(k Kind) error {
	m, v := d.match, d.reader.View
	creator := d.seat == m.Creator
	fits, fill := false, func() {}
	switch k {
	case Confirm:
		fits, fill = creator, d.confirm
	case Invite:
		fits, fill = !creator && m.State == match.Invited && !m.Vacant(), d.invite
	case SetUp:
		fits, fill = m.Seated(d.seat), d.setUp
	case Accepted:
		fits, fill = creator && m.Seated(m.Opponent()), d.accepted
	case Waiting:
		fits, fill = m.Seated(d.seat), d.waiting
	case GameOn:
		fits, fill = m.Begun(), d.gameOn
	case YourTurn:
		fits, fill = m.State == match.Playing && v.ToMove == d.seat, d.yourTurn
	case Over:
		fits, fill = m.State == match.Over, d.over
	case DrawOffered:
		fits, fill = m.State == match.Playing && m.Offer == d.seat.Other(), d.drawOffered
	case DrawDeclined:
		fits, fill = m.State == match.Playing, d.drawDeclined
	case Aborted:
		fits, fill = m.State == match.Aborted, d.aborted
	case Declined:
		fits, fill = creator && m.State == match.Declined, d.declined
	case Expired:
		fits, fill = creator && m.State == match.Expired, d.expired
	case LinePlayed:
		fits, fill = m.State == match.Playing && d.happened(match.LinePlayed, d.seat), d.linePlayed
	case NewLinks:
		fits, fill = m.Seated(d.seat), d.newLinks
	case Said:
		fits, fill = m.Heard(d.seat).Text != "", d.message
	case Nudged:
		fits, fill = m.Seated(m.Opponent()) && m.Awaits(d.seat), d.nudge
	case TurnAgain:
		fits, fill = m.Seated(m.Opponent()) && m.Awaits(d.seat), d.turnAgain
	case Reminder:
		fits, fill = m.Awaits(d.seat) && m.State != match.Invited, d.remind
	case Away:
		_, away := m.Vacation(d.seat.Other(), d.date)
		fits, fill = away, d.away
	case Back:
		fits, fill = m.Seated(d.seat) && !m.Ended(), d.back
	case TimeGiven:
		fits, fill = m.GivenTo(d.seat) > 0, d.timeGiven
	}
	if !fits {
		return fmt.Errorf("there is no %v letter to %v in %v", k, d.seat, m)
	}
	fill()
	return nil
}

func (d *draft) own() string   { return *d.names.Of(d.seat) }
func (d *draft) other() string { return *d.names.Of(d.seat.Other()) }
func (d *draft) color() string { return d.words.Color(d.seat) }

// url returns the address of a link for this seat.
func (d *draft) url(l link.Link) string {
	l.Game, l.Seat, l.Epoch = d.match.ID, d.seat, d.match.Seat(d.seat).Epoch
	return d.address(l)
}

// address returns where l leads, issued at the mail's date.
func (d *draft) address(l link.Link) string {
	if l.Life() > 0 {
		l.Issued = d.date
	}
	return strings.TrimSuffix(d.BaseURL, "/") + "/" + l.Purpose.Route() + "/" + d.Links.Seal(l)
}

// days returns how many whole days d has.
func days(d time.Duration) int { return int(d / (24 * time.Hour)) }

// board adds the link to the seat's board.
func (d *draft) board() {
	d.sheet.add(button{ID: "board", URL: d.url(link.Link{Purpose: link.Board}), Label: d.words.T("mail.open_board")})
}

// seal makes the message of the sheet.
func (d *draft) seal(key string) (Message, error) {
	if len(d.Secret) < 16 {
		return Message{}, fmt.Errorf("the secret of the mails has %d bytes: at least 16 are needed", len(d.Secret))
	}
	d.foot()
	d.sheet.Lang = d.words.Lang()
	d.sheet.Subject = cmp.Or(d.sheet.Subject, d.subject())
	html := ""
	if !d.to.Prefs.Plain {
		var err error
		if html, err = d.sheet.html(); err != nil {
			return Message{}, err
		}
	}
	return d.envelope(key, d.sheet.text(d.words), html)
}

func (d *draft) subject() string {
	code := d.match.ID.Code()
	switch {
	case d.title != "":
		return d.title
	case d.match.ID == match.ID{}:
		return d.words.T("mail.subject_lost")
	case d.public:
		return d.words.T("mail.subject_confirm", words.Args{"Code": code})
	}
	return d.words.T("mail.subject", words.Args{"Red": d.names.Red, "Blue": d.names.Blue, "Code": code})
}

// mac returns 32 hexadecimal digits that stand for text and tell nothing of it.
func (c *Composer) mac(purpose, text string) string {
	h := hmac.New(sha256.New, c.Secret)
	h.Write([]byte(purpose + "\n" + text))
	return hex.EncodeToString(h.Sum(nil)[:16])
}
