// Package demo plays a whole game as two people would who have nothing but
// their mailboxes and a browser each: it creates the game, and from then on
// follows only the links of the mails that come. It knows the server by its
// HTTP surface alone, and checks at the end that the game which the server has
// kept is the one that was played, and that not one mail was too many or too
// few.
package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/records"
	"fieldpost/functions/internal/present"
)

// Config says what is played, and where. All but Transport must be set.
type Config struct {
	URL       string // of a server with the local mailbox, without a slash at its end
	Script    Script
	Out       io.Writer // for the boards
	Redraw    bool      // draw every ply over the last; else one board in Every plies
	Every     int       // at least 1; not used with Redraw
	Transport http.RoundTripper
}

// Summary counts what a game took.
type Summary struct {
	Plies   int
	Mails   int // to both
	Pages   int // opened by both
	Presses int // of both
	Outcome engine.Outcome
	Reason  engine.Reason
}

// player is one of the two.
type player struct {
	*browser
	color   engine.Color
	name    string
	address string
	mail    letter // the newest
	seat    string // the board link of the newest mail that has one
	mails   int
	board   present.Board // as he saw it last
}

// stage is a game on its way.
type stage struct {
	Config
	red, blue *player
	post      *postman
	view      stageView
}

// Play plays c.Script from its creation to its end. It fails at the first thing
// that is not as it should be.
func Play(ctx context.Context, c Config) (Summary, error) {
	end, err := c.Script.Replay()
	if err != nil {
		return Summary{}, err
	}
	s, err := newStage(c)
	if err != nil {
		return Summary{}, err
	}
	for _, act := range []func(context.Context) error{
		s.post.skip, s.create, s.confirm, s.accept, s.setUp, s.moves,
		func(ctx context.Context) error { return s.check(ctx, end) },
	} {
		if err := act(ctx); err != nil {
			return Summary{}, err
		}
	}
	return Summary{
		Plies: len(c.Script.Moves), Mails: s.red.mails + s.blue.mails,
		Pages: s.red.pages + s.blue.pages, Presses: s.red.presses + s.blue.presses,
		Outcome: end.Outcome(), Reason: end.Reason(),
	}, nil
}

func newStage(c Config) (*stage, error) {
	s := &stage{Config: c, view: stageView{out: c.Out, redraw: c.Redraw}}
	s.red = &player{color: engine.Red, name: "Ann", address: "ann@example.org"}
	s.blue = &player{color: engine.Blue, name: "Bob", address: "bob@example.org"}
	s.post = &postman{base: c.URL}
	for _, b := range []**browser{&s.red.browser, &s.blue.browser, &s.post.box} {
		made, err := newBrowser(c.Transport)
		if err != nil {
			return nil, err
		}
		*b = made
	}
	return s, nil
}

// deliver waits for the n mails that are owed now.
func (s *stage) deliver(ctx context.Context, n int) error {
	return s.post.deliver(ctx, n, s.red, s.blue)
}

// create asks for the game, as Ann's program would. One mail: Ann's, to confirm.
func (s *stage) create(ctx context.Context) error {
	type person struct {
		Name  string `json:"name"`
		Email string `json:"email"`
	}
	rules := s.Script.Rules()
	body, err := json.Marshal(map[string]any{
		"creator":  person{s.red.name, s.red.address},
		"opponent": person{s.blue.name, s.blue.address},
		"color":    "red",
		"army":     rules.Army.String(),
		"rules": map[string]int{
			"quietClaim": rules.QuietClaim, "quietDraw": rules.QuietDraw, "maxPlies": rules.MaxPlies,
		},
	})
	if err != nil {
		return err
	}
	if _, err := s.red.post(ctx, s.URL+"/api/games", "application/json", string(body), http.StatusAccepted); err != nil {
		return err
	}
	return s.deliver(ctx, 1)
}

// confirm is Ann's press. Two mails: her board, and Bob's invitation.
func (s *stage) confirm(ctx context.Context) error {
	if s.red.mail.Links.Confirm == "" {
		return fmt.Errorf("%s's mail has no link to confirm", s.red.name)
	}
	if _, _, err := s.red.press(ctx, s.red.mail.Links.Confirm, url.Values{"do": {"confirm"}}); err != nil {
		return err
	}
	return s.deliver(ctx, 2)
}

// accept is Bob's press. Two mails: his board, and word to Ann.
func (s *stage) accept(ctx context.Context) error {
	if s.blue.mail.Links.Join == "" {
		return fmt.Errorf("%s's mail has no link to join", s.blue.name)
	}
	if _, _, err := s.blue.press(ctx, s.blue.mail.Links.Join, url.Values{"do": {"accept"}}); err != nil {
		return err
	}
	return s.deliver(ctx, 2)
}

// setUp sends both setups through the page behind the board link. One mail
// after the first (Bob is waited for), two after the second (the game is on).
func (s *stage) setUp(ctx context.Context) error {
	for _, p := range []*player{s.red, s.blue} {
		if p.seat == "" {
			return fmt.Errorf("none of %s's mails has a link to the board", p.name)
		}
		rows := s.Script.Setups.Of(p.color).Text(s.Script.Army.Board())
		form := url.Values{"do": {"setup"}, "setup": {rows}, "submit": {"1"}, "blocked": {"1"}}
		_, answer, err := p.press(ctx, p.seat, form)
		if err != nil {
			return err
		}
		p.board = readBoard(answer)
		n := 1
		if p == s.blue {
			n = 2
		}
		if err := s.deliver(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// moves plays every move by its link in the newest mail of whose turn it is.
// One mail after each, to the other; two after the last.
func (s *stage) moves(ctx context.Context) error {
	mover, waiter := s.red, s.blue
	for i, m := range s.Script.Moves {
		at := moveLink(mover.mail.Links.Moves, m)
		if at == "" {
			return fmt.Errorf("ply %d: %s's mail has no link for %v", i+1, mover.name, m)
		}
		shown, answer, err := mover.press(ctx, at, url.Values{"do": {"play"}})
		if err != nil {
			return fmt.Errorf("ply %d, %v: %w", i+1, m, err)
		}
		mover.board = readBoard(shown)
		s.draw(i, fmt.Sprintf("%d plies played, %s to move", i, mover.name))
		mover.board = readBoard(answer)
		mails := 1
		if i == len(s.Script.Moves)-1 {
			mails = 2
		}
		if err := s.deliver(ctx, mails); err != nil {
			return fmt.Errorf("after ply %d: %w", i+1, err)
		}
		mover, waiter = waiter, mover
	}
	return nil
}

func (s *stage) draw(ply int, title string) {
	if s.Redraw || ply%s.Every == 0 {
		s.view.draw(title, s.red, s.blue)
	}
}

// moveLink finds m among the links of a mail, which are called "a4-a5" or
// "a4xa5".
func moveLink(links map[string]string, m engine.Move) string {
	text := m.String()
	if at := links[text]; at != "" {
		return at
	}
	cut := strings.LastIndexByte(text, '-')
	return links[text[:cut]+"x"+text[cut+1:]]
}

// check compares what the server has kept with what was played, on the page
// behind each player's last board link.
func (s *stage) check(ctx context.Context, end engine.Game) error {
	for _, p := range []*player{s.red, s.blue} {
		page, err := p.get(ctx, p.seat)
		if err != nil {
			return err
		}
		p.board = readBoard(page)
		kept, err := records.Read(readBlock(page, "record") + "\n")
		if err != nil {
			return fmt.Errorf("the record on %s's page: %w", p.name, err)
		}
		if !bytes.Equal(engine.Pack(kept), engine.Pack(end)) {
			return fmt.Errorf("the record on %s's page is not the game that was played", p.name)
		}
		for _, c := range []engine.Color{engine.Red, engine.Blue} {
			want := s.Script.Setups.Of(c).Text(s.Script.Army.Board())
			if readBlock(page, "setup-"+c.String()) != want {
				return fmt.Errorf("the setup of %v on %s's page is not the one that was sent", c, p.name)
			}
		}
	}
	s.view.draw(fmt.Sprintf("%d plies played, the game is over", len(s.Script.Moves)), s.red, s.blue)
	return s.deliver(ctx, 0)
}
