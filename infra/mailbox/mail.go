package mailbox

import "time"

// Mail is one mail as a program reads it; its JSON is that of product.md,
// "Programs".
type Mail struct {
	ID      string            `json:"id"`      // of the mailbox; sorts by arrival
	Time    time.Time         `json:"time"`    // its Date, or when its file was written; UTC
	To      string            `json:"to"`      // the address it was sent to
	From    string            `json:"from"`    // `Bob via Fieldpost <fieldpost@localhost>`
	ReplyTo string            `json:"replyTo"` // empty: answers go to From
	Subject string            `json:"subject"`
	Headers map[string]string `json:"headers"` // by name as written; decoded; repeated ones joined by ", "
	Text    string            `json:"text"`    // the plain part, lines ended by "\n"
	HTML    string            `json:"html"`    // the HTML part
	Links   Links             `json:"links"`

	// Fault says why a mail could not be read in whole; Text is then the whole
	// message as it is.
	Fault error `json:"-"`
}

// Links are the links that the HTML part gives an id.
type Links struct {
	Confirm string            `json:"confirm,omitempty"`
	Join    string            `json:"join,omitempty"`
	Board   string            `json:"board,omitempty"`
	Moves   map[string]string `json:"moves,omitempty"` // by move in output spelling
}

// size returns about how many bytes m takes in memory.
func (m *Mail) size() int {
	n := 1024 + len(m.Text) + len(m.HTML)
	for name, value := range m.Headers {
		n += len(name) + len(value)
	}
	for move, url := range m.Links.Moves {
		n += len(move) + len(url)
	}
	return n
}
